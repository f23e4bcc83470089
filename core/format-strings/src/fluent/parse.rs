//! A parser for the messages of Fluent 1.0 (<https://projectfluent.org/fluent/guide/>, EBNF of the specification). It
//! returns their patterns with the position of each part.

use std::ops::Range;

/// The maximum nesting depth of select expressions, which limits the use of the stack.
const DEPTH: usize = 32;

/// A part of a pattern.
#[derive(Debug)]
pub(super) enum Element {
    Text(Range<usize>),
    /// Line breaks with the indentation after them, and the text that they represent.
    Break(Range<usize>, String),
    /// A literal between quotes, and its characters.
    Literal(Range<usize>, String),
    /// Any other placeable, with its variants if it is a select expression.
    Placeable(Range<usize>, Vec<Variant>),
}

#[derive(Debug)]
pub(super) struct Variant {
    pub key: String,
    pub pattern: Vec<Element>,
}

/// A pattern that is the value of a message, a term or an attribute.
#[derive(Debug)]
pub(super) struct Value {
    pub name: String,
    pub pattern: Vec<Element>,
    /// The comment directly before its message.
    pub comment: String,
}

/// A range that is not a message.
pub(super) type Junk = Range<usize>;

/// Returns the values of a source, and the ranges that could not be parsed.
pub(super) fn parse(source: &str) -> (Vec<Value>, Vec<Junk>) {
    let mut parser = Parser { source, bytes: source.as_bytes(), at: 0 };
    let (mut values, mut junk) = (Vec::new(), Vec::new());
    let mut comment = String::new();
    while let Some(byte) = parser.byte() {
        let start = parser.at;
        match byte {
            b'#' => {
                let end = parser.line_end();
                let line = source.get(start..end).unwrap_or_default();
                match line.strip_prefix("# ") {
                    Some(text) => {
                        if !comment.is_empty() {
                            comment.push('\n');
                        }
                        comment.push_str(text.trim());
                    }
                    None => comment.clear(),
                }
                parser.at = end;
                parser.skip_line_break();
            }
            b'\n' | b'\r' | b' ' => {
                let end = parser.line_end();
                let is_blank = source.get(start..end).is_some_and(|line| line.trim().is_empty());
                parser.at = end;
                parser.skip_line_break();
                comment.clear();
                if !is_blank {
                    junk.push(start..end);
                }
            }
            _ => {
                let count = values.len();
                let about = std::mem::take(&mut comment);
                if parser.message(&about, &mut values).is_none() {
                    values.truncate(count);
                    parser.at = start;
                    parser.skip_junk();
                    junk.push(start..parser.at);
                }
            }
        }
    }
    (values, junk)
}

struct Parser<'s> {
    source: &'s str,
    bytes: &'s [u8],
    at: usize,
}

impl Parser<'_> {
    fn byte(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn line_end(&self) -> usize {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let length = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
        let end = self.at + length;
        if length > 0 && self.bytes.get(end - 1) == Some(&b'\r') { end - 1 } else { end }
    }

    fn skip_line_break(&mut self) {
        if self.byte() == Some(b'\r') {
            self.at += 1;
        }
        if self.byte() == Some(b'\n') {
            self.at += 1;
        }
    }

    fn skip_spaces(&mut self) {
        while self.byte() == Some(b' ') {
            self.at += 1;
        }
    }

    fn skip_blank(&mut self) {
        while matches!(self.byte(), Some(b' ' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// Skips lines until a line that may begin an entry.
    fn skip_junk(&mut self) {
        loop {
            self.at = self.line_end();
            self.skip_line_break();
            if self.byte().is_none() || self.is_entry(self.at) {
                return;
            }
        }
    }

    fn identifier(&mut self) -> Option<String> {
        let start = self.at;
        if !self.byte()?.is_ascii_alphabetic() {
            return None;
        }
        while self.byte().is_some_and(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
        {
            self.at += 1;
        }
        self.source.get(start..self.at).map(str::to_owned)
    }

    fn take(&mut self, byte: u8) -> Option<()> {
        (self.byte()? == byte).then(|| self.at += 1)
    }

    /// Parses a message or a term with its attributes.
    fn message(&mut self, comment: &str, values: &mut Vec<Value>) -> Option<()> {
        let is_term = self.byte()? == b'-';
        if is_term {
            self.at += 1;
        }
        let name = self.identifier()?;
        let name = if is_term { format!("-{name}") } else { name };
        self.skip_spaces();
        self.take(b'=')?;
        self.skip_spaces();
        let pattern = self.pattern(0)?;
        let mut comment = comment.to_owned();
        let mut is_empty = pattern.is_empty();
        if is_empty && is_term {
            return None;
        }
        if !is_empty {
            let comment = std::mem::take(&mut comment);
            values.push(Value { name: name.clone(), pattern, comment });
        }
        loop {
            let before = self.at;
            self.skip_blank();
            let is_indented = self.at.checked_sub(1).is_some_and(|last| self.bytes[last] == b' ');
            if self.byte() != Some(b'.') || !is_indented {
                self.at = before;
                break;
            }
            self.at += 1;
            let attribute = self.identifier()?;
            self.skip_spaces();
            self.take(b'=')?;
            self.skip_spaces();
            let pattern = self.pattern(0)?;
            if pattern.is_empty() {
                return None;
            }
            is_empty = false;
            let comment = std::mem::take(&mut comment);
            values.push(Value { name: format!("{name}.{attribute}"), pattern, comment });
        }
        if is_empty {
            return None;
        }
        match self.byte() {
            None => {}
            Some(b'\n' | b'\r') => self.skip_line_break(),
            Some(_) => return None,
        }
        Some(())
    }

    /// Parses a pattern up to the end of its last line.
    fn pattern(&mut self, depth: usize) -> Option<Vec<Element>> {
        let mut elements: Vec<Element> = Vec::new();
        // The indices of breaks, with their number of lines and the indentation after them.
        let mut breaks: Vec<(usize, usize, usize)> = Vec::new();
        loop {
            let start = self.at;
            while self.byte().is_some_and(|byte| !b"{}\n\r".contains(&byte)) {
                self.at += 1;
            }
            if start < self.at {
                elements.push(Element::Text(start..self.at));
            }
            match self.byte() {
                Some(b'{') => {
                    let placeable = self.placeable(depth)?;
                    elements.push(placeable);
                }
                Some(b'}') => return None,
                Some(b'\r') if self.bytes.get(self.at + 1) != Some(&b'\n') => {
                    self.at += 1;
                    elements.push(Element::Text(self.at - 1..self.at));
                }
                None => break,
                Some(_) => {
                    let line = self.at;
                    self.skip_blank();
                    let text = self.source.get(line..self.at).unwrap_or_default();
                    let indent = text.len() - text.trim_end_matches(' ').len();
                    let is_next = matches!(self.byte(), Some(byte) if !b"}.[*".contains(&byte));
                    if indent == 0 || !is_next {
                        self.at = line;
                        break;
                    }
                    breaks.push((elements.len(), text.matches('\n').count(), indent));
                    elements.push(Element::Break(line..self.at, String::new()));
                }
            }
        }
        trim(self.source, &mut elements);
        // The common indentation of all lines is not text.
        let common = breaks.iter().map(|(_, _, indent)| *indent).min().unwrap_or(0);
        for (index, lines, indent) in breaks {
            if let Some(Element::Break(at, text)) = elements.get_mut(index) {
                let is_first = index == 0;
                let lines = if is_first { 0 } else { lines };
                let more = indent - common;
                // The additional indentation is text.
                at.end -= more;
                *text = "\n".repeat(lines);
                if more > 0 && !is_first {
                    text.push_str(&" ".repeat(more));
                    at.end += more;
                }
            }
        }
        Some(elements)
    }

    fn placeable(&mut self, depth: usize) -> Option<Element> {
        let start = self.at;
        self.at += 1;
        self.skip_blank();
        if self.byte() == Some(b'"') {
            let text = self.string()?;
            self.skip_blank();
            if self.byte() == Some(b'}') {
                self.at += 1;
                return Some(Element::Literal(start..self.at, text));
            }
        }
        let mut open = 1;
        let mut variants = Vec::new();
        loop {
            match self.byte()? {
                b'"' => {
                    self.string()?;
                    continue;
                }
                b'{' => open += 1,
                b'}' => {
                    open -= 1;
                    if open == 0 {
                        self.at += 1;
                        return Some(Element::Placeable(start..self.at, variants));
                    }
                }
                b'-' if open == 1 && self.bytes.get(self.at + 1) == Some(&b'>') => {
                    self.at += 2;
                    if depth >= DEPTH {
                        return None;
                    }
                    variants = self.variants(depth + 1)?;
                    continue;
                }
                // The line begins another entry, so the rest of the source is not searched for the end.
                b'\n' if self.is_entry(self.at + 1) => return None,
                _ => {}
            }
            self.at += 1;
        }
    }

    /// Returns `true` if an entry can begin at a position.
    fn is_entry(&self, at: usize) -> bool {
        let byte = self.bytes.get(at);
        byte.is_some_and(|byte| byte.is_ascii_alphabetic() || b"-#".contains(byte))
    }

    fn string(&mut self) -> Option<String> {
        let mut text = String::new();
        self.at += 1;
        loop {
            let char = self.source.get(self.at..)?.chars().next()?;
            self.at += char.len_utf8();
            match char {
                '"' => return Some(text),
                '\n' => return None,
                '\\' => {
                    let escape = self.byte()?;
                    let length = match escape {
                        b'u' => 4,
                        b'U' => 6,
                        b'"' | b'\\' => 0,
                        _ => return None,
                    };
                    let digits = self.source.get(self.at + 1..self.at + 1 + length)?;
                    self.at += 1 + length;
                    text.push(match length {
                        0 => char::from(escape),
                        _ => {
                            let code = u32::from_str_radix(digits, 16).ok()?;
                            char::from_u32(code).unwrap_or('\u{FFFD}')
                        }
                    });
                }
                char => text.push(char),
            }
        }
    }

    fn variants(&mut self, depth: usize) -> Option<Vec<Variant>> {
        let mut variants = Vec::new();
        loop {
            self.skip_blank();
            if self.byte()? == b'}' {
                return (!variants.is_empty()).then_some(variants);
            }
            if self.byte()? == b'*' {
                self.at += 1;
            }
            self.take(b'[')?;
            let start = self.at;
            while !matches!(self.byte()?, b']' | b'\n') {
                self.at += 1;
            }
            let key = self.source.get(start..self.at)?.trim().to_owned();
            self.take(b']')?;
            self.skip_spaces();
            let pattern = self.pattern(depth)?;
            if pattern.is_empty() {
                return None;
            }
            variants.push(Variant { key, pattern });
        }
    }
}

/// Removes white space at the end of a pattern.
fn trim(source: &str, elements: &mut Vec<Element>) {
    while let Some(Element::Text(at)) = elements.last_mut() {
        let text = source.get(at.clone()).unwrap_or_default();
        at.end -= text.len() - text.trim_end_matches(' ').len();
        if at.start < at.end {
            return;
        }
        elements.pop();
    }
}
