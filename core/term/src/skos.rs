//! A reader for concepts in SKOS vocabularies.

use std::collections::{BTreeMap, HashMap};

use super::{Concept, ConceptField, Definition, TermBaseBuilder, TermEntry, TermStatus};
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::media::Format;
use glossweave_base::text::Language;
use glossweave_rdf as rdf;
use glossweave_rdf::{Literal, NamedOrBlankNode, Term};

const SKOS: &str = "http://www.w3.org/2004/02/skos/core#";
const SKOS_XL: &str = "http://www.w3.org/2008/05/skos-xl#";
const SUBJECT: &str = "http://purl.org/dc/terms/subject";

/// Returns the status that a label property implies.
fn status(predicate: &str) -> Option<TermStatus> {
    let local = predicate.strip_prefix(SKOS).or_else(|| predicate.strip_prefix(SKOS_XL))?;
    Some(match local {
        "prefLabel" => TermStatus::Preferred,
        "altLabel" => TermStatus::Admitted,
        "hiddenLabel" => TermStatus::Hidden,
        _ => return None,
    })
}

/// The data of one subject.
#[derive(Default)]
struct Subject {
    labels: Vec<(Literal, TermStatus)>,
    /// SKOS-XL labels, as the nodes with their literal forms.
    forms: Vec<(NamedOrBlankNode, TermStatus)>,
    domains: Vec<Term>,
    definitions: Vec<Literal>,
    fields: Vec<(Box<str>, Literal)>,
}

/// Adds every concept to a builder.
pub(super) fn read(builder: &mut TermBaseBuilder, source: &[u8], format: Format) -> Result<()> {
    let mut order: Vec<NamedOrBlankNode> = Vec::new();
    let mut subjects: HashMap<NamedOrBlankNode, Subject> = HashMap::new();
    let mut forms: HashMap<NamedOrBlankNode, Literal> = HashMap::new();
    rdf::read_each(source, format, None, &mut |triple| {
        let predicate = triple.predicate.as_str();
        if predicate == "http://www.w3.org/2008/05/skos-xl#literalForm" {
            if let Term::Literal(form) = triple.object {
                forms.insert(triple.subject, form);
            }
            return Ok(());
        }
        let local = predicate.strip_prefix(SKOS).unwrap_or_default();
        let is_domain = predicate == SUBJECT || matches!(local, "inScheme" | "broader");
        let is_field = matches!(
            local,
            "note" | "scopeNote" | "example" | "editorialNote" | "historyNote" | "notation"
        );
        let status = status(predicate);
        if status.is_none() && !is_domain && !is_field && local != "definition" {
            return Ok(());
        }
        let name = triple.subject;
        if !subjects.contains_key(&name) {
            order.push(name.clone());
        }
        let subject = subjects.entry(name).or_default();
        match (status, triple.object) {
            (Some(status), Term::Literal(label)) => subject.labels.push((label, status)),
            (Some(status), Term::NamedNode(node)) => subject.forms.push((node.into(), status)),
            (Some(status), Term::BlankNode(node)) => subject.forms.push((node.into(), status)),
            (_, object) if is_domain => subject.domains.push(object),
            (_, Term::Literal(text)) if is_field => subject.fields.push((local.into(), text)),
            (_, Term::Literal(text)) => subject.definitions.push(text),
            _ => {}
        }
        Ok(())
    })?;
    // Maps each subject to its preferred labels, which are used as names of domains.
    let names: BTreeMap<String, Vec<Box<str>>> = subjects
        .iter()
        .map(|(name, subject)| {
            let labels = subject.labels.iter().filter(|label| label.1 == TermStatus::Preferred);
            (name.to_string(), labels.map(|label| label.0.value().into()).collect())
        })
        .collect();
    for name in order {
        let Some(mut subject) = subjects.remove(&name) else { continue };
        for (form, status) in std::mem::take(&mut subject.forms) {
            if let Some(label) = forms.get(&form) {
                subject.labels.push((label.clone(), status));
            }
        }
        if subject.labels.is_empty() {
            continue;
        }
        let concept = concept(builder, &name, subject, &names)
            .and_then(|concept| builder.add(concept).map(drop));
        let Err(error) = concept else { continue };
        let kind = match error.kind() {
            ErrorKind::Invalid => ErrorKind::Malformed,
            other => other,
        };
        let error = Error::new(kind, format!("{} in a label of {name}", error.message()));
        if !builder.is_lenient {
            return Err(error);
        }
        let id = match &name {
            NamedOrBlankNode::NamedNode(node) => node.as_str().to_owned(),
            NamedOrBlankNode::BlankNode(_) => name.to_string(),
        };
        builder.skip(&id, &error);
    }
    Ok(())
}

fn concept(
    builder: &TermBaseBuilder,
    name: &NamedOrBlankNode,
    subject: Subject,
    names: &BTreeMap<String, Vec<Box<str>>>,
) -> Result<Concept> {
    let mut concept = match name {
        NamedOrBlankNode::NamedNode(node) => Concept::new(node.as_str()).with_iri(node.as_str()),
        NamedOrBlankNode::BlankNode(node) => Concept::new(format!("_:{}", node.as_str())),
    };
    let tag = |text: &Literal| text.language().and_then(Language::parse);
    for (label, status) in &subject.labels {
        let language = tag(label).or_else(|| builder.language.clone());
        let language = language.ok_or_else(|| {
            Error::invalid(format!("`language` is missing for `{}`", label.value()))
        })?;
        concept.terms.push(TermEntry::new(label.value().trim(), language).being(*status));
    }
    for domain in subject.domains {
        let spellings: Vec<Box<str>> = match &domain {
            Term::Literal(text) => vec![text.value().into()],
            Term::NamedNode(node) => {
                let labels = names.get(&node.to_string()).into_iter().flatten().cloned();
                std::iter::once(node.as_str().into()).chain(labels).collect()
            }
            _ => Vec::new(),
        };
        for spelling in spellings {
            if !concept.domains.contains(&spelling) {
                concept.domains.push(spelling);
            }
        }
    }
    for text in &subject.definitions {
        concept.definitions.push(Definition::new(text.value(), tag(text)));
    }
    for (name, text) in subject.fields {
        let (value, language) = (text.value().into(), tag(&text));
        concept.fields.push(ConceptField { name, value, language });
    }
    Ok(concept)
}
