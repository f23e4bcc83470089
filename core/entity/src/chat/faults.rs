//! Faults: the parts of answers that are not used.

use std::collections::BTreeMap;

use super::align::Misplaced;
use glossweave_base::error::{Skipped, SkippedExt};
use glossweave_base::log::{Level, emit};
use glossweave_document::recognizer::{Passage, PassageExt};

/// The target of the log events.
const EVENTS: &str = "glossweave::entity";
/// The maximum number of characters of an answer in a message.
const SHOWN: usize = 100;

/// The reason why a part of an answer is not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fault {
    NoAnswer,
    NoMention,
    NotInText,
    TooOften,
    Overlapping,
    UnknownText,
    UnknownType,
    UnknownChoice,
    NoDecision,
    SeveralDecisions,
    TooMany,
}

impl Fault {
    fn message(self) -> &'static str {
        match self {
            Fault::NoAnswer => "the language model gave no readable answer",
            Fault::NoMention => "an item of the answer is not a name",
            Fault::NotInText => "the text does not contain this name",
            Fault::TooOften => "the answer contains this name more often than the text",
            Fault::Overlapping => "this name overlaps another name in the answer",
            Fault::UnknownText => "the answer refers to a text that was not sent",
            Fault::UnknownType => "the type of this name was not requested",
            Fault::UnknownChoice => "the answer chooses a candidate that was not offered",
            Fault::NoDecision => "the answer has no decision on this name",
            Fault::SeveralDecisions => "the answer has several decisions on this name",
            Fault::TooMany => "the answer has too many names",
        }
    }
}

impl From<Misplaced> for Fault {
    fn from(misplaced: Misplaced) -> Fault {
        match misplaced {
            Misplaced::NotInText => Fault::NotInText,
            Misplaced::TooOften => Fault::TooOften,
            Misplaced::Overlapping => Fault::Overlapping,
        }
    }
}

/// The faults in the answers about a passage.
pub(super) struct Faults<'p> {
    passage: &'p Passage<'p>,
    counts: BTreeMap<Fault, usize>,
}

impl<'p> Faults<'p> {
    pub fn new(passage: &'p Passage<'p>) -> Faults<'p> {
        Faults { passage, counts: BTreeMap::new() }
    }

    /// Adds a fault. `subject` is the part of the answer that is not used.
    pub fn add(&mut self, fault: Fault, subject: &str) {
        *self.counts.entry(fault).or_default() += 1;
        let is_shown = |char: &char| !char.is_control();
        let subject: String = subject.chars().filter(is_shown).take(SHOWN).collect();
        self.passage.skip(|| {
            let message = match subject.as_str() {
                "" => fault.message().to_owned(),
                subject => format!("{}: `{subject}`", fault.message()),
            };
            Skipped::new(subject, message)
        });
    }

    /// Logs the number of faults of each kind. The texts are not logged, because they may be
    /// confidential.
    pub fn report(self) {
        for (fault, count) in self.counts {
            emit(Level::Warn, EVENTS, format_args!("{} ({count} times)", fault.message()));
        }
    }
}
