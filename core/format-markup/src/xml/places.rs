//! The elements in which new elements can be inserted.

use glossweave_document::InsertionBarrier;
use glossweave_markup::tree::{Name, XHTML};

/// The elements in which new elements can be inserted. For all values except `Any`, ITS values that show and hide
/// text are not annotations, as in HTML.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Places {
    /// Anywhere.
    Any,
    /// XHTML elements that allow phrasing content.
    Phrasing,
    /// Nowhere.
    Nowhere,
}

/// Returns the level of an XHTML heading.
pub(super) fn heading_level(name: &Name) -> Option<u8> {
    let level = match name.local.as_bytes() {
        [b'h', level @ b'1'..=b'6'] => level - b'0',
        _ => return None,
    };
    (*name.namespace == *XHTML).then_some(level)
}

impl Places {
    /// Returns the barrier that prevents insertions into an element. Returns `None` if insertions are allowed.
    pub fn obstacle(self, name: &Name) -> Option<InsertionBarrier> {
        match self {
            Places::Any => None,
            Places::Nowhere => Some(InsertionBarrier::TextOnly),
            // When the name uses a prefix, the default namespace may be a different one.
            Places::Phrasing if *name.namespace != *XHTML || !name.prefix.is_empty() => {
                Some(InsertionBarrier::Foreign)
            }
            Places::Phrasing => matches!(&*name.local, "title" | "option" | "textarea")
                .then_some(InsertionBarrier::TextOnly),
        }
    }
}
