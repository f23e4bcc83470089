//! The public items of `core/entity/src/disambiguation/linked.rs`.

#[test]
fn linked_corpus_add() {
    use glossweave::annotation::{Annotation, Entity};
    use glossweave::entity::{LinkedCorpus, Passage};
    use glossweave::text::TextSpan;
    let cork = Annotation::entity(TextSpan::new(3, 7), Entity::new("http://example.org/cork"));
    assert_eq!(LinkedCorpus::default().add(&Passage::new("To Cork"), &[cork]), 1);
}

#[test]
fn linked_corpus_from_corpus() -> Result<(), glossweave::Error> {
    use glossweave::entity::{Corpus, LinkedCorpus};
    let columns = "To O\nCork B-http://example.org/cork\n\nMary B-PER\n";
    let corpus = LinkedCorpus::from_corpus(&Corpus::from_conll(columns)?);
    assert_eq!(corpus.names(), 1);
    Ok(())
}

#[test]
fn linked_corpus_examples_of() -> Result<(), glossweave::Error> {
    use glossweave::Format;
    use glossweave::entity::LinkedCorpus;
    let page = b"<p lang=en>It rains. <span its-ta-ident-ref='http://example.org/cork'>Cork</span> floats.";
    let graph = LinkedCorpus::read(page, Some(Format::Html))?.examples_of(&|_| true);
    let statement = "<http://example.org/cork> <http://www.w3.org/2004/02/skos/core#example> \"Cork floats.\"@en .";
    assert_eq!(
        glossweave::rdf::write(&graph, Format::NTriples)?,
        format!("{statement}\n").into_bytes()
    );
    Ok(())
}

#[test]
fn ranking_weights_fit() -> Result<(), glossweave::Error> {
    use glossweave::entity::{Corpus, Dictionary, Feature, LinkedCorpus, RankingWeights};
    let table =
        "uri,label,weight\nhttp://example.org/city,Cork,9\nhttp://example.org/bark,Cork,1\n";
    let names = Dictionary::from_csv(table.as_bytes())?;
    // The weights of names are more reliable here than usual.
    let columns = "To O\nCork B-http://example.org/city\n\n".repeat(50);
    let corpus = LinkedCorpus::from_corpus(&Corpus::from_conll(&columns)?);
    let weights = RankingWeights::train(&corpus, &names, None)?;
    assert!(weights.weight(Feature::Prior) > RankingWeights::default().weight(Feature::Prior));
    assert!(RankingWeights::train(&LinkedCorpus::default(), &names, None).is_err());
    Ok(())
}

#[test]
fn ranking_weights_fit_graph() -> Result<(), glossweave::Error> {
    use glossweave::entity::{LinkedCorpus, RankingWeights};
    use glossweave::{Format, rdf};
    let turtle = b"@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
        <http://example.org/city> rdfs:label 'Cork' ; rdfs:comment 'a harbour of Ireland' .
        <http://example.org/bark> rdfs:label 'Cork' ; rdfs:comment 'the bark of an oak' .";
    let graph = rdf::read(turtle, Format::Turtle, None)?;
    let corpus = LinkedCorpus::read(b"Harbour O\nof O\nCork B-http://example.org/city\n", None)?;
    let weights = RankingWeights::train_graph(&corpus, &graph, None)?;
    assert_ne!(weights, RankingWeights::default());
    Ok(())
}
