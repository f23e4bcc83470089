//! The error type of all crates.

mod closest;
mod kind;
mod location;
mod message;
mod skipped;
mod unknown;

use std::any::Any;
use std::fmt;
use std::io;
use std::time::Duration;

pub use closest::closest;
pub use kind::ErrorKind;
pub use location::Location;
pub use location::Places;
use message::Message;
pub use skipped::Refused;
pub use skipped::{Skipped, SkippedExt};
pub use unknown::shown;

/// The result of an operation that can fail.
pub type Result<T> = std::result::Result<T, Error>;

/// The code of errors that a full disk caused.
pub const DISK_FULL: &str = "disk-full";

type Cause = Box<dyn std::error::Error + Send + Sync>;

/// The side of a call that an error is about, when that matters: for example, the format of the input or of
/// the output may not be supported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The input of the caller.
    Input,
    /// The output that the caller requested.
    Output,
}

/// An error: a coarse [`ErrorKind`], a message, and, if known, the location in the source, the parameter
/// and the cause.
pub struct Error(Box<Inner>);

struct Inner {
    kind: ErrorKind,
    message: Message,
    location: Option<Location>,
    parameter: Option<String>,
    code: Option<String>,
    side: Option<Side>,
    retry_after: Option<Duration>,
    step: Option<usize>,
    cause: Option<Cause>,
}

impl Error {
    /// Creates an error of a kind. The message starts in lower case, has no final full stop, and contains
    /// names in backticks.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error(Box::new(Inner {
            kind,
            message: Message::new(readable(message.into())),
            location: None,
            parameter: None,
            code: None,
            side: None,
            retry_after: None,
            step: None,
            cause: None,
        }))
    }

    /// Creates an [`ErrorKind::Invalid`] error.
    pub fn invalid(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Invalid, message)
    }

    /// Creates an [`ErrorKind::Malformed`] error.
    pub fn malformed(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Malformed, message)
    }

    /// Creates an [`ErrorKind::Unsupported`] error about one side of the call.
    pub fn unsupported(side: Side, message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Unsupported, message).with_side(side)
    }

    /// Creates an [`ErrorKind::TooLarge`] error for a source of `found` bytes that exceeds an option or
    /// setting.
    #[doc(hidden)]
    pub fn source_too_long(found: usize, most: usize, limit: &str) -> Error {
        let message = format!("the source has {found} bytes, limit is {most} (`{limit}`)");
        Error::new(ErrorKind::TooLarge, message).with_parameter(limit)
    }

    /// Creates an [`ErrorKind::Internal`] error from the payload of a caught panic.
    pub fn from_panic(payload: &(dyn Any + Send)) -> Error {
        let message = payload
            .downcast_ref::<&str>()
            .copied()
            .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
            .unwrap_or("no message");
        Error::new(ErrorKind::Internal, format!("the engine panicked: {message}"))
    }

    /// Sets the message and keeps the other fields.
    pub fn with_message(mut self, message: impl Into<String>) -> Error {
        self.0.message = self.0.message.replaced(message.into());
        self
    }

    /// Adds a hint to the message, for example a way out or a likely name. It is displayed after the
    /// location.
    pub fn with_hint(mut self, hint: &str) -> Error {
        self.0.message = self.0.message.with_hint(hint);
        self
    }

    /// Returns an error of another kind with the same message. The original error becomes its cause.
    #[doc(hidden)]
    pub fn into_kind(self, kind: ErrorKind) -> Error {
        let mut error = Error::new(kind, "");
        error.0.message = self.0.message.clone();
        error.because(self)
    }

    /// Sets the location in the source.
    pub fn at(mut self, location: Location) -> Error {
        self.0.location = Some(location);
        self
    }

    /// Sets the name of the wrong parameter.
    pub fn with_parameter(mut self, name: impl Into<String>) -> Error {
        self.0.parameter = Some(name.into());
        self
    }

    /// Sets the code of a specification or of another engine, for example `XTSE0010`.
    pub fn with_code(mut self, code: impl Into<String>) -> Error {
        self.0.code = Some(code.into());
        self
    }

    /// Sets the side of the call.
    pub fn with_side(mut self, side: Side) -> Error {
        self.0.side = Some(side);
        self
    }

    /// Sets the time to wait before the next attempt.
    pub fn with_retry_after(mut self, wait: Duration) -> Error {
        self.0.retry_after = Some(wait);
        self
    }

    /// Sets the step of a pipeline, from 0, and its endpoint, which is empty if it is not known. When
    /// pipelines are nested, the step of the outer pipeline is stored, and the message contains both.
    #[doc(hidden)]
    pub fn in_step(mut self, step: usize, endpoint: &str) -> Error {
        self.0.step = Some(step);
        let message = match endpoint {
            "" => format!("step {step}: {}", self.message()),
            _ => format!("step {step}, `{endpoint}`: {}", self.message()),
        };
        self.with_message(message)
    }

    /// Sets the cause. An [`ErrorKind::Storage`] error whose cause is a full disk gets the code
    /// `disk-full`, unless it already has a code.
    pub fn because(mut self, cause: impl Into<Cause>) -> Error {
        let cause = cause.into();
        if self.0.kind == ErrorKind::Storage && self.0.code.is_none() && is_disk_full(&*cause) {
            self.0.code = Some(DISK_FULL.to_owned());
        }
        self.0.cause = Some(cause);
        self
    }

    /// Returns the kind.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// Returns the message, with its hint and without the location.
    pub fn message(&self) -> &str {
        self.0.message.text()
    }

    /// Returns the location in the source, if known.
    pub fn location(&self) -> Option<&Location> {
        self.0.location.as_ref()
    }

    /// Returns the wrong parameter, if known.
    pub fn parameter(&self) -> Option<&str> {
        self.0.parameter.as_deref()
    }

    /// Returns the code of a specification or of another engine, if there is one. For stylesheets, Saxon
    /// uses the codes of the XSLT and XPath specifications, and libxslt its own codes.
    pub fn code(&self) -> Option<&str> {
        self.0.code.as_deref()
    }

    /// Returns the side of the call, for [`ErrorKind::Unsupported`].
    pub fn side(&self) -> Option<Side> {
        self.0.side
    }

    /// Returns the time to wait before the next attempt, if known, for [`ErrorKind::Throttled`] and
    /// [`ErrorKind::Unavailable`].
    pub fn retry_after(&self) -> Option<Duration> {
        self.0.retry_after
    }

    /// Returns the step of a pipeline that failed, from 0.
    pub fn step(&self) -> Option<usize> {
        self.0.step
    }
}

/// Returns `true` if the cause of an error is a full disk, directly or through other errors.
fn is_disk_full(cause: &(dyn std::error::Error + 'static)) -> bool {
    let mut cause = Some(cause);
    while let Some(error) = cause {
        if let Some(error) = error.downcast_ref::<Error>()
            && error.code() == Some(DISK_FULL)
        {
            return true;
        }
        if let Some(error) = error.downcast_ref::<io::Error>()
            && matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
        {
            return true;
        }
        cause = error.source();
    }
    false
}

/// Removes control characters and replacement characters from a message, because it may quote a broken
/// file.
fn readable(message: String) -> String {
    let is_rubbish = |c: char| c == '\u{FFFD}' || (c.is_control() && !c.is_whitespace());
    if !message.contains(is_rubbish) {
        return message;
    }
    let parts = message.split('`').enumerate().map(|(index, part)| match index % 2 {
        1 if part.contains(is_rubbish) => "…".to_owned(),
        _ => part.replace(is_rubbish, ""),
    });
    let plain = parts.collect::<Vec<_>>().join("`");
    match plain.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &plain[..end]),
        None => plain,
    }
}

/// The maximum length of a message from which characters were removed, in characters.
const LONGEST: usize = 200;

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.message.display(self.0.location.as_ref(), out)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner { kind, message, location, parameter, code, side, retry_after, step, cause } =
            &*self.0;
        out.debug_struct("Error")
            .field("kind", kind)
            .field("message", &message.text())
            .field("location", location)
            .field("parameter", parameter)
            .field("code", code)
            .field("side", side)
            .field("retry_after", retry_after)
            .field("step", step)
            .field("cause", cause)
            .finish()
    }
}

impl From<std::io::Error> for Error {
    /// Creates an [`ErrorKind::Storage`] error.
    fn from(error: std::io::Error) -> Error {
        Error::new(ErrorKind::Storage, error.to_string()).because(error)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.cause.as_deref().map(|cause| cause as &(dyn std::error::Error + 'static))
    }
}

#[cfg(test)]
mod tests;
