//! The public items of `core/xslt/src/request.rs`.

#[test]
fn request() {
    use glossweave::Format;
    use glossweave::xslt::Request;
    let request = Request::new("<p>Cork", Format::Html).with_parameter("title", "A city");
    assert_eq!(request.parameters, [("title".to_owned(), "A city".to_owned())]);
}

#[test]
fn request_with_parameter() -> Result<(), glossweave::Error> {
    use glossweave::Format;
    use glossweave::xslt::{Options, Request, Stylesheet};
    let show = br#"<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
      <xsl:output method="text"/>
      <xsl:param name="sum" select="0"/>
      <xsl:template match="/"><xsl:value-of select="$sum"/></xsl:template>
    </xsl:stylesheet>"#;
    let show = Stylesheet::compile(show, &Options::default())?;
    let request = Request::new("<a/>", Format::Xml).with_parameter("sum", "1 + 1");
    assert_eq!(show.run(&request)?.bytes, b"1 + 1");
    Ok(())
}

#[test]
fn request_output() -> Result<(), glossweave::Error> {
    use glossweave::Format;
    use glossweave::xslt::{Method, Options, Output, Request, Stylesheet};
    let copy = br#"<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
      <xsl:template match="/"><p>One<br/>two</p></xsl:template>
    </xsl:stylesheet>"#;
    let copy = Stylesheet::compile(copy, &Options::default())?;
    let mut request = Request::new("<a/>", Format::Xml);
    request.output = Output::Method(Method::Html);
    let reply = copy.run(&request)?;
    assert_eq!(reply.media_type, "text/html");
    assert!(String::from_utf8_lossy(&reply.bytes).contains("One<br>two"));
    Ok(())
}

#[test]
fn request_set() -> Result<(), glossweave::Error> {
    use glossweave::xslt::{Method, Output, Request};
    use glossweave::{ErrorKind, Format};
    let mut request = Request::new("<p>Cork", Format::Xml);
    request.set("informat", "text/html; charset=windows-1252")?;
    request.set("outformat", "html")?;
    assert_eq!(
        (request.informat, request.output.clone()),
        (Format::Html, Output::Method(Method::Html))
    );
    assert_eq!(request.set("outformat", "pdf").unwrap_err().kind(), ErrorKind::Unsupported);
    Ok(())
}
