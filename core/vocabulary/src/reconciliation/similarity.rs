//! The similarity of two names.

use glossweave_base::words::fold_string;

/// The similarity of names that differ only in punctuation or accents.
const EXCEPT_SIGNS: f64 = 0.99;
/// The maximum similarity of names with different letters.
const OTHER_LETTERS: f64 = 0.98;

/// Letters without a canonical decomposition, and their replacements.
const LETTERS: &[(char, &str)] = &[
    ('ł', "l"),
    ('ø', "o"),
    ('đ', "d"),
    ('ð', "d"),
    ('ħ', "h"),
    ('ı', "i"),
    ('ŧ', "t"),
    ('æ', "ae"),
    ('œ', "oe"),
    ('þ', "th"),
    ('ŋ', "n"),
];

/// A normalized name: folded and without accents, in which a single space replaces each run of characters
/// that are neither letters nor digits.
#[derive(Debug, Default)]
pub(super) struct Likeness {
    name: String,
    folded: String,
    /// The sorted list of adjacent letter pairs, including pairs at word edges.
    pairs: Vec<u64>,
    buffer: String,
}

impl Likeness {
    pub fn of(name: &str) -> Likeness {
        let mut likeness = Likeness::default();
        likeness.set(name);
        likeness
    }

    /// Replaces the name, and reuses the allocated memory.
    pub fn set(&mut self, name: &str) {
        self.name.clear();
        self.folded.clear();
        self.pairs.clear();
        self.buffer.clear();
        self.name.push_str(name);
        fold_string(name, &mut self.buffer);
        for letter in self.buffer.chars() {
            if let Some((_, plain)) = LETTERS.iter().find(|(known, _)| *known == letter) {
                self.folded.push_str(plain);
            } else if is_accent(letter) {
                // Accents and vowel points are not treated as separators.
            } else if letter.is_alphanumeric() && !is_apostrophe(letter) {
                self.folded.push(letter);
            } else if !self.folded.ends_with(' ') && !self.folded.is_empty() {
                self.folded.push(' ');
            }
        }
        if self.folded.ends_with(' ') {
            self.folded.pop();
        }
        // A name without letters and digits is compared as it is.
        if self.folded.is_empty() {
            self.folded.push_str(name.trim());
        }
        let mut last = ' ';
        for letter in self.folded.chars().chain([' ']) {
            self.pairs.push(u64::from(last) << 32 | u64::from(letter));
            last = letter;
        }
        self.pairs.sort_unstable();
    }

    /// Returns `true` if the normalized name is empty.
    pub fn is_empty(&self) -> bool {
        self.folded.is_empty()
    }

    /// Returns `true` if the other name starts with this name.
    pub fn begins(&self, other: &Likeness) -> bool {
        other.folded.starts_with(&self.folded)
    }

    /// Returns the maximum number of steps of [`Likeness::to`].
    pub fn work(&self, other: &Likeness) -> usize {
        self.pairs.len() + other.pairs.len()
    }

    /// Returns the similarity, from 0 to 1. It is 1 if the names differ only in case, width and spaces;
    /// otherwise Dice's coefficient of the letter pairs is used.
    pub fn to(&self, other: &Likeness) -> f64 {
        if self.folded == other.folded {
            let is_same =
                self.name == other.name || same_form(&self.name) == same_form(&other.name);
            return if is_same { 1.0 } else { EXCEPT_SIGNS };
        }
        let (mut left, mut right) = (self.pairs.as_slice(), other.pairs.as_slice());
        let all = left.len() + right.len();
        let mut shared = 0;
        while let (Some((first, rest)), Some((second, others))) =
            (left.split_first(), right.split_first())
        {
            shared += usize::from(first == second);
            (left, right) = match first.cmp(second) {
                std::cmp::Ordering::Less => (rest, right),
                std::cmp::Ordering::Greater => (left, others),
                std::cmp::Ordering::Equal => (rest, others),
            };
        }
        // The limit is needed because names with the same words in a different order have the same
        // pairs.
        (2.0 * shared as f64 / all.max(1) as f64).min(OTHER_LETTERS)
    }
}

/// Returns the form that is used to decide if two names are equal. For example, `C++` differs from `C`, `10²`
/// from `102`, and `é` from `e`.
fn same_form(name: &str) -> String {
    let mut form = String::with_capacity(name.len());
    for word in name.split_whitespace() {
        if !form.is_empty() {
            form.push(' ');
        }
        let unified: String =
            word.chars().map(|c| if is_apostrophe(c) { '\'' } else { c }).collect();
        for run in unified.split_inclusive(is_raised) {
            let last = run.chars().next_back().filter(|c| is_raised(*c));
            let rest = &run[..run.len() - last.map_or(0, char::len_utf8)];
            fold_string(rest, &mut form);
            form.extend(last);
        }
    }
    form
}

/// Returns `true` for characters whose compatibility form has a different meaning: superscripts, subscripts,
/// fractions, circled digits and trademark signs.
fn is_raised(c: char) -> bool {
    matches!(c, '²' | '³' | '¹' | 'ª' | 'º' | '¼'..='¾' | '\u{2070}'..='\u{209C}' | '\u{2150}'..='\u{215F}' | '\u{2189}'
        | '℠' | '™' | '\u{2460}'..='\u{24FF}')
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '`' | '´' | 'ʹ' | 'ʻ' | 'ʼ' | 'ʽ' | '‘' | '’' | '‛' | '′')
}

/// Returns `true` for the accents of Latin, Greek and Cyrillic, and for the points and the tatweel of Hebrew
/// and Arabic.
fn is_accent(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36F}' | '\u{591}'..='\u{5BD}' | '\u{5BF}' | '\u{5C1}' | '\u{5C2}' | '\u{5C4}' | '\u{5C5}'
        | '\u{5C7}' | '\u{640}' | '\u{64B}'..='\u{65F}' | '\u{670}')
}
