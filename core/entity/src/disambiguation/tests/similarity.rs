//! Tests of entity vectors and sentence vectors.

use std::sync::Arc;
use std::sync::Mutex;

use super::{bass, sense};
use crate::disambiguation::{
    EntityIndex, EntityIndexExt, Feature, IndexModels, Mention, disambiguate,
};
use crate::sentence_encoder::SentenceEncoder;
use glossweave_base::Format;
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::text::TextSpan;
use glossweave_document::recognizer::Passage;
use glossweave_rdf as rdf;

/// An encoder with one dimension for each topic, which counts the words of the topic in a text.
#[derive(Default)]
struct Topics {
    seen: Mutex<Vec<String>>,
}

const TOPICS: [&[&str]; 3] = [&["fish", "angler", "lake"], &["voice", "opera", "choir"], &[""]];

impl SentenceEncoder for Topics {
    fn identity(&self) -> &str {
        "topics"
    }

    fn dimensions(&self) -> usize {
        TOPICS.len()
    }

    fn encode(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>> {
        self.seen.lock().unwrap().extend(texts.iter().map(|text| (*text).to_owned()));
        let count = |text: &str, words: &[&str]| match words {
            [""] => 0.1,
            _ => words.iter().map(|word| text.matches(word).count()).sum::<usize>() as f32,
        };
        Ok(texts.iter().map(|text| TOPICS.map(|words| count(text, words)).to_vec()).collect())
    }
}

const GRAPH: &str = "@prefix e: <http://e/> . @prefix c: <http://c/> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    e:fish rdfs:label 'bass' ; a c:Animal ; rdfs:comment 'It has spines. It is a fish of every lake.' .
    e:voice rdfs:label 'bass' ; rdfs:comment 'The lowest voice of a choir.' .
    c:Animal rdfs:label 'animal'@en .";

fn index(encoder: &Arc<Topics>) -> EntityIndex {
    let graph = rdf::read(GRAPH.as_bytes(), Format::Turtle, None).unwrap();
    EntityIndex::build_with_encoder(&graph, &|iri| iri.starts_with("http://e/"), encoder.clone())
        .unwrap()
}

/// Returns the similarities for both candidates of `bass`, the fish and the voice.
fn similarities(text: &str, index: &EntityIndex) -> [f64; 2] {
    let ranking = disambiguate(&Passage::new(text), &[bass(text, Some(index))]).unwrap().remove(0);
    let value = |index| {
        let choice = ranking.choices.iter().find(|choice| choice.index == index).unwrap();
        choice.features.value(Feature::Similarity)
    };
    [value(0), value(1)]
}

#[test]
fn entities_are_encoded_by_sentences_after_their_labels() {
    let encoder = Arc::default();
    index(&encoder);
    let mut seen = encoder.seen.lock().unwrap().clone();
    seen.sort();
    assert_eq!(
        seen,
        [
            "bass, animal: It has spines.",
            "bass, animal: It is a fish of every lake.",
            "bass: The lowest voice of a choir."
        ]
    );
}

#[test]
fn the_sentence_of_a_name_is_compared_with_the_likest_one() {
    let index = index(&Arc::default());
    // None of the words is in the graph.
    let [fish, voice] = similarities("Some angler had caught his bass.", &index);
    assert!(fish > 0.9 && voice < 0.3, "{fish} {voice}");
    let [fish, voice] = similarities("Every opera needs one bass.", &index);
    assert!(voice > 0.9 && fish < 0.3, "{fish} {voice}");
    let text = "Every opera needs one bass.";
    let ranked = disambiguate(&Passage::new(text), &[bass(text, Some(&index))]).unwrap();
    assert_eq!(ranked[0].choices[0].index, 1);
    // The other words are in another sentence or another block.
    let [fish, voice] =
        similarities("Angler, angler, angler! Our opera had lost its bass.", &index);
    assert!(voice > fish);
    let text = "angler opera bass";
    let blocks = [TextSpan::new(0, 6), TextSpan::new(7, text.len())];
    let passage = Passage::new(text).with_blocks(&blocks);
    let ranked = disambiguate(&passage, &[bass(text, Some(&index))]).unwrap();
    assert_eq!(ranked[0].choices[0].index, 1);
}

#[test]
fn each_sentence_is_encoded_once_if_a_name_in_it_is_ambiguous() {
    let encoder = Arc::default();
    let index = index(&encoder);
    encoder.seen.lock().unwrap().clear();
    let text = "A bass, a tenor and a bass. Then a tenor. One more bass here.";
    let mut names: Vec<Mention<'_>> = text
        .match_indices("bass")
        .map(|(at, _)| Mention { span: TextSpan::new(at, at + 4), ..bass(text, Some(&index)) })
        .collect();
    names.extend(text.match_indices("tenor").map(|(at, _)| Mention {
        span: TextSpan::new(at, at + 5),
        candidates: vec![sense("http://e/tenor", 1.0, Some(&index))],
    }));
    disambiguate(&Passage::new(text), &names).unwrap();
    let seen = encoder.seen.lock().unwrap().clone();
    assert_eq!(seen, ["A bass, a tenor and a bass.", "One more bass here."]);
}

#[test]
fn a_long_sentence_is_cut_around_the_name() {
    let encoder = Arc::default();
    let index = index(&encoder);
    encoder.seen.lock().unwrap().clear();
    let text = format!("{} bass {}", "é ".repeat(4000), "opera ".repeat(4000));
    let [fish, voice] = similarities(&text, &index);
    assert!(voice > fish);
    let seen = encoder.seen.lock().unwrap().clone();
    assert!(seen.len() == 1 && seen[0].contains("bass") && seen[0].len() < 700, "{seen:?}");
}

#[test]
fn a_candidate_without_vectors_counts_for_nothing() {
    let index = index(&Arc::default());
    let text = "Some angler had caught his bass.";
    let mut name = bass(text, Some(&index));
    name.candidates.push(sense("http://e/unknown", 1.0, None));
    let ranking = disambiguate(&Passage::new(text), &[name]).unwrap().remove(0);
    let value = |index| {
        let choice = ranking.choices.iter().find(|choice| choice.index == index).unwrap();
        choice.features.value(Feature::Similarity)
    };
    assert!((value(2) - (value(0) + value(1)) / 2.0).abs() < 1e-9);
}

#[test]
fn what_is_saved_ranks_the_same() {
    let encoder: Arc<Topics> = Arc::default();
    let index = index(&encoder);
    let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
    index.save(&path).unwrap();
    let opened = EntityIndex::open(&path).unwrap();
    opened.verify().unwrap();
    assert_eq!(opened.encoder_identity().unwrap(), Some("topics"));
    let text = "Some angler had caught his bass.";
    assert_eq!(similarities(text, &opened), [0.0, 0.0], "without an encoder");
    let opened = opened.with_encoder(encoder).unwrap();
    assert_eq!(similarities(text, &opened), similarities(text, &index));
}

/// An encoder that returns invalid results.
struct Wrong(&'static str, usize, &'static [f32]);

impl SentenceEncoder for Wrong {
    fn identity(&self) -> &str {
        self.0
    }

    fn dimensions(&self) -> usize {
        self.1
    }

    fn encode(&self, _: &[&str]) -> Result<Vec<Vec<f32>>> {
        Ok(vec![self.2.to_vec(); 3])
    }
}

#[test]
fn wrong_encoders_are_refused() {
    let graph = rdf::read(GRAPH.as_bytes(), Format::Turtle, None).unwrap();
    let refused = |encoder: Wrong| {
        let built = EntityIndex::build_with_encoder(
            &graph,
            &|iri| iri.starts_with("http://e/"),
            Arc::new(encoder),
        );
        let error = built.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Invalid);
        error.message().to_owned()
    };
    assert!(refused(Wrong("", 2, &[])).contains("an encoder identity"));
    assert!(refused(Wrong("w", 0, &[])).contains("has 0 dimensions"));
    assert!(refused(Wrong("w", 3, &[1.0])).contains("a vector of 1 numbers, expected 3"));
    assert!(refused(Wrong("w", 1, &[f32::NAN])).contains("not finite"));

    let index = index(&Arc::default());
    for other in [Wrong("else", 3, &[]), Wrong("topics", 4, &[])] {
        let error = index.clone().with_encoder(Arc::new(other)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Invalid);
        assert!(error.message().contains("3 dimensions of the sentence encoder `topics`"));
    }
    let few = Wrong("topics", 3, &[1.0, 1.0, 1.0]);
    let index = index.with_encoder(Arc::new(few)).unwrap();
    let text = "an opera, a bass";
    let error = disambiguate(&Passage::new(text), &[bass(text, Some(&index))]).unwrap_err();
    assert!(error.message().contains("returned 3 vectors, expected 1"), "{error}");
}

#[test]
fn a_build_can_be_ended() {
    let graph = rdf::read(GRAPH.as_bytes(), Format::Turtle, None).unwrap();
    let encoder: Arc<Topics> = Arc::default();
    let step = || Err(Error::new(ErrorKind::Unavailable, "enough"));
    let models = IndexModels { encoder: Some(encoder), space: None };
    let ended = EntityIndex::build_watched(&graph, &|_| true, &models, &step);
    assert_eq!(ended.unwrap_err().message(), "enough");
}

#[test]
fn damaged_vectors_are_an_error_or_another_ranking() {
    let encoder: Arc<Topics> = Arc::default();
    let index = index(&encoder);
    let saved = glossweave_testing::opened(index.index_file.to_bytes().unwrap());
    let mut broken = 0;
    for at in (saved.len() - 400..saved.len()).chain(0..200) {
        let mut damaged = saved.clone();
        damaged[at] ^= 0xFF;
        let opened = EntityIndex::from_bytes(glossweave_testing::sealed(&damaged));
        let Ok(damaged) = opened.and_then(|index| index.with_encoder(encoder.clone())) else {
            broken += 1;
            continue;
        };
        let text = "Some angler had caught his bass.";
        let ranked = disambiguate(&Passage::new(text), &[bass(text, Some(&damaged))]);
        broken += usize::from(ranked.is_err());
        assert!(damaged.verify().is_err() || ranked.is_ok());
    }
    assert!(broken > 0);
}
