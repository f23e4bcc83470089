//! A recognizer that combines the results of other recognizers.

mod combine;
#[cfg(test)]
mod tests;

use std::fmt;
use std::ops::Add;
use std::sync::Arc;

use glossweave_base::error::{Error, Result};
use glossweave_base::token_usage::TokenUsage;
use glossweave_document::annotation::Annotation;
use glossweave_document::recognizer::{NameVisitor, Passage, PassageExt, Recognizer};

/// The maximum number of recognizers.
const MANY: usize = 16;

/// The rule of a [`Combination`].
///
/// Two recognizers agree on a span if they annotate it with a common IRI, or if one of them specifies no IRI.
/// Entities on which recognizers agree are merged into one entity with all IRIs and classes and the highest
/// confidence. The data of the first recognizer comes first.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CombinationRule {
    /// Keeps the annotations of all recognizers.
    Union,
    /// Keeps the annotations on which all recognizers agree.
    Intersection,
    /// Keeps the annotations of the first recognizer, and then the annotations of each following
    /// recognizer in the rest of the text.
    Priority,
    /// Keeps the longest annotation when annotations overlap. If two have the same length, the first in the
    /// text is kept, then the annotation of the first recognizer.
    Longest,
    /// Keeps the annotations on which at least this number of recognizers agree.
    Vote(usize),
}

/// A recognizer that combines the results of other recognizers for the same text.
///
/// The recognizers are called sequentially. When one of them returns an error, the combination
/// returns it.
#[derive(Clone)]
pub struct Combination {
    rule: CombinationRule,
    recognizers: Vec<Arc<dyn Recognizer>>,
}

impl Combination {
    /// Creates a combination of recognizers, the most important recognizer first.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `recognizer`, if there are no recognizers or more
    /// than 16, and with the parameter `votes` if the number of votes is 0 or greater than the number of
    /// recognizers.
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
        let found = self.recognizers.iter().map(|recognizer| recognizer.recognize(&within));
        let found: Vec<_> = found.collect::<Result<_>>()?;
        Ok(combine::combine(self.rule, found))
    }

    fn needs_language(&self) -> bool {
        self.recognizers.iter().any(|recognizer| recognizer.needs_language())
    }

    fn token_usage(&self) -> Option<TokenUsage> {
        self.recognizers
            .iter()
            .filter_map(|recognizer| recognizer.token_usage())
            .reduce(TokenUsage::add)
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
