//! Search for exact and approximate occurrences of quotes in a text.

use std::cmp::Reverse;
use std::collections::HashMap;

use glossweave_base::text::TextSpan;

/// The maximum work for the quotes of a file, as the number of characters that are compared.
const WORK: usize = 400_000_000;

/// The number of characters around a quote that are compared with its prefix and suffix. Used to rank occurrences.
const AROUND: usize = 64;

/// The number of characters before and after an expected position that are searched first.
const NEAR: usize = 2_000;

/// The maximum length of a word whose spelling may differ, in characters.
const LONGEST_WORD: usize = 500;

/// A text that is searched for quotes.
pub(super) struct Quotes<'t> {
    text: &'t str,
    bare: Option<Bare>,
    remaining: usize,
    /// The remaining work for quotes that occur only with differences.
    remaining_near: usize,
    /// `true` if the search for a quote was aborted.
    pub is_spent: bool,
}

/// The characters of a text without white space.
struct Bare {
    chars: Vec<char>,
    /// The byte offset of each character in the text.
    places: Vec<u32>,
}

impl Bare {
    fn of(text: &str) -> Bare {
        let all = text.char_indices().filter(|(_, c)| !c.is_whitespace());
        let (places, chars) = all.map(|(at, c)| (at as u32, c)).unzip();
        Bare { chars, places }
    }

    /// Returns the indices of the characters in a span of the text.
    fn range(&self, span: TextSpan) -> std::ops::Range<usize> {
        let number = |byte: usize| self.places.partition_point(|at| (*at as usize) < byte);
        number(span.start())..number(span.end())
    }

    fn span(&self, from: usize, to: usize) -> Option<TextSpan> {
        let start = *self.places.get(from)? as usize;
        let last = to.checked_sub(1)?;
        let end = *self.places.get(last)? as usize + self.chars.get(last)?.len_utf8();
        TextSpan::checked(start, end)
    }
}

impl<'t> Quotes<'t> {
    pub fn new(text: &'t str) -> Quotes<'t> {
        Quotes { text, bare: None, remaining: WORK, remaining_near: WORK, is_spent: false }
    }

    /// Subtracts work from the remaining work. Returns `None` if the remaining work is not enough.
    fn spend(&mut self, work: usize) -> Option<()> {
        match self.remaining.checked_sub(work) {
            Some(remaining) => self.remaining = remaining,
            None => self.is_spent = true,
        }
        (!self.is_spent).then_some(())
    }

    /// Returns `true` if a span contains the text of a quote, ignoring white space.
    pub fn has(&self, span: TextSpan, exact: &str) -> bool {
        let found = self.text.get(span.range()).unwrap_or_default();
        found == exact || bare(found).eq(bare(exact)) && bare(exact).next().is_some()
    }

    /// Returns the span of a quote in a region. The quote is given with its prefix and suffix, and `hint` is the
    /// expected position.
    pub fn find(
        &mut self,
        [prefix, exact, suffix]: [&str; 3],
        region: TextSpan,
        hint: Option<TextSpan>,
    ) -> Option<TextSpan> {
        bare(exact).next()?;
        let whole = self.text.get(region.range())?;
        let distance = |span: &TextSpan| hint.map_or(0, |hint| hint.start().abs_diff(span.start()));
        let spans = whole.match_indices(exact).map(|(at, found)| {
            let start = region.start() + at;
            TextSpan::new(start, start + found.len())
        });
        // `match_indices` only scans the text, so the work is a fraction of its length.
        self.spend(whole.len() / 16 + 1)?;
        let mut best: Option<(usize, Reverse<usize>, TextSpan)> = None;
        for span in spans {
            self.spend(AROUND)?;
            let score = self.around(span, prefix, suffix);
            let rank = (score, Reverse(distance(&span)), span);
            if best.is_none_or(|best| (rank.0, rank.1) > (best.0, best.1)) {
                best = Some(rank);
            }
        }
        best.map(|(.., span)| span).or_else(|| self.near(exact, region, hint))
    }

    /// Returns the number of characters around a span that match the prefix and suffix of a quote.
    fn around(&self, span: TextSpan, prefix: &str, suffix: &str) -> usize {
        let before = self.text.get(..span.start()).unwrap_or_default().chars().rev();
        let after = self.text.get(span.end()..).unwrap_or_default().chars();
        let before = shared(before, prefix.chars().rev());
        before + shared(after, suffix.chars())
    }

    /// Returns the span that is similar to a quote: the span with the fewest differences, and among these the
    /// nearest.
    fn near(&mut self, exact: &str, region: TextSpan, hint: Option<TextSpan>) -> Option<TextSpan> {
        let text = self.text;
        let all = self.bare.get_or_insert_with(|| Bare::of(text));
        let pattern: Vec<char> = bare(exact).collect();
        let region = all.range(region);
        let expected = hint.map(|hint| all.range(hint).start);
        let around = expected.map(|at| {
            let reach = NEAR + pattern.len();
            at.saturating_sub(reach).max(region.start)..(at + reach).min(region.end)
        });
        for within in around.into_iter().chain([region]) {
            let work = within.len().saturating_mul(pattern.len());
            self.remaining_near = self.remaining_near.checked_sub(work)?;
            let chars = all.chars.get(within.clone()).unwrap_or_default();
            let found = like(
                chars,
                &pattern,
                pattern.len() / 5,
                expected.map(|at| at.saturating_sub(within.start)),
            );
            if let Some((from, to)) = found {
                let span = all.span(within.start + from, within.start + to)?;
                // A text with other words is a different text.
                if are_spellings(exact, text.get(span.range()).unwrap_or_default()) {
                    return Some(span);
                }
            }
        }
        None
    }
}

fn bare(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().filter(|c| !c.is_whitespace())
}

/// Returns the number of leading characters that two sequences share, ignoring white space.
fn shared(text: impl Iterator<Item = char>, other: impl Iterator<Item = char>) -> usize {
    let text = text.filter(|c| !c.is_whitespace());
    let other = other.filter(|c| !c.is_whitespace());
    text.zip(other).take(AROUND).take_while(|(left, right)| left == right).count()
}

/// Returns `true` if two texts have the same words, except for small differences in spelling.
fn are_spellings(quote: &str, found: &str) -> bool {
    let (quoted, found) = (unmatched(quote, found), unmatched(found, quote));
    let mut pairs = quoted.iter().zip(&found);
    quoted.len() == found.len() && pairs.all(|(quoted, found)| is_spelling(quoted, found))
}

/// Returns the words of a text that another text does not contain, or contains less often.
fn unmatched<'t>(text: &'t str, other: &str) -> Vec<&'t str> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    other.split_whitespace().for_each(|word| *counts.entry(word).or_default() += 1);
    let is_unmatched = |word: &&str| match counts.get_mut(*word) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => true,
    };
    text.split_whitespace().filter(is_unmatched).collect()
}

/// Returns `true` if two words have the same digits and first letter, and differ in at most a quarter of their
/// characters and in at most two characters.
fn is_spelling(word: &str, other: &str) -> bool {
    let digits = |word: &str| word.chars().filter(char::is_ascii_digit).collect::<String>();
    let first = |word: &str| word.chars().find(|c| c.is_alphanumeric()).map(char::to_lowercase);
    let is_same_start = match (first(word), first(other)) {
        (Some(word), Some(other)) => word.eq(other),
        (word, other) => word.is_none() && other.is_none(),
    };
    let chars: [Vec<char>; 2] = [word, other].map(|word| word.chars().collect());
    let longer = chars.iter().map(Vec::len).max().unwrap_or_default();
    if longer > LONGEST_WORD || !is_same_start || digits(word) != digits(other) {
        return word == other;
    }
    let allowed = (longer / 4).clamp(usize::from(longer > 2), 2);
    differences(&chars) <= allowed
}

/// Returns the number of insertions, deletions and replacements between two words.
fn differences([word, other]: &[Vec<char>; 2]) -> usize {
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (number, c) in word.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], number + 1);
        for (at, expected) in other.iter().enumerate() {
            let replaced = diagonal + usize::from(c != expected);
            diagonal = row[at + 1];
            row[at + 1] = replaced.min(diagonal + 1).min(row[at] + 1);
        }
    }
    row.last().copied().unwrap_or_default()
}

/// Returns the range of a text that differs from a pattern by the fewest insertions, deletions and replacements, at
/// most `most`. Among several such ranges, returns the one that begins nearest to the expected position.
///
/// This is Sellers' algorithm: each cell of the column is the distance of a prefix of the pattern to the best text
/// that ends at the current character, with the start of that text.
fn like(
    text: &[char],
    pattern: &[char],
    most: usize,
    expected: Option<usize>,
) -> Option<(usize, usize)> {
    let mut column: Vec<(usize, usize)> = (0..=pattern.len()).map(|row| (row, 0)).collect();
    let mut best: Option<(usize, usize, usize, usize)> = None;
    for (at, c) in text.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut column[0], (0, at + 1));
        diagonal.1 = at;
        for (row, pattern_char) in pattern.iter().enumerate() {
            let replaced = (diagonal.0 + usize::from(c != pattern_char), diagonal.1);
            let left_out = (column[row].0 + 1, column[row].1);
            let added = (column[row + 1].0 + 1, column[row + 1].1);
            diagonal = column[row + 1];
            column[row + 1] = replaced.min(left_out).min(added);
        }
        let (distance, from) = column[pattern.len()];
        if distance <= most && from <= at {
            let rank = (distance, expected.map_or(0, |place| place.abs_diff(from)), from, at + 1);
            best = Some(best.map_or(rank, |best| best.min(rank)));
        }
    }
    best.map(|(_, _, from, to)| (from, to))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find<'t>(text: &'t str, words: [&str; 3], hint: Option<usize>) -> Option<(usize, &'t str)> {
        let region = TextSpan::new(0, text.len());
        let hint = hint.map(|at| TextSpan::new(at, at + 1));
        let span = Quotes::new(text).find(words, region, hint)?;
        Some((span.start(), &text[span.range()]))
    }

    #[test]
    fn surroundings_count_before_distances() {
        let text = "Cork is in Cork, not in Cork.";
        assert_eq!(find(text, ["", "Cork", ""], None), Some((0, "Cork")));
        assert_eq!(find(text, ["", "Cork", ""], Some(20)), Some((24, "Cork")));
        assert_eq!(find(text, ["is in ", "Cork", ", not"], Some(24)), Some((11, "Cork")));
        assert_eq!(find(text, ["", "Galway", ""], None), None);
        assert_eq!(find(text, ["", " ", ""], None), None);
    }

    #[test]
    fn white_space_and_small_differences_do_not_matter() {
        let text = "We went to the city  of Côrk\n\nyesterday.";
        let found = find(text, ["", "the city of\tCôrk", ""], None);
        assert_eq!(found, Some((11, "the city  of Côrk")));
        assert_eq!(
            find(text, ["", "the city off Cork", ""], None),
            Some((11, "the city  of Côrk"))
        );
        assert_eq!(find(text, ["", "a wholly different quote", ""], None), None);
        // Of several equally similar ranges, the nearest is used.
        let text = "abcdefghix -- abcdefghiy -- abcdefghiz";
        assert_eq!(find(text, ["", "abcdefghij", ""], Some(30)).unwrap().0, 28);
        assert_eq!(find(text, ["", "abcdefghij", ""], Some(0)).unwrap().0, 0);
    }

    #[test]
    fn a_text_with_other_words_is_not_the_quote() {
        let text =
            "Team Alpha said that the work took 12 days. Team Beta said that it was not done.";
        for quote in [
            "Team Gamma said that the work took 12 days",
            "Team Alpha said that the work took 13 days",
            "Team Alpha said that the hard work took 12 days",
            "Team Beta said that it was done.",
            "Team Zeta said that it was not done.",
        ] {
            assert_eq!(find(text, ["", quote, ""], None), None, "{quote}");
        }
        let quote = "Team Alphas said that the work tok 12 days";
        assert_eq!(find(text, ["", quote, ""], None).unwrap().0, 0);
    }

    #[test]
    fn work_is_bounded() {
        let text = "ab ".repeat(glossweave_testing::count(60_000, 300_000));
        let mut quotes = Quotes::new(&text);
        let region = TextSpan::new(0, text.len());
        let quote = "abba".repeat(100);
        for _ in 0..20 {
            assert_eq!(quotes.find(["", &quote, ""], region, None), None);
        }
        assert!(quotes.remaining_near < WORK && !quotes.is_spent);
        quotes.remaining = glossweave_testing::count(WORK / 20, WORK);
        // Exact occurrences are still found.
        assert!(quotes.find(["", "ab ab", ""], region, None).is_some());
        while quotes.find(["", "ab", ""], region, None).is_some() {}
        assert!(quotes.is_spent);
    }
}
