//! The public items of `core/format-exchange/src/web_annotation/options.rs`.

#[test]
fn options() -> Result<(), glossweave::Error> {
    use glossweave::web_annotation::Options;
    let mut options = Options {
        base: Some("http://a.example/notes/".into()),
        ..Options::of("http://a.example/page.html")
    };
    options.set("created", "2026-01-31T12:00:00Z")?;
    assert!(options.set("created", "yesterday").is_err());
    Ok(())
}

#[test]
fn options_with_base() -> Result<(), glossweave::Error> {
    use glossweave::annotation::{Annotation, Entity};
    use glossweave::text::TextSpan;
    use glossweave::{Document, web_annotation};
    let text = Document::of_text("To Cork".to_owned(), None);
    let cork = Annotation::entity(TextSpan::new(3, 7), Entity::new("http://example.org/cork"));
    let options = web_annotation::Options {
        base: Some("http://a.example/notes/".into()),
        ..web_annotation::Options::of("http://a.example/letter.txt")
    };
    let json = web_annotation::write(&text, &[cork], &options)?;
    assert!(String::from_utf8_lossy(&json).contains(r#""id": "http://a.example/notes/"#));
    Ok(())
}

#[test]
fn options_with_created() -> Result<(), glossweave::Error> {
    use glossweave::web_annotation::{self, Options};
    let options = Options {
        source: "http://a.example/page.html".into(),
        text: Some("http://a.example/page.txt".into()),
        created: Some("2026-01-31T12:00:00Z".into()),
        max_output_bytes: Some(1 << 20),
        ..Options::default()
    };
    let page = "<p>To <b its-ta-ident-ref=http://example.org/cork>Cork</b>";
    let page = glossweave::decode(page, glossweave::Format::Html, &Default::default())?;
    let json = web_annotation::write(&page, &[], &options)?;
    assert!(String::from_utf8_lossy(&json).contains("2026-01-31T12:00:00Z"));
    Ok(())
}

#[test]
fn options_set() -> Result<(), glossweave::Error> {
    use glossweave::web_annotation::Options;
    let mut options = Options::of("http://a.example/page.html");
    options.set("text", "http://a.example/page.txt")?;
    options.set("max-output-bytes", "1000000")?;
    let error = options.set("base", "annotation-").unwrap_err();
    assert_eq!(error.parameter(), Some("base"));
    Ok(())
}
