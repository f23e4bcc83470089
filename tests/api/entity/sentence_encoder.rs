//! The public items of `core/entity/src/sentence_encoder.rs`.

#[test]
fn sentence_encoder() -> Result<(), glossweave::Error> {
    use glossweave::entity::SentenceEncoder;
    /// An encoder that returns the numbers of vowels and of other letters.
    struct Letters;
    impl SentenceEncoder for Letters {
        fn identity(&self) -> &str {
            "letters-1"
        }
        fn dimensions(&self) -> usize {
            2
        }
        fn encode(&self, texts: &[&str]) -> glossweave::Result<Vec<Vec<f32>>> {
            let vowels = |text: &str| text.chars().filter(|c| "aeiou".contains(*c)).count() as f32;
            Ok(texts
                .iter()
                .map(|text| vec![vowels(text), text.len() as f32 - vowels(text)])
                .collect())
        }
    }
    assert_eq!(Letters.encode(&["cork", "lee"])?, [[1.0, 3.0], [2.0, 1.0]]);
    Ok(())
}
