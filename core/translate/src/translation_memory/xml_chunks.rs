//! XML whose root has one long element, read in parts: each part is wrapped in the tags that are
//! open before it and is a document of its own, so that no more than a part is in memory.

use std::borrow::Cow;
use std::io::Read;
use std::ops::Range;

use glossweave_base::error::{Error, ErrorKind, Location, Result, Skipped};
use glossweave_markup::Encoding;
use glossweave_markup::tree::{NodeId, Tree};
use glossweave_markup::xml::{Fault, Limits, parse};

/// The size from which a part is processed, in bytes.
const PART: usize = 256 << 10;
/// The maximum size of a child of the long element, and of the data before and after it, in bytes.
const MOST: usize = 16 << 20;
/// The number of bytes that are read at a time.
const STEP: usize = 64 << 10;
/// The maximum length of a document type, which is parsed again for each part.
const MOST_DOCTYPE: usize = 64 << 10;

/// The callback for a part; it may leave children out, and lists them.
pub(super) type Handle<'h> =
    &'h mut dyn FnMut(&Tree<'_>, &mut Vec<LeftOut>) -> std::result::Result<(), Problem>;

/// The name of a child that is left out, and the fault in it.
pub(super) type LeftOut = (Box<str>, Fault);

/// An error in a part.
pub(super) enum Problem {
    /// A fault with its place.
    At(Fault),
    Else(Error),
}

impl From<Error> for Problem {
    fn from(error: Error) -> Problem {
        Problem::Else(error)
    }
}

/// Creates a malformed-input problem at a node.
pub(super) fn fault(tree: &Tree<'_>, node: NodeId, message: impl Into<String>) -> Problem {
    let at = tree.node(node).at();
    Problem::At(Fault { kind: ErrorKind::Malformed, message: message.into(), at })
}

/// The conversion of two bytes into a UTF-16 unit.
type Units = fn([u8; 2]) -> u16;

struct Source<'s, R> {
    reader: R,
    skipped: &'s mut Vec<Skipped>,
    units: Option<Units>,
    /// The bytes that are not decoded yet.
    raw: Vec<u8>,
    /// The text from the last part on, as bytes.
    text: Vec<u8>,
    is_over: bool,
    /// The number of bytes before the text, followed by that of lines and columns.
    bytes: usize,
    lines: u32,
    columns: u32,
}

/// Passes the document to `handle` in parts: first everything before the children of the element
/// `long` of the root, then these, some at a time. The children that it leaves out are added to
/// `skipped`.
pub(super) fn read(
    reader: impl Read,
    long: &str,
    skipped: &mut Vec<Skipped>,
    handle: Handle<'_>,
) -> Result<()> {
    let mut source = Source::new(reader, skipped)?;
    let Some(head) = source.head(long)? else {
        return source.finish("", handle);
    };
    let closers = &head.closers;
    let whole = source.part(0..head.end)? + closers;
    source.give("", &whole, handle)?;
    source.advance(head.end);
    loop {
        match source.children()? {
            Some(end) => {
                let part = source.part(0..end)? + closers;
                source.give(&head.openers, &part, handle)?;
                source.advance(end);
            }
            None => return source.finish(&head.openers, handle),
        }
    }
}

/// The part before the children.
struct Head {
    end: usize,
    /// The start of every part.
    openers: String,
    /// The end of every part.
    closers: String,
}

/// A tag or anything else that starts with `<`.
struct Token {
    at: Range<usize>,
    sort: TokenSort,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum TokenSort {
    Start,
    Empty,
    End,
    Doctype,
    Other,
}

impl<'s, R: Read> Source<'s, R> {
    fn new(mut reader: R, skipped: &'s mut Vec<Skipped>) -> Result<Source<'s, R>> {
        let mut raw = Vec::new();
        reader.by_ref().take(1024).read_to_end(&mut raw).map_err(unread)?;
        let head = raw.iter().position(|byte| *byte == b'>').map_or(raw.len(), |at| at + 1);
        let is_wide = raw.starts_with(&[0xFE, 0xFF])
            || raw.starts_with(&[0xFF, 0xFE])
            || raw.iter().take(4).any(|byte| *byte == 0);
        let head = if is_wide { head.next_multiple_of(2).min(raw.len()) } else { head };
        let found = Encoding::decode_xml(&raw[..head], None)?;
        let (encoding, skip) = (found.encoding, found.skip);
        let units: Option<Units> = match encoding.name() {
            "UTF-16LE" => Some(u16::from_le_bytes),
            "UTF-16BE" => Some(u16::from_be_bytes),
            _ => None,
        };
        let mut source = Source {
            reader,
            skipped,
            units,
            raw: Vec::new(),
            text: Vec::new(),
            is_over: false,
            bytes: 0,
            lines: 0,
            columns: 0,
        };
        if units.is_none() && !encoding.is_utf8() {
            // Other encodings are rare and old, and their files small.
            source.reader.by_ref().take(MOST as u64 * 16).read_to_end(&mut raw).map_err(unread)?;
            if raw.len() >= MOST * 16 {
                let message =
                    format!("a file in {encoding} of 256 MB is too large, expected UTF-8");
                return Err(Error::new(ErrorKind::TooLarge, message));
            }
            source.text = Encoding::decode_xml(&raw, None)?.text.into_owned().into_bytes();
            source.is_over = true;
            return Ok(source);
        }
        raw.drain(..skip);
        source.raw = raw;
        source.decode();
        Ok(source)
    }

    /// Decodes the bytes that were read.
    fn decode(&mut self) {
        let Some(unit) = self.units else {
            self.text.append(&mut self.raw);
            return;
        };
        let pairs = self.raw.as_chunks::<2>().0;
        let is_cut = pairs.last().is_some_and(|pair| (0xD800..0xDC00).contains(&unit(*pair)));
        let count = pairs.len() - usize::from(is_cut && !self.is_over);
        let decoded = char::decode_utf16(pairs[..count].iter().map(|pair| unit(*pair)));
        let decoded: String =
            decoded.map(|char| char.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
        self.text.extend_from_slice(decoded.as_bytes());
        self.raw.drain(..count * 2);
    }

    /// Reads more bytes, and returns `false` at the end of the source.
    fn more(&mut self) -> Result<bool> {
        if self.is_over {
            return Ok(false);
        }
        let before = self.raw.len();
        self.reader.by_ref().take(STEP as u64).read_to_end(&mut self.raw).map_err(unread)?;
        self.is_over = self.raw.len() == before;
        self.decode();
        Ok(!self.is_over)
    }

    /// Returns the next token from an offset on; `None` at the end of the source.
    fn token(&mut self, from: usize, least: usize) -> Result<Option<Token>> {
        loop {
            if let Some(token) = token(&self.text, from) {
                return Ok(Some(token));
            }
            if self.text.len() - least > MOST {
                let message = format!("no element ends within {MOST} bytes");
                let place = self.place(least..least);
                return Err(Error::new(ErrorKind::TooLarge, message).at(place));
            }
            if !self.more()? {
                return Ok(None);
            }
        }
    }

    /// Returns the part before the children of the long element; `None` if there is no such
    /// element.
    fn head(&mut self, long: &str) -> Result<Option<Head>> {
        let (mut at, mut depth) = (0, 0);
        let mut openers = String::new();
        let mut closers = String::new();
        while let Some(token) = self.token(at, 0)? {
            at = token.at.end;
            if at > MOST {
                break;
            }
            match token.sort {
                TokenSort::Doctype if self.text[token.at.clone()].contains(&b'[') => {
                    if token.at.len() > MOST_DOCTYPE {
                        let message =
                            format!("the document type has more than {MOST_DOCTYPE} bytes");
                        return Err(
                            Error::new(ErrorKind::TooLarge, message).at(self.place(token.at))
                        );
                    }
                    openers.push_str(&self.part(token.at)?);
                }
                TokenSort::Start => {
                    let tag = self.part(token.at.clone())?;
                    let name = tag[1..].split(|c: char| c.is_whitespace() || c == '>').next();
                    let name = name.unwrap_or_default();
                    depth += 1;
                    let is_long = depth == 2 && name.rsplit(':').next() == Some(long);
                    if depth == 1 || is_long {
                        openers.push_str(&tag);
                        closers.insert_str(0, &format!("</{name}>"));
                    }
                    if is_long {
                        return Ok(Some(Head { end: at, openers, closers }));
                    }
                }
                TokenSort::End if depth <= 1 => break,
                TokenSort::End => depth -= 1,
                _ => {}
            }
        }
        Ok(None)
    }

    /// Returns the end of some whole children, `None` if the rest is the last part.
    fn children(&mut self) -> Result<Option<usize>> {
        let (mut at, mut depth, mut end) = (0, 0, 0);
        loop {
            // Whole children are looked at before more is read of a long one, or of nothing.
            while token(&self.text, at).is_none() && !self.is_over {
                if end > 0 && self.text.len() - end > PART {
                    return Ok(Some(end));
                }
                if self.text.len() - end > MOST || !self.more()? {
                    break;
                }
            }
            let Some(token) = self.token(at, end)? else { return Ok(None) };
            at = token.at.end;
            match token.sort {
                TokenSort::Start => depth += 1,
                TokenSort::End if depth == 0 => return Ok((end >= PART).then_some(end)),
                TokenSort::End => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                end = at;
                if end >= PART {
                    return Ok(Some(end));
                }
            }
        }
    }

    /// Passes the rest to `handle`.
    fn finish(mut self, openers: &str, handle: Handle<'_>) -> Result<()> {
        while self.text.len() <= PART + MOST && self.more()? {}
        if !self.is_over {
            let message = format!("more than {MOST} bytes come after the last element");
            return Err(Error::new(ErrorKind::TooLarge, message).at(self.place(0..0)));
        }
        let rest = self.part(0..self.text.len())?;
        self.give(openers, &rest, handle)
    }

    fn give(&mut self, openers: &str, part: &str, handle: Handle<'_>) -> Result<()> {
        let whole = [openers, part].concat();
        let limits = Limits { expansion: 1 << 20, ..Limits::default() };
        let mut left_out = Vec::new();
        let done = parse(Cow::Borrowed(&whole), limits)
            .map_err(Problem::At)
            .and_then(|tree| handle(&tree, &mut left_out));
        let place = |fault: &Fault| {
            let [start, end] =
                [fault.at.start, fault.at.end].map(|at| at.saturating_sub(openers.len()));
            self.place(start..end)
        };
        let kept: Vec<Skipped> = left_out
            .into_iter()
            .take(Skipped::MOST.saturating_sub(self.skipped.len()))
            .map(|(name, fault)| {
                let at = place(&fault);
                Skipped::new(name, fault.message).at(Some(at))
            })
            .collect();
        let done = done.map_err(|problem| match problem {
            Problem::Else(error) => error,
            Problem::At(fault) => {
                let at = place(&fault);
                Error::new(fault.kind, fault.message).at(at)
            }
        });
        self.skipped.extend(kept);
        done
    }

    /// Returns a range of the text.
    fn part(&self, at: Range<usize>) -> Result<String> {
        let start = at.start;
        let bytes = self.text.get(at).unwrap_or_default();
        std::str::from_utf8(bytes).map(str::to_owned).map_err(|wrong| {
            let wrong = start + wrong.valid_up_to();
            let byte = self.text.get(wrong).copied().unwrap_or_default();
            let message = format!("expected UTF-8, found the byte `{byte:02X}`");
            Error::malformed(message).at(self.place(wrong..wrong + 1))
        })
    }

    fn place(&self, at: Range<usize>) -> Location {
        Location::in_source(&self.text, at).behind(self.bytes, self.lines, self.columns)
    }

    /// Drops the text that was processed.
    fn advance(&mut self, bytes: usize) {
        let place = self.place(bytes..bytes);
        (self.lines, self.columns) = (place.line() - 1, place.column() - 1);
        self.bytes += bytes;
        self.text.drain(..bytes);
    }
}

/// Returns the next token from an offset on, if it is complete.
fn token(text: &[u8], from: usize) -> Option<Token> {
    let start = from + text.get(from..)?.iter().position(|byte| *byte == b'<')?;
    let rest = &text[start..];
    let until = |end: &[u8]| {
        rest.windows(end.len()).position(|window| window == end).map(|at| at + end.len())
    };
    let (length, sort) = match rest {
        [b'<', b'!', b'-', b'-', ..] => {
            let end = rest[4..].windows(3).position(|window| window == b"-->")?;
            (end + 7, TokenSort::Other)
        }
        [b'<', b'!', b'[', ..] => (until(b"]]>")?, TokenSort::Other),
        // More bytes are needed to tell.
        [b'<', b'!'] | [b'<', b'!', b'-'] => return None,
        [b'<', b'!', ..] => (doctype(rest)?, TokenSort::Doctype),
        [b'<', b'?', ..] => (until(b"?>")?, TokenSort::Other),
        [b'<', b'/', ..] => (until(b">")?, TokenSort::End),
        _ => {
            let end = quoted(rest, |byte| byte == b'>')?;
            let is_empty = rest[end - 1] == b'/';
            (end + 1, if is_empty { TokenSort::Empty } else { TokenSort::Start })
        }
    };
    Some(Token { at: start..start + length, sort })
}

/// Returns the offset of the first such byte outside quotes.
fn quoted(text: &[u8], mut is_end: impl FnMut(u8) -> bool) -> Option<usize> {
    let mut quote = None;
    text.iter().position(|byte| match quote {
        Some(open) => {
            if *byte == open {
                quote = None;
            }
            false
        }
        None => {
            if matches!(byte, b'"' | b'\'') {
                quote = Some(*byte);
            }
            is_end(*byte)
        }
    })
}

/// Returns the length of a document type.
fn doctype(text: &[u8]) -> Option<usize> {
    let mut at = 2;
    let mut depth = 0;
    loop {
        let rest = text.get(at..)?;
        if rest.starts_with(b"<!--") || rest.starts_with(b"<?") {
            let end: &[u8] = if rest.starts_with(b"<?") { b"?>" } else { b"-->" };
            at += 2 + rest[2..].windows(end.len()).position(|window| window == end)? + end.len();
            continue;
        }
        match *rest.first()? {
            quote @ (b'"' | b'\'') => at += rest[1..].iter().position(|byte| *byte == quote)? + 1,
            b'[' | b'<' => depth += 1,
            b'>' if depth == 0 => return Some(at + 1),
            b']' | b'>' => depth -= 1,
            _ => {}
        }
        at += 1;
    }
}

fn unread(cause: std::io::Error) -> Error {
    Error::new(ErrorKind::Unavailable, format!("the source cannot be read: {cause}")).because(cause)
}
