//! A validator of NIF graphs.

use std::collections::{HashMap, HashSet};

use super::statement::name;
use super::uri::{Scheme, StringIri};
use glossweave_base::text::iri::has_scheme;
use glossweave_base::text::{CharIndex, CharSpan};
use glossweave_rdf::vocab::{itsrdf, nif};
use glossweave_rdf::{
    BySubject, Graph, Literal, Name, NamedOrBlankNode, NamedOrBlankNodeRef, Term, Triple, resource,
};

/// A violation of a NIF rule.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The short name of the rule, for example `anchor`. Names are stable.
    pub rule: &'static str,
    /// The IRI of the resource, or the label of its blank node.
    pub resource: String,
    /// A message with the expected and the actual value.
    pub message: String,
}

const SCHEMES: &[Scheme] =
    &[Scheme::Rfc5147, Scheme::OffsetBased, Scheme::ContextHash, Scheme::CStringInst];

/// The properties that a resource may have only once.
const FUNCTIONAL: &[Name] =
    &[nif::REFERENCE_CONTEXT, nif::IS_STRING, nif::BEGIN_INDEX, nif::END_INDEX, nif::ANCHOR_OF];

const RECORDS: &[(Name, Name)] = &[
    (itsrdf::HAS_LOC_QUALITY_ISSUE, itsrdf::LOC_QUALITY_ISSUE),
    (itsrdf::HAS_PROV_RECORD, itsrdf::PROV_RECORD),
];

/// A misspelling of `nif:referenceContext`, which old data of a well-known service contains.
const MISSPELT: &str =
    "http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#ReferenceContext";

/// Checks a graph against the rules of NIF 2.0 and 2.1. Returns an empty list if the graph is
/// valid.
///
/// | rule | expected |
/// |---|---|
/// | `context-text` | a `nif:Context` has a `nif:isString` or `nif:contextStringRef` |
/// | `text-context` | a resource with a `nif:isString` is a `nif:Context` |
/// | `context-begin`, `context-end` | a context begins at 0 and ends with its text |
/// | `scheme` | a context has the class of one URI scheme, and no resource has two of them |
/// | `string-begin`, `string-end` | a string of a scheme has both indices |
/// | `reference` | a string of a scheme refers to one `nif:Context` |
/// | `number` | indices are non-negative integers |
/// | `order`, `range` | a string ends after its begin and within its text |
/// | `anchor` | `nif:anchorOf` equals the text at that position |
/// | `iri` | the indices equal the offsets in the IRI |
/// | `once` | indices, texts and references are stated once |
/// | `spelling` | `nif:referenceContext` begins with a small letter |
/// | `record` | `itsrdf:hasLocQualityIssue` and `itsrdf:hasProvRecord` lead to a resource of their class |
/// | `absolute` | IRIs are absolute |
/// | `target` | an `itsrdf:target` that is not a text is a string of some context |
///
/// Offsets count code points, like the SPARQL function STRLEN.
///
/// Each finding names the resource and the expected value.
pub fn check(graph: &Graph) -> Vec<Finding> {
    let lookup = BySubject::new(graph);
    let mut check = Check { lookup: &lookup, texts: HashMap::new(), findings: Vec::new() };
    let mut seen = HashSet::new();
    let mut relative = HashSet::new();
    for triple in graph {
        if triple.predicate == nif::IS_STRING
            && let Term::Literal(literal) = &triple.object
        {
            let text = Text { text: literal.value(), index: CharIndex::new(literal.value()) };
            check.texts.entry(triple.subject.as_ref()).or_insert(text);
        }
    }
    for triple in graph {
        if seen.insert(&triple.subject) {
            check.resource(&triple.subject);
        }
        check.link(triple);
        check.absolute(triple, &mut relative);
    }
    check.findings
}

struct Text<'g> {
    text: &'g str,
    index: CharIndex,
}

struct Check<'g> {
    lookup: &'g BySubject<'g>,
    texts: HashMap<NamedOrBlankNodeRef<'g>, Text<'g>>,
    findings: Vec<Finding>,
}

/// An index in the graph.
#[derive(Clone, Copy)]
enum Index {
    Absent,
    Wrong,
    At(usize),
}

impl<'g> Check<'g> {
    fn find(&mut self, rule: &'static str, node: NamedOrBlankNodeRef<'_>, message: String) {
        self.findings.push(Finding { rule, resource: name(node).to_owned(), message });
    }

    fn resource(&mut self, subject: &'g NamedOrBlankNode) {
        let node = subject.as_ref();
        let is_context = self.lookup.is_a(node, nif::CONTEXT);
        let schemes: Vec<Scheme> =
            SCHEMES.iter().copied().filter(|s| self.lookup.is_a(node, s.class())).collect();
        let has_text = self.has(node, nif::IS_STRING);
        if !is_context && schemes.is_empty() && !has_text {
            return;
        }
        if has_text && !is_context {
            let message = "expected the class `nif:Context` with `nif:isString`, found none";
            self.find("text-context", node, message.to_owned());
        }
        if is_context && !has_text && !self.has(node, nif::CONTEXT_STRING_REF) {
            let message = "expected `nif:isString` or `nif:contextStringRef`, found neither";
            self.find("context-text", node, message.to_owned());
        }
        if schemes.len() > 1 || is_context && schemes.is_empty() {
            let names: Vec<&str> = schemes.iter().map(|scheme| scheme.class().compact()).collect();
            let found = if names.is_empty() { "none".to_owned() } else { names.join(" and ") };
            let message = format!("expected the class of one URI scheme, found {found}");
            self.find("scheme", node, message);
        }
        self.once(node);
        let begin = self.index(node, nif::BEGIN_INDEX);
        let end = self.index(node, nif::END_INDEX);
        match is_context || has_text {
            true => self.context(node, begin, end),
            false => self.string(node, begin, end),
        }
        self.iri(node, begin, end);
    }

    /// Checks the resources that ITS properties of a string refer to.
    fn link(&mut self, triple: &'g Triple) {
        let object = resource(&triple.object);
        let record = RECORDS.iter().find(|(property, _)| triple.predicate == *property);
        if let Some((property, class)) = record
            && !object.is_some_and(|record| self.lookup.is_a(record, *class))
        {
            let (property, class) = (property.compact(), class.compact());
            let found = shown(&triple.object);
            let message = format!("expected a `{class}` in `{property}`, found `{found}`");
            self.find("record", triple.subject.as_ref(), message);
        }
        if triple.predicate == itsrdf::TARGET
            && let Some(target) = object
            && !self.has(target, nif::REFERENCE_CONTEXT)
            && !self.has(target, nif::IS_STRING)
        {
            let found = shown(&triple.object);
            let message = format!(
                "expected a text or a string of a context in `itsrdf:target`, found `{found}`"
            );
            self.find("target", triple.subject.as_ref(), message);
        }
    }

    /// Reports each relative IRI in a statement once.
    fn absolute(&mut self, triple: &'g Triple, known: &mut HashSet<&'g str>) {
        let datatype = literal(&triple.object).map(|literal| literal.datatype().as_str());
        let object = resource(&triple.object).and_then(iri).or(datatype);
        let subject = iri(triple.subject.as_ref());
        for iri in [subject, Some(triple.predicate.as_str()), object].into_iter().flatten() {
            if !has_scheme(iri) && known.insert(iri) {
                let message = format!("expected an absolute IRI, found `{iri}`");
                self.find("absolute", triple.subject.as_ref(), message);
            }
        }
    }

    fn has(&self, node: NamedOrBlankNodeRef<'_>, predicate: Name) -> bool {
        self.lookup.objects(node, predicate).next().is_some()
    }

    fn once(&mut self, node: NamedOrBlankNodeRef<'_>) {
        for predicate in FUNCTIONAL {
            let mut objects = self.lookup.objects(node, *predicate);
            let first = objects.next();
            let others = objects.filter(|other| Some(*other) != first).count();
            if others > 0 {
                let message =
                    format!("expected one `{}`, found {}", predicate.compact(), others + 1);
                self.find("once", node, message);
            }
        }
        let lookup = self.lookup;
        if lookup.triples(node).any(|triple| triple.predicate.as_str() == MISSPELT) {
            let message = "expected `nif:referenceContext`, found `nif:ReferenceContext`";
            self.find("spelling", node, message.to_owned());
        }
    }

    fn index(&mut self, node: NamedOrBlankNodeRef<'_>, predicate: Name) -> Index {
        let object = self.lookup.objects(node, predicate).next();
        let Some(object) = object else { return Index::Absent };
        let number = match object {
            Term::Literal(literal) => literal.value().trim().parse::<usize>().ok(),
            _ => None,
        };
        if let Some(number) = number {
            return Index::At(number);
        }
        let message =
            format!("expected a count in `{}`, found `{}`", predicate.compact(), shown(object));
        self.find("number", node, message);
        Index::Wrong
    }

    fn context(&mut self, node: NamedOrBlankNodeRef<'_>, begin: Index, end: Index) {
        if let Some(found) = unlike(begin, 0) {
            let message = format!("expected `nif:beginIndex` 0, found {found}");
            self.find("context-begin", node, message);
        }
        if let Some(length) = self.texts.get(&node).map(|text| text.index.len())
            && let Some(found) = unlike(end, length)
        {
            let message = format!("expected `nif:endIndex` {length}, found {found}");
            self.find("context-end", node, message);
        }
    }

    fn string(&mut self, node: NamedOrBlankNodeRef<'_>, begin: Index, end: Index) {
        for (index, rule, name) in
            [(begin, "string-begin", "nif:beginIndex"), (end, "string-end", "nif:endIndex")]
        {
            if matches!(index, Index::Absent) {
                self.find(rule, node, format!("expected a `{name}`, found none"));
            }
        }
        let reference = self.lookup.objects(node, nif::REFERENCE_CONTEXT).next();
        let context = reference.and_then(resource).filter(|context| {
            self.lookup.is_a(*context, nif::CONTEXT) || self.texts.contains_key(context)
        });
        let Some(context) = context else {
            let found = match reference {
                Some(other) => format!("`{}`", shown(other)),
                None => "none".to_owned(),
            };
            let message =
                format!("expected a `nif:Context` in `nif:referenceContext`, found {found}");
            return self.find("reference", node, message);
        };
        let (Index::At(begin), Index::At(end)) = (begin, end) else { return };
        if begin > end {
            let message = format!("expected an end after the begin {begin}, found {end}");
            return self.find("order", node, message);
        }
        let Some(text) = self.texts.get(&context) else { return };
        let length = text.index.len();
        let span = text.index.span(text.text, CharSpan::new(begin, end)).filter(|_| end <= length);
        let Some(there) = span.and_then(|span| text.text.get(span.range())) else {
            let message = format!("expected an end up to {length}, found {end}");
            return self.find("range", node, message);
        };
        let anchors = self.lookup.objects(node, nif::ANCHOR_OF);
        let wrong = anchors.filter_map(literal).find(|anchor| anchor.value() != there);
        if let Some(anchor) = wrong {
            let message =
                format!("expected `{there}` in `nif:anchorOf`, found `{}`", anchor.value());
            self.find("anchor", node, message);
        }
    }

    fn iri(&mut self, node: NamedOrBlankNodeRef<'_>, begin: Index, end: Index) {
        let Some(iri) = StringIri::parse(name(node)).filter(StringIri::is_placed) else { return };
        for (stated, index, name) in
            [(iri.start(), begin, "nif:beginIndex"), (iri.end(), end, "nif:endIndex")]
        {
            if let (Some(stated), Index::At(index)) = (stated, index)
                && stated != index
            {
                let message = format!("expected `{name}` {stated} as in the IRI, found {index}");
                self.find("iri", node, message);
            }
        }
    }
}

/// Returns the index if it differs from the expected one. Invalid numbers have already been
/// reported.
fn unlike(index: Index, expected: usize) -> Option<String> {
    match index {
        Index::At(at) if at != expected => Some(at.to_string()),
        Index::Absent => Some("none".to_owned()),
        _ => None,
    }
}

fn iri(node: NamedOrBlankNodeRef<'_>) -> Option<&str> {
    match node {
        NamedOrBlankNodeRef::NamedNode(node) => Some(node.as_str()),
        NamedOrBlankNodeRef::BlankNode(_) => None,
    }
}

fn literal(term: &Term) -> Option<&Literal> {
    match term {
        Term::Literal(literal) => Some(literal),
        _ => None,
    }
}

fn shown(term: &Term) -> &str {
    match term {
        Term::NamedNode(node) => node.as_str(),
        Term::BlankNode(node) => node.as_str(),
        Term::Literal(literal) => literal.value(),
    }
}
