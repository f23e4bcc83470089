//! The public items of `core/document/src/map.rs`.

#[test]
fn span_map() -> Result<(), glossweave::Error> {
    use glossweave::Format;
    use glossweave::document::PieceKind;
    let page = glossweave::decode("<p>Caf&eacute;", Format::Html, &Default::default())?;
    let kinds: Vec<_> = page.map().pieces().map(|piece| piece.kind).collect();
    assert_eq!(kinds, [PieceKind::Literal, PieceKind::Atomic]);
    // The pieces from the character reference on.
    let reference = page.map().pieces_from(3).next().unwrap();
    assert_eq!(&page.source().bytes()[reference.source.range()], b"&eacute;");
    Ok(())
}

#[test]
fn span_map_pieces() -> Result<(), glossweave::Error> {
    use glossweave::{DecodeOptions, Format};
    let page = "<p>To <b>C&oacute;rk</b>";
    let page = glossweave::decode(page, Format::Html, &DecodeOptions::default())?;
    // The source of each stretch of the text.
    let source = page.source().bytes();
    let pieces: Vec<(&str, &[u8])> = page
        .map()
        .pieces()
        .map(|piece| (&page.text()[piece.text.range()], &source[piece.source.range()]))
        .collect();
    assert!(pieces.contains(&("ó", &b"&oacute;"[..])));
    Ok(())
}
