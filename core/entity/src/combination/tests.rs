//! Tests of the rules, with small tables of recognizer results.

use std::sync::Arc;

use super::{Combination, CombinationRule};
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::text::TextSpan;
use glossweave_document::annotation::{Annotation, Entity, Term};
use glossweave_document::recognizer::{Passage, Recognizer};
use glossweave_testing::{Stopwatch, count};

/// An entity that a recognizer finds: start, end, IRI (may be empty), class and confidence.
type Row = (usize, usize, &'static str, &'static str, f64);

struct Fixed(Vec<Annotation>);

impl Recognizer for Fixed {
    fn recognize(&self, _: &Passage<'_>) -> Result<Vec<Annotation>> {
        Ok(self.0.clone())
    }
}

struct Failing;

impl Recognizer for Failing {
    fn recognize(&self, _: &Passage<'_>) -> Result<Vec<Annotation>> {
        Err(Error::new(ErrorKind::Unavailable, "nobody is there"))
    }

    fn needs_language(&self) -> bool {
        true
    }
}

fn part(rows: &[Row]) -> Arc<dyn Recognizer> {
    let annotations = rows.iter().map(|(start, end, ident, class, confidence)| {
        let mut entity = Entity::default().with_class(*class).with_confidence(*confidence);
        entity.idents.extend(Some(*ident).filter(|ident| !ident.is_empty()).map(Into::into));
        Annotation::entity(TextSpan::new(*start, *end), entity)
    });
    Arc::new(Fixed(annotations.collect()))
}

/// Returns start, end, IRIs and classes.
fn run(
    rule: CombinationRule,
    parts: Vec<Arc<dyn Recognizer>>,
) -> Vec<(usize, usize, String, String)> {
    let text = "x".repeat(100);
    let found = Combination::new(rule, parts).unwrap().recognize(&Passage::new(&text)).unwrap();
    let row = |annotation: &Annotation| {
        let entity = annotation.as_entity().unwrap();
        (
            annotation.span().start(),
            annotation.span().end(),
            entity.idents.join(" "),
            entity.classes.join(" "),
        )
    };
    found.iter().map(row).collect()
}

fn row(start: usize, end: usize, idents: &str, classes: &str) -> (usize, usize, String, String) {
    (start, end, idents.to_owned(), classes.to_owned())
}

fn three() -> Vec<Arc<dyn Recognizer>> {
    vec![
        part(&[(0, 4, "x", "City", 0.5), (10, 14, "y", "City", 0.5), (20, 24, "z", "City", 0.5)]),
        part(&[
            (0, 4, "", "Place", 0.9),
            (8, 14, "v", "Person", 0.5),
            (20, 24, "w", "Person", 0.5),
        ]),
        part(&[
            (0, 4, "x", "Town", 0.5),
            (12, 20, "u", "Person", 0.5),
            (20, 24, "w", "Person", 0.5),
        ]),
    ]
}

#[test]
fn union_unites_what_recognizers_agree_on() {
    assert_eq!(
        run(CombinationRule::Union, three()),
        [
            row(0, 4, "x", "City Town Place"),
            row(8, 14, "v", "Person"),
            row(10, 14, "y", "City"),
            row(12, 20, "u", "Person"),
            row(20, 24, "z", "City"),
            row(20, 24, "w", "Person"),
        ]
    );
}

#[test]
fn intersection_and_votes_count_recognizers() {
    assert_eq!(run(CombinationRule::Intersection, three()), [row(0, 4, "x", "City Town Place")]);
    let two = [row(0, 4, "x", "City Town Place"), row(20, 24, "w", "Person")];
    assert_eq!(run(CombinationRule::Vote(2), three()), two);
    assert_eq!(run(CombinationRule::Vote(1), three()), run(CombinationRule::Union, three()));
    // A recognizer that finds a span twice has only one vote.
    let twice = part(&[(0, 4, "x", "A", 0.5), (0, 4, "x", "B", 0.5)]);
    assert_eq!(run(CombinationRule::Vote(2), vec![twice, part(&[])]), []);
    // An annotation without an IRI votes for the entity with the most votes.
    let parts = vec![
        part(&[(0, 4, "", "A", 0.5)]),
        part(&[(0, 4, "x", "B", 0.5)]),
        part(&[(0, 4, "y", "C", 0.5)]),
        part(&[(0, 4, "y", "D", 0.5)]),
    ];
    assert_eq!(run(CombinationRule::Vote(3), parts), [row(0, 4, "y", "C D A")]);
}

#[test]
fn the_first_recognizer_has_priority() {
    let expected = [row(0, 4, "x", "City"), row(10, 14, "y", "City"), row(20, 24, "z", "City")];
    assert_eq!(run(CombinationRule::Priority, three()), expected);
    // The annotations of a single recognizer may overlap.
    let nested = part(&[(0, 9, "x", "A", 0.5), (2, 4, "y", "A", 0.5)]);
    let next = part(&[(8, 12, "z", "A", 0.5), (5, 6, "z", "A", 0.5), (9, 12, "z", "A", 0.5)]);
    let found = run(CombinationRule::Priority, vec![nested, next]);
    assert_eq!(found, [row(0, 9, "x", "A"), row(2, 4, "y", "A"), row(9, 12, "z", "A")]);
}

#[test]
fn the_longest_of_overlapping_mentions_stays() {
    let expected =
        [row(0, 4, "x", "City Town Place"), row(12, 20, "u", "Person"), row(20, 24, "z", "City")];
    assert_eq!(run(CombinationRule::Longest, three()), expected);
}

#[test]
fn the_highest_confidence_and_all_else_that_is_known_stays() {
    let span = TextSpan::new(0, 1);
    let linked = Entity::new("x").with_confidence(0.5);
    let other = Entity::default().with_source("s", "1").with_confidence(0.9);
    let fixed = |annotation: Annotation| Arc::new(Fixed(vec![annotation])) as Arc<dyn Recognizer>;
    let by = Annotation::entity(span, other).by("http://a.example/tool");
    let term = Annotation::term(span, Term::new());
    let parts =
        [fixed(Annotation::entity(span, linked)), fixed(by), fixed(term.clone()), fixed(term)];
    let found = Combination::new(CombinationRule::Vote(2), parts).unwrap();
    let found = found.recognize(&Passage::new("x")).unwrap();
    let entity = found[0].as_entity().unwrap();
    assert_eq!((entity.confidence, entity.ident.as_deref()), (Some(0.9), Some("1")));
    assert_eq!(found[0].annotator(), Some("http://a.example/tool"));
    assert!(found[1].as_term().is_some() && found.len() == 2);
}

#[test]
fn an_error_of_one_is_an_error_of_all() {
    let parts: [Arc<dyn Recognizer>; 2] = [part(&[]), Arc::new(Failing)];
    let both = Combination::new(CombinationRule::Union, parts).unwrap();
    assert!(both.needs_language());
    assert_eq!(both.recognize(&Passage::new("x")).unwrap_err().kind(), ErrorKind::Unavailable);
}

#[test]
fn wrong_numbers_are_refused() {
    let of = |rule, number: usize| Combination::new(rule, (0..number).map(|_| part(&[])));
    for (rule, number, parameter) in [
        (CombinationRule::Union, 0, "recognizer"),
        (CombinationRule::Union, 17, "recognizer"),
        (CombinationRule::Vote(0), 2, "votes"),
        (CombinationRule::Vote(3), 2, "votes"),
    ] {
        let error = of(rule, number).unwrap_err();
        assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some(parameter)));
    }
    assert!(of(CombinationRule::Vote(2), 2).is_ok() && of(CombinationRule::Union, 16).is_ok());
}

#[test]
fn the_time_of_a_combination_is_not_quadratic() {
    let rows = |from: usize| -> Vec<Row> {
        (from..count(40_000, 200_000)).map(|at| (at, at + 3, "x", "A", 0.5)).collect()
    };
    let parts = || vec![part(&rows(0)), part(&rows(1)), part(&rows(2))];
    let start = Stopwatch::start();
    for rule in [CombinationRule::Union, CombinationRule::Priority, CombinationRule::Longest] {
        run(rule, parts());
    }
    // A service returns the same span many times.
    let idents: Vec<&'static str> = (0..count(20_000, 100_000))
        .map(|number| &*Box::leak(number.to_string().into_boxed_str()))
        .collect();
    let same = |shared: &'static str| {
        let annotation = |ident: &&'static str| {
            let mut entity = Entity::new(*ident);
            entity.idents.extend(Some(shared).filter(|iri| !iri.is_empty()).map(Into::into));
            Annotation::entity(TextSpan::new(0, 1), entity)
        };
        Arc::new(Fixed(idents.iter().map(annotation).collect())) as Arc<dyn Recognizer>
    };
    run(CombinationRule::Union, vec![same(""), same("")]);
    run(CombinationRule::Union, vec![same("x"), same("x")]);
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}
