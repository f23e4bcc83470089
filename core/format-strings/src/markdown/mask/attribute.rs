//! Notations of dialects within a line.

use std::ops::Range;

/// The maximum length of a notation, in bytes.
const REACH: usize = 500;

/// Returns the rest of the line, or only its start when the line is long.
fn line(rest: &str) -> &str {
    let end = rest.bytes().take(REACH).position(|byte| byte == b'\n' || byte == b'\r');
    let mut end = end.unwrap_or(rest.len().min(REACH));
    while !rest.is_char_boundary(end) {
        end -= 1;
    }
    &rest[..end]
}

fn is_name(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|char| char.is_alphabetic() || char == '_')
        && chars.all(|char| char.is_alphanumeric() || "_-:.".contains(char))
}

/// Returns the length of an attribute list, for example `{#id}`, `{.class key="value"}`, `{: .class}`, `{:toc}` or
/// `{-}`.
pub(super) fn list(rest: &str) -> Option<usize> {
    let line = line(rest);
    let mut inner = line.strip_prefix('{')?;
    let mut words = 0;
    let colon = inner.strip_prefix(':');
    inner = colon.unwrap_or(inner);
    if inner.starts_with("-}") {
        return Some(3);
    }
    loop {
        inner = inner.trim_start_matches([' ', '\t']);
        if inner.starts_with('}') {
            let length = line.len() - inner.len() + 1;
            return (words > 0 || colon.is_some()).then_some(length);
        }
        let is_end = |char: char| char.is_whitespace() || char == '}' || char == '=' || char == '{';
        let end = inner.find(is_end)?;
        let (word, rest) = inner.split_at(end);
        inner = rest;
        match (word.as_bytes().first(), rest.strip_prefix('=')) {
            (Some(b'#'), None) if word.len() > 1 => {}
            (Some(b'.'), None) if is_name(&word[1..]) => {}
            (Some(_), Some(value)) if is_name(word) => {
                let quote = value.chars().next().filter(|char| matches!(char, '"' | '\''));
                inner = match quote {
                    Some(quote) => {
                        let end = value[1..].find(quote)?;
                        &value[end + 2..]
                    }
                    // Without a colon, a word such as `1` in `{1, 2}` is text.
                    None if words == 0 && colon.is_none() => return None,
                    None => {
                        let is_value = |char: char| !char.is_whitespace() && char != '}';
                        value.trim_start_matches(is_value)
                    }
                };
            }
            // For example `{:toc}`.
            (Some(_), None) if colon.is_some() && is_name(word) => {}
            _ => return None,
        }
        words += 1;
    }
}

/// Returns the length of a role before a code span (MyST), for example `` {ref}`name` ``.
pub(super) fn role(rest: &str) -> Option<usize> {
    let line = line(rest);
    let end = line.find('}')?;
    (is_name(&line[1..end]) && line[end + 1..].starts_with('`')).then_some(end + 1)
}

/// Returns the length of a link to a page, for example `[[page]]` or `[[page|label]]`. The label may be on either
/// side of the bar.
pub(super) fn wiki_link(rest: &str) -> Option<usize> {
    let inner = rest.strip_prefix("[[")?;
    let end = inner.find(['[', ']', '\n'])?;
    let (page, rest) = inner.split_at(end);
    let is_text = page.starts_with(char::is_whitespace) || !page.chars().any(char::is_alphabetic);
    let rest = rest.strip_prefix("]]").filter(|_| !is_text)?;
    // Before a bracket, it is a link whose text is in brackets.
    (!rest.starts_with(['(', '['])).then_some(end + 4)
}

/// Returns the length of a text in brackets, on one line.
fn brackets(rest: &str) -> Option<usize> {
    let (mut depth, mut is_escaped) = (0_usize, false);
    for (at, byte) in line(rest).bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'[' => depth += 1,
            b']' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// Returns the length of the brackets of an inline note: `^[the note]`.
pub(super) fn note(rest: &str) -> Option<usize> {
    brackets(rest).filter(|length| !rest[*length..].starts_with(['(', '[']))
}

/// Returns the label and the end of an inline directive: `:name[label]{key=value}`.
pub(super) fn directive(rest: &str) -> Option<(Range<usize>, usize)> {
    let line = line(rest);
    let name = line.strip_prefix(':')?;
    let name = &name[..name.find(|char: char| !char.is_ascii_alphanumeric() && char != '-')?];
    let start = 1 + name.len();
    let end = start + brackets(&line[start..])?;
    let is_link = line[end..].starts_with(['(', '[', ':']);
    let attributes = list_or_braces(&line[end..]).unwrap_or(0);
    (!is_link).then_some((start + 1..end - 1, end + attributes))
}

/// Returns the length of braces with any content.
pub(super) fn list_or_braces(rest: &str) -> Option<usize> {
    let line = line(rest);
    line.starts_with('{').then(|| line.find('}').map(|end| end + 1))?
}

#[cfg(test)]
mod tests {
    use super::{directive, list, note, role, wiki_link};

    #[test]
    fn notations_end_on_their_line() {
        let lists =
            ["{#id}", "{.a}", "{ .a #b }", "{: .a k=v}", "{:toc}", "{k=\"}\"}", "{#a k=b}", "{-}"];
        for text in lists {
            assert_eq!(list(&format!("{text} b}}")), Some(text.len()), "{text}");
        }
        for text in ["{a}", "{a=1}", "{}", "{.5}", "{#id", "{a, b}", "{ }"] {
            assert_eq!(list(text), None, "{text}");
        }
        assert_eq!(role("{ref}`a`"), Some(5));
        assert_eq!(role("{ref} `a`"), None);
        assert_eq!(wiki_link("[[a b|c]] d"), Some(9));
        for text in ["[[1]](a)", "[[1]]", "[[a]](b)", "[[a] b]", "[[ -f a ]]", "[[[a]]]"] {
            assert_eq!(wiki_link(text), None, "{text}");
        }
        assert_eq!(note("[a [b](c)] d"), Some(10));
        assert_eq!(directive(":a[b c]{d=e} f"), Some((3..6, 12)));
        assert_eq!(directive(":a b"), None);
        assert_eq!(directive(":a[b](c)"), None);
    }
}
