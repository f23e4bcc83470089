//! The public items of `core/base/src/secret.rs`.

#[test]
fn secret() {
    use glossweave::Secret;
    assert_eq!(format!("{:?}", Secret::new("correct horse")), "Secret(…)");
}
