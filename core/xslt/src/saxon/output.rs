//! Detection of the method and encoding of a result.

use crate::Method;
use glossweave_markup::tree::XHTML;

/// The number of bytes of a result that are examined.
const HEAD: usize = 16 << 10;

/// Returns the method that Saxon uses for a result when none is declared (XSLT 3.0, 26). It depends on the
/// first element.
pub(super) fn method(bytes: &[u8]) -> Method {
    let head = head(bytes);
    let Some((name, attributes)) = first_element(&head) else { return Method::Xml };
    let (prefix, local) = name.rsplit_once(':').unwrap_or(("", name));
    let declaration = if prefix.is_empty() { "xmlns".into() } else { format!("xmlns:{prefix}") };
    let namespace = attribute(attributes, &declaration);
    match namespace {
        None if prefix.is_empty() && local.eq_ignore_ascii_case("html") => Method::Html,
        Some(XHTML) if local == "html" => Method::Xhtml,
        _ => Method::Xml,
    }
}

/// Returns the encoding of a result, from its byte order mark or its XML declaration.
pub(super) fn encoding(bytes: &[u8]) -> Option<String> {
    if bytes.starts_with(&[0xFE, 0xFF]) || bytes.starts_with(&[0xFF, 0xFE]) {
        return Some("UTF-16".to_owned());
    }
    let head = head(bytes);
    let declaration = head.trim_start().strip_prefix("<?xml ")?.split("?>").next()?;
    attribute(declaration, "encoding").map(str::to_owned)
}

/// Returns the start of a result as ASCII. UTF-16 has NUL bytes between the ASCII characters, and all other
/// encodings that Saxon writes contain them unchanged.
fn head(bytes: &[u8]) -> String {
    let head = &bytes[..bytes.len().min(HEAD)];
    let ascii = head.iter().copied().filter(|byte| byte.is_ascii() && *byte != 0);
    ascii.map(char::from).collect()
}

/// Returns the name and the attributes of the first element, if there is no text before it.
fn first_element(head: &str) -> Option<(&str, &str)> {
    let mut rest = head;
    loop {
        rest = rest.trim_start();
        let end = match rest.as_bytes() {
            [b'<', b'?', ..] => "?>",
            [b'<', b'!', b'-', ..] => "-->",
            [b'<', b'!', ..] => ">",
            [b'<', ..] => break,
            _ => return None,
        };
        rest = rest.split_once(end)?.1;
    }
    let tag = rest[1..].split('>').next()?.trim_end_matches('/');
    let end = tag.find(|letter: char| letter.is_ascii_whitespace()).unwrap_or(tag.len());
    Some((&tag[..end], &tag[end..]))
}

fn attribute<'a>(attributes: &'a str, name: &str) -> Option<&'a str> {
    let mut rest = attributes;
    while let Some((before, after)) = rest.split_once('=') {
        let after = after.trim_start();
        let quote = after.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
        let (value, next) = after[1..].split_once(quote)?;
        if before.trim() == name {
            return Some(value);
        }
        rest = next;
    }
    None
}
