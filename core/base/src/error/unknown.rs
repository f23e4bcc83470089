//! Errors for unknown names.

use super::{Error, ErrorKind, closest};

/// The maximum number of expected names that a message lists.
const LISTED: usize = 16;

/// The number of names that a message lists as examples when there are more.
const EXAMPLES: usize = 4;

/// The maximum length of the unknown name in a message, in characters.
const SHOWN: usize = 200;

impl Error {
    /// Creates an [`ErrorKind::Invalid`] error for an unexpected value. If `expected` is `one of` a list,
    /// the message suggests the closest value, and lists the values only if there are few.
    #[doc(hidden)]
    pub fn no_such(what: &str, word: &str, expected: &str) -> Error {
        let Some(names) = expected.strip_prefix("one of ") else {
            return Error::invalid(format!("no {what} `{word}`, expected {expected}"));
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
        let fault = match word.char_indices().nth(SHOWN) {
            Some((end, _)) => format!("no {what} `{}…`", &word[..end]),
            None => format!("no {what} `{word}`"),
        };
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
