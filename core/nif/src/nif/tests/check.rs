use super::{example_annotations, page};
use crate::nif::{Options, Version, check, graph, skeleton};
use glossweave_base::media::Format;
use glossweave_rdf as rdf;

const PREFIXES: &str = "
    @prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
    @prefix itsrdf: <http://www.w3.org/2005/11/its/rdf#> .
    @prefix : <http://a.example/> .
    :C a nif:Context , nif:RFC5147String ; nif:isString 'a😀b' ;
        nif:beginIndex 0 ; nif:endIndex 3 .
    ";

fn rules(body: &str) -> Vec<&'static str> {
    let source = format!("{PREFIXES}{body}");
    let graph = rdf::read(source.as_bytes(), Format::Turtle, None).unwrap();
    check(&graph).iter().map(|finding| finding.rule).collect()
}

#[test]
fn what_is_written_here_is_valid() {
    for version in [Version::V2_0, Version::V2_1] {
        for units in [&["In Dublin", "😀 x"][..], &["In Dublin"]] {
            let options = Options { version, ..Options::default() };
            let graph = graph(&page(units), &example_annotations(), &options).unwrap();
            assert_eq!(check(&graph), [], "{version:?}");
            assert_eq!(check(&skeleton(&page(units), &options).unwrap()), [], "{version:?}");
        }
    }
}

#[test]
fn each_broken_promise_is_found() {
    let string = "a nif:RFC5147String ; nif:referenceContext :C";
    for (rule, body) in [
        ("context-text", ":D a nif:Context , nif:CStringInst ; nif:beginIndex 0 .".to_owned()),
        ("text-context", ":D a nif:RFC5147String ; nif:isString 'a' ; nif:beginIndex 0 ; nif:endIndex 1 .".to_owned()),
        ("context-begin", ":D a nif:Context , nif:RFC5147String ; nif:isString 'a' ; nif:endIndex 1 .".to_owned()),
        ("context-end", ":D a nif:Context , nif:RFC5147String ; nif:isString 'a' ; nif:beginIndex 0 ; nif:endIndex 2 .".to_owned()),
        ("scheme", ":D a nif:Context ; nif:isString 'a' ; nif:beginIndex 0 ; nif:endIndex 1 .".to_owned()),
        ("scheme", format!(":s {string} ; a nif:OffsetBasedString ; nif:beginIndex 0 ; nif:endIndex 1 .")),
        ("string-begin", format!(":s {string} ; nif:endIndex 1 .")),
        ("string-end", format!(":s {string} ; nif:beginIndex 1 .")),
        ("reference", ":s a nif:RFC5147String ; nif:beginIndex 0 ; nif:endIndex 1 .".to_owned()),
        ("reference", ":s a nif:RFC5147String ; nif:referenceContext :X ; nif:beginIndex 0 ; nif:endIndex 1 .".to_owned()),
        ("number", format!(":s {string} ; nif:beginIndex 'x' ; nif:endIndex 1 .")),
        ("order", format!(":s {string} ; nif:beginIndex 2 ; nif:endIndex 1 .")),
        ("range", format!(":s {string} ; nif:beginIndex 2 ; nif:endIndex 4 .")),
        ("anchor", format!(":s {string} ; nif:beginIndex 1 ; nif:endIndex 2 ; nif:anchorOf 'b' .")),
        ("iri", format!("<http://a.example/#char=0,2> {string} ; nif:beginIndex 0 ; nif:endIndex 1 .")),
        ("once", format!(":s {string} ; nif:beginIndex 0 ; nif:endIndex 1 , 2 .")),
        ("spelling", format!(":s {string} ; nif:beginIndex 0 ; nif:endIndex 1 ; nif:ReferenceContext :C .")),
        ("record", ":s itsrdf:hasLocQualityIssue [ itsrdf:locQualityIssueType 'x' ] .".to_owned()),
        ("record", ":s itsrdf:hasProvRecord 'x' .".to_owned()),
        ("target", ":s itsrdf:target :T .".to_owned()),
        ("absolute", ":s <#p> <#p> , 'x'^^<#p> .".to_owned()),
        ("absolute", "<s> itsrdf:taIdentRef :E .".to_owned()),
    ] {
        assert_eq!(rules(&body), [rule], "{body}");
    }
    assert!(
        rules(&format!(":s {string} ; nif:beginIndex 1 ; nif:endIndex 2 ; nif:anchorOf '😀' ."))
            .is_empty()
    );
}

#[test]
fn a_finding_says_what_was_expected_and_found() {
    let source = format!(
        "{PREFIXES} :D a nif:Context , nif:RFC5147String ; nif:isString 'a' ;
        nif:beginIndex 0 ; nif:endIndex 2 ."
    );
    let findings = check(&rdf::read(source.as_bytes(), Format::Turtle, None).unwrap());
    assert_eq!(findings[0].resource, "http://a.example/D");
    assert_eq!(findings[0].message, "expected `nif:endIndex` 1, found 2");
}
