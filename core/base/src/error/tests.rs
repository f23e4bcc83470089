use std::io;

use super::{Error, ErrorKind, Location, Skipped, SkippedExt};

#[test]
fn the_place_is_behind_the_fault_and_before_the_hint() {
    let error =
        Error::malformed("offset 12 is outside the text").at(Location::in_source(b"a\nbc", 3..4));
    assert_eq!(error.to_string(), "offset 12 is outside the text at line 2 column 2");
    assert_eq!(error.location().unwrap().bytes(), 3..4);
    let error = error.with_hint("count characters");
    let placed = "offset 12 is outside the text at line 2 column 2; count characters";
    assert_eq!(error.to_string(), placed);
    assert_eq!(error.message(), "offset 12 is outside the text; count characters");
    // The hint remains at the end when the error is passed on.
    assert_eq!(error.in_step(1, "/x").to_string(), format!("step 1, `/x`: {placed}"));
    let error = Error::invalid("no word").with_hint("did you mean `words`?");
    let error = error.into_kind(ErrorKind::Malformed).at(Location::in_source(b"", 0..0));
    assert_eq!(error.kind(), ErrorKind::Malformed);
    assert_eq!(error.to_string(), "no word at line 1 column 1; did you mean `words`?");
    assert_eq!(error.with_message("none").to_string(), "none at line 1 column 1");
}

#[test]
fn unknown_names_get_the_name_that_was_meant_or_few_of_many() {
    let many: Vec<String> = (0..60).map(|number| format!("option-{number}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    for (word, known, message) in [
        (
            "treshold",
            &["limit", "threshold"][..],
            "no option `treshold`; did you mean `threshold`?",
        ),
        ("colour", &["limit", "threshold"], "no option `colour`, expected one of limit, threshold"),
        ("colour", &[], "no option `colour`"),
        ("opton-7", &many, "no option `opton-7`; did you mean `option-7`?"),
        (
            "x",
            &many,
            "no option `x`, expected one of 60 such as option-0, option-1, option-2, option-3",
        ),
    ] {
        let error = Error::no_option(word, known);
        assert_eq!((error.message(), error.parameter()), (message, Some(word)));
    }
    let error = Error::no_option("new\nline", &[]);
    assert_eq!(error.message(), r"no option `new\nline`");
    let error = Error::no_option(&"x".repeat(65), &[]);
    assert_eq!(error.message(), format!("no option `{}…`", "x".repeat(64)));
    let error = Error::no_such("version", "x", "one such as 2.0");
    assert_eq!(error.message(), "no version `x`, expected one such as 2.0");
    let error = Error::no_such("role", "owners", "one of `owner`, `user`");
    assert_eq!(error.message(), "no role `owners`; did you mean `owner`?");
}

#[test]
fn a_panic_becomes_an_internal_error() {
    let payload = std::panic::catch_unwind(|| panic!("broken {}", 7)).unwrap_err();
    let error = Error::from_panic(payload.as_ref());
    assert_eq!(error.kind(), ErrorKind::Internal);
    assert_eq!(error.to_string(), "the engine panicked: broken 7");
}

#[test]
fn bytes_that_are_no_text_are_in_no_message() {
    let png = String::from_utf8_lossy(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR").into_owned();
    let error = Error::malformed(format!("no record `{png}` in the package"));
    assert_eq!(error.message(), "no record `…` in the package");
    let error = Error::malformed(format!("{png}{}", png.repeat(99)));
    assert!(!error.message().contains(['\u{FFFD}', '\0']) && error.message().len() < 700);
    assert_eq!(Error::malformed("line 1\nline 2\t`é`").message(), "line 1\nline 2\t`é`");
}

#[test]
fn an_error_is_one_word() {
    assert_eq!(size_of::<Error>(), size_of::<usize>());
}

#[test]
fn a_full_disk_is_told_from_other_failures_of_the_disk() {
    let of =
        |kind: io::ErrorKind| Error::new(ErrorKind::Storage, "x").because(io::Error::from(kind));
    for full in [io::ErrorKind::StorageFull, io::ErrorKind::QuotaExceeded] {
        assert_eq!(of(full).code(), Some("disk-full"));
        let outer = Error::new(ErrorKind::Storage, "y").because(of(full));
        assert_eq!(outer.code(), Some("disk-full"));
    }
    assert_eq!(of(io::ErrorKind::NotFound).code(), None);
    // Other codes do not change, and errors of other kinds get no code.
    let full = || io::Error::from(io::ErrorKind::StorageFull);
    let coded = Error::new(ErrorKind::Storage, "x").with_code("x").because(full());
    assert_eq!(coded.code(), Some("x"));
    assert_eq!(Error::invalid("x").because(full()).code(), None);
}

#[test]
fn a_skipped_part_has_a_subject_a_message_and_a_location() {
    let table = b"term,language\n,en\n";
    let location = Some(Location::in_source(table, 14..15));
    let skipped = Skipped::new("row 1", "`term` is empty").at(location);
    assert_eq!((skipped.subject(), skipped.message()), ("row 1", "`term` is empty"));
    assert_eq!(skipped.location().unwrap().line(), 2);
}
