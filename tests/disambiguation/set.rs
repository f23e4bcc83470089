//! The set of ambiguous mentions, its graph, and the index of both.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;

use glossweave::entity::{
    Candidate, Dictionary, EntityIndex, Entry, Mention, MentionCandidate, Passage, Ranking,
    disambiguate,
};
use glossweave::rdf::{self, Graph, NamedOrBlankNode, Term};
use glossweave::text::TextSpan;
use glossweave::{Format, Result};

const LABELS: [&str; 3] = [
    "http://www.w3.org/2000/01/rdf-schema#label",
    "http://www.w3.org/2004/02/skos/core#prefLabel",
    "http://www.w3.org/2004/02/skos/core#altLabel",
];
const TYPE: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
const WEIGHT: &str = "http://example.org/property/weight";

fn data(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/ambiguous");
    fs::read(folder.join(name)).unwrap()
}

/// A mention and its entity.
pub struct GoldMention {
    pub span: TextSpan,
    pub gold: String,
}

pub struct Text {
    pub text: String,
    pub mentions: Vec<GoldMention>,
}

/// Returns one of the two halves.
pub fn half(name: &str) -> Vec<Text> {
    let lines = String::from_utf8(data(name)).unwrap();
    let number = |value: &serde_json::Value| value.as_u64().unwrap() as usize;
    let mention = |value: &serde_json::Value| GoldMention {
        span: TextSpan::new(number(&value["start"]), number(&value["end"])),
        gold: value["gold"].as_str().unwrap().to_owned(),
    };
    let text = |line: &str| {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        Text {
            text: value["text"].as_str().unwrap().to_owned(),
            mentions: value["mentions"].as_array().unwrap().iter().map(mention).collect(),
        }
    };
    lines.lines().map(text).collect()
}

/// Returns the graph from the time when the texts were written: one or two sentences about each
/// entity.
pub fn sparse_graph() -> Graph {
    rdf::read(&data("graph.ttl"), Format::Turtle, None).unwrap()
}

/// Returns the same graph, with an abstract for each entity that shares a name.
pub fn graph() -> Graph {
    let mut graph = sparse_graph();
    graph.extend(rdf::read(&data("abstracts.ttl"), Format::Turtle, None).unwrap());
    graph
}

pub type BuildContext<'b> = dyn Fn(&Graph, &dyn Fn(&str) -> bool) -> Result<EntityIndex> + 'b;

/// The names of the graph, and the context of entities that share a name.
pub struct Fixture {
    pub dictionary: Dictionary,
    pub context: EntityIndex,
}

impl Fixture {
    pub fn new(graph: &Graph) -> Fixture {
        Fixture::build(graph, &|graph, wanted| EntityIndex::build(graph, wanted))
    }

    /// Builds a fixture like `new`, with the given build function for the context.
    pub fn build(graph: &Graph, context: &BuildContext<'_>) -> Fixture {
        let mut weights: HashMap<String, f64> = HashMap::new();
        let mut classes: HashMap<String, Vec<String>> = HashMap::new();
        let mut labels: Vec<(String, String, Option<String>)> = Vec::new();
        for triple in graph {
            let NamedOrBlankNode::NamedNode(subject) = &triple.subject else { continue };
            let subject = subject.as_str().to_owned();
            match (triple.predicate.as_str(), &triple.object) {
                (WEIGHT, Term::Literal(weight)) => {
                    weights.insert(subject, weight.value().parse().unwrap());
                }
                (TYPE, Term::NamedNode(class)) => {
                    classes.entry(subject).or_default().push(class.as_str().to_owned());
                }
                (predicate, Term::Literal(label)) if LABELS.contains(&predicate) => {
                    let language = label.language().map(str::to_owned);
                    labels.push((subject, label.value().to_owned(), language));
                }
                _ => (),
            }
        }
        let mut builder = Dictionary::builder();
        for (subject, label, language) in &labels {
            let of_subject: Vec<&str> =
                classes.get(subject).into_iter().flatten().map(String::as_str).collect();
            let mut entry = Entry::new(subject, label).with_classes(&of_subject);
            entry.language = language.as_deref();
            builder.add(&entry.weighing(weights.get(subject).copied().unwrap_or(1.0))).unwrap();
        }
        let dictionary = builder.build().unwrap();
        let mut wanted = HashSet::new();
        dictionary
            .each_shared(|iri| {
                wanted.insert(iri.to_owned());
                Ok(())
            })
            .unwrap();
        let context = context(graph, &|iri| wanted.contains(iri)).unwrap();
        assert_eq!(context.entities(), 196);
        Fixture { dictionary, context }
    }

    /// Returns every name of a text with its candidates.
    pub fn find(&self, text: &str) -> Vec<Found> {
        let mut all = Vec::new();
        self.dictionary
            .each_match(&Passage::new(text), |found| {
                let candidates = found.candidates().map(|one| Owned::new(&one.unwrap()));
                all.push(Found { span: found.span(), candidates: candidates.collect() });
                Ok(())
            })
            .unwrap();
        all
    }

    /// Returns the rankings of names, with or without their context.
    pub fn disambiguate(&self, text: &str, found: &[Found], knows: Knows) -> Vec<Ranking> {
        let names: Vec<Mention<'_>> = found.iter().map(|found| self.name(found, knows)).collect();
        disambiguate(&Passage::new(text), &names).unwrap()
    }

    pub fn name<'a>(&'a self, found: &'a Found, knows: Knows) -> Mention<'a> {
        let sense = |owned: &'a Owned| MentionCandidate {
            candidate: Candidate {
                ident: &owned.ident,
                classes: &owned.classes,
                weight: if knows == Knows::ContextAlone { 1.0 } else { owned.weight },
            },
            context: Some(&self.context),
        };
        Mention { span: found.span, candidates: found.candidates.iter().map(sense).collect() }
    }
}

/// The criteria of a ranking.
#[derive(Clone, Copy, PartialEq)]
pub enum Knows {
    All,
    ContextAlone,
}

pub struct Owned {
    pub ident: String,
    pub classes: String,
    pub weight: f64,
}

impl Owned {
    fn new(candidate: &Candidate<'_>) -> Owned {
        Owned {
            ident: candidate.ident.to_owned(),
            classes: candidate.classes.to_owned(),
            weight: candidate.weight,
        }
    }
}

/// A name of a text.
pub struct Found {
    pub span: TextSpan,
    pub candidates: Vec<Owned>,
}
