//! Annotations as both notations have them.

use std::collections::BTreeMap;
use std::ops::Range;

use super::KEYS;
use crate::format::exchange::reading::{ReadMark, Reading};

/// Types of tokens and sentences, which every document of GATE has.
const WORDS: [&str; 6] = ["Token", "SpaceToken", "Sentence", "Split", "paragraph", "DEFAULT_TOKEN"];

/// The annotation set with the markup of the source.
const MARKUP: &str = "Original markups";

/// The numbers of annotations and features that are not read.
#[derive(Default)]
pub(super) struct Unread {
    words: usize,
    features: BTreeMap<String, usize>,
    /// The names of annotation sets, with the numbers of their annotations.
    sets: BTreeMap<String, usize>,
}

impl Unread {
    pub fn report(self, reading: &mut Reading) {
        if self.words > 0 {
            let message =
                format!("{} tokens, sentences and elements of markup are not read", self.words);
            reading.warn(message, 0..0);
        }
        for (name, count) in self.sets.into_iter().take(100) {
            let message = format!("the set `{name}` of {count} annotations is not kept apart");
            reading.warn(message, 0..0);
        }
        reading.warn_of_keys(self.features);
    }
}

/// Returns an annotation, or `None` if it is not read.
pub(super) fn mark(
    set: &str,
    kind: &str,
    span: Range<usize>,
    features: &[(String, String)],
    unread: &mut Unread,
) -> Option<ReadMark> {
    if set == MARKUP || WORDS.contains(&kind) {
        unread.words += 1;
        return None;
    }
    if !set.is_empty() {
        *unread.sets.entry(set.to_owned()).or_default() += 1;
    }
    Some(KEYS.read(span, Some(kind), features, &mut unread.features))
}
