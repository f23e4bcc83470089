//! The annotation model that the XML and JSON readers of GATE use.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{KEYS, NAME};
use crate::reading::{ReadMark, Reading};

/// Types of tokens and sentences, which every document of GATE contains.
const WORDS: [&str; 6] = ["Token", "SpaceToken", "Sentence", "Split", "paragraph", "DEFAULT_TOKEN"];

/// The annotation set for the markup of the source.
const MARKUP: &str = "Original markups";

/// The numbers of annotations and features that are not read.
#[derive(Default)]
pub(super) struct Unread {
    words: usize,
    /// The number of document features.
    document: usize,
    features: BTreeMap<String, usize>,
    /// The numbers of annotations, by the names of their annotation sets.
    sets: BTreeMap<String, usize>,
}

/// The features that GATE adds to each document when it reads the document.
const SOURCE: [&str; 4] = ["gate.SourceURL", "MimeType", "docNewLineType", NAME];

impl Unread {
    /// Counts the features of the document.
    pub fn of_document(&mut self, features: &[(String, String)]) {
        let others = features.iter().filter(|(name, _)| !SOURCE.contains(&name.as_str()));
        self.document += others.count();
    }

    pub fn report(self, reading: &mut Reading) {
        if self.words > 0 {
            let message =
                format!("{} tokens, sentences and elements of markup are not read", self.words);
            reading.warn(message, 0..0);
        }
        for (name, count) in self.sets.into_iter().take(100) {
            let message =
                format!("the set `{name}` of {count} annotations is merged with the other sets");
            reading.warn(message, 0..0);
        }
        reading.warn_of_keys(self.features);
        if self.document > 0 {
            reading.warn(format!("{} features of the document are not read", self.document), 0..0);
        }
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
