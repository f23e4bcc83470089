//! The public items of `core/format-base/src/export_options.rs`.

#[test]
fn export_options() {
    use glossweave::ExportOptions;
    let options = ExportOptions {
        name: Some("letter-2".into()),
        max_output_bytes: Some(1 << 20),
        ..ExportOptions::default()
    };
    assert_eq!(options.name.as_deref(), Some("letter-2"));
}

#[test]
fn export_options_set() -> Result<(), glossweave::Error> {
    use glossweave::ExportOptions;
    let mut options = ExportOptions::default();
    options.set("max-output-bytes", "1000")?;
    assert_eq!(options.max_output_bytes, Some(1_000));
    assert_eq!(options.set("colour", "red").unwrap_err().parameter(), Some("colour"));
    Ok(())
}
