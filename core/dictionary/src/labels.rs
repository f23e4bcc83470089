//! Import of entries from the labels of an RDF graph.

use std::collections::HashMap;

use super::{DictionaryBuilder, Entry};
use glossweave_base::error::{Error, ErrorKind, Refused, Result};
use glossweave_base::media::Format;
use glossweave_base::progress::{Progress, Reporter, Watch};
use glossweave_rdf::vocab::{foaf, rdf, rdfs, schema, skos};
use glossweave_rdf::{Graph, Name, NamedOrBlankNode, Term, Triple, read_each_right};

/// The properties whose values are names. The first three are names of concepts.
const LABELS: [Name; 6] =
    [skos::PREF_LABEL, skos::ALT_LABEL, skos::HIDDEN_LABEL, rdfs::LABEL, schema::NAME, foaf::NAME];

/// The `https` form of `schema:name`, because both schemes are used for Schema.org.
const SECURE_NAME: &str = "https://schema.org/name";

/// The synonym properties of OWL ontologies, as used by OBO.
const SYNONYMS: [&str; 5] = [
    "http://www.geneontology.org/formats/oboInOwl#hasExactSynonym",
    "http://www.geneontology.org/formats/oboInOwl#hasBroadSynonym",
    "http://www.geneontology.org/formats/oboInOwl#hasNarrowSynonym",
    "http://www.geneontology.org/formats/oboInOwl#hasRelatedSynonym",
    "http://purl.obolibrary.org/obo/IAO_0000118",
];

/// The namespace of SKOS-XL.
const SKOS_XL: &str = "http://www.w3.org/2008/05/skos-xl#";

/// The labels of SKOS-XL, which are nodes between a concept and its names.
#[derive(Default)]
pub struct LabelNodes {
    concepts: HashMap<String, Vec<String>>,
    forms: Vec<(String, String, Option<String>)>,
}

impl LabelNodes {
    /// Stores a statement if it describes a SKOS-XL label.
    pub fn note(&mut self, triple: &Triple) {
        let Some(property) = triple.predicate.as_str().strip_prefix(SKOS_XL) else { return };
        match (property, &triple.subject, &triple.object) {
            (
                "prefLabel" | "altLabel" | "hiddenLabel",
                NamedOrBlankNode::NamedNode(concept),
                Term::NamedNode(_) | Term::BlankNode(_),
            ) => {
                let concepts = self.concepts.entry(triple.object.to_string()).or_default();
                concepts.push(concept.as_str().to_owned());
            }
            ("literalForm", node, Term::Literal(form)) => {
                let (text, language) = (form.value().to_owned(), form.language());
                self.forms.push((node.to_string(), text, language.map(str::to_owned)));
            }
            _ => {}
        }
    }

    /// Calls `take` with each concept and each of its names, in the order of the names.
    pub fn each(&self, take: &mut dyn FnMut(&Entry<'_>) -> Result<()>) -> Result<()> {
        for (node, text, language) in &self.forms {
            for concept in self.concepts.get(node).into_iter().flatten() {
                let mut entry = Entry::new(concept, text);
                entry.language = language.as_deref();
                take(&entry)?;
            }
        }
        Ok(())
    }
}

/// Returns `true` if the values of a property are used as names by default.
pub fn is_label(predicate: &str) -> bool {
    predicate == SECURE_NAME
        || LABELS.iter().any(|name| name.iri() == predicate)
        || SYNONYMS.contains(&predicate)
}

/// Returns `true` if the values of a property are names of concepts.
pub fn is_term_label(predicate: &str) -> bool {
    LABELS[..3].iter().any(|name| name.iri() == predicate) || SYNONYMS.contains(&predicate)
}

impl DictionaryBuilder {
    /// Adds the labels of a graph. A label is a literal value of `skos:prefLabel`, `skos:altLabel`,
    /// `skos:hiddenLabel`, `rdfs:label`, `schema:name`, `foaf:name` or an OBO synonym property of an IRI, or
    /// the literal form of its SKOS-XL label, with its language tag. The classes of an entity are its
    /// `rdf:type` and `skos:broader` IRIs; its weight is 1. Invalid labels are skipped: see
    /// [`DictionaryBuilder::skipped`].
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Malformed`](glossweave_base::ErrorKind::Malformed), with the subject of the first
    /// label, if there are labels and none is valid. In this case, the builder is dropped.
    pub fn rdf(mut self, graph: &Graph) -> Result<DictionaryBuilder> {
        let mut watch = |_| Ok(());
        let mut reporter = Reporter::new(&mut watch, Progress::default());
        read(&mut self, graph, Refused::default(), &mut reporter)?;
        Ok(self)
    }

    /// Adds the labels of a source in an RDF format like [`DictionaryBuilder::rdf`], and reports
    /// the progress to `watch`. `base` is used as in [`rdf::read`](glossweave_rdf::read). In Turtle
    /// and N-Triples, invalid statements are skipped too.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`DictionaryBuilder::rdf`], of [`rdf::read`](glossweave_rdf::read) and
    /// of `watch`.
    pub fn rdf_watched(
        mut self,
        source: &[u8],
        format: Format,
        base: Option<&str>,
        watch: &mut Watch<'_>,
    ) -> Result<DictionaryBuilder> {
        read_source(&mut self, (source, format, base), watch)?;
        Ok(self)
    }
}

/// Adds all labels of all IRIs in a graph to a builder.
fn read(
    builder: &mut DictionaryBuilder,
    graph: &Graph,
    mut refused: Refused,
    reporter: &mut Reporter<'_, '_>,
) -> Result<()> {
    let mut is_any_right = false;
    let mut classes: HashMap<&str, Vec<&str>> = HashMap::new();
    for triple in graph {
        reporter.step()?;
        let is_class = rdf::TYPE == triple.predicate || skos::BROADER == triple.predicate;
        if let (true, NamedOrBlankNode::NamedNode(subject), Term::NamedNode(class)) =
            (is_class, &triple.subject, &triple.object)
        {
            let of_subject = classes.entry(subject.as_str()).or_default();
            if !of_subject.contains(&class.as_str()) {
                of_subject.push(class.as_str());
            }
        }
    }
    let mut labels = LabelNodes::default();
    for triple in graph {
        reporter.step()?;
        labels.note(triple);
        let (NamedOrBlankNode::NamedNode(subject), Term::Literal(label)) =
            (&triple.subject, &triple.object)
        else {
            continue;
        };
        let predicate = &triple.predicate;
        if !is_label(predicate.as_str()) {
            continue;
        }
        let entry = Entry {
            uri: subject.as_str(),
            label: label.value(),
            language: label.language(),
            classes: classes.get(subject.as_str()).map_or(&[], Vec::as_slice),
            weight: 1.0,
            case: builder.case_of_terms().filter(|_| is_term_label(predicate.as_str())),
        };
        is_any_right |= take(builder, &entry, &mut refused)?;
    }
    labels.each(&mut |entry| {
        reporter.step()?;
        let classes = classes.get(entry.uri).map_or(&[][..], Vec::as_slice);
        let mut entry = entry.with_classes(classes);
        entry.case = builder.case_of_terms();
        is_any_right |= take(builder, &entry, &mut refused)?;
        Ok(())
    })?;
    builder.skip(refused, is_any_right)
}

/// Adds a label, or counts it if it is not valid. Returns `true` if the label was added.
fn take(builder: &mut DictionaryBuilder, entry: &Entry<'_>, refused: &mut Refused) -> Result<bool> {
    match builder.add(entry) {
        Ok(_) => Ok(true),
        Err(error) if error.parameter().is_some() => {
            refused.add(entry.uri, in_label(error, entry.uri));
            Ok(false)
        }
        // The error was not caused by the label.
        Err(error) => Err(error),
    }
}

/// Adds the subject of a label to its error.
pub fn in_label(error: Error, subject: &str) -> Error {
    let kind = match error.kind() {
        ErrorKind::Invalid => ErrorKind::Malformed,
        other => other,
    };
    Error::new(kind, format!("{} in a label of <{subject}>", error.message()))
}

/// Adds all labels of an RDF source.
fn read_source(
    builder: &mut DictionaryBuilder,
    (source, format, base): (&[u8], Format, Option<&str>),
    watch: &mut Watch<'_>,
) -> Result<()> {
    let mut at = Progress { done: 0, total: source.len() as u64, records: 0 };
    let mut reporter = Reporter::new(watch, at);
    let mut graph = Graph::new();
    let mut refused = Refused::default();
    let mut take = |triple| {
        graph.push(triple);
        at.records += 1;
        // The parser does not report its position.
        reporter.reach(at);
        reporter.step()
    };
    read_each_right(source, format, base, &mut take, &mut |error| {
        refused.add("statement", error);
        Ok(())
    })?;
    builder.read += at.total;
    reporter.reach(Progress { done: at.total, ..at });
    reporter.report()?;
    read(builder, &graph, refused, &mut reporter)
}
