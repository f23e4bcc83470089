//! The public items of `core/ner/src/word_classes/mod.rs`.

#[test]
fn word_classes() -> Result<(), glossweave::Error> {
    use glossweave::entity::WordClasses;
    let classes =
        WordClasses::from_paths("0110\tcork\t12\n0111\tdublin\t20\n10\tthe\t900\n".as_bytes())?;
    assert_eq!(classes.path("Dublin").as_deref(), Some("0111"));
    assert_eq!(classes.path("Sligo"), None);
    assert_eq!((classes.len(), classes.is_empty()), (3, false));
    Ok(())
}

#[test]
fn word_classes_from_paths() {
    use glossweave::entity::WordClasses;
    let error = WordClasses::from_paths("010\tcork\t3\n012\tcobh\t1\n".as_bytes()).unwrap_err();
    assert_eq!(error.to_string(), "`012` is not a path of zeros and ones at line 2 column 1");
}

#[test]
fn word_classes_from_vectors() -> Result<(), glossweave::Error> {
    use glossweave::entity::WordClasses;
    let vectors = "the 1 0\ncork 0 1\ndublin 0.1 1\nof 1 0.1\n";
    let classes = WordClasses::from_vectors(vectors.as_bytes(), 1000)?;
    let first_step = |word| classes.path(word).unwrap().remove(0);
    assert_eq!(first_step("cork"), first_step("dublin"));
    assert_ne!(first_step("cork"), first_step("of"));
    Ok(())
}

#[test]
fn word_classes_train() -> Result<(), glossweave::Error> {
    use glossweave::entity::WordClasses;
    let texts =
        ["We went to Cork today . ", "We went to Dublin today . "].map(|text| text.repeat(9));
    let classes = WordClasses::train(texts.iter().map(String::as_str), 1000)?;
    assert!(classes.path("cork").is_some());
    Ok(())
}
