//! Expressions of ITS Allowed Characters (ITS 2.0, clause 8.19): a class of characters, or `.`.

use std::iter::Peekable;
use std::str::Chars;

/// A set of characters.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct CharacterClass {
    ranges: Vec<(char, char)>,
    is_negated: bool,
}

impl CharacterClass {
    /// Parses `.`, or a class in brackets with ranges, escapes and `^`. Returns `None` for other expressions.
    pub fn parse(expression: &str) -> Option<CharacterClass> {
        if expression == "." {
            return Some(CharacterClass {
                ranges: vec![('\n', '\n'), ('\r', '\r')],
                is_negated: true,
            });
        }
        let inner = expression.strip_prefix('[')?.strip_suffix(']')?;
        let (inner, is_negated) = match inner.strip_prefix('^') {
            Some(rest) => (rest, true),
            None => (inner, false),
        };
        let mut ranges = Vec::new();
        let mut chars = inner.chars().peekable();
        while let Some(c) = chars.next() {
            if c == '\\' && chars.next_if_eq(&'d').is_some() {
                ranges.push(('0', '9'));
                continue;
            }
            if c == '\\' && chars.next_if_eq(&'s').is_some() {
                ranges.extend([(' ', ' '), ('\t', '\n'), ('\r', '\r')]);
                continue;
            }
            let first = character(c, &mut chars)?;
            let mut rest = chars.clone();
            let is_range = rest.next() == Some('-') && rest.peek().is_some();
            let last = match is_range {
                true => {
                    chars.next();
                    let c = chars.next()?;
                    character(c, &mut chars)?
                }
                false => first,
            };
            (first <= last).then(|| ranges.push((first, last)))?;
        }
        (!ranges.is_empty()).then_some(CharacterClass { ranges, is_negated })
    }

    pub fn contains(&self, c: char) -> bool {
        let is_in = self.ranges.iter().any(|(first, last)| (*first..=*last).contains(&c));
        is_in != self.is_negated
    }
}

/// Returns the next character of a class, which may be escaped.
fn character(c: char, chars: &mut Peekable<Chars<'_>>) -> Option<char> {
    match c {
        '[' | ']' => None,
        '\\' => match chars.next()? {
            'n' => Some('\n'),
            'r' => Some('\r'),
            't' => Some('\t'),
            'u' => {
                let digits: String = chars.by_ref().take(4).collect();
                let code = u32::from_str_radix(&digits, 16).ok().filter(|_| digits.len() == 4)?;
                char::from_u32(code)
            }
            c if c.is_ascii_punctuation() => Some(c),
            _ => None,
        },
        c => Some(c),
    }
}

#[cfg(test)]
mod tests {
    use super::CharacterClass;

    #[test]
    fn classes_have_ranges_escapes_and_may_be_negated() {
        for (class, inside, outside) in [
            ("[a-z]", "az", "AZ-é"),
            ("[^*+]", "a\n", "*+"),
            ("[a\\-\\]\\\\]", "a-]\\", "b["),
            ("[\\u0041-C\\d]", "ABC09", "D"),
            ("[a-]", "a-", "b"),
            (".", "a", "\n\r"),
            ("[\\s\\t]", " \t\n", "a"),
        ] {
            let parsed = CharacterClass::parse(class).unwrap();
            assert!(inside.chars().all(|c| parsed.contains(c)), "{class}");
            assert!(!outside.chars().any(|c| parsed.contains(c)), "{class}");
        }
        for wrong in ["", "[", "[]", "a-z", "[z-a]", "[a[b]]", "[\\p{L}]", "[a\\]", "[\\u12]"] {
            assert_eq!(CharacterClass::parse(wrong), None, "{wrong}");
        }
    }
}
