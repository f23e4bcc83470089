//! The public items of `core/document/src/columns.rs`.

#[test]
fn columns() -> Result<(), glossweave::Error> {
    use glossweave::document::Columns;
    use glossweave::{DecodeOptions, Format};
    let columns: Columns = "source=English,id=Nr".parse()?;
    assert_eq!(columns.source, ["English"]);
    let table = "Nr;English;Width\n1;red house;20\n";
    let options = DecodeOptions { columns: Some(columns), ..DecodeOptions::default() };
    let table = glossweave::decode(table, Format::Csv, &options)?;
    let unit = table.units().next().unwrap();
    assert_eq!((unit.text(), unit.name()), ("red house", Some("1")));
    Ok(())
}
