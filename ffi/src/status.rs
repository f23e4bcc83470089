//! Statuses.

use glossweave::ErrorKind;

use crate::GwStr;

/// The status of a call: 0 for success, otherwise a kind of error as in docs/http.md. Later libraries with
/// the same ABI version may add statuses, but do not change these numbers.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GwStatus {
    /// Success.
    Ok = 0,
    /// The call itself is wrong. Fix the call.
    Invalid = 1,
    /// The input violates its format. Fix the document; the error contains the location.
    Malformed = 2,
    /// The format, version or feature is not available. Use another one.
    Unsupported = 3,
    /// The requested object does not exist.
    NotFound = 4,
    /// The caller is not authenticated, or a token, password or key is wrong.
    Unauthenticated = 5,
    /// The caller is not allowed to do this.
    Forbidden = 6,
    /// The name is already in use, or the object is still in use.
    Conflict = 7,
    /// A required service does not respond. Try again later.
    Unavailable = 8,
    /// A time limit was reached.
    Deadline = 9,
    /// The disk or the data stored on it is faulty.
    Storage = 10,
    /// A fault in the library. Report it.
    Internal = 11,
    /// A size limit was reached.
    TooLarge = 12,
    /// Too many attempts. Wait before you try again.
    Throttled = 13,
    /// The object changed in the meantime. Read it again.
    PreconditionFailed = 14,
    /// A recognizer, translator or other function of the host program failed or returned a wrong result.
    /// Fix that function.
    Provider = 15,
}

impl GwStatus {
    /// All statuses, in the order of their numbers.
    pub const ALL: &[GwStatus] = &[
        GwStatus::Ok,
        GwStatus::Invalid,
        GwStatus::Malformed,
        GwStatus::Unsupported,
        GwStatus::NotFound,
        GwStatus::Unauthenticated,
        GwStatus::Forbidden,
        GwStatus::Conflict,
        GwStatus::Unavailable,
        GwStatus::Deadline,
        GwStatus::Storage,
        GwStatus::Internal,
        GwStatus::TooLarge,
        GwStatus::Throttled,
        GwStatus::PreconditionFailed,
        GwStatus::Provider,
    ];

    pub(crate) fn of(kind: ErrorKind) -> GwStatus {
        GwStatus::ALL.get(kind.number() as usize).copied().unwrap_or(GwStatus::Internal)
    }
}

/// Returns the name of a status number, for example `Malformed`; `Ok` for 0, and an empty text for an
/// unknown number. The text lives as long as the program.
#[unsafe(no_mangle)]
pub extern "C" fn gw_status_name(status: u32) -> GwStr {
    match (status, ErrorKind::from_number(status)) {
        (0, _) => "Ok".into(),
        (_, kind) => kind.map_or("", ErrorKind::name).into(),
    }
}
