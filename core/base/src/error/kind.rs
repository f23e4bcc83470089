//! The kinds of errors: one table for all interfaces.

use std::fmt;

/// The category of an [`Error`](crate::Error).
///
/// A kind exists only if callers react differently to it. The numbers are fixed, because they are the
/// status numbers of the C API, and each kind has one exception class in Python.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ErrorKind {
    /// The call itself is wrong, for example an argument is missing or contradicts another. Fix the call.
    Invalid,
    /// The input does not conform to its format. Fix the document; the error contains the location.
    Malformed,
    /// The format, version or feature is not available. Use another one.
    Unsupported,
    /// The object does not exist, or the caller must not know about it.
    NotFound,
    /// The call has no credentials, or a wrong token, password or key.
    Unauthenticated,
    /// The caller is known, but not allowed to do this.
    Forbidden,
    /// The name is already in use, or the object is still in use.
    Conflict,
    /// A required service does not respond. Try again later.
    Unavailable,
    /// A time limit was reached. Raise the limit or reduce the work.
    Deadline,
    /// The disk or the data stored on it is faulty.
    Storage,
    /// A fault of the engine. Report it.
    Internal,
    /// A size limit was reached. Raise the limit or reduce the input.
    TooLarge,
    /// Too many attempts. Wait before the next attempt.
    Throttled,
    /// The object has changed in the meantime. Read it again.
    PreconditionFailed,
    /// A recognizer, translator or other function of the host program failed or returned a wrong result.
    /// Fix that function.
    Provider,
}

impl fmt::Display for ErrorKind {
    /// Writes the [name](ErrorKind::name).
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.name())
    }
}

impl ErrorKind {
    /// All kinds, in the order of their numbers.
    pub const ALL: &[ErrorKind] = &[
        ErrorKind::Invalid,
        ErrorKind::Malformed,
        ErrorKind::Unsupported,
        ErrorKind::NotFound,
        ErrorKind::Unauthenticated,
        ErrorKind::Forbidden,
        ErrorKind::Conflict,
        ErrorKind::Unavailable,
        ErrorKind::Deadline,
        ErrorKind::Storage,
        ErrorKind::Internal,
        ErrorKind::TooLarge,
        ErrorKind::Throttled,
        ErrorKind::PreconditionFailed,
        ErrorKind::Provider,
    ];

    /// Returns the fixed number, 1 or more. In the C API, 0 means success.
    pub const fn number(self) -> u32 {
        self.row().0
    }

    /// Returns the name, which is the same in all interfaces.
    pub const fn name(self) -> &'static str {
        self.row().1
    }

    /// Returns the kind with a number, or `None` if there is none.
    pub fn from_number(number: u32) -> Option<ErrorKind> {
        ErrorKind::ALL.iter().copied().find(|kind| kind.number() == number)
    }

    const fn row(self) -> (u32, &'static str) {
        match self {
            ErrorKind::Invalid => (1, "Invalid"),
            ErrorKind::Malformed => (2, "Malformed"),
            ErrorKind::Unsupported => (3, "Unsupported"),
            ErrorKind::NotFound => (4, "NotFound"),
            ErrorKind::Unauthenticated => (5, "Unauthenticated"),
            ErrorKind::Forbidden => (6, "Forbidden"),
            ErrorKind::Conflict => (7, "Conflict"),
            ErrorKind::Unavailable => (8, "Unavailable"),
            ErrorKind::Deadline => (9, "Deadline"),
            ErrorKind::Storage => (10, "Storage"),
            ErrorKind::Internal => (11, "Internal"),
            ErrorKind::TooLarge => (12, "TooLarge"),
            ErrorKind::Throttled => (13, "Throttled"),
            ErrorKind::PreconditionFailed => (14, "PreconditionFailed"),
            ErrorKind::Provider => (15, "Provider"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ErrorKind;

    #[test]
    fn numbers_count_from_one_without_gaps() {
        for (index, kind) in ErrorKind::ALL.iter().enumerate() {
            assert_eq!(kind.number() as usize, index + 1);
            assert_eq!(ErrorKind::from_number(kind.number()), Some(*kind));
        }
        assert_eq!(ErrorKind::from_number(0), None);
        assert_eq!(ErrorKind::from_number(ErrorKind::ALL.len() as u32 + 1), None);
    }
}
