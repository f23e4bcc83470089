use super::{Dictionary, Passage, Recognizer, dictionary as names, found};
use crate::{DictionaryExt, Doubtful, LabelCase};
use glossweave_document::recognizer::PassageExt;

const TOWNS: &str = include_str!("../../../../tests/data/names/towns.csv");
const TEXT: &str = include_str!("../../../../tests/data/names/towns.txt");

/// Place names that are not common words, so that the vocabulary is a list of names.
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
    let starts: Vec<_> = places
        .recognize(&passage)
        .unwrap()
        .iter()
        .map(|annotation| annotation.span().start())
        .collect();
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

#[cfg(feature = "rdf")]
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

/// Returns a list of names that are not common words, with additional labels.
fn towns_and(labels: &[&str]) -> Dictionary {
    let towns = ["Cork", "Dublin", "Galway", "Sligo", "Ennis", "Bray", "Cobh", "Tralee"];
    names(&[&towns, labels].concat())
}

#[test]
fn a_capital_within_a_label_is_no_sentence_start() {
    let places = towns_and(&["Red Cross", "White House"]);
    assert_eq!(found(&places, "Red Cross said yes."), ["Red Cross"]);
    assert_eq!(found(&places, "Red cross on the door."), [""; 0]);
    assert_eq!(found(&places, "White House"), ["White House"]);
    assert_eq!(found(&places, "a white house, a red cross"), [""; 0]);
}

#[test]
fn a_function_word_in_lower_case_is_not_found_in_its_language() {
    let places = towns_and(&["le", "am", "bei", "war"]);
    let found_in = |text: &'static str, tag: &str| {
        let language = glossweave_base::text::Language::parse(tag).unwrap();
        let found = places.recognize(&Passage::new(text).with_language(&language)).unwrap();
        found.into_iter().map(|annotation| &text[annotation.span().range()]).collect::<Vec<_>>()
    };
    assert_eq!(found_in("le monde et la ville", "fr"), [""; 0]);
    assert_eq!(found_in("Le monde et la ville", "fr"), [""; 0]);
    assert_eq!(found_in("am Hafen von Cork bei der Stadt", "de"), ["Cork"]);
    assert_eq!(found(&places, "Das Haus ist am Hafen, es war bei der Stadt."), [""; 0]);
    // The text is in a language in which the word is a noun.
    assert_eq!(found(&places, "The end of the war is near."), ["war"]);
    assert_eq!(found_in("civil war", "en"), ["war"]);
    // A list of function words is meant to find them.
    assert_eq!(found(&names(&["le", "la", "les"]), "le monde et la ville"), ["le", "la"]);
    let listed = "uri,label,case\na:a,le,folded\na:b,Cork,\na:c,Cobh,\n";
    let listed = Dictionary::from_csv(listed.as_bytes()).unwrap();
    assert_eq!(found(&listed, "le monde et la ville"), ["le"]);
}

#[test]
fn redaction_finds_every_listed_name_in_any_case_and_language() {
    let places = towns_and(&["KIM", "US", "Nice", "Hope Summer", "To", "Reading", "京都"]);
    let found = |text: &'static str| {
        let language = glossweave_base::text::Language::parse("de").unwrap();
        let passage = Passage::new(text).with_language(&language).with_all_names();
        let found = places.recognize(&passage).unwrap();
        found.into_iter().map(|annotation| &text[annotation.span().range()]).collect::<Vec<_>>()
    };
    assert_eq!(found("Kim, kim and KIM told us"), ["Kim", "kim", "KIM"]);
    assert_eq!(found("Nice: a nice hope summer"), ["Nice", "nice", "hope summer"]);
    assert_eq!(found("to To TO"), ["To", "TO"], "a function word needs a capital");
    assert_eq!(found("東京都 reading"), ["京都", "reading"]);
    let table = "uri,label,language,case\na:a,Cork,ga,\na:b,Cobh,,exact\n";
    let table = Dictionary::from_csv(table.as_bytes()).unwrap();
    let german = glossweave_base::text::Language::parse("de").unwrap();
    let passage = Passage::new("Cork, cobh").with_language(&german).with_all_names();
    assert_eq!(table.recognize(&passage).unwrap().len(), 1);
}
