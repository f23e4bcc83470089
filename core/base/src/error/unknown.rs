//! Errors for unknown names.

use super::{Error, ErrorKind, closest};

/// The maximum number of expected names that a message lists.
const LISTED: usize = 16;

/// The number of names that a message lists as examples when there are more.
const EXAMPLES: usize = 4;

/// The maximum length of a quoted name in a message, in characters.
const QUOTED: usize = 64;

/// Returns a name as messages quote it: control characters are escaped, and long names are truncated,
/// because callers can send names of any length.
pub fn shown(name: &str) -> String {
    match name.char_indices().nth(QUOTED) {
        None => format!("`{}`", name.escape_debug()),
        Some((end, _)) => format!("`{}…`", name[..end].escape_debug()),
    }
}

impl Error {
    /// Creates an [`ErrorKind::Invalid`] error for an unexpected value. If `expected` is `one of` a list,
    /// the message suggests the closest value, and lists the values only if there are few.
    #[doc(hidden)]
    pub fn no_such(what: &str, word: &str, expected: &str) -> Error {
        let Some(names) = expected.strip_prefix("one of ") else {
            return Error::invalid(format!("no {what} {}, expected {expected}", shown(word)));
        };
        let names: Vec<&str> = names.split(", ").collect();
        let names: Vec<&str> = names.iter().map(|name| name.trim_matches('`')).collect();
        Error::unknown(ErrorKind::Invalid, what, word, &names)
    }

    /// Creates an error for a name that is not among the known names.
    #[doc(hidden)]
    pub fn unknown(kind: ErrorKind, what: &str, word: &str, known: &[&str]) -> Error {
        let meant = closest(word, known.iter().copied());
        Error::unknown_meant(kind, what, word, meant, known)
    }

    /// Creates an error for a name that is not among the known names. The message suggests the intended
    /// name if there is one, and otherwise lists the first known names.
    #[doc(hidden)]
    pub fn unknown_meant(
        kind: ErrorKind,
        what: &str,
        word: &str,
        meant: Option<&str>,
        known: &[&str],
    ) -> Error {
        let fault = format!("no {what} {}", shown(word));
        match (meant, known) {
            (Some(meant), _) => {
                Error::new(kind, fault).with_hint(&format!("did you mean `{meant}`?"))
            }
            (None, []) => Error::new(kind, fault),
            (None, few) if few.len() <= LISTED => {
                Error::new(kind, format!("{fault}, expected one of {}", few.join(", ")))
            }
            (None, [first @ .., _]) => {
                let first = first.get(..EXAMPLES).unwrap_or(first).join(", ");
                let count = known.len();
                Error::new(kind, format!("{fault}, expected one of {count} such as {first}"))
            }
        }
    }

    /// Creates an [`ErrorKind::Invalid`] error for an unknown option.
    #[doc(hidden)]
    pub fn no_option(name: &str, known: &[&str]) -> Error {
        Error::unknown(ErrorKind::Invalid, "option", name, known).with_parameter(name)
    }
}
