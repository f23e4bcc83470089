//! Annotated sentences, and what is told of a comparison of two.

use std::collections::BTreeMap;

/// A stretch of the tokens of a sentence that names something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Mention {
    /// The first token.
    pub start: usize,
    /// The token after the last one.
    pub end: usize,
    /// The number of the class in [`Corpus::classes`].
    pub class: usize,
}

/// Tokens in their order, with the mentions among them, which do not overlap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sentence {
    /// The tokens.
    pub tokens: Vec<String>,
    /// The mentions, in their order.
    pub mentions: Vec<Mention>,
}

/// Annotated documents.
///
/// ```
/// use glossweave::provider::Corpus;
/// let corpus = Corpus::from_conll("To O\nCork B-LOC\n\nMary B-PER\nMurphy I-PER\n")?;
/// assert_eq!(corpus.classes, ["LOC", "PER"]);
/// assert_eq!(corpus.documents[1][0].mentions[0].end, 2);
/// # Ok::<(), glossweave::Error>(())
/// ```
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Corpus {
    /// The names of the classes, in the order of the alphabet.
    pub classes: Vec<String>,
    /// The documents, each of them sentences. What is said of a name elsewhere in its document
    /// counts.
    pub documents: Vec<Vec<Sentence>>,
}

impl Corpus {
    /// The number of tokens.
    pub fn tokens(&self) -> usize {
        self.sentences().map(|sentence| sentence.tokens.len()).sum()
    }

    /// All sentences.
    pub fn sentences(&self) -> impl Iterator<Item = &Sentence> {
        self.documents.iter().flatten()
    }
}

/// How many mentions there were, were found, and were found right: same tokens and same class, as
/// conlleval counts.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many there were.
    pub expected: usize,
    /// How many were found.
    pub found: usize,
    /// How many of those were right.
    pub correct: usize,
}

impl Tally {
    /// The share of what was found that was right, from 0 to 1.
    pub fn precision(&self) -> f64 {
        ratio(self.correct, self.found)
    }

    /// The share of what there was that was found, from 0 to 1.
    pub fn recall(&self) -> f64 {
        ratio(self.correct, self.expected)
    }

    /// The harmonic mean of both.
    pub fn f1(&self) -> f64 {
        ratio(2 * self.correct, self.expected + self.found)
    }
}

fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// What an evaluation found.
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// All classes together.
    pub overall: Tally,
    /// Each class by its name.
    pub classes: BTreeMap<String, Tally>,
    /// How many tokens there were, and how many had the right tag.
    pub tokens: usize,
    /// See `tokens`.
    pub correct_tokens: usize,
}

impl Evaluation {
    /// Counts a sentence. Classes are named by a list for each side.
    pub(super) fn add(
        &mut self,
        length: usize,
        expected: &[Mention],
        found: &[Mention],
        name: impl Fn(Side, usize) -> String,
    ) {
        let named =
            |side, mention: &Mention| (mention.start, mention.end, name(side, mention.class));
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
            let inside = mentions.iter().find(|one| (one.0..one.1).contains(&token));
            inside.map(|one| (one.0 == token, one.2.clone()))
        };
        self.correct_tokens +=
            (0..length).filter(|token| tag(&truth, *token) == tag(&guess, *token)).count();
    }
}

/// Which side of a comparison a class is named on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Expected,
    Found,
}
