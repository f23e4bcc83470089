//! The effect of OpenDocument elements on the text (ODF 1.3, part 3).

use glossweave_markup::tree::{Name, NodeId, Tree};

pub(super) const TEXT: &str = "urn:oasis:names:tc:opendocument:xmlns:text:1.0";
pub(super) const OFFICE: &str = "urn:oasis:names:tc:opendocument:xmlns:office:1.0";
const DRAWING: &str = "urn:oasis:names:tc:opendocument:xmlns:drawing:1.0";
const SVG: &str = "urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0";
const META: &str = "urn:oasis:names:tc:opendocument:xmlns:meta:1.0";
pub(super) const TABLE: &str = "urn:oasis:names:tc:opendocument:xmlns:table:1.0";
pub(super) const PRESENTATION: &str = "urn:oasis:names:tc:opendocument:xmlns:presentation:1.0";
const OPEN_DOCUMENT: &str = "urn:oasis:names:tc:opendocument:xmlns:";
const DUBLIN_CORE: &str = "http://purl.org/dc/elements/1.1/";

/// The effect of an element on the surrounding text and on its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// A paragraph or heading: its text is a unit.
    Paragraph,
    /// An element whose text is a unit that cannot contain elements.
    Plain,
    /// Metadata of the document, whose text is a unit that cannot contain elements.
    Metadata,
    /// An element whose text is part of the surrounding text.
    Inline,
    /// An element whose text is part of the surrounding text and cannot contain elements.
    Script,
    /// `text:s`.
    Spaces,
    /// `text:tab`.
    Tab,
    /// `text:line-break`. It separates words and is not text, for compatibility with the service
    /// that the interface describes.
    Break,
    /// An element without width and text.
    Nothing,
    /// An element that shows something other than text of the document, for example a page number.
    Field,
    /// An element that contains separate units and has no width in the surrounding unit.
    Flow,
    /// An element that contains separate units and separates words, because it is visible.
    Figure,
    /// An element whose content is not text of the document, for example deletions and
    /// declarations.
    Excluded,
}

impl Class {
    pub fn of(name: &Name) -> Class {
        match &*name.namespace {
            TEXT => text(&name.local),
            OFFICE => match &*name.local {
                "annotation-end" => Class::Nothing,
                "event-listeners" | "scripts" | "font-face-decls" => Class::Excluded,
                _ => Class::Flow,
            },
            SVG => match &*name.local {
                "title" | "desc" => Class::Plain,
                _ => Class::Excluded,
            },
            DUBLIN_CORE => match &*name.local {
                "title" | "description" | "subject" => Class::Metadata,
                _ => Class::Field,
            },
            META if &*name.local == "keyword" => Class::Metadata,
            META => Class::Field,
            DRAWING => Class::Figure,
            TABLE => match &*name.local {
                "title" | "desc" => Class::Plain,
                "tracked-changes" | "dde-links" => Class::Excluded,
                _ => Class::Flow,
            },
            PRESENTATION => match &*name.local {
                "header-decl" | "footer-decl" => Class::Plain,
                "header" | "footer" | "date-time" => Class::Field,
                _ => Class::Flow,
            },
            other if other.starts_with(OPEN_DOCUMENT) => Class::Flow,
            // Foreign elements may contain text, which is read as if the elements did not exist
            // (part 3, clause 22.1).
            _ => Class::Inline,
        }
    }
}

fn text(local: &str) -> Class {
    match local {
        "p" | "h" => Class::Paragraph,
        "index-title-template" => Class::Plain,
        "span" | "a" | "meta" | "meta-field" | "ruby" | "ruby-base" | "content-control" => {
            Class::Inline
        }
        "script" => Class::Script,
        "s" => Class::Spaces,
        "tab" => Class::Tab,
        "line-break" => Class::Break,
        "soft-page-break"
        | "ruby-text"
        | "bookmark"
        | "bookmark-start"
        | "bookmark-end"
        | "reference-mark"
        | "reference-mark-start"
        | "reference-mark-end"
        | "change"
        | "change-start"
        | "change-end"
        | "toc-mark"
        | "toc-mark-start"
        | "toc-mark-end"
        | "user-index-mark"
        | "user-index-mark-start"
        | "user-index-mark-end"
        | "alphabetical-index-mark"
        | "alphabetical-index-mark-start"
        | "alphabetical-index-mark-end" => Class::Nothing,
        "tracked-changes"
        | "sequence-decls"
        | "variable-decls"
        | "user-field-decls"
        | "dde-connection-decls"
        | "alphabetical-index-auto-mark-file" => Class::Excluded,
        "note" | "note-body" | "section" | "list" | "list-item" | "list-header"
        | "numbered-paragraph" | "index-body" | "index-title" => Class::Flow,
        _ if local.ends_with("-template") => Class::Excluded,
        _ if local.ends_with("-source") || local.ends_with("-index") => Class::Flow,
        "table-of-content" | "bibliography" | "page-sequence" => Class::Flow,
        _ => Class::Field,
    }
}

/// The maximum level of a heading.
const MOST_LEVELS: u8 = 10;

/// Returns the level of a heading (part 3, clause 5.1.2), or 0 for other elements.
pub(super) fn heading_level(tree: &Tree<'_>, unit: NodeId) -> u8 {
    if !tree.is(unit, TEXT, "h") {
        return 0;
    }
    let level = tree.attribute(unit, TEXT, "outline-level");
    let level = level.and_then(|level| level.trim().parse::<u8>().ok());
    level.unwrap_or(1).clamp(1, MOST_LEVELS)
}

#[cfg(test)]
mod tests {
    use super::{Class, TEXT};
    use glossweave_markup::tree::Name;

    #[test]
    fn fields_are_what_is_not_known_and_foreign_elements_are_transparent() {
        let class = |namespace: &str, local: &str| {
            let prefix = "x".into();
            Class::of(&Name { prefix, local: local.into(), namespace: namespace.into() })
        };
        assert_eq!(class(TEXT, "page-number"), Class::Field);
        assert_eq!(class(TEXT, "table-of-content-entry-template"), Class::Excluded);
        assert_eq!(class(TEXT, "table-of-content-source"), Class::Flow);
        assert_eq!(class(TEXT, "index-title-template"), Class::Plain);
        assert_eq!(class("http://other.example/", "p"), Class::Inline);
    }
}
