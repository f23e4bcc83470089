//! CONSTRUCT compared with another engine: on triples in memory, in a file, and split into several
//! graphs.

use glossweave::Format;
use glossweave::rdf::{self, Construct, Graph, GraphFile, IndexedGraph, Limits, Query, Triples};
use glossweave_testing::Stopwatch;
use harness::random::Random;
use oxigraph::model::{GraphName, Quad};
use oxigraph::sparql::{QueryResults, SparqlEvaluator};
use oxigraph::store::Store;

use super::peer::{QUERIES, TRIPLES, group};

const PREFIXES: &str =
    "PREFIX : <http://a.example/> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> ";

/// The same triples in all storage variants, and in the other engine.
struct Peers {
    memory: IndexedGraph,
    file: GraphFile,
    parts: [GraphFile; 3],
    theirs: Store,
}

impl Peers {
    fn new() -> Peers {
        let graph = rdf::read(TRIPLES.as_bytes(), Format::Turtle, None).unwrap();
        let theirs = Store::new().unwrap();
        for triple in graph.iter() {
            let (subject, object) = (triple.subject.clone(), triple.object.clone());
            let predicate = triple.predicate.clone();
            let quad = Quad::new(subject, predicate, object, GraphName::DefaultGraph);
            theirs.insert(&quad).unwrap();
        }
        // Statements about the blank node stay together, because other parts cannot refer to it.
        // The rest is split, and some statements are in two parts.
        let parts = [0, 1, 2].map(|part| {
            let here = graph.iter().enumerate().filter(|(at, triple)| match triple.to_string() {
                text if text.contains("_:") => part == 1,
                _ => at % 3 == part || at % 5 == part,
            });
            let part: Graph = here.map(|(_, triple)| triple.clone()).collect();
            GraphFile::build(&part).unwrap()
        });
        let file = GraphFile::build(&graph).unwrap();
        Peers { memory: IndexedGraph::from_graph(graph).unwrap(), file, parts, theirs }
    }

    /// Returns the difference, if there is one.
    fn compare(&self, query: &str) -> Option<String> {
        let text = format!("{PREFIXES}{query}");
        let construct = match Construct::parse(&text) {
            Ok(construct) => construct,
            Err(error) => return Some(format!("{query}\n  {error}")),
        };
        let evaluated = SparqlEvaluator::new().parse_query(&text).unwrap();
        let QueryResults::Graph(triples) = evaluated.on_store(&self.theirs).execute().unwrap()
        else {
            return Some(format!("{query}\n  no CONSTRUCT"));
        };
        let theirs: Graph = triples.map(Result::unwrap).collect();
        let [one, two, three] = &self.parts;
        let ways: [(&str, &[&dyn Triples]); 3] =
            [("memory", &[&self.memory]), ("file", &[&self.file]), ("parts", &[one, two, three])];
        ways.into_iter().find_map(|(way, triples)| {
            let ours = match construct.run(triples, &Limits::default()) {
                Ok(graph) => graph,
                Err(error) => return Some(format!("{query}\n  {way}: {error}")),
            };
            let is_same = match query.contains("LIMIT") && !query.contains("ORDER BY") {
                // Any of the rows is a valid result.
                true => true,
                false => ours.is_isomorphic(&theirs),
            };
            let shown = |graph: &Graph| {
                let mut lines: Vec<_> = graph.iter().map(ToString::to_string).collect();
                lines.sort();
                lines.join("\n    ")
            };
            (!is_same).then(|| {
                format!("{query}\n  {way}\n    {}\n  theirs\n    {}", shown(&ours), shown(&theirs))
            })
        })
    }
}

/// Returns a template with the variables of queries. It has no blank nodes, because many similar
/// blank nodes would make the comparison slow.
fn template(random: &mut Random) -> String {
    let terms = ["?s", "?o", "?a", "?b", "?c", "?d", "?q", "?x", "?n", ":k", "?y", "?l"];
    let verbs = [":p", ":q", "?p", "?v", "?a", "a"];
    let mut text = String::new();
    for _ in 0..1 + random.below(4) {
        let subject = terms[random.below(terms.len())];
        let verb = verbs[random.below(verbs.len())];
        let object = terms[random.below(terms.len())];
        text.push_str(&format!("{subject} {verb} {object} . "));
    }
    text
}

#[test]
fn graphs_are_made_as_they_are_elsewhere() {
    let peers = Peers::new();
    let mut random = Random::new(1);
    let (mut faults, mut count) = (Vec::new(), 0);
    for query in QUERIES {
        // The pattern and its modifiers, if the form of the query can be changed.
        let Some(pattern) = query.strip_prefix("SELECT * ") else {
            let inner = format!("{{ {{ {query} }} }}");
            if !query.contains("FROM") {
                let query = format!("CONSTRUCT {{ {} }} {inner}", template(&mut random));
                faults.extend(peers.compare(&query));
                count += 1;
            }
            continue;
        };
        let query = format!("CONSTRUCT {{ {} }} {pattern}", template(&mut random));
        faults.extend(peers.compare(&query));
        count += 1;
    }
    assert!(count >= 70, "{count}");
    assert!(faults.is_empty(), "{} of {count}:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn graphs_of_queries_that_nobody_wrote_are_too() {
    let peers = Peers::new();
    let (mut faults, mut made) = (Vec::new(), 0);
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let depth = 1 + random.below(3);
        let template = template(&mut random);
        let query = format!("CONSTRUCT {{ {template} }} {{ {} }}", group(&mut random, depth));
        faults.extend(peers.compare(&query));
        made += 1;
    }
    let shown = faults.iter().take(3).cloned().collect::<Vec<_>>().join("\n");
    assert!(faults.is_empty(), "{} of {made}:\n{shown}", faults.len());
}

/// Returns a cell of a row. Labels of blank nodes are dropped because they differ between graphs.
fn cell(term: &Option<rdf::Term>) -> String {
    match term {
        Some(rdf::Term::BlankNode(_)) => "_:".to_owned(),
        Some(term) => term.to_string(),
        None => "-".to_owned(),
    }
}

#[test]
fn rows_are_selected_from_files_as_from_memory() {
    let peers = Peers::new();
    let mut faults = Vec::new();
    for query in QUERIES {
        let parsed = Query::parse(&format!("{PREFIXES}{query}")).unwrap();
        let rows = |triples: &dyn Triples| {
            let mut rows: Vec<_> = parsed
                .select(triples, &Limits::default())
                .unwrap()
                .rows
                .iter()
                .map(|row| row.iter().map(cell).collect::<Vec<_>>().join(" "))
                .collect();
            rows.sort();
            rows
        };
        let (memory, file) = (rows(&peers.memory), rows(&peers.file));
        let same = match query.contains("LIMIT") && !query.contains("ORDER BY") {
            true => memory.len() == file.len(),
            false => memory == file,
        };
        if !same {
            faults.push(format!("{query}\n  {memory:?}\n  {file:?}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_million_triples_in_a_file_are_asked_at_once() {
    struct Many;
    impl rdf::Statements for Many {
        fn each(
            &self,
            take: &mut dyn FnMut(&rdf::Triple) -> glossweave::Result<()>,
        ) -> glossweave::Result<()> {
            let name = |text: String| rdf::NamedNode::new_unchecked(text);
            let predicates = ["next", "label"].map(|verb| name(format!("http://a.example/{verb}")));
            for at in 0..500_000 {
                let thing = |at| name(format!("http://a.example/thing/{at}"));
                let label = rdf::Literal::from(format!("thing {at}"));
                let [next, said] = predicates.clone();
                take(&rdf::Triple::new(thing(at), next, thing((at * 7 + 1) % 500_000)))?;
                take(&rdf::Triple::new(thing(at), said, label))?;
            }
            Ok(())
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("graph");
    GraphFile::build(&Many).unwrap().save(&path).unwrap();
    let query = "CONSTRUCT { ?a :to ?d } { ?a :label 'thing 3' . ?a :next/:next/:next ?d }";
    let construct = Construct::parse(&format!("{PREFIXES}{query}")).unwrap();
    let end = ((3 * 7 + 1) * 7 + 1) * 7 + 1;
    let expected =
        format!("<http://a.example/thing/3> <http://a.example/to> <http://a.example/thing/{end}>");
    // The fastest of several runs, because other processes use the machine too.
    let times: Vec<_> = (0..5)
        .map(|_| {
            let started = Stopwatch::start();
            let file = GraphFile::open(&path).unwrap();
            let opened = started.elapsed();
            assert_eq!(file.len(), 1_000_000);
            let made = construct.run(&[&file], &Limits::default()).unwrap();
            let took = started.elapsed();
            assert_eq!(made.iter().next().unwrap().to_string(), expected);
            (opened.as_millis(), took.as_millis())
        })
        .collect();
    assert!(times.iter().any(|(opened, took)| *opened < 50 && *took < 500), "{times:?}");
}
