//! The public items of `core/document/src/annotation/category.rs`.

#[test]
fn category() -> Result<(), glossweave::Error> {
    use glossweave::annotation::Category;
    let category: Category = "mt-confidence".parse()?;
    assert_eq!(category, Category::MtConfidence);
    assert_eq!(category.fields(), ["mtConfidence"]);
    Ok(())
}

#[test]
fn category_identifier() {
    use glossweave::annotation::Category;
    let named = Category::ALL.iter().find(|category| category.identifier() == "mt-confidence");
    assert_eq!(named, Some(&Category::MtConfidence));
}

#[test]
fn category_fields() {
    use glossweave::annotation::Category;
    assert_eq!(Category::Translate.fields(), ["translate"]);
    // The values of provenance are stored in records, because a text can have several.
    assert!(Category::Provenance.record().contains(&"person"));
    assert!(Category::Translate.record().is_empty());
}

#[test]
fn metadata() -> Result<(), glossweave::Error> {
    use glossweave::annotation::{Category, Metadata};
    let mut issue = Metadata::new(Category::LocQualityIssue);
    issue
        .add_record([("locQualityIssueType", "misspelling"), ("locQualityIssueSeverity", "50")])?;
    assert_eq!(issue.records()[0].len(), 2);
    assert!(issue.set("misspelling", "yes").is_err());
    Ok(())
}

#[test]
fn metadata_2() -> Result<(), glossweave::Error> {
    use glossweave::annotation::{Category, Metadata};
    let mut note = Metadata::new(Category::LocalizationNote);
    assert!(note.is_empty());
    note.set("locNote", "a city")?;
    assert_eq!(
        (note.category(), note.field("locNote")),
        (Category::LocalizationNote, Some("a city"))
    );
    assert_eq!(note.fields().len(), 1);

    let mut issue = Metadata::new(Category::LocQualityIssue);
    issue
        .add_record([("locQualityIssueType", "misspelling"), ("locQualityIssueComment", "Korc")])?;
    assert_eq!(issue.records().len(), 1);
    assert!(issue.set("locNote", "a city").is_err());
    Ok(())
}

#[test]
fn metadata_fields() -> Result<(), glossweave::Error> {
    use glossweave::annotation::{Category, Metadata};
    let mut note = Metadata::new(Category::LocalizationNote);
    note.set("locNoteType", "alert")?;
    note.set("locNote", "a city")?;
    let names: Vec<&str> = note.fields().iter().map(|field| field.0).collect();
    assert_eq!(names, ["locNote", "locNoteType"]);
    Ok(())
}

#[test]
fn metadata_set() -> Result<(), glossweave::Error> {
    use glossweave::ErrorKind;
    use glossweave::annotation::{Category, Metadata};
    let mut note = Metadata::new(Category::LocalizationNote);
    note.set("locNote", "a town")?;
    note.set("locNote", "a city")?;
    assert_eq!(note.field("locNote"), Some("a city"));
    let error = note.set("translate", "no").unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("translate")));
    Ok(())
}

#[test]
fn metadata_add_record() -> Result<(), glossweave::Error> {
    use glossweave::ErrorKind;
    use glossweave::annotation::{Category, Metadata};
    let mut made = Metadata::new(Category::Provenance);
    made.add_record([("person", "Anna"), ("org", "Example Press")])?;
    made.add_record([("revPerson", "Brian")])?;
    assert_eq!(made.records().len(), 2);
    let error = made.add_record([("locNote", "a city")]).unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("locNote")));
    Ok(())
}
