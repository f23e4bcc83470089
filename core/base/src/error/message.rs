//! The message of an error: the fault, followed by a hint.

use std::fmt;

use super::Location;

/// A message that may end with a hint, so that a location can be displayed between the fault and the hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Message {
    text: Box<str>,
    /// The length of the hint at the end of the text in bytes, including its semicolon; 0 if there is none.
    hint: usize,
}

impl Message {
    pub fn new(text: impl Into<Box<str>>) -> Message {
        Message { text: text.into(), hint: 0 }
    }

    /// Returns the full text, with the hint.
    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn with_hint(&self, hint: &str) -> Message {
        let text = format!("{}; {hint}", self.text);
        let hint = text.len() - self.fault().len();
        Message { text: text.into(), hint }
    }

    /// Returns a message with another text. Its end is a hint if it ends with the hint of this message.
    pub fn replaced(&self, text: impl Into<Box<str>>) -> Message {
        let text = text.into();
        let hint = if text.ends_with(self.hint()) { self.hint } else { 0 };
        Message { text, hint }
    }

    /// Writes the fault, the location and the hint.
    pub fn display(&self, at: Option<&Location>, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.fault())?;
        if let Some(at) = at {
            write!(out, " at {at}")?;
        }
        out.write_str(self.hint())
    }

    fn fault(&self) -> &str {
        self.parts().0
    }

    fn hint(&self) -> &str {
        self.parts().1
    }

    fn parts(&self) -> (&str, &str) {
        self.text.split_at_checked(self.text.len() - self.hint).unwrap_or((&self.text, ""))
    }
}
