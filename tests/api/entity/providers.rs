//! The public items of `core/entity/src/providers.rs`.

#[test]
fn open_recognizer() -> Result<(), glossweave::Error> {
    use glossweave::entity::open_recognizer;
    let recognizer =
        open_recognizer("spotlight", "http://localhost:2222/rest", [("confidence", "0.5")])?;
    let error = open_recognizer("spotlight", "http://localhost:2222/rest", [("confidence", "2")]);
    assert_eq!(
        error.err().and_then(|error| error.parameter().map(str::to_owned)).as_deref(),
        Some("confidence")
    );
    let _ = recognizer;
    Ok(())
}

#[test]
fn open_recognizer_2() -> Result<(), Box<dyn std::error::Error>> {
    use glossweave::ErrorKind;
    use glossweave::entity::{Passage, open_recognizer};
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("places.csv");
    std::fs::write(&path, "uri,label\nhttp://example.org/cork,Cork\n")?;
    let path = path.to_str().unwrap();
    let names = open_recognizer("dictionary", path, [])?;
    assert_eq!(names.recognize(&Passage::new("To Cork"))?.len(), 1);

    let error = open_recognizer("dictionary", "/no/such/file.csv", []).err().unwrap();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Storage, Some("place")));
    let error = open_recognizer("dictionary", path, [("colour", "red")]).err().unwrap();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("colour")));
    Ok(())
}

#[test]
fn open_recognizer_3() -> Result<(), glossweave::Error> {
    use glossweave::entity::{Passage, open_recognizer};
    let ticket = r#"{"protocol": "patterns", "place": "none",
        "options": {"pattern": ["http://example.org/Ticket - GLOSS-[0-9]+"]}}"#;
    let parts = [("recognizer", "patterns date,url"), ("recognizer", ticket)];
    let all = open_recognizer("combination", "union", parts)?;
    assert_eq!(all.recognize(&Passage::new("GLOSS-42 of 2024-05-05"))?.len(), 2);
    Ok(())
}
