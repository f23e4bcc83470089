//! The search for strings in readings.

use std::ops::Range;

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};

use super::reading::{BREAK, Reading};
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::words::{Class, cell};

/// The maximum number of strings that are looked for, each spelling counted.
const STRINGS: usize = 200_000;

/// The length in bytes of the longest string for which a table of all transitions is made: the time to make it grows with
/// the square of the length of a string that repeats itself.
const LONGEST_IN_TABLE: usize = 128;

/// The characters between two words that names of files, URLs and addresses have instead of a space.
const JOINTS: [&str; 5] = ["", "-", "_", ".", "+"];

/// The minimum number of letters of a word that is found in capitals too.
const CAPITALS: usize = 4;

/// A form of a string.
#[derive(Debug)]
struct Form {
    /// The number of the string.
    string: usize,
    /// The case that its letters must have, if case matters.
    case: Option<Vec<bool>>,
}

/// A search for strings.
#[derive(Debug)]
pub struct Search {
    automaton: Option<AhoCorasick>,
    forms: Vec<Form>,
}

/// A place where a string was found.
#[derive(Clone, Debug)]
pub struct Match {
    /// The number of the string.
    pub string: usize,
    /// The range in the text of the reading.
    pub range: Range<usize>,
}

/// Returns a string as readings have it, with the case of its letters.
fn folded(string: &str) -> (String, Vec<bool>) {
    let mut reading = Reading::default();
    reading.push_literal(string.trim(), 0);
    let text: String = reading.text().chars().filter(|c| *c != BREAK).collect();
    let case = reading.case(0..text.len()).to_vec();
    (text, case)
}

/// Returns the key under which spellings of a string that differ in case or composition are one.
pub fn string_key(string: &str) -> String {
    folded(string).0
}

/// Returns `true` if a folded string has two words or more.
pub fn has_several_words(key: &str) -> bool {
    key.split(' ').filter(|word| word.chars().any(char::is_alphanumeric)).nth(1).is_some()
}

impl Search {
    /// Creates a search for strings, each with its number; several spellings may have the same.
    ///
    /// A string of one word without digits must be found in its own case, or in capitals; all others in any case. Spaces
    /// of a string may be a joint of [`JOINTS`], and those of a number may be missing.
    pub fn new<'s>(strings: impl IntoIterator<Item = (usize, &'s str)>) -> Result<Search> {
        let mut forms = Vec::new();
        let mut patterns: Vec<String> = Vec::new();
        for (count, (string, spelled)) in strings.into_iter().enumerate() {
            if count.max(string) >= STRINGS {
                let message = format!("there are more than {STRINGS} strings to redact");
                return Err(Error::new(ErrorKind::TooLarge, message));
            }
            let (text, case) = folded(spelled);
            if !text.chars().any(char::is_alphanumeric) {
                continue;
            }
            let is_word = text.chars().all(char::is_alphabetic);
            let mut add = |pattern: String, case: Option<Vec<bool>>| {
                patterns.push(pattern);
                forms.push(Form { string, case });
            };
            if has_several_words(&text) {
                for joint in JOINTS {
                    add(text.replace(' ', joint), None);
                }
            }
            let bare: String = text.chars().filter(|c| !" -./()".contains(*c)).collect();
            let digits = bare.bytes().filter(u8::is_ascii_digit).count();
            if digits >= 6 && bare.len() < text.len() {
                add(bare, None);
            }
            add(text, is_word.then_some(case));
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
            let message = "the strings to redact are too many";
            Error::new(ErrorKind::TooLarge, message).because(cause)
        };
        Ok(Search { automaton: Some(built.map_err(too_many)?), forms })
    }

    /// Returns the places of the strings in a reading in their order: of those that overlap, the first, then the longest.
    pub fn matches(&self, reading: &Reading) -> Vec<Match> {
        let Some(automaton) = &self.automaton else { return Vec::new() };
        let text = reading.text();
        let mut found: Vec<Match> = Vec::new();
        for hit in automaton.find_overlapping_iter(text) {
            let Some(form) = self.forms.get(hit.pattern().as_usize()) else { continue };
            let range = hit.range();
            if is_whole(reading, &range) && form.has_case(reading.case(range.clone())) {
                found.push(Match { string: form.string, range });
            }
        }
        found.sort_by_key(|one| (one.range.start, usize::MAX - one.range.end, one.string));
        let mut end = 0;
        found.retain(|one| {
            let stays = one.range.start >= end;
            end = if stays { one.range.end } else { end };
            stays
        });
        found
    }
}

impl Form {
    fn has_case(&self, found: &[bool]) -> bool {
        self.case.as_deref().is_none_or(|wanted| {
            wanted == found || wanted.len() >= CAPITALS && found.iter().all(|is_upper| *is_upper)
        })
    }
}

/// Returns `true` if a range is not a part of a longer word.
fn is_whole(reading: &Reading, range: &Range<usize>) -> bool {
    let text = reading.text();
    let (Some(before), Some(found), Some(after)) =
        (text.get(..range.start), text.get(range.clone()), text.get(range.end..))
    else {
        return false;
    };
    let before = before.chars().next_back().filter(|_| !reading.has_tag(range.start));
    let after = after.chars().next().filter(|_| !reading.has_tag(range.end));
    let (Some(first), Some(last)) = (found.chars().next(), found.chars().next_back()) else {
        return false;
    };
    let is_syllable = |c: char| ('\u{1100}'..'\u{1200}').contains(&c);
    // The end of a syllable of Hangul makes it another one; what follows a name without a space is a particle.
    let is_particle = |c: char| is_syllable(last) && is_syllable(c) && c < '\u{1160}';
    let is_marked = after.is_some_and(|c| cell(c).class() == Class::Mark);
    !is_marked
        && !before.is_some_and(|c| is_letter(first) && is_letter(c))
        && !after.is_some_and(|c| is_letter(last) && is_letter(c) && !is_particle(c))
}

/// Returns `true` for a letter or digit of a script that has spaces between words.
fn is_letter(c: char) -> bool {
    c.is_alphanumeric() && cell(c).class() != Class::Single
}

#[cfg(test)]
mod tests {
    use super::{Reading, Search};
    use glossweave_testing::Stopwatch;

    fn found(strings: &[&str], text: &str) -> Vec<String> {
        let search = Search::new(strings.iter().copied().enumerate()).unwrap();
        let mut reading = Reading::default();
        reading.push_literal(text, 0);
        let each = search.matches(&reading).into_iter();
        each.flat_map(|one| reading.sources(one.range)).map(|at| text[at].to_owned()).collect()
    }

    #[test]
    fn a_word_keeps_its_case() {
        let text = "May may be in MAY, Mayo; Will will, WILL. Ann’s annual";
        assert_eq!(found(&["May", "Will", "Ann"], text), ["May", "Will", "WILL", "Ann"]);
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
    }

    #[test]
    fn numbers_are_found_with_and_without_spaces() {
        let text =
            "DE89 3704 0044 0532 0130 00, DE89370400440532013000, +49 (30) 1234-567, 49301234567";
        let strings = ["DE89 3704 0044 0532 0130 00", "+49 (30) 1234-567"];
        assert_eq!(found(&strings, text).len(), 3);
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
    fn scripts_without_spaces_have_no_word_boundaries() {
        assert_eq!(found(&["田中"], "田中さんと山田中"), ["田中", "田中"]);
        assert_eq!(found(&["김철수", "가"], "김철수는 각 가 "), ["김철수", "가"]);
        assert_eq!(found(&["Jose"], "Jose\u{301} José"), Vec::<String>::new());
    }
}
