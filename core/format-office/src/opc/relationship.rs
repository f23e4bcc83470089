//! Relationships: typed links from a package or a part to other parts (part 2, clause 6.5).

use glossweave_format_base::package::{folder_and_name, resolved_in};
use glossweave_markup::tree::{NodeId, Tree};

/// The namespace of relationships.
pub(crate) const RELATIONSHIPS: &str =
    "http://schemas.openxmlformats.org/package/2006/relationships";

/// The prefixes of relationship types: of the packaging conventions, of transitional documents, and
/// of strict documents.
pub(crate) const TYPES: [&str; 3] = [
    "http://schemas.openxmlformats.org/package/2006/relationships/",
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships/",
    "http://purl.oclc.org/ooxml/officeDocument/relationships/",
];

/// The prefix of later types (for example in MS-PPTX), which is followed by a year and a month.
const LATER_TYPES: &str = "http://schemas.microsoft.com/office/";

/// A relationship to another part of the package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Relationship {
    pub id: Box<str>,
    /// The type without the common prefix, for example `header`.
    pub kind: Box<str>,
    /// The name of the target part, without its leading slash.
    pub target: Box<str>,
    /// `true` if the type is of a strict document.
    pub is_strict: bool,
}

/// Returns the name of the part with the relationships of a part, or of the package if `part` is
/// "".
pub(crate) fn relationships_part(part: &str) -> String {
    let (folder, name) = folder_and_name(part);
    format!("{folder}_rels/{name}.rels")
}

/// Returns the relationships of a part to other parts of the package, in order.
pub(super) fn relationships(tree: &Tree<'_>, part: &str) -> Vec<Relationship> {
    let Some(root) = tree.root() else { return Vec::new() };
    let elements =
        tree.elements(root).filter(|element| tree.is(*element, RELATIONSHIPS, "Relationship"));
    elements
        .filter_map(|element| {
            let value = |name: &str| tree.attribute(element, "", name);
            if value("TargetMode") == Some("External") {
                return None;
            }
            let full = value("Type")?;
            let kind = kind(full)?;
            let is_strict = full.starts_with(TYPES[2]);
            let id = value("Id").unwrap_or_default().into();
            let target = resolved(part, value("Target")?)?;
            Some(Relationship { id, kind: kind.into(), target: target.into(), is_strict })
        })
        .collect()
}

/// Returns the relationship identifier that an element specifies.
pub(crate) fn relationship_of(tree: &Tree<'_>, element: NodeId) -> Option<String> {
    let mut all = tree.attributes(element).iter();
    let id = all.find(|attribute| {
        let name = tree.attribute_name(attribute);
        &*name.local == "id" && !name.namespace.is_empty()
    });
    id.map(|attribute| tree.value(attribute).to_owned())
}

/// Returns a type without its prefix. LibreOffice writes some prefixes in lower case.
fn kind(full: &str) -> Option<&str> {
    let known = TYPES.iter().find_map(|start| {
        let (found, kind) = full.split_at_checked(start.len())?;
        found.eq_ignore_ascii_case(start).then_some(kind)
    });
    let later = || full.strip_prefix(LATER_TYPES)?.split_once("/relationships/");
    known.or_else(|| later().map(|(_, kind)| kind))
}

/// Resolves a reference against the name of a part. If the reference leads out of the package, it
/// is resolved against the root, because LibreOffice writes such references.
fn resolved(part: &str, reference: &str) -> Option<String> {
    let within = || resolved_in("", reference.trim_start_matches("../"));
    resolved_in(part, reference).or_else(within)
}

#[cfg(test)]
mod tests {
    use super::{kind, relationships_part, resolved};

    #[test]
    fn references_are_relative_to_the_folder_of_their_part() {
        let cases = [
            ("", "word/document.xml", "word/document.xml"),
            ("word/document.xml", "header1.xml", "word/header1.xml"),
            ("word/document.xml", "../customXml/item1.xml", "customXml/item1.xml"),
            ("word/document.xml", "/docProps/./core.xml#x", "docProps/core.xml"),
            ("word/document.xml", "my%20notes.xml%", "word/my notes.xml%"),
            ("word/document.xml", "../../other.xml", "other.xml"),
            ("", "../customXml/item1.xml", "customXml/item1.xml"),
        ];
        for (part, reference, expected) in cases {
            assert_eq!(resolved(part, reference).as_deref(), Some(expected), "{reference}");
        }
    }

    #[test]
    fn types_are_known_by_their_ends() {
        let office = "http://schemas.openxmlformats.org/officedocument/2006/relationships/";
        let cases = [
            (format!("{office}slide"), Some("slide")),
            (format!("{office}metadata/core-properties"), Some("metadata/core-properties")),
            (
                "http://schemas.microsoft.com/office/2018/10/relationships/comments".into(),
                Some("comments"),
            ),
            ("http://other.example/relationships/slide".into(), None),
        ];
        for (full, expected) in cases {
            assert_eq!(kind(&full), expected, "{full}");
        }
    }

    #[test]
    fn relationships_are_in_a_folder_next_to_their_part() {
        assert_eq!(relationships_part(""), "_rels/.rels");
        assert_eq!(relationships_part("word/document.xml"), "word/_rels/document.xml.rels");
    }
}
