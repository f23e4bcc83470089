//! The public items of `core/ner/src/tagger/text.rs`.

#[test]
fn corpus_add() {
    use glossweave::annotation::{Annotation, Entity};
    use glossweave::entity::{Corpus, Passage};
    use glossweave::text::TextSpan;
    let cork = Entity::new("http://example.org/cork")
        .with_class("http://nerd.eurecom.fr/ontology#Location");
    let cork = Annotation::entity(TextSpan::new(8, 12), cork);
    let mut corpus = Corpus::default();
    assert_eq!(corpus.add(&Passage::new("We like Cork."), &[cork]), 1);
    assert_eq!(corpus.sentences().next().unwrap().mentions[0].start, 2);
}

#[test]
fn corpus_add_2() {
    use glossweave::annotation::{Annotation, Entity};
    use glossweave::entity::{Corpus, Passage};
    use glossweave::text::TextSpan;
    let city = Entity::default().with_class("http://schema.org/City");
    let part = Annotation::entity(TextSpan::new(3, 6), city);
    let nothing = Annotation::entity(TextSpan::new(3, 7), Entity::new("http://example.org/cork"));
    assert_eq!(Corpus::default().add(&Passage::new("To Cork"), &[part, nothing]), 0);
}
