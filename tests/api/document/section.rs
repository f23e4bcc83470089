//! The public items of `core/document/src/section.rs`.

#[test]
fn section() -> Result<(), glossweave::Error> {
    use glossweave::{DecodeOptions, Format};
    let page = glossweave::decode("<p lang=de>Irland", Format::Html, &DecodeOptions::default())?;
    let whole = page.sections().next().unwrap();
    assert_eq!((whole.name, whole.span.range()), (None, 0..6));
    assert_eq!(whole.language.unwrap().as_str(), "de");
    Ok(())
}

#[test]
fn warning() -> Result<(), glossweave::Error> {
    use glossweave::{DecodeOptions, Format};
    let xml = "<!DOCTYPE doc SYSTEM 'doc.dtd'><doc>To &city;</doc>";
    let document = glossweave::decode(xml, Format::Xml, &DecodeOptions::default())?;
    // The entity is declared in a file that is not read.
    let warning = &document.warnings()[0];
    assert!(warning.message().contains("`city`"));
    assert_eq!(&xml[warning.span().range()], "&city;");
    Ok(())
}

#[test]
fn document_sections() -> Result<(), glossweave::Error> {
    let xliff = r#"<xliff version="1.2">
      <file original="a.html" source-language="en" target-language="de" datatype="html"><body>
        <trans-unit id="1"><source>Cork</source></trans-unit></body></file>
      <file original="b.html" source-language="en" target-language="fr" datatype="html"><body>
        <trans-unit id="1"><source>Cobh</source></trans-unit></body></file></xliff>"#;
    let xliff = glossweave::decode(xliff, glossweave::Format::Xliff, &Default::default())?;
    let names: Vec<_> = xliff.sections().map(|section| section.name.unwrap()).collect();
    assert_eq!(names, ["a.html", "b.html"]);
    Ok(())
}

#[test]
fn document_base() -> Result<(), glossweave::Error> {
    use glossweave::{DecodeOptions, Format};
    let page = "<base href='http://a.example/'><p its-term=yes its-term-info-ref=cork>Cork";
    let page = glossweave::decode(page, Format::Html, &DecodeOptions::default())?;
    assert_eq!(page.base(), Some("http://a.example/"));
    Ok(())
}

#[test]
fn document_warnings() -> Result<(), glossweave::Error> {
    use glossweave::{DecodeOptions, Format};
    let page = glossweave::decode("<p>Irland", Format::Html, &DecodeOptions::default())?;
    assert!(page.warnings().is_empty());
    Ok(())
}

#[test]
fn document_warnings_2() -> Result<(), glossweave::Error> {
    use glossweave::{DecodeOptions, Format};
    let xml = "<doc xmlns:its='http://www.w3.org/2005/11/its' xmlns:xlink='http://www.w3.org/1999/xlink'>\
        <its:rules version='2.0' xlink:href='rules.xml'/><p>Cork</p></doc>";
    let document = glossweave::decode(xml, Format::Xml, &DecodeOptions::default())?;
    assert!(document.warnings()[0].message().contains("rules.xml"));
    Ok(())
}

#[test]
fn document_target() -> Result<(), glossweave::Error> {
    use glossweave::{DecodeOptions, Format};
    let file = r#"<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
      <file source-language="en" target-language="de" original="a.txt" datatype="plaintext">
        <body><trans-unit id="7"><source>Town</source><target>Stadt</target></trans-unit></body>
      </file></xliff>"#;
    let file = glossweave::decode(file, Format::Xliff, &DecodeOptions::default())?;
    let town = file.units().next().unwrap();
    assert_eq!((town.text(), town.name()), ("Town", Some("7")));
    assert_eq!(file.target().unwrap().text(), "Stadt");
    assert_eq!(file.target_unit(town).unwrap().text(), "Stadt");
    Ok(())
}

#[test]
fn document_target_2() -> Result<(), glossweave::Error> {
    let xliff = r#"<xliff version="1.2"><file original="x" source-language="en" target-language="ga"
      datatype="plaintext"><body>
      <trans-unit id="1"><source>Cork</source><target>Corcaigh</target></trans-unit>
      <trans-unit id="2"><source>Cobh</source></trans-unit></body></file></xliff>"#;
    let english = glossweave::decode(xliff, glossweave::Format::Xliff, &Default::default())?;
    assert_eq!(english.target().unwrap().text(), "Corcaigh");
    let units: Vec<_> = english.units().collect();
    assert_eq!(english.target_unit(units[0]).unwrap().text(), "Corcaigh");
    assert!(english.target_unit(units[1]).is_none());
    Ok(())
}

#[test]
fn document_target_of() -> Result<(), glossweave::Error> {
    use glossweave::{DecodeOptions, Format};
    let xliff = r#"<xliff version="1.2"><file original="x" source-language="en" target-language="ga"
      datatype="plaintext"><body>
      <trans-unit id="1"><source>Cork</source><target>Corcaigh</target></trans-unit>
      <trans-unit id="2"><source>Cobh</source></trans-unit></body></file></xliff>"#;
    let xliff = glossweave::decode(xliff, Format::Xliff, &DecodeOptions::default())?;
    // The untranslated units.
    let open: Vec<_> = xliff.units().filter(|unit| xliff.target_unit(*unit).is_none()).collect();
    assert_eq!((open.len(), open[0].name()), (1, Some("2")));
    Ok(())
}
