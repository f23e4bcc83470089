//! Training data from annotated texts: NIF, and documents with annotations.

#[cfg(test)]
mod tests;

use std::iter;

use crate::disambiguation::LinkedCorpus;
use glossweave_base::error::{Error, Result};
use glossweave_base::log::{Level, emit};
use glossweave_base::media::Format;
use glossweave_base::text::TextSpan;
use glossweave_document::annotation::{Annotation, Entity};
use glossweave_document::recognizer::Passage;
use glossweave_document::{DecodeOptions, Document};
use glossweave_format::decode;
use glossweave_ner::Corpus;
use glossweave_nif::nif;

/// The target of the log events.
const EVENTS: &str = "glossweave::entity";

/// The class of entities whose class is unknown.
const THING: &str = "http://www.w3.org/2002/07/owl#Thing";

/// Reads training data of any format. By default, the data is parsed as CoNLL columns; other supported
/// formats are NIF and documents that mark entities with ITS or with an exchange format. Each context of
/// NIF and each section of a document becomes a document of the corpus, for example a task of Label
/// Studio or a text of brat. A mention gets the first class of its entity, or `owl:Thing` if the entity
/// only has an IRI. Texts that are not annotated yet are skipped and counted.
///
/// # Errors
///
/// Returns the errors of [`Corpus::from_conll`] and of reading a document, `ErrorKind::Malformed`, with
/// the location, if the data is not valid NIF, and `ErrorKind::Invalid` if the document has no
/// annotations or no text is annotated.
pub fn read_corpus(bytes: &[u8], format: Option<Format>) -> Result<Corpus> {
    let mut corpus = Corpus::default();
    match format {
        None | Some(Format::Conll2003) => {
            let text = std::str::from_utf8(bytes)
                .map_err(|cause| Error::malformed("the corpus is not UTF-8").because(cause))?;
            return Corpus::from_conll(text);
        }
        Some(format) if format.is_rdf() => {
            for context in nif::read(bytes, format, None)?.contexts() {
                add_document(&mut corpus, &context.document(), context.annotations());
            }
        }
        Some(format) => {
            let document = decode(bytes, format, &DecodeOptions::default())?;
            report_warnings(&document);
            add_document(&mut corpus, &document, document.annotations());
        }
    }
    match (corpus.classes.is_empty(), corpus.unannotated) {
        (false, _) => Ok(corpus),
        (true, 0) => Err(Error::invalid("the corpus has no mentions to learn from")),
        (true, count) => Err(Error::invalid(format!(
            "the corpus has no mentions to learn from: {count} texts are not annotated yet"
        ))),
    }
}

fn add_document(corpus: &mut Corpus, document: &Document, annotations: &[Annotation]) {
    let annotations: Vec<_> = annotations.iter().map(with_class).collect();
    corpus.unannotated += each_section(document, &annotations, |passage, annotations| {
        corpus.add(passage, annotations);
    });
}

impl LinkedCorpus {
    /// Reads texts with linked names in any format. By default, the data is parsed as CoNLL columns
    /// ([`LinkedCorpus::from_corpus`]); NIF and documents that mark entities with ITS are also supported.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`read_corpus`], and `ErrorKind::Invalid` if no name has the IRI of an entity.
    pub fn read(bytes: &[u8], format: Option<Format>) -> Result<LinkedCorpus> {
        let mut linked = LinkedCorpus::default();
        match format {
            None | Some(Format::Conll2003) => {
                linked = LinkedCorpus::from_corpus(&read_corpus(bytes, format)?);
            }
            Some(format) if format.is_rdf() => {
                for context in nif::read(bytes, format, None)?.contexts() {
                    linked.add_document(&context.document(), context.annotations());
                }
            }
            Some(format) => {
                let document = decode(bytes, format, &DecodeOptions::default())?;
                report_warnings(&document);
                linked.add_document(&document, document.annotations());
            }
        }
        match linked.names() {
            0 => Err(Error::invalid("the corpus has no names that are linked to an IRI")),
            _ => Ok(linked),
        }
    }

    fn add_document(&mut self, document: &Document, annotations: &[Annotation]) {
        each_section(document, annotations, |passage, annotations| {
            self.add(passage, annotations);
        });
    }
}

/// Passes each annotated text of a document to `take`, with its annotations in bytes of that text. Returns
/// the number of texts that are not annotated yet.
fn each_section(
    document: &Document,
    annotations: &[Annotation],
    mut take: impl FnMut(&Passage<'_>, &[Annotation]),
) -> usize {
    let mut sorted: Vec<&Annotation> = annotations.iter().collect();
    sorted.sort_by_key(|annotation| annotation.span().start());
    let mut annotations = sorted.into_iter().peekable();
    let mut blocks = document.pieces().into_iter().peekable();
    let mut unannotated = 0;
    for section in document.sections() {
        let (start, end) = (section.span.start(), section.span.end());
        let moved = |span: TextSpan| TextSpan::new(span.start() - start, span.end() - start);
        while blocks.next_if(|block| block.start() < start).is_some() {}
        while annotations.next_if(|annotation| annotation.span().start() < start).is_some() {}
        let own_blocks: Vec<TextSpan> =
            iter::from_fn(|| blocks.next_if(|block| block.end() <= end)).map(moved).collect();
        let own_annotations =
            iter::from_fn(|| annotations.next_if(|annotation| annotation.span().start() < end));
        let own_annotations = own_annotations.filter(|annotation| annotation.span().end() <= end);
        let own_annotations: Vec<Annotation> = own_annotations
            .map(|annotation| annotation.clone().moved_to(moved(annotation.span())))
            .collect();
        if section.is_unannotated {
            unannotated += 1;
            continue;
        }
        let text = document.text().get(section.span.range()).unwrap_or_default();
        if own_blocks.is_empty() || text.is_empty() {
            continue;
        }
        let mut passage = Passage::new(text).with_blocks(&own_blocks);
        if let Some(language) = section.language.or(document.language()) {
            passage = passage.with_language(language);
        }
        take(&passage, &own_annotations);
    }
    if unannotated > 0 {
        emit(
            Level::Warn,
            EVENTS,
            format_args!(
                "{unannotated} texts of the training data without annotations are skipped"
            ),
        );
    }
    unannotated
}

/// Logs how many parts of the training data were skipped.
fn report_warnings(document: &Document) {
    let (count, first) = (document.warnings().len(), document.warnings().first());
    if let Some(first) = first {
        let line = document.source().location(first.span()).line();
        emit(
            Level::Warn,
            EVENTS,
            format_args!("training data read with {count} warnings, the first in line {line}"),
        );
    }
}

/// Adds the class `owl:Thing` to an entity that only has an IRI. Returns other annotations
/// unchanged.
fn with_class(annotation: &Annotation) -> Annotation {
    match annotation.as_entity() {
        Some(Entity { idents, classes, .. }) if classes.is_empty() && !idents.is_empty() => {
            Annotation::entity(annotation.span(), Entity::default().with_class(THING))
        }
        _ => annotation.clone(),
    }
}
