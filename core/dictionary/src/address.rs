//! Detection of web and mail addresses, because their parts are not names.

use std::ops::Range;

/// The maximum length of an address on each side of a match, in bytes.
const REACH: usize = 256;

/// Returns `true` if a range is a proper part of a web or mail address.
pub(super) fn is_in_address(text: &str, range: &Range<usize>) -> bool {
    let before: usize = {
        let chars = text[..range.start].chars().rev();
        chars.take_while(is_part).map(char::len_utf8).take(REACH).sum()
    };
    let start = range.start - before;
    let head = &text[start..range.start];
    if head.contains("://") || starts_with_www(head) {
        return true;
    }
    let after: usize = {
        let chars = text[range.end..].chars();
        chars.take_while(is_part).map(char::len_utf8).take(REACH).sum()
    };
    let tail =
        text[range.end..range.end + after].trim_end_matches(['.', ',', ';', ':', '!', '?', '\'']);
    is_mail(head, tail, &text[range.clone()])
}

/// Returns `true` if an address can contain the character: letters, digits, and ASCII punctuation except for
/// quotes and brackets, which often enclose an address.
fn is_part(char: &char) -> bool {
    match char {
        '"' | '<' | '>' | '(' | ')' | '[' | ']' | '{' | '}' | '|' | '`' => false,
        _ if char.is_ascii() => char.is_ascii_graphic(),
        _ => char.is_alphanumeric(),
    }
}

fn starts_with_www(head: &str) -> bool {
    head.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("www."))
}

/// Returns `true` if the `@` of a mail address precedes or follows a match, with a name on its left side and
/// a domain on its right side.
fn is_mail(head: &str, tail: &str, matched: &str) -> bool {
    let is_domain = |domain: &str| {
        let is_label = |label: &str| label.starts_with(char::is_alphanumeric);
        domain.split_once('.').is_some_and(|(name, rest)| is_label(name) && is_label(rest))
    };
    if let Some((name, domain)) = head.rsplit_once('@') {
        return !name.is_empty() && is_domain(&[domain, matched, tail].concat());
    }
    match tail.split_once('@') {
        Some((_, domain)) => is_domain(domain),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::is_in_address;

    #[test]
    fn parts_of_addresses_are_told_from_words_beside_them() {
        let inside = |text: &str| {
            let start = text.find("roe").unwrap();
            is_in_address(text, &(start..start + 3))
        };
        for text in [
            "see https://roe.example/x",
            "(http://a.example/roe)",
            "www.roe.example",
            "roe@a.example",
            "jane.roe@a.example,",
            "<jane@roe.example>",
            "mailto:jane@mail.roe.example.",
            "https://a.example/?q=roe#x",
        ] {
            assert!(inside(text), "{text}");
        }
        for text in [
            "roe",
            "roe, jane@a.example",
            "roe <jane@a.example>",
            "[roe](https://a.example)",
            "@roe said",
            "jane@a.example roe",
            "roe://",
            "at roe.example",
            "mail:roe@ home",
            "#@roe.#",
        ] {
            assert!(!inside(text), "{text}");
        }
        let whole = "jane@roe.example";
        assert!(!is_in_address(whole, &(0..whole.len())));
    }
}
