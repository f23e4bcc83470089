//! The public items of `core/translate/src/srx/mod.rs`.

#[test]
fn srx() -> Result<(), glossweave::Error> {
    use glossweave::translate::Srx;
    let rules = r#"<srx version="2.0" xmlns="http://www.lisa.org/srx20">
      <header segmentsubflows="yes" cascade="no"/>
      <body>
        <languagerules><languagerule languagerulename="English">
          <rule break="no"><beforebreak>\bvs\.</beforebreak><afterbreak>\s</afterbreak></rule>
          <rule break="yes"><beforebreak>[.?!]</beforebreak><afterbreak>\s</afterbreak></rule>
        </languagerule></languagerules>
        <maprules><languagemap languagepattern="en.*" languagerulename="English"/></maprules>
      </body></srx>"#;
    let rules = Srx::parse(rules)?;
    let english = "en-GB".parse()?;
    assert_eq!(rules.cut("Cork vs. Galway. Again.", &english)?, ["Cork vs. Galway.", " Again."]);
    Ok(())
}

#[test]
fn srx_parse() {
    use glossweave::ErrorKind;
    use glossweave::translate::Srx;
    let error = Srx::parse("<srx version=\"2.0\">\n  <rules/>\n</srx>").unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Malformed, Some("srx")));
}

#[test]
fn srx_read() -> Result<(), glossweave::Error> {
    use glossweave::translate::Srx;
    let rules = r#"<?xml version="1.0" encoding="UTF-16"?><srx version="2.0"><header cascade="no"/><body>
        <languagerules><languagerule languagerulename="all">
          <rule break="yes"><beforebreak>\n</beforebreak><afterbreak></afterbreak></rule>
        </languagerule></languagerules>
        <maprules><languagemap languagepattern=".*" languagerulename="all"/></maprules>
      </body></srx>"#;
    let bytes: Vec<u8> =
        "\u{feff}".encode_utf16().chain(rules.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let lines = Srx::read(&bytes)?;
    assert_eq!(lines.cut("one\ntwo", &"en".parse()?)?, ["one\n", "two"]);
    Ok(())
}

#[test]
fn srx_read_2() {
    use glossweave::ErrorKind;
    use glossweave::translate::Srx;
    let error =
        Srx::read(b"<?xml version='1.0' encoding='ebcdic'?><srx version='2.0'/>").unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Unsupported, Some("srx")));
}

#[test]
fn srx_cut() -> Result<(), glossweave::Error> {
    use glossweave::ErrorKind;
    use glossweave::translate::Srx;
    let rules = |expression: &str| {
        Srx::parse(&format!(
            r#"<srx version="2.0"><header cascade="no"/><body>
        <languagerules><languagerule languagerulename="English">
          <rule break="yes"><beforebreak>{expression}</beforebreak><afterbreak>\s</afterbreak></rule>
        </languagerule></languagerules>
        <maprules><languagemap languagepattern="en.*" languagerulename="English"/></maprules>
      </body></srx>"#
        ))
    };
    let stops = rules(r"\.")?;
    assert_eq!(stops.cut("One. Two.", &"en".parse()?)?, ["One.", " Two."]);
    // The rules do not include French.
    assert_eq!(stops.cut("Un. Deux.", &"fr".parse()?)?, ["Un. Deux."]);
    let error =
        rules("[").and_then(|rules| rules.cut("One. Two.", &"en".parse()?).map(drop)).unwrap_err();
    assert_eq!((error.kind(), error.location().unwrap().line()), (ErrorKind::Malformed, 3));
    Ok(())
}
