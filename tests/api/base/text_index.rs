//! The public items of `core/base/src/text/index.rs`.

#[test]
fn char_index() {
    use glossweave::text::{CharIndex, CharSpan, TextSpan};
    let text = "a😀b";
    let index = CharIndex::new(text);
    assert_eq!(index.chars(text, TextSpan::new(1, 5)), CharSpan::new(1, 2));
    assert_eq!(index.span(text, CharSpan::new(1, 2)), Some(TextSpan::new(1, 5)));
    assert_eq!(index.span_of_utf16(text, 1, 3), Some(TextSpan::new(1, 5)));
}

#[test]
fn char_index_len() {
    use glossweave::text::CharIndex;
    assert_eq!(CharIndex::new("Córdoba").len(), 7);
    assert!(CharIndex::new("").is_empty());
}

#[test]
fn char_index_char_at() {
    use glossweave::text::CharIndex;
    let text = "Córdoba";
    let index = CharIndex::new(text);
    assert_eq!(index.char_at(text, 3), 2);
    assert_eq!(index.byte_at(text, 2), Some(3));
    assert_eq!(index.byte_at(text, 8), None);
}

#[test]
fn char_index_byte_at() {
    use glossweave::text::CharIndex;
    let text = "a😀b";
    let index = CharIndex::new(text);
    assert_eq!(index.byte_at(text, 2), Some(5));
    // The end of the text is a position too.
    assert_eq!((index.byte_at(text, 3), index.byte_at(text, 4)), (Some(6), None));
}

#[test]
fn char_index_chars() {
    use glossweave::text::{CharIndex, CharSpan, TextSpan};
    let text = "Łódź, Poland";
    let index = CharIndex::new(text);
    assert_eq!(index.chars(text, TextSpan::new(0, 7)), CharSpan::new(0, 4));
}

#[test]
fn char_index_span() {
    use glossweave::text::{CharIndex, CharSpan};
    let text = "Łódź, Poland";
    let index = CharIndex::new(text);
    // As in `#char=6,12` of NIF.
    let span = index.span(text, CharSpan::new(6, 12)).unwrap();
    assert_eq!(&text[span.range()], "Poland");
    assert_eq!(index.span(text, CharSpan::new(6, 13)), None);
}

#[test]
fn char_index_span_of_utf16() {
    use glossweave::text::CharIndex;
    let text = "🌍 Cork";
    let index = CharIndex::new(text);
    // JavaScript and Java count like this.
    assert_eq!(&text[index.span_of_utf16(text, 3, 7).unwrap().range()], "Cork");
    assert_eq!(index.span_of_utf16(text, 1, 2), None);
}
