use super::similarity::Likeness;
use super::{Clock, STEPS, query};
use glossweave_base::error::ErrorKind;
use std::time::Instant;

fn likeness(one: &str, two: &str) -> f64 {
    Likeness::of(one).to(&Likeness::of(two))
}

#[test]
fn names_are_alike_by_their_letters() {
    assert_eq!(likeness("New York", "new  york!"), 1.0);
    assert!(likeness("Straße", "STRASSE") < 1.0);
    assert!(likeness("New York City", "New York") > 0.7);
    assert!(likeness("Smith, John", "John Smith") < 1.0);
    assert!(likeness("Smith, John", "John Smith") > 0.9);
    assert!(likeness("Cork", "Dublin") < 0.1);
    assert!(likeness("", "Dublin") < 0.1);
    assert_eq!(likeness("C++", "c++"), 1.0);
    assert!(likeness("++", "--") < 1.0);
}

#[test]
fn queries_that_are_none_are_refused() {
    for wrong in [
        "[]",
        "7",
        r#"{"q": 7}"#,
        r#"{"q": {}}"#,
        r#"{"q": {"query": 7}}"#,
        r#"{"q": {"query": "a", "limit": "b"}}"#,
        r#"{"q": {"query": "a", "type": {}}}"#,
        r#"{"q": {"query": "a", "properties": {}}}"#,
        r#"{"q": {"query": "a", "properties": [{}]}}"#,
        r#"{"q": {"query": "a", "properties": [{"pid": "b"}]}}"#,
    ] {
        let error = query::read(wrong).unwrap_err();
        assert_eq!(
            (error.kind(), error.parameter()),
            (ErrorKind::Invalid, Some("queries")),
            "{wrong}"
        );
    }
    assert_eq!(query::read("{").unwrap_err().kind(), ErrorKind::Malformed);
    let many: Vec<String> = (0..101).map(|n| format!(r#""q{n}": {{"query": "a"}}"#)).collect();
    let many = format!("{{{}}}", many.join(","));
    assert_eq!(query::read(&many).unwrap_err().kind(), ErrorKind::TooLarge);
}

#[test]
fn values_may_be_one_or_many_texts_numbers_or_things() {
    let batch = r#"{"a": {"query": "x", "type": "u:A", "limit": 1000, "properties": [
        {"pid": "u:p", "v": "1"}, {"pid": "u:q", "v": [1, true, {"id": "u:b", "name": "b"}]}]},
        "b": {"query": "y", "type": ["u:A", "u:B"], "type_strict": "any"}}"#;
    let batch = query::read(batch).unwrap();
    let (a, b) = (&batch[0].1, &batch[1].1);
    assert_eq!((a.types.as_slice(), a.limit), (["u:A".to_owned()].as_slice(), 100));
    assert_eq!(a.properties[0], ("u:p".to_owned(), vec!["1".to_owned()]));
    assert_eq!(a.properties[1].1, ["1", "true", "u:b"]);
    assert_eq!((b.types.len(), b.limit), (2, 10));
}

#[test]
fn the_clock_is_looked_at_by_the_work_that_is_done() {
    // A hundred long queries and long names: fewer than a hundred rows, not thousands.
    let long = Likeness::of(&"name ".repeat(800));
    let mut clock = Clock { end: Instant::now(), work: 0 };
    let rows = (0..STEPS).find(|_| (0..100).any(|_| clock.count(long.work(&long)).is_err()));
    assert!(rows.unwrap() < 5, "{rows:?}");
    let mut clock = Clock::start();
    assert!((0..1_000).all(|_| clock.count(STEPS).is_ok()));
}
