//! The public items of `core/base/src/error/mod.rs`.

#[test]
fn error() {
    use glossweave::{Error, ErrorKind};
    let error = Error::new(ErrorKind::Invalid, "`language` is missing").with_parameter("language");
    assert_eq!(error.kind(), ErrorKind::Invalid);
    assert_eq!(error.to_string(), "`language` is missing");
}

#[test]
fn error_new() {
    use glossweave::{Error, ErrorKind};
    let error = Error::new(ErrorKind::Unavailable, "`example.org` does not answer");
    assert_eq!(error.kind(), ErrorKind::Unavailable);
    assert_eq!(error.to_string(), "`example.org` does not answer");
}

#[test]
fn error_invalid() {
    use glossweave::{Error, ErrorKind};
    let error = Error::invalid("`limit` is 0, expected 1 or more").with_parameter("limit");
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("limit")));
}

#[test]
fn error_malformed() {
    use glossweave::{Error, ErrorKind, Location};
    let error = Error::malformed("expected a tag").at(Location::in_source(b"<p><", 3..4));
    assert_eq!(error.kind(), ErrorKind::Malformed);
    assert_eq!(error.message(), "expected a tag");
    assert_eq!(error.location().unwrap().column(), 4);
}

#[test]
fn error_unsupported() {
    use glossweave::error::Side;
    use glossweave::{Error, ErrorKind};
    let error = Error::unsupported(Side::Output, "no format `docx`");
    assert_eq!((error.kind(), error.side()), (ErrorKind::Unsupported, Some(Side::Output)));
    assert_eq!(error.with_side(Side::Input).side(), Some(Side::Input));
}

#[test]
fn error_from_panic() {
    use glossweave::{Error, ErrorKind};
    let payload = std::panic::catch_unwind(|| panic!("out of paper")).unwrap_err();
    let error = Error::from_panic(payload.as_ref());
    assert_eq!(error.kind(), ErrorKind::Internal);
    assert!(error.message().contains("out of paper"));
}

#[test]
fn error_with_message() {
    use glossweave::{Error, ErrorKind};
    let error = Error::malformed("the end is missing").with_parameter("source");
    let named = format!("page.xml: {}", error.message());
    let error = error.with_message(named);
    assert_eq!(error.to_string(), "page.xml: the end is missing");
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Malformed, Some("source")));
}

#[test]
fn error_with_hint() {
    use glossweave::{Error, Location};
    let error = Error::malformed("expected a tag, found `<`")
        .with_hint("write `&lt;` for the sign itself")
        .at(Location::in_source(b"<p><", 3..4));
    let text = "expected a tag, found `<` at line 1 column 4; write `&lt;` for the sign itself";
    assert_eq!(error.to_string(), text);
}

#[test]
fn error_with_code() {
    use glossweave::Error;
    let error = Error::invalid("the stylesheet has no template `main`").with_code("XTDE0040");
    assert_eq!(error.code(), Some("XTDE0040"));
}

#[test]
fn error_with_retry_after() {
    use glossweave::{Error, ErrorKind};
    use std::time::Duration;
    let error = Error::new(ErrorKind::Throttled, "five log-ins failed in a row")
        .with_retry_after(Duration::from_secs(30));
    assert_eq!(error.retry_after(), Some(Duration::from_secs(30)));
}

#[test]
fn error_because() {
    use glossweave::Error;
    use std::error::Error as _;
    let cause = "ten".parse::<u8>().unwrap_err();
    let error = Error::invalid("no number `ten`, expected digits").because(cause);
    assert_eq!(error.source().unwrap().to_string(), "invalid digit found in string");
}

#[test]
fn error_kind() {
    use glossweave::{ErrorKind, Format};
    let error = "latex".parse::<Format>().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
}

#[test]
fn error_message() {
    use glossweave::{Error, Location};
    let error = Error::malformed("expected a tag").at(Location::in_source(b"<p>\n<", 4..5));
    assert_eq!(error.message(), "expected a tag");
    // The displayed text contains the location too.
    assert_ne!(error.to_string(), error.message());
}

#[test]
fn error_location() {
    use glossweave::{Error, Location};
    let source = b"<p>Caf&eacute;\n<p><";
    let error = Error::malformed("expected a tag").at(Location::in_source(source, 18..19));
    let place = error.location().unwrap();
    assert_eq!((place.line(), place.column(), place.bytes()), (2, 4, 18..19));
    assert_eq!(Error::invalid("`limit` is 0").location(), None);
}

#[test]
fn error_parameter() {
    use glossweave::text::Language;
    let error = "not a tag".parse::<Language>().unwrap_err();
    assert_eq!(error.parameter(), Some("language"));
}

#[test]
fn error_step() {
    use glossweave::Error;
    // The error of a single call has no step; `Pipelines` sets it.
    assert_eq!(Error::invalid("`limit` is 0").step(), None);
}

#[test]
fn error_from_io() {
    use glossweave::{Error, ErrorKind};
    let read = || -> Result<String, Error> { Ok(std::fs::read_to_string("/nowhere/letter.txt")?) };
    let error = read().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Storage);
    assert_eq!(format!("{:>8}", error.kind()), " Storage");
    assert!(std::error::Error::source(&error).is_some());
}
