//! The public items of `core/ner/src/tagger/corpus.rs`.

#[test]
fn corpus() -> Result<(), glossweave::Error> {
    use glossweave::entity::Corpus;
    let corpus = Corpus::from_conll("To O\nCork B-LOC\n\nMary B-PER\nMurphy I-PER\n")?;
    assert_eq!(corpus.classes, ["LOC", "PER"]);
    assert_eq!(corpus.documents[1][0].mentions[0].end, 2);
    Ok(())
}

#[test]
fn corpus_tokens() -> Result<(), glossweave::Error> {
    use glossweave::entity::Corpus;
    let corpus = Corpus::from_conll("To O\nCork B-LOC\n\nMary B-PER\nMurphy I-PER\n")?;
    assert_eq!(corpus.tokens(), 4);
    Ok(())
}

#[test]
fn corpus_sentences() -> Result<(), glossweave::Error> {
    use glossweave::entity::Corpus;
    let corpus = Corpus::from_conll("To O\nCork B-LOC\n\nMary B-PER\nMurphy I-PER\n")?;
    assert!(corpus.sentences().map(|sentence| sentence.mentions.len()).eq([1, 1]));
    Ok(())
}

#[test]
fn scores() {
    use glossweave::entity::Scores;
    let mut scores = Scores::default();
    (scores.expected, scores.found, scores.correct) = (4, 3, 2);
    assert_eq!((scores.precision(), scores.recall()), (2.0 / 3.0, 0.5));
    assert!((scores.f1() - 4.0 / 7.0).abs() < 1e-9);
}

#[test]
fn scores_precision() {
    use glossweave::entity::Scores;
    // Nothing was found, and nothing was expected.
    assert_eq!(Scores::default().precision(), 0.0);
}
