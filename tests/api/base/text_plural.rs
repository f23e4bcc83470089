//! The public items of `core/base/src/text/plural.rs`.

#[test]
fn plural_category() {
    use glossweave::text::PluralCategory;
    assert_eq!(PluralCategory::from_name("few"), Some(PluralCategory::Few));
    assert_eq!(PluralCategory::from_name("some"), None);
    assert!(PluralCategory::Zero < PluralCategory::Other);
}

#[test]
fn plural_category_name() {
    use glossweave::text::PluralCategory;
    assert_eq!(PluralCategory::Many.name(), "many");
}
