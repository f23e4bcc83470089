//! Relationships: typed links from a package or a part to other parts (part 2, clause 6.5).

use crate::format::package::{folder_and_name, resolved_in};
use glossweave_markup::tree::Tree;

/// The namespace of relationships.
pub(in crate::format) const RELATIONSHIPS: &str =
    "http://schemas.openxmlformats.org/package/2006/relationships";

/// The starts of the types of relationships: of the conventions, of transitional and of strict documents.
pub(in crate::format) const TYPES: [&str; 3] = [
    "http://schemas.openxmlformats.org/package/2006/relationships/",
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships/",
    "http://purl.oclc.org/ooxml/officeDocument/relationships/",
];

/// A relationship to another part of the package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::format) struct Relationship {
    /// The type without the start that all types share, such as `header`.
    pub kind: Box<str>,
    /// The name of the other part, without the slash at its start.
    pub target: Box<str>,
    /// `true` for the types of strict documents.
    pub is_strict: bool,
}

/// Returns the name of the part with the relationships of a part; that of the package for "".
pub(in crate::format) fn relationships_part(part: &str) -> String {
    let (folder, name) = folder_and_name(part);
    format!("{folder}_rels/{name}.rels")
}

/// Returns the relationships of a part to other parts of the package, in their order.
pub(super) fn relationships(tree: &Tree<'_>, part: &str) -> Vec<Relationship> {
    let Some(root) = tree.root() else { return Vec::new() };
    let elements = tree.elements(root).filter(|one| tree.is(*one, RELATIONSHIPS, "Relationship"));
    elements
        .filter_map(|one| {
            let value = |name: &str| tree.attribute(one, "", name);
            if value("TargetMode") == Some("External") {
                return None;
            }
            let full = value("Type")?;
            let kind = TYPES.iter().find_map(|start| full.strip_prefix(start))?;
            let is_strict = full.starts_with(TYPES[2]);
            let target = resolved_in(part, value("Target")?)?;
            Some(Relationship { kind: kind.into(), target: target.into(), is_strict })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::relationships_part;

    #[test]
    fn relationships_are_in_a_folder_next_to_their_part() {
        assert_eq!(relationships_part(""), "_rels/.rels");
        assert_eq!(relationships_part("word/document.xml"), "word/_rels/document.xml.rels");
    }
}
