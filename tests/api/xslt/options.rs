//! The public items of `core/xslt/src/options.rs`.

#[test]
fn processor_name() -> Result<(), glossweave::Error> {
    use glossweave::xslt::Processor;
    assert_eq!(Processor::Libxslt.name(), "libxslt");
    assert_eq!("saxon".parse::<Processor>()?, Processor::Saxon);
    Ok(())
}

#[test]
fn limits() {
    use glossweave::xslt::Limits;
    use std::time::Duration;
    let limits = Limits {
        time: Duration::from_secs(2),
        memory: 256 << 20,
        output: 8 << 20,
        depth: 200,
        recursion: 500,
        ..Limits::default()
    };
    assert_eq!((limits.output, limits.depth), (8_388_608, 200));
}

#[test]
fn limits_with_output() -> Result<(), glossweave::Error> {
    use glossweave::xslt::{Limits, Options, Request, Stylesheet};
    use glossweave::{ErrorKind, Format};
    let copy = br#"<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
      <xsl:template match="/"><xsl:copy-of select="."/></xsl:template>
    </xsl:stylesheet>"#;
    let options =
        Options { limits: Limits { output: 100, ..Limits::default() }, ..Options::default() };
    let copy = Stylesheet::compile(copy, &options)?;
    assert!(copy.run(&Request::new("<p>Cork</p>", Format::Xml)).is_ok());
    let long = format!("<p>{}</p>", "Cork ".repeat(100));
    let error = copy.run(&Request::new(long, Format::Xml)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    Ok(())
}

#[test]
fn limits_with_depth() -> Result<(), glossweave::Error> {
    use glossweave::xslt::{Limits, Options, Request, Stylesheet};
    use glossweave::{ErrorKind, Format};
    let title = br#"<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
      <xsl:template match="/"><p><xsl:value-of select="//title"/></p></xsl:template>
    </xsl:stylesheet>"#;
    let options =
        Options { limits: Limits { depth: 10, ..Limits::default() }, ..Options::default() };
    let title = Stylesheet::compile(title, &options)?;
    let deep = "<a>".repeat(20) + &"</a>".repeat(20);
    let error = title.run(&Request::new(deep, Format::Xml)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    Ok(())
}

#[test]
fn options_with_processor() {
    use glossweave::xslt::{Options, Processor, Stylesheet};
    let newer = br#"<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
      <xsl:template match="/"><xsl:sequence select="'Cork'"/></xsl:template>
    </xsl:stylesheet>"#;
    let options = Options { processor: Some(Processor::Libxslt), ..Options::default() };
    let error = Stylesheet::compile(newer, &options).map(drop).unwrap_err();
    assert_eq!(error.kind(), glossweave::ErrorKind::Unsupported);
}

#[test]
fn options_with_saxon() -> Result<(), glossweave::Error> {
    use glossweave::xslt::{Options, Saxon};
    let mut options = Options::default();
    // On machines with Saxon, all stylesheets share it.
    if let Some(saxon) = Saxon::find(None)? {
        options.saxon = Some(saxon);
    }
    assert_eq!(options.processor, None);
    Ok(())
}

#[test]
fn options_with_library() {
    use glossweave::xslt::Options;
    // Both are looked up when a stylesheet first needs them.
    let options = Options {
        library: Some("/opt/saxonc".into()),
        worker: Some("/usr/bin/worker".into()),
        ..Options::default()
    };
    assert_eq!(options.library, Some("/opt/saxonc".into()));
    assert_eq!(options.worker, Some("/usr/bin/worker".into()));
}

#[test]
fn options_with_folder() -> Result<(), Box<dyn std::error::Error>> {
    use glossweave::Format;
    use glossweave::xslt::{Options, Request, Stylesheet};
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    std::fs::write(folder.join("title.xml"), "<title>Cork</title>")?;
    let stylesheet =
        br#"<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
      <xsl:output method="text"/>
      <xsl:template match="/"><xsl:value-of select="document('title.xml')"/></xsl:template>
    </xsl:stylesheet>"#;
    let title = Stylesheet::compile(
        stylesheet,
        &Options { folder: Some(folder.into()), ..Options::default() },
    )?;
    assert_eq!(title.run(&Request::new("<a/>", Format::Xml))?.bytes, b"Cork");
    Ok(())
}

#[test]
fn options_with_charset() {
    use glossweave::markup::Encoding;
    use glossweave::xslt::{Limits, Options};
    let options = Options {
        charset: Encoding::for_label("utf-8"),
        limits: Limits { depth: 200, ..Limits::default() },
        ..Options::default()
    };
    assert_eq!(options.limits.depth, 200);
}

#[test]
fn options_set() -> Result<(), glossweave::Error> {
    use glossweave::xslt::{Options, Processor};
    let mut options = Options::default();
    options.set("processor", "libxslt")?;
    options.set("depth", "100")?;
    assert_eq!((options.processor, options.limits.depth), (Some(Processor::Libxslt), 100));
    Ok(())
}

#[test]
fn options_set_2() {
    use glossweave::ErrorKind;
    use glossweave::xslt::Options;
    let mut options = Options::default();
    for (name, value) in [("processor", "xalan"), ("depth", "deep"), ("speed", "high")] {
        let error = options.set(name, value).unwrap_err();
        assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some(name)));
    }
}
