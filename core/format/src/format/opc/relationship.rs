//! Relationships: typed links from a package or a part to other parts (part 2, clause 6.5).

use std::borrow::Cow;

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

/// Splits the name of a part after the last slash.
fn folder_and_name(part: &str) -> (&str, &str) {
    part.split_at(part.rfind('/').map_or(0, |slash| slash + 1))
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
            let target = resolved(part, value("Target")?)?;
            Some(Relationship { kind: kind.into(), target: target.into(), is_strict })
        })
        .collect()
}

/// Resolves a reference against the name of a part; `None` if it leaves the package.
fn resolved(part: &str, reference: &str) -> Option<String> {
    let path = reference.split(['#', '?']).next().unwrap_or_default();
    let path = unescaped(path);
    let (folder, rest) = match path.strip_prefix('/') {
        Some(rest) => ("", rest),
        None => (folder_and_name(part).0, &*path),
    };
    let mut segments: Vec<&str> = folder.split('/').filter(|segment| !segment.is_empty()).collect();
    for segment in rest.split('/') {
        match segment {
            "" | "." => {}
            ".." => {
                segments.pop()?;
            }
            segment => segments.push(segment),
        }
    }
    Some(segments.join("/"))
}

/// Resolves escapes such as `%20`.
fn unescaped(path: &str) -> Cow<'_, str> {
    if !path.contains('%') {
        return path.into();
    }
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let digits = after.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        let byte = digits.and_then(|two| u8::from_str_radix(two, 16).ok());
        let (byte, length) = match byte.filter(|_| *first == b'%') {
            Some(byte) => (byte, 3),
            None => (*first, 1),
        };
        bytes.push(byte);
        rest = &rest[length..];
    }
    String::from_utf8_lossy(&bytes).into_owned().into()
}

#[cfg(test)]
mod tests {
    use super::{relationships_part, resolved};

    #[test]
    fn references_are_relative_to_the_folder_of_their_part() {
        let cases = [
            ("", "word/document.xml", Some("word/document.xml")),
            ("word/document.xml", "header1.xml", Some("word/header1.xml")),
            ("word/document.xml", "../customXml/item1.xml", Some("customXml/item1.xml")),
            ("word/document.xml", "/docProps/./core.xml#x", Some("docProps/core.xml")),
            ("word/document.xml", "my%20notes.xml%", Some("word/my notes.xml%")),
            ("word/document.xml", "../../other.xml", None),
        ];
        for (part, reference, expected) in cases {
            assert_eq!(resolved(part, reference).as_deref(), expected, "{reference}");
        }
    }

    #[test]
    fn relationships_are_in_a_folder_next_to_their_part() {
        assert_eq!(relationships_part(""), "_rels/.rels");
        assert_eq!(relationships_part("word/document.xml"), "word/_rels/document.xml.rels");
    }
}
