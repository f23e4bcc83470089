//! The likeness of two names.

use glossweave_base::words::fold_string;

/// The likeness of two names that differ in their signs or accents only.
const EXCEPT_SIGNS: f64 = 0.99;
/// The maximum likeness of names with other letters.
const OTHER_LETTERS: f64 = 0.98;

/// Letters that have no accent to take off, and what they are found as.
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

/// A normalized name: folded, without accents, with one space in place of other characters than letters and digits.
#[derive(Debug, Default)]
pub(super) struct Likeness {
    name: String,
    folded: String,
    /// Pairs of letters, the edges of words among them; sorted.
    pairs: Vec<u64>,
    buffer: String,
}

impl Likeness {
    pub fn of(name: &str) -> Likeness {
        let mut likeness = Likeness::default();
        likeness.set(name);
        likeness
    }

    /// Sets another name, in the same memory.
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
                // Accents and vowel points are not signs.
            } else if letter.is_alphanumeric() && !is_apostrophe(letter) {
                self.folded.push(letter);
            } else if !self.folded.ends_with(' ') && !self.folded.is_empty() {
                self.folded.push(' ');
            }
        }
        if self.folded.ends_with(' ') {
            self.folded.pop();
        }
        // A name of signs alone is compared as it is.
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

    /// Returns `true` if there is nothing to compare.
    pub fn is_empty(&self) -> bool {
        self.folded.is_empty()
    }

    /// Returns `true` if the other name begins with this one.
    pub fn begins(&self, other: &Likeness) -> bool {
        other.folded.starts_with(&self.folded)
    }

    /// Returns the maximum number of steps that [`Likeness::to`] takes.
    pub fn work(&self, other: &Likeness) -> usize {
        self.pairs.len() + other.pairs.len()
    }

    /// Returns the likeness from 0 to 1: 1 if the names are the same except for case, width and spaces, else less (Dice's
    /// coefficient of the pairs).
    pub fn to(&self, other: &Likeness) -> f64 {
        if self.folded == other.folded {
            let is_same =
                self.name == other.name || same_form(&self.name) == same_form(&other.name);
            return if is_same { 1.0 } else { EXCEPT_SIGNS };
        }
        let (mut one, mut two) = (self.pairs.as_slice(), other.pairs.as_slice());
        let all = one.len() + two.len();
        let mut shared = 0;
        while let (Some((first, rest)), Some((second, others))) =
            (one.split_first(), two.split_first())
        {
            shared += usize::from(first == second);
            (one, two) = match first.cmp(second) {
                std::cmp::Ordering::Less => (rest, two),
                std::cmp::Ordering::Greater => (one, others),
                std::cmp::Ordering::Equal => (rest, others),
            };
        }
        // Words in another order have the same pairs.
        (2.0 * shared as f64 / all.max(1) as f64).min(OTHER_LETTERS)
    }
}

/// Returns the form in which two names are the same: `C++` is not `C`, `10²` is not `102`, and `é` is not `e`.
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

/// Returns `true` for characters whose plain form means something else: superscripts, subscripts, fractions, digits in
/// circles, and marks of trade.
fn is_raised(c: char) -> bool {
    matches!(c, '²' | '³' | '¹' | 'ª' | 'º' | '¼'..='¾' | '\u{2070}'..='\u{209C}' | '\u{2150}'..='\u{215F}' | '\u{2189}'
        | '℠' | '™' | '\u{2460}'..='\u{24FF}')
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '`' | '´' | 'ʹ' | 'ʻ' | 'ʼ' | 'ʽ' | '‘' | '’' | '‛' | '′')
}

/// Returns `true` for the accents of Latin, Greek and Cyrillic, and for the points and the tatweel of Hebrew and Arabic.
fn is_accent(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36F}' | '\u{591}'..='\u{5BD}' | '\u{5BF}' | '\u{5C1}' | '\u{5C2}' | '\u{5C4}' | '\u{5C5}'
        | '\u{5C7}' | '\u{640}' | '\u{64B}'..='\u{65F}' | '\u{670}')
}
