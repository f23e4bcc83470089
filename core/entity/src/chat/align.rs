//! Alignment of the strings in an answer with the text of the question.

use std::ops::Range;

use glossweave_base::words::{Breaks, Token, Tokens};

/// The reason why a string cannot be aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Misplaced {
    /// The text does not contain the string as whole words.
    NotInText,
    /// The text contains the string fewer times than the answer.
    TooOften,
    /// All occurrences of the string overlap other strings of the answer.
    Overlapping,
}

/// An alignment of strings with a text, in the order of the answer.
pub(super) struct Alignment<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    taken: Vec<Range<usize>>,
    /// The end of the last aligned string.
    end: usize,
}

/// An occurrence of a string in the text.
struct Occurrence {
    range: Range<usize>,
    /// `true` if the occurrence equals the string exactly, including case.
    is_exact: bool,
    /// `true` if the occurrence starts and ends between words in a script without spaces.
    is_whole: bool,
}

impl<'t> Alignment<'t> {
    pub fn new(text: &'t str) -> Alignment<'t> {
        Alignment { text, tokens: Tokens::new(text).collect(), taken: Vec::new(), end: 0 }
    }

    /// Aligns the next string with the first occurrence after the previous string or, if there is none, with
    /// the first free occurrence. Strings are compared by their folded tokens, as in a dictionary. Exact
    /// occurrences are preferred.
    pub fn place(&mut self, string: &str) -> Result<Range<usize>, Misplaced> {
        let all = self.occurrences(string.trim());
        if all.is_empty() {
            return Err(Misplaced::NotInText);
        }
        let overlaps = |occurrence: &&Occurrence| {
            self.taken.iter().any(|taken| {
                taken.start < occurrence.range.end && occurrence.range.start < taken.end
            })
        };
        let free = all.iter().filter(|occurrence| !overlaps(occurrence));
        let best = free.min_by_key(|occurrence| {
            (
                !occurrence.is_whole,
                !occurrence.is_exact,
                occurrence.range.start < self.end,
                occurrence.range.start,
            )
        });
        let Some(best) = best else {
            let was_given = all.iter().any(|occurrence| self.taken.contains(&occurrence.range));
            return Err(if was_given { Misplaced::TooOften } else { Misplaced::Overlapping });
        };
        self.end = best.range.end;
        self.taken.push(best.range.clone());
        Ok(best.range.clone())
    }

    /// Returns the occurrences with the same folded tokens.
    fn occurrences(&self, string: &str) -> Vec<Occurrence> {
        let tokens: Vec<Token> = Tokens::new(string).collect();
        let Some((first, rest)) = tokens.split_first() else { return Vec::new() };
        let is_same = |first: &Token, second: &Token| {
            first.key() == second.key() && first.is_spaced() == second.is_spaced()
        };
        let mut breaks = Breaks::default();
        let windows = self.tokens.windows(tokens.len());
        let found = windows.filter_map(|window| {
            let (start, others) = window.split_first()?;
            let fits = start.key() == first.key()
                && others.iter().zip(rest).all(|(first, second)| is_same(first, second));
            let end = others.last().unwrap_or(start).range().end;
            let range = start.range().start..end;
            fits.then(|| Occurrence {
                is_exact: self.text.get(range.clone()) == Some(string),
                is_whole: !breaks.cuts(self.text, &range),
                range,
            })
        });
        found.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Alignment, Misplaced};

    /// Returns the offsets of strings in the text, or the reason why a string cannot be aligned.
    fn places(text: &str, strings: &[&str]) -> Vec<Result<usize, Misplaced>> {
        let mut alignment = Alignment::new(text);
        let place = |string: &&str| {
            let range = alignment.place(string)?;
            assert!(text.is_char_boundary(range.start) && text.is_char_boundary(range.end));
            Ok(range.start)
        };
        strings.iter().map(place).collect()
    }

    use Misplaced::{NotInText, Overlapping, TooOften};

    #[test]
    fn strings_are_placed_in_order_and_counted() {
        let text = "Cork, then Cobh, then Cork and Corkery.";
        assert_eq!(places(text, &["Cork", "Cobh", "Cork"]), [Ok(0), Ok(11), Ok(22)]);
        assert_eq!(places(text, &["Cobh", "Cork", "Cork"]), [Ok(11), Ok(22), Ok(0)]);
        assert_eq!(places(text, &["Cork", "Cork", "Cork"]), [Ok(0), Ok(22), Err(TooOften)]);
        // A part of a word does not match.
        assert_eq!(places(text, &["Cor", "orkery", "kery"]), [Err(NotInText); 3]);
        assert_eq!(places(text, &["Dublin", "", " ", "\u{0}", "<1>"]), [Err(NotInText); 5]);
    }

    #[test]
    fn strings_are_folded_and_exact_ones_go_first() {
        let text = "You may ask MAY about May.";
        assert_eq!(places(text, &["May"]), [Ok(22)]);
        assert_eq!(places(text, &["may", "May", "MAY", "mAy"])[..3], [Ok(4), Ok(22), Ok(12)]);
        assert_eq!(places("In Zu\u{308}rich.", &["ZÜRICH"]), [Ok(3)]);
        assert_eq!(places("the New\u{a0}York  Times", &["new york times"]), [Ok(4)]);
        // Words with a space between them differ from words without a space.
        assert_eq!(places("NewYork", &["New York"]), [Err(NotInText)]);
    }

    #[test]
    fn strings_do_not_overlap() {
        let text = "University of Cork in Cork";
        assert_eq!(
            places(text, &["University of Cork", "Cork", "of"]),
            [Ok(0), Ok(22), Err(Overlapping)]
        );
        assert_eq!(
            places("University of Cork", &["University of Cork", "Cork"])[1],
            Err(Overlapping)
        );
    }

    #[test]
    fn scripts_without_spaces_have_places_too() {
        // 京都 is not a word in 東京都, but it is a word in the rest.
        assert_eq!(places("東京都と京都", &["京都"]), [Ok(12)]);
        assert_eq!(places("東京都", &["東京"]), [Ok(0)]);
    }
}
