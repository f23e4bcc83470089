//! The public items of `core/dictionary/src/lib.rs`.

#[test]
fn dictionary_builder() -> Result<(), glossweave::Error> {
    use glossweave::entity::{Dictionary, Entry};
    let mut builder = Dictionary::builder();
    builder.add(&Entry::new("http://example.org/cork", "Cork").in_language("en"))?;
    assert_eq!(builder.build()?.labels(), 1);
    Ok(())
}

#[test]
fn dictionary_from_csv() -> Result<(), glossweave::Error> {
    use glossweave::entity::Dictionary;
    // The columns can be in any order, separated by tabs or semicolons.
    let table = "label;uri;language\nCork;http://example.org/cork;en\nCorcaigh;http://example.org/cork;ga\n";
    assert_eq!(Dictionary::from_csv(table.as_bytes())?.entries(), 2);
    Ok(())
}

#[test]
fn dictionary_from_csv_2() -> Result<(), glossweave::Error> {
    use glossweave::ErrorKind;
    use glossweave::entity::Dictionary;
    let table =
        "uri,label,weight\nhttp://example.org/cork,Cork,3\nhttp://example.org/cobh,Cobh,many\n";
    assert_eq!(Dictionary::from_csv(table.as_bytes())?.labels(), 1);
    let table = "uri,label,weight\n\nhttp://example.org/cobh,Cobh,many\n";
    let error = Dictionary::from_csv(table.as_bytes()).unwrap_err();
    assert_eq!((error.kind(), error.location().unwrap().line()), (ErrorKind::Malformed, 3));
    Ok(())
}

#[test]
fn dictionary_from_bytes() -> Result<(), glossweave::Error> {
    use glossweave::ErrorKind;
    use glossweave::entity::Dictionary;
    let names = Dictionary::from_csv("uri,label\nhttp://example.org/cork,Cork\n".as_bytes())?;
    let copy = Dictionary::from_bytes(names.to_bytes()?)?;
    assert_eq!(copy.revision(), names.revision());
    assert_eq!(
        Dictionary::from_bytes(b"uri,label".to_vec()).unwrap_err().kind(),
        ErrorKind::Storage
    );
    Ok(())
}

#[test]
fn dictionary_open() -> Result<(), Box<dyn std::error::Error>> {
    use glossweave::entity::Dictionary;
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("names");
    let names = Dictionary::from_csv("uri,label\nhttp://example.org/cork,Cork\n".as_bytes())?;
    names.save(&path)?;
    let opened = Dictionary::open(&path)?;
    opened.verify()?;
    assert_eq!(opened.labels(), 1);
    Ok(())
}

#[test]
fn dictionary_open_2() -> Result<(), Box<dyn std::error::Error>> {
    use glossweave::ErrorKind;
    use glossweave::entity::Dictionary;
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("names.csv");
    // A table must be read instead of opened.
    std::fs::write(&path, "uri,label\nhttp://example.org/cork,Cork\n")?;
    assert_eq!(Dictionary::open(&path).unwrap_err().kind(), ErrorKind::Storage);
    Ok(())
}

#[test]
fn dictionary_at_revision() -> Result<(), glossweave::Error> {
    use glossweave::entity::Dictionary;
    let names = Dictionary::from_csv("uri,label\nhttp://example.org/cork,Cork\n".as_bytes())?;
    let revision = names.revision();
    let names = names.at_revision(&revision)?;
    let error = names.at_revision("0123456789abcdef").unwrap_err();
    assert_eq!(error.parameter(), Some("revision"));
    Ok(())
}

#[test]
fn dictionary_verify() -> Result<(), glossweave::Error> {
    use glossweave::ErrorKind;
    use glossweave::entity::Dictionary;
    let names = Dictionary::from_csv("uri,label\nhttp://example.org/cork,Cork\n".as_bytes())?;
    let mut bytes = names.to_bytes()?;
    if let Some(last) = bytes.last_mut() {
        *last ^= 1;
    }
    let error = Dictionary::from_bytes(bytes).and_then(|names| names.verify()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Storage);
    Ok(())
}

#[test]
fn dictionary_each_match() -> Result<(), glossweave::Error> {
    use glossweave::entity::{Dictionary, Passage};
    let names = Dictionary::from_csv("label,uri\nCork,http://example.org/cork\n".as_bytes())?;
    let mut count = 0;
    names.each_match(&Passage::new("Cork, corks, CORK"), |found| {
        assert_eq!(found.idents().next().unwrap()?, "http://example.org/cork");
        count += 1;
        Ok(())
    })?;
    assert_eq!(count, 2);
    Ok(())
}

#[test]
fn dictionary_each_match_2() -> Result<(), glossweave::Error> {
    use glossweave::entity::{Dictionary, Passage};
    use glossweave::{Error, ErrorKind};
    let names = Dictionary::from_csv("label,uri\nCork,http://example.org/cork\n".as_bytes())?;
    let mut count = 0;
    let error = names.each_match(&Passage::new("Cork, Cork, Cork"), |_| {
        count += 1;
        if count < 2 { Ok(()) } else { Err(Error::new(ErrorKind::TooLarge, "two are enough")) }
    });
    assert_eq!((error.unwrap_err().kind(), count), (ErrorKind::TooLarge, 2));
    Ok(())
}

#[test]
fn dictionary_each_shared() -> Result<(), glossweave::Error> {
    use glossweave::entity::Dictionary;
    let names = "label,uri\nCork,http://example.org/city\nCork,http://example.org/bark\n\
        Cobh,http://example.org/cobh\n";
    let mut shared = Vec::new();
    Dictionary::from_csv(names.as_bytes())?.each_shared(|iri| {
        shared.push(iri.to_owned());
        Ok(())
    })?;
    assert_eq!(shared.len(), 2);
    Ok(())
}

#[test]
fn dictionary_labels() -> Result<(), glossweave::Error> {
    use glossweave::entity::Dictionary;
    let table = "uri,label\nhttp://example.org/city,Cork\nhttp://example.org/bark,cork\n";
    let names = Dictionary::from_csv(table.as_bytes())?;
    assert_eq!((names.labels(), names.entries()), (1, 2));
    Ok(())
}

#[test]
fn dictionary_with_mention_model() -> Result<(), glossweave::Error> {
    use glossweave::entity::{
        Corpus, Dictionary, MentionModel, MentionTraining, Passage, Recognizer,
    };
    let names = "uri,label,case\nhttp://example.org/nice,Nice,capital\n";
    let names = Dictionary::from_csv(names.as_bytes())?;
    let corpus = "To O\nNice B-LOC\n. O\n\nNice O\nweather O\n. O\n\n".repeat(20);
    let corpus = Corpus::from_conll(&corpus)?;
    let model = MentionModel::train(&corpus, &names, &MentionTraining::default())?;
    let passage = Passage::new("Nice weather .");
    assert_eq!(names.recognize(&passage)?.len(), 1);
    assert_eq!(names.with_mention_model(model).recognize(&passage)?.len(), 0);
    Ok(())
}
