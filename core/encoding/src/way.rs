//! The map from decoded text to the bytes of its source.

use std::borrow::Cow;

use super::Encoding;

/// A range of the source, in bytes of the decoded text.
pub type At = std::ops::Range<usize>;

/// The source lengths of the characters of a decoded text, in bytes.
#[derive(Clone, Debug)]
pub enum Lengths {
    /// One byte for each character.
    One,
    /// One byte for each ASCII character, and two bytes for each other character.
    Two,
    /// One byte for each ASCII character, and a list for the other characters.
    Others(Vec<u8>),
    /// A list of all lengths.
    Each(Vec<u8>),
    /// The same lengths as in the text, except for invalid bytes.
    Broken(Vec<Break>),
}

/// A character that replaces bytes of invalid UTF-8.
#[derive(Clone, Copy, Debug)]
pub struct Break {
    /// The position of the character in the text.
    pub text: usize,
    /// The end of its bytes, relative to the first decoded byte.
    pub end: usize,
    pub length: u8,
}

impl Lengths {
    /// Returns the lengths of all characters of the text.
    pub fn each<'a>(&'a self, text: &'a str) -> impl Iterator<Item = u8> + 'a {
        let mut listed = match self {
            Lengths::Others(lengths) | Lengths::Each(lengths) => lengths.iter(),
            _ => [].iter(),
        };
        let mut breaks = match self {
            Lengths::Broken(breaks) => breaks.iter(),
            _ => [].iter(),
        };
        let mut next = breaks.next();
        text.char_indices().map(move |(at, char)| match self {
            Lengths::One => 1,
            Lengths::Two | Lengths::Others(_) if char.is_ascii() => 1,
            Lengths::Two => 2,
            Lengths::Others(_) | Lengths::Each(_) => listed.next().copied().unwrap_or(0),
            Lengths::Broken(_) => match next {
                Some(replacement) if replacement.text == at => {
                    next = breaks.next();
                    replacement.length
                }
                _ => char.len_utf8() as u8,
            },
        })
    }

    fn view(&self) -> View<'_> {
        match self {
            Lengths::One => View::One,
            Lengths::Two => View::Two,
            Lengths::Broken(breaks) => View::Broken(breaks),
            Lengths::Others(lengths) => View::Others(lengths),
            Lengths::Each(lengths) => View::Each(lengths),
        }
    }
}

/// A source as UTF-8, with a map back to its bytes.
pub struct Decoded<'a> {
    /// The encoding of the source.
    pub encoding: Encoding,
    /// The length of the byte order mark.
    pub skip: usize,
    /// The text, without the byte order mark.
    pub text: Cow<'a, str>,
    /// The source lengths of the characters, or `None` if they equal the lengths in the text.
    pub lengths: Option<Lengths>,
}

impl Decoded<'_> {
    /// Returns the map from text positions to source positions.
    pub fn way_back(&self) -> WayBack<'_> {
        WayBack {
            text: &self.text,
            lengths: self.lengths.as_ref().map_or(View::Same, Lengths::view),
            skip: self.skip,
            at: 0,
            source: self.skip,
            next: 0,
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum View<'a> {
    /// The same lengths as in the text.
    Same,
    One,
    Two,
    Others(&'a [u8]),
    Each(&'a [u8]),
    Broken(&'a [Break]),
}

/// A map from positions in a decoded text to the source. Increasing positions are mapped in a
/// single pass.
#[derive(Clone, Debug)]
pub struct WayBack<'a> {
    text: &'a str,
    lengths: View<'a>,
    /// The length of the byte order mark.
    skip: usize,
    at: usize,
    source: usize,
    /// The number of lengths used so far.
    next: usize,
}

impl<'a> WayBack<'a> {
    /// Creates the map for a part of a UTF-8 source, given the start of the part.
    pub fn of_part(text: &'a str, start: usize) -> WayBack<'a> {
        WayBack { text, lengths: View::Same, skip: start, at: 0, source: start, next: 0 }
    }

    /// Returns `true` if positions only differ by the byte order mark.
    pub fn is_straight(&self) -> bool {
        matches!(self.lengths, View::Same)
    }

    /// Returns `true` if each ASCII character is one byte in the source.
    pub fn has_narrow_ascii(&self) -> bool {
        !matches!(self.lengths, View::Each(_))
    }

    /// Converts a text position to a source position. When the position is before the previous one,
    /// counting restarts from the beginning.
    pub fn source(&mut self, text: usize) -> usize {
        if text < self.at {
            (self.at, self.source, self.next) = (0, self.skip, 0);
        }
        let stretch = &self.text.as_bytes()[self.at..text];
        self.at = text;
        self.source += match self.lengths {
            View::Same => stretch.len(),
            View::Broken(breaks) => {
                let passed = breaks[self.next..]
                    .iter()
                    .take_while(|replacement| replacement.text < text)
                    .count();
                self.next += passed;
                let (end, behind) = match self.next.checked_sub(1).map(|last| breaks[last]) {
                    Some(last) => (last.end, last.text + char::REPLACEMENT_CHARACTER.len_utf8()),
                    None => (0, 0),
                };
                self.source = self.skip + end + text.saturating_sub(behind);
                0
            }
            View::One => chars(stretch),
            View::Two => weigh(stretch, |byte| u8::from(byte < 0x80) + 2 * u8::from(byte >= 0xC0)),
            View::Others(lengths) => {
                let plain = ascii_length(stretch);
                let mut sum = plain;
                let mut others = 0;
                for byte in &stretch[plain..] {
                    // The first byte of a non-ASCII character.
                    if *byte >= 0xC0 {
                        let length = lengths.get(self.next + others).copied();
                        sum += length.map_or(0, usize::from);
                        others += 1;
                    }
                    sum += usize::from(*byte < 0x80);
                }
                self.next += others;
                sum
            }
            View::Each(lengths) => {
                let count = chars(stretch);
                let from = self.next.min(lengths.len());
                let to = (self.next + count).min(lengths.len());
                self.next += count;
                lengths[from..to].iter().map(|length| usize::from(*length)).sum()
            }
        };
        self.source
    }
}

/// Returns the number of characters that start in a stretch of UTF-8.
fn chars(stretch: &[u8]) -> usize {
    weigh(stretch, |byte| u8::from(byte & 0xC0 != 0x80))
}

/// Returns the sum of the weights of all bytes. Each weight must be at most two.
pub(super) fn weigh(stretch: &[u8], weight: impl Fn(u8) -> u8) -> usize {
    /// The number of bytes whose weights can be summed in a byte.
    const STEP: usize = 64;
    let steps = stretch.chunks(STEP);
    steps.map(|step| usize::from(step.iter().map(|byte| weight(*byte)).sum::<u8>())).sum()
}

/// Returns the length of the ASCII prefix.
pub fn ascii_length(bytes: &[u8]) -> usize {
    encoding_rs::Encoding::ascii_valid_up_to(bytes)
}
