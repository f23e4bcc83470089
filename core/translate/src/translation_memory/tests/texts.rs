//! Tests of the results for a text.

use super::{language, memory};
use crate::{
    Origin, Segment, SegmentPair, TranslatedSegment, TranslationBatch, TranslationMemory,
    Translator, WantedTerm,
};

fn translated(memory: &TranslationMemory, text: &str) -> Option<TranslatedSegment> {
    let (en, es) = (language("en"), language("es"));
    memory.translate(&TranslationBatch::new(&en, &es, &[Segment::new(text)])).unwrap().remove(0)
}

#[track_caller]
fn check(memory: &TranslationMemory, text: &str, target: &str, score: f64) {
    let found = translated(memory, text).unwrap();
    assert_eq!((&*found.text, found.confidence), (target, Some(score)));
}

#[test]
fn the_same_text_is_exact_and_another_is_nothing() {
    let memory = memory(&[("The house is very big.", "La casa es muy grande.")]);
    let found = translated(&memory, "  The house\n is very big.").unwrap();
    assert_eq!((&*found.text, found.origin), ("La casa es muy grande.", Origin::Exact));
    let found = translated(&memory, "The house was very big.").unwrap();
    assert_eq!(found.origin, Origin::Fuzzy(1.0 - 2.0 / 23.0));
    assert_eq!(translated(&memory, "A cat sat down."), None);
    assert_eq!(translated(&memory, ""), None);
    assert_eq!(translated(&memory, "<1/>"), None);
}

#[test]
fn markers_are_those_of_the_text() {
    let memory = memory(&[("Press <1>Start</1> now<2/>", "Pulse <1>Inicio</1> ahora<2/>")]);
    check(&memory, "Press <1>Start</1> now<2/>", "Pulse <1>Inicio</1> ahora<2/>", 1.0);
    check(&memory, "Press <4>Start</4> now<7/>", "Pulse <4>Inicio</4> ahora<7/>", 1.0);
    check(&memory, "Press Start now", "Pulse Inicio ahora", 0.99);
    check(&memory, "<1>Press Start now</1>", "<1>Pulse Inicio ahora</1>", 0.99);
    check(
        &memory,
        "Press <1>Start</1> soon<2/>",
        "Pulse <1>Inicio</1> ahora<2/>",
        1.0 - 3.0 / 16.0,
    );
    check(&memory, "Press <1/>Start now", "Pulse Inicio ahora", 0.99);
}

#[test]
fn markers_find_their_words_again() {
    let memory = memory(&[("Call Anna Weber today", "Llame hoy a Anna Weber")]);
    check(&memory, "Call <1>Anna Weber</1> today", "Llame hoy a <1>Anna Weber</1>", 0.99);
    check(&memory, "<1/>Call <2>Anna Weber</2> today", "<1/>Llame hoy a <2>Anna Weber</2>", 0.99);
    check(&memory, "<3><1>Call</1> Anna Weber today</3>", "Llame hoy a Anna Weber", 0.99);
}

#[test]
fn numbers_are_exchanged_where_they_are_all_that_differs() {
    let memory = memory(&[
        ("See page 5 of 20", "Véase la página 5 de 20"),
        ("Add 3 eggs and 3 spoons", "Añada 3 huevos y 3 cucharas"),
        ("Costs 1,000.50 euros", "Cuesta 1,000.50 euros"),
    ]);
    check(&memory, "See page 7 of 20", "Véase la página 7 de 20", 1.0 - 1.0 / 16.0);
    check(&memory, "See page 20 of 5", "Véase la página 20 de 5", 0.75);
    check(&memory, "Add 4 eggs and 3 spoons", "Añada 3 huevos y 3 cucharas", 1.0 - 1.0 / 23.0);
    check(&memory, "Costs 1,200.50 euros", "Cuesta 1,200.50 euros", 1.0 - 1.0 / 20.0);
}

#[test]
fn among_equal_scores_terms_regions_domain_and_date_decide() {
    let mut builder = TranslationMemory::builder();
    let pairs = [
        ("El banco", "es-MX", None, Some(20_240_101_000_000)),
        ("La orilla", "es", Some("river"), Some(20_200_101_000_000)),
        ("El asiento", "es", None, Some(20_210_101_000_000)),
    ];
    for (target, tag, domain, changed) in pairs {
        builder
            .add(&SegmentPair::new("The bank", "en", target, tag).about(domain).changed(changed))
            .unwrap();
    }
    let memory = builder.build().unwrap();
    let best = |tag: &str, domain: Option<&str>, terms: &[WantedTerm<'_>]| {
        let (en, to) = (language("en"), language(tag));
        let segments = [Segment::new("The bank").with_terms(terms)];
        let job = TranslationBatch::new(&en, &to, &segments).about(domain);
        memory.translate(&job).unwrap().remove(0).unwrap().text
    };
    assert_eq!(&*best("es", None, &[]), "El asiento");
    assert_eq!(&*best("es-MX", None, &[]), "El banco");
    assert_eq!(&*best("es", Some("River"), &[]), "La orilla");
    let term = [WantedTerm { source: "bank", target: "banco" }];
    assert_eq!(&*best("es", Some("river"), &term), "El banco");
    assert!(memory.matches("The bank", &language("en"), &language("fr"), 3).unwrap().is_empty());
}

#[test]
fn scripts_are_not_mixed() {
    let mut builder = TranslationMemory::builder();
    builder.add(&SegmentPair::new("Hello", "en", "Здраво", "sr-Cyrl")).unwrap();
    let memory = builder.build().unwrap();
    let found =
        |tag: &str| memory.matches("Hello", &language("en"), &language(tag), 3).unwrap().len();
    assert_eq!([found("sr"), found("sr-Cyrl-RS"), found("sr-Latn")], [1, 1, 0]);
}

#[test]
fn what_looks_like_a_marker_is_text() {
    let memory = memory(&[("if a <0/>1 then", "si a <0/>1 entonces")]);
    check(&memory, "if a <0/>1 then", "si a <0/>1 entonces", 1.0);
    check(&memory, "<1>if a <0/>1 then</1>", "<1>si a <0/>1 entonces</1>", 0.99);
}
