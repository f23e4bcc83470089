//! Web and mail addresses in texts.

use std::ops::Range;

/// Returns the ranges of the addresses in a text, in text order.
pub(super) fn find(text: &str) -> Vec<Range<usize>> {
    let is_outside = |c: char| {
        c.is_whitespace()
            || matches!(c, '<' | '>' | '"' | '“' | '”' | '«' | '»' | '{' | '}')
            || ('\u{3000}'..='\u{303f}').contains(&c)
    };
    let mut found = Vec::new();
    let mut start = 0;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        if !is_outside(c) {
            continue;
        }
        let word = &text[start..at];
        let lead = word.len() - word.trim_start_matches(['(', '[', '\'', '‘', ',']).len();
        let inner = word[lead..]
            .trim_end_matches(['.', ',', ';', ':', '!', '?', ')', ']', '\'', '’', '…', '。', '，']);
        if is_address(inner) {
            found.push(start + lead..start + lead + inner.len());
        }
        start = at + c.len_utf8();
    }
    found
}

fn is_address(word: &str) -> bool {
    if let Some((scheme, rest)) = word.split_once("://") {
        return !rest.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric());
    }
    if word.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("www.")) {
        return word.len() > 6;
    }
    let mail = word.strip_prefix("mailto:").unwrap_or(word);
    let Some((name, host)) = mail.split_once('@') else { return false };
    let is_part = |part: &str| {
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let mut parts = host.split('.');
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"._%+-".contains(&byte);
    !name.is_empty() && name.bytes().all(is_name) && host.contains('.') && parts.all(is_part)
}
