//! Compares triples in a file with oxigraph's in-memory store: building, opening, queries, memory.
//!
//! Use `cargo bench --bench graph -- ours 5000000`, then `theirs`. Each uses a separate process, because
//! the peak memory of a process never decreases. `ours` writes its file into the folder for temporary
//! files.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a measurement, run by hand")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use glossweave::Result;
use glossweave::rdf::{
    Construct, GraphFile, Limits, Literal, NamedNode, Statements, Term, Triple, Triples,
};
use oxigraph::model::{GraphName, Quad};
use oxigraph::sparql::{QueryResults, SparqlEvaluator};
use oxigraph::store::Store;

/// Entities with a label, a class and two neighbours: four triples, and about two terms each.
struct Things(usize);

impl Statements for Things {
    fn each(&self, take: &mut dyn FnMut(&Triple) -> Result<()>) -> Result<()> {
        let name = |text: String| NamedNode::new_unchecked(text);
        let [label, class, next] = [
            "http://www.w3.org/2000/01/rdf-schema#label",
            "http://www.w3.org/1999/02/22-rdf-syntax-ns#type",
            "http://example.org/property/next",
        ]
        .map(NamedNode::new_unchecked);
        let things = self.0.div_ceil(4).max(1);
        for at in 0..self.0 {
            let thing = |at| name(format!("http://example.org/resource/Thing_{at}"));
            let (predicate, object): (_, Term) = match at % 4 {
                0 => {
                    let text = format!("Thing number {}", at / 4);
                    (&label, Literal::new_language_tagged_literal_unchecked(text, "en").into())
                }
                1 => (&class, name(format!("http://example.org/class/{}", at % 1_009)).into()),
                _ => (&next, thing(at.wrapping_mul(2_654_435_761) % things).into()),
            };
            take(&Triple::new(thing(at / 4), predicate.clone(), object))?;
        }
        Ok(())
    }
}

/// Returns the peak memory of this process in MiB.
fn peak() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<usize>().ok());
    kib.unwrap_or(0) >> 10
}

fn say(what: &str, took: Duration) {
    println!("{what:<40} {:>12.6} s, peak {} MiB", took.as_secs_f64(), peak());
}

fn query(at: usize) -> String {
    format!(
        "CONSTRUCT {{ <http://example.org/resource/Thing_{at}> ?p ?o . ?o ?q ?l }} WHERE {{
            <http://example.org/resource/Thing_{at}> ?p ?o
            OPTIONAL {{ ?o <http://www.w3.org/2000/01/rdf-schema#label> ?l BIND(<http://www.w3.org/2000/01/rdf-schema#label> AS ?q) }} }}"
    )
}

const QUERIES: usize = 2_000;

fn ours(count: usize) {
    let path = std::env::temp_dir().join(format!("glossweave-bench-{}.graph", std::process::id()));
    let started = Instant::now();
    let built = GraphFile::build(&Things(count)).unwrap();
    say("built", started.elapsed());
    let started = Instant::now();
    built.save(&path).unwrap();
    say("saved", started.elapsed());
    println!("file: {} MiB", built.to_bytes().unwrap().len() >> 20);
    drop(built);
    let started = Instant::now();
    let file = GraphFile::open(&path).unwrap();
    say("opened", started.elapsed());
    let started = Instant::now();
    let mut found = 0;
    for at in 0..100_000_usize {
        let thing = at.wrapping_mul(7_919) % (count / 4);
        let name = format!("http://example.org/resource/Thing_{thing}");
        let number = file.find(&NamedNode::new_unchecked(name).into());
        let rows = file.matching(number, None, None);
        found += rows.map(|[_, _, object]| file.term(object).is_some() as usize).sum::<usize>();
    }
    say("100,000 things looked up with objects", started.elapsed());
    black_box(found);
    let queries: Vec<_> = (0..QUERIES)
        .map(|at| Construct::parse(&query(at.wrapping_mul(7_919) % (count / 4))).unwrap())
        .collect();
    let started = Instant::now();
    for query in &queries {
        black_box(query.run(&[&file], &Limits::default()).unwrap());
    }
    say("2,000 queries", started.elapsed());
    std::fs::remove_file(&path).unwrap();
}

fn theirs(count: usize) {
    let store = Store::new().unwrap();
    let started = Instant::now();
    // The fastest way to load: in bulk, a hundred thousand quads at a time.
    let mut quads = Vec::new();
    let load = |quads: &mut Vec<Quad>| {
        let mut loader = store.bulk_loader();
        loader.load_quads(quads.drain(..)).unwrap();
        loader.commit().unwrap();
    };
    Things(count)
        .each(&mut |triple| {
            let Triple { subject, predicate, object } = triple.clone();
            quads.push(Quad::new(subject, predicate, object, GraphName::DefaultGraph));
            if quads.len() == 100_000 {
                load(&mut quads);
            }
            Ok(())
        })
        .unwrap();
    load(&mut quads);
    say("built", started.elapsed());
    let queries: Vec<_> = (0..QUERIES)
        .map(|at| query(at.wrapping_mul(7_919) % (count / 4)))
        .map(|text| SparqlEvaluator::new().parse_query(&text).unwrap())
        .collect();
    let started = Instant::now();
    for query in queries {
        let QueryResults::Graph(triples) = query.on_store(&store).execute().unwrap() else {
            return;
        };
        black_box(triples.map(std::result::Result::unwrap).count());
    }
    say("2,000 queries", started.elapsed());
}

fn main() {
    let arguments: Vec<String> =
        std::env::args().filter(|argument| !argument.starts_with("--")).collect();
    let count = arguments.get(2).and_then(|count| count.parse().ok()).unwrap_or(100_000);
    match arguments.get(1).map(String::as_str) {
        Some("theirs") => theirs(count),
        Some("ours") => ours(count),
        _ => {
            ours(count);
            theirs(count);
        }
    }
}
