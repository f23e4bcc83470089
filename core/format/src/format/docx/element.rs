//! The effect of the elements of a text on its text.

use glossweave_markup::tree::Name;

/// The namespaces of transitional and of strict documents.
pub(super) const WORD: [&str; 2] = [
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "http://purl.oclc.org/ooxml/wordprocessingml/main",
];

/// The namespace of markup compatibility (part 3).
const COMPATIBILITY: &str = "http://schemas.openxmlformats.org/markup-compatibility/2006";

/// The namespaces of formulas.
const MATH: [&str; 2] = [
    "http://schemas.openxmlformats.org/officeDocument/2006/math",
    "http://purl.oclc.org/ooxml/officeDocument/math",
];

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
    /// An element that shows something other than text: it separates words.
    Object,
    /// An element whose content is not text: properties, deletions, codes of fields.
    Excluded,
}

/// Returns `true` if a name is one of WordprocessingML.
pub(super) fn is_word(name: &Name, local: &str) -> bool {
    *name.local == *local && WORD.contains(&&*name.namespace)
}

impl Class {
    pub fn of(name: &Name) -> Class {
        match &*name.namespace {
            namespace if WORD.contains(&namespace) => word(&name.local),
            // The fallback repeats what the choice has (part 3, clause 7.6).
            COMPATIBILITY if &*name.local == "Fallback" => Class::Excluded,
            namespace if MATH.contains(&namespace) => Class::Object,
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
        "tbl" | "txbxContent" => Class::Flow,
        "drawing" | "pict" | "object" => Class::Figure,
        "sym" | "pgNum" | "dayShort" | "dayLong" | "monthShort" | "monthLong" | "yearShort"
        | "yearLong" => Class::Object,
        "del" | "moveFrom" | "delText" | "instrText" | "delInstrText" | "fldData" | "rt"
        | "tabs" => Class::Excluded,
        _ if local.ends_with("Pr") || local.ends_with("PrChange") => Class::Excluded,
        _ => Class::Inline,
    }
}
