//! A recognizer that combines what others find.

mod combine;
#[cfg(test)]
mod tests;

use std::fmt;
use std::ops::Add;
use std::sync::Arc;

use glossweave_base::error::{Error, Result};
use glossweave_base::token_usage::TokenUsage;
use glossweave_document::annotation::Annotation;
use glossweave_document::recognizer::PassageExt;
use glossweave_document::recognizer::{NameVisitor, Passage, Recognizer};

/// The maximum number of recognizers.
const MANY: usize = 16;

/// The rule of a [`Combination`].
///
/// Two recognizers agree on a span if they find it with a common IRI, or if one of them has no IRI for it.
/// Entities that they agree on become one, with the IRIs and classes of all and the highest confidence; the first
/// recognizer's come first.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CombinationRule {
    /// Keeps what any recognizer finds.
    Union,
    /// Keeps what all recognizers agree on.
    Intersection,
    /// Keeps what the first recognizer finds, then what the next ones find in the rest of the text.
    Priority,
    /// Keeps what any recognizer finds; of mentions that overlap, the longest, then the first one, then that of the
    /// first recognizer.
    Longest,
    /// Keeps what at least this number of recognizers agree on.
    Vote(usize),
}

/// A recognizer that combines what other recognizers find in the same text.
///
/// An error of one of them is an error of the combination. They are called one after the other.
#[derive(Clone)]
pub struct Combination {
    rule: CombinationRule,
    recognizers: Vec<Arc<dyn Recognizer>>,
}

impl Combination {
    /// Creates a combination of recognizers, the most important one first.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid` with the parameter `recognizer` if there is none or more than 16, and with the
    /// parameter `votes` if more votes are needed than there are recognizers, or none.
    pub fn new(
        rule: CombinationRule,
        recognizers: impl IntoIterator<Item = Arc<dyn Recognizer>>,
    ) -> Result<Combination> {
        let recognizers: Vec<_> = recognizers.into_iter().take(MANY + 1).collect();
        if !(1..=MANY).contains(&recognizers.len()) {
            let message = format!("a combination has 1 to {MANY} recognizers");
            return Err(Error::invalid(message).with_parameter("recognizer"));
        }
        let number = recognizers.len();
        match rule {
            CombinationRule::Vote(votes) if !(1..=number).contains(&votes) => {
                let expected = format!("from 1 to {number}");
                Err(Error::no_such("number of votes", &votes.to_string(), &expected)
                    .with_parameter("votes"))
            }
            rule => Ok(Combination { rule, recognizers }),
        }
    }
}

impl Recognizer for Combination {
    fn recognize(&self, passage: &Passage<'_>) -> Result<Vec<Annotation>> {
        let memory = passage.memory();
        let within = passage.drawing_on(&memory);
        let found = self.recognizers.iter().map(|one| one.recognize(&within));
        let found: Vec<_> = found.collect::<Result<_>>()?;
        Ok(combine::combine(self.rule, found))
    }

    fn needs_language(&self) -> bool {
        self.recognizers.iter().any(|one| one.needs_language())
    }

    fn token_usage(&self) -> Option<TokenUsage> {
        self.recognizers.iter().filter_map(|one| one.token_usage()).reduce(TokenUsage::add)
    }

    fn each_name(&self, visit: &mut NameVisitor<'_>) -> Result<()> {
        self.recognizers.iter().try_for_each(|recognizer| recognizer.each_name(visit))
    }
}

impl fmt::Debug for Combination {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Combination({:?} of {})", self.rule, self.recognizers.len())
    }
}
