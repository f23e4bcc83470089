//! Spans with units.

use std::ops::Range;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The representation of spans in JSON.
#[derive(Serialize, Deserialize)]
struct Ends {
    start: u32,
    end: u32,
}

macro_rules! span {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name {
            start: u32,
            end: u32,
        }

        impl $name {
            /// Creates a span from `start` to `end` (exclusive). An `end` before `start` is set to `start`.
            /// Both are limited to `u32::MAX`, because no text is longer.
            pub fn new(start: usize, end: usize) -> $name {
                let start = u32::try_from(start).unwrap_or(u32::MAX);
                let end = u32::try_from(end).unwrap_or(u32::MAX).max(start);
                $name { start, end }
            }

            /// Creates a span from `start` to `end` (exclusive). Returns `None` if `end` is before `start`
            /// or greater than `u32::MAX`.
            pub fn checked(start: usize, end: usize) -> Option<$name> {
                let span = $name { start: u32::try_from(start).ok()?, end: u32::try_from(end).ok()? };
                (span.start <= span.end).then_some(span)
            }

            /// Returns the first position.
            pub fn start(self) -> usize {
                self.start as usize
            }

            /// Returns the position after the last one.
            pub fn end(self) -> usize {
                self.end as usize
            }

            /// Returns the number of positions in the span.
            #[allow(clippy::len_without_is_empty)]
            pub fn len(self) -> usize {
                (self.end - self.start) as usize
            }

            /// Returns `true` if the span is empty.
            pub fn is_empty(self) -> bool {
                self.start == self.end
            }

            /// Returns the span as a range, for slicing.
            pub fn range(self) -> Range<usize> {
                self.start()..self.end()
            }

            /// Returns `true` if `other` is within this span.
            pub fn contains(self, other: $name) -> bool {
                self.start <= other.start && other.end <= self.end
            }
        }

        /// Serialized as an object with `start` and `end`.
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, out: S) -> std::result::Result<S::Ok, S::Error> {
                Ends { start: self.start, end: self.end }.serialize(out)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(input: D) -> std::result::Result<$name, D::Error> {
                let Ends { start, end } = Ends::deserialize(input)?;
                match start <= end {
                    true => Ok($name { start, end }),
                    false => Err(D::Error::custom("the end of a span is before its start")),
                }
            }
        }

        impl From<Range<usize>> for $name {
            fn from(range: Range<usize>) -> $name {
                $name::new(range.start, range.end)
            }
        }
    };
}

span! {
    /// A span of bytes of a source.
    ByteSpan
}

span! {
    /// A span of bytes of an extracted text, which is UTF-8. Use it to slice the text without counting.
    TextSpan
}

span! {
    /// A span of Unicode code points of an extracted text, as used in `nif:beginIndex` and `nif:endIndex`.
    CharSpan
}

#[cfg(test)]
mod tests {
    use super::TextSpan;

    #[test]
    fn an_end_before_the_start_is_the_start() {
        assert_eq!(TextSpan::new(4, 2), TextSpan::new(4, 4));
        assert!(TextSpan::new(4, 2).is_empty());
    }

    #[test]
    fn a_span_contains_itself_and_its_parts() {
        let whole = TextSpan::new(2, 9);
        assert!(whole.contains(whole) && whole.contains(TextSpan::new(3, 3)));
        assert!(!whole.contains(TextSpan::new(1, 3)));
    }
}
