//! The case of labels, both in files and in text.

use glossweave_base::words::LabelCase;

/// The cases that a file can store, indexed by their number.
const STORED: [LabelCase; 4] =
    [LabelCase::Folded, LabelCase::Capital, LabelCase::Upper, LabelCase::Exact];

/// Returns the case for a number in a file.
pub(super) fn of_number(number: u32) -> LabelCase {
    STORED[number as usize % STORED.len()]
}

/// Returns the number that represents a case in a file.
pub(super) fn number_of(case: LabelCase) -> u32 {
    STORED.iter().position(|stored| *stored == case).unwrap_or_default() as u32
}

/// A stretch of text, whose case is computed on demand.
pub(super) struct Written<'t> {
    text: &'t str,
    has_lower: Option<bool>,
    hash: Option<u16>,
}

impl<'t> Written<'t> {
    pub fn new(text: &'t str) -> Written<'t> {
        Written { text, has_lower: None, hash: None }
    }

    /// Returns the text of the stretch.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// Returns `true` if the stretch matches the case of a label. For [`LabelCase::Exact`], `hash` is
    /// the hash of the label.
    pub fn has_case(&mut self, case: LabelCase, hash: u16) -> bool {
        let text = self.text;
        match case {
            LabelCase::Upper => {
                let has_lower = || text.chars().any(char::is_lowercase);
                !*self.has_lower.get_or_insert_with(has_lower)
            }
            LabelCase::Capital => {
                let first = text.chars().find(|c| c.is_alphabetic());
                first.is_none_or(|first| !first.is_lowercase())
            }
            LabelCase::Exact => *self.hash.get_or_insert_with(|| exact_hash(text)) == hash,
            _ => true,
        }
    }
}

/// Returns a hash of the letters of a label in their original case.
pub(super) fn exact_hash(label: &str) -> u16 {
    let letters = label.chars().filter(|c| c.is_alphabetic());
    let hash = letters.fold(0xCBF2_9CE4u32, |hash, c| (hash ^ c as u32).wrapping_mul(0x0100_0193));
    (hash ^ hash >> 16) as u16
}

/// The maximum number of letters of a label in capitals that is found only in capitals.
const SHORT: usize = 4;

/// The minimum number of letters of a word whose case distinguishes terms from names. Shorter words are often
/// prepositions.
const TELLING: usize = 4;

/// The properties of the spelling of a label.
pub(super) struct Spelling {
    /// `true` if the label has at most four letters, and all of them are capitals. Such an abbreviation looks
    /// like a word when its case is folded, for example `US` or `WHO`.
    pub is_short_upper: bool,
    /// `true` if the label has one letter, which is a capital.
    pub is_capital_letter: bool,
    /// `true` if the first letter of the label is a capital.
    pub has_first_capital: bool,
    /// `true` if the label has small letters and no capitals.
    pub is_lower: bool,
    /// `true` if the label is written like a term: without capitals, or with capitals only in the first word,
    /// followed by a word in small letters.
    pub is_term: bool,
}

impl Spelling {
    pub fn of(label: &str) -> Spelling {
        let (mut letters, mut capitals, mut small) = (0, 0, 0);
        let mut has_first_capital = false;
        if label.is_ascii() {
            let count = |is: fn(&u8) -> bool| label.bytes().filter(is).count();
            (capitals, small) = (count(u8::is_ascii_uppercase), count(u8::is_ascii_lowercase));
            letters = capitals + small;
            let first = label.bytes().find(u8::is_ascii_alphabetic);
            has_first_capital = first.is_some_and(|first| first.is_ascii_uppercase());
        } else {
            for c in label.chars().filter(|c| c.is_alphabetic()) {
                let is_capital = c.is_uppercase();
                has_first_capital |= letters == 0 && is_capital;
                letters += 1;
                capitals += usize::from(is_capital);
                small += usize::from(!is_capital && c.is_lowercase());
            }
        }
        let is_short_upper = (1..=SHORT).contains(&letters) && letters == capitals;
        let is_lower = small > 0 && capitals == 0;
        let is_term = is_lower || has_first_capital && capitals == 1 && has_small_word(label);
        let is_capital_letter = letters == 1 && capitals == 1;
        Spelling { is_short_upper, is_capital_letter, has_first_capital, is_lower, is_term }
    }
}

/// Returns `true` if any word after the first has at least four letters, all of them small.
fn has_small_word(label: &str) -> bool {
    label.split_whitespace().skip(1).any(|word| {
        word.chars().all(char::is_lowercase) && word.chars().take(TELLING).count() == TELLING
    })
}

#[cfg(test)]
mod tests {
    use super::Spelling;

    #[test]
    fn spelling_tells_terms_from_names() {
        for (label, is_term) in [
            ("heart attack", true),
            ("Heart attack", true),
            ("New York", false),
            ("Isle of Man", false),
            ("Reading", false),
            ("University of applied sciences", true),
            ("Université de Nantes", false),
            ("US", false),
            ("東京", false),
            ("", false),
        ] {
            assert_eq!(Spelling::of(label).is_term, is_term, "{label}");
        }
    }
}
