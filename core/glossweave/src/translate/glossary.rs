//! The translations of the terms of a text, from term bases and from NIF.

use std::collections::HashMap;

use crate::term::Terms;
use glossweave_base::allowance::Allowance;
use glossweave_base::error::{Result, Skipped, SkippedExt};
use glossweave_base::text::{Language, TextSpan};
use glossweave_document::Document;
use glossweave_document::annotation::Annotation;
use glossweave_document::recognizer::{Passage, PassageExt};
use glossweave_markup::escape::is_xml;
use glossweave_rdf::vocab::skos;
use glossweave_rdf::{Graph, NamedOrBlankNode, Term};
use glossweave_term::{TermBase, TermSense};
use glossweave_translate::{ProtectedSpan, TranslationOptions};

/// The translations of terms, ordered by their spans, which do not overlap.
#[derive(Debug, Default)]
pub(super) struct Glossary {
    pub terms: Vec<(TextSpan, String)>,
    /// The translations that are not used.
    pub skipped: Vec<Skipped>,
}

impl Glossary {
    /// Creates a glossary. When terms overlap, the first one in the text is used, then the longest,
    /// then the first one in the input. Translations with characters that XML does not allow are
    /// skipped, because a sentence with them could not be written.
    pub fn new(terms: impl Iterator<Item = (TextSpan, String)>) -> Glossary {
        let mut all: Vec<(TextSpan, String)> = terms.filter(|(span, _)| !span.is_empty()).collect();
        let mut skipped: Vec<Skipped> = Vec::new();
        all.retain(|(_, target)| {
            let Some(c) = target.chars().find(|c| !is_xml(*c)) else { return true };
            let name = target.escape_debug().to_string();
            if skipped.iter().all(|known| known.subject() != name) {
                let code = u32::from(c);
                let message = format!(
                    "the term `{name}` is not used: it contains the control character U+{code:04X}"
                );
                Skipped::new(name, message).keep(&mut skipped);
            }
            false
        });
        all.sort_by_key(|(span, _)| (span.start(), usize::MAX - span.end()));
        let mut end = 0;
        all.retain(|(span, _)| {
            let stays = span.start() >= end;
            end = if stays { span.end() } else { end };
            stays
        });
        Glossary { terms: all, skipped }
    }

    /// Returns the terms that are within a unit, as protected spans of its text.
    pub fn within(&self, unit: TextSpan) -> impl Iterator<Item = ProtectedSpan> {
        let first = self.terms.partition_point(|(span, _)| span.start() < unit.start());
        let inside =
            self.terms[first..].iter().take_while(move |(span, _)| span.end() <= unit.end());
        inside.map(move |(span, target)| ProtectedSpan {
            range: span.start() - unit.start()..span.end() - unit.start(),
            target: target.clone(),
        })
    }
}

/// The term bases of a request.
pub(super) struct Bases(Vec<TermBase>);

impl Bases {
    /// Opens the term bases. Returns the errors of reading datasets, with the parameter `dataset`.
    pub fn open(terms: &Terms<'_>, wanted: &TranslationOptions) -> Result<Bases> {
        wanted.datasets.iter().map(|name| terms.open_base(name)).collect::<Result<_>>().map(Bases)
    }

    /// Finds the terms of the term bases in a document, with the words of the target language. If
    /// several concepts have a term, the concept of an annotation of the document is used, and
    /// otherwise the most likely concept.
    pub fn find(
        &self,
        document: &Document,
        wanted: &TranslationOptions,
        source: &Language,
        memory: &Allowance,
    ) -> Result<Glossary> {
        if self.0.is_empty() {
            return Ok(Glossary::default());
        }
        let concepts: HashMap<TextSpan, &str> = document
            .annotations()
            .iter()
            .filter_map(|one| Some((one.span(), one.as_term()?.info_ref.as_deref()?)))
            .collect();
        let pieces = document.pieces();
        let passage = Passage::new(document.text())
            .with_blocks(&pieces)
            .with_language(source)
            .drawing_on(memory);
        let mut all = Vec::new();
        for base in &self.0 {
            let (target, domain) = (Some(&wanted.target), wanted.domain.as_deref());
            for term in base.find(&passage, source, target, domain)? {
                let concept = concepts.get(&term.span);
                let is_named = |sense: &&TermSense<'_>| concept == Some(&sense.iri);
                let sense = term.senses.iter().find(is_named).or(term.senses.first());
                let Some(word) = sense.and_then(word) else { continue };
                memory
                    .take(size_of::<(TextSpan, String)>() + word.len(), "the terms of the text")?;
                all.push((term.span, word.to_owned()));
            }
        }
        Ok(Glossary::new(all.into_iter()))
    }
}

/// Returns the first word for a concept in the target language that is not discouraged.
fn word<'t>(sense: &TermSense<'t>) -> Option<&'t str> {
    let is_used = |status: Option<glossweave_term::TermStatus>| {
        !status.is_some_and(glossweave_term::TermStatus::is_discouraged)
    };
    sense.targets.iter().find(|target| is_used(target.status)).map(|target| target.text)
}

/// Returns the words of a language for each concept of a graph: the preferred label, or else the
/// first alternative label.
pub(super) fn words(graph: &Graph, language: &Language) -> HashMap<String, String> {
    let mut words: HashMap<String, String> = HashMap::new();
    for name in [skos::PREF_LABEL, skos::ALT_LABEL] {
        for triple in graph.iter().filter(|triple| triple.predicate == name) {
            let (NamedOrBlankNode::NamedNode(concept), Term::Literal(label)) =
                (&triple.subject, &triple.object)
            else {
                continue;
            };
            let tag = label.language().and_then(Language::parse);
            if tag.is_some_and(|tag| tag.is(language.as_str()) || language.is(tag.as_str())) {
                words
                    .entry(concept.as_str().to_owned())
                    .or_insert_with(|| label.value().to_owned());
            }
        }
    }
    words
}

/// Returns the terms of annotations, with the words for their concepts.
pub(super) fn marked<'a>(
    annotations: &'a [Annotation],
    words: &'a HashMap<String, String>,
) -> impl Iterator<Item = (TextSpan, String)> + 'a {
    annotations.iter().filter_map(|annotation| {
        let concept = annotation.as_term()?.info_ref.as_deref()?;
        Some((annotation.span(), words.get(concept)?.clone()))
    })
}
