//! Characters that documents cannot have.

/// Returns the first character of a text that XML does not allow (XML 1.0, clause 2.2), and no other format of documents
/// has a use for.
#[doc(hidden)]
pub fn forbidden_char(text: &str) -> Option<char> {
    let is_allowed = |c: char| {
        matches!(c, '\t' | '\n' | '\r') || (c >= ' ' && !matches!(c, '\u{FFFE}' | '\u{FFFF}'))
    };
    text.chars().find(|c| !is_allowed(*c))
}

#[cfg(test)]
mod tests {
    use super::forbidden_char;

    #[test]
    fn control_characters_but_white_space_are_forbidden() {
        for (text, expected) in [
            ("a\tb\r\nc \u{7F}\u{85}\u{FFFD}\u{10FFFF}", None),
            ("a\0b\u{1}", Some('\0')),
            ("a\u{1F}", Some('\u{1F}')),
            ("\u{FFFE}", Some('\u{FFFE}')),
        ] {
            assert_eq!(forbidden_char(text), expected);
        }
    }
}
