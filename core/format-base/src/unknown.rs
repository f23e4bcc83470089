//! Warnings for references to unknown entities.

use glossweave_base::text::{ByteSpan, TextSpan};
use glossweave_document::{Builder, Document, SourceExt};
use glossweave_markup::tree::Tree;
use glossweave_markup::{UnknownEntities, WayBack};

/// Returns the positions of the references in the decoded source, with a message for each.
pub fn messages(
    tree: &Tree<'_>,
    how: UnknownEntities,
) -> impl Iterator<Item = (std::ops::Range<usize>, String)> {
    let outcome = match how {
        UnknownEntities::Replace => "U+FFFD replaces it",
        UnknownEntities::Omit | UnknownEntities::Refuse => "its text is omitted",
    };
    tree.unknown().iter().map(move |reference| {
        let why = match reference.is_external {
            true => "is external and is not read",
            false => "is not declared",
        };
        (reference.at.clone(), format!("the entity `{}` {why}: {outcome}", reference.name))
    })
}

/// Adds the warnings for a tree to a document.
pub fn warn(tree: &Tree<'_>, how: UnknownEntities, mut back: WayBack<'_>, builder: &mut Builder) {
    for (at, message) in messages(tree, how) {
        let start = back.source(at.start);
        let end = back.clone().source(at.end);
        builder.warn(message, ByteSpan::new(start, end));
    }
}

/// Returns `true` if a text contains a U+FFFD that replaces a reference of the source.
pub fn is_in(document: &Document, text: TextSpan) -> bool {
    let source = document.source();
    if source.options().unknown_entities != UnknownEntities::Replace {
        return false;
    }
    let mark = source.options().unknown_entities.text();
    let sign = source.encoding().encode("&");
    let inner = document.text().get(text.range()).unwrap_or_default();
    inner.match_indices(mark).any(|(at, _)| {
        let piece = document.map().pieces_from(text.start() + at).next();
        let bytes = piece.and_then(|piece| source.bytes().get(piece.source.range()));
        bytes.is_some_and(|bytes| bytes.starts_with(&sign))
    })
}
