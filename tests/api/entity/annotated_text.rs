//! The public items of `core/entity/src/annotated_text.rs`.

#[test]
fn corpus_from_nif() -> Result<(), glossweave::Error> {
    use glossweave::entity::read_corpus;
    use glossweave::{ErrorKind, Format};
    let turtle = br#"
        @prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
        @prefix itsrdf: <http://www.w3.org/2005/11/its/rdf#> .
        @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
        <http://example.org/#char=0,7> a nif:Context ; nif:isString "To Cork" .
        <http://example.org/#char=3,7> nif:referenceContext <http://example.org/#char=0,7> ;
            nif:beginIndex "3"^^xsd:nonNegativeInteger ; nif:endIndex "7"^^xsd:nonNegativeInteger ;
            itsrdf:taClassRef <http://schema.org/City> ."#;
    let corpus = read_corpus(turtle, Some(Format::Turtle))?;
    assert_eq!(corpus.classes, ["http://schema.org/City"]);
    assert_eq!(corpus.sentences().next().unwrap().mentions[0].start, 1);
    assert_eq!(read_corpus(b"", Some(Format::Turtle)).unwrap_err().kind(), ErrorKind::Invalid);
    Ok(())
}

#[test]
fn corpus_read() -> Result<(), glossweave::Error> {
    use glossweave::entity::read_corpus;
    use glossweave::{ErrorKind, Format};
    let page = b"<p>To <span its-ta-class-ref='http://schema.org/City'>Cork</span>";
    let corpus = read_corpus(page, Some(Format::Html))?;
    assert_eq!(corpus.sentences().next().unwrap().mentions[0].start, 1);
    assert_eq!(read_corpus(b"To O\nCork B-LOC\n", None)?.tokens(), 2);
    assert_eq!(read_corpus(b"To Cork", Some(Format::Text)).unwrap_err().kind(), ErrorKind::Invalid);
    Ok(())
}

#[test]
fn linked_corpus_read() -> Result<(), glossweave::Error> {
    use glossweave::entity::LinkedCorpus;
    use glossweave::{ErrorKind, Format};
    let page = b"<p>To <span its-ta-ident-ref='http://example.org/cork'>Cork</span>";
    assert_eq!(LinkedCorpus::read(page, Some(Format::Html))?.names(), 1);
    let columns = b"To O\nCork B-http://example.org/cork\n";
    assert_eq!(LinkedCorpus::read(columns, None)?.names(), 1);
    assert_eq!(LinkedCorpus::read(columns, Some(Format::Conll2003))?.names(), 1);
    assert_eq!(
        LinkedCorpus::read(b"To O\nCork B-LOC\n", None).unwrap_err().kind(),
        ErrorKind::Invalid
    );
    Ok(())
}
