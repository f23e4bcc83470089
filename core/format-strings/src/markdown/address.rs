//! Words that GitHub parses differently when a tag is within them: addresses that become links (GFM, 6.9), and words
//! with a single tilde on either side of a part.

use std::ops::Range;

/// Returns the ranges in a text at whose start and within which no tag is allowed. The text is given by its source
/// range.
pub(super) fn addresses(source: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let text = source.get(range.clone()).unwrap_or_default();
    if !["://", "www.", "WWW.", "@", "~"].iter().any(|sign| text.contains(sign)) {
        return Vec::new();
    }
    let mut addresses = Vec::new();
    let mut at = range.start;
    for word in text.split(|char: char| char.is_whitespace() || char == '<') {
        let found = start(word).map(|start| start..end(word, start)).or_else(|| struck(word));
        if let Some(found) = found.filter(|found| found.start < found.end) {
            addresses.push(at + found.start..at + found.end);
        }
        let next = at + word.len();
        at = next
            + source.get(next..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
    }
    addresses
}

/// Returns the start of an address in a word.
fn start(word: &str) -> Option<usize> {
    let scheme = word.find("://").and_then(|at| {
        let before = &word[..at];
        let start = before.len() - before.bytes().rev().take_while(u8::is_ascii_alphabetic).count();
        let known =
            ["http", "https", "ftp"].iter().any(|name| before[start..].eq_ignore_ascii_case(name));
        known.then_some(start)
    });
    if scheme.is_some() {
        return scheme;
    }
    let is_www = |text: &str| text.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("www."));
    let signs = word.len() - word.trim_start_matches(['*', '_', '~', '(', '[']).len();
    if word.get(signs..).is_some_and(is_www) {
        return Some(signs);
    }
    let (local, domain) = word.split_once('@')?;
    let is_local = |byte: &u8| byte.is_ascii_alphanumeric() || b".-_+".contains(byte);
    let length = local.bytes().rev().take_while(is_local).count();
    (length > 0 && domain.contains('.')).then_some(local.len() - length)
}

/// Returns the end of an address in a word. Trailing punctuation does not belong to the address.
fn end(word: &str, start: usize) -> usize {
    let rest = &word[start..];
    let rest = &rest[..rest.find(']').unwrap_or(rest.len())];
    let closes = |text: &str| text.matches(')').count() > text.matches('(').count();
    let mut address = rest;
    loop {
        let signs = ['?', '!', '.', ',', ':', ';', '*', '_', '~', '\'', '"'];
        let shorter = address.trim_end_matches(signs);
        let shorter = match shorter.strip_suffix(')').filter(|_| closes(shorter)) {
            Some(inner) => inner,
            None => shorter,
        };
        // Real text has few punctuation characters at the end of a word, so the loop is limited.
        if shorter.len() == address.len() || rest.len() - shorter.len() > 64 {
            return start + shorter.len();
        }
        address = shorter;
    }
}

/// Returns the range of a word in which GitHub strikes a part through because of single tildes, for example `a~3~`.
fn struck(word: &str) -> Option<Range<usize>> {
    let bytes = word.as_bytes();
    let is_single = |at: usize| {
        let sign = |at: usize| bytes.get(at) == Some(&b'~');
        let is_escaped = at > 0 && bytes[at - 1] == b'\\';
        sign(at) && !sign(at + 1) && (at == 0 || !sign(at - 1)) && !is_escaped
    };
    let first = (1..bytes.len()).find(|at| is_single(*at))?;
    let is_inner = word[..first].chars().next_back().is_some_and(char::is_alphanumeric);
    let is_closed = (first + 2..bytes.len()).any(is_single);
    (is_inner && is_closed).then_some(0..word.len())
}

#[cfg(test)]
mod tests {
    use super::addresses;

    #[test]
    fn addresses_end_where_github_ends_them() {
        let cases = [
            ("see https://a.b/c_d(e). x", "https://a.b/c_d(e)"),
            ("(HTTP://a.b)", "HTTP://a.b"),
            ("**www.a.b**", "www.a.b"),
            ("[https://a.b](c)", "https://a.b"),
            ("to anna@b.example, c", "anna@b.example"),
            ("https://a.b<br>", "https://a.b"),
            ("x a~3~. y", "a~3~."),
            ("a ~3~ b ~~c~~d@e", ""),
            ("a\\~3~ s://b", ""),
        ];
        for (text, address) in cases {
            let found = addresses(text, 0..text.len());
            let found: Vec<&str> = found.into_iter().map(|range| &text[range]).collect();
            assert_eq!(found.join(" "), address, "{text}");
        }
    }
}
