//! Character maps from codes to Unicode (clause 9.10.3) and to the characters of a font (clause
//! 9.7.5).

use super::operation::{Operand, Operations};

/// The maximum number of ranges of a map.
const RANGES: usize = 1 << 18;

#[derive(Clone, Debug)]
enum Target {
    Text(Box<str>),
    /// A text whose last character increases with the code.
    Counting(Box<str>),
    Number(u32),
}

#[derive(Clone, Debug)]
struct Range {
    bytes: usize,
    first: u32,
    last: u32,
    target: Target,
}

/// A map from codes of one to four bytes to texts or numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct CharacterMap {
    /// The code space ranges: the lowest and the highest value of each byte.
    spaces: Vec<(Vec<u8>, Vec<u8>)>,
    ranges: Vec<Range>,
    pub is_vertical: bool,
}

fn code(bytes: &[u8]) -> u32 {
    bytes.iter().take(4).fold(0, |code, byte| code << 8 | u32::from(*byte))
}

/// Decodes UTF-16 (big-endian). A single byte is decoded as Latin-1.
pub(super) fn utf16(bytes: &[u8]) -> String {
    if let [byte] = bytes {
        return char::from(*byte).to_string();
    }
    let units = bytes.chunks_exact(2).map(|unit| match unit {
        [high, low] => u16::from_be_bytes([*high, *low]),
        _ => 0,
    });
    char::decode_utf16(units).map(|char| char.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

impl CharacterMap {
    pub fn parse(bytes: &[u8]) -> CharacterMap {
        let mut map = CharacterMap::default();
        let mut operations = Operations::new(bytes);
        while let Some((operator, operands)) = operations.next() {
            match operator {
                b"endcodespacerange" => {
                    for pair in operands.chunks_exact(2) {
                        if let [Operand::String(low), Operand::String(high)] = pair
                            && low.len() == high.len()
                            && (1..=4).contains(&low.len())
                            && map.spaces.len() < 256
                        {
                            map.spaces.push((low.clone(), high.clone()));
                        }
                    }
                }
                b"endbfchar" | b"endcidchar" => {
                    for pair in operands.chunks_exact(2) {
                        if let [Operand::String(from), to] = pair {
                            map.add(from, from, to, false);
                        }
                    }
                }
                b"endbfrange" | b"endcidrange" => {
                    for three in operands.chunks_exact(3) {
                        if let [Operand::String(from), Operand::String(to), target] = three {
                            map.add(from, to, target, true);
                        }
                    }
                }
                b"def" => {
                    if let [.., Operand::Name(name), Operand::Number(mode)] = operands
                        && name == b"WMode"
                    {
                        map.is_vertical = *mode == 1.0;
                    }
                }
                _ => {}
            }
        }
        // When several ranges start at the same code, the last of them is used.
        map.ranges.reverse();
        map.ranges.sort_by_key(|range| (range.bytes, range.first));
        map.ranges.dedup_by_key(|range| (range.bytes, range.first));
        map
    }

    fn add(&mut self, from: &[u8], to: &[u8], target: &Operand, counts: bool) {
        let (bytes, first, last) = (from.len(), code(from), code(to));
        if last < first || self.ranges.len() >= RANGES {
            return;
        }
        let mut push = |first, last, target| {
            self.ranges.push(Range { bytes, first, last, target });
        };
        match target {
            Operand::String(text) if counts => {
                push(first, last, Target::Counting(utf16(text).into()));
            }
            Operand::String(text) => push(first, last, Target::Text(utf16(text).into())),
            Operand::Number(number) => push(first, last, Target::Number(*number as u32)),
            Operand::Array(list) => {
                for (number, text) in
                    list.iter().enumerate().take(((last - first) as usize).saturating_add(1))
                {
                    if let Operand::String(text) = text {
                        let code = first + number as u32;
                        push(code, code, Target::Text(utf16(text).into()));
                    }
                }
            }
            _ => {}
        }
    }

    fn find(&self, bytes: usize, code: u32) -> Option<&Range> {
        let after =
            self.ranges.partition_point(|range| (range.bytes, range.first) <= (bytes, code));
        let range = self.ranges.get(after.checked_sub(1)?)?;
        (range.bytes == bytes && code <= range.last).then_some(range)
    }

    /// Appends the text of a code. Returns `false` if the map contains no text for the code.
    pub fn text(&self, bytes: usize, code: u32, out: &mut String) -> bool {
        let Some(range) = self.find(bytes, code) else { return false };
        match &range.target {
            Target::Text(text) => out.push_str(text),
            Target::Counting(text) => {
                let mut chars = text.chars();
                let Some(last) = chars.next_back() else { return false };
                out.push_str(chars.as_str());
                let counted = (last as u32).saturating_add(code - range.first);
                out.push(char::from_u32(counted).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            Target::Number(_) => return false,
        }
        true
    }

    /// Returns the number of a code.
    pub fn number(&self, bytes: usize, code: u32) -> Option<u32> {
        let range = self.find(bytes, code)?;
        match range.target {
            Target::Number(number) => Some(number.saturating_add(code - range.first)),
            _ => None,
        }
    }

    /// Returns the length of the code at the start of a string. Returns `None` if the map does not
    /// specify code lengths.
    pub fn code_length(&self, string: &[u8]) -> Option<usize> {
        let shortest = self.spaces.iter().map(|(low, _)| low.len()).min()?;
        let matching = self.spaces.iter().filter(|(low, high)| {
            string.get(..low.len()).is_some_and(|code| {
                let bounds = low.iter().zip(high);
                code.iter().zip(bounds).all(|(byte, (low, high))| (low..=high).contains(&byte))
            })
        });
        Some(matching.map(|(low, _)| low.len()).min().unwrap_or(shortest))
    }

    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    pub fn heap_size(&self) -> usize {
        let texts = self.ranges.iter().map(|range| match &range.target {
            Target::Text(text) | Target::Counting(text) => text.len(),
            Target::Number(_) => 0,
        });
        texts.sum::<usize>() + self.ranges.capacity() * size_of::<Range>()
    }
}
