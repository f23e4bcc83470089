//! The public items of `core/ner/src/mention_training.rs`.

#[test]
fn mention_training() -> Result<(), glossweave::Error> {
    use glossweave::entity::{MentionTraining, WordClasses};
    let classes = WordClasses::from_paths("0110\tcork\t12\n0111\tdublin\t20\n".as_bytes())?;
    let training =
        MentionTraining::default().with_word_classes(classes).with_language("en").with_rounds(4);
    assert_eq!((training.languages.len(), training.rounds), (1, 4));
    Ok(())
}

#[test]
fn mention_training_set() -> Result<(), glossweave::Error> {
    use glossweave::entity::MentionTraining;
    let mut training = MentionTraining::default();
    training.set("language", "ga")?;
    training.set("rounds", "4")?;
    assert_eq!((training.languages, training.rounds), (vec!["ga".to_owned()], 4));
    let error = MentionTraining::default().set("rounds", "many").unwrap_err();
    assert_eq!(error.parameter(), Some("rounds"));
    Ok(())
}

#[test]
fn mention_model_train_watched() -> Result<(), glossweave::Error> {
    use glossweave::entity::{Corpus, Dictionary, MentionModel, MentionTraining};
    let names = Dictionary::from_csv("uri,label\nhttp://example.org/nice,Nice\n".as_bytes())?;
    let corpus = Corpus::from_conll("To O\nNice B-LOC\n\nNice O\ndays O\n")?;
    let mut reports = 0;
    MentionModel::train_watched(&corpus, &names, &MentionTraining::default(), &mut |_| {
        reports += 1;
        Ok(())
    })?;
    assert!(reports > 0);
    Ok(())
}
