use super::{Dictionary, Passage, Recognizer, dictionary as names, found};
use crate::dictionary::{Doubtful, LabelCase};

const TOWNS: &str = include_str!("../../../../../tests/data/names/towns.csv");
const TEXT: &str = include_str!("../../../../../tests/data/names/towns.txt");

/// Names of places that are no common words, so that a vocabulary is one of names.
const PLACES: [&str; 6] = ["Nice", "Cork", "Cobh", "New York", "Lyme Regis", "Of"];

#[test]
fn towns_are_found_in_real_text_and_common_words_are_not() {
    let towns = Dictionary::from_csv(TOWNS.as_bytes()).unwrap();
    let mut expected = vec!["Fullerton", "Bath"];
    expected.extend(["Reading"; 4]);
    expected.extend(["London", "Reading", "Reading"]);
    assert_eq!(found(&towns, TEXT), expected);
    let in_any_case = Dictionary::builder().with_case(LabelCase::Term).csv(TOWNS.as_bytes());
    let in_any_case = in_any_case.unwrap().build().unwrap();
    let all = found(&in_any_case, TEXT);
    assert!(all.len() > 30 && all.contains(&"to") && all.contains(&"We"), "{all:?}");
}

#[test]
fn a_capital_that_is_due_to_its_place_is_confirmed_elsewhere() {
    let places = names(&PLACES);
    assert!(found(&places, "Nice weather. A Nice Day. It is NICE.").is_empty());
    assert_eq!(found(&places, "Nice is a town. Cork too.").len(), 1);
    assert_eq!(
        found(&places, "Nice is a town. Cork, then. He lives in Nice."),
        ["Nice", "Cork", "Nice"]
    );
    assert_eq!(found(&places, "He lives in Nice. Nice is a town, and nice."), ["Nice", "Nice"]);
}

#[test]
fn what_waits_for_the_end_of_a_passage_stays_in_order_across_its_blocks() {
    let text = "Nice. Cork. | in Cobh | to Nice";
    let blocks = [(0, 11), (14, 21), (24, 31)];
    let blocks = blocks.map(|(start, end)| glossweave_base::text::TextSpan::new(start, end));
    let places = names(&PLACES);
    let passage = Passage::new(text).with_blocks(&blocks);
    let starts: Vec<_> =
        places.recognize(&passage).unwrap().iter().map(|one| one.span().start()).collect();
    assert_eq!(starts, [0, 6, 17, 27]);
}

#[test]
fn words_that_are_no_names_are_found_in_longer_labels_only() {
    let places = names(&["New", "New York", "Saint", "Saint Ives", "Cork", "Cobh"]);
    assert_eq!(places.never_alone_entries(), 2);
    assert_eq!(
        found(&places, "In the New York of Saint Ives, the New Saint"),
        ["New York", "Saint Ives"]
    );
}

#[test]
fn vocabularies_of_terms_match_any_case() {
    let terms = names(&["Heart attack", "Reading", "Water pollution", "Bath"]);
    assert_eq!((terms.common_entries(), terms.never_alone_entries()), (0, 0));
    assert_eq!(found(&terms, "reading in the bath").len(), 2);
    let lower =
        names(&["reading", "bath", "Cork", "Cobh", "Nice", "Sligo", "Galway", "Ennis", "Bray"]);
    assert_eq!(
        found(&lower, "Reading nice books in the bath").len(),
        2,
        "as their labels have no capital"
    );
    let turtle = b"@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
        <http://example.org/water> skos:prefLabel 'Water'@en .";
    let graph = glossweave_rdf::read(turtle, glossweave_base::media::Format::Turtle, None).unwrap();
    let concepts = Dictionary::builder().rdf(&graph).unwrap().build().unwrap();
    assert_eq!(found(&concepts, "clean water").len(), 1);
}

#[test]
fn a_list_of_weekdays_is_about_them() {
    let days = names(&["Monday", "Tuesday", "Wednesday"]);
    assert_eq!(found(&days, "It was a Tuesday or a monday"), ["Tuesday"]);
}

#[test]
fn a_case_that_is_given_is_kept() {
    let table =
        "uri,label,case\na:a,To,folded\na:b,Nice,capital\na:c,Cork,\na:d,Cobh,\na:e,Nice,name\n";
    let places = Dictionary::from_csv(table.as_bytes()).unwrap();
    assert_eq!(found(&places, "Nice days to go"), ["Nice", "to"]);
    assert_eq!(found(&places, "a nice cork"), ["cork"]);
}

#[test]
fn capitals_alone_are_no_words() {
    let places = names(&["A", "Cork", "Cobh", "IT", "Sligo"]);
    assert_eq!(found(&places, "A man of IT, it is A"), ["IT"]);
}

#[test]
fn the_language_of_a_label_says_which_words_are_common() {
    let row = |language: &str| {
        let table = format!("uri,label,language\na:a,Nice,{language}\na:b,Cork,\n");
        Dictionary::from_csv(table.as_bytes()).unwrap()
    };
    for (language, is_found) in [("fr", true), ("en", false), ("", false), ("pl", true)] {
        let found = found(&row(language), "a nice day");
        assert_eq!(!found.is_empty(), is_found, "{language}");
    }
}

#[test]
fn marked_names_and_raw_matches_are_found_in_any_case() {
    let places = names(&PLACES);
    let count = |text: &str, doubtful| {
        let mut count = 0;
        let visit = |_, _: &mut dyn ExactSizeIterator<Item = _>| {
            count += 1;
            Ok(())
        };
        places.each_candidates(&Passage::new(text), None, doubtful, visit).unwrap();
        count
    };
    assert_eq!(count("nice days of", Doubtful::Any), 2);
    assert_eq!(count("Nice days of", Doubtful::Judged), 1);
    assert_eq!(count("Nice days of", Doubtful::Confirmed), 0);
}
