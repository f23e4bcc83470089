//! The public items of `core/ner/src/mention/tagged.rs`.

#[test]
fn mention_model_with_tagger() -> Result<(), glossweave::Error> {
    use glossweave::entity::{
        Corpus, Dictionary, MentionModel, MentionTraining, Passage, Recognizer, Tagger, Training,
    };
    let names = Dictionary::from_csv("uri,label\nhttp://example.org/nice,Nice\n".as_bytes())?;
    let corpus =
        Corpus::from_conll(&"To O\nNice B-LOC\n. O\n\nNice O\ndays O\n. O\n\n".repeat(20))?;
    let model = MentionModel::train(&corpus, &names, &MentionTraining::default())?;
    let model = model.with_tagger(Tagger::train(&corpus, &Training::default())?);
    let fast = names.clone().with_mention_model(model.clone().without_tagger());
    let precise = names.with_mention_model(model);
    for names in [precise, fast] {
        assert_eq!(names.recognize(&Passage::new("Nice days. To Nice."))?.len(), 1);
    }
    Ok(())
}
