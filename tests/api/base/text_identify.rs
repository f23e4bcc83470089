//! The public items of `core/base/src/text/identify.rs`.

#[test]
fn language_identify() {
    use glossweave::text::Language;
    let text = "Der Bahnhof liegt nicht weit von hier, gleich hinter der alten Brücke.";
    let (language, confidence) = Language::identify(text).unwrap();
    assert_eq!(language.as_str(), "de");
    assert!(confidence > 0.9);
    assert!(Language::identify("12 34").is_none());
}
