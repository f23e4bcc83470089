//! References to entities in translated texts: a text that stays is written as its reference.

use std::collections::{HashMap, VecDeque};

use glossweave_base::text::ByteSpan;
use glossweave_document::{Document, InsertionBarrier, PieceKind};

/// The maximum number of entities with different texts that are looked for in one text.
const TEXTS: usize = 64;

/// The references to entities in a range of the source, by their texts.
pub(super) struct EntityReferences {
    unused: HashMap<String, VecDeque<String>>,
}

impl EntityReferences {
    /// Returns the references to entities that hold text alone, in a range of the source with a part of the text that begins
    /// at `text`.
    pub fn of(document: &Document, at: ByteSpan, text: usize) -> EntityReferences {
        let source = document.source();
        let mut unused: HashMap<String, VecDeque<String>> = HashMap::new();
        let pieces = document.map().pieces_from(text);
        for piece in pieces.take_while(|piece| piece.source.start() < at.end()) {
            let is_entity = piece.kind == PieceKind::Atomic
                && at.contains(piece.source)
                // Text from an entity with markup is a part of what its reference stands for.
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

    /// Writes a text with the references for what they stand for, and the rest by a function.
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
        // Of two that overlap, the longer one counts.
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

/// Returns `true` for a reference to an entity that the document declares: not to a character, nor one that XML has itself.
fn is_reference(source: &str) -> bool {
    let name = source.strip_prefix('&').and_then(|rest| rest.strip_suffix(';'));
    name.is_some_and(|name| {
        !name.starts_with('#') && !matches!(name, "amp" | "lt" | "gt" | "quot" | "apos")
    })
}

/// Returns `true` if a range of a text does not begin or end within a word.
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
