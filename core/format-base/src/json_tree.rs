//! A parser for the strings of a JSON text (RFC 8259). Comments and trailing commas are accepted, as in JSONC.

use std::ops::Range;

use crate::strings::{Fault, Value, push_step};
use glossweave_base::call_limits::is_exceeded;
use glossweave_markup::find_byte;

/// The maximum nesting depth of objects and arrays.
const DEPTH: usize = 1_000;

/// The maximum length of a path that is used as a name, in bytes.
const PATH: usize = 1_000;

/// An object or an array.
#[derive(Debug)]
pub struct Container {
    /// The index of the container that contains it. `None` for the root.
    pub parent: Option<usize>,
    /// Its key in an object, and the range of the key with its quotes.
    pub key: Option<String>,
    /// The range of the key with its quotes.
    pub key_at: Range<usize>,
    /// Its index in the parent array or object.
    pub index: usize,
    /// The range from its opening bracket to its closing bracket.
    pub at: Range<usize>,
    /// The end of its last value, or of its opening bracket when it is empty. New members are inserted there.
    pub last: usize,
}

/// A string that is a value.
#[derive(Debug)]
pub struct Text {
    /// The index of the container that contains it. `None` for the root.
    pub container: Option<usize>,
    /// Its key in an object.
    pub key: Option<String>,
    /// The range of the key with its quotes.
    pub key_at: Range<usize>,
    /// The range of the string with its quotes.
    pub at: Range<usize>,
    /// Its path (RFC 6901), used as the name of the unit. Empty when the path is too long.
    pub pointer: String,
    /// The text, with its positions in the source.
    pub value: Value,
}

/// The containers and the strings of a JSON text.
#[derive(Debug, Default)]
pub struct Tree {
    /// The objects and arrays, in the order of their opening brackets.
    pub containers: Vec<Container>,
    /// The strings that are values, in source order.
    pub strings: Vec<Text>,
    /// The containers of values that are `false`, with the keys of these values. Used for flags such as
    /// `shouldTranslate`.
    pub falses: Vec<(usize, String)>,
}

struct Open {
    container: usize,
    is_object: bool,
    /// The number of its values so far.
    count: usize,
    /// The length of its path.
    path: usize,
    key: Option<String>,
    key_at: Range<usize>,
}

struct Parser<'s> {
    source: &'s str,
    at: usize,
    tree: Tree,
    open: Vec<Open>,
    path: String,
}

/// Parses a JSON text and returns its strings.
pub fn parse(source: &str) -> Result<Tree, Fault> {
    let mut parser =
        Parser { source, at: 0, tree: Tree::default(), open: Vec::new(), path: String::new() };
    parser.value()?;
    while let Some(open) = parser.open.last() {
        // The call reports the exceeded limit instead of this error.
        if is_exceeded() {
            return Err(parser.unexpected("less"));
        }
        let is_object = open.is_object;
        let end = if is_object { b'}' } else { b']' };
        parser.skip()?;
        if parser.byte() == Some(end) {
            parser.at += 1;
            parser.close();
            continue;
        }
        if open_count(&parser) > 0 {
            parser.expect(b',', if is_object { "`,` or `}`" } else { "`,` or `]`" })?;
            parser.skip()?;
            if parser.byte() == Some(end) {
                continue;
            }
        }
        if is_object {
            if parser.byte() != Some(b'"') {
                return Err(parser.unexpected("a key"));
            }
            let start = parser.at;
            let key = parser.string()?.text;
            let at = start..parser.at;
            parser.skip()?;
            parser.expect(b':', "`:`")?;
            parser.enter(Some(key), at);
        } else {
            parser.enter(None, 0..0);
        }
        parser.value()?;
    }
    parser.skip()?;
    match parser.byte() {
        None => Ok(parser.tree),
        Some(_) => Err(parser.unexpected("the end")),
    }
}

/// Returns the value of the string at a range with its quotes.
pub fn string_at(source: &str, at: &Range<usize>) -> Option<Value> {
    let (tree, open, path) = (Tree::default(), Vec::new(), String::new());
    Parser { source, at: at.start, tree, open, path }.string().ok()
}

fn open_count(parser: &Parser<'_>) -> usize {
    parser.open.last().map_or(0, |open| open.count)
}

impl Parser<'_> {
    fn byte(&self) -> Option<u8> {
        self.source.as_bytes().get(self.at).copied()
    }

    fn unexpected(&self, expected: &str) -> Fault {
        let found = self.source.get(self.at..).and_then(|rest| rest.chars().next());
        match found {
            Some(char) => {
                let at = self.at..self.at + char.len_utf8();
                Fault::new(format!("expected {expected}, found `{}`", char.escape_debug()), at)
            }
            None => Fault::new(format!("expected {expected}, found the end"), self.at..self.at),
        }
    }

    fn expect(&mut self, byte: u8, name: &str) -> Result<(), Fault> {
        if self.byte() != Some(byte) {
            return Err(self.unexpected(name));
        }
        self.at += 1;
        Ok(())
    }

    /// Skips white space and comments.
    fn skip(&mut self) -> Result<(), Fault> {
        loop {
            while matches!(self.byte(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
                self.at += 1;
            }
            let text = self.source.get(self.at..).unwrap_or_default();
            let length = if text.starts_with("//") {
                text.find(['\n', '\r']).unwrap_or(text.len())
            } else if text.starts_with("/*") {
                let end = text.get(2..).and_then(|text| text.find("*/"));
                let end = end.ok_or_else(|| {
                    Fault::new("the comment has no `*/`, expected one", self.at..self.at + 2)
                })?;
                end + 4
            } else {
                return Ok(());
            };
            self.at += length;
        }
    }

    /// Stores the key or the index of the next value of the innermost container.
    fn enter(&mut self, key: Option<String>, key_at: Range<usize>) {
        let Some(open) = self.open.last_mut() else { return };
        self.path.truncate(open.path);
        if self.path.len() <= PATH {
            self.path.push('/');
            match &key {
                Some(key) if key.len() > PATH => self.path.push_str(&"-".repeat(PATH)),
                Some(key) => push_step(key, &mut self.path),
                None => self.path.push_str(&open.count.to_string()),
            }
        }
        open.count += 1;
        open.key = key;
        open.key_at = key_at;
    }

    /// Ends the innermost container.
    fn close(&mut self) {
        if let Some(closed) = self.open.pop() {
            self.tree.containers[closed.container].at.end = self.at;
        }
        if let Some(open) = self.open.last() {
            self.path.truncate(open.path);
            self.tree.containers[open.container].last = self.at;
        }
    }

    fn value(&mut self) -> Result<(), Fault> {
        self.skip()?;
        let container = self.open.last().map(|open| open.container);
        match self.byte() {
            Some(byte @ (b'{' | b'[')) => {
                if self.open.len() >= DEPTH {
                    let message = format!("objects and arrays nest more than {DEPTH} deep");
                    return Err(Fault::too_large(message, self.at..self.at + 1));
                }
                let open = self.open.last_mut();
                let (key, key_at, index) = open.map_or((None, 0..0, 0), |open| {
                    (open.key.take(), open.key_at.clone(), open.count.saturating_sub(1))
                });
                self.open.push(Open {
                    container: self.tree.containers.len(),
                    is_object: byte == b'{',
                    count: 0,
                    path: self.path.len(),
                    key: None,
                    key_at: 0..0,
                });
                let at = self.at..self.at;
                self.at += 1;
                let last = self.at;
                self.tree.containers.push(Container {
                    parent: container,
                    key,
                    key_at,
                    index,
                    at,
                    last,
                });
                return Ok(());
            }
            Some(b'"') => {
                let start = self.at;
                let value = self.string()?;
                let at = start..self.at;
                let open = self.open.last_mut();
                let (key, key_at) =
                    open.map_or((None, 0..0), |open| (open.key.take(), open.key_at.clone()));
                let is_short = self.path.len() <= PATH;
                let pointer = if is_short { self.path.clone() } else { String::new() };
                self.tree.strings.push(Text { container, key, key_at, at, pointer, value });
            }
            _ => self.scalar()?,
        }
        if let Some(container) = container {
            self.tree.containers[container].last = self.at;
        }
        Ok(())
    }

    /// Skips a number, `true`, `false` or `null`.
    fn scalar(&mut self) -> Result<(), Fault> {
        let rest = self.source.get(self.at..).unwrap_or_default();
        let is_part = |char: char| char.is_ascii_alphanumeric() || "+-.".contains(char);
        let length = rest.len() - rest.trim_start_matches(is_part).len();
        let word = rest.get(..length).unwrap_or_default();
        if word.is_empty() {
            return Err(self.unexpected("a value"));
        }
        let at = self.at..self.at + length;
        self.at = at.end;
        match word {
            "false" => {
                let open = self.open.last_mut();
                let place = open.and_then(|open| Some((open.container, open.key.take()?)));
                self.tree.falses.extend(place);
                Ok(())
            }
            "true" | "null" => Ok(()),
            number if is_number(number) => Ok(()),
            other => Err(Fault::new(format!("expected a value, found `{}`", shown(other)), at)),
        }
    }

    fn string(&mut self) -> Result<Value, Fault> {
        let start = self.at;
        let mut value = Value::default();
        let mut pending = None;
        self.at += 1;
        let mut run = self.at;
        let is_end = |byte| (byte == b'"') | (byte == b'\\') | (byte < b' ');
        loop {
            let rest = self.source.as_bytes().get(self.at..).unwrap_or_default();
            self.at += find_byte(rest, is_end).unwrap_or(rest.len());
            match self.byte() {
                Some(b'"') => break,
                Some(b'\\') => {
                    value.literal(self.source, run..self.at);
                    self.escape(&mut value, &mut pending)?;
                    run = self.at;
                }
                None => return Err(Fault::new("the string does not end", start..start + 1)),
                Some(_) => return Err(self.unexpected("an escape of the control character")),
            }
        }
        value.literal(self.source, run..self.at);
        self.at += 1;
        Ok(value)
    }

    fn escape(
        &mut self,
        value: &mut Value,
        pending: &mut Option<(u16, usize)>,
    ) -> Result<(), Fault> {
        let start = self.at;
        self.at += 1;
        let char = match self.byte() {
            Some(b'n') => '\n',
            Some(b't') => '\t',
            Some(b'r') => '\r',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{C}',
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
            Some(b'u') => {
                let digits = self.source.get(self.at + 1..self.at + 5).unwrap_or_default();
                let is_number =
                    digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
                let unit = u16::from_str_radix(digits, 16).ok().filter(|_| is_number);
                let unit = unit.ok_or_else(|| {
                    let message = format!(
                        "expected four hexadecimal digits after `\\u`, found `{}`",
                        digits.escape_debug()
                    );
                    Fault::new(message, start..self.at + 1)
                })?;
                self.at += 5;
                value.unit(unit, start..self.at, pending);
                return Ok(());
            }
            _ => return Err(self.unexpected("an escape of JSON")),
        };
        self.at += 1;
        value.atom(char.encode_utf8(&mut [0; 4]), start..self.at);
        Ok(())
    }
}

fn shown(word: &str) -> &str {
    word.get(..40).unwrap_or(word)
}

/// Returns `true` if a word is a JSON number.
fn is_number(word: &str) -> bool {
    let word = word.strip_prefix('-').unwrap_or(word);
    let digits =
        |text: &str| text.len() - text.trim_start_matches(|char: char| char.is_ascii_digit()).len();
    let whole = digits(word);
    let is_whole = whole == 1 || whole > 1 && !word.starts_with('0');
    let mut rest = &word[whole..];
    if let Some(fraction) = rest.strip_prefix('.') {
        let length = digits(fraction);
        if length == 0 {
            return false;
        }
        rest = &fraction[length..];
    }
    if let Some(power) = rest.strip_prefix(['e', 'E']) {
        let power = power.strip_prefix(['+', '-']).unwrap_or(power);
        return is_whole && !power.is_empty() && digits(power) == power.len();
    }
    is_whole && rest.is_empty()
}
