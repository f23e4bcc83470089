//! What is refused in RDF/XML before the parser sees it.
//!
//! The parser expands entities without a limit and takes quadratic time in the attributes of a
//! tag; both are refused by one linear scan.

use crate::error::{Error, Kind, Location, Result};

/// The most attributes that one tag may have.
const ATTRIBUTES: usize = 1000;

/// Scans RDF/XML. Kinds: Malformed for what is not UTF-8 text of tags, Unsupported for entity
/// declarations, TooLarge for a tag with more than 1,000 attributes.
pub(super) fn check(source: &[u8]) -> Result<()> {
    if let Err(error) = std::str::from_utf8(source) {
        let at = error.valid_up_to();
        return Err(Error::malformed("expected UTF-8, found an invalid byte")
            .at(Location::in_source(source, at..at + 1)));
    }
    let mut at = 0;
    while let Some(next) = find(source, at, b"<") {
        let rest = &source[next..];
        at = if rest.starts_with(b"<!--") {
            if rest.starts_with(b"<!-->") || rest.starts_with(b"<!--->") {
                return Err(malformed(source, next, "expected a comment, found `<!-->`"));
            }
            past(source, next, 4, b"-->")?
        } else if rest.starts_with(b"<![CDATA[") {
            past(source, next, 9, b"]]>")?
        } else if rest.starts_with(b"<?") {
            past(source, next, 2, b"?>")?
        } else if rest.starts_with(b"<!") {
            declaration(source, next)?
        } else {
            tag(source, next)?
        };
    }
    Ok(())
}

fn malformed(source: &[u8], at: usize, message: &str) -> Error {
    Error::malformed(message).at(Location::in_source(source, at..at + 1))
}

fn find(source: &[u8], from: usize, wanted: &[u8]) -> Option<usize> {
    let rest = source.get(from..)?;
    rest.windows(wanted.len()).position(|window| window == wanted).map(|at| from + at)
}

fn past(source: &[u8], start: usize, skip: usize, end: &[u8]) -> Result<usize> {
    find(source, start + skip, end)
        .map(|at| at + end.len())
        .ok_or_else(|| malformed(source, start, "expected an end of what begins here, found none"))
}

fn declaration(source: &[u8], start: usize) -> Result<usize> {
    for (at, byte) in source.iter().enumerate().skip(start + 1) {
        match byte {
            b'>' => return Ok(at + 1),
            b'[' | b'<' => {
                let message = "a document type with declarations of its own is not read";
                return Err(Error::new(Kind::Unsupported, message)
                    .at(Location::in_source(source, start..at + 1)));
            }
            _ => {}
        }
    }
    Err(malformed(source, start, "expected an end of the declaration, found none"))
}

fn tag(source: &[u8], start: usize) -> Result<usize> {
    let mut quote = None;
    let mut attributes = 0;
    for (at, byte) in source.iter().enumerate().skip(start + 1) {
        match (quote, byte) {
            (_, b'<') => {
                return Err(malformed(source, at, "expected an end of the tag, found `<`"));
            }
            (None, b'>') => return Ok(at + 1),
            (None, b'"' | b'\'') => {
                quote = Some(*byte);
                attributes += 1;
                if attributes > ATTRIBUTES {
                    let message = format!("the tag has more than {ATTRIBUTES} attributes");
                    return Err(Error::new(Kind::TooLarge, message)
                        .at(Location::in_source(source, start..at)));
                }
            }
            (Some(open), byte) if *byte == open => quote = None,
            _ => {}
        }
    }
    Err(malformed(source, start, "expected an end of the tag, found none"))
}
