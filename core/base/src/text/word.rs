//! Boolean values of parameters.

use crate::error::{Error, Result};

/// Parses the value of a parameter, `true` or `false`, ignoring case.
///
/// # Errors
///
/// Returns `ErrorKind::Invalid`, with `name` as the parameter, if the value is neither.
pub fn truth(name: &str, word: &str) -> Result<bool> {
    match word {
        _ if word.eq_ignore_ascii_case("true") => Ok(true),
        _ if word.eq_ignore_ascii_case("false") => Ok(false),
        _ => {
            let error = Error::no_such("value", word, "one of true, false");
            Err(error.with_parameter(name))
        }
    }
}

/// Parses `yes` or `no`, ignoring case.
pub fn yes(value: &str) -> Result<bool> {
    match value {
        _ if value.eq_ignore_ascii_case("yes") => Ok(true),
        _ if value.eq_ignore_ascii_case("no") => Ok(false),
        _ => Err(Error::no_such("value", value, "one of yes, no")),
    }
}

#[cfg(test)]
mod tests {
    use super::truth;

    #[test]
    fn an_answer_is_read_in_any_case() {
        for (word, answer) in [("true", true), ("True", true), ("FALSE", false)] {
            assert_eq!(truth("persist", word).unwrap(), answer);
        }
        for word in ["yes", "tru", ""] {
            assert_eq!(truth("persist", word).unwrap_err().parameter(), Some("persist"));
        }
    }
}
