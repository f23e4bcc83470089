//! The operators of page contents and character maps, with their operands (clauses 7.8.2 and 7.2).
//!
//! Bytes that are not part of a token are skipped, because viewers also skip them.

/// An operand.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Operand {
    Number(f64),
    String(Vec<u8>),
    Name(Vec<u8>),
    /// The numbers, strings and names of an array. Nested arrays are flattened.
    Array(Vec<Operand>),
    /// A dictionary, of which only `/ActualText` is kept.
    Dictionary(Option<Vec<u8>>),
}

impl Operand {
    pub fn number(&self) -> Option<f64> {
        match self {
            Operand::Number(number) => Some(*number),
            _ => None,
        }
    }

    pub fn string(&self) -> Option<&[u8]> {
        match self {
            Operand::String(bytes) => Some(bytes),
            _ => None,
        }
    }

    pub fn name(&self) -> Option<&[u8]> {
        match self {
            Operand::Name(name) => Some(name),
            _ => None,
        }
    }
}

/// The maximum number of operands of an operator. Further operands are ignored.
const OPERANDS: usize = 1 << 17;

/// A reader of operators.
pub(super) struct Operations<'a> {
    bytes: &'a [u8],
    at: usize,
    operands: Vec<Operand>,
    array: Option<Vec<Operand>>,
    arrays: usize,
    dictionaries: usize,
    /// `true` if the last token was the name `ActualText`. `actual` is the string that followed.
    is_actual: bool,
    actual: Option<Vec<u8>>,
}

fn is_space(byte: u8) -> bool {
    matches!(byte, 0 | b'\t' | b'\n' | 0x0C | b'\r' | b' ')
}

fn is_delimiter(byte: u8) -> bool {
    matches!(byte, b'(' | b')' | b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b'/' | b'%')
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).map(|digit| digit as u8)
}

impl<'a> Operations<'a> {
    pub fn new(bytes: &'a [u8]) -> Operations<'a> {
        Operations {
            bytes,
            at: 0,
            operands: Vec::new(),
            array: None,
            arrays: 0,
            dictionaries: 0,
            is_actual: false,
            actual: None,
        }
    }

    /// Advances to the next operator, and returns the operator with its operands.
    pub fn next(&mut self) -> Option<(&'a [u8], &[Operand])> {
        self.operands.clear();
        (self.arrays, self.dictionaries, self.array) = (0, 0, None);
        (self.is_actual, self.actual) = (false, None);
        loop {
            let byte = self.peek()?;
            self.at += 1;
            match byte {
                _ if is_space(byte) => {}
                b'%' => self.comment(),
                b'(' => {
                    let string = self.literal();
                    self.push(Operand::String(string));
                }
                b'<' if self.peek() == Some(b'<') => {
                    self.at += 1;
                    self.dictionaries += 1;
                }
                b'<' => {
                    let string = self.hexadecimal();
                    self.push(Operand::String(string));
                }
                b'>' if self.peek() == Some(b'>') => {
                    self.at += 1;
                    self.dictionaries = self.dictionaries.saturating_sub(1);
                    if self.dictionaries == 0 {
                        let actual = self.actual.take();
                        self.push(Operand::Dictionary(actual));
                    }
                }
                b'[' => {
                    self.arrays += 1;
                    self.array.get_or_insert_default();
                }
                b']' => {
                    self.arrays = self.arrays.saturating_sub(1);
                    if self.arrays == 0
                        && let Some(array) = self.array.take()
                    {
                        self.push(Operand::Array(array));
                    }
                }
                b'/' => {
                    let name = self.name();
                    self.push(Operand::Name(name));
                }
                _ if is_delimiter(byte) => {}
                _ => {
                    let word = self.word();
                    if let Some(number) = number(word) {
                        self.push(Operand::Number(number));
                    } else if !matches!(word, b"true" | b"false" | b"null") {
                        match word {
                            b"ID" => self.image(),
                            _ => return Some((word, &self.operands)),
                        }
                    }
                }
            }
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn push(&mut self, operand: Operand) {
        if self.dictionaries > 0 {
            let is_first = self.dictionaries == 1;
            let is_actual = std::mem::take(&mut self.is_actual);
            match operand {
                Operand::String(text) if is_actual => self.actual = Some(text),
                Operand::Name(name) => self.is_actual = is_first && name == b"ActualText",
                _ => {}
            }
            return;
        }
        let list = self.array.as_mut().unwrap_or(&mut self.operands);
        if list.len() < OPERANDS {
            list.push(operand);
        }
    }

    fn comment(&mut self) {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let end = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        self.at += end.unwrap_or(rest.len());
    }

    /// Reads the rest of a word after its first byte.
    fn word(&mut self) -> &'a [u8] {
        let start = self.at - 1;
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let end = rest.iter().position(|byte| is_space(*byte) || is_delimiter(*byte));
        self.at += end.unwrap_or(rest.len());
        self.bytes.get(start..self.at).unwrap_or_default()
    }

    /// Reads a name (clause 7.3.5).
    fn name(&mut self) -> Vec<u8> {
        let mut name = Vec::new();
        while let Some(byte) = self.peek().filter(|byte| !is_space(*byte) && !is_delimiter(*byte)) {
            self.at += 1;
            let code = match (byte, self.bytes.get(self.at..self.at + 2)) {
                (b'#', Some(&[high, low])) => digit(high).zip(digit(low)),
                _ => None,
            };
            match code {
                Some((high, low)) => {
                    name.push(high << 4 | low);
                    self.at += 2;
                }
                None => name.push(byte),
            }
        }
        name
    }

    /// Reads a literal string (clause 7.3.4.2).
    fn literal(&mut self) -> Vec<u8> {
        let mut string = Vec::new();
        let mut depth = 1usize;
        while let Some(byte) = self.peek() {
            self.at += 1;
            match byte {
                b'(' => depth += 1,
                b')' => depth -= 1,
                b'\\' => {
                    self.escape(&mut string);
                    continue;
                }
                b'\r' => {
                    self.at += usize::from(self.peek() == Some(b'\n'));
                    string.push(b'\n');
                    continue;
                }
                _ => {}
            }
            if depth == 0 {
                break;
            }
            string.push(byte);
        }
        string
    }

    fn escape(&mut self, string: &mut Vec<u8>) {
        let Some(byte) = self.peek() else { return };
        self.at += 1;
        match byte {
            b'n' => string.push(b'\n'),
            b'r' => string.push(b'\r'),
            b't' => string.push(b'\t'),
            b'b' => string.push(8),
            b'f' => string.push(0x0C),
            b'\r' => self.at += usize::from(self.peek() == Some(b'\n')),
            b'\n' => {}
            b'0'..=b'7' => {
                let mut code = u32::from(byte - b'0');
                for _ in 0..2 {
                    let Some(next @ b'0'..=b'7') = self.peek() else { break };
                    code = code * 8 + u32::from(next - b'0');
                    self.at += 1;
                }
                string.push(code as u8);
            }
            other => string.push(other),
        }
    }

    /// Reads a hexadecimal string (clause 7.3.4.3).
    fn hexadecimal(&mut self) -> Vec<u8> {
        let mut string = Vec::new();
        let mut high = None;
        while let Some(byte) = self.peek() {
            self.at += 1;
            if byte == b'>' {
                break;
            }
            let Some(digit) = digit(byte) else { continue };
            match high.take() {
                Some(high) => string.push(high << 4 | digit),
                None => high = Some(digit),
            }
        }
        string.extend(high.map(|high| high << 4));
        string
    }

    /// Skips the data of an inline image (clause 8.9.7). When the image has no end, the rest of the
    /// contents is skipped.
    fn image(&mut self) {
        self.operands.clear();
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let is_end = |window: &[u8]| match window {
            [before, b'E', b'I', after] => is_space(*before) && is_space(*after),
            _ => false,
        };
        let end = rest.windows(4).position(is_end).map(|end| end + 3);
        self.at += end.unwrap_or(rest.len());
    }
}

/// Parses a number (clause 7.3.3).
fn number(word: &[u8]) -> Option<f64> {
    if !word.first().is_some_and(|byte| matches!(byte, b'+' | b'-' | b'.' | b'0'..=b'9')) {
        return None;
    }
    let (sign, digits) = match word {
        [b'-', rest @ ..] => (-1.0, rest),
        [b'+', rest @ ..] => (1.0, rest),
        _ => (1.0, word),
    };
    let mut value = 0.0;
    let mut place = None;
    for byte in digits {
        match byte {
            b'0'..=b'9' => {
                let digit = f64::from(byte - b'0');
                match &mut place {
                    None => value = value * 10.0 + digit,
                    Some(place) => {
                        value += digit * *place;
                        *place /= 10.0;
                    }
                }
            }
            b'.' if place.is_none() => place = Some(0.1),
            // Some producers write signs within numbers. Viewers use the digits before the sign.
            b'-' => break,
            _ => return None,
        }
    }
    Some(sign * value)
}
