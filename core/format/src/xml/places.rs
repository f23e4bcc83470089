//! The elements in which new elements can be inserted.

use glossweave_document::InsertionBarrier;
use glossweave_markup::tree::{Name, XHTML};

/// The elements in which new elements can be inserted. In all but `Any`, what shows and hides text is not an
/// annotation, as in HTML.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Places {
    Any,
    /// Those of XHTML that allow phrasing content.
    Phrasing,
    Nowhere,
}

/// Returns the level of the headings of XHTML.
pub(super) fn heading_level(name: &Name) -> Option<u8> {
    let level = match name.local.as_bytes() {
        [b'h', level @ b'1'..=b'6'] => level - b'0',
        _ => return None,
    };
    (*name.namespace == *XHTML).then_some(level)
}

impl Places {
    /// Returns the reason why nothing can be inserted into an element, if nothing can.
    pub fn obstacle(self, name: &Name) -> Option<InsertionBarrier> {
        match self {
            Places::Any => None,
            Places::Nowhere => Some(InsertionBarrier::TextOnly),
            // With a prefix, another namespace may be the default one.
            Places::Phrasing if *name.namespace != *XHTML || !name.prefix.is_empty() => {
                Some(InsertionBarrier::Foreign)
            }
            Places::Phrasing => matches!(&*name.local, "title" | "option" | "textarea")
                .then_some(InsertionBarrier::TextOnly),
        }
    }
}
