//! Spans with a unit: who counts what.

use std::ops::Range;

macro_rules! span {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name {
            start: u32,
            end: u32,
        }

        impl $name {
            /// A span from `start` up to, and without, `end`. An end before the start counts as
            /// the start, and both stop at `u32::MAX`: no text here is longer.
            pub fn new(start: usize, end: usize) -> $name {
                let start = u32::try_from(start).unwrap_or(u32::MAX);
                let end = u32::try_from(end).unwrap_or(u32::MAX).max(start);
                $name { start, end }
            }

            /// A span from `start` up to, and without, `end`; `None` where the end is before the
            /// start, or beyond what any text here has.
            pub fn checked(start: usize, end: usize) -> Option<$name> {
                let span = $name { start: u32::try_from(start).ok()?, end: u32::try_from(end).ok()? };
                (span.start <= span.end).then_some(span)
            }

            /// The first position.
            pub fn start(self) -> usize {
                self.start as usize
            }

            /// The position after the last one.
            pub fn end(self) -> usize {
                self.end as usize
            }

            /// How many positions the span covers.
            #[allow(clippy::len_without_is_empty)]
            pub fn len(self) -> usize {
                (self.end - self.start) as usize
            }

            /// Whether the span covers nothing.
            pub fn is_empty(self) -> bool {
                self.start == self.end
            }

            /// The span as a range, to slice with.
            pub fn range(self) -> Range<usize> {
                self.start()..self.end()
            }

            /// Whether `other` lies within this span.
            pub fn contains(self, other: $name) -> bool {
                self.start <= other.start && other.end <= self.end
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
    /// Bytes of a source, as they came in.
    ByteSpan
}

span! {
    /// Bytes of an extracted text, which is UTF-8. Slices a text without counting.
    TextSpan
}

span! {
    /// Unicode code points of an extracted text, as `nif:beginIndex` and `nif:endIndex` count.
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
