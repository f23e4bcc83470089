//! The public items of `core/entity/src/import/report.rs`.

#[test]
fn skip_reason() {
    use glossweave::entity::SkipReason;
    assert_eq!(SkipReason::NoName.name(), "no-name");
    assert_eq!(SkipReason::NoName.message(), "entities without a name");
}

#[test]
fn import_report() -> Result<(), Box<dyn std::error::Error>> {
    use glossweave::entity::{Import, SkipReason};
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("towns.csv");
    std::fs::write(&path, "uri,label\nhttp://example.org/cork,Cork\nhttp://example.org/cobh,\n")?;
    let (_, report) = Import::new("csv")?.read(&[&path], &mut |_| Ok(()))?;
    assert_eq!(report.count(SkipReason::NoName), 1);
    let skipped: Vec<_> = report.skipped().map(|one| (one.reason.name(), one.count)).collect();
    assert_eq!(skipped, [("no-name", 1)]);
    assert_eq!(SkipReason::NoName.message(), "entities without a name");
    Ok(())
}
