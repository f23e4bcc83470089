//! The public items of `core/store/src/store/table.rs`.

#[test]
fn table_name() {
    use glossweave::store::Table;
    assert_eq!(Table::Converters.name(), "converters");
}
