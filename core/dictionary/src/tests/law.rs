//! Comparison of the scan with a naive implementation.

use proptest::prelude::*;

use super::{Dictionary, Entry, LabelCase};
use crate::address::is_in_address;
use glossweave_base::text::{TextSpan, word_breaks};
use glossweave_base::words::{Class, cell, fold_exactly};
use glossweave_document::recognizer::{Passage, Recognizer};

/// A token according to the rules: its range, its folded form, and a flag for a preceding space.
#[derive(Debug)]
struct Plain {
    start: usize,
    end: usize,
    folded: String,
    spaced: bool,
}

fn fold(text: &str) -> String {
    let mut out = String::new();
    fold_exactly(text, &mut out);
    if out.starts_with('-') { format!("-{}", out.trim_start_matches('-')) } else { out }
}

/// Splits a text into tokens by deciding for each character if it belongs to the preceding token.
fn cut(text: &str) -> Vec<Plain> {
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let mut tokens: Vec<Plain> = Vec::new();
    let mut open: Option<Class> = None;
    let mut spaced = false;
    let mut flags = 0;
    for (index, (at, c)) in chars.iter().copied().enumerate() {
        let class = cell(c).class();
        let previous = index.checked_sub(1).map(|before| chars[before].1);
        let next = chars.get(index + 1).map(|(_, c)| *c);
        let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        let is_flag = ('\u{1F1E6}'..='\u{1F1FF}').contains(&c);
        let joins = match (open, class) {
            (Some(_), Class::Mark | Class::Format) => true,
            (Some(Class::Word), Class::Word | Class::Gap) => true,
            (Some(Class::Dash), Class::Dash) => {
                let token = &text[tokens.last().map_or(0, |token| token.start)..at];
                token.chars().all(|c| cell(c).class() != Class::Mark)
            }
            (Some(Class::Word), Class::Other) => {
                (c == '.' || c == ',') && digit(previous) && digit(next)
            }
            (Some(Class::Other), Class::Other) => {
                previous == Some('\u{200D}') || (is_flag && flags == 1)
            }
            _ => false,
        };
        let end = at + c.len_utf8();
        if joins {
            flags = if is_flag {
                flags + 1
            } else if flags == 1 {
                0
            } else {
                flags
            };
            if let Some(token) =
                tokens.last_mut().filter(|_| !matches!(class, Class::Format | Class::Gap))
            {
                token.end = end;
            }
            continue;
        }
        open = match class {
            Class::Space => {
                spaced = true;
                None
            }
            Class::Gap | Class::Format => None,
            Class::Mark if fold(&text[at..end]).is_empty() => None,
            _ => {
                flags = usize::from(is_flag);
                tokens.push(Plain { start: at, end, folded: String::new(), spaced });
                spaced = false;
                Some(class)
            }
        };
    }
    for token in &mut tokens {
        token.folded = fold(&text[token.start..token.end]);
    }
    tokens
}

fn same(name: &[Plain], text: &[Plain]) -> bool {
    name.len() <= text.len()
        && name.iter().zip(text).enumerate().all(|(index, (first, second))| {
            first.folded == second.folded && (index == 0 || first.spaced == second.spaced)
        })
}

fn is_short_upper(label: &str) -> bool {
    let letters: Vec<char> = label.chars().filter(|c| c.is_alphabetic()).collect();
    (1..=4).contains(&letters.len()) && letters.iter().all(|c| c.is_uppercase())
}

/// Returns `true` if a range cuts a word in a script without spaces. Each stretch of such a script
/// is segmented separately.
fn cuts(text: &str, range: (usize, usize)) -> bool {
    let part = |c: char| {
        !c.is_ascii() && matches!(cell(c).class(), Class::Single | Class::Mark | Class::Format)
    };
    let mut at = 0;
    while let Some(start) = text[at..].find(part).map(|offset| at + offset) {
        let length = text[start..].find(|c| !part(c)).unwrap_or(text.len() - start);
        let breaks: Vec<usize> =
            word_breaks(&text[start..start + length]).map(|place| start + place).collect();
        for word in breaks.windows(2) {
            let meets = word[0] < range.1 && range.0 < word[1];
            let within = range.0 <= word[0] && word[1] <= range.1;
            let around = word[0] <= range.0 && range.1 <= word[1];
            if meets && !within && !around {
                return true;
            }
        }
        at = start + length;
    }
    false
}

/// Returns the longest label at each token by comparing all labels.
fn naive(labels: &[String], text: &str) -> Vec<(usize, usize)> {
    let names: Vec<(Vec<Plain>, bool)> =
        labels.iter().map(|label| (cut(label), is_short_upper(label))).collect();
    let tokens = cut(text);
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let fits = |(name, upper): &&(Vec<Plain>, bool)| {
            if !same(name, &tokens[at..]) {
                return false;
            }
            let range = tokens[at].start..tokens[at + name.len() - 1].end;
            let lower = *upper && text[range.clone()].chars().any(char::is_lowercase);
            !(lower || cuts(text, (range.start, range.end)) || is_in_address(text, &range))
        };
        let longest = names.iter().filter(fits).map(|(name, _)| name.len()).max();
        match longest {
            Some(length) => {
                found.push((tokens[at].start, tokens[at + length - 1].end));
                at += length;
            }
            None => at += 1,
        }
    }
    found
}

const PARTS: &[&str] = &[
    "a",
    "A",
    "b",
    "B",
    "é",
    "E\u{301}",
    "e",
    "\u{301}",
    "\u{323}",
    "ß",
    "SS",
    "ı",
    "I",
    "\u{307}",
    "`",
    "\u{2BC}",
    "ά",
    "\u{640}",
    "\u{64E}",
    "Σ",
    "ς",
    " ",
    " ",
    "\u{A0}",
    "\n",
    "-",
    "—",
    "'",
    "’",
    ".",
    ",",
    "1",
    "2",
    "_",
    "東",
    "京",
    "都",
    "は",
    "ไทย",
    "ก",
    "\u{E31}",
    "한",
    "ﾊ",
    "ﾞ",
    "バ",
    "👩",
    "👧",
    "\u{200D}",
    "\u{1F3FD}",
    "🇩",
    "🇪",
    "\u{FE0F}",
    "\u{AD}",
    "\u{200B}",
    "ﬁ",
    "f",
    "i",
    "½",
    "𝔸",
];

fn made_of(parts: std::ops::Range<usize>) -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PARTS), parts).prop_map(|parts| parts.concat())
}

fn check(labels: Vec<String>, text: String) -> Result<(), TestCaseError> {
    let labels: Vec<String> = labels.into_iter().filter(|label| !cut(label).is_empty()).collect();
    let mut builder = Dictionary::builder().with_case(LabelCase::Term);
    for (number, label) in labels.iter().enumerate() {
        builder.add(&Entry::new(&format!("http://e.org/{number}"), label)).unwrap();
    }
    let names = builder.build().unwrap();
    let found = names.recognize(&Passage::new(&text)).unwrap();
    let spans: Vec<_> = found.iter().map(|annotation| annotation.span().range()).collect();
    let spans: Vec<_> = spans.iter().map(|range| (range.start, range.end)).collect();
    prop_assert_eq!(&spans, &naive(&labels, &text));
    for annotation in &found {
        let range = annotation.span().range();
        let ident = &annotation.as_entity().unwrap().idents[0];
        let label = &labels[ident["http://e.org/".len()..].parse::<usize>().unwrap()];
        prop_assert!(same(&cut(label), &cut(&text[range.clone()])));
        let next = text[range.end..].chars().next();
        prop_assert!(next.is_none_or(|c| cell(c).class() != Class::Mark));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(glossweave_testing::count(100, 400) as u32))]

    #[test]
    fn the_scan_finds_what_the_simple_one_finds(
        labels in prop::collection::vec(made_of(1..6), 0..12),
        text in made_of(0..60),
    ) {
        check(labels, text)?;
    }

    #[test]
    fn chains_of_few_words_are_found_as_far_as_they_go(
        labels in prop::collection::vec("[ab]( [ab]){0,5}", 0..20),
        text in "([ab]|[AB])( [abc]){0,40}",
    ) {
        check(labels, text)?;
    }

    #[test]
    fn any_text_is_scanned(labels in prop::collection::vec(".{1,5}", 0..20), text in "\\PC{0,80}") {
        check(labels, text)?;
    }

    #[test]
    fn long_texts_are_scanned_as_short_ones(
        labels in prop::collection::vec("[ab]( [ab]){0,3}", 1..5),
        times in 100usize..300,
    ) {
        let text = "b a, A b c ".repeat(times);
        check(labels, text)?;
    }

    #[test]
    fn pieces_are_scanned_each_by_itself(
        labels in prop::collection::vec(made_of(1..4), 1..8),
        texts in prop::collection::vec(made_of(1..20), 1..5),
    ) {
        let labels: Vec<String> =
            labels.into_iter().filter(|label| !cut(label).is_empty()).collect();
        let mut builder = Dictionary::builder().with_case(LabelCase::Term);
        for label in &labels {
            builder.add(&Entry::new("http://e.org/x", label)).unwrap();
        }
        let names = builder.build().unwrap();
        let whole = texts.concat();
        let mut pieces = Vec::new();
        let mut expected = Vec::new();
        let mut at = 0;
        for text in &texts {
            pieces.push(TextSpan::new(at, at + text.len()));
            expected.extend(naive(&labels, text).iter().map(|(s, e)| (at + s)..(at + e)));
            at += text.len();
        }
        let found = names.recognize(&Passage::new(&whole).with_blocks(&pieces)).unwrap();
        let found: Vec<_> = found.iter().map(|annotation| annotation.span().range()).collect();
        prop_assert_eq!(found, expected);
    }
}
