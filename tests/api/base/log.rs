//! The public items of `core/base/src/log.rs`.

#[test]
fn level_name() {
    use glossweave::log::Level;
    assert_eq!(Level::ALL.map(Level::name), ["error", "warn", "info", "debug"]);
}
