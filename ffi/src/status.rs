//! Statuses.

use glossweave::ErrorKind;

use crate::GwStr;

/// The status of a call: 0 is success, the others are the kinds of docs/http.md. More kinds may come with
/// the same interface version; the numbers of these stay.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GwStatus {
    /// Success.
    Ok = 0,
    /// The call itself is wrong. Fix the call.
    Invalid = 1,
    /// The input is not what its format says. Fix the document; the error has the place.
    Malformed = 2,
    /// A format, version or feature that is not available. Choose another one.
    Unsupported = 3,
    /// No such thing.
    NotFound = 4,
    /// No caller, or a wrong token, password or key.
    Unauthenticated = 5,
    /// The caller may not do this.
    Forbidden = 6,
    /// The name is taken, or the thing is still in use.
    Conflict = 7,
    /// A service that is needed does not answer. Try again later.
    Unavailable = 8,
    /// A time limit was reached.
    Deadline = 9,
    /// The disk, or what is stored on it, failed.
    Storage = 10,
    /// A fault of the library itself. Report it.
    Internal = 11,
    /// A size limit was reached.
    TooLarge = 12,
    /// Too many attempts. Wait.
    Throttled = 13,
    /// The thing changed in the meantime. Read it again.
    PreconditionFailed = 14,
    /// A recognizer, translator or other function of the host failed or gave a wrong answer. Fix that function.
    Provider = 15,
}

impl GwStatus {
    /// Every status, by its number.
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

/// Returns the name of a status number, such as `Malformed`; `Ok` for 0, empty for a number that no status
/// has. It lives as long as the program.
#[unsafe(no_mangle)]
pub extern "C" fn gw_status_name(status: u32) -> GwStr {
    match (status, ErrorKind::from_number(status)) {
        (0, _) => "Ok".into(),
        (_, kind) => kind.map_or("", ErrorKind::name).into(),
    }
}
