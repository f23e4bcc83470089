//! Annotations as RDF statements.

use super::metadata;
use super::statement::{AnnotatedResource, each};
use glossweave_document::annotation::{Annotation, Body};
use glossweave_rdf::vocab::{itsrdf, nif, rdf};
use glossweave_rdf::{Object, Sink};

/// Returns `true` if RDF has no property for the annotation.
pub(super) fn is_silent(annotation: &Annotation) -> bool {
    annotation.as_metadata().is_some_and(metadata::is_silent)
}

/// Returns `true` if any annotation is an entity or a term.
pub(super) fn names(annotations: &[&Annotation]) -> bool {
    annotations
        .iter()
        .any(|annotation| matches!(annotation.body(), Body::Entity(_) | Body::Term(_)))
}

/// Writes the annotations of a string according to NIF 2.0. Annotations with the same span are
/// merged, and duplicate values are written once. Separate resources are used for metadata that
/// would become ambiguous.
pub(super) fn merged<S: Sink>(
    sink: &mut S,
    annotations: &[&Annotation],
    place: AnnotatedResource<'_>,
) {
    named(sink, annotations, place);
    metadata::merged(sink, annotations, place);
}

/// Writes entities and terms. The text that explains a term is written as a value of `itsrdf:term`,
/// next to `yes`, because neither ITS nor Annex F has a property for it, and existing services use
/// this form.
fn named<S: Sink>(sink: &mut S, annotations: &[&Annotation], place: AnnotatedResource<'_>) {
    let entities =
        || annotations.iter().filter_map(|annotation| Some((*annotation, annotation.as_entity()?)));
    if entities().next().is_some() {
        let idents = entities().flat_map(|(_, entity)| &entity.idents);
        each(sink, itsrdf::TA_IDENT_REF, idents.map(|iri| Object::Iri(iri)));
        let classes = entities().flat_map(|(_, entity)| &entity.classes);
        each(sink, itsrdf::TA_CLASS_REF, classes.map(|iri| Object::Iri(iri)));
        let sources = entities().filter_map(|(_, entity)| entity.source.as_deref());
        each(sink, itsrdf::TA_SOURCE, sources.map(Object::Text));
        let idents = entities().filter_map(|(_, entity)| entity.ident.as_deref());
        each(sink, itsrdf::TA_IDENT, idents.map(Object::Text));
        let confidences = entities().filter_map(|(_, entity)| entity.confidence);
        each(sink, itsrdf::TA_CONFIDENCE, confidences.map(Object::Double));
        let annotators = entities().filter_map(|(annotation, _)| annotation.annotator());
        each(sink, itsrdf::TA_ANNOTATORS_REF, annotators.map(Object::Iri));
    }
    let terms =
        || annotations.iter().filter_map(|annotation| Some((*annotation, annotation.as_term()?)));
    if terms().next().is_some() {
        let with_info = !matches!(place, AnnotatedResource::Annex);
        let infos = terms().filter(|_| with_info).filter_map(|(_, term)| term.info.as_deref());
        let infos = infos.filter(|info| *info != "no").map(Object::Text);
        each(sink, itsrdf::TERM, std::iter::once(Object::Text("yes")).chain(infos));
        let infos = terms().filter_map(|(_, term)| term.info_ref.as_deref());
        each(sink, itsrdf::TERM_INFO_REF, infos.map(Object::Iri));
        let confidences = terms().filter_map(|(_, term)| term.confidence);
        each(sink, itsrdf::TERM_CONFIDENCE, confidences.map(Object::Double));
        let annotators = terms().filter_map(|(annotation, _)| annotation.annotator());
        each(sink, itsrdf::TERM_ANNOTATORS_REF, annotators.map(Object::Iri));
    }
    let translations = || {
        annotations
            .iter()
            .filter_map(|annotation| Some((*annotation, annotation.as_translation()?)))
    };
    if translations().next().is_some() {
        let targets = translations().map(|(_, made)| Object::Tagged(&made.text, &made.language));
        each(sink, itsrdf::TARGET, targets);
        let confidences = translations().filter_map(|(_, made)| made.confidence);
        each(sink, itsrdf::MT_CONFIDENCE, confidences.map(Object::Double));
        let annotators = translations().filter_map(|(annotation, _)| annotation.annotator());
        each(sink, itsrdf::MT_CONFIDENCE_ANNOTATORS_REF, annotators.map(Object::Iri));
    }
}

/// Writes an annotation according to NIF 2.1, as a separate resource.
pub(super) fn unit<S: Sink>(sink: &mut S, iri: &str, annotation: &Annotation) {
    sink.subject(iri);
    sink.property(rdf::TYPE, Object::Name(nif::ANNOTATION_UNIT));
    let class = match annotation.body() {
        Body::Entity(_) => Some(nif::ENTITY_OCCURRENCE),
        Body::Term(_) => Some(nif::TERM_OCCURRENCE),
        Body::Translation(_) => Some(nif::TRANSLATION),
        // There is no specific class for metadata.
        _ => None,
    };
    if let Some(class) = class {
        sink.property(rdf::TYPE, Object::Name(class));
    }
    merged(sink, &[annotation], AnnotatedResource::Unit);
    if let Some(confidence) = annotation.confidence() {
        sink.property(nif::CONFIDENCE, Object::Double(confidence));
    }
}
