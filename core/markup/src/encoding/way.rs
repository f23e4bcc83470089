//! The mapping from a decoded text back to the bytes of its source.

use std::borrow::Cow;

use super::Encoding;

/// A range of the source, in bytes of the decoded text.
pub type At = std::ops::Range<usize>;

/// The lengths in bytes of the characters of a decoded text in the source.
#[derive(Clone, Debug)]
pub enum Lengths {
    /// One byte for each character.
    One,
    /// One byte for each character of ASCII, two for each other.
    Two,
    /// One byte for each character of ASCII; the lengths of the others are listed.
    Others(Vec<u8>),
    /// A list of all lengths.
    Each(Vec<u8>),
    /// The same lengths as in the text, except for invalid bytes.
    Broken(Vec<Break>),
}

/// A character that stands for bytes that are not valid UTF-8.
#[derive(Clone, Copy, Debug)]
pub struct Break {
    /// The start of the character in the text.
    pub text: usize,
    /// The end of its bytes, from the start of the decoded bytes.
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
                Some(one) if one.text == at => {
                    next = breaks.next();
                    one.length
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

/// A source as UTF-8, with the mapping back to its bytes.
pub struct Decoded<'a> {
    /// The encoding of the source.
    pub encoding: Encoding,
    /// The length of the byte order mark.
    pub skip: usize,
    /// The text, without the byte order mark.
    pub text: Cow<'a, str>,
    /// The lengths of the characters in the source, if they differ from those in the text.
    pub lengths: Option<Lengths>,
}

impl Decoded<'_> {
    /// Returns what finds the places of the text in the source.
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

/// A mapping from positions of a decoded text to the source: in one pass if they increase.
#[derive(Clone, Debug)]
pub struct WayBack<'a> {
    text: &'a str,
    lengths: View<'a>,
    /// The length of the byte order mark.
    skip: usize,
    at: usize,
    source: usize,
    /// The number of lengths that were used.
    next: usize,
}

impl<'a> WayBack<'a> {
    /// Creates the mapping of a text that is part of a source in UTF-8, from its position there.
    pub fn of_part(text: &'a str, start: usize) -> WayBack<'a> {
        WayBack { text, lengths: View::Same, skip: start, at: 0, source: start, next: 0 }
    }

    /// Returns `true` if positions differ only by the byte order mark.
    pub fn is_straight(&self) -> bool {
        matches!(self.lengths, View::Same)
    }

    /// Returns `true` if each character of ASCII is one byte of the source.
    pub fn has_narrow_ascii(&self) -> bool {
        !matches!(self.lengths, View::Each(_))
    }

    /// Returns the position in the source for one in the text. A position before the previous one is counted
    /// from the start again.
    pub fn source(&mut self, text: usize) -> usize {
        if text < self.at {
            (self.at, self.source, self.next) = (0, self.skip, 0);
        }
        let stretch = &self.text.as_bytes()[self.at..text];
        self.at = text;
        self.source += match self.lengths {
            View::Same => stretch.len(),
            View::Broken(breaks) => {
                let passed = breaks[self.next..].iter().take_while(|one| one.text < text).count();
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
                    // The first byte of a character outside ASCII.
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

/// Returns the number of characters that begin in a stretch of UTF-8.
fn chars(stretch: &[u8]) -> usize {
    weigh(stretch, |byte| u8::from(byte & 0xC0 != 0x80))
}

/// Returns the sum of the weights of all bytes, each at most two.
pub(super) fn weigh(stretch: &[u8], weight: impl Fn(u8) -> u8) -> usize {
    /// The number of such weights whose sum fits into a byte.
    const STEP: usize = 64;
    let steps = stretch.chunks(STEP);
    steps.map(|step| usize::from(step.iter().map(|byte| weight(*byte)).sum::<u8>())).sum()
}

/// Returns the number of bytes at the start that are ASCII.
pub fn ascii_length(bytes: &[u8]) -> usize {
    encoding_rs::Encoding::ascii_valid_up_to(bytes)
}
