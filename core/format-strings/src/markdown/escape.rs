//! Escapes of Markdown (CommonMark, 2.4) that keep a text literal.

use std::collections::HashMap;

use super::item::Context;

/// The position of a text among the codes of its unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextPosition {
    pub context: Context,
    /// `true` if it begins a line.
    pub is_first: bool,
    /// `true` if it ends the unit.
    pub is_last: bool,
    pub is_behind_bracket: bool,
    pub is_before_bracket: bool,
    /// `true` in MDX, where braces and angle brackets are code.
    pub is_mdx: bool,
}

/// Appends a text. A word that occurs in the source uses its spelling there.
pub(super) fn push_text(
    text: &str,
    place: TextPosition,
    spellings: &HashMap<String, String>,
    out: &mut String,
) {
    let text_place = place;
    // The position of the delimiter after a number that could begin a list item.
    let mut number = None;
    let mut before: Option<char> = None;
    let mut chars = text.char_indices().peekable();
    while let Some((at, char)) = chars.next() {
        let is_start = at == 0 || before == Some('\n');
        let place = TextPosition { is_first: text_place.is_first || at > 0, ..text_place };
        if is_start && place.is_first {
            number = text.get(at..).and_then(self::number).map(|length| at + length);
        }
        if is_start || before.is_some_and(|char| char.is_ascii_whitespace()) {
            let rest = text.get(at..).unwrap_or_default();
            let word = rest.split(|char: char| char.is_ascii_whitespace()).next().unwrap_or("");
            if let Some(spelling) = spellings.get(word) {
                out.push_str(spelling);
                while chars.next_if(|(next, _)| *next < at + word.len()).is_some() {}
                before = word.chars().next_back();
                continue;
            }
        }
        let behind = chars.peek().map(|(_, char)| *char);
        let is_end = behind.is_none();
        let is_blank = |char: Option<char>| char.is_some_and(char::is_whitespace);
        let is_word = |char: Option<char>| char.is_some_and(char::is_alphanumeric);
        let needs = match char {
            // Before a line break, a backslash would become a hard line break.
            '\\' => behind.is_none_or(|behind| behind.is_ascii_punctuation() || behind == '\n'),
            '`' | '[' | ']' | '~' => true,
            '*' => !(is_blank(before) && is_blank(behind)),
            '_' => !(is_word(before) && is_word(behind)),
            '<' | '{' if place.is_mdx => true,
            '<' => behind.is_none_or(|behind| {
                behind.is_ascii_alphabetic() || matches!(behind, '/' | '!' | '?')
            }),
            '&' => behind.is_none_or(|behind| behind.is_ascii_alphanumeric() || behind == '#'),
            '|' => place.context == Context::Cell || is_start && place.is_first,
            '!' => is_end && place.is_before_bracket,
            // The start of a heading, or the end of a closed heading.
            '#' => {
                let is_free = is_start || is_blank(before);
                is_free && (text_place.is_first || is_start && place.is_first || place.is_last)
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

/// Returns the position of the delimiter after a number that could begin a list item.
fn number(text: &str) -> Option<usize> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    (1..=9).contains(&digits).then_some(digits)
}
