//! Annotations: statements about spans of a text.

mod body;
mod category;
mod entity_kind;
mod field;
mod metadata;
mod provenance;
mod reference;
mod resolver;
mod standoff;
mod usual_class;

use std::collections::HashMap;
use std::fmt::{self, Write};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

pub use body::{Entity, Term, Translation};
pub use category::{Category, Field};
pub use entity_kind::{EntityKind, kind_of};
pub use metadata::{Metadata, MetadataExt};
pub use provenance::{Provenance, ProvenanceExt};
use reference::same_references;
pub use resolver::Resolver;
pub use standoff::Records;
pub use usual_class::{NERD, usual_class, usual_label};

use glossweave_base::text::TextSpan;
use glossweave_base::text::iri::{is_absolute, percent_encoded};
use serde::{Deserialize, Serialize};

/// A statement about a span of a document's text.
///
/// The span counts bytes of [`Document::text`](crate::Document::text), and starts and ends on
/// character boundaries.
///
/// The `serde` form is an object with the `start` and `end` of the span, `kind` and the fields of
/// the [`Body`], and `annotator`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Annotation {
    #[serde(flatten)]
    span: TextSpan,
    #[serde(flatten)]
    body: Body,
    /// The IRI of the tool. Shared, because all annotations of a page often name the same tool.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    annotator: Option<Arc<str>>,
}

/// The content of an annotation. Each type uses separate attributes in markup and separate
/// properties in RDF.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Body {
    /// A named entity (ITS 2.0, Text Analysis).
    Entity(Entity),
    /// A term (ITS 2.0, Terminology).
    Term(Term),
    /// A translation.
    Translation(Translation),
    /// Any other data category of ITS 2.0.
    Metadata(Metadata),
}

impl Annotation {
    /// Creates an annotation with any body.
    pub fn new(span: TextSpan, body: Body) -> Annotation {
        Annotation { span, body, annotator: None }
    }

    /// Creates an annotation of an entity.
    pub fn entity(span: TextSpan, entity: Entity) -> Annotation {
        Annotation::new(span, Body::Entity(entity))
    }

    /// Creates an annotation of a term.
    pub fn term(span: TextSpan, term: Term) -> Annotation {
        Annotation::new(span, Body::Term(term))
    }

    /// Creates an annotation with a translation.
    pub fn translation(span: TextSpan, translation: Translation) -> Annotation {
        Annotation::new(span, Body::Translation(translation))
    }

    /// Creates an annotation with metadata in a data category of ITS 2.0.
    pub fn metadata(span: TextSpan, metadata: Metadata) -> Annotation {
        Annotation::new(span, Body::Metadata(metadata))
    }

    /// Sets the IRI of the tool that created the annotation (`its:annotatorsRef`).
    pub fn by(mut self, annotator: impl Into<Arc<str>>) -> Annotation {
        self.annotator = Some(annotator.into());
        self
    }

    /// Returns the annotation with another span.
    pub fn moved_to(mut self, span: TextSpan) -> Annotation {
        self.span = span;
        self
    }

    pub(crate) fn extend_to(&mut self, end: usize) {
        self.span = TextSpan::new(self.span.start(), end);
    }

    pub(crate) fn cut_at(&mut self, end: usize) {
        self.span = TextSpan::new(self.span.start().min(end), self.span.end().min(end));
    }

    /// Returns the span of the annotated text, in bytes.
    pub fn span(&self) -> TextSpan {
        self.span
    }

    /// Returns the body.
    pub fn body(&self) -> &Body {
        &self.body
    }

    /// Returns the IRI of the tool that created the annotation, if known.
    pub fn annotator(&self) -> Option<&str> {
        self.annotator.as_deref()
    }

    /// Returns the provenance, if the IRI of the tool contains it.
    pub fn provenance(&self) -> Option<Provenance> {
        self.annotator()?.parse().ok()
    }

    /// Returns the span, the body, and the IRI of the tool.
    pub fn into_parts(self) -> (TextSpan, Body, Option<Arc<str>>) {
        (self.span, self.body, self.annotator)
    }

    /// Returns the entity, or `None` for another body.
    pub fn as_entity(&self) -> Option<&Entity> {
        match &self.body {
            Body::Entity(entity) => Some(entity),
            _ => None,
        }
    }

    /// Returns the term, or `None` for another body.
    pub fn as_term(&self) -> Option<&Term> {
        match &self.body {
            Body::Term(term) => Some(term),
            _ => None,
        }
    }

    /// Returns the translation, or `None` for another body.
    pub fn as_translation(&self) -> Option<&Translation> {
        match &self.body {
            Body::Translation(translation) => Some(translation),
            _ => None,
        }
    }

    /// Returns the metadata, or `None` for another body.
    pub fn as_metadata(&self) -> Option<&Metadata> {
        match &self.body {
            Body::Metadata(metadata) => Some(metadata),
            _ => None,
        }
    }

    /// Returns a hash that is equal for equal annotations. The contents of records are not hashed
    /// completely.
    fn digest(&self) -> u64 {
        let mut written = Written::default();
        let write = |written: &mut Written| match &self.body {
            Body::Metadata(metadata) => {
                metadata.shared_records().hash(&mut written.0);
                write!(written, "{} {:?}", metadata.category(), metadata.fields())
            }
            body => write!(written, "{body:?}"),
        };
        // Writing to a hasher never fails. An incomplete hash would only cause more comparisons.
        write(&mut written).ok();
        (self.span.start(), self.span.end(), &self.annotator).hash(&mut written.0);
        written.0.finish()
    }

    /// Returns the reason why no format can express the annotation, or `None` if the annotation is
    /// valid. The possible faults are an empty span, a confidence outside 0 to 1, and a reference
    /// that is not an absolute IRI. RDF writers return an error for such an annotation. Document
    /// writers skip it and report the fault.
    pub fn fault(&self) -> Option<String> {
        if self.span.is_empty() {
            return Some("the span is empty".to_owned());
        }
        if let Some(value) = self.confidence().filter(|value| !(0.0..=1.0).contains(value)) {
            return Some(format!("the confidence {value} is not between 0 and 1"));
        }
        let none: &[Box<str>] = &[];
        let (idents, classes, other) = match &self.body {
            Body::Entity(entity) => (&entity.idents[..], &entity.classes[..], None),
            Body::Term(term) => (none, none, term.info_ref.as_deref()),
            Body::Translation(_) | Body::Metadata(_) => (none, none, None),
        };
        let references = idents.iter().chain(classes).map(AsRef::as_ref);
        references
            .chain(other)
            .chain(self.annotator())
            .find(|iri| !is_absolute(iri) || percent_encoded(iri).is_none())
            .map(|iri| match is_absolute(iri) {
                false => format!("`{iri}` is not an absolute IRI"),
                true => format!("`{iri}` is not an IRI: its host or port is invalid"),
            })
    }

    /// Returns the confidence of the body, from 0 to 1, if known.
    pub fn confidence(&self) -> Option<f64> {
        match &self.body {
            Body::Entity(entity) => entity.confidence,
            Body::Term(term) => term.confidence,
            Body::Translation(translation) => translation.confidence,
            Body::Metadata(_) => None,
        }
    }
}

/// Methods of [`Annotation`] for the other crates of Glossweave.
pub trait AnnotationExt: Sized {
    /// Sets the IRI of the tool, unless one is already set.
    fn or_by(self, annotator: Option<impl Into<Arc<str>>>) -> Self;

    /// Returns the annotation with another body. The span and the tool are unchanged.
    fn with_body(self, body: Body) -> Self;

    /// Returns `true` if both annotations are equivalent and name the same tool, ignoring their
    /// spans and differences of spelling. A relative reference is equivalent to every IRI that it
    /// may resolve to.
    fn says_same(&self, other: &Self) -> bool;

    /// Returns the size of the texts of the annotation in bytes, without the shared IRI of the
    /// tool.
    fn heap_size(&self) -> usize;
}

impl AnnotationExt for Annotation {
    fn or_by(mut self, annotator: Option<impl Into<Arc<str>>>) -> Annotation {
        self.annotator = self.annotator.or_else(|| annotator.map(Into::into));
        self
    }

    fn with_body(mut self, body: Body) -> Annotation {
        self.body = body;
        self
    }

    fn says_same(&self, other: &Annotation) -> bool {
        let same = match (&self.body, &other.body) {
            (Body::Metadata(left), Body::Metadata(right)) => left.says_same(right),
            (Body::Entity(left), Body::Entity(right)) => {
                same_references(&left.idents, &right.idents)
                    && same_references(&left.classes, &right.classes)
                    && (&left.source, &left.ident) == (&right.source, &right.ident)
                    && left.confidence == right.confidence
            }
            (Body::Term(left), Body::Term(right)) => {
                same_references(left.info_ref.as_slice(), right.info_ref.as_slice())
                    && (&left.info, left.confidence) == (&right.info, right.confidence)
            }
            (left, right) => left == right,
        };
        same && same_references(self.annotator.as_slice(), other.annotator.as_slice())
    }

    fn heap_size(&self) -> usize {
        let list = |list: &[Box<str>]| {
            list.iter().map(|text| size_of::<Box<str>>() + text.len()).sum::<usize>()
        };
        let text = |text: &Option<Box<str>>| text.as_ref().map_or(0, |text| text.len());
        match &self.body {
            Body::Entity(entity) => {
                list(&entity.idents)
                    + list(&entity.classes)
                    + text(&entity.source)
                    + text(&entity.ident)
            }
            Body::Term(term) => text(&term.info_ref) + text(&term.info),
            Body::Translation(translation) => {
                translation.text.len() + translation.language.as_str().len()
            }
            Body::Metadata(metadata) => metadata.heap_size(),
        }
    }
}

/// Rounds a computed confidence to four decimal digits. Further digits carry no information, but
/// would be written in every format.
///
/// ```
/// use glossweave_document::annotation::four_digits;
/// assert_eq!(four_digits(0.9493905305862427), 0.9494);
/// ```
#[must_use]
pub fn four_digits(confidence: f64) -> f64 {
    (confidence * 1e4).round() / 1e4
}

/// The maximum number of annotations to compare pairwise. Hashes are used for longer lists.
const FEW: usize = 32;

/// Returns the distinct annotations in their original order.
pub fn distinct<'a>(all: &[&'a Annotation]) -> Vec<&'a Annotation> {
    let mut distinct: Vec<&Annotation> = Vec::with_capacity(all.len());
    let mut by_digest: HashMap<u64, Vec<&Annotation>> = HashMap::new();
    for annotation in all {
        // A page can nest thousands of elements around one word, so long lists are compared by hash
        // first.
        let new = match all.len() <= FEW {
            true => !distinct.contains(annotation),
            false => {
                let alike = by_digest.entry(annotation.digest()).or_default();
                let new = !alike.contains(annotation);
                alike.extend(new.then_some(annotation));
                new
            }
        };
        if new {
            distinct.push(annotation);
        }
    }
    distinct
}

/// A hasher of formatted text.
#[derive(Default)]
struct Written(DefaultHasher);

impl fmt::Write for Written {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write(text.as_bytes());
        Ok(())
    }
}
