//! The public items of `core/term/src/tbx/mod.rs`.

#[test]
fn tbx() -> Result<(), glossweave::Error> {
    use glossweave::term::{Tbx, TbxStyle};
    let source = b"<martif type='TBX' xml:lang='en'><text><body><termEntry id='c1'>
        <langSet xml:lang='en'><tig><term>black hole</term></tig></langSet>
    </termEntry></body></text></martif>";
    let document = Tbx::read(source)?;
    assert_eq!(document.style(), TbxStyle::Martif);
    assert_eq!(&*document.concepts()?[0].terms[0].text, "black hole");
    let written = document.write(TbxStyle::Dct);
    assert!(written.contains("<conceptEntry id=\"c1\">"));

    let error = Tbx::read(b"<tbx>\n <text>").unwrap_err();
    assert_eq!(error.location().unwrap().line(), 2);
    Ok(())
}

#[test]
fn tbx_read() {
    use glossweave::term::Tbx;
    let error = Tbx::read(b"<html>\n<body/></html>").map(drop).unwrap_err();
    assert_eq!(error.kind(), glossweave::ErrorKind::Malformed);
    assert_eq!(error.location().unwrap().line(), 1);
}

#[test]
fn tbx_style() -> Result<(), glossweave::Error> {
    use glossweave::term::{Tbx, TbxStyle};
    let martif = r#"<martif type="TBX" xml:lang="en"><text><body><termEntry id="c1">
        <langSet xml:lang="en"><tig><term>black hole</term></tig></langSet>
        </termEntry></body></text></martif>"#;
    assert_eq!(Tbx::read(martif.as_bytes())?.style(), TbxStyle::Martif);
    Ok(())
}

#[test]
fn tbx_concepts() -> Result<(), glossweave::Error> {
    use glossweave::term::Tbx;
    let martif = r#"<martif type="TBX" xml:lang="en"><text><body><termEntry id="c1">
        <langSet xml:lang="en"><tig><term>black hole</term></tig></langSet>
        <langSet xml:lang="es"><tig><term>agujero negro</term></tig></langSet>
        </termEntry></body></text></martif>"#;
    let concepts = Tbx::read(martif.as_bytes())?.concepts()?;
    assert_eq!(&*concepts[0].id, "c1");
    assert_eq!(concepts[0].terms_in("es").next().unwrap().text.as_ref(), "agujero negro");
    Ok(())
}

#[test]
fn tbx_concepts_2() -> Result<(), glossweave::Error> {
    use glossweave::ErrorKind;
    use glossweave::term::Tbx;
    let source = b"<martif type='TBX' xml:lang='en'><text><body>
    <termEntry id='c1'><langSet xml:lang='en'><tig><term>black hole</term></tig></langSet></termEntry>
    <termEntry id='c1'><langSet xml:lang='en'><tig><term>star</term></tig></langSet></termEntry>
    </body></text></martif>";
    let error = Tbx::read(source)?.concepts().unwrap_err();
    assert_eq!((error.kind(), error.location().unwrap().line()), (ErrorKind::Malformed, 3));
    Ok(())
}

#[test]
fn tbx_concepts_lenient() -> Result<(), glossweave::Error> {
    use glossweave::term::Tbx;
    let source = b"<martif type='TBX'><text><body>
    <termEntry id='c1'><langSet xml:lang='en'><tig><term>black hole</term></tig></langSet></termEntry>
    <termEntry id='c2'><langSet xml:lang='en'><tig><term/></tig></langSet></termEntry>
    </body></text></martif>";
    let (concepts, skipped) = Tbx::read(source)?.concepts_lenient()?;
    assert_eq!((concepts.len(), skipped.len()), (1, 1));
    assert_eq!((skipped[0].subject(), skipped[0].location().unwrap().line()), ("c2", 3));
    Ok(())
}

#[test]
fn tbx_write() -> Result<(), glossweave::Error> {
    use glossweave::term::{Tbx, TbxStyle};
    let martif = r#"<martif type="TBX" xml:lang="en"><text><body><termEntry id="c1">
        <langSet xml:lang="en"><tig><term>black hole</term></tig></langSet>
        </termEntry></body></text></martif>"#;
    let newer = Tbx::read(martif.as_bytes())?.write(TbxStyle::Dca);
    assert!(newer.contains("<conceptEntry id=\"c1\">"));
    assert_eq!(Tbx::read(newer.as_bytes())?.concepts()?.len(), 1);
    Ok(())
}

#[test]
fn tbx_write_2() -> Result<(), glossweave::Error> {
    use glossweave::term::{Tbx, TbxStyle};
    let source = "<martif type='TBX' xml:lang='en'><text><body><!-- two stars --><termEntry id='c1'>\
        <langSet xml:lang='en'><tig><term>star</term><x-colour>red</x-colour></tig></langSet>\
        </termEntry></body></text></martif>";
    let written = Tbx::read(source.as_bytes())?.write(TbxStyle::Martif);
    assert!(written.contains("<!-- two stars -->") && written.contains("<x-colour>red</x-colour>"));
    Ok(())
}
