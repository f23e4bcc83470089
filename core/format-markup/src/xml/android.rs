//! The values of Android string resources: escapes, quoted white space, references to other resources.

use std::ops::Range;

/// A range of a value that is not literal text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    pub at: Range<usize>,
    /// The text that the range represents. `None` for a code.
    pub text: Option<String>,
}

/// Returns the escapes of a text: `\'`, `\n`, `\u0041`, quotation marks around white space that is preserved, and a
/// reference such as `@string/name` as a code. `is_quoted` is `true` if the text begins within quotation marks, and
/// is updated.
pub(super) fn escapes(
    value: &str,
    is_first: bool,
    is_preserved: bool,
    is_quoted: &mut bool,
) -> Vec<Change> {
    if is_first && is_reference(value.trim()) {
        return vec![Change { at: 0..value.len(), text: None }];
    }
    let mut changes = Vec::new();
    let mut chars = value.char_indices().peekable();
    while let Some((at, char)) = chars.next() {
        match char {
            '"' => {
                *is_quoted = !*is_quoted;
                changes.push(Change { at: at..at + 1, text: None });
            }
            ' ' | '\t' | '\n' if *is_quoted && !is_preserved => {
                changes.push(Change { at: at..at + 1, text: Some(char.to_string()) });
            }
            '\\' => {
                let Some((char, length)) = escape(value.get(at + 1..).unwrap_or_default()) else {
                    continue;
                };
                let end = at + 1 + length;
                changes.push(Change { at: at..end, text: Some(char.to_string()) });
                while chars.next_if(|(next, _)| *next < end).is_some() {}
            }
            _ => {}
        }
    }
    changes
}

/// Returns the character of an escape, which is given without its backslash, and the length of the escape.
fn escape(rest: &str) -> Option<(char, usize)> {
    let char = match rest.chars().next()? {
        'n' => '\n',
        't' => '\t',
        char @ ('\'' | '"' | '\\' | '@' | '?' | '#') => char,
        'u' => {
            let digits =
                rest.get(1..5).filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()));
            let unit = u32::from_str_radix(digits?, 16).ok()?;
            return Some((char::from_u32(unit)?, 5));
        }
        _ => return None,
    };
    Some((char, 1))
}

/// Returns `true` for a reference to a resource or to an attribute of a theme.
fn is_reference(value: &str) -> bool {
    let name = |text: &str| {
        let is_part = |char: char| char.is_alphanumeric() || "_.-".contains(char);
        !text.is_empty() && text.chars().all(is_part)
    };
    if matches!(value, "@null" | "@empty") {
        return true;
    }
    let is_theme = value.starts_with('?');
    let Some(rest) = value.strip_prefix(['@', '?']) else { return false };
    let rest = rest.strip_prefix(['+', '*']).unwrap_or(rest);
    let (package, path) = rest.split_once(':').unwrap_or(("android", rest));
    match path.split_once('/') {
        Some((kind, entry)) => name(package) && name(kind) && name(entry),
        None => is_theme && name(package) && name(path) && rest.contains(':'),
    }
}

/// Returns a text with the escapes that it needs in a resource.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for (at, char) in text.char_indices() {
        match char {
            '\\' | '\'' | '"' => out.extend(['\\', char]),
            '@' | '?' if at == 0 => out.extend(['\\', char]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            char => out.push(char),
        }
    }
    out
}
