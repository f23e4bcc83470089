//! The public items of `core/ner/src/tagger/mod.rs`.

#[test]
fn tagger() -> Result<(), glossweave::Error> {
    use glossweave::entity::{Corpus, Passage, Recognizer, Tagger, Training};
    let mut text = String::new();
    for name in ["Cork", "Dublin", "Galway", "Sligo"] {
        text += &format!("We O\nwent O\nto O\n{name} B-LOC\n. O\n\n");
    }
    let tagger = Tagger::train(&Corpus::from_conll(&text)?, &Training::default())?;
    let found = tagger.recognize(&Passage::new("We went to Limerick."))?;
    assert_eq!(found[0].span().range(), 11..19);
    let entity = found[0].as_entity().unwrap();
    assert_eq!(&*entity.classes[0], "http://nerd.eurecom.fr/ontology#Location");
    Ok(())
}

#[test]
fn tagger_train() -> Result<(), glossweave::Error> {
    use glossweave::ErrorKind;
    use glossweave::entity::{Corpus, Tagger, Training};
    let nothing = Corpus::from_conll("To O\nCork O\n")?;
    let error = Tagger::train(&nothing, &Training::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Invalid);
    Ok(())
}

#[test]
fn tagger_train_watched() -> Result<(), glossweave::Error> {
    use glossweave::entity::{Corpus, Tagger, Training};
    let corpus = Corpus::from_conll("To O\nCork B-LOC\n\nMary B-PER\nspoke O\n")?;
    let mut reports = 0;
    Tagger::train_watched(&corpus, &Training::default().with_rounds(2), &mut |_| {
        reports += 1;
        Ok(())
    })?;
    assert!(reports > 0);
    Ok(())
}

#[test]
fn tagger_train_watched_2() -> Result<(), glossweave::Error> {
    use glossweave::entity::{Corpus, Tagger, Training};
    use glossweave::{Error, ErrorKind};
    let corpus = Corpus::from_conll("To O\nCork B-LOC\n\nMary B-PER\nspoke O\n")?;
    let mut stop = |_| Err(Error::new(ErrorKind::Deadline, "enough"));
    let error = Tagger::train_watched(&corpus, &Training::default(), &mut stop).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Deadline);
    Ok(())
}

#[test]
fn tagger_open() -> Result<(), Box<dyn std::error::Error>> {
    use glossweave::entity::{Corpus, Tagger, Training};
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("tagger");
    let corpus = Corpus::from_conll("To O\nCork B-LOC\n\nMary B-PER\nspoke O\n")?;
    let tagger = Tagger::train(&corpus, &Training::default().with_rounds(1))?;
    tagger.save(&path)?;
    let opened = Tagger::open(&path)?.at_revision(&tagger.revision())?;
    opened.verify()?;
    assert!(opened.classes().map(|(name, _)| name).eq(["LOC", "PER"]));
    Ok(())
}

#[test]
fn tagger_open_2() {
    use glossweave::ErrorKind;
    use glossweave::entity::Tagger;
    assert_eq!(Tagger::open("/no/such/tagger").unwrap_err().kind(), ErrorKind::Storage);
}

#[test]
fn tagger_from_bytes() -> Result<(), glossweave::Error> {
    use glossweave::entity::{Corpus, Tagger, Training};
    let corpus = Corpus::from_conll("To O\nCork B-LOC\n\nMary B-PER\nspoke O\n")?;
    let tagger = Tagger::train(&corpus, &Training::default().with_rounds(1))?;
    let copy = Tagger::from_bytes(tagger.to_bytes()?)?;
    assert_eq!(copy.revision(), tagger.revision());
    Ok(())
}

#[test]
fn tagger_at_revision() -> Result<(), glossweave::Error> {
    use glossweave::ErrorKind;
    use glossweave::entity::{Corpus, Tagger, Training};
    let corpus = Corpus::from_conll("To O\nCork B-LOC\n\nMary B-PER\nspoke O\n")?;
    let tagger = Tagger::train(&corpus, &Training::default().with_rounds(1))?;
    let error = tagger.at_revision("0123456789abcdef").unwrap_err();
    assert_eq!(
        (error.kind(), error.parameter()),
        (ErrorKind::PreconditionFailed, Some("revision"))
    );
    Ok(())
}

#[test]
fn tagger_classes() -> Result<(), glossweave::Error> {
    use glossweave::entity::{Corpus, Tagger, Training};
    let corpus = Corpus::from_conll("To O\nCork B-LOC\n\nA O\nBoeing B-AIRCRAFT\n")?;
    let tagger = Tagger::train(&corpus, &Training::default().with_rounds(1))?;
    // The usual classes have IRIs that consumers of NIF know.
    let iris: Vec<_> = tagger.classes().map(|(_, iri)| iri).collect();
    assert_eq!(iris[1], "http://nerd.eurecom.fr/ontology#Location");
    Ok(())
}

#[test]
fn tagger_languages() -> Result<(), glossweave::Error> {
    use glossweave::entity::{Corpus, Tagger, Training};
    let corpus = Corpus::from_conll("Go O\nCorcaigh B-LOC\n")?;
    let tagger = Tagger::train(&corpus, &Training::default().with_language("ga"))?;
    assert!(Tagger::from_bytes(tagger.to_bytes()?)?.languages().eq(["ga"]));
    let error = Tagger::train(&corpus, &Training::default().with_language("Irish")).unwrap_err();
    assert_eq!(error.parameter(), Some("language"));
    Ok(())
}

#[test]
fn tagger_tag() -> Result<(), glossweave::Error> {
    use glossweave::entity::{Corpus, Tagger, Training};
    let sentences =
        ["Cork", "Dublin", "Galway"].map(|city| format!("We O\nleft O\n{city} B-LOC\n"));
    let corpus = Corpus::from_conll(&sentences.join("\n"))?;
    let tagger = Tagger::train(&corpus, &Training::default())?;
    let sentence = ["We", "left", "Limerick"].map(str::to_owned).to_vec();
    let (mention, confidence) = tagger.tag(&[sentence])[0][0];
    assert_eq!((mention.start, mention.end), (2, 3));
    assert!(confidence > 0.5);
    Ok(())
}

#[test]
fn tagger_evaluate() -> Result<(), glossweave::Error> {
    use glossweave::entity::{Corpus, Tagger, Training};
    let sentences =
        ["Cork", "Dublin", "Galway"].map(|city| format!("We O\nleft O\n{city} B-LOC\n"));
    let corpus = Corpus::from_conll(&sentences.join("\n"))?;
    let tagger = Tagger::train(&corpus, &Training::default())?;
    let result = tagger.evaluate(&Corpus::from_conll("We O\nleft O\nSligo B-LOC\n")?);
    assert_eq!((result.overall.correct, result.overall.f1()), (1, 1.0));
    assert_eq!((result.tokens, result.correct_tokens), (3, 3));
    Ok(())
}
