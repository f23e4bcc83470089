//! The value of a string: its text without escapes, and the source range of each part.

use std::ops::Range;

/// A part of a value, which ends where the next part begins.
#[derive(Clone, Copy, Debug)]
pub struct ValuePart {
    /// The start in the text of the value.
    pub text: usize,
    /// The start and the end in the source.
    pub start: usize,
    pub end: usize,
    /// `true` if the text represents the whole range, as for an escape.
    pub is_atom: bool,
}

/// The value of a string. Source positions refer to the decoded source.
#[derive(Clone, Debug, Default)]
pub struct Value {
    /// The text without escapes.
    pub text: String,
    /// The parts of the text, with their positions in the source.
    pub parts: Vec<ValuePart>,
}

impl Value {
    /// Appends a range of the source as literal text.
    pub fn literal(&mut self, source: &str, at: Range<usize>) {
        let text = source.get(at.clone()).unwrap_or_default();
        match self.parts.last_mut() {
            _ if text.is_empty() => return,
            Some(last) if !last.is_atom && last.end == at.start => last.end = at.end,
            _ => self.begin(at, false),
        }
        self.text.push_str(text);
    }

    /// Begins a part. Most values have one part, for which a vector would reserve the space of four.
    fn begin(&mut self, at: Range<usize>, is_atom: bool) {
        if self.parts.is_empty() {
            self.parts.reserve_exact(1);
        }
        let (text, start, end) = (self.text.len(), at.start, at.end);
        self.parts.push(ValuePart { text, start, end, is_atom });
    }

    /// Appends text that a range of the source represents.
    pub fn atom(&mut self, text: &str, at: Range<usize>) {
        if !text.is_empty() {
            self.begin(at, true);
            self.text.push_str(text);
        }
    }

    /// Appends a UTF-16 unit from an escape. A low surrogate forms a character with a preceding high surrogate, which
    /// must be an escape too. An unpaired surrogate becomes U+FFFD.
    pub fn unit(&mut self, unit: u16, at: Range<usize>, pending: &mut Option<(u16, usize)>) {
        let before = pending.take();
        let pair = before.filter(|high| high.1 == at.start).and_then(|(high, _)| {
            char::decode_utf16([high, unit]).next().and_then(std::result::Result::ok)
        });
        if let (Some(char), Some(last)) =
            (pair.filter(|char| *char >= '\u{10000}'), self.parts.last_mut())
        {
            // The character replaces the U+FFFD of the first half.
            self.text.truncate(last.text);
            last.end = at.end;
            self.text.push(char);
            return;
        }
        let end = at.end;
        match char::from_u32(u32::from(unit)) {
            Some(char) => self.atom(char.encode_utf8(&mut [0; 4]), at),
            None => {
                self.atom("\u{FFFD}", at);
                if (0xD800..0xDC00).contains(&unit) {
                    *pending = Some((unit, end));
                }
            }
        }
    }

    /// Shifts its positions in the source.
    pub fn move_by(&mut self, by: usize) {
        for part in &mut self.parts {
            (part.start, part.end) = (part.start + by, part.end + by);
        }
    }

    /// Returns the source ranges with the text that each range represents, or `None` if the text is literal.
    pub fn parts(&self) -> impl Iterator<Item = (Range<usize>, Option<&str>)> {
        self.parts.iter().enumerate().map(|(index, part)| {
            let text = self.text.get(part.text..self.text_end(index)).unwrap_or_default();
            (part.start..part.end, part.is_atom.then_some(text))
        })
    }

    /// Returns the index of the part at a position of the text.
    pub fn part_at(&self, text: usize) -> usize {
        self.parts.partition_point(|part| part.text <= text).saturating_sub(1)
    }

    /// Returns the end of a part in the text.
    pub fn text_end(&self, part: usize) -> usize {
        self.parts.get(part + 1).map_or(self.text.len(), |next| next.text)
    }
}

impl Value {
    /// Returns the value with each doubled apostrophe replaced by one, as in `MessageFormat` patterns.
    pub fn with_single_apostrophes(self, source: &str) -> Value {
        if !self.text.contains("''") {
            return self;
        }
        let mut value = Value::default();
        for (index, part) in self.parts.iter().enumerate() {
            let text = self.text.get(part.text..self.text_end(index)).unwrap_or_default();
            if part.is_atom {
                value.atom(text, part.start..part.end);
                continue;
            }
            let mut at = 0;
            while let Some(found) = text.get(at..).and_then(|rest| rest.find("''")) {
                let start = part.start + at + found;
                value.literal(source, part.start + at..start);
                value.atom("'", start..start + 2);
                at += found + 2;
            }
            value.literal(source, part.start + at..part.end);
        }
        value
    }
}
