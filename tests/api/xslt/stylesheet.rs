//! The public items of `core/xslt/src/stylesheet.rs`.

#[test]
fn stylesheet_compile() {
    use glossweave::ErrorKind;
    use glossweave::xslt::{Options, Stylesheet};
    let wrong = br#"<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
      <xsl:template match="/["/>
    </xsl:stylesheet>"#;
    let error = Stylesheet::compile(wrong, &Options::default()).map(drop).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Invalid);
    assert_eq!(error.location().unwrap().line(), 2);
}

#[test]
fn stylesheet_compile_2() {
    use glossweave::ErrorKind;
    use glossweave::xslt::{Options, Stylesheet};
    let compile =
        |text: &[u8]| Stylesheet::compile(text, &Options::default()).map(drop).unwrap_err();
    let error = compile(b"<xsl:stylesheet\n version='1.0'");
    assert_eq!(error.kind(), ErrorKind::Malformed);
    // Another kind of document.
    assert_eq!(compile(b"<html><p>Cork</p></html>").kind(), ErrorKind::Invalid);
}

#[test]
fn stylesheet_version() -> Result<(), glossweave::Error> {
    use glossweave::xslt::{Options, Processor, Stylesheet};
    let names = br#"<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
      <xsl:template match="name"><b><xsl:apply-templates/></b></xsl:template>
    </xsl:stylesheet>"#;
    let names = Stylesheet::compile(names, &Options::default())?;
    assert_eq!((names.version(), names.processor()), ("1.0", Processor::Libxslt));
    Ok(())
}

#[test]
fn stylesheet_parameters() -> Result<(), glossweave::Error> {
    use glossweave::xslt::{Options, Stylesheet};
    let stylesheet =
        br#"<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
      <xsl:param name="size" select="2"/>
      <xsl:param name="title"/>
    </xsl:stylesheet>"#;
    let stylesheet = Stylesheet::compile(stylesheet, &Options::default())?;
    let names: Vec<&str> = stylesheet.parameters().iter().map(|one| &*one.name).collect();
    assert_eq!(names, ["size", "title"]);
    Ok(())
}

#[test]
fn stylesheet_run() -> Result<(), glossweave::Error> {
    use glossweave::xslt::{Limits, Options, Request, Stylesheet};
    use glossweave::{ErrorKind, Format};
    use std::time::Duration;
    let endless =
        br#"<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
      <xsl:template match="/"><xsl:apply-templates select="/"/></xsl:template>
    </xsl:stylesheet>"#;
    let limits = Limits { recursion: 100, time: Duration::from_secs(5), ..Limits::default() };
    let endless = Stylesheet::compile(endless, &Options { limits, ..Options::default() })?;
    let error = endless.run(&Request::new("<a/>", Format::Xml)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    Ok(())
}

#[test]
fn stylesheet_run_2() -> Result<(), glossweave::Error> {
    use glossweave::xslt::{Options, Request, Stylesheet};
    use glossweave::{ErrorKind, Format};
    let strict =
        br#"<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
      <xsl:template match="/"><xsl:if test="not(//title)">
        <xsl:message terminate="yes">a title is missing</xsl:message></xsl:if></xsl:template>
    </xsl:stylesheet>"#;
    let strict = Stylesheet::compile(strict, &Options::default())?;
    let error = strict.run(&Request::new("<page/>", Format::Xml)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Invalid);
    assert!(error.message().contains("a title is missing"));
    let error = strict.run(&Request::new("<page>\n<title>Cork</page>", Format::Xml)).unwrap_err();
    assert_eq!((error.kind(), error.location().unwrap().line()), (ErrorKind::Malformed, 2));
    Ok(())
}
