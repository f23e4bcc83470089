//! The kinds of failure, one table for every door.

/// What sort of failure an [`Error`](crate::Error) is.
///
/// A kind exists only where a caller would act differently. The numbers are fixed: they are the
/// status numbers of the C door, and each has one exception class in Python.
///
/// ```
/// # use glossweave_base as glossweave;
/// use glossweave::Kind;
/// assert_eq!(Kind::Malformed.number(), 2);
/// assert_eq!(Kind::from_number(2), Some(Kind::Malformed));
/// assert_eq!(Kind::Malformed.name(), "Malformed");
/// ```
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// The call itself is wrong: a missing or contradictory argument. Fix the call.
    Invalid,
    /// The input is not what its format says. Fix the document; the place is in the error.
    Malformed,
    /// A format, version or feature that is not available here. Choose another one.
    Unsupported,
    /// No such thing, or none that the caller may know of.
    NotFound,
    /// No caller, or a wrong token, password or key.
    Unauthenticated,
    /// The caller is known and may not do this.
    Forbidden,
    /// The name is taken, or the thing is still in use.
    Conflict,
    /// A service that is needed does not answer. Try again later.
    Unavailable,
    /// A time limit was reached. Raise the limit or make the work smaller.
    Deadline,
    /// The disk, or what is stored on it, failed.
    Storage,
    /// A fault of the engine itself. Report it.
    Internal,
    /// A size limit was reached. Raise the limit or make the input smaller.
    TooLarge,
    /// Too many attempts. Wait.
    Throttled,
    /// The thing changed in the meantime. Read it again.
    PreconditionFailed,
}

impl Kind {
    /// Every kind, in the order of their numbers.
    pub const ALL: &[Kind] = &[
        Kind::Invalid,
        Kind::Malformed,
        Kind::Unsupported,
        Kind::NotFound,
        Kind::Unauthenticated,
        Kind::Forbidden,
        Kind::Conflict,
        Kind::Unavailable,
        Kind::Deadline,
        Kind::Storage,
        Kind::Internal,
        Kind::TooLarge,
        Kind::Throttled,
        Kind::PreconditionFailed,
    ];

    /// The fixed number, 1 or more; 0 means success in the C door.
    pub const fn number(self) -> u32 {
        self.row().0
    }

    /// The name, the same in every door.
    pub const fn name(self) -> &'static str {
        self.row().1
    }

    /// The kind of a number, or `None` for a number that no kind has.
    pub fn from_number(number: u32) -> Option<Kind> {
        Kind::ALL.iter().copied().find(|kind| kind.number() == number)
    }

    const fn row(self) -> (u32, &'static str) {
        match self {
            Kind::Invalid => (1, "Invalid"),
            Kind::Malformed => (2, "Malformed"),
            Kind::Unsupported => (3, "Unsupported"),
            Kind::NotFound => (4, "NotFound"),
            Kind::Unauthenticated => (5, "Unauthenticated"),
            Kind::Forbidden => (6, "Forbidden"),
            Kind::Conflict => (7, "Conflict"),
            Kind::Unavailable => (8, "Unavailable"),
            Kind::Deadline => (9, "Deadline"),
            Kind::Storage => (10, "Storage"),
            Kind::Internal => (11, "Internal"),
            Kind::TooLarge => (12, "TooLarge"),
            Kind::Throttled => (13, "Throttled"),
            Kind::PreconditionFailed => (14, "PreconditionFailed"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Kind;

    #[test]
    fn numbers_count_from_one_without_gaps() {
        for (index, kind) in Kind::ALL.iter().enumerate() {
            assert_eq!(kind.number() as usize, index + 1);
            assert_eq!(Kind::from_number(kind.number()), Some(*kind));
        }
        assert_eq!(Kind::from_number(0), None);
        assert_eq!(Kind::from_number(Kind::ALL.len() as u32 + 1), None);
    }
}
