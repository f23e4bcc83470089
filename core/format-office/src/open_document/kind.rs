//! The kinds of OpenDocument: texts, spreadsheets, presentations.

use super::element::{Class, OFFICE, PRESENTATION, TABLE};
use glossweave_base::media::Format;
use glossweave_markup::tree::{NodeId, Tree};

/// A kind of document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A text document.
    Text,
    /// A spreadsheet.
    Spreadsheet,
    /// A presentation.
    Presentation,
}

impl Kind {
    pub(super) fn format(self) -> Format {
        match self {
            Kind::Text => Format::Odt,
            Kind::Spreadsheet => Format::Ods,
            Kind::Presentation => Format::Odp,
        }
    }

    /// Returns the prefix of the package media types that are used for documents, templates and
    /// master documents.
    pub(super) fn media_type(self) -> &'static str {
        match self {
            Kind::Text => "application/vnd.oasis.opendocument.text",
            Kind::Spreadsheet => "application/vnd.oasis.opendocument.spreadsheet",
            Kind::Presentation => "application/vnd.oasis.opendocument.presentation",
        }
    }

    /// Returns the local name of the element with the content (ODF 1.3, part 3, clause 3.7).
    pub(super) fn body(self) -> &'static [u8] {
        match self {
            Kind::Text => b"text",
            Kind::Spreadsheet => b"spreadsheet",
            Kind::Presentation => b"presentation",
        }
    }

    /// Returns `true` if an element is not text in documents of this kind.
    pub(super) fn leaves_out(
        self,
        tree: &Tree<'_>,
        node: NodeId,
        (class, has_numbers): (Class, bool),
    ) -> bool {
        match self {
            Kind::Text => false,
            Kind::Spreadsheet if class == Class::Paragraph => {
                let is_left_out =
                    |cell| is_computed(tree, cell) && !(has_numbers && is_numeric(tree, cell));
                tree.node(node).parent.is_some_and(is_left_out)
            }
            Kind::Spreadsheet => false,
            // Programs show placeholders until content is entered (part 3, clause 19.389).
            Kind::Presentation => {
                class == Class::Figure
                    && tree.attribute(node, PRESENTATION, "placeholder") == Some("true")
            }
        }
    }
}

/// Returns `true` if an element is a cell whose paragraphs show a number or a date (part 3, clause
/// 19.389).
pub(super) fn is_numeric(tree: &Tree<'_>, cell: NodeId) -> bool {
    let kind = tree.attribute(cell, OFFICE, "value-type");
    let is_numeric = matches!(kind, Some("float" | "percentage" | "currency" | "date" | "time"));
    is_numeric && is_computed(tree, cell)
}

/// Returns `true` if an element is a cell whose paragraphs show a value, for example a number, a
/// date or the result of a formula (part 3, clause 9.1.4).
fn is_computed(tree: &Tree<'_>, cell: NodeId) -> bool {
    let name = tree.name(cell);
    let is_cell =
        *name.namespace == *TABLE && matches!(&*name.local, "table-cell" | "covered-table-cell");
    let kind = tree.attribute(cell, OFFICE, "value-type");
    is_cell
        && (kind.is_some_and(|kind| kind != "string")
            || tree.attribute(cell, TABLE, "formula").is_some())
}
