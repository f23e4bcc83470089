//! The public items of `core/ner/src/tagger/conll.rs`.

#[test]
fn corpus_from_conll() -> Result<(), glossweave::Error> {
    use glossweave::entity::Corpus;
    let columns = "-DOCSTART- -X- O O\n\nCork NNP B-NP B-LOC\nHarbour NNP I-NP I-LOC\n";
    let corpus = Corpus::from_conll(columns)?;
    let sentence = &corpus.documents[0][0];
    assert_eq!(sentence.tokens, ["Cork", "Harbour"]);
    assert_eq!((sentence.mentions[0].start, sentence.mentions[0].end), (0, 2));
    let error = Corpus::from_conll("To O\nCork B-LOC extra?\n").unwrap_err();
    assert_eq!(error.location().unwrap().line(), 2);
    Ok(())
}

#[test]
fn corpus_from_conll_2() -> Result<(), glossweave::Error> {
    use glossweave::entity::Corpus;
    let bio = Corpus::from_conll("Cork B-LOC\nHarbour I-LOC\nand O\nCobh B-LOC\n")?;
    assert_eq!(Corpus::from_conll("Cork B-LOC\nHarbour L-LOC\nand O\nCobh U-LOC\n")?, bio);
    assert_eq!(Corpus::from_conll("Cork B-LOC\nHarbour E-LOC\nand O\nCobh S-LOC\n")?, bio);
    assert_eq!(Corpus::from_conll("Cork I-LOC\nHarbour I-LOC\nand O\nCobh I-LOC\n")?, bio);
    Ok(())
}

#[test]
fn corpus_to_conll() -> Result<(), glossweave::Error> {
    use glossweave::entity::Corpus;
    let corpus = Corpus::from_conll("To O\nCork B-LOC\n")?;
    assert_eq!(Corpus::from_conll(&corpus.to_conll())?, corpus);
    Ok(())
}
