//! Additions to parts that use only insertions, and new parts.
//!
//! A new part is joined to the existing parts as an empty root element. It is added to the package
//! only if something is inserted into it.

use glossweave_document::Splice;
use glossweave_format_base::EncodeOptions;
use glossweave_format_base::PartTree;
use glossweave_markup::tree::{NodeId, Tree};

/// Insertions into the source, in any order. Each has a position, and a rank among the insertions
/// at the same position.
#[derive(Default)]
pub(crate) struct Addition {
    edits: Vec<(usize, u8, String)>,
}

impl Addition {
    /// Inserts a text at a position.
    pub fn insert(&mut self, at: usize, rank: u8, text: impl Into<String>) {
        self.edits.push((at, rank, text.into()));
    }

    /// Returns the insertions as a splice, which is truncated after the maximum length of a result.
    pub fn splice(mut self, options: &EncodeOptions) -> Splice {
        self.edits.sort_by_key(|edit| (edit.0, edit.1));
        let most = options.max_output_bytes.unwrap_or(usize::MAX);
        let mut splice = Splice::default();
        for (at, _, text) in self.edits {
            splice.at(at).extend_from_slice(text.as_bytes());
            if splice.len() > most {
                // A longer result will be refused.
                break;
            }
        }
        splice
    }
}

/// The end of the content of a root element, where new children are inserted.
pub(crate) struct Children<'a> {
    xml: &'a PartTree<'a>,
    root: NodeId,
}

impl<'a> Children<'a> {
    /// Returns `None` if there is no root element.
    pub fn of(xml: &'a PartTree<'a>) -> Option<Children<'a>> {
        Some(Children { xml, root: xml.tree.root()? })
    }

    /// Returns the prefix of the root element with a colon. Its children use the same prefix.
    pub fn prefix(&self) -> String {
        prefix(&self.xml.tree, self.root)
    }

    /// Inserts empty elements after the last child. Each of `elements` lacks its final `/>`.
    pub fn append(&self, elements: &[String], addition: &mut Addition) {
        let Some((last, others)) = elements.split_last() else { return };
        let node = self.xml.tree.node(self.root);
        let before: String = others.iter().map(|element| format!("{element}/>")).collect();
        if !node.close().is_empty() {
            let at = self.xml.base + node.close().start;
            return addition.insert(at, 0, format!("{before}{last}/>"));
        }
        // The `/>` of the root is used to end the last element.
        let end = self.xml.base + node.at().end;
        addition.insert(end - 2, 0, format!(">{before}{last}"));
        let name = self.xml.tree.name(self.root).qualified();
        addition.insert(end, 0, format!("</{name}>"));
    }
}

/// Returns the prefix of an element with a colon, or an empty string.
pub(crate) fn prefix(tree: &Tree<'_>, element: NodeId) -> String {
    match &*tree.name(element).prefix {
        "" => String::new(),
        prefix => format!("{prefix}:"),
    }
}
