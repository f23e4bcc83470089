use super::*;

use crate::provider::{Passage, Recognizer};
use crate::text::{Language, TextSpan};

fn dictionary(labels: &[&str]) -> Dictionary {
    let mut builder = Dictionary::builder();
    for (number, label) in labels.iter().enumerate() {
        let uri = format!("http://example.org/{number}");
        builder.add(&Entry::new(&uri, label)).unwrap();
    }
    builder.build().unwrap()
}

fn found<'t>(dictionary: &Dictionary, text: &'t str) -> Vec<&'t str> {
    let annotations = dictionary.recognize(&Passage::new(text)).unwrap();
    annotations.iter().map(|annotation| &text[annotation.span().range()]).collect()
}

#[test]
fn the_longest_match_from_the_left_wins() {
    let names = dictionary(&["New York", "York", "New York City", "City of London", "New"]);
    assert_eq!(
        found(&names, "New York City of London, York; New Yorkers, New\tYork"),
        ["New York City", "York", "New", "New\tYork"]
    );
}

#[test]
fn spellings_fold_and_words_are_whole() {
    let names =
        dictionary(&["Café", "O'Neill", "Jean-Paul", "東京", "ไทย", "C++", "Strasse", "3.5"]);
    for (text, expected) in [
        ("a CAFE\u{301}, Cafe, cafés", &["CAFE\u{301}"][..]),
        ("O’NEILL’s", &["O’NEILL"]),
        ("jean‐paul Jean Paul Jean--Paul", &["jean‐paul", "Jean--Paul"]),
        ("私は東京都に", &["東京"]),
        ("ประเทศไทยสวย", &["ไทย"]),
        ("C++, C+", &["C++"]),
        ("straße STRAẞE", &["straße", "STRAẞE"]),
        ("13.5 3.5.", &["3.5"]),
        ("Ca\u{AD}fé\u{AD} x", &["Ca\u{AD}fé"]),
    ] {
        assert_eq!(found(&names, text), expected, "{text}");
    }
}

#[test]
fn a_match_cuts_no_mark_from_its_base() {
    let names = dictionary(&["cafe", "👩", "🇩", "x"]);
    assert_eq!(found(&names, "cafe\u{301} 👩\u{200D}👧 👩🏽 🇩🇪 x\u{323}"), [""; 0]);
    assert_eq!(found(&names, "👩👧"), ["👩"]);
}

#[test]
fn short_capitals_are_found_in_capitals_only() {
    let names = dictionary(&["US", "WHO", "UNESCO", "us that"]);
    assert_eq!(found(&names, "who told us? WHO, US, Us, unesco"), ["WHO", "US", "unesco"]);
    assert_eq!(found(&names, "us that"), ["us that"]);
}
