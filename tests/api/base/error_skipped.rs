//! The public items of `core/base/src/error/skipped.rs`.

#[test]
fn skipped() {
    use glossweave::{Location, error::Skipped};
    let table = b"term,language\n,en\n";
    let location = Some(Location::in_source(table, 14..15));
    let skipped = Skipped::new("row 1", "`term` is empty").at(location);
    // `skipped` is one that a lenient reader has kept.
    assert_eq!((skipped.subject(), skipped.message()), ("row 1", "`term` is empty"));
    assert_eq!(skipped.location().unwrap().line(), 2);
}
