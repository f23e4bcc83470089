#![allow(clippy::unwrap_used, reason = "clippy knows test functions only")]

use std::time::Duration;

use super::Linker;
use crate::options::EntityOptionsExt;
use crate::{
    Corpus, Dictionary, EntityOptions, MentionModel, MentionTraining, Tagger, Training,
    Vocabularies,
};
use glossweave_base::error::Result;
use glossweave_base::text::{Language, TextSpan};
use glossweave_document::annotation::{Annotation, Entity};
use glossweave_document::recognizer::{Passage, Recognizer};
use glossweave_testing::Stopwatch;

const NERD: &str = "http://nerd.eurecom.fr/ontology#";

/// A tagger that finds fixed words with a class and a confidence.
struct Tags(&'static [(&'static str, &'static str, f64)]);

impl Recognizer for Tags {
    fn recognize(&self, passage: &Passage<'_>) -> Result<Vec<Annotation>> {
        let found = self.0.iter().filter_map(|(word, class, confidence)| {
            let at = passage.text().find(word)?;
            let entity = Entity::default().with_confidence(*confidence);
            let entity = entity.with_class(format!("{NERD}{class}"));
            Some(Annotation::entity(TextSpan::new(at, at + word.len()), entity))
        });
        Ok(found.collect())
    }
}

const TABLE: &str = "uri,label,type,weight\n\
    http://x.org/dublin,Dublin,http://schema.org/City,3\n\
    http://x.org/times,The Dublin Times,http://schema.org/Newspaper,1\n\
    http://x.org/washington,Washington,http://schema.org/City,9\n\
    http://x.org/george,Washington,http://schema.org/Person,1\n\
    http://x.org/thing,Widget,,1\n";

/// Returns the names with the last segments of their IRI and class, and the confidence in percent.
fn link(tags: &'static [(&'static str, &'static str, f64)], text: &str) -> Vec<String> {
    found(&Linker::new(Tags(tags), Dictionary::from_csv(TABLE.as_bytes()).unwrap()), text)
}

fn found(linker: &Linker, text: &str) -> Vec<String> {
    let last = |iri: Option<&Box<str>>| {
        iri.map_or("-".to_owned(), |iri| iri.rsplit(['/', '#']).next().unwrap().to_owned())
    };
    let found = linker.recognize(&Passage::new(text)).unwrap();
    let row = |annotation: &Annotation| {
        let entity = annotation.as_entity().unwrap();
        let percent = (entity.confidence.unwrap() * 100.0).round();
        let (ident, class) = (last(entity.idents.first()), last(entity.classes.first()));
        format!("{} {ident} {class} {percent}", &text[annotation.span().range()])
    };
    found.iter().map(row).collect()
}

#[test]
fn what_is_tagged_and_unknown_keeps_its_class() {
    let tags = &[("Galway", "Location", 0.75), ("Dublin", "Location", 0.5)];
    assert_eq!(
        link(tags, "From Galway to Dublin"),
        ["Galway - Location 75", "Dublin dublin City 100"]
    );
}

#[test]
fn a_tagged_person_is_no_city() {
    let text = "He saw Washington";
    assert_eq!(link(&[("Washington", "Person", 0.9)], text), ["Washington george Person 100"]);
    assert_eq!(link(&[("Dublin", "Person", 0.9)], "Jo Dublin"), ["Dublin - Person 90"]);
    // A team has the same name as its city.
    let tags = &[("Dublin", "Organization", 0.9)];
    assert_eq!(link(tags, "Dublin won"), ["Dublin dublin City 100"]);
}

#[test]
fn the_longest_likely_place_is_taken() {
    let text = "Read The Dublin Times, of Dublin Airport";
    let tags: &[_] = &[("Dublin", "Location", 0.9), ("Dublin Airport", "Organization", 0.6)];
    assert_eq!(
        link(tags, text),
        ["The Dublin Times times Newspaper 100", "Dublin Airport - Organization 60"]
    );
    let tags: &[_] = &[("Dublin Airport", "Organization", 0.4)];
    assert_eq!(link(tags, "Dublin Airport"), ["Dublin dublin City 100"]);
}

#[test]
fn an_entity_without_a_class_has_that_of_the_tagger() {
    let tags = &[("Widget", "Product", 0.9)];
    assert_eq!(link(tags, "A Widget"), ["Widget thing Product 100"]);
}

#[test]
fn a_tagger_outvotes_a_mention_model() {
    let text = "We O\nwent O\nto O\nNice B-LOC\n. O\n\nNice O\nweather O\n! O\n\n".repeat(20);
    let names = Dictionary::from_csv("uri,label\nhttp://x.org/nice,Nice\n".as_bytes()).unwrap();
    let corpus = Corpus::from_conll(&text).unwrap();
    let model = MentionModel::train(&corpus, &names, &MentionTraining::default()).unwrap();
    let names = names.with_mention_model(model);
    assert!(found(&Linker::new(Tags(&[]), names.clone()), "Nice weather !").is_empty());
    let linker = Linker::new(Tags(&[("Nice", "Location", 0.75)]), names);
    assert_eq!(found(&linker, "Nice weather !"), ["Nice nice Location 75"]);
}

/// A tagger that cannot be recognized as a trained tagger.
struct Hidden(Tagger);

impl Recognizer for Hidden {
    fn recognize(&self, passage: &Passage<'_>) -> Result<Vec<Annotation>> {
        self.0.recognize(passage)
    }
}

#[test]
fn a_tagger_that_the_mention_model_asks_finds_the_same_in_one_reading() {
    let text = "We O\nwent O\nto O\nNice B-LOC\n. O\n\nNice O\nweather O\n! O\n\n".repeat(20);
    let names = Dictionary::from_csv("uri,label\nhttp://x.org/nice,Nice\n".as_bytes()).unwrap();
    let corpus = Corpus::from_conll(&text).unwrap();
    let model = MentionModel::train(&corpus, &names, &MentionTraining::default()).unwrap();
    let tagger = Tagger::train(&corpus, &Training::default()).unwrap();
    let names = names.with_mention_model(model.with_tagger(tagger.clone()));
    let (once, twice) =
        (Linker::new(tagger.clone(), names.clone()), Linker::new(Hidden(tagger), names));
    assert!(once.is_asked && !twice.is_asked);
    for text in ["We went to Nice .", "We went to Galway . Nice weather !", "To Galway", "!", ""] {
        assert_eq!(found(&once, text), found(&twice, text), "{text}");
    }
    assert_eq!(found(&once, "We went to Nice .").len(), 1);
    assert_eq!(found(&once, "We went to Galway .").len(), 1);
}

#[test]
fn a_tagger_is_not_asked_about_text_in_another_language() {
    let text = "We O\nwent O\nto O\nNice B-LOC\n. O\n\n".repeat(20);
    let corpus = Corpus::from_conll(&text).unwrap();
    let tagger = Tagger::train(&corpus, &Training::default().with_language("en")).unwrap();
    let linker = Linker::new(tagger, Dictionary::from_csv(TABLE.as_bytes()).unwrap());
    let (english, french) = (Language::parse("en").unwrap(), Language::parse("fr").unwrap());
    let passage = |language| Passage::new("We went to Nice .").with_language(language);
    let count = |language| linker.recognize(&passage(language)).unwrap().len();
    assert_eq!((count(&english), count(&french)), (1, 0));
}

#[test]
fn spans_of_a_tagger_that_lie_outside_of_the_text_do_no_harm() {
    struct Lies;
    impl Recognizer for Lies {
        fn recognize(&self, passage: &Passage<'_>) -> Result<Vec<Annotation>> {
            let far = TextSpan::new(passage.text().len(), passage.text().len() + 9);
            Ok(vec![Annotation::entity(far, Entity::default().with_confidence(0.9))])
        }
    }
    let names = Dictionary::from_csv(TABLE.as_bytes()).unwrap();
    let found = Linker::new(Lies, names).recognize(&Passage::new("To Dublin")).unwrap();
    assert_eq!(found.len(), 2);
}

#[test]
fn many_known_names_are_looked_up_by_their_places() {
    let text = "a ".repeat(30_000);
    let spans: Vec<TextSpan> = (0..30_000).map(|at| TextSpan::new(2 * at, 2 * at + 1)).collect();
    let known = |span: &TextSpan| Annotation::entity(*span, Entity::default().with_class(NERD));
    let known: Vec<Annotation> = spans.iter().map(known).collect();
    let started = Stopwatch::start();
    let (options, passage) = (EntityOptions::default(), Passage::new(&text));
    let found = options.known(&Vocabularies::default(), &passage, &known, &spans).unwrap();
    assert!(found.is_empty());
    assert!(started.elapsed() < Duration::from_secs(3), "{:?}", started.elapsed());
}
