//! The properties of a document (part 2, clause 8.3).

use super::package::Package;
use super::relationship::Relationship;
use glossweave_base::error::{ErrorKind, Result};
use glossweave_format_base::PartTree;
use glossweave_format_base::package::Joined;
use glossweave_markup::UnknownEntities;
use glossweave_markup::tree::{NodeId, Tree};

/// The type of the relationship to the properties.
const TYPE: &str = "metadata/core-properties";

const DUBLIN_CORE: &str = "http://purl.org/dc/elements/1.1/";
const CORE: &str = "http://schemas.openxmlformats.org/package/2006/metadata/core-properties";

/// The properties that are text.
const TEXTS: [(&str, &str); 4] = [
    (DUBLIN_CORE, "title"),
    (DUBLIN_CORE, "subject"),
    (DUBLIN_CORE, "description"),
    (CORE, "keywords"),
];

/// Joins the properties to the other parts. If the properties are broken, returns a message,
/// because the text can still be read.
pub(crate) fn join_properties(
    package: &Package<'_>,
    top: &[Relationship],
    joined: &mut Joined,
) -> Result<Option<String>> {
    let Some(name) = top.iter().find(|link| &*link.kind == TYPE).map(|link| &*link.target) else {
        return Ok(None);
    };
    let before = (joined.bytes.len(), joined.parts.len());
    let read = package.join(name, joined).and_then(|found| match joined.parts.last() {
        Some(part) if found => {
            PartTree::parse(&joined.bytes, part, UnknownEntities::Omit).map(drop)
        }
        _ => Ok(()),
    });
    match read {
        Err(error) if error.kind() == ErrorKind::Malformed => {
            joined.bytes.truncate(before.0);
            joined.parts.truncate(before.1);
            Ok(Some(format!("`{name}` was not read: {}", error.message())))
        }
        read => read.map(|()| None),
    }
}

/// Returns the text elements of a properties part, or no elements for other parts.
pub(super) fn property_texts<'t>(tree: &'t Tree<'_>) -> impl Iterator<Item = NodeId> + 't {
    let elements = tree.root().map(|root| tree.elements(root)).into_iter().flatten();
    elements.filter(|element| {
        let name = tree.name(*element);
        TEXTS.iter().any(|(namespace, local)| name.is(namespace, local))
    })
}
