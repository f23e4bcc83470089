//! The effect of elements on the text.

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

/// The namespace of legacy drawings (part 4, clause 14.1).
const VML: &str = "urn:schemas-microsoft-com:vml";

/// The effect of an element on the surrounding text and on its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// `w:p`: its text is a unit.
    Paragraph,
    /// `w:r`.
    Run,
    /// `w:t`, the only element that directly contains text.
    Text,
    /// An element that represents a character.
    Sign(&'static str),
    /// `w:br`: a line feed, or the end of a page or column.
    Break,
    /// `w:bookmarkStart`.
    BookmarkStart,
    /// `w:bookmarkEnd`.
    BookmarkEnd,
    /// `w:fldChar`: the begin, separator or end of a field.
    FieldMark,
    /// An element whose content is part of the surrounding text.
    Inline,
    /// An element that contains separate units and has no width in the surrounding unit.
    Flow,
    /// An element that may contain separate units and separates words, because it is visible.
    Figure,
    /// An element with alternative texts in its attributes (part 1, clause 20.4.2.5; part 4, clause
    /// 14.1.2.19).
    Shape,
    /// An element with a text in the attribute of this name, for example a list item, title or
    /// tooltip.
    Label(&'static str),
    /// `w:instrText`: the code of a field, which may contain the text of an index entry.
    FieldCode,
    /// An element that shows something other than text, for example a formula. It separates words.
    Object,
    /// An element whose content is not text, for example properties, deletions or field codes.
    Excluded,
}

/// Returns the value of a WordprocessingML attribute.
pub(super) fn value<'t>(tree: &'t Tree<'_>, element: NodeId, name: &str) -> Option<&'t str> {
    WORD.iter().find_map(|namespace| tree.attribute(element, namespace, name))
}

/// Returns the range of the text in an attribute of an element. Returns `None` if the attribute is
/// missing, or if it contains the name of an AutoText entry (clauses 17.16.22 and 17.16.31).
pub(super) fn label(tree: &Tree<'_>, element: NodeId, name: &str) -> Option<At> {
    if value(tree, element, "type") == Some("autoText") {
        return None;
    }
    let mut attributes = tree.attributes(element).iter();
    let found = attributes.find(|attribute| is_word(tree.attribute_name(attribute), name))?;
    Some(found.at()).filter(|at| !at.is_empty())
}

/// Returns `true` if an on/off element is on (clause 17.17.4).
pub(super) fn is_on(tree: &Tree<'_>, element: NodeId) -> bool {
    !matches!(value(tree, element, "val"), Some("0" | "false" | "off"))
}

impl Class {
    pub fn of(name: &Name) -> Class {
        match &*name.namespace {
            namespace if WORD.contains(&namespace) => word(&name.local),
            // The fallback repeats the content of the choice (part 3, clause 7.6).
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
