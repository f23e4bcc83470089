//! The public items of `core/entity/src/import/mod.rs`.

#[test]
fn import() -> Result<(), Box<dyn std::error::Error>> {
    use glossweave::entity::{Import, Passage, Recognizer};
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("towns.csv");
    std::fs::write(&path, "Id;Name;Irish\n7;Cork;Corcaigh\n8;;\n")?;
    let mut import = Import::new("csv")?;
    import.set("column", "uri=http://example.org/{Id}")?;
    import.set("column", "label@en=Name")?;
    import.set("column", "label@ga=Irish")?;
    let (builder, report) = import.read(&[&path], &mut |_| Ok(()))?;
    assert_eq!((report.entities, report.names), (1, 2));
    assert!(report.to_string().contains("skipped entities without a name: 1 (towns.csv:3)"));
    let found = builder.build()?.recognize(&Passage::new("From Corcaigh"))?;
    assert_eq!(&*found[0].as_entity().unwrap().idents[0], "http://example.org/7");
    Ok(())
}

#[test]
fn import_new() {
    use glossweave::entity::Import;
    assert!(Import::NAMES.contains(&"geonames"));
    let error = Import::new("geoname").unwrap_err();
    assert!(error.message().contains("geonames"));
}

#[test]
fn import_set() -> Result<(), glossweave::Error> {
    use glossweave::entity::Import;
    let mut places = Import::new("geonames")?;
    places.set("language", "en,ga")?;
    places.set("class", "https://www.geonames.org/ontology#P")?;
    let error = places.set("language", "Irish language").unwrap_err();
    assert_eq!(error.parameter(), Some("language"));
    Ok(())
}

#[test]
fn import_with_journal() -> Result<(), Box<dyn std::error::Error>> {
    use glossweave::entity::Import;
    use glossweave::{Error, ErrorKind};
    let folder = tempfile::tempdir()?;
    let (path, journal) = (folder.path().join("towns.csv"), folder.path().join("towns.journal"));
    std::fs::write(&path, "uri,label\nhttp://example.org/cork,Cork\n".repeat(9_000))?;
    let import = Import::new("csv")?.with_journal(&journal);
    let mut end = |_| Err(Error::new(ErrorKind::Unavailable, "the user is in a hurry"));
    assert!(import.read(&[&path], &mut end).is_err());
    let (_, report) = import.read(&[&path], &mut |_| Ok(()))?;
    assert_eq!(report.entities, 1);
    assert!(!journal.exists());
    Ok(())
}

#[test]
fn import_write_table() -> Result<(), Box<dyn std::error::Error>> {
    use glossweave::entity::Import;
    let folder = tempfile::tempdir()?;
    let (terms, table) = (folder.path().join("rivers.obo"), folder.path().join("rivers.csv"));
    let term = "[Term]\nid: ZZ:7\nname: Lee\ndef: \"A river of Cork.\" []\n";
    std::fs::write(&terms, term)?;
    Import::new("obo")?.write_table(&[&terms], &table, &mut |_| Ok(()))?;
    let row = "http://purl.obolibrary.org/obo/ZZ_7,Lee,,,1,term,A river of Cork.";
    assert_eq!(std::fs::read_to_string(&table)?.lines().nth(1), Some(row));
    Ok(())
}
