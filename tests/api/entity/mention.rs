//! The public items of `core/ner/src/mention/mod.rs`.

#[test]
fn mention_model() -> Result<(), glossweave::Error> {
    use glossweave::entity::{
        Corpus, Dictionary, MentionModel, MentionTraining, Passage, Recognizer,
    };
    let mut text = String::new();
    for _ in 0..20 {
        text += "We O\nwent O\nto O\nNice B-LOC\n. O\n\nNice O\nweather O\n! O\n\n";
    }
    let names = Dictionary::from_csv("uri,label\nhttp://example.org/nice,Nice\n".as_bytes())?;
    let model =
        MentionModel::train(&Corpus::from_conll(&text)?, &names, &MentionTraining::default())?;
    let names = names.with_mention_model(model);
    let found = names.recognize(&Passage::new("Nice people. We went to Nice."))?;
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].span().range(), 24..28);
    Ok(())
}

#[test]
fn mention_model_open() -> Result<(), Box<dyn std::error::Error>> {
    use glossweave::ErrorKind;
    use glossweave::entity::{Corpus, Dictionary, MentionModel, MentionTraining};
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("en.mentions");
    let names = Dictionary::from_csv("uri,label\nhttp://example.org/nice,Nice\n".as_bytes())?;
    let corpus = Corpus::from_conll(&"To O\nNice B-LOC\n\nNice O\ndays O\n\n".repeat(9))?;
    let training = MentionTraining::default().with_language("en").with_rounds(2);
    MentionModel::train(&corpus, &names, &training)?.save(&path)?;
    let model = MentionModel::open(&path)?;
    model.verify()?;
    let copy = MentionModel::from_bytes(model.to_bytes()?)?.at_revision(&model.revision())?;
    assert!(copy.languages().eq(["en"]));
    // Reports only mentions that are almost certain.
    let _names = names.with_mention_model(copy.with_threshold(0.9));
    std::fs::write(&path, "no model")?;
    assert_eq!(MentionModel::open(&path).unwrap_err().kind(), ErrorKind::Storage);
    Ok(())
}

#[test]
fn mention_model_set() -> Result<(), glossweave::Error> {
    use glossweave::entity::{
        Corpus, Dictionary, MentionModel, MentionTraining, Passage, Recognizer,
    };
    let names = Dictionary::from_csv("uri,label\nhttp://example.org/nice,Nice\n".as_bytes())?;
    let corpus = Corpus::from_conll(&"To O\nNice B-LOC\n\nNice O\ndays O\n\n".repeat(9))?;
    let mut model = MentionModel::train(&corpus, &names, &MentionTraining::default())?;
    assert_eq!(model.set("threshold", "1.5").unwrap_err().parameter(), Some("threshold"));
    model.set("threshold", "0")?;
    let found = names.with_mention_model(model).recognize(&Passage::new("Nice days. To Nice."))?;
    assert_eq!(found.len(), 2);
    Ok(())
}

#[test]
fn mention_model_word_classes() -> Result<(), glossweave::Error> {
    use glossweave::entity::{Corpus, Dictionary, MentionModel, MentionTraining, WordClasses};
    let names = Dictionary::from_csv("uri,label\nhttp://example.org/nice,Nice\n".as_bytes())?;
    let corpus = Corpus::from_conll(&"To O\nNice B-LOC\n\nNice O\ndays O\n\n".repeat(9))?;
    let classes = WordClasses::from_paths("0110\tnice\t12\n0111\tdays\t20\n".as_bytes())?;
    let training = MentionTraining::default().with_word_classes(classes);
    let model = MentionModel::train(&corpus, &names, &training)?;
    let again = MentionTraining::default().with_word_classes(model.word_classes().clone());
    assert_eq!(MentionModel::train(&corpus, &names, &again)?.revision(), model.revision());
    Ok(())
}
