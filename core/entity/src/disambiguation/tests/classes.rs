//! Tests of word class vectors and function words.

use super::bass;
use crate::disambiguation::{EntityIndex, Feature, disambiguate};
use glossweave_base::Format;
use glossweave_document::recognizer::Passage;
use glossweave_ner::WordClasses;
use glossweave_rdf as rdf;

const GRAPH: &str = "@prefix e: <http://e/> . @prefix c: <http://c/> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    e:fish rdfs:label 'bass' ; a c:Animal ; rdfs:comment 'It is caught in lakes.' .
    e:voice rdfs:label 'bass' ; rdfs:comment 'The lowest range of the choir.' .
    c:Animal rdfs:label 'animal' .";

/// Returns classes for two kinds of words, the most frequent word first.
fn classes_of(kinds: [&[&str]; 2]) -> WordClasses {
    // The most frequent words have no effect.
    let frequent = (0..40).map(|number| format!("1{number:07b}\tfrequent{number}\t9\n"));
    let mut lines: String = frequent.collect();
    for (path, words) in ["00000", "01111"].into_iter().zip(kinds) {
        words.iter().for_each(|word| lines.push_str(&format!("{path}\t{word}\t1\n")));
    }
    WordClasses::from_paths(lines.as_bytes()).unwrap()
}

const KINDS: [&[&str]; 2] = [
    &["one", "two", "caught", "lakes", "angler", "animal", "stream"],
    &["choir", "range", "opera", "aria", "lowest"],
];

fn index(classes: &WordClasses) -> EntityIndex {
    let graph = rdf::read(GRAPH.as_bytes(), Format::Turtle, None).unwrap();
    EntityIndex::build_with_word_classes(&graph, &|iri| iri.starts_with("http://e/"), classes)
        .unwrap()
}

/// Returns the values of a feature for both candidates of `bass`, the fish and the voice.
fn values(feature: Feature, text: &str, index: &EntityIndex) -> [f64; 2] {
    let ranking = disambiguate(&Passage::new(text), &[bass(text, Some(index))]).unwrap().remove(0);
    let value = |index| {
        let choice = ranking.choices.iter().find(|choice| choice.index == index).unwrap();
        choice.features.value(feature)
    };
    [value(0), value(1)]
}

#[test]
fn classes_find_the_sense_that_no_word_tells() {
    let classes = classes_of(KINDS);
    let index = index(&classes);
    let text = "An angler by the stream: bass.";
    let [fish, voice] = values(Feature::WordClasses, text, &index);
    assert!(fish > 0.99 && voice < 0.01, "{fish} {voice}");
    assert_eq!(values(Feature::Words, text, &index), [0.0, 0.0]);
    let ranking = disambiguate(&Passage::new(text), &[bass(text, Some(&index))]).unwrap();
    assert!(ranking[0].choices[0].confidence > 0.9);
    // A saved index contains the vectors. Without the classes, or with different classes, they are
    // not used.
    let bytes = {
        let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
        index.save(&path).unwrap();
        std::fs::read(&path).unwrap()
    };
    let opened = EntityIndex::from_bytes(bytes).unwrap();
    assert_eq!(values(Feature::WordClasses, text, &opened), [0.0, 0.0]);
    let other = opened.clone().with_word_classes(&classes_of([KINDS[1], KINDS[0]]));
    assert_eq!(values(Feature::WordClasses, text, &other), [0.0, 0.0]);
    let opened = opened.with_word_classes(&classes);
    assert_eq!(values(Feature::WordClasses, text, &opened), [fish, voice]);
}

#[test]
fn function_words_of_the_language_of_a_text_say_nothing() {
    let graph = rdf::read(
        b"@prefix e: <http://e/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
        e:fish rdfs:label 'bass' ; rdfs:comment 'der Fisch, aber sehr lecker' .
        e:voice rdfs:label 'bass' ; rdfs:comment 'die tiefe Stimme' .",
        Format::Turtle,
        None,
    )
    .unwrap();
    let index = EntityIndex::build(&graph, &|_| true).unwrap();
    let words = |text: &str| values(Feature::Words, text, &index)[0];
    assert_eq!(words("Aber wir sind sehr froh mit dem bass."), 0.0);
    // The same words are not function words in English.
    assert!(words("There was one aber and one sehr with the bass.") > 0.0);
}

#[test]
fn a_sense_without_classes_is_told_by_the_others() {
    let graph = GRAPH.replace("The lowest range of the choir.", "Unbekannt");
    let graph = rdf::read(graph.as_bytes(), Format::Turtle, None).unwrap();
    let classes = classes_of(KINDS);
    let index =
        EntityIndex::build_with_word_classes(&graph, &|iri| iri.starts_with("http://e/"), &classes);
    let text = "An angler by the stream: bass.";
    let [fish, voice] = values(Feature::WordClasses, text, &index.unwrap());
    assert!(fish > 0.99);
    assert_eq!(fish, voice);
}
