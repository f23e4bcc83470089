//! The public items of `core/ner/src/tagger/train.rs`.

#[test]
fn training() -> Result<(), glossweave::Error> {
    use glossweave::entity::{Corpus, Tagger, Training};
    let training = Training::default()
        .with_rounds(5)
        .with_patience(0)
        .with_max_features(1000)
        .with_iri("LOC", "http://schema.org/Place")
        .with_names(["Cork", "Cobh"]);
    let corpus = Corpus::from_conll("To O\nCork B-LOC\n")?;
    let tagger = Tagger::train(&corpus, &training)?;
    assert!(tagger.classes().eq([("LOC", "http://schema.org/Place")]));
    Ok(())
}

#[test]
fn training_with_iri() -> Result<(), glossweave::Error> {
    use glossweave::entity::{Corpus, Tagger, Training};
    let mut training =
        Training::default().with_language("en").with_iri("CITY", "http://schema.org/City");
    training.set("namespace", "http://example.org/classes/")?;
    let corpus = Corpus::from_conll("To O\nCork B-CITY\n\nThe O\nLee B-RIVER\n")?;
    let tagger = Tagger::train(&corpus, &training)?;
    let iris: Vec<_> = tagger.classes().map(|(_, iri)| iri).collect();
    assert_eq!(iris, ["http://schema.org/City", "http://example.org/classes/RIVER"]);
    Ok(())
}

#[test]
fn training_with_word_classes() -> Result<(), glossweave::Error> {
    use glossweave::entity::{Corpus, Tagger, Training, WordClasses};
    let paths = "00\tcork\t9\n00\tsligo\t8\n10\ttea\t7\n10\tcoffee\t5\n";
    let training =
        Training::default().with_word_classes(WordClasses::from_paths(paths.as_bytes())?);
    let corpus = Corpus::from_conll(&"see O\ncork B-LOC\n\nsee O\ntea O\n\n".repeat(5))?;
    let tagger = Tagger::train(&corpus, &training)?;
    let sentences = ["sligo", "coffee"].map(|word| vec!["see".to_owned(), word.to_owned()]);
    let found = tagger.tag(&sentences);
    assert_eq!((found[0].len(), found[1].len()), (1, 0));
    Ok(())
}

#[test]
fn training_set() -> Result<(), glossweave::Error> {
    use glossweave::entity::Training;
    let mut training = Training::default();
    for (name, value) in [("rounds", "20"), ("iri", "LOC=http://schema.org/Place")] {
        training.set(name, value)?;
    }
    assert_eq!(training.rounds, 20);
    let error = training.set("patience", "little").unwrap_err();
    assert_eq!(error.parameter(), Some("patience"));
    Ok(())
}
