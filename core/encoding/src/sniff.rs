//! Detection of the encoding that a source declares.

use super::{Encoding, Sniff};

/// The number of bytes at the start of a source to search for a declaration (HTML Standard,
/// 13.2.3.2).
pub(super) const PRESCAN: usize = 1024;

/// Guesses the encoding of a source without a byte order mark and without a transport declaration.
/// Uses the `meta` declaration if there is one, otherwise UTF-8 if the source is valid UTF-8. The
/// last resort is windows-1252 for HTML and UTF-8 for text.
pub(super) fn guess(source: &[u8], sniff: Sniff) -> Encoding {
    match sniff {
        Sniff::Nothing => Encoding::UTF_8,
        Sniff::Meta => match declaration(source) {
            Some((encoding, _)) => encoding,
            None if simdutf8::basic::from_utf8(source).is_ok() => Encoding::UTF_8,
            None => Encoding::standard(encoding_rs::WINDOWS_1252),
        },
    }
}

/// Finds the declared encoding ("prescan a byte stream to determine its encoding"). Also returns
/// the end of the tag.
pub(super) fn declaration(source: &[u8]) -> Option<(Encoding, usize)> {
    let head = &source[..source.len().min(PRESCAN)];
    let mut rest = head;
    while let Some(start) = rest.iter().position(|byte| *byte == b'<') {
        rest = &rest[start..];
        if let Some(after) = rest.strip_prefix(b"<!--") {
            // `<!-->` is a complete comment, because the closing hyphens may be the same as the
            // opening hyphens.
            let end = find(&rest[2..], b"-->").map(|end| end + 2);
            rest = end.map_or(&after[after.len()..], |end| &rest[end + 3..]);
        } else if starts_tag(rest, b"<meta") {
            let mut tag = Attributes { rest: &rest[5..] };
            if let Some(found) = meta_encoding(&mut tag) {
                return Some((found, head.len() - tag.rest.len()));
            }
            rest = tag.rest;
        } else if rest.len() > 1
            && (rest[1].is_ascii_alphabetic()
                || rest[1] == b'/' && rest.get(2).is_some_and(u8::is_ascii_alphabetic))
        {
            let name = rest.iter().position(|byte| is_space(*byte) || *byte == b'>');
            let mut tag = Attributes { rest: &rest[name.unwrap_or(rest.len())..] };
            while tag.next().is_some() {}
            rest = tag.rest;
        } else if rest.len() > 1 && matches!(rest[1], b'!' | b'/' | b'?') {
            let end = rest.iter().position(|byte| *byte == b'>').unwrap_or(rest.len());
            rest = &rest[end..];
        } else {
            rest = &rest[1..];
        }
    }
    None
}

fn meta_encoding(tag: &mut Attributes<'_>) -> Option<Encoding> {
    let (mut pragma, mut needs_pragma, mut found) = (false, None, None);
    let mut seen: Vec<Vec<u8>> = Vec::new();
    while let Some((name, value)) = tag.next() {
        if seen.contains(&name) {
            continue;
        }
        match name.as_slice() {
            b"http-equiv" => pragma |= value == b"content-type",
            b"content" if found.is_none() => {
                if let Some(encoding) = charset_in_content(&value) {
                    found = Some(encoding);
                    needs_pragma = Some(true);
                }
            }
            b"charset" => {
                found = label(&value);
                needs_pragma = Some(false);
            }
            _ => {}
        }
        seen.push(name);
    }
    if needs_pragma? && !pragma {
        return None;
    }
    let encoding = found?;
    // The declaration was readable, so the document is not UTF-16, even when it declares UTF-16.
    Some(if encoding.is_utf16() {
        Encoding::UTF_8
    } else if encoding.0 == encoding_rs::X_USER_DEFINED {
        Encoding::standard(encoding_rs::WINDOWS_1252)
    } else {
        encoding
    })
}

/// Parses an encoding from a `content` attribute ("extract a character encoding from a meta
/// element").
fn charset_in_content(value: &[u8]) -> Option<Encoding> {
    let mut rest = value;
    loop {
        rest = &rest[find(rest, b"charset")? + 7..];
        rest = rest.trim_ascii_start();
        if let Some(after) = rest.strip_prefix(b"=") {
            rest = after.trim_ascii_start();
            break;
        }
    }
    match rest.first()? {
        quote @ (b'"' | b'\'') => {
            let end = rest[1..].iter().position(|byte| byte == quote)?;
            label(&rest[1..=end])
        }
        _ => {
            let end = rest.iter().position(|byte| is_space(*byte) || *byte == b';');
            label(&rest[..end.unwrap_or(rest.len())])
        }
    }
}

fn label(name: &[u8]) -> Option<Encoding> {
    encoding_rs::Encoding::for_label(name).map(Encoding::standard)
}

/// The attributes of a tag ("get an attribute"), with names and values in lower case.
struct Attributes<'a> {
    rest: &'a [u8],
}

impl Attributes<'_> {
    fn next(&mut self) -> Option<(Vec<u8>, Vec<u8>)> {
        let skip = self.rest.iter().position(|byte| !is_space(*byte) && *byte != b'/')?;
        self.rest = &self.rest[skip..];
        if self.rest[0] == b'>' {
            return None;
        }
        let mut end = usize::from(self.rest[0] == b'=');
        while end < self.rest.len()
            && !is_space(self.rest[end])
            && !matches!(self.rest[end], b'=' | b'/' | b'>')
        {
            end += 1;
        }
        let name = self.rest[..end].to_ascii_lowercase();
        self.rest = self.rest[end..].trim_ascii_start();
        let Some(after) = self.rest.strip_prefix(b"=") else { return Some((name, Vec::new())) };
        self.rest = after.trim_ascii_start();
        let (value, rest) = match self.rest.first() {
            Some(quote @ (b'"' | b'\'')) => {
                let end = self.rest[1..].iter().position(|byte| byte == quote)?;
                (&self.rest[1..=end], &self.rest[end + 2..])
            }
            _ => {
                let end = self.rest.iter().position(|byte| is_space(*byte) || *byte == b'>');
                self.rest.split_at(end.unwrap_or(self.rest.len()))
            }
        };
        let value = value.to_ascii_lowercase();
        self.rest = rest;
        Some((name, value))
    }
}

fn starts_tag(rest: &[u8], tag: &[u8]) -> bool {
    rest.len() > tag.len()
        && rest[..tag.len()].eq_ignore_ascii_case(tag)
        && (is_space(rest[tag.len()]) || rest[tag.len()] == b'/')
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ')
}

fn find(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    haystack.windows(needle.len()).position(|window| window == needle)
}
