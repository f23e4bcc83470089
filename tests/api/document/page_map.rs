//! The public items of `core/document/src/page_map.rs`.

#[test]
fn page_box_union() {
    use glossweave::document::PageBox;
    let one = PageBox { page: 1, left: 10.0, bottom: 20.0, right: 30.0, top: 32.0 };
    let other = PageBox { left: 5.0, bottom: 8.0, ..one };
    assert_eq!(
        one.union(&other),
        PageBox { page: 1, left: 5.0, bottom: 8.0, right: 30.0, top: 32.0 }
    );
}

#[test]
fn document_page_boxes() {
    use glossweave::Document;
    use glossweave::text::TextSpan;
    // Only documents with pages have boxes.
    let text = Document::of_text("Cork".to_owned(), None);
    assert!(text.page_boxes(TextSpan::new(0, 4)).is_empty());
}

#[test]
fn document_page_fragments() {
    use glossweave::text::TextSpan;
    let text = glossweave::Document::of_text("Cork".to_owned(), None);
    assert!(text.page_fragments(TextSpan::new(0, 4)).is_empty());
}

#[test]
fn document_page_areas() {
    let text = glossweave::Document::of_text("Cork".to_owned(), None);
    assert!(text.page_areas().is_empty());
}
