//! The public items of `core/base/src/token_usage.rs`.

#[test]
fn token_usage() {
    use glossweave::net::TokenUsage;
    let none = TokenUsage::default();
    assert_eq!(none + none, none);
}
