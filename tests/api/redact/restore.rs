//! The public items of `core/redact/src/restore.rs`.

#[test]
fn restore() -> Result<(), glossweave::Error> {
    use glossweave::redact::{RedactOptions, redact, restore};
    use glossweave::{DecodeOptions, Format};
    let page = glossweave::decode("<p>Ask Jane&#32;Roe.", Format::Html, &DecodeOptions::default())?;
    let options = RedactOptions::from_pairs([("method", "pseudonym"), ("deny", "Jane Roe")])?;
    let redaction = redact(&page, &[], &options)?;
    assert!(redaction.bytes.starts_with(b"<p>Ask REDACTED-"));
    let key = redaction.key.unwrap();
    assert_eq!(restore(&redaction.bytes, &key)?, page.source().bytes());
    assert!(restore(b"<p>Ask her.", &key).is_err());
    Ok(())
}

#[test]
fn restore_text() -> Result<(), glossweave::Error> {
    use glossweave::Document;
    use glossweave::redact::{RedactOptions, redact, restore_text};
    let text = Document::of_text("Jane Roe".to_owned(), None);
    let options = RedactOptions::from_pairs([("method", "pseudonym"), ("deny", "Jane Roe")])?;
    let redaction = redact(&text, &[], &options)?;
    let answer = format!("Dear {},", String::from_utf8_lossy(&redaction.bytes));
    assert_eq!(restore_text(&answer, &redaction.key.unwrap()), "Dear Jane Roe,");
    Ok(())
}
