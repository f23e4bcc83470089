//! Entity references in translated texts: when the text of an entity is unchanged, its reference is used.

use std::collections::{HashMap, VecDeque};

use glossweave_base::text::ByteSpan;
use glossweave_document::{Document, InsertionBarrier, PieceKind};
use glossweave_markup::EncodingExt;

/// The maximum number of entities with different texts that are searched for in one text.
const TEXTS: usize = 64;

/// The entity references in a range of the source, by their texts.
pub(super) struct EntityReferences {
    unused: HashMap<String, VecDeque<String>>,
}

impl EntityReferences {
    /// Returns the references to entities that contain only text in a range of the source. `text` is the start of the
    /// corresponding text.
    pub fn of(document: &Document, at: ByteSpan, text: usize) -> EntityReferences {
        let source = document.source();
        let mut unused: HashMap<String, VecDeque<String>> = HashMap::new();
        let pieces = document.map().pieces_from(text);
        for piece in pieces.take_while(|piece| piece.source.start() < at.end()) {
            let is_entity = piece.kind == PieceKind::Atomic
                && at.contains(piece.source)
                // Text from an entity with markup is only a part of the text that its reference represents.
                && document.zone_at(piece.text.start()).0.obstacle != Some(InsertionBarrier::Entity);
            let bytes = source.bytes().get(piece.source.range()).filter(|_| is_entity);
            let Some(bytes) = bytes else { continue };
            let reference = source.encoding().decode_part(bytes).text;
            let text = document.text().get(piece.text.range()).unwrap_or_default();
            if is_reference(&reference) && (unused.contains_key(text) || unused.len() < TEXTS) {
                unused.entry(text.to_owned()).or_default().push_back(reference.into_owned());
            }
        }
        EntityReferences { unused }
    }

    /// Writes a text. Texts of entities are written as references, and the other parts by `write`.
    pub fn write(&mut self, text: &str, out: &mut String, write: impl Fn(&str, &mut String)) {
        let mut found: Vec<(usize, usize, String)> = Vec::new();
        for (expansion, references) in &mut self.unused {
            let whole = text.match_indices(expansion.as_str());
            let whole = whole.filter(|(at, _)| is_word(text, *at, expansion.len()));
            for (at, _) in whole {
                let Some(reference) = references.pop_front() else { break };
                found.push((at, at + expansion.len(), reference));
            }
        }
        // When two texts overlap, the longer one is used.
        found.sort_by_key(|(start, end, _)| (*start, std::cmp::Reverse(*end)));
        let mut done = 0;
        for (start, end, reference) in found {
            if start < done {
                continue;
            }
            write(text.get(done..start).unwrap_or_default(), out);
            out.push_str(&reference);
            done = end;
        }
        write(text.get(done..).unwrap_or_default(), out);
    }
}

/// Returns `true` for a reference to an entity that the document declares. Character references and the entities that
/// XML predefines do not count.
fn is_reference(source: &str) -> bool {
    let name = source.strip_prefix('&').and_then(|rest| rest.strip_suffix(';'));
    name.is_some_and(|name| {
        !name.starts_with('#') && !matches!(name, "amp" | "lt" | "gt" | "quot" | "apos")
    })
}

/// Returns `true` if a range of a text neither begins nor ends within a word.
fn is_word(text: &str, start: usize, length: usize) -> bool {
    let parts = |at: usize| {
        let (before, behind) = text.split_at_checked(at)?;
        Some((before.chars().next_back()?, behind.chars().next()?))
    };
    let is_within = |at: usize| {
        parts(at)
            .is_some_and(|(before, behind)| before.is_alphanumeric() && behind.is_alphanumeric())
    };
    !is_within(start) && !is_within(start + length)
}
