//! The public items of `core/nif/src/nif/read.rs`.

#[test]
fn context() -> Result<(), glossweave::Error> {
    use glossweave::{Format, nif};
    let turtle = b"@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
    <http://a.example/#char=0,9> a nif:Context ; nif:isString 'In Dublin'@en .
    <http://a.example/#char=3,9> a nif:Phrase ; nif:anchorOf 'Dublin' ;
        nif:referenceContext <http://a.example/#char=0,9> .";
    let read = nif::read(turtle, Format::Turtle, None)?;
    let context = &read.contexts()[0];
    assert_eq!((context.text(), context.iri()), ("In Dublin", "http://a.example/#char=0,9"));
    assert_eq!(context.language(), Some(&"en".parse()?));
    assert_eq!(context.scheme(), nif::Scheme::Rfc5147);
    // There are no statements about `Dublin` yet.
    assert_eq!(context.marked()[0].range(), 3..9);
    assert!(context.annotations().is_empty() && context.units().is_empty());
    assert_eq!(context.document().text(), "In Dublin");
    Ok(())
}

#[test]
fn read() {
    use glossweave::{Format, nif};
    let wrong = b"@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
    <http://a.example/#char=0,6> a nif:Context ; nif:isString 'Dublin' .
    <http://a.example/#char=0,4> nif:referenceContext <http://a.example/#char=0,6> ; nif:anchorOf 'Cork' .";
    let error = nif::read(wrong, Format::Turtle, None).unwrap_err();
    assert!(error.message().contains("http://a.example/#char=0,4"));
}

#[test]
fn read_lenient() -> Result<(), glossweave::Error> {
    use glossweave::{Format, nif};
    let source = b"@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
    <http://a.example/#char=0,2> a nif:Context ; nif:isString 'Hi' .
    <http://a.example/#char=0,9> nif:referenceContext <http://a.example/#char=0,2> .";
    let read = nif::read_lenient(source, Format::Turtle, None)?;
    assert_eq!(read.skipped()[0].subject(), "http://a.example/#char=0,9");
    assert_eq!(read.skipped()[0].location().unwrap().line(), 3);
    Ok(())
}

#[test]
fn nif_from_graph() -> Result<(), glossweave::Error> {
    use glossweave::{Format, nif, rdf};
    let turtle = b"@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
    <http://a.example/#char=0,4> a nif:Context ; nif:isString 'Cork' ; <http://a.example/p> 1 .";
    let read = nif::Nif::from_graph(rdf::read(turtle, Format::Turtle, None)?)?;
    assert_eq!(read.contexts().len(), 1);
    // Other statements than NIF are kept.
    assert_eq!(read.into_graph().len(), 3);
    Ok(())
}

#[test]
fn nif_from_graph_lenient() -> Result<(), glossweave::Error> {
    use glossweave::{nif::Nif, rdf::Graph};
    let read = Nif::from_graph_lenient(Graph::new())?;
    assert!(read.contexts().is_empty() && read.skipped().is_empty());
    Ok(())
}

#[test]
fn nif_annotations_of() -> Result<(), glossweave::Error> {
    use glossweave::{DecodeOptions, Format, nif};
    let page = glossweave::decode("<p its-term=yes>Cork", Format::Html, &DecodeOptions::default())?;
    let turtle = nif::write(&page, &[], Format::Turtle, &nif::Options::default())?;
    let said = nif::read(&turtle, Format::Turtle, None)?.annotations_of(&page);
    assert_eq!(said.unwrap(), page.annotations());
    Ok(())
}
