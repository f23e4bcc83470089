use std::time::Duration;

use super::{GraphFile, IndexFile, Section};
use crate as rdf;
use crate::{
    BlankNode, Construct, Graph, IndexedGraph, Limits, Literal, NamedNode, Statements, Term,
    Triple, Triples,
};
use glossweave_base::error::{ErrorKind, Result};
use glossweave_base::media::Format;
use glossweave_testing::Stopwatch;

const TRIPLES: &str = r#"
@prefix : <http://a.example/x#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:a :p :b, :c, <urn:none>, <http://a.example/x>, <http://a.example/x/> ; :q 1, 1.0, "1", "1"@en, "1"@de .
:b :p :a ; :label "", ""@en, "héé", "i" , "http://a.example/x#a" ; <http://b.example/> true .
_:x :p _:y, _:x ; :q 1 . _:y :p :a . <> :p <> .
"#;

fn graph(turtle: &str) -> Graph {
    rdf::read(turtle.as_bytes(), Format::Turtle, Some("http://base.example/")).unwrap()
}

fn file() -> GraphFile {
    GraphFile::build(&graph(TRIPLES)).unwrap()
}

fn all(triples: &dyn Triples) -> Graph {
    let query = Construct::parse("CONSTRUCT WHERE { ?s ?p ?o }").unwrap();
    query.run(&[triples], &Limits::default()).unwrap()
}

/// A generator for a given number of triples.
struct Many(usize);

impl Statements for Many {
    fn each(&self, take: &mut dyn FnMut(&Triple) -> Result<()>) -> Result<()> {
        let name = |text: String| NamedNode::new_unchecked(text);
        for at in 0..self.0 {
            let subject = name(format!("http://a.example/thing/{}", at / 4));
            let (predicate, object): (_, Term) = match at % 4 {
                0 => ("label", Literal::from(format!("thing number {at}")).into()),
                1 => ("next", name(format!("http://a.example/thing/{}", at / 4 + 1)).into()),
                2 => ("kind", name(format!("http://a.example/kind#{}", at % 97)).into()),
                _ => ("size", Literal::from((at % 1000) as i64).into()),
            };
            let predicate = name(format!("http://a.example/{predicate}"));
            take(&Triple::new(subject, predicate, object))?;
        }
        Ok(())
    }
}

#[test]
fn what_was_put_in_comes_out() {
    let (graph, file) = (graph(TRIPLES), file());
    assert_eq!(file.len(), graph.len());
    assert!(all(&file).is_isomorphic(&graph));
    let mut walked = Graph::new();
    file.each(&mut |triple| {
        walked.push(triple.clone());
        Ok(())
    })
    .unwrap();
    assert!(walked.is_isomorphic(&graph));
    file.verify().unwrap();
    assert!(GraphFile::build(&Graph::new()).unwrap().is_empty());
    assert_eq!(all(&GraphFile::build(&Graph::new()).unwrap()).len(), 0);
}

#[test]
fn a_triple_that_comes_twice_is_there_once() {
    let mut twice = graph(TRIPLES);
    twice.extend(
        graph(TRIPLES.replace("_:", "_:other").as_str())
            .into_iter()
            .filter(|triple| !triple.to_string().contains("_:")),
    );
    assert_eq!(GraphFile::build(&twice).unwrap().len(), graph(TRIPLES).len());
}

#[test]
fn every_way_to_ask_finds_what_a_dataset_finds() {
    let file = file();
    let dataset = IndexedGraph::from_graph(all(&file)).unwrap();
    let terms: Vec<Term> = (0..dataset.terms()).map(|at| dataset.term(at).unwrap()).collect();
    let choices: Vec<Option<&Term>> = terms.iter().map(Some).chain([None]).collect();
    let ask = |triples: &dyn Triples, pattern: [Option<&Term>; 3]| {
        let [s, p, o] = pattern.map(|term| term.map(|term| triples.find(term).unwrap()));
        let text = |row: [u32; 3]| row.map(|at| triples.term(at).unwrap().to_string()).join(" ");
        let mut found: Vec<_> = triples.matching(s, p, o).map(text).collect();
        found.sort();
        found
    };
    for s in &choices {
        for p in &choices {
            for o in &choices {
                let pattern = [*s, *p, *o];
                assert_eq!(ask(&file, pattern), ask(&dataset, pattern), "{pattern:?}");
            }
        }
    }
}

#[test]
fn terms_are_looked_up_both_ways() {
    let file = file();
    let mut found = 0;
    for number in 0..file.terms() {
        // Some numbers belong to shared prefixes.
        if let Some(term) = file.term(number) {
            assert_eq!(file.find(&term), Some(number), "{term}");
            found += 1;
        }
    }
    assert_eq!(found, IndexedGraph::from_graph(graph(TRIPLES)).unwrap().terms());
    let absent: [Term; 8] = [
        NamedNode::new_unchecked("http://a.example/x#").into(),
        NamedNode::new_unchecked("").into(),
        Literal::from("none").into(),
        Literal::new_language_tagged_literal_unchecked("1", "fr").into(),
        Literal::new_typed_literal("1", rdf::vocab::xsd::DOUBLE).into(),
        BlankNode::new_unchecked("x").into(),
        BlankNode::new_unchecked("g0n0").into(),
        BlankNode::new_unchecked(format!("g{:016x}n999999", file.index_file.numbers[2])).into(),
    ];
    for term in absent {
        assert_eq!(file.find(&term), None, "{term}");
    }
}

#[test]
fn blank_nodes_of_two_files_are_not_mixed_up() {
    let files = [": <http://a.example/> . _:x :in 1", ": <http://a.example/> . _:x :in 2"]
        .map(|turtle| GraphFile::build(&graph(&format!("@prefix {turtle} ."))).unwrap());
    let query = Construct::parse(
        "PREFIX : <http://a.example/>
         CONSTRUCT { ?a :both ?b . ?a :in ?n } { ?a :in ?n OPTIONAL { ?a :in ?m FILTER(?m != ?n) BIND(1 AS ?b) } }",
    )
    .unwrap();
    let made = query.run(&[&files[0], &files[1]], &Limits::default()).unwrap();
    let expected = graph("@prefix : <http://a.example/> . [ :in 1 ] . [ :in 2 ] .");
    assert!(made.is_isomorphic(&expected));
    // Names are preserved, and do not grow when a file is built from another file.
    let again = GraphFile::build(&files[0]).unwrap();
    let name = |file: &GraphFile| all(file).iter().next().unwrap().subject.to_string();
    assert_eq!(name(&again).len(), name(&files[0]).len());
    assert_ne!(name(&again), name(&files[0]));
}

#[test]
fn a_file_is_opened_as_it_was_saved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("graph");
    let file = file();
    file.save(&path).unwrap();
    for opened in [GraphFile::open(&path), GraphFile::from_bytes(file.to_bytes().unwrap())] {
        let opened = opened.unwrap();
        opened.verify().unwrap();
        assert_eq!(opened.len(), file.len());
        // This includes blank nodes.
        assert!(all(&opened).iter().all(|triple| all(&file).contains(triple)));
    }
    assert_eq!(GraphFile::open(folder.path().join("none")).unwrap_err().kind(), ErrorKind::Storage);
    assert_eq!(GraphFile::open(folder.path()).unwrap_err().kind(), ErrorKind::Storage);
    assert_eq!(GraphFile::from_bytes(Vec::new()).unwrap_err().kind(), ErrorKind::Storage);
    let mut short = file.to_bytes().unwrap();
    short.truncate(short.len() / 2);
    assert_eq!(GraphFile::from_bytes(short).unwrap_err().kind(), ErrorKind::Storage);
}

#[test]
fn sections_of_wrong_sizes_are_refused() {
    let parts = |file: &GraphFile| {
        std::array::from_fn(|at| file.index_file.section(at).whole().to_vec()) as [Vec<u8>; 9]
    };
    let file = file();
    for section in 0..9 {
        for change in [-1, 1, 8] {
            let mut parts = parts(&file);
            let size = parts[section].len().saturating_add_signed(change);
            parts[section].resize(size, 0);
            let index_file = IndexFile::assemble(&super::GRAPH, parts, file.index_file.numbers);
            let taken = GraphFile::from_bytes(index_file.to_bytes().unwrap());
            // The texts can have any length.
            assert_eq!(taken.is_err(), section != Section::Texts as usize, "{section} {change}");
        }
    }
    for number in 0..2 {
        let mut numbers = file.index_file.numbers;
        numbers[number] = u64::MAX;
        let index_file = IndexFile::assemble(&super::GRAPH, parts(&file), numbers);
        let error = GraphFile::from_bytes(index_file.to_bytes().unwrap()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Storage);
    }
}

#[test]
fn damage_is_no_panic() {
    let file = file();
    let body = glossweave_testing::opened(file.to_bytes().unwrap());
    let payload = body.len() - file.index_file.section(0).len();
    let queries = [
        "CONSTRUCT WHERE { ?s ?p ?o }",
        "PREFIX : <http://a.example/x#> CONSTRUCT { ?a :x ?n } { :a :p ?a . ?a :p+ ?b . ?b :q ?n FILTER(?n = 1) }",
        "PREFIX : <http://a.example/x#> CONSTRUCT { ?a :x ?l } { ?a ?p 1 . OPTIONAL { ?a :label ?l FILTER(STRLEN(?l) > 1) } } ORDER BY ?l",
    ]
    .map(|query| Construct::parse(query).unwrap());
    let (mut found, mut lost) = (0, 0);
    for at in (payload.min(300)..body.len()).step_by(3) {
        for flip in [0x01, 0x80, 0xFF] {
            let mut bytes = body.clone();
            bytes[at] ^= flip;
            // The checksums are valid, as if the author of the file had computed them.
            let Ok(damaged) = GraphFile::from_bytes(glossweave_testing::sealed(&bytes)) else {
                continue;
            };
            // Gaps between sections are not read.
            found += usize::from(damaged.verify().is_err());
            let is_lost = damaged
                .matching(None, None, None)
                .flatten()
                .any(|number| damaged.term(number).is_none());
            lost += usize::from(is_lost);
            for (number, query) in queries.iter().enumerate() {
                for triples in [&[&damaged as &dyn Triples][..], &[&file, &damaged]] {
                    match query.run(triples, &Limits::default()) {
                        Err(error) => assert_eq!(error.kind(), ErrorKind::Storage, "{error}"),
                        // The first query requests all triples.
                        Ok(_) => assert!(number > 0 || !is_lost, "{at}: triples are left out"),
                    }
                }
            }
            if let Err(error) = damaged.each(&mut |_| Ok(())) {
                assert_eq!(error.kind(), ErrorKind::Storage, "{error}");
            }
        }
    }
    assert!(found > 500 && lost > 100, "{found} {lost}");
}

#[test]
fn a_walk_that_fails_makes_no_file() {
    struct Broken;
    impl Statements for Broken {
        fn each(&self, take: &mut dyn FnMut(&Triple) -> Result<()>) -> Result<()> {
            Many(10).each(take)?;
            Err(glossweave_base::Error::malformed("line 4000000"))
        }
    }
    assert_eq!(GraphFile::build(&Broken).unwrap_err().to_string(), "line 4000000");
}

#[test]
fn a_large_file_answers_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("graph");
    let many = Many(200_000);
    GraphFile::build(&many).unwrap().save(&path).unwrap();
    let started = Stopwatch::start();
    let file = GraphFile::open(&path).unwrap();
    assert!(started.elapsed() < Duration::from_millis(50), "{:?}", started.elapsed());
    assert_eq!(file.len(), 200_000);
    let query = Construct::parse(
        "PREFIX : <http://a.example/>
         CONSTRUCT { ?far :label ?label } { ?thing :label 'thing number 100000' . ?thing :next/:next/:next ?far . ?far :label ?label }",
    )
    .unwrap();
    let started = Stopwatch::start();
    let made = query.run(&[&file], &Limits::default()).unwrap();
    let first = made.iter().next().unwrap().to_string();
    assert!(first.contains("/thing/25003> ") && first.contains("thing number 100012"), "{first}");
    assert!(started.elapsed() < Duration::from_millis(200), "{:?}", started.elapsed());
    let mut at = 0;
    let mut seen = 0;
    file.each(&mut |_| {
        seen += 1;
        Ok(())
    })
    .unwrap();
    many.each(&mut |triple| {
        at += 1;
        let numbers = [
            Term::from(triple.subject.clone()),
            triple.predicate.clone().into(),
            triple.object.clone(),
        ]
        .map(|term| file.find(&term));
        assert!(at % 7 != 0 || file.matching(numbers[0], numbers[1], numbers[2]).count() == 1);
        Ok(())
    })
    .unwrap();
    assert_eq!(seen, at);
}
