//! The way from a decoded text back to the bytes that it came from.

use std::borrow::Cow;

use super::Encoding;

/// The numbers of bytes that the characters of a decoded text have in the source.
#[derive(Clone, Debug)]
pub(crate) enum Lengths {
    /// One each.
    One,
    /// One for each of ASCII; those of the others are listed.
    Others(Vec<u8>),
    /// All are listed.
    Each(Vec<u8>),
}

impl Lengths {
    /// Those of all characters of the text.
    pub fn each<'a>(&'a self, text: &'a str) -> impl Iterator<Item = u8> + 'a {
        let mut listed = match self {
            Lengths::One => [].iter(),
            Lengths::Others(lengths) | Lengths::Each(lengths) => lengths.iter(),
        };
        let one = |char: char| match self {
            Lengths::One => true,
            Lengths::Others(_) => char.is_ascii(),
            Lengths::Each(_) => false,
        };
        text.chars().map(move |char| match one(char) {
            true => 1,
            false => listed.next().copied().unwrap_or(0),
        })
    }

    fn view(&self) -> View<'_> {
        match self {
            Lengths::One => View::One,
            Lengths::Others(lengths) => View::Others(lengths),
            Lengths::Each(lengths) => View::Each(lengths),
        }
    }
}

/// A source as UTF-8, with the way back to its bytes.
pub(crate) struct Decoded<'a> {
    pub encoding: Encoding,
    /// The length of the byte order mark.
    pub skip: usize,
    pub text: Cow<'a, str>,
    /// The lengths of the characters in the source, if they differ from those in the text.
    pub lengths: Option<Lengths>,
}

impl Decoded<'_> {
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
    /// As many as in the text.
    Same,
    One,
    Others(&'a [u8]),
    Each(&'a [u8]),
}

/// Finds the source of positions of a decoded text: in one pass where they grow.
#[derive(Clone, Debug)]
pub(crate) struct WayBack<'a> {
    text: &'a str,
    lengths: View<'a>,
    /// The length of the byte order mark.
    skip: usize,
    at: usize,
    source: usize,
    /// The number of the lengths that were used.
    next: usize,
}

impl WayBack<'_> {
    /// Returns `true` if positions differ by the byte order mark only.
    pub fn is_straight(&self) -> bool {
        matches!(self.lengths, View::Same)
    }

    /// Returns `true` if each character of ASCII is one byte of the source.
    pub fn has_narrow_ascii(&self) -> bool {
        !matches!(self.lengths, View::Each(_))
    }

    /// The place in the source of a position of the text. One before the last one that was asked for is
    /// counted from the start again.
    pub fn source(&mut self, text: usize) -> usize {
        if text < self.at {
            (self.at, self.source, self.next) = (0, self.skip, 0);
        }
        let stretch = &self.text.as_bytes()[self.at..text];
        self.at = text;
        self.source += match self.lengths {
            View::Same => stretch.len(),
            View::One => chars(stretch),
            View::Others(lengths) => {
                let plain = ascii_length(stretch);
                let mut sum = plain;
                let mut others = 0;
                for byte in &stretch[plain..] {
                    // The first byte of a character that is none of ASCII.
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
    stretch.iter().filter(|byte| **byte & 0xC0 != 0x80).count()
}

/// Returns the number of bytes at the start that are ASCII.
pub(crate) fn ascii_length(bytes: &[u8]) -> usize {
    encoding_rs::Encoding::ascii_valid_up_to(bytes)
}
