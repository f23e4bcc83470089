//! Parts of a file that are not read because they are invalid.

use std::ops::Range;

use super::reading::Reading;
use glossweave_format_base::strings::Fault;

/// The maximum number of rejected parts with individual warnings. Further parts are only counted.
const NAMED: usize = 20;

/// The rejected parts of a file whose other parts are read.
#[derive(Debug)]
pub(super) struct Rejections<E> {
    first: Option<E>,
    messages: Vec<(String, Range<usize>)>,
    count: usize,
    is_any_accepted: bool,
}

impl<E> Default for Rejections<E> {
    fn default() -> Self {
        Rejections { first: None, messages: Vec::new(), count: 0, is_any_accepted: false }
    }
}

impl<E> Rejections<E> {
    /// Returns the number of rejected parts.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Records that a part was accepted.
    pub fn accept(&mut self) {
        self.is_any_accepted = true;
    }

    /// Adds a rejected part. The first error is used if no part is accepted, the message and its
    /// position otherwise.
    pub fn reject(&mut self, error: E, message: String, at: Range<usize>) {
        self.count += 1;
        if self.messages.len() < NAMED {
            self.messages.push((message, at));
        }
        self.first.get_or_insert(error);
    }

    /// Adds a warning with the consequence for each rejected part. Returns the first error if no
    /// part was accepted.
    pub fn report(self, parts: &str, consequence: &str, reading: &mut Reading) -> Result<(), E> {
        if let Some(error) = self.first.filter(|_| !self.is_any_accepted) {
            return Err(error);
        }
        for (message, at) in self.messages {
            reading.warn(format!("{message}; {consequence}"), at);
        }
        if self.count > NAMED {
            reading.warn(format!("{} {parts} are invalid; {consequence}", self.count), 0..0);
        }
        Ok(())
    }
}

impl Rejections<Fault> {
    /// Adds a rejected part by its fault.
    pub fn reject_fault(&mut self, fault: Fault) {
        let (message, at) = (fault.message.clone(), fault.at.clone());
        self.reject(fault, message, at);
    }
}
