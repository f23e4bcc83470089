//! Any graph as NIF. The first byte selects the notation, the second byte the operations.

use glossweave::annotation::{Annotation, Entity, Term, Translation};
use glossweave::nif::{self, Nif, Version};
use glossweave::text::{Language, TextSpan};
use glossweave::{DecodeOptions, ErrorKind, Format, rdf};
use harness::{annotate, cases, corpus, reading};

use super::input::{Input, boundary, expect};

const NOTATIONS: &[Format] =
    &[Format::Turtle, Format::NTriples, Format::JsonLd, Format::RdfXml, Format::N3];

/// Inputs with which fuzzing found faults.
const FOUND: &[&[u8]] = &[
    // A language tag in another case.
    b"\x02\x01{\"@id\": \"http://a.example/#char=0,1\", \"http://persistence.uni-leipzig.org/\
      nlp2rdf/ontologies/nif-core#isString\": \"x\", \"http://www.w3.org/2005/11/its/rdf#target\": \
      {\"@value\": \"y\", \"@language\": \"dE\"}}",
];

/// Reads a graph, adds annotations, writes it and reads it again.
pub fn hold(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let format = input.pick(NOTATIONS);
    let choice = input.byte();
    let base = (choice & 1 == 0).then_some("http://a.example/doc");
    let output = NOTATIONS[usize::from(choice >> 1) % NOTATIONS.len()];
    let Some(graph) = known(rdf::read(input.rest(), format, base)) else { return };
    for finding in nif::check(&graph) {
        assert!(!finding.message.is_empty() && !finding.rule.is_empty());
    }
    let Some(mut read) = known(nif::read(rest(bytes), format, base)) else { return };
    for index in 0..read.contexts().len() {
        let context = &read.contexts()[index];
        let text = context.text();
        for annotation in context.annotations() {
            assert!(text.get(annotation.span().range()).is_some(), "a span outside the text");
        }
        let document = context.document();
        assert_eq!(document.text(), text);
        expect(annotate::unchanged(&document));
        let options = nif::Options {
            version: match choice & 128 {
                0 => Version::V2_0,
                _ => Version::V2_1,
            },
            ..nif::Options::under("http://b.example/")
        };
        // Languages and IRIs come from the graph, which may contain values that a writer rejects.
        known(nif::write(&document, context.annotations(), output, &options));
        let span = TextSpan::new(boundary(text, 3), boundary(text, 7));
        let new = [
            Annotation::entity(span, Entity::new("http://a.example/new").with_confidence(0.5)),
            Annotation::term(span, Term::new()).by("http://a.example/tool"),
        ];
        read.annotate(index, &new).expect("the spans are in the text");
    }
    let Some(written) = known(rdf::write(read.graph(), output)) else { return };
    let again = match nif::read(&written, output, None) {
        Ok(again) => again,
        Err(error) => panic!("{error}:\n{}", String::from_utf8_lossy(&written)),
    };
    // NIF 2.0 merges the statements about a string, so the added statements are merged too.
    let read = Nif::from_graph(read.into_graph()).expect("NIF stays NIF with annotations");
    assert_eq!(lines_of(&read), lines_of(&again), "\n{}", String::from_utf8_lossy(&written));
    assert_eq!(distinct(read.graph()), distinct(again.graph()), "{output} has other triples");
}

fn rest(bytes: &[u8]) -> &[u8] {
    bytes.get(2..).unwrap_or_default()
}

/// Returns the result, or `None` if the document is wrong.
fn known<T>(result: glossweave::Result<T>) -> Option<T> {
    match result {
        Ok(made) => Some(made),
        Err(error) => {
            let fair = matches!(
                error.kind(),
                ErrorKind::Malformed
                    | ErrorKind::Invalid
                    | ErrorKind::Unsupported
                    | ErrorKind::TooLarge
            );
            assert!(fair, "{:?} {error}", error.kind());
            None
        }
    }
}

fn lines_of(nif: &Nif) -> Vec<String> {
    let mut lines = Vec::new();
    for context in nif.contexts() {
        let annotations = context.annotations().iter().map(reading::line);
        lines.extend(annotations.map(|line| format!("{:?} {line}", context.text())));
        lines.push(format!("{:?}", context.text()));
    }
    lines.sort();
    lines
}

/// Returns the number of distinct triples.
fn distinct(graph: &rdf::Graph) -> usize {
    graph.iter().collect::<std::collections::HashSet<_>>().len()
}

/// Returns the inputs of the cases, and some pages in all notations.
pub fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for case in cases::all() {
        let row = case.row();
        let Some(input) = row["input"].as_str() else { continue };
        let format = row["informat"].as_str().and_then(|name| name.parse::<Format>().ok());
        let number = NOTATIONS.iter().position(|known| Some(*known) == format);
        if let Some(number) = number {
            seeds.push([&[number as u8, 0], input.as_bytes()].concat());
        }
    }
    let german = Language::parse("de").expect("a tag");
    let pages = corpus::html().into_iter().filter(|page| page.bytes.len() < 600);
    for (number, page) in pages.enumerate() {
        let document =
            glossweave::decode(page.bytes, Format::Html, &DecodeOptions::default()).expect("HTML");
        let text = document.text();
        let mut annotations = document.annotations().to_vec();
        let span = TextSpan::new(0, boundary(text, 5));
        annotations.push(Annotation::entity(span, Entity::new("http://a.example/é")));
        annotations.push(Annotation::translation(span, Translation::new("ü", german.clone())));
        for (at, notation) in NOTATIONS.iter().enumerate() {
            let version = [Version::V2_0, Version::V2_1][(number + at) % 2];
            let options = nif::Options { version, ..nif::Options::under("http://a.example/doc#") };
            // XML cannot represent some characters.
            if let Ok(graph) = nif::write(&document, &annotations, *notation, &options) {
                seeds.push([&[at as u8, number as u8], &graph[..]].concat());
            }
        }
    }
    seeds.extend(FOUND.iter().map(|bytes| bytes.to_vec()));
    seeds
}
