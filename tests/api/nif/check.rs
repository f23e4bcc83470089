//! The public items of `core/nif/src/nif/check.rs`.

#[test]
fn check() -> Result<(), glossweave::Error> {
    use glossweave::{Format, nif, rdf};
    let source = b"@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
    <http://a.example/#char=0,2> a nif:Context, nif:RFC5147String ;
        nif:isString 'Hi' ; nif:beginIndex 0 ; nif:endIndex 3 .";
    let findings = nif::check(&rdf::read(source, Format::Turtle, None)?);
    let rules: Vec<_> = findings.iter().map(|finding| finding.rule).collect();
    assert_eq!(rules, ["context-end", "iri"]);
    Ok(())
}

#[test]
fn check_2() -> Result<(), glossweave::Error> {
    use glossweave::{Format, nif, rdf};
    let source = b"@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
    <http://a.example/#char=0,4> a nif:Context, nif:RFC5147String ;
        nif:isString 'Cork' ; nif:beginIndex 0 ; nif:endIndex 4 .
    <http://a.example/#char=0,2> a nif:RFC5147String ; nif:anchorOf 'CO' ; nif:beginIndex 0 ; nif:endIndex 2 ;
        nif:referenceContext <http://a.example/#char=0,4> .";
    let findings = nif::check(&rdf::read(source, Format::Turtle, None)?);
    assert_eq!((findings.len(), findings[0].rule), (1, "anchor"));
    assert_eq!(findings[0].resource, "http://a.example/#char=0,2");
    Ok(())
}
