//! The programs that run in a mode of Apertium.

use std::path::Path;
use std::process::{Command, Stdio};

use glossweave_base::error::{Error, ErrorKind, Result};

/// The program that makes a mode flush after each text and support word-bound blanks.
const FLUSHING: &str = "apertium-wblank-mode";

/// The maximum length of the name of a mode, in bytes.
const NAME: usize = 64;

/// Checks the name of a mode, which is used in a path. Returns `ErrorKind::Invalid` with the parameter `mode`
/// if the name is empty or too long, starts with `-`, or has characters other than ASCII letters, digits, `_`
/// and `-`.
pub(super) fn check(mode: &str) -> Result<()> {
    let right = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let sound = (1..=NAME).contains(&mode.len()) && mode.bytes().all(right);
    if sound && !mode.starts_with('-') {
        return Ok(());
    }
    let message = "expected a mode such as `eng-spa`, of letters, digits, `_` and `-`";
    Err(Error::invalid(message).with_parameter("mode"))
}

/// Returns the programs of a mode with their arguments, in the order of the pipe. Returns
/// `ErrorKind::NotFound` if the mode does not exist, `ErrorKind::Unavailable` if Apertium is not installed,
/// and `ErrorKind::Unsupported` if the mode needs a shell.
pub(super) fn programs(mode: &str, data: &Path) -> Result<Vec<Vec<String>>> {
    let folder = data.join("modes");
    let file = folder.join(format!("{mode}.mode"));
    if !file.is_file() {
        let message = format!("apertium has no mode `{mode}` in `{}`", folder.display());
        return Err(Error::new(ErrorKind::NotFound, message).with_parameter("mode"));
    }
    let done = command(FLUSHING).arg("-z").arg(&file).stdin(Stdio::null()).output();
    let done = done.map_err(|error| unavailable(FLUSHING, error))?;
    if !done.status.success() {
        let message = format!("`{FLUSHING}` cannot read the mode `{mode}`: {}", done.status);
        return Err(Error::new(ErrorKind::Unavailable, message));
    }
    split(&String::from_utf8_lossy(&done.stdout)).ok_or_else(|| {
        let message = format!("the mode `{mode}` is not a plain pipe of programs");
        Error::new(ErrorKind::Unsupported, message)
    })
}

/// Creates the command for a program of Apertium, with a locale in which it uses UTF-8.
pub(super) fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    command.env("LC_ALL", "C.UTF-8");
    command
}

pub(super) fn unavailable(program: &str, error: std::io::Error) -> Error {
    let message = format!("`{program}` of apertium cannot be run: {error}");
    Error::new(ErrorKind::Unavailable, message).because(error)
}

/// Splits a pipe into words as a shell does, with quotes and `|`. `$1` becomes the option `-n` of the
/// generator (unknown words are not marked), and `$2` (an option of the tagger) is dropped. Returns `None` if
/// a shell would interpret anything else in the line.
fn split(line: &str) -> Option<Vec<Vec<String>>> {
    let (mut programs, mut words) = (Vec::new(), Vec::new());
    let mut word: Option<String> = None;
    let mut chars = line.chars();
    while let Some(char) = chars.next() {
        match char {
            '|' => {
                words.extend(word.take());
                programs.push(std::mem::take(&mut words));
            }
            char if char.is_whitespace() => words.extend(word.take()),
            quote @ ('\'' | '"') => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next()? {
                        end if end == quote => break,
                        '$' | '`' | '\\' if quote == '"' => return None,
                        char => word.push(char),
                    }
                }
            }
            '$' => match chars.next()? {
                '1' => word.get_or_insert_default().push_str("-n"),
                '2' => {}
                _ => return None,
            },
            ';' | '&' | '<' | '>' | '(' | ')' | '`' | '\\' | '*' | '?' | '#' => return None,
            char => word.get_or_insert_default().push(char),
        }
    }
    words.extend(word);
    programs.push(words);
    programs.iter().all(|words| !words.is_empty()).then_some(programs)
}

#[cfg(test)]
mod tests {
    use super::{check, split};
    use glossweave_base::error::ErrorKind;

    #[test]
    fn a_mode_is_split_as_a_shell_would() {
        let line = "lt-proc -z '/usr/a b/x.bin' | tagger -g $2 \"y\"'z' |gen $1 '/w'\n";
        let programs = split(line).unwrap();
        let words: Vec<_> = programs.iter().map(|words| words.join("·")).collect();
        assert_eq!(words, ["lt-proc·-z·/usr/a b/x.bin", "tagger·-g·yz", "gen·-n·/w"]);
        for other in [
            "a; b", "a && b", "a > b", "$(a)", "`a`", "a | | b", "", "'a", "a $3", "\"$1\"", "a\\b",
        ] {
            assert!(split(other).is_none(), "{other}");
        }
    }

    #[test]
    fn names_of_modes_stay_in_their_folder() {
        for good in ["eng-spa", "en-es", "spa-eng_US", "oc_aran-es"] {
            check(good).unwrap();
        }
        for bad in ["", "../x", "a/b", "a b", "-z", "a;b", "é", "a\0", "a.b", &"a".repeat(65)] {
            assert_eq!(check(bad).unwrap_err().kind(), ErrorKind::Invalid, "{bad}");
        }
    }
}
