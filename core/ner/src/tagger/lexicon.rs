//! Lexical resources in addition to the training text: lists of names, and word classes.

use super::gazetteers::Lists;
use crate::word_classes::{WordClass, WordClasses, WordClassesExt};

/// The lists of names and word classes that the host provides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Lexicon {
    pub lists: Lists,
    pub classes: WordClasses,
}

impl Lexicon {
    /// Returns the class of a token, given its `lower_key`. A hashtag has the class of its word.
    pub fn class(&self, token: &str, lower: u64) -> WordClass {
        if self.classes.is_empty() {
            return WordClass::default();
        }
        let class = self.classes.find(lower);
        if class.frequency_class().is_some() {
            return class;
        }
        let part = match token.strip_prefix(['#', '@']) {
            Some(word) => word,
            None => token.rsplit('-').next().unwrap_or_default(),
        };
        if part.is_empty() || part.len() == token.len() {
            return class;
        }
        self.classes.find(crate::hash::lower_key(part))
    }
}
