//! The package document: the manifest, the spine and the metadata (EPUB 3.3, clause 5; OPF 2.0.1).

use std::collections::{HashMap, HashSet};

use super::package::is;
use glossweave_base::error::{ErrorKind, Result};
use glossweave_base::text::ByteSpan;
use glossweave_format_base::PartTree;
use glossweave_format_base::package::resolved_in;
use glossweave_markup::tree::{NodeId, Tree};

const DUBLIN_CORE: &str = "http://purl.org/dc/elements/1.1/";

/// The media types of items whose texts are read if their root element is known.
const DOCUMENTS: [&str; 6] = [
    "application/xhtml+xml",
    "image/svg+xml",
    "text/x-oeb1-document",
    "text/html",
    "text/xml",
    "application/xml",
];

const NCX: &str = "application/x-dtbncx+xml";

/// The properties of a book that its package document specifies.
#[derive(Debug, Default)]
pub(super) struct PackageDocument {
    /// `true` for EPUB 2.
    pub is_two: bool,
    /// The first language of the book, with its range.
    pub language: Option<(String, ByteSpan)>,
    /// The names of the records with text, in reading order: the spine, followed by the navigation.
    pub records: Vec<String>,
    /// Messages about skipped items.
    pub left_out: Vec<String>,
}

/// An item of the manifest.
struct Item<'t> {
    reference: &'t str,
    media_type: &'t str,
    fallback: Option<&'t str>,
    is_navigation: bool,
}

impl PackageDocument {
    /// Reads a package document. `record` is its record name.
    ///
    /// Returns `ErrorKind::Malformed` if the root element is not `package`.
    pub fn read(xml: &PartTree<'_>, record: &str) -> Result<PackageDocument> {
        let tree = &xml.tree;
        let Some(root) = tree.root().filter(|root| is(tree, *root, "package")) else {
            let found = tree.root().map_or("none".into(), |root| tree.name(root).qualified());
            let message = format!("expected an element `package`, found `{found}`");
            return Err(xml.fault(ErrorKind::Malformed, &message, 0..0));
        };
        let version = tree.attribute(root, "", "version").unwrap_or_default();
        let mut document = PackageDocument {
            is_two: !version.trim_start().starts_with('3'),
            language: language(xml),
            ..PackageDocument::default()
        };
        document.list(tree, root, record);
        Ok(document)
    }

    /// Lists the records with text.
    fn list(&mut self, tree: &Tree<'_>, root: NodeId, record: &str) {
        let within =
            |name: &'static str| tree.elements(root).find(|element| is(tree, *element, name));
        let value = |node: NodeId, name: &str| tree.attribute(node, "", name).map(str::trim);
        let mut items: HashMap<&str, Item<'_>> = HashMap::new();
        let mut navigation = Vec::new();
        for node in within("manifest").into_iter().flat_map(|manifest| tree.elements(manifest)) {
            let (Some(id), Some(reference)) = (value(node, "id"), value(node, "href")) else {
                continue;
            };
            let properties = value(node, "properties").unwrap_or_default();
            let item = Item {
                reference,
                media_type: value(node, "media-type").unwrap_or_default(),
                fallback: value(node, "fallback"),
                is_navigation: properties
                    .split_ascii_whitespace()
                    .any(|property| property == "nav"),
            };
            if item.is_navigation || item.media_type == NCX {
                navigation.push(id);
            }
            items.entry(id).or_insert(item);
        }
        // The navigation document precedes the table of contents of EPUB 2.
        navigation.sort_by_key(|id| !items.get(id).is_some_and(|item| item.is_navigation));
        let spine = within("spine").into_iter().flat_map(|spine| tree.elements(spine));
        let spine: Vec<&str> = spine.filter_map(|element| value(element, "idref")).collect();
        let mut seen = HashSet::new();
        for (id, is_content) in
            spine.iter().map(|id| (*id, true)).chain(navigation.iter().map(|id| (*id, false)))
        {
            let item = match is_content {
                true => readable(&items, id),
                false => items.get(id).ok_or_else(|| unknown(id)),
            };
            let name = item.and_then(|item| {
                let reference = item.reference;
                let is_remote =
                    reference.split('/').next().is_some_and(|segment| segment.contains(':'));
                let name = resolved_in(record, reference).filter(|_| !is_remote);
                name.ok_or_else(|| format!("`{reference}` is not in the package"))
            });
            match name {
                Ok(name) if seen.insert(name.clone()) => self.records.push(name),
                Ok(_) => {}
                Err(message) => self.left_out.push(message),
            }
        }
    }
}

fn unknown(id: &str) -> String {
    format!("the spine refers to an item `{id}`, which is not in the manifest")
}

/// The maximum number of fallbacks to follow.
const FALLBACKS: usize = 32;

/// Returns an item, or its first fallback that can contain text (EPUB 3.3, clause 3.5.1). The error
/// is the reason when none of them can.
fn readable<'i, 't>(
    items: &'i HashMap<&str, Item<'t>>,
    id: &str,
) -> std::result::Result<&'i Item<'t>, String> {
    let first = items.get(id).ok_or_else(|| unknown(id))?;
    let mut item = first;
    // The limit is needed because a chain of fallbacks may be a cycle, or long enough to waste
    // time.
    for _ in 0..FALLBACKS {
        if DOCUMENTS.contains(&item.media_type) {
            return Ok(item);
        }
        match item.fallback.and_then(|id| items.get(id)) {
            Some(next) => item = next,
            None => break,
        }
    }
    Err(format!("`{}` is of type `{}`, which is not read", first.reference, first.media_type))
}

/// Returns the first language with its range.
fn language(xml: &PartTree<'_>) -> Option<(String, ByteSpan)> {
    let tree = &xml.tree;
    let mut all = tree.nodes().filter(|node| tree.node(*node).is_element());
    let node = all.find(|node| tree.is(*node, DUBLIN_CORE, "language"))?;
    let text = node.next();
    let inner = tree.node(text);
    let is_alone = inner.is_text() && !inner.inside && tree.node(node).after == text.next();
    let content = tree.text(text).trim();
    let at = is_alone.then(|| inner.at())?;
    let raw = tree.source().get(at.clone())?;
    let start = at.start + raw.find(content).filter(|_| !content.is_empty())?;
    Some((content.to_owned(), ByteSpan::new(xml.base + start, xml.base + start + content.len())))
}
