//! Corpora of annotated sentences, and the results of evaluations.

use std::collections::BTreeMap;

/// A named entity: a range of tokens in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LabeledSpan {
    /// The index of the first token.
    pub start: usize,
    /// The index after the last token.
    pub end: usize,
    /// The index of the class in [`Corpus::classes`].
    pub class: usize,
}

/// A sentence with its tokens and mentions. The mentions do not overlap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sentence {
    /// The tokens.
    pub tokens: Vec<String>,
    /// The mentions, sorted by position.
    pub mentions: Vec<LabeledSpan>,
}

/// A corpus of annotated documents.
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Corpus {
    /// The names of the classes, in alphabetical order.
    pub classes: Vec<String>,
    /// The documents, each of which is a list of sentences. Other mentions of a name in the same
    /// document are used as evidence.
    pub documents: Vec<Vec<Sentence>>,
    /// The number of texts that are not annotated yet, for example cancelled tasks of Label Studio. They are
    /// skipped, because they do not show which tokens are not names.
    pub unannotated: usize,
}

impl Corpus {
    /// Returns the number of tokens.
    pub fn tokens(&self) -> usize {
        self.sentences().map(|sentence| sentence.tokens.len()).sum()
    }

    /// Returns all sentences.
    pub fn sentences(&self) -> impl Iterator<Item = &Sentence> {
        self.documents.iter().flatten()
    }
}

/// The numbers of expected, found and correct mentions. A mention is correct if its tokens and its
/// class are correct, as in conlleval.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scores {
    /// The number of expected mentions.
    pub expected: usize,
    /// The number of found mentions.
    pub found: usize,
    /// The number of found mentions that are correct.
    pub correct: usize,
}

impl Scores {
    /// Returns the share of found mentions that are correct, from 0 to 1.
    pub fn precision(&self) -> f64 {
        ratio(self.correct, self.found)
    }

    /// Returns the share of expected mentions that were found, from 0 to 1.
    pub fn recall(&self) -> f64 {
        ratio(self.correct, self.expected)
    }

    /// Returns the harmonic mean of precision and recall.
    pub fn f1(&self) -> f64 {
        ratio(2 * self.correct, self.expected + self.found)
    }
}

fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// The results of an evaluation.
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// The scores of all classes together.
    pub overall: Scores,
    /// The scores of each class, by name.
    pub classes: BTreeMap<String, Scores>,
    /// The number of tokens.
    pub tokens: usize,
    /// The number of tokens with the correct tag.
    pub correct_tokens: usize,
}

impl Evaluation {
    /// Adds a sentence to the counts. `name` returns the class names of each side.
    pub(super) fn add(
        &mut self,
        length: usize,
        expected: &[LabeledSpan],
        found: &[LabeledSpan],
        name: impl Fn(Side, usize) -> String,
    ) {
        let named =
            |side, mention: &LabeledSpan| (mention.start, mention.end, name(side, mention.class));
        let truth: Vec<_> = expected.iter().map(|mention| named(Side::Expected, mention)).collect();
        let guess: Vec<_> = found.iter().map(|mention| named(Side::Found, mention)).collect();
        for mention in &truth {
            self.overall.expected += 1;
            self.classes.entry(mention.2.clone()).or_default().expected += 1;
        }
        for mention in &guess {
            let tally = self.classes.entry(mention.2.clone()).or_default();
            tally.found += 1;
            self.overall.found += 1;
            if truth.contains(mention) {
                tally.correct += 1;
                self.overall.correct += 1;
            }
        }
        self.tokens += length;
        let tag = |mentions: &[(usize, usize, String)], token: usize| {
            let inside = mentions.iter().find(|mention| (mention.0..mention.1).contains(&token));
            inside.map(|mention| (mention.0 == token, mention.2.clone()))
        };
        self.correct_tokens +=
            (0..length).filter(|token| tag(&truth, *token) == tag(&guess, *token)).count();
    }
}

/// The side of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Expected,
    Found,
}
