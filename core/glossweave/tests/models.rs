//! The models that an engine uses by default.

#![allow(clippy::unwrap_used, reason = "clippy knows test functions only")]

use glossweave::settings::StoreSettings;
use std::path::Path;

use glossweave::annotation::Annotation;
use glossweave::entity::{Corpus, EntityOptions, Tagger, Training};
use glossweave::{Document, Engine, ErrorKind, Format, Request, Settings};

const TABLE: &str = "uri,label,type
http://example.org/of,Of,http://schema.org/City
http://example.org/nice,Nice,http://schema.org/City
http://example.org/reading,Reading,http://schema.org/City
http://example.org/dublin,Dublin,http://schema.org/City
";

/// Returns a table of the names, and as many other names as the default model requires.
fn table() -> Vec<u8> {
    let others = (0..1000).map(|at| format!("http://example.org/{at},Zyxton Heath {at},\n"));
    format!("{TABLE}{}", others.collect::<String>()).into_bytes()
}

const ENGLISH: &str = "Many people like reading. Of course, Mary Robinson moved from Dublin to \
                       Nice in 1999, and she was reading the news on the train.";
const GERMAN: &str = "Nicht weit von der alten Stadt Dublin steht ein Haus, in dem Mary Robinson wohnt. Sie liest \
                      dort gern, und OF heißt ihre Katze, die den ganzen Tag schläft.";

/// Returns the entities that a recognizer finds: names, the end of their IRI, and their confidence.
fn found(
    settings: Settings,
    engine: &str,
    text: &str,
    mentions: &str,
) -> Vec<(String, String, f64)> {
    let engine_of =
        Engine::builder(Settings { dataset: Some("places".into()), ..settings }).open().unwrap();
    let session = engine_of.local_session().unwrap();
    session.datasets().create(Some("places"), &table(), &Default::default()).unwrap();
    let mut wanted = EntityOptions::default();
    wanted.set("mentions", mentions).unwrap();
    let text = Document::of_text(text.to_owned(), None);
    let found = session.entities().recognize_with(engine, &text, &wanted, None).unwrap();
    let row = |one: &glossweave::annotation::Annotation| {
        let entity = one.as_entity().unwrap();
        let iri = entity.idents.first().map_or("", |iri| iri.rsplit('/').next().unwrap());
        let name = text.text()[one.span().range()].to_owned();
        (name, iri.to_owned(), entity.confidence.unwrap())
    };
    found.iter().map(row).collect()
}

fn names(found: &[(String, String, f64)]) -> Vec<&str> {
    found.iter().map(|one| one.0.as_str()).collect()
}

/// Returns the settings without one of the models.
fn without(model: &str) -> Settings {
    Settings::from_pairs([(format!("models.{model}"), "none")]).unwrap()
}

#[test]
fn names_of_datasets_are_found_where_they_are_meant() {
    let likely = found(Settings::default(), "dictionary", ENGLISH, "likely");
    assert_eq!(names(&likely), ["Dublin", "Nice"]);
    assert!(likely.iter().all(|one| one.2 < 1.0), "{likely:?}");
    // The tagger affects the probability, unless a request disables it.
    let fast = found(Settings::default(), "dictionary", ENGLISH, "fast");
    assert!(fast.iter().all(|one| likely.iter().all(|other| one.2 != other.2)), "{fast:?}");
    let all = found(Settings::default(), "dictionary", ENGLISH, "all");
    assert_eq!(names(&all), ["reading", "Of", "Dublin", "Nice", "reading"]);
    assert!(all.iter().all(|one| one.2 == 1.0), "{all:?}");
}

#[test]
fn a_short_list_is_not_judged_by_the_default_model() {
    let engine =
        Engine::builder(Settings { dataset: Some("places".into()), ..Settings::default() })
            .open()
            .unwrap();
    let session = engine.local_session().unwrap();
    session.datasets().create(Some("places"), TABLE.as_bytes(), &Default::default()).unwrap();
    let recognize = |text: &str| {
        let text = Document::of_text(text.to_owned(), None);
        session.entities().recognize("dictionary", &text).unwrap()
    };
    let found = recognize("To Dublin!");
    assert_eq!(found[0].as_entity().unwrap().confidence, Some(1.0));
    assert!(recognize("Of course. Nice reading!").is_empty());
}

#[test]
fn texts_in_other_languages_are_not_judged() {
    let plain = found(Settings::default(), "dictionary", GERMAN, "likely");
    let disabled = without("folder");
    assert_eq!(plain, found(disabled, "dictionary", GERMAN, "likely"));
    assert_eq!(plain, [("Dublin".to_owned(), "dublin".to_owned(), 1.0)]);
    let all = found(Settings::default(), "dictionary", GERMAN, "all");
    assert_eq!(names(&all), ["Dublin", "OF"]);
    assert!(found(Settings::default(), "trained", GERMAN, "likely").is_empty());
}

#[test]
fn a_text_in_another_language_is_reported() {
    let engine = Engine::builder(Settings::default()).open().unwrap();
    let session = engine.local_session().unwrap();
    let skipped = |request: Request| {
        let reply = session.entities().enrich("trained", request).unwrap();
        reply.skipped.iter().map(|one| one.message().to_owned()).collect::<Vec<_>>()
    };
    let german = skipped(Request::new(GERMAN, Format::Text));
    assert!(german[0].starts_with("no names were searched: the models support `en`"), "{german:?}");
    let stated = skipped(Request::new("<p lang=de>To Dublin!", Format::Html));
    assert!(stated[0].contains("and the text is in `de`"), "{stated:?}");
    let english = Request::new("Ada Lovelace met Charles Babbage in London.", Format::Text);
    let reply = session.entities().enrich("trained", english).unwrap();
    assert!(reply.skipped.is_empty());
    let turtle = String::from_utf8(reply.bytes).unwrap();
    assert!(turtle.contains("taClassRef"), "{turtle}");
}

#[test]
fn a_setting_leaves_the_models_out() {
    for settings in [without("folder"), without("mentions")] {
        // Common words are in lower case, or have a capital because of their position.
        let found = found(settings, "dictionary", ENGLISH, "likely");
        assert_eq!(names(&found), ["Dublin", "Nice"]);
        assert!(found.iter().all(|one| one.2 == 1.0), "{found:?}");
    }
    for settings in [without("folder"), without("tagger")] {
        let engine = Engine::builder(settings).open().unwrap();
        let session = engine.local_session().unwrap();
        assert_eq!(session.entities().providers(), ["dictionary"]);
        let text = Document::of_text(ENGLISH.to_owned(), None);
        for name in ["trained", "linker"] {
            let error = session.entities().recognize(name, &text).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::NotFound);
        }
    }
}

#[test]
fn the_linker_links_what_the_tagger_finds_and_keeps_the_rest() {
    let linked = found(Settings::default(), "linker", ENGLISH, "likely");
    let rows: Vec<_> = linked.iter().map(|one| (one.0.as_str(), one.1.as_str())).collect();
    assert_eq!(rows, [("Mary Robinson", ""), ("Dublin", "dublin"), ("Nice", "nice")]);
}

#[test]
fn explanations_have_the_probability_of_a_mention() {
    let engine =
        Engine::builder(Settings { dataset: Some("places".into()), ..Settings::default() })
            .open()
            .unwrap();
    let session = engine.local_session().unwrap();
    session.datasets().create(Some("places"), &table(), &Default::default()).unwrap();
    let text = Document::of_text(ENGLISH.to_owned(), None);
    let mut wanted = EntityOptions::default();
    let why = session.entities().explain(&text, &wanted, None).unwrap();
    assert!(why.len() == 2 && why.iter().all(|one| (0.3..1.0).contains(&one.mention)), "{why:?}");
    wanted.set("mentions", "all").unwrap();
    let why = session.entities().explain(&text, &wanted, None).unwrap();
    assert!(why.len() == 5 && why.iter().all(|one| one.mention == 1.0), "{why:?}");
}

#[test]
fn a_folder_of_models_takes_the_place_of_those_of_the_library() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../models/data");
    let of_folder = found(
        Settings::from_pairs([("models.folder", data.to_str().unwrap())]).unwrap(),
        "linker",
        ENGLISH,
        "likely",
    );
    assert_eq!(of_folder, found(Settings::default(), "linker", ENGLISH, "likely"));
    let engine = Engine::builder(without("folder")).open().unwrap();
    assert!(engine.specification().unwrap().to_json().unwrap().contains("\"folder\":\"none\""));
}

#[test]
fn a_tagger_leaves_texts_in_other_languages_to_the_default_models() {
    let corpus = "Haus O\nvon O\nMary B-WER\nRobinson I-WER\n. O\n\n".repeat(9);
    let corpus = Corpus::from_conll(&corpus).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let classes = |training: Training, text: &str| {
        let path = folder.path().join("names.tagger");
        Tagger::train(&corpus, &training).unwrap().save(&path).unwrap();
        let engine = Engine::builder(
            Settings::from_pairs([("models.tagger", path.to_str().unwrap())]).unwrap(),
        )
        .open()
        .unwrap();
        let text = Document::of_text(text.to_owned(), None);
        let found = engine.local_session().unwrap().entities().recognize("trained", &text);
        let class = |one: &Annotation| one.as_entity().unwrap().classes[0].to_string();
        found.unwrap().iter().map(class).collect::<Vec<_>>()
    };
    let is_own = |class: &String| class.ends_with("#WER");
    let german = Training::default().with_language("de");
    assert!(classes(german.clone(), GERMAN).iter().any(is_own));
    let english = classes(german, ENGLISH);
    assert!(!english.is_empty() && !english.iter().any(is_own), "{english:?}");
    assert!(classes(Training::default(), ENGLISH).iter().any(is_own));
}

#[test]
fn trained_models_outlive_the_engine() {
    let folder = tempfile::tempdir().unwrap();
    let settings = || Settings {
        store: StoreSettings::new(folder.path().join("store")),
        ..Settings::default()
    };
    let corpus = b"To O\nCork B-LOC\n";
    let engine = Engine::builder(settings()).open().unwrap();
    engine.local_session().unwrap().models().train("towns", corpus, [("rounds", "1")]).unwrap();
    drop(engine);
    let engine = Engine::builder(settings()).open().unwrap();
    let session = engine.local_session().unwrap();
    let text = Document::of_text("To Cork".to_owned(), None);
    assert!(session.entities().recognize("towns", &text).is_ok());
    assert_eq!(session.models().list().unwrap()[0].name, "towns");
    let names = || session.engines().unwrap().recognizers.into_iter().map(|one| one.name);
    assert_eq!(names().collect::<Vec<_>>(), ["dictionary", "linker", "towns", "trained"]);
    for wrong in ["", "all", "../towns", ".towns", "a/b"] {
        let error = session.models().train(wrong, corpus, []).unwrap_err();
        assert_eq!(
            (error.kind(), error.parameter()),
            (ErrorKind::Invalid, Some("name")),
            "{wrong}"
        );
        assert_eq!(session.models().read(wrong).unwrap_err().kind(), ErrorKind::NotFound);
    }
    session.models().delete("towns").unwrap();
    assert!(!names().any(|name| name == "towns"));
    assert_eq!(
        session.entities().recognize("towns", &text).unwrap_err().kind(),
        ErrorKind::NotFound
    );
}

#[test]
fn the_context_of_a_dataset_learns_from_links() {
    let engine =
        Engine::builder(Settings { dataset: Some("places".into()), ..Settings::default() })
            .open()
            .unwrap();
    let session = engine.local_session().unwrap();
    // Only the weights distinguish these entities.
    let table =
        b"uri,label,weight\nhttp://example.org/bark,Cork,9\nhttp://example.org/city,Cork,5\n\
                  http://example.org/cobh,Cobh,5\n";
    session.datasets().create(Some("places"), table, &Default::default()).unwrap();
    let meant = || {
        let text = Document::of_text("The ferry left Cork at night.".to_owned(), None);
        let found = session.entities().recognize("dictionary", &text).unwrap();
        let entity = found[0].as_entity().unwrap();
        (entity.idents[0].to_string(), entity.confidence.unwrap())
    };
    assert_eq!(meant().0, "http://example.org/bark");

    let links = "<p>A <span its-ta-ident-ref='http://example.org/cobh'>Cobh</span> ferry. The harbour of <span \
                 its-ta-ident-ref='http://example.org/city'>Cork</span> has a ferry.";
    let train = || {
        let options = [("kind", "context"), ("informat", "html")];
        session.models().train("places", links.as_bytes(), options).unwrap()
    };
    let trained = train();
    let places = || session.datasets().read("places").unwrap();
    assert_eq!((trained.kind, trained.revision), ("context", places().revision.to_string()));
    assert_eq!((places().content.entities, places().content.labels), (3, 3));
    // Twice 5 is more than 9.
    let (iri, confidence) = meant();
    assert_eq!(iri, "http://example.org/city");
    // Training with the same links again has no effect.
    train();
    assert_eq!(meant(), (iri, confidence));

    let refused = |text: &str, options: &[(&str, &str)]| {
        let options = [("kind", "context"), ("informat", "html")].iter().chain(options).copied();
        session.models().train("places", text.as_bytes(), options).unwrap_err()
    };
    let cobh = "<span its-ta-ident-ref='http://example.org/cobh'>Cobh</span>";
    assert_eq!(refused(cobh, &[]).kind(), ErrorKind::Invalid);
    assert_eq!(refused(links, &[("rounds", "3")]).parameter(), Some("rounds"));
    let error =
        session.models().train("towns", links.as_bytes(), [("kind", "context")]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
}
