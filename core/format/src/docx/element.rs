//! The effect of the elements of a text on its text.

use crate::opc::{WORD, is_word};
use glossweave_markup::At;
use glossweave_markup::tree::{Name, NodeId, Tree};

/// The namespace of markup compatibility (part 3).
const COMPATIBILITY: &str = "http://schemas.openxmlformats.org/markup-compatibility/2006";

/// The namespaces of formulas.
const MATH: [&str; 2] = [
    "http://schemas.openxmlformats.org/officeDocument/2006/math",
    "http://purl.oclc.org/ooxml/officeDocument/math",
];

/// The namespace of the drawings of earlier versions (part 4, clause 14.1).
const VML: &str = "urn:schemas-microsoft-com:vml";

/// The effect of an element on the text around it and in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// `w:p`: its text is a unit.
    Paragraph,
    /// `w:r`.
    Run,
    /// `w:t`, the only element with text of its own.
    Text,
    /// An element that represents a character.
    Sign(&'static str),
    /// `w:br`: a line feed, or the end of a page or column.
    Break,
    /// `w:bookmarkStart`.
    BookmarkStart,
    /// `w:bookmarkEnd`.
    BookmarkEnd,
    /// `w:fldChar`: the begin, middle or end of a field.
    FieldMark,
    /// An element whose content belongs to what is around it.
    Inline,
    /// An element that holds units of its own and has no width in the unit around it.
    Flow,
    /// An element that may hold units of its own and separates words, because it is visible there.
    Figure,
    /// An element with alternative texts in its attributes (part 1, clause 20.4.2.5; part 4, clause 14.1.2.19).
    Shape,
    /// An element with a text in an attribute of this name, which programs show as a list, title or tooltip.
    Label(&'static str),
    /// `w:instrText`: the code of a field, which may have the text of an entry of an index.
    FieldCode,
    /// An element that shows something other than text: it separates words.
    Object,
    /// An element whose content is not text: properties, deletions, codes of fields.
    Excluded,
}

/// Returns the value of an attribute of WordprocessingML.
pub(super) fn value<'t>(tree: &'t Tree<'_>, element: NodeId, name: &str) -> Option<&'t str> {
    WORD.iter().find_map(|namespace| tree.attribute(element, namespace, name))
}

/// Returns the range of the text in an attribute of an element; `None` if it has none, or the name of an AutoText
/// entry instead (clauses 17.16.22 and 17.16.31).
pub(super) fn label(tree: &Tree<'_>, element: NodeId, name: &str) -> Option<At> {
    if value(tree, element, "type") == Some("autoText") {
        return None;
    }
    let mut attributes = tree.attributes(element).iter();
    let found = attributes.find(|one| is_word(tree.attribute_name(one), name))?;
    Some(found.at()).filter(|at| !at.is_empty())
}

/// Returns `true` if an element that switches something on does so (clause 17.17.4).
pub(super) fn is_on(tree: &Tree<'_>, element: NodeId) -> bool {
    !matches!(value(tree, element, "val"), Some("0" | "false" | "off"))
}

impl Class {
    pub fn of(name: &Name) -> Class {
        match &*name.namespace {
            namespace if WORD.contains(&namespace) => word(&name.local),
            // The fallback repeats what the choice has (part 3, clause 7.6).
            COMPATIBILITY if &*name.local == "Fallback" => Class::Excluded,
            namespace if MATH.contains(&namespace) => Class::Object,
            VML if &*name.local != "textbox" => Class::Shape,
            _ if matches!(&*name.local, "docPr" | "cNvPr") => Class::Shape,
            _ => Class::Inline,
        }
    }
}

fn word(local: &str) -> Class {
    match local {
        "p" => Class::Paragraph,
        "r" => Class::Run,
        "t" => Class::Text,
        "tab" | "ptab" => Class::Sign("\t"),
        "cr" => Class::Sign("\n"),
        "noBreakHyphen" => Class::Sign("-"),
        "br" => Class::Break,
        "bookmarkStart" => Class::BookmarkStart,
        "bookmarkEnd" => Class::BookmarkEnd,
        "fldChar" => Class::FieldMark,
        "tbl" | "txbxContent" | "sdtPr" => Class::Flow,
        "tblPr" => Class::Inline,
        "tblCaption" | "tblDescription" | "listEntry" | "helpText" | "statusText" => {
            Class::Label("val")
        }
        "listItem" => Class::Label("displayText"),
        "hyperlink" => Class::Label("tooltip"),
        "instrText" => Class::FieldCode,
        "drawing" | "pict" | "object" => Class::Figure,
        "sym" | "pgNum" | "dayShort" | "dayLong" | "monthShort" | "monthLong" | "yearShort"
        | "yearLong" => Class::Object,
        "del" | "moveFrom" | "delText" | "delInstrText" | "fldData" | "rt" | "tabs" => {
            Class::Excluded
        }
        _ if local.ends_with("Pr") || local.ends_with("PrChange") => Class::Excluded,
        _ => Class::Inline,
    }
}
