//! The public items of `core/ner/src/name_list.rs`.

#[test]
fn training_with_dictionary() -> Result<(), glossweave::Error> {
    use glossweave::entity::{Corpus, Dictionary, Tagger, Training};
    let names = ["cork", "ennis", "athy", "sligo"]
        .map(|name| format!("a:{name},{name},http://schema.org/City\n"));
    let names = Dictionary::from_csv(format!("uri,label,type\n{}", names.concat()).as_bytes())?;
    let towns = [("cork", "tea"), ("ennis", "milk"), ("athy", "bread")]
        .map(|(town, other)| format!("see O\n{town} B-LOC\n\nsee O\n{other} O\n\n"));
    let corpus = Corpus::from_conll(&towns.concat())?;
    let tagger = Tagger::train(&corpus, &Training::default().with_dictionary(&names)?)?;
    let sentences = ["sligo", "coffee"].map(|word| vec!["see".to_owned(), word.to_owned()]);
    let found = tagger.tag(&sentences);
    assert_eq!((found[0].len(), found[1].len()), (1, 0));
    Ok(())
}
