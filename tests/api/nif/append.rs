//! The public items of `core/nif/src/nif/append.rs`.

#[test]
fn nif_annotate() -> Result<(), glossweave::Error> {
    use glossweave::annotation::{Annotation, Entity};
    use glossweave::text::TextSpan;
    use glossweave::{Format, nif, rdf};
    let source = b"@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
    <http://a.example/#char=0,9> a nif:Context ; nif:isString 'In Dublin' ; <http://a.example/p> 1 .";
    let mut read = nif::read(source, Format::Turtle, None)?;
    let dublin = Entity::new("http://dbpedia.org/resource/Dublin");
    read.annotate(0, &[Annotation::entity(TextSpan::new(3, 9), dublin)])?;
    let turtle = rdf::write(read.graph(), Format::Turtle)?;
    let turtle = String::from_utf8_lossy(&turtle);
    assert!(turtle.contains("<http://a.example/#char=3,9>") && turtle.contains("/p>"));
    Ok(())
}

#[test]
fn nif_annotate_2() -> Result<(), glossweave::Error> {
    use glossweave::annotation::{Annotation, Entity};
    use glossweave::text::TextSpan;
    use glossweave::{ErrorKind, Format, nif};
    let source = b"@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
    <http://a.example/#char=0,4> a nif:Context ; nif:isString 'Cork' .";
    let mut read = nif::read(source, Format::Turtle, None)?;
    let before = read.graph().len();
    let cork =
        |end| Annotation::entity(TextSpan::new(0, end), Entity::new("http://example.org/cork"));
    for (context, end) in [(1, 4), (0, 5)] {
        let error = read.annotate(context, &[cork(end)]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Invalid);
    }
    assert_eq!(read.graph().len(), before);
    Ok(())
}
