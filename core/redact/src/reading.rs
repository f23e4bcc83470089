//! Readings of a source: its decoded and folded text, with the source range of each character.

use std::ops::Range;

use glossweave_base::words::{Class, cell, fold_char};

/// A mark between unrelated texts. It does not occur in folded text.
pub const BREAK: char = '\0';

/// A range of a reading with its source range.
#[derive(Clone, Copy, Debug)]
struct Run {
    text: usize,
    source: usize,
    /// The number of bytes in the source.
    length: usize,
    /// `true` if each byte of the text is at the same offset in the source range.
    is_literal: bool,
}

/// The spelling of a letter. The first bit is set for a capital, and the other bits contain a number for its
/// accents.
pub type Spelling = u8;

/// The bit of a [`Spelling`] for a capital.
pub const UPPER: Spelling = 1;

/// Returns `true` if two letters with the same folded form match: they have the same accents, or one of them
/// is a capital, because capitals are often written without accents.
pub fn is_same_letter(a: Spelling, b: Spelling) -> bool {
    a | UPPER == b | UPPER || (a | b) & UPPER == UPPER
}

/// The folded text of a source. Spellings that differ in case, composition, accents, white space, soft
/// hyphens or dashes are equal.
#[derive(Debug, Default)]
pub struct Reading {
    text: String,
    /// The spelling of the character at each byte of the text.
    spelling: Vec<Spelling>,
    runs: Vec<Run>,
    /// The positions of tags, which can be word boundaries.
    tags: Vec<usize>,
}

impl Reading {
    /// Returns the folded text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the spelling of the character at each byte of a range.
    pub fn spelling(&self, range: Range<usize>) -> &[Spelling] {
        self.spelling.get(range).unwrap_or_default()
    }

    /// Adds a mark between unrelated texts.
    pub fn separate(&mut self) {
        if !self.text.ends_with(BREAK) {
            self.text.push(BREAK);
            self.spelling.push(0);
        }
    }

    /// Adds a tag. A word may continue after it, or end at it.
    pub fn tag(&mut self) {
        self.tags.push(self.text.len());
    }

    /// Returns `true` if there is a tag at a position.
    pub fn has_tag(&self, at: usize) -> bool {
        self.tags.binary_search(&at).is_ok()
    }

    /// Adds a character that was read from a range of the source.
    pub fn push(&mut self, c: char, source: Range<usize>) {
        let start = self.text.len();
        let mut accents = 0;
        match cell(c).class() {
            Class::Space if self.text.ends_with(' ') => return self.extend(source),
            Class::Space => self.text.push(' '),
            Class::Gap | Class::Format => return self.extend(source),
            Class::Dash if self.text.ends_with('-') => return self.extend(source),
            Class::Dash => self.text.push('-'),
            _ if c == BREAK => return self.separate(),
            _ if c.is_ascii() => self.text.push(c.to_ascii_lowercase()),
            _ => accents = self.fold(c),
        }
        let added = self.text.len() - start;
        if added == 0 {
            self.add_accents(accents);
            return self.extend(source);
        }
        self.spelling.resize(self.text.len(), Spelling::from(c.is_uppercase()));
        self.add_accents(accents);
        let is_literal = added == source.len() && added == 1;
        if let Some(last) = self.runs.last_mut().filter(|last| is_literal && last.is_literal) {
            let is_next = last.source + last.length == source.start;
            if is_next && last.text + last.length == start {
                last.length += added;
                return;
            }
        }
        self.runs.push(Run { text: start, source: source.start, length: source.len(), is_literal });
    }

    /// Adds the folded form of a character without its accents, and returns the accents.
    fn fold(&mut self, c: char) -> Spelling {
        let mut folded = String::new();
        fold_char(c, &mut folded);
        let mut accents: Spelling = 0;
        for c in folded.chars() {
            match c {
                // Dotless and dotted i are the same letter, because their capitals are often confused.
                'ı' => self.text.push('i'),
                _ if c.is_numeric() => self.text.push(ascii_digit(c).unwrap_or(c)),
                '\u{2B9}' | '\u{2BC}' | '\u{B4}' | '\u{55A}' | '\u{5F3}' => self.text.push('\''),
                '\u{640}' => {}
                '\u{300}'..='\u{36F}' => accents = accents.wrapping_add(accent(c)),
                _ if is_point(c) => {}
                _ => self.text.push(c),
            }
        }
        accents
    }

    /// Adds accents to the last character.
    fn add_accents(&mut self, accents: Spelling) {
        let is_ignored = match self.text.chars().next_back() {
            Some('i') => accents == accent('\u{307}'),
            Some('е') => accents == accent('\u{308}'),
            _ => false,
        };
        if let Some(last) = self.spelling.last_mut().filter(|_| !is_ignored) {
            *last = last.wrapping_add(accents);
        }
    }

    /// Adds the characters of a text that uses no escapes in the source.
    pub fn push_literal(&mut self, text: &str, source: usize) {
        for (at, c) in text.char_indices() {
            self.push(c, source + at..source + at + c.len_utf8());
        }
    }

    /// Extends the source range of the last character by a character that is not visible in the reading,
    /// unless markup is in between.
    fn extend(&mut self, source: Range<usize>) {
        let end = source.end;
        let Some(last) = self.runs.last_mut() else { return };
        if last.source + last.length > end || self.text.ends_with(BREAK) {
            return;
        }
        if last.source + last.length < source.start {
            let (text, length) = (self.text.len(), source.len());
            self.runs.push(Run { text, source: source.start, length, is_literal: false });
        } else if last.is_literal && last.length > 1 {
            last.length -= 1;
            let (text, source) = (last.text + last.length, last.source + last.length);
            self.runs.push(Run { text, source, length: end - source, is_literal: false });
        } else {
            (last.length, last.is_literal) = (end - last.source, false);
        }
    }

    /// Returns the source ranges of a range of the text, in text order.
    pub fn sources(&self, range: Range<usize>) -> Vec<Range<usize>> {
        let first = self.runs.partition_point(|run| run.text <= range.start).saturating_sub(1);
        let mut sources: Vec<Range<usize>> = Vec::new();
        for run in self.runs[first..].iter().take_while(|run| run.text < range.end) {
            let source = match run.is_literal {
                true => {
                    let from = range.start.saturating_sub(run.text).min(run.length);
                    let to = (range.end - run.text).min(run.length);
                    run.source + from..run.source + to
                }
                false => run.source..run.source + run.length,
            };
            match sources.last_mut() {
                _ if source.is_empty() => {}
                Some(last) if last.end >= source.start && last.start <= source.start => {
                    last.end = last.end.max(source.end);
                }
                _ => sources.push(source),
            }
        }
        sources
    }
}

/// The digit zero of each script in Unicode, which is followed by nine more digits.
const ZEROS: &[char] = &[
    '\u{660}',
    '\u{6F0}',
    '\u{7C0}',
    '\u{966}',
    '\u{9E6}',
    '\u{A66}',
    '\u{AE6}',
    '\u{B66}',
    '\u{BE6}',
    '\u{C66}',
    '\u{CE6}',
    '\u{D66}',
    '\u{DE6}',
    '\u{E50}',
    '\u{ED0}',
    '\u{F20}',
    '\u{1040}',
    '\u{1090}',
    '\u{17E0}',
    '\u{1810}',
    '\u{1946}',
    '\u{19D0}',
    '\u{1A80}',
    '\u{1A90}',
    '\u{1B50}',
    '\u{1BB0}',
    '\u{1C40}',
    '\u{1C50}',
    '\u{A620}',
    '\u{A8D0}',
    '\u{A900}',
    '\u{A9D0}',
    '\u{A9F0}',
    '\u{AA50}',
    '\u{ABF0}',
    '\u{FF10}',
    '\u{1D7CE}',
    '\u{1D7D8}',
    '\u{1D7E2}',
    '\u{1D7EC}',
    '\u{1D7F6}',
];

/// Converts a digit of any script to ASCII. Returns `None` for other characters.
pub fn ascii_digit(c: char) -> Option<char> {
    let zero = ZEROS.get(ZEROS.partition_point(|zero| *zero <= c).checked_sub(1)?)?;
    char::from_digit(u32::from(c) - u32::from(*zero), 10).filter(|_| !c.is_ascii())
}

/// Returns the number of an accent.
fn accent(c: char) -> Spelling {
    (u32::from(c) % 61) as Spelling * 2 + 2
}

/// Returns `true` for a Hebrew or Arabic point, which most texts omit.
fn is_point(c: char) -> bool {
    matches!(c, '\u{591}'..='\u{5BD}' | '\u{5BF}' | '\u{5C1}' | '\u{5C2}' | '\u{5C4}' | '\u{5C5}' | '\u{5C7}'
        | '\u{610}'..='\u{61A}' | '\u{64B}'..='\u{65F}' | '\u{670}' | '\u{6D6}'..='\u{6DC}' | '\u{6DF}'..='\u{6E8}'
        | '\u{6EA}'..='\u{6ED}')
}

#[cfg(test)]
#[allow(clippy::single_range_in_vec_init, reason = "a list of one range is meant")]
mod tests {
    use super::{Reading, UPPER, ascii_digit, is_same_letter};

    fn read(text: &str) -> Reading {
        let mut reading = Reading::default();
        reading.push_literal(text, 10);
        reading
    }

    #[test]
    fn spellings_that_mean_the_same_are_equal() {
        for spelling in ["Jane-Roe", "JANE\u{2010}roe", "Ja\u{AD}ne-Roe", "Jane--Roe", "Jａne-Roe"]
        {
            assert_eq!(read(spelling).text(), "jane-roe", "{spelling}");
        }
        assert_eq!(read("Zoe\u{308} \n\t\u{A0}Roe").text(), read("Zoë Roe").text());
    }

    #[test]
    fn a_capital_is_the_same_letter_with_and_without_its_accent() {
        for (small, capital) in [
            ("Ali Demir", "ALİ DEMİR"),
            ("Yıldız", "YILDIZ"),
            ("Φώτης Μάιος", "ΦΩΤΗΣ ΜΑΪΟΣ"),
            ("Фёдор", "ФЕДОР"),
            ("Фёдор", "Федор"),
            ("José", "JOSE"),
            ("José", "JOSE\u{301}"),
            ("Öztürk", "O\u{308}ZTÜRK"),
            ("שָׁלוֹם", "שלום"),
            ("مُحَمَّد", "محمـــد"),
        ] {
            let (small, capital) = (read(small), read(capital));
            assert_eq!(small.text(), capital.text());
            let letters = small.spelling.iter().zip(&capital.spelling);
            assert!(letters.into_iter().all(|(a, b)| is_same_letter(*a, *b)), "{}", small.text());
        }
        let (plain, accented) = (read("Jose"), read("José"));
        assert!(!is_same_letter(plain.spelling[3], accented.spelling[3]));
    }

    #[test]
    fn a_range_has_its_bytes_with_what_left_no_trace() {
        let reading = read("To Ja\u{AD}ne \n Roe.");
        let at = reading.text().find("jane roe").unwrap();
        assert_eq!(reading.sources(at..at + 8), [13..25]);
        assert_eq!(reading.sources(at + 1..at + 2), [14..17]);
        assert_eq!(reading.spelling(at..at + 4), [UPPER, 0, 0, 0]);
    }

    #[test]
    fn a_range_over_markup_has_several_sources() {
        let mut reading = Reading::default();
        reading.push_literal("Ja", 3);
        reading.push_literal("ne", 9);
        assert_eq!(reading.sources(0..4), [3..5, 9..11]);
        assert_eq!(reading.sources(3..4), [10..11]);
        reading.push('\u{2066}', 20..23);
        reading.push_literal(" \u{2069}x", 23);
        assert_eq!(reading.sources(2..4), [9..11]);
        assert_eq!(reading.sources(2..6), [9..11, 20..28]);
    }

    #[test]
    fn digits_of_all_scripts_are_equal() {
        for digits in ["٢٠١", "۲۰۱", "२०१", "２０１", "𝟐𝟎𝟏", "๒๐๑"] {
            assert_eq!(read(digits).text(), "201", "{digits}");
        }
        assert_eq!(ascii_digit('x'), None);
    }
}
