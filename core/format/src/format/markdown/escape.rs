//! Escapes of Markdown (CommonMark, 2.4): those that a text needs to be read as it is.

use super::item::Context;

/// The place of a text among the codes of its unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub context: Context,
    /// `true` if it begins a line.
    pub is_first: bool,
    /// `true` if it ends the unit.
    pub is_last: bool,
    pub is_behind_bracket: bool,
    pub is_before_bracket: bool,
}

/// Appends a text on one line.
pub(super) fn push_text(text: &str, place: Place, out: &mut String) {
    // The start of a block, besides signs that are escaped everywhere.
    let number = if place.is_first { number(text) } else { None };
    let mut before: Option<char> = None;
    let mut chars = text.char_indices().peekable();
    while let Some((at, char)) = chars.next() {
        let behind = chars.peek().map(|(_, char)| *char);
        let is_start = at == 0;
        let is_end = behind.is_none();
        let is_blank = |char: Option<char>| char.is_some_and(char::is_whitespace);
        let is_word = |char: Option<char>| char.is_some_and(char::is_alphanumeric);
        let needs = match char {
            '\\' => behind.is_none_or(|behind| behind.is_ascii_punctuation()),
            '`' | '[' | ']' | '~' => true,
            '*' => !(is_blank(before) && is_blank(behind)),
            '_' => !(is_word(before) && is_word(behind)),
            '<' => behind.is_none_or(|behind| {
                behind.is_ascii_alphabetic() || matches!(behind, '/' | '!' | '?')
            }),
            '&' => behind.is_none_or(|behind| behind.is_ascii_alphanumeric() || behind == '#'),
            '|' => place.context == Context::Cell || is_start && place.is_first,
            '!' => is_end && place.is_before_bracket,
            // The start of a heading, and what may close it.
            '#' => {
                let is_free = is_start || is_blank(before);
                is_free && (place.is_first || place.is_last)
            }
            '>' | '+' | '-' | '=' => is_start && place.is_first,
            ':' => is_start && (place.is_first || place.is_behind_bracket),
            '(' => is_start && place.is_behind_bracket || place.context == Context::Parentheses,
            ')' => Some(at) == number || place.context == Context::Parentheses,
            '.' => Some(at) == number,
            '"' => place.context == Context::DoubleQuotes,
            '\'' => place.context == Context::SingleQuotes,
            _ => false,
        };
        if needs {
            out.push('\\');
        }
        out.push(char);
        before = Some(char);
    }
}

/// Returns the position of the sign behind a number that could begin an item of a list.
fn number(text: &str) -> Option<usize> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    (1..=9).contains(&digits).then_some(digits)
}
