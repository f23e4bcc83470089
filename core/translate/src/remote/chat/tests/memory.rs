//! Tests of examples from a memory, and of the score of the checks.

use std::io::Write;

use serde_json::Value;

use super::{at, change, completion, content, right, texts, translate};
use crate::{Segment, SegmentPair, TranslationBatch, TranslationMemory, Translator};
use glossweave_base::error::ErrorKind;
use glossweave_base::text::Language;
use glossweave_testing::server::Server;

#[test]
fn translations_of_similar_texts_are_examples() {
    let server = Server::new(|_, seen, stream| {
        stream.write_all(completion(&content(&right(seen)), "stop").as_bytes()).unwrap();
    });
    let mut builder = TranslationMemory::builder();
    for (source, target) in [
        ("The house has 2025 windows.", "Das Haus hat 2025 Fenster."),
        ("The house has 2024 windows.", "Das Haus hat 2024 Fenster."),
        ("The house has 2023 doors and windows.", "Das Haus hat 2023 Türen und Fenster."),
    ] {
        builder.add(&SegmentPair::new(source, "en", target, "de")).unwrap();
    }
    let memory = builder.build().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("memory");
    memory.save(&path).unwrap();
    let mut opened = at(&server);
    opened.set("memory", path.to_str().unwrap()).unwrap();
    for translator in [at(&server).with_memory(memory), opened] {
        assert!(translate(&translator, &texts()).unwrap().iter().all(Option::is_some));
        let seen = server.seen();
        let body: Value = serde_json::from_str(&seen.last().unwrap().body).unwrap();
        let user = body.pointer("/messages/1/content").unwrap().as_str().unwrap();
        let user: Value = serde_json::from_str(user).unwrap();
        let examples = user["segments"][2]["examples"].as_array().unwrap();
        assert_eq!(examples.len(), 2);
        assert!(examples[0]["target"].as_str().unwrap().starts_with("Das Haus hat 202"));
        assert_eq!(user["segments"][0].get("examples"), None);
    }
    let error = at(&server).set("memory", "/no/such/file.tmx").unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Storage, Some("memory")));
}

#[test]
fn the_score_of_the_checks_is_the_confidence() {
    let server = Server::new(|_, seen, stream| {
        let mut all = right(seen);
        // A missing end mark is not a reason to ask again.
        change(&mut all, 3, "Er liest uns die lange Geschichte vor");
        stream.write_all(completion(&content(&all), "stop").as_bytes()).unwrap();
    });
    let texts = texts();
    let segments: Vec<Segment<'_>> = texts.iter().map(|text| Segment::new(text)).collect();
    let (english, german) = (Language::parse("en").unwrap(), Language::parse("de").unwrap());
    let job = TranslationBatch::new(&english, &german, &segments);
    let done = at(&server).translate(&job).unwrap();
    let scores: Vec<f64> =
        done.iter().map(|result| result.as_ref().unwrap().confidence.unwrap()).collect();
    assert_eq!(scores[..3], [1.0; 3]);
    assert!((0.5..1.0).contains(&scores[3]), "{scores:?}");
    assert_eq!(server.seen().len(), 1);
}
