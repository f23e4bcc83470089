//! The kinds of failure, one table for all interfaces.

use std::fmt;

/// The category of an [`Error`](crate::Error).
///
/// A kind exists only if a caller would act differently. The numbers are fixed: they are the status numbers
/// of the C interface, and each has one exception class in Python.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ErrorKind {
    /// An error in the call itself: a missing or contradictory argument. Fix the call.
    Invalid,
    /// Input that does not conform to its format. Fix the document; the error has the location.
    Malformed,
    /// A format, version or feature that is not available. Choose another one.
    Unsupported,
    /// Something that does not exist, or that the caller may not know of.
    NotFound,
    /// A call without credentials, or with a wrong token, password or key.
    Unauthenticated,
    /// An action that the caller, who is known, may not do.
    Forbidden,
    /// A name that is taken, or an object that is still in use.
    Conflict,
    /// A required service that does not answer. Try again later.
    Unavailable,
    /// A time limit that was reached. Raise the limit or make the work smaller.
    Deadline,
    /// A failure of the disk, or of the data stored on it.
    Storage,
    /// A fault of the engine itself. Report it.
    Internal,
    /// A size limit that was reached. Raise the limit or make the input smaller.
    TooLarge,
    /// Too many attempts. Wait before the next one.
    Throttled,
    /// An object that has changed in the meantime. Read it again.
    PreconditionFailed,
    /// A recognizer, translator or other function of the host program that failed or gave a wrong answer. Fix that function.
    Provider,
}

impl fmt::Display for ErrorKind {
    /// Writes the [name](ErrorKind::name).
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.name())
    }
}

impl ErrorKind {
    /// Every kind, in the order of their numbers.
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

    /// Returns the fixed number, 1 or more; 0 means success in the C interface.
    pub const fn number(self) -> u32 {
        self.row().0
    }

    /// Returns the name, the same in all interfaces.
    pub const fn name(self) -> &'static str {
        self.row().1
    }

    /// Returns the kind with a number, or `None` if no kind has it.
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
