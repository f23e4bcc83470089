//! The public items of `core/base/src/media/mod.rs`.

#[test]
fn format() -> Result<(), glossweave::Error> {
    use glossweave::Format;
    let html: Format = "Text/HTML; charset=utf-8".parse()?;
    assert_eq!(html, Format::Html);
    assert_eq!(Format::of_path("page.htm"), Some(Format::Html));
    assert_eq!("json-ld".parse::<Format>()?.media_type(), "application/ld+json");
    Ok(())
}

#[test]
fn format_info() {
    use glossweave::{Ability, Format};
    let html = Format::Html.info();
    assert_eq!((html.name, html.title, html.extensions), ("html", "HTML", &["html", "htm"][..]));
    assert!(html.abilities.contains(&Ability::Annotate));
}

#[test]
fn format_in_request() -> Result<(), glossweave::Error> {
    use glossweave::Format;
    assert_eq!(Format::in_request("application/json; charset=utf-8")?, Format::JsonLd);
    assert!("application/json".parse::<Format>().is_err());
    Ok(())
}

#[test]
fn format_in_request_2() {
    use glossweave::{ErrorKind, Format};
    let error = Format::in_request("application/msword").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
}

#[test]
fn format_media_types() {
    use glossweave::Format;
    // Old names are accepted when reading, but never written.
    assert!(Format::Turtle.media_types().contains(&"application/x-turtle"));
    assert_eq!(Format::Turtle.media_type(), "text/turtle");
}

#[test]
fn format_extensions() {
    use glossweave::Format;
    assert!(Format::Html.extensions().contains(&"htm"));
}

#[test]
fn format_is_rdf() {
    use glossweave::Format;
    let rdf: Vec<&str> =
        Format::ALL.iter().filter(|one| one.is_rdf()).map(|one| one.name()).collect();
    assert!(rdf.contains(&"turtle") && !rdf.contains(&"html"));
}

#[test]
fn format_is_document() {
    use glossweave::Format;
    assert!(Format::Odt.is_document() && !Format::NTriples.is_document());
}

#[test]
fn format_is_converted() {
    use glossweave::Format;
    assert!(Format::Html.is_converted() && !Format::Text.is_converted());
}

#[test]
fn format_returns() {
    use glossweave::Format;
    assert!(Format::Html.returns());
    // Plain text has no markup.
    assert!(!Format::Text.returns());
}

#[test]
fn format_is_package() {
    use glossweave::Format;
    assert!(Format::Docx.is_package() && !Format::Html.is_package());
}

#[test]
fn format_translates() {
    use glossweave::Format;
    assert!(Format::Text.translates() && !Format::Text.returns());
}

#[test]
fn format_exports() {
    use glossweave::Format;
    assert!(Format::Conllu.exports() && !Format::Html.exports());
}

#[test]
fn format_of_path() {
    use glossweave::Format;
    assert_eq!(Format::of_path("reports/2026.ODT"), Some(Format::Odt));
    assert_eq!(Format::of_path("README"), None);
}
