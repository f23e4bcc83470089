//! Conversion of RDF statements to annotations.

use super::metadata;
use super::statement::Says;
use glossweave_base::text::{Language, TextSpan};
use glossweave_document::annotation::{Annotation, Entity, Term, Translation};
use glossweave_rdf::vocab::{itsrdf, nif};
use glossweave_rdf::{self as triples, BySubject, Name, NamedOrBlankNodeRef};

/// The language tag of a translation without a language (BCP 47, clause 4.1: undetermined).
const UNDETERMINED: &str = "und";

/// Adds the annotations of a string, from the statements about the string and about its annotation
/// units.
pub(super) fn annotations(
    lookup: &BySubject<'_>,
    string: NamedOrBlankNodeRef<'_>,
    span: TextSpan,
    into: &mut Vec<Annotation>,
) {
    about(&Says { lookup, subject: string }, span, into);
    for unit in lookup.objects(string, nif::ANNOTATION_UNIT_OF) {
        if let Some(unit) = triples::resource(unit) {
            about(&Says { lookup, subject: unit }, span, into);
        }
    }
}

fn about(says: &Says<'_>, span: TextSpan, into: &mut Vec<Annotation>) {
    let mut add = |annotation: Annotation, annotator: Name| {
        into.push(match says.value(annotator) {
            Some(annotator) => annotation.by(annotator),
            None => annotation,
        });
    };
    if let Some(entity) = entity(says) {
        add(Annotation::entity(span, entity), itsrdf::TA_ANNOTATORS_REF);
    }
    if let Some(term) = term(says) {
        add(Annotation::term(span, term), itsrdf::TERM_ANNOTATORS_REF);
    }
    let translations = translations(says);
    let translated = !translations.is_empty();
    for translation in translations {
        add(Annotation::translation(span, translation), itsrdf::MT_CONFIDENCE_ANNOTATORS_REF);
    }
    metadata::read(says, span, translated, into);
}

fn entity(says: &Says<'_>) -> Option<Entity> {
    let mut entity = Entity::default();
    entity.idents = says.values(itsrdf::TA_IDENT_REF).map(Into::into).collect();
    entity.classes = says.values(itsrdf::TA_CLASS_REF).map(Into::into).collect();
    entity.source = says.value(itsrdf::TA_SOURCE).map(Into::into);
    entity.ident = says.value(itsrdf::TA_IDENT).map(Into::into);
    entity.confidence = says.confidence(&[itsrdf::TA_CONFIDENCE]);
    if entity == Entity::default() {
        return None;
    }
    entity.confidence = entity.confidence.or_else(|| {
        says.confidence(&[
            nif::CONFIDENCE,
            nif::ENTITY_OCCURRENCE_CONF,
            nif::TA_IDENT_CONF,
            nif::TA_CLASS_CONF,
        ])
    });
    Some(entity)
}

/// Returns the term. Existing services use `itsrdf:term` for the explanation of the term, in
/// addition to `yes` or instead of it, because ITS in RDF has no property for the explanation.
fn term(says: &Says<'_>) -> Option<Term> {
    let named = says.values(itsrdf::TERM).find(|value| *value != "no");
    let info = says.values(itsrdf::TERM).find(|value| !matches!(*value, "yes" | "no"));
    let info_ref = says.value(itsrdf::TERM_INFO_REF);
    let confidence = says.confidence(&[itsrdf::TERM_CONFIDENCE]);
    if named.is_none() && info_ref.is_none() && confidence.is_none() {
        return None;
    }
    let mut term = Term::default();
    term.info_ref = info_ref.map(Into::into);
    term.info = info.map(Into::into);
    term.confidence = confidence.or_else(|| {
        let predicates = [nif::CONFIDENCE, nif::TERM_OCCURRENCE_CONF, nif::TERM_INFO_CONF];
        says.confidence(&predicates)
    });
    Some(term)
}

fn translations(says: &Says<'_>) -> Vec<Translation> {
    let targets = says.lookup.objects(says.subject, itsrdf::TARGET);
    let mut translations: Vec<Translation> = targets
        .filter_map(|target| match target {
            triples::Term::Literal(literal) => {
                let language = literal.language().unwrap_or(UNDETERMINED);
                Some(Translation::new(literal.value(), Language::parse(language)?))
            }
            // In files with two languages, the target is a string in another context.
            _ => None,
        })
        .collect();
    // With several translations, it would be ambiguous which one the confidence applies to.
    if let [only] = &mut translations[..] {
        let predicates = [itsrdf::MT_CONFIDENCE, nif::CONFIDENCE, nif::TRANSLATION_CONF];
        only.confidence = says.confidence(&predicates);
    }
    translations
}
