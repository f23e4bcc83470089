//! Folding: spellings that differ only in case, composition or compatibility forms have the same folded
//! bytes.
//!
//! The rule is the compatibility caseless match of the Unicode Standard (clause 3.13, D146) in its
//! decomposed form, without default ignorable code points. Accents are kept. All apostrophes and quotation
//! marks are folded to the ASCII ones, and a run of dashes to one `-`.
//!
//! Signs that a script omits in capitals or in everyday spelling are removed: the dot of the Turkish İ and
//! ı, accents of Greek, points of Hebrew, and vowel signs, hamza above and below alef, and the tatweel of
//! Arabic. Arabic letters that differ between keyboards and countries are folded to one letter.

use std::sync::OnceLock;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The class of a character in tokenization.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// White space, which separates tokens and counts as one space.
    Space,
    /// A zero width space, which separates tokens in scripts without spaces and is otherwise ignored.
    Gap,
    /// A part of a word.
    Word,
    /// A separate word: a character of a script without spaces.
    Single,
    /// A mark that belongs to the previous character.
    Mark,
    /// An invisible character that belongs to the previous character, for example a soft hyphen or a
    /// direction mark.
    Format,
    /// A dash; a run of them is one token.
    Dash,
    /// A symbol or punctuation, which is a separate token.
    Other,
}

/// The data of one character, in 32 bits: its class (bits 24 to 26) and its folded form. The folded form is
/// one character (bits 0 to 20), or, if bit 31 is set, a range of the text of the page, with its start
/// (bits 0 to 15) and its length (bits 16 to 23).
#[derive(Clone, Copy)]
pub struct Cell(u32);

const CLASSES: [Class; 8] = [
    Class::Space,
    Class::Gap,
    Class::Word,
    Class::Single,
    Class::Mark,
    Class::Format,
    Class::Dash,
    Class::Other,
];
const COMPLEX: u32 = 1 << 31;

impl Cell {
    /// Returns the class of the character.
    pub fn class(self) -> Class {
        CLASSES[(self.0 >> 24 & 7) as usize]
    }

    /// Returns `true` if the folded form is empty.
    pub fn is_empty(self) -> bool {
        self.is_complex() && self.0 >> 16 & 0xFF == 0
    }

    /// Returns `true` if the folded form is not one character.
    pub fn is_complex(self) -> bool {
        self.0 & COMPLEX != 0
    }
}

const PAGE: usize = 256;
const PAGES: usize = 0x11_0000 / PAGE;

struct Page {
    cells: [Cell; PAGE],
    text: String,
}

/// The pages of the table, each computed when it is first used. Most texts use three of them.
static TABLE: [OnceLock<Box<Page>>; PAGES] = [const { OnceLock::new() }; PAGES];

impl Page {
    fn of(c: char) -> &'static Page {
        let number = c as usize / PAGE;
        TABLE[number].get_or_init(|| {
            let mut text = String::new();
            let cells = std::array::from_fn(|index| {
                let c = char::from_u32((number * PAGE + index) as u32);
                c.map_or(Cell(COMPLEX), |c| Page::compute(c, &mut text))
            });
            Box::new(Page { cells, text })
        })
    }

    fn compute(c: char, text: &mut String) -> Cell {
        let start = text.len();
        fold_exactly(c.encode_utf8(&mut [0; 4]), text);
        let mut chars = text[start..].chars();
        let class = (classify(c) as u32) << 24;
        match (chars.next(), chars.next()) {
            (Some(single), None) => {
                text.truncate(start);
                Cell(class | single as u32)
            }
            _ => Cell(class | COMPLEX | ((text.len() - start) as u32) << 16 | start as u32),
        }
    }
}

/// Returns the data of a character.
pub fn cell(of: char) -> Cell {
    Page::of(of).cells[of as usize % PAGE]
}

/// Appends the folded form of one character.
pub fn fold_char(c: char, out: &mut String) {
    let page = Page::of(c);
    let Cell(cell) = page.cells[c as usize % PAGE];
    if cell & COMPLEX != 0 {
        let start = (cell & 0xFFFF) as usize;
        out.push_str(&page.text[start..start + (cell >> 16 & 0xFF) as usize]);
    } else if let Some(folded) = char::from_u32(cell & 0x1F_FFFF) {
        out.push(folded);
    }
}

/// Appends the folded form of a string like [`fold_exactly`], but faster when characters do not affect each
/// other. Below U+0250 there are no marks, and no folded form starts with a mark.
pub fn fold_string(text: &str, out: &mut String) {
    match text.chars().all(|c| c < '\u{250}') {
        true => text.chars().for_each(|c| fold_char(c, out)),
        false => fold_exactly(text, out),
    }
}

/// Appends the folded form of a string as a whole, so that marks get their canonical order across
/// characters.
pub fn fold_exactly(text: &str, out: &mut String) {
    // A spacing acute accent would be decomposed.
    let spacing = |c| if matches!(c, '\u{B4}' | '\u{1FFD}') { '\'' } else { c };
    let decomposed = text.chars().map(spacing).nfd();
    let once = decomposed.flat_map(fold_case).nfkd().flat_map(fold_case).nfkd();
    let mut base = ' ';
    for c in once.filter(|c| !is_ignorable(*c)).map(unify) {
        if !is_combining_mark(c) {
            base = c;
        } else if is_silent(base, c) {
            continue;
        }
        out.push(c);
    }
}

/// Returns `true` if a mark is ignored after a letter.
fn is_silent(base: char, mark: char) -> bool {
    match mark {
        '\u{307}' => base == 'i' || is_greek(base),
        '\u{300}'..='\u{36F}' => is_greek(base),
        '\u{653}'..='\u{655}' => base == '\u{627}',
        '\u{591}'..='\u{5C7}'
        | '\u{610}'..='\u{61A}'
        | '\u{64B}'..='\u{65F}'
        | '\u{670}'
        | '\u{6D6}'..='\u{6ED}' => true,
        _ => false,
    }
}

fn is_greek(c: char) -> bool {
    matches!(c, '\u{370}'..='\u{3FF}')
}

/// Returns `true` if a mark is ignored only after some letters.
pub(super) fn depends_on_base(mark: char) -> bool {
    matches!(mark, '\u{300}'..='\u{36F}' | '\u{653}'..='\u{655}')
}

/// Returns a folded form in which each letter and its accents are one character if possible (normalization
/// form C).
pub fn composed(folded: &str) -> String {
    folded.nfc().collect()
}

/// Returns the full case folding of one character. The standard library has no folding. Lower case of upper
/// case is equal, except for the dotless i, which is folded to i here.
fn fold_case(c: char) -> impl Iterator<Item = char> {
    c.to_uppercase().flat_map(char::to_lowercase)
}

fn unify(c: char) -> char {
    match c {
        '\u{201C}' | '\u{201D}' | '\u{201F}' | '\u{5F4}' => '"',
        // Forms of alef, yeh, and kaf.
        '\u{671}' => '\u{627}',
        '\u{6CC}' => '\u{64A}',
        '\u{6A9}' => '\u{643}',
        c if is_apostrophe(c) => '\'',
        c if is_dash(c) => '-',
        c => c,
    }
}

/// Returns `true` for apostrophes, and for letters and signs that are used as apostrophes.
fn is_apostrophe(c: char) -> bool {
    matches!(
        c,
        '\'' | '`' | '\u{B4}' | '\u{2B9}' | '\u{2BB}'
            ..='\u{2BF}'
                | '\u{374}'
                | '\u{5F3}'
                | '\u{1FFD}'
                | '\u{2018}'
                | '\u{2019}'
                | '\u{201B}'
                | '\u{2032}'
                | '\u{A78C}'
    )
}

fn classify(c: char) -> Class {
    if c == '\u{200B}' {
        Class::Gap
    } else if c.is_whitespace() {
        Class::Space
    } else if is_dash(c) {
        Class::Dash
    } else if is_apostrophe(c) {
        Class::Other
    } else if is_combining_mark(c) || extends(c) {
        Class::Mark
    } else if is_ignorable(c) {
        Class::Format
    } else if is_unspaced(c) {
        Class::Single
    } else if c.is_alphanumeric() || c == '_' {
        Class::Word
    } else {
        Class::Other
    }
}

fn is_dash(c: char) -> bool {
    matches!(
        c,
        '-' | '\u{5BE}' | '\u{2010}'
            ..='\u{2015}'
                | '\u{2212}'
                | '\u{2E3A}'
                | '\u{2E3B}'
                | '\u{FE58}'
                | '\u{FE63}'
                | '\u{FF0D}'
    )
}

/// Returns `true` for joiners, variation selectors, skin tones and half-width sound marks. Their category
/// is not a mark, but there is no boundary before them (UAX #29, rule GB9).
fn extends(c: char) -> bool {
    matches!(c, '\u{200C}' | '\u{200D}' | '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}'
        | '\u{E0020}'..='\u{E007F}' | '\u{1F3FB}'..='\u{1F3FF}' | '\u{FF9E}' | '\u{FF9F}')
}

/// Returns `true` for assigned characters with `Default_Ignorable_Code_Point`, and for the tatweel, which
/// only lengthens words.
fn is_ignorable(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{640}' | '\u{115F}' | '\u{1160}' | '\u{17B4}'
        | '\u{17B5}' | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}'
        | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}'
        | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{E0000}'..='\u{E0FFF}')
}

/// Returns `true` for scripts written without spaces between words: ideographs, kana, bopomofo, Yi,
/// Thai, Lao, Myanmar, Khmer, Tai scripts. (Hangul has spaces.)
fn is_unspaced(c: char) -> bool {
    c.is_alphanumeric()
        && matches!(c, '\u{E00}'..='\u{EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}'
            | '\u{1950}'..='\u{19DF}' | '\u{1A20}'..='\u{1AAF}' | '\u{2E80}'..='\u{2FDF}'
            | '\u{3005}'..='\u{3007}' | '\u{3021}'..='\u{3029}' | '\u{3031}'..='\u{3035}'
            | '\u{3038}'..='\u{312F}' | '\u{31A0}'..='\u{31FF}' | '\u{3400}'..='\u{4DBF}'
            | '\u{4E00}'..='\u{A4CF}' | '\u{A9E0}'..='\u{A9FF}' | '\u{AA60}'..='\u{AADF}'
            | '\u{F900}'..='\u{FAFF}' | '\u{FF66}'..='\u{FF9D}' | '\u{16FE0}'..='\u{18DFF}'
            | '\u{1AFF0}'..='\u{1B2FF}' | '\u{1F200}' | '\u{20000}'..='\u{3FFFD}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Class, cell, classify, fold_char, fold_exactly, fold_string};

    fn fold(text: &str) -> String {
        let mut out = String::new();
        fold_exactly(text, &mut out);
        out
    }

    proptest! {
        #[test]
        fn the_faster_way_to_fold_gives_the_same(text in "[\u{1}-\u{24F}]{0,12}", any in ".*") {
            for text in [&text, &any] {
                let mut out = String::new();
                fold_string(text, &mut out);
                prop_assert_eq!(out, fold(text));
            }
        }
    }

    #[test]
    fn spellings_that_differ_in_case_and_composition_only_are_one() {
        for (first, second) in [
            ("Café", "CAFE\u{301}"),
            ("Straße", "STRASSE"),
            ("ΣΊΣΥΦΟΣ", "σίσυφος"),
            ("ﬁnland", "FINLAND"),
            ("ＡＢＣ", "abc"),
            ("ﾊﾞ", "バ"),
            ("Dub\u{AD}lin", "dublin"),
            ("O’Neill", "o'neill"),
            ("q\u{307}\u{323}", "Q\u{323}\u{307}"),
        ] {
            assert_eq!(fold(first), fold(second), "{first} {second}");
        }
        assert_ne!(fold("resume"), fold("résumé"));
    }

    #[test]
    fn signs_that_usual_spelling_leaves_out_do_not_count() {
        for (first, second) in [
            ("Diyarbakır", "DİYARBAKIR"),
            ("İstanbul", "istanbul"),
            ("İstanbul", "I\u{307}STANBUL"),
            ("ıssız", "ISSIZ"),
            ("Αθήνα", "ΑΘΗΝΑ"),
            ("Μάιος", "ΜΑΪΟΣ"),
            ("Ἀθῆναι", "ΑΘΗΝΑΙ"),
            ("محمد", "محمّد"),
            ("محمد", "محـمد"),
            ("أحمد", "احمد"),
            ("آمنة", "امنة"),
            ("שָׁלוֹם", "שלום"),
            ("צה\"ל", "צה״ל"),
            ("O'Neill", "OʼNeill"),
            ("O'Neill", "O`Neill"),
            ("O'Neill", "O´Neill"),
            ("Hawai'i", "Hawaiʻi"),
            ("Ja\u{200B}ne", "Jane"),
        ] {
            assert_eq!(fold(first), fold(second), "{first} {second}");
        }
        // Accents of other scripts are kept, and so are a hamza or a dot on other letters.
        for (first, second) in [("é", "e"), ("ż", "z"), ("مؤمن", "مومن"), ("й", "и")] {
            assert_ne!(fold(first), fold(second), "{first} {second}");
        }
    }

    proptest! {
        #[test]
        fn folding_twice_is_folding_once(text in ".{0,12}") {
            prop_assert_eq!(fold(&fold(&text)), fold(&text));
        }

        #[test]
        fn the_table_says_what_the_rules_say(c in any::<char>()) {
            prop_assert_eq!(cell(c).class(), classify(c));
            let mut out = String::new();
            fold_char(c, &mut out);
            prop_assert_eq!(out, fold(&c.to_string()));
        }
    }

    #[test]
    fn ascii_words_and_the_rest_have_their_classes() {
        for (c, class) in [
            ('a', Class::Word),
            ('_', Class::Word),
            ('é', Class::Word),
            ('한', Class::Word),
            ('東', Class::Single),
            ('ก', Class::Single),
            ('カ', Class::Single),
            ('\u{301}', Class::Mark),
            ('\u{AD}', Class::Format),
            ('—', Class::Dash),
            ('\u{A0}', Class::Space),
            ('\'', Class::Other),
            ('😀', Class::Other),
        ] {
            assert_eq!(classify(c), class, "{c}");
        }
    }
}
