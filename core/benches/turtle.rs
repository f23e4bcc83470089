//! Measures the speed of writing Turtle for a document with very many units: using our writer directly from
//! the document, using our writer from triples, and using the writer of oxigraph from the same triples.

#![allow(clippy::unwrap_used, reason = "a bench that fails is wrong")]

use divan::Bencher;
use divan::counter::BytesCount;
use glossweave::nif::Options;
use glossweave::rdf::{self, Triple};
use glossweave::{DecodeOptions, Document, Format, nif};
use oxigraph::io::{RdfFormat, RdfSerializer};

const UNITS: &[usize] = &[1_000, 100_000];

fn main() {
    divan::main();
}

/// Returns a page with about 100 bytes per unit.
fn document(units: usize) -> Document {
    let mut page = String::from("<!DOCTYPE html><title>Units</title>");
    for unit in 0..units {
        page.push_str("<p>Unit ");
        page.push_str(&unit.to_string());
        page.push_str(
            " says \"that\" the café is <b>open</b>, as it was at noon, and will be at dusk.\n",
        );
    }
    glossweave::decode(page, Format::Html, &DecodeOptions::default()).unwrap()
}

fn straight(document: &Document) -> Vec<u8> {
    nif::write(document, &[], Format::Turtle, &Options::default()).unwrap()
}

#[divan::bench(args = UNITS)]
fn ours_from_document(bencher: Bencher<'_, '_>, units: usize) {
    let document = document(units);
    let written = straight(&document).len();
    bencher.counter(BytesCount::new(written)).bench(|| straight(&document));
}

#[divan::bench(args = UNITS)]
fn ours_from_triples(bencher: Bencher<'_, '_>, units: usize) {
    let graph = nif::graph(&document(units), &[], &Options::default()).unwrap();
    let written = rdf::write(&graph, Format::Turtle).unwrap().len();
    bencher.counter(BytesCount::new(written)).bench(|| rdf::write(&graph, Format::Turtle).unwrap());
}

#[divan::bench(args = UNITS)]
fn oxigraph_from_triples(bencher: Bencher<'_, '_>, units: usize) {
    let graph = nif::graph(&document(units), &[], &Options::default()).unwrap();
    let triples: Vec<Triple> = graph.into_iter().collect();
    let written = serialized(&triples).len();
    bencher.counter(BytesCount::new(written)).bench(|| serialized(&triples));
}

fn serialized(triples: &[Triple]) -> Vec<u8> {
    let mut serializer = RdfSerializer::from_format(RdfFormat::Turtle);
    for prefix in glossweave_rdf::vocab::PREFIXES
        .iter()
        .filter(|p| ["nif", "itsrdf", "dc", "xsd"].contains(&p.name))
    {
        serializer = serializer.with_prefix(prefix.name, prefix.namespace).unwrap();
    }
    let mut writer = serializer.for_writer(Vec::new());
    for triple in triples {
        writer.serialize_triple(triple).unwrap();
    }
    writer.finish().unwrap()
}
