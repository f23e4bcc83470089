//! Documents as the parts of a body (RFC 2046, 5.1; RFC 7578).

use std::ops::Range;

use percent_encoding::percent_decode_str;

use super::BatchDocument;
use glossweave_base::error::{Error, Location, Result, Side};
use glossweave_base::media::media_parameter;

/// The maximum length of a boundary (RFC 2046, 5.1.1).
const MAX_BOUNDARY: usize = 70;

/// The maximum size of the head of a part.
const MAX_HEAD: usize = 16 << 10;

/// The parts of a body.
#[derive(Debug)]
pub(super) struct Multipart {
    bytes: Vec<u8>,
    /// The line end before a boundary, and the boundary.
    delimiter: Vec<u8>,
    /// The offset after the last boundary, or `None` after the final boundary.
    at: Option<usize>,
}

impl Multipart {
    /// Opens a body. Returns `ErrorKind::Malformed` if there is no boundary, or if no part begins
    /// with it.
    pub fn open(media_type: &str, bytes: Vec<u8>) -> Result<Multipart> {
        let boundary = media_parameter(media_type, "boundary").unwrap_or_default();
        if boundary.is_empty() || boundary.len() > MAX_BOUNDARY {
            let message = format!("expected a boundary of 1 to {MAX_BOUNDARY} bytes");
            return Err(Error::malformed(message).with_parameter("Content-Type"));
        }
        let delimiter = [b"\r\n--", boundary.as_bytes()].concat();
        // The line end before the first boundary may be missing.
        let first = match is_delimiter(&bytes, 0, &delimiter[2..]) {
            true => Some(delimiter.len() - 2),
            false => find(&bytes, 0, &delimiter).map(|at| at + delimiter.len()),
        };
        let Some(first) = first else {
            let place = Location::in_source(&bytes, 0..bytes.len().min(1));
            return Err(Error::malformed("no part begins with the boundary").at(place));
        };
        Ok(Multipart { bytes, delimiter, at: Some(first) })
    }

    fn part(&self, range: Range<usize>) -> BatchDocument {
        let part = &self.bytes[range.clone()];
        // The first two bytes are the line end of the boundary.
        let Some(end) = position(&part[..part.len().min(MAX_HEAD)], b"\r\n\r\n") else {
            // A byte offset is used because counting lines from the start of the body for each part
            // is slow.
            let at = range.start;
            let message = format!("the part at byte {at} has no head within {MAX_HEAD} bytes");
            return BatchDocument::failed(Error::malformed(message));
        };
        let head = Head::read(&part[..end]);
        let content = match head.coding {
            None => Ok(part[end + 4..].to_vec()),
            Some(coding) => {
                let at = range.start;
                let message =
                    format!("the part at byte {at} is coded in `{coding}`, expected `binary`");
                Err(Error::unsupported(Side::Input, message))
            }
        };
        BatchDocument { name: head.name, media_type: head.media_type, content }
    }
}

impl Iterator for Multipart {
    type Item = BatchDocument;

    fn next(&mut self) -> Option<BatchDocument> {
        let at = self.at.take()?;
        if self.bytes[at..].starts_with(b"--") {
            return None;
        }
        let start = at + padding(&self.bytes[at..]);
        let Some(end) = find(&self.bytes, start, &self.delimiter) else {
            let place = Location::in_source(&self.bytes, start..start);
            let message = "the body is cut short: no boundary ends this part";
            return Some(BatchDocument::failed(Error::malformed(message).at(place)));
        };
        self.at = Some(end + self.delimiter.len());
        Some(self.part(start..end))
    }
}

/// Returns the number of spaces and tabs at the start of bytes.
fn padding(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// Returns `true` if there is a delimiter at an offset. A longer word is not a delimiter.
fn is_delimiter(bytes: &[u8], at: usize, delimiter: &[u8]) -> bool {
    let Some(rest) = bytes.get(at..).and_then(|rest| rest.strip_prefix(delimiter)) else {
        return false;
    };
    rest.starts_with(b"--") || rest[padding(rest)..].starts_with(b"\r\n")
}

/// Returns the offset of the next delimiter.
fn find(bytes: &[u8], mut from: usize, delimiter: &[u8]) -> Option<usize> {
    loop {
        let at = from + position(bytes.get(from..)?, delimiter)?;
        if is_delimiter(bytes, at, delimiter) {
            return Some(at);
        }
        from = at + 1;
    }
}

fn position(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|window| window == wanted)
}

/// The fields of the head of a part.
#[derive(Default)]
struct Head {
    name: Option<String>,
    media_type: Option<String>,
    /// The transfer encoding, if it changes the bytes.
    coding: Option<String>,
}

impl Head {
    fn read(head: &[u8]) -> Head {
        let (text, mut read) = (String::from_utf8_lossy(head), Head::default());
        // Folded lines (RFC 5322, 2.2.3).
        let text = text.replace("\r\n ", " ").replace("\r\n\t", " ");
        for (name, value) in text.split("\r\n").filter_map(|line| line.split_once(':')) {
            let value = value.trim();
            match name.trim().to_ascii_lowercase().as_str() {
                "content-type" => read.media_type = Some(value.to_owned()),
                "content-disposition" => {
                    let named = ["filename*", "filename", "name"];
                    read.name = named.into_iter().find_map(|one| parameter(value, one));
                }
                "content-transfer-encoding"
                    if !["7bit", "8bit", "binary"].contains(&&*value.to_ascii_lowercase()) =>
                {
                    read.coding = Some(value.to_owned());
                }
                _ => {}
            }
        }
        read
    }
}

/// Returns a parameter of a header. If the name ends in `*`, the value is decoded (RFC 8187).
fn parameter(header: &str, wanted: &str) -> Option<String> {
    let mut rest = header.split_once(';')?.1;
    loop {
        let (name, after) = rest.split_once('=')?;
        let after = after.trim_start();
        let (value, behind) = match after.strip_prefix('"') {
            Some(quoted) => unquote(quoted),
            None => {
                let (value, behind) = after.split_once(';').unwrap_or((after, ""));
                (value.trim().to_owned(), behind)
            }
        };
        let name = name.trim_matches([' ', '\t', ';']);
        if name.eq_ignore_ascii_case(wanted) {
            return if wanted.ends_with('*') { decode(&value) } else { Some(value) };
        }
        rest = behind;
    }
}

/// Returns the text up to the closing quote, and the rest. In a name, browsers write a quote as
/// `%22`, other clients with a backslash.
fn unquote(quoted: &str) -> (String, &str) {
    let (mut value, mut characters) = (String::new(), quoted.char_indices());
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => return (value.replace("%22", "\""), &quoted[at + 1..]),
            '\\' if quoted[at + 1..].starts_with(['"', '\\']) => {
                value.extend(characters.next().map(|(_, next)| next));
            }
            _ => value.push(character),
        }
    }
    (value, "")
}

fn decode(value: &str) -> Option<String> {
    let mut fields = value.splitn(3, '\'');
    let (charset, _, text) = (fields.next()?, fields.next()?, fields.next()?);
    let decoded = percent_decode_str(text).decode_utf8().ok()?;
    charset.eq_ignore_ascii_case("utf-8").then(|| decoded.into_owned())
}

#[cfg(test)]
mod tests {
    use super::{Multipart, parameter};

    fn names(body: &str) -> Vec<(Option<String>, String)> {
        let parts = Multipart::open("multipart/mixed; boundary=\"ab c\"", body.into()).unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        let content = |one: glossweave_base::Result<Vec<u8>>| match one {
            Ok(bytes) => text(bytes),
            Err(error) => error.to_string(),
        };
        parts.map(|one| (one.name, content(one.content))).collect()
    }

    #[test]
    fn parts_end_at_the_boundary_and_nowhere_else() {
        let body = "preamble\r\n--ab c  \r\n\r\n\r\n--ab cd\r\n--ab\r\n\r\n--ab c\r\n\
            content-disposition: attachment;\r\n filename=a.txt\r\n\r\nA\n\r\n--ab c--\r\nepilogue";
        let expected = [(None, "\r\n--ab cd\r\n--ab\r\n"), (Some("a.txt".to_owned()), "A\n")];
        assert_eq!(names(body), expected.map(|(name, text)| (name, text.to_owned())));
        // An empty part.
        assert_eq!(names("--ab c\r\n\r\n\r\n--ab c--"), [(None, String::new())]);
        assert_eq!(names("--ab c--"), []);
    }

    #[test]
    fn what_is_cut_short_is_the_last() {
        let cut = names("--ab c\r\n\r\nA\r\n--ab c\r\n\r\nB");
        assert_eq!(cut[0].1, "A");
        assert!(cut[1].1.starts_with("the body is cut short"), "{cut:?}");
        assert!(names("--ab c\r\nno head\r\n--ab c--")[0].1.contains("no head"));
        let coded = "--ab c\r\nContent-Transfer-Encoding: base64\r\n\r\nQQ==\r\n--ab c--";
        assert!(names(coded)[0].1.contains("is coded in `base64`"));
        let none = |media_type: &str| Multipart::open(media_type, b"A".to_vec()).unwrap_err();
        assert_eq!(none("multipart/mixed").parameter(), Some("Content-Type"));
        assert!(none("multipart/mixed; boundary=x").location().is_some());
    }

    #[test]
    fn names_are_read_as_clients_write_them() {
        let header =
            r#"form-data; name="a;b=c"; filename="d\"e%22\\.txt"; filename*=utf-8'en'%C3%A9'f"#;
        assert_eq!(parameter(header, "name").unwrap(), "a;b=c");
        assert_eq!(parameter(header, "filename").unwrap(), "d\"e\"\\.txt");
        assert_eq!(parameter(header, "filename*").unwrap(), "é'f");
        assert_eq!(parameter("form-data; name=a ; x=\"y", "x").unwrap(), "y");
        assert_eq!(parameter("form-data", "x"), None);
    }
}
