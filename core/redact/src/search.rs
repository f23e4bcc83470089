//! The search for strings in readings.

use std::ops::Range;

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};

use super::boundary::{is_whole, is_within_number};
use super::reading::{BREAK, Reading, Spelling, UPPER, is_same_letter};
use glossweave_base::error::{Error, ErrorKind, Result};

/// The maximum number of strings in a search. Each spelling counts.
const STRINGS: usize = 200_000;

/// The maximum length of a string, in bytes, for which a table of all transitions is used, because the time
/// to build the table grows with the square of the length of a repetitive string.
const LONGEST_IN_TABLE: usize = 128;

/// The maximum number of characters between two words of a name, or between two groups of a number.
const GAP: usize = 3;

/// The maximum number of characters between two letters of a string that the residue check skips.
const LOOSE_GAP: usize = 16;

/// The minimum number of letters of a name of several words that may have an ending, and of a word that the
/// residue check finds with separators within it.
const LONG: usize = 7;

/// The separators that are used instead of spaces in file names, URLs and addresses, and between groups of
/// numbers. They are replaced together with the words. Other characters are syntax of the format, or end a
/// sentence, and are preserved.
const JOINTS: &str = " -_.+/()@";

/// The minimum number of digits of a string that is found with any grouping.
const DIGITS: usize = 6;

/// A string to search for.
#[derive(Clone, Copy, Debug)]
pub struct SearchedString<'s> {
    /// The number of the string. Several spellings of a string use the same number.
    pub string: usize,
    /// A spelling.
    pub text: &'s str,
    /// `true` if the spelling is found in any case, even if it is one word.
    pub in_any_case: bool,
}

/// The strictness of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strictness {
    /// For replacement: whole words, which may be joined as in file names and addresses.
    Words,
    /// For the residue check: also without accents, with any separators between letters, and within words.
    Letters,
}

/// The kind of a string, which determines its possible variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// One word without digits.
    Word,
    /// A string that is only found unchanged, for example `C++`.
    Exact,
    /// A name of several words, an address, or another long string. Its words may be joined differently.
    Words,
    /// A number of several digits. Its digits may be grouped differently.
    Number,
}

/// A spelling of a string that is searched for.
#[derive(Debug)]
struct Form {
    /// The number of the string.
    string: usize,
    kind: Kind,
    /// The folded text from the first letter or digit to the last.
    text: String,
    /// The spelling of each byte of the text.
    spelling: Vec<Spelling>,
    /// The characters before the first letter or digit.
    lead: String,
    /// The characters after the last letter or digit.
    tail: String,
    in_any_case: bool,
    /// The number of letters and digits.
    length: usize,
}

/// A search for strings.
#[derive(Debug)]
pub struct Search {
    automaton: Option<AhoCorasick>,
    forms: Vec<Form>,
}

/// A match of a string in a reading.
#[derive(Clone, Debug)]
pub struct Match {
    /// The number of the string.
    pub string: usize,
    /// The range in the text of the reading.
    pub range: Range<usize>,
    /// `true` if the words are joined by characters that are syntax.
    is_apart: bool,
}

impl Match {
    /// Returns the source ranges of the string. If the characters between its words are syntax, they are not
    /// included.
    pub fn sources(&self, reading: &Reading) -> Vec<Range<usize>> {
        let text = reading.text().get(self.range.clone()).unwrap_or_default();
        if !self.is_apart {
            return reading.sources(self.range.clone());
        }
        let letters = text.char_indices().filter(|(_, c)| c.is_alphanumeric());
        let mut words: Vec<Range<usize>> = Vec::new();
        for (at, c) in letters {
            let (start, end) = (self.range.start + at, self.range.start + at + c.len_utf8());
            match words.last_mut().filter(|word| word.end == start) {
                Some(word) => word.end = end,
                None => words.push(start..end),
            }
        }
        words.into_iter().flat_map(|word| reading.sources(word)).collect()
    }
}

/// Returns the folded form of a string, with the spelling of its letters.
fn folded(string: &str) -> (String, Vec<Spelling>) {
    let mut reading = Reading::default();
    let string: String = string.trim().chars().filter(|c| *c != BREAK).collect();
    reading.push_literal(&string, 0);
    let text = reading.text().to_owned();
    let spelling = reading.spelling(0..text.len()).to_vec();
    (text, spelling)
}

/// Returns the key of a string, which is equal for spellings that differ in case, accents or composition.
pub fn string_key(string: &str) -> String {
    folded(string).0
}

/// Returns `true` if a folded string has two or more words.
pub fn has_several_words(key: &str) -> bool {
    key.split(' ').filter(|word| word.chars().any(char::is_alphanumeric)).nth(1).is_some()
}

/// The letters and digits of a reading, with their positions in the reading.
struct Letters {
    text: String,
    /// The position in the reading for each byte of the text.
    positions: Vec<u32>,
}

impl Letters {
    fn of(text: &str) -> Letters {
        let mut letters =
            Letters { text: String::with_capacity(text.len()), positions: Vec::new() };
        for (at, c) in text.char_indices().filter(|(_, c)| c.is_alphanumeric()) {
            letters.text.push(c);
            // No source is longer than 4 GiB.
            letters.positions.extend((0..c.len_utf8()).map(|byte| (at + byte) as u32));
        }
        letters
    }

    /// Converts a range of the letters to a range of the reading.
    fn range(&self, range: Range<usize>) -> Option<Range<usize>> {
        let start = *self.positions.get(range.start)? as usize;
        Some(start..*self.positions.get(range.end.checked_sub(1)?)? as usize + 1)
    }
}

impl Search {
    /// Creates a search for strings.
    ///
    /// A single word without digits must have its original case or capitals, unless it is searched for in any
    /// case. All other strings are found in any case.
    pub fn new<'s>(strings: impl IntoIterator<Item = SearchedString<'s>>) -> Result<Search> {
        let mut forms = Vec::new();
        let mut patterns: Vec<String> = Vec::new();
        for (count, searched) in strings.into_iter().enumerate() {
            if count.max(searched.string) >= STRINGS {
                let message = format!("there are more than {STRINGS} strings to redact");
                return Err(Error::new(ErrorKind::TooLarge, message));
            }
            let (text, spelling) = folded(searched.text);
            let letters = Letters::of(&text);
            if letters.text.is_empty() {
                continue;
            }
            forms.push(Form::new(searched, text, spelling, &letters));
            patterns.push(letters.text);
        }
        if patterns.is_empty() {
            return Ok(Search { automaton: None, forms });
        }
        let is_long = patterns.iter().any(|pattern| pattern.len() > LONGEST_IN_TABLE);
        let built = AhoCorasick::builder()
            .match_kind(MatchKind::Standard)
            .kind(is_long.then_some(AhoCorasickKind::ContiguousNFA))
            .build(&patterns);
        let too_many = |cause| {
            let message = "too many strings to redact";
            Error::new(ErrorKind::TooLarge, message).because(cause)
        };
        Ok(Search { automaton: Some(built.map_err(too_many)?), forms })
    }

    /// Returns the matches of the strings in a reading, in text order. When matches overlap, the leftmost
    /// match wins, and the longest among matches at the same position.
    ///
    /// The automaton searches the letters and digits only, so that each hit is a candidate with any
    /// separators. `Form::matched` then checks the separators, the case and the word boundaries.
    pub fn matches(&self, reading: &Reading, strictness: Strictness) -> Vec<Match> {
        let Some(automaton) = &self.automaton else { return Vec::new() };
        let letters = Letters::of(reading.text());
        let mut found: Vec<Match> = Vec::new();
        for hit in automaton.find_overlapping_iter(&letters.text) {
            let Some(form) = self.forms.get(hit.pattern().as_usize()) else { continue };
            let range = letters.range(hit.range());
            let range = range.and_then(|range| form.matched(reading, range, strictness));
            found.extend(range.map(|range| Match {
                string: form.string,
                is_apart: form.is_apart(reading.text().get(range.clone()).unwrap_or_default()),
                range,
            }));
        }
        found.sort_by_key(|hit| (hit.range.start, usize::MAX - hit.range.end, hit.string));
        let mut end = 0;
        found.retain(|hit| {
            let stays = hit.range.start >= end;
            end = if stays { hit.range.end } else { end };
            stays
        });
        found
    }
}

impl Form {
    fn new(
        searched: SearchedString<'_>,
        text: String,
        spelling: Vec<Spelling>,
        letters: &Letters,
    ) -> Form {
        let count = letters.text.chars().count();
        let digits = letters.text.bytes().filter(u8::is_ascii_digit).count();
        let words = text.split(' ').filter(|word| word.chars().any(char::is_alphabetic)).count();
        let kind = if text.chars().all(char::is_alphabetic) {
            Kind::Word
        } else if digits >= DIGITS {
            Kind::Number
        } else if words > 1 || count > LONG {
            Kind::Words
        } else {
            Kind::Exact
        };
        let range = letters.range(0..letters.text.len()).unwrap_or_default();
        let signs = |range: Range<usize>| text.get(range).unwrap_or_default().to_owned();
        let (lead, tail) = (signs(0..range.start), signs(range.end..text.len()));
        let spelling = spelling.get(range.clone()).unwrap_or_default().to_vec();
        let (string, in_any_case, text) = (searched.string, searched.in_any_case, signs(range));
        Form { string, kind, text, spelling, lead, tail, in_any_case, length: count }
    }

    /// Returns the range of a string whose letters are at a range of a reading, or `None` if the spelling
    /// there does not match.
    fn matched(
        &self,
        reading: &Reading,
        letters: Range<usize>,
        strictness: Strictness,
    ) -> Option<Range<usize>> {
        let is_loose = strictness == Strictness::Letters;
        let found = reading.text().get(letters.clone())?;
        let spelling = reading.spelling(letters.clone());
        if found != self.text && !self.is_joined(found, is_loose) {
            return None;
        }
        if !self.is_spelled(found, spelling, is_loose) {
            return None;
        }
        let has_lead = reading.text().get(..letters.start)?.ends_with(&self.lead);
        let has_tail = reading.text().get(letters.end..)?.starts_with(&self.tail);
        if self.kind == Kind::Exact && !(has_lead && has_tail) {
            return None;
        }
        let start = letters.start - if has_lead { self.lead.len() } else { 0 };
        let range = start..letters.end + if has_tail { self.tail.len() } else { 0 };
        let is_long = self.length >= LONG;
        let is_whole = match self.kind {
            Kind::Number if is_long => !is_within_number(reading, &range),
            Kind::Words if is_long && is_loose => true,
            // A name may have an ending, for example of a genitive.
            kind => is_whole(reading, &range, kind == Kind::Words && is_long),
        };
        is_whole.then_some(range)
    }

    /// Returns `true` if a text contains the words of the string with other allowed separators.
    fn is_joined(&self, found: &str, is_loose: bool) -> bool {
        let (mut expected, mut found) = (self.text.chars().peekable(), found.chars().peekable());
        let is_gap = |c: &char| !c.is_alphanumeric();
        let mut last = ' ';
        loop {
            let own_gap: String = std::iter::from_fn(|| expected.next_if(is_gap)).collect();
            let gap: String = std::iter::from_fn(|| found.next_if(is_gap)).collect();
            let is_allowed = own_gap == gap
                || !gap.contains(BREAK) && {
                    let length = gap.chars().count();
                    let is_grouped =
                        last.is_ascii_digit() && expected.peek().is_some_and(char::is_ascii_digit);
                    match self.kind {
                        Kind::Exact => false,
                        Kind::Word => {
                            is_loose && self.length >= LONG && length < GAP && !gap.contains(' ')
                        }
                        Kind::Words if own_gap.is_empty() && !is_loose => false,
                        Kind::Number if own_gap.is_empty() && !is_grouped && !is_loose => false,
                        _ => length <= if is_loose { LOOSE_GAP } else { GAP },
                    }
                };
            if !is_allowed {
                return false;
            }
            match (expected.next(), found.next()) {
                (None, None) => return true,
                (Some(a), Some(b)) if a == b => last = a,
                _ => return false,
            }
        }
    }

    /// Returns `true` if the words of the string are joined by characters that are syntax.
    fn is_apart(&self, found: &str) -> bool {
        let mut signs = found.chars().filter(|c| !c.is_alphanumeric());
        let is_grouped = || {
            let mut groups = found.split([',', '\'']).skip(1);
            self.kind == Kind::Number && groups.all(|group| group.len() == 3)
        };
        let is_sign = |c: char| {
            JOINTS.contains(c)
                || self.text.contains(c)
                || self.lead.contains(c)
                || self.tail.contains(c)
                || (c == ',' || c == '\'') && is_grouped()
        };
        found != self.text && signs.any(|c| !is_sign(c))
    }

    /// Returns `true` if the letters of a text have the required case and accents.
    fn is_spelled(&self, found: &str, spelling: &[Spelling], is_loose: bool) -> bool {
        let letters = |text: &str, spelling: &[Spelling]| -> Vec<Spelling> {
            let each = text.char_indices().filter(|(_, c)| c.is_alphanumeric());
            each.map(|(at, _)| spelling.get(at).copied().unwrap_or_default()).collect()
        };
        let expected = letters(&self.text, &self.spelling);
        let found = letters(found, spelling);
        let mut pairs = expected.iter().zip(&found);
        if !(is_loose && self.kind == Kind::Words || pairs.all(|(a, b)| is_same_letter(*a, *b))) {
            return false;
        }
        let is_upper = |spelling: &Spelling| spelling & UPPER == UPPER;
        self.kind != Kind::Word
            || self.in_any_case
            || expected.iter().map(is_upper).eq(found.iter().map(is_upper))
            || found.len() > 1 && found.iter().all(is_upper)
    }
}

#[cfg(test)]
mod tests {
    use super::{Reading, Search, SearchedString, Strictness};
    use glossweave_testing::Stopwatch;

    fn search(strings: &[&str], in_any_case: bool) -> Search {
        let numbered = strings.iter().enumerate();
        Search::new(numbered.map(|(string, text)| SearchedString { string, text, in_any_case }))
            .unwrap()
    }

    fn found_by(search: &Search, text: &str, strictness: Strictness) -> Vec<String> {
        let mut reading = Reading::default();
        reading.push_literal(text, 0);
        let each = search.matches(&reading, strictness).into_iter();
        each.flat_map(|hit| hit.sources(&reading)).map(|at| text[at].to_owned()).collect()
    }

    fn found(strings: &[&str], text: &str) -> Vec<String> {
        found_by(&search(strings, false), text, Strictness::Words)
    }

    fn left(strings: &[&str], text: &str) -> Vec<String> {
        found_by(&search(strings, false), text, Strictness::Letters)
    }

    #[test]
    fn a_word_keeps_its_case() {
        let text = "May may be in MAY, Mayo; Will will, WILL. Ann’s annual";
        assert_eq!(found(&["May", "Will", "Ann"], text), ["May", "MAY", "Will", "WILL", "Ann"]);
    }

    #[test]
    fn a_short_name_is_found_in_capitals() {
        assert_eq!(found(&["Kim", "Lee", "Li"], "KIM LEE, LI; kim li"), ["KIM", "LEE", "LI"]);
    }

    #[test]
    fn a_listed_word_is_found_in_any_case() {
        let search = search(&["May", "Roe"], true);
        let found = found_by(&search, "may MAY roe, rOE, mayor", Strictness::Words);
        assert_eq!(found, ["may", "MAY", "roe", "rOE"]);
    }

    #[test]
    fn capitals_are_found_as_each_language_writes_them() {
        for (name, text) in [
            ("Ali Demir", "ALİ DEMİR"),
            ("Işık", "IŞIK"),
            ("Αλέξης Μάιος", "ΑΛΕΞΗΣ ΜΑΪΟΣ"),
            ("Фёдор Королёв", "Федор Королев"),
            ("Noël", "NOEL"),
            ("ΑΛΕΞΗΣ", "ΑΛΈΞΗΣ"),
        ] {
            assert_eq!(found(&[name], text), [text], "{name}");
        }
        assert_eq!(found(&["Jose"], "José"), Vec::<String>::new());
    }

    #[test]
    fn prefixes_of_hebrew_and_arabic_are_no_part_of_a_name() {
        assert_eq!(found(&["דוד כהן"], "לדוד כהן ושלדוד כהן"), ["דוד כהן", "דוד כהן"]);
        assert_eq!(found(&["כהן"], "ולכהן אכהן"), ["כהן"]);
        assert_eq!(found(&["محمد"], "ومحمد لمحمد والمحمد تمحمد"), ["محمد", "محمد", "محمد"]);
    }

    #[test]
    fn the_time_for_a_long_string_is_not_its_square() {
        let long = "ab ".repeat(20_000);
        let start = Stopwatch::start();
        assert_eq!(found(&[&long, &"x".repeat(50_000)], &format!("{long}x")).len(), 1);
        assert!(start.elapsed() < std::time::Duration::from_secs(20), "{:?}", start.elapsed());
    }

    #[test]
    fn words_are_found_in_any_case_and_joined() {
        let text =
            "jane roe, Jane  Roe, JaneRoe.png jane_roe@x jane-roe JANE.ROE Janes Roe xjane roe";
        let all = ["jane roe", "Jane  Roe", "JaneRoe", "jane_roe", "jane-roe", "JANE.ROE"];
        assert_eq!(found(&["Jane Roe"], text), all);
        let apart = ["Jane Roe", "Jane/Roe", "jane@roe", "Jane", "Roe"];
        assert_eq!(found(&["Jane Roe"], "Jane Roes Haus, Jane/Roe, jane@roe, Jane; Roe"), apart);
    }

    #[test]
    fn the_residue_check_is_looser_than_the_replacement() {
        for (name, text) in [
            ("Jane Roe", "J.a.n.e R.o.e"),
            ("Jane Roe", "xJaneRoex"),
            ("Jane Roe", "Jane -- ** -- Roe"),
            ("José Roe", "jose roe"),
            ("Zimmermann", "Zimmer-mann"),
            ("4111 1111 1111 1111", "x4111-1111-1111-1111x"),
            ("jane@roe.example", "jane [@] roe (.) example"),
        ] {
            assert!(!left(&[name], text).is_empty(), "{text}");
        }
        for (name, text) in
            [("May", "may"), ("Newman", "a new man"), ("Ann", "an n"), ("3.5", "35")]
        {
            assert!(left(&[name], text).is_empty(), "{text}");
        }
    }

    #[test]
    fn numbers_are_found_however_they_are_grouped() {
        let text =
            "DE89 3704 0044 0532 0130 00, DE89370400440532013000, +49 (30) 1234-567, 49301234567";
        let strings = ["DE89 3704 0044 0532 0130 00", "+49 (30) 1234-567"];
        assert_eq!(found(&strings, text).len(), 4);
        assert_eq!(found(&["4111111111111111"], "4111-1111 1111.1111"), ["4111-1111 1111.1111"]);
        assert_eq!(found(&["12345"], "12345 123456 a12345"), ["12345"]);
    }

    #[test]
    fn the_longest_string_wins_where_it_is_whole() {
        assert_eq!(
            found(&["Ann", "Ann Lee", "Lee Roe"], "Ann Lee Roe, Ann Leer"),
            ["Ann Lee", "Ann"]
        );
    }

    #[test]
    fn signs_of_a_short_string_are_part_of_it() {
        assert_eq!(found(&["C++"], "C, C# and C++"), ["C++"]);
        assert_eq!(found(&[".NET"], "net .net"), [".net"]);
    }

    #[test]
    fn scripts_without_spaces_have_no_word_boundaries() {
        assert_eq!(found(&["田中"], "田中さんと山田中"), ["田中", "田中"]);
        assert_eq!(found(&["김철수", "가"], "김철수는 각 가 "), ["김철수", "가"]);
        assert_eq!(found(&["Jose"], "Jose\u{301} José"), Vec::<String>::new());
    }
}
