//! What was found in a text: a span and what it says.

mod category;
mod field;
mod records;
mod reference;

use std::collections::HashMap;
use std::fmt::{self, Write};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

pub use category::{Category, Field, Metadata};
#[doc(hidden)]
pub use records::Records;
#[doc(hidden)]
pub use reference::Resolver;
use reference::same_references;

#[doc(hidden)]
pub use glossweave_base::text::iri::is_absolute;
use glossweave_base::text::{Language, TextSpan};

/// A statement about a span of a document's text.
///
/// The span counts bytes of [`Document::text`](crate::Document::text) and lies on character
/// boundaries.
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
/// use glossweave::annotation::{Annotation, Entity};
/// use glossweave::text::TextSpan;
/// let dublin = Entity::new("http://dbpedia.org/resource/Dublin").with_confidence(0.9);
/// let found = Annotation::entity(TextSpan::new(0, 6), dublin);
/// assert_eq!(found.span().range(), 0..6);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Annotation {
    span: TextSpan,
    body: Body,
    /// Shared: a page says it once for all of its annotations.
    annotator: Option<Arc<str>>,
}

/// What an annotation says. In markup and RDF each sort has its own attributes and properties.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// The span names an entity (ITS 2.0, Text Analysis).
    Entity(Entity),
    /// The span is a term (ITS 2.0, Terminology).
    Term(Term),
    /// The span has a translation.
    Translation(Translation),
    /// Something else that ITS 2.0 has a data category for.
    Metadata(Metadata),
}

impl Annotation {
    /// An annotation with a body of any sort.
    pub fn new(span: TextSpan, body: Body) -> Annotation {
        Annotation { span, body, annotator: None }
    }

    /// An annotation that names an entity.
    pub fn entity(span: TextSpan, entity: Entity) -> Annotation {
        Annotation::new(span, Body::Entity(entity))
    }

    /// An annotation that marks a term.
    pub fn term(span: TextSpan, term: Term) -> Annotation {
        Annotation::new(span, Body::Term(term))
    }

    /// An annotation that gives a translation.
    pub fn translation(span: TextSpan, translation: Translation) -> Annotation {
        Annotation::new(span, Body::Translation(translation))
    }

    /// An annotation that says something in a data category of ITS 2.0.
    pub fn metadata(span: TextSpan, metadata: Metadata) -> Annotation {
        Annotation::new(span, Body::Metadata(metadata))
    }

    /// Sets the IRI of the tool that made the annotation (`its:annotatorsRef`).
    pub fn by(mut self, annotator: impl Into<Arc<str>>) -> Annotation {
        self.annotator = Some(annotator.into());
        self
    }

    /// The same statement about another span.
    pub fn moved_to(mut self, span: TextSpan) -> Annotation {
        self.span = span;
        self
    }

    /// Whether the same is said by the same tool, in whatever words, of whatever span. A relative
    /// reference is the same as an IRI that it may mean.
    #[doc(hidden)]
    pub fn says_same(&self, other: &Annotation) -> bool {
        let same = match (&self.body, &other.body) {
            (Body::Metadata(one), Body::Metadata(other)) => one.says_same(other),
            (Body::Entity(one), Body::Entity(other)) => {
                same_references(&one.idents, &other.idents)
                    && same_references(&one.classes, &other.classes)
                    && (&one.source, &one.ident) == (&other.source, &other.ident)
                    && one.confidence == other.confidence
            }
            (Body::Term(one), Body::Term(other)) => {
                same_references(one.info_ref.as_slice(), other.info_ref.as_slice())
                    && (&one.info, one.confidence) == (&other.info, other.confidence)
            }
            (one, other) => one == other,
        };
        same && same_references(self.annotator.as_slice(), other.annotator.as_slice())
    }

    pub(crate) fn extend_to(&mut self, end: usize) {
        self.span = TextSpan::new(self.span.start(), end);
    }

    pub(crate) fn cut_at(&mut self, end: usize) {
        self.span = TextSpan::new(self.span.start().min(end), self.span.end().min(end));
    }

    /// The bytes of the text that are meant.
    pub fn span(&self) -> TextSpan {
        self.span
    }

    /// What is said of them.
    pub fn body(&self) -> &Body {
        &self.body
    }

    /// The IRI of the tool that made the annotation, where it is known.
    pub fn annotator(&self) -> Option<&str> {
        self.annotator.as_deref()
    }

    /// Returns its span, its body and the IRI of the tool that made it.
    pub fn into_parts(self) -> (TextSpan, Body, Option<Arc<str>>) {
        (self.span, self.body, self.annotator)
    }

    /// The entity, where this is one.
    pub fn as_entity(&self) -> Option<&Entity> {
        match &self.body {
            Body::Entity(entity) => Some(entity),
            _ => None,
        }
    }

    /// The term, where this is one.
    pub fn as_term(&self) -> Option<&Term> {
        match &self.body {
            Body::Term(term) => Some(term),
            _ => None,
        }
    }

    /// The translation, where this is one.
    pub fn as_translation(&self) -> Option<&Translation> {
        match &self.body {
            Body::Translation(translation) => Some(translation),
            _ => None,
        }
    }

    /// What it says in a data category, where it is such a statement.
    pub fn as_metadata(&self) -> Option<&Metadata> {
        match &self.body {
            Body::Metadata(metadata) => Some(metadata),
            _ => None,
        }
    }

    /// The same for those that are the same, of records without what is in them.
    fn digest(&self) -> u64 {
        let mut written = Written::default();
        let write = |written: &mut Written| match &self.body {
            Body::Metadata(one) => {
                one.shared_records().hash(&mut written.0);
                write!(written, "{} {:?}", one.category(), one.fields())
            }
            body => write!(written, "{body:?}"),
        };
        // Hashing what is written never fails, and what it left out would only be compared later.
        write(&mut written).ok();
        (self.span.start(), self.span.end(), &self.annotator).hash(&mut written.0);
        written.0.finish()
    }

    /// The bytes of the texts in it, without that of its tool, which many share.
    #[doc(hidden)]
    pub fn heap(&self) -> usize {
        let list = |list: &[Box<str>]| {
            list.iter().map(|text| size_of::<Box<str>>() + text.len()).sum::<usize>()
        };
        let text = |text: &Option<Box<str>>| text.as_ref().map_or(0, |text| text.len());
        match &self.body {
            Body::Entity(one) => {
                list(&one.idents) + list(&one.classes) + text(&one.source) + text(&one.ident)
            }
            Body::Term(one) => text(&one.info_ref) + text(&one.info),
            Body::Translation(one) => one.text.len() + one.language.as_str().len(),
            Body::Metadata(one) => one.heap(),
        }
    }

    /// Why no notation can say this, in words, or `None` where all can: an empty span, a confidence
    /// that is not from 0 to 1, a reference that is no absolute IRI. Writers of RDF refuse such an
    /// annotation, and writers of documents leave it out and report this.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
    /// use glossweave::annotation::{Annotation, Entity};
    /// use glossweave::text::TextSpan;
    /// let cork = Annotation::entity(TextSpan::new(0, 4), Entity::new("Cork"));
    /// assert_eq!(cork.fault().unwrap(), "`Cork` is no absolute IRI");
    /// ```
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
            .find(|iri| !is_absolute(iri))
            .map(|iri| format!("`{iri}` is no absolute IRI"))
    }

    /// The confidence of the body, from 0 to 1, where it is known.
    pub fn confidence(&self) -> Option<f64> {
        match &self.body {
            Body::Entity(entity) => entity.confidence,
            Body::Term(term) => term.confidence,
            Body::Translation(translation) => translation.confidence,
            Body::Metadata(_) => None,
        }
    }
}

/// How many annotations are compared with each other one by one.
const FEW: usize = 32;

/// Each of some annotations once, in their order.
#[doc(hidden)]
pub fn distinct<'a>(all: &[&'a Annotation]) -> Vec<&'a Annotation> {
    let mut distinct: Vec<&Annotation> = Vec::with_capacity(all.len());
    let mut said: HashMap<u64, Vec<&Annotation>> = HashMap::new();
    for annotation in all {
        // Pages can nest thousands of elements around one word.
        let new = match all.len() <= FEW {
            true => !distinct.contains(annotation),
            false => {
                let alike = said.entry(annotation.digest()).or_default();
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

/// A hash of what is written.
#[derive(Default)]
struct Written(DefaultHasher);

impl fmt::Write for Written {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write(text.as_bytes());
        Ok(())
    }
}

/// A named entity: IRIs of what is named, IRIs of its classes, or an identifier in a source that
/// is not the web ([ITS 2.0, clause 8.9](https://www.w3.org/TR/its20/#textanalysis)).
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
/// use glossweave::annotation::Entity;
/// let dublin = Entity::new("http://dbpedia.org/resource/Dublin")
///     .with_class("http://dbpedia.org/ontology/City")
///     .with_confidence(0.9);
/// assert_eq!((dublin.idents.len(), dublin.classes.len()), (1, 1));
/// assert!(Entity::default().is_anonymous());
/// ```
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Entity {
    /// IRIs of the entity (`its:taIdentRef`), the best one first. None where the span is only
    /// spotted or classified.
    pub idents: Vec<Box<str>>,
    /// IRIs of its classes (`its:taClassRef`).
    pub classes: Vec<Box<str>>,
    /// The collection that `ident` is from (`its:taSource`).
    pub source: Option<Box<str>>,
    /// The identifier in that collection (`its:taIdent`).
    pub ident: Option<Box<str>>,
    /// From 0 to 1 (`its:taConfidence`).
    pub confidence: Option<f64>,
}

impl Entity {
    /// An entity with one IRI.
    pub fn new(ident: impl Into<Box<str>>) -> Entity {
        Entity { idents: vec![ident.into()], ..Entity::default() }
    }

    /// Whether it says neither what is named nor of which class that is.
    pub fn is_anonymous(&self) -> bool {
        self.idents.is_empty()
            && self.classes.is_empty()
            && self.source.is_none()
            && self.ident.is_none()
    }

    /// Adds the IRI of a class.
    pub fn with_class(mut self, class: impl Into<Box<str>>) -> Entity {
        self.classes.push(class.into());
        self
    }

    /// Adds a further IRI of the entity.
    pub fn with_ident(mut self, ident: impl Into<Box<str>>) -> Entity {
        self.idents.push(ident.into());
        self
    }

    /// Sets the confidence.
    pub fn with_confidence(mut self, confidence: f64) -> Entity {
        self.confidence = Some(confidence);
        self
    }

    /// Names the entity by a source and an identifier in it.
    pub fn with_source(
        mut self,
        source: impl Into<Box<str>>,
        ident: impl Into<Box<str>>,
    ) -> Entity {
        self.source = Some(source.into());
        self.ident = Some(ident.into());
        self
    }
}

/// A term, with what explains it
/// ([ITS 2.0, clause 8.4](https://www.w3.org/TR/its20/#terminology)).
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Term {
    /// IRI of what explains the term (`its:termInfoRef`).
    pub info_ref: Option<Box<str>>,
    /// Text that explains the term (`its:termInfo`).
    pub info: Option<Box<str>>,
    /// From 0 to 1 (`its:termConfidence`).
    pub confidence: Option<f64>,
}

impl Term {
    /// A term about which nothing more is known.
    pub fn new() -> Term {
        Term::default()
    }

    /// Sets the IRI of what explains the term.
    pub fn with_info_ref(mut self, iri: impl Into<Box<str>>) -> Term {
        self.info_ref = Some(iri.into());
        self
    }

    /// Sets the text that explains the term.
    pub fn with_info(mut self, info: impl Into<Box<str>>) -> Term {
        self.info = Some(info.into());
        self
    }

    /// Sets the confidence.
    pub fn with_confidence(mut self, confidence: f64) -> Term {
        self.confidence = Some(confidence);
        self
    }
}

/// A translation of a span. It is said in RDF only: HTML has no attribute for it.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq)]
pub struct Translation {
    /// The translated text (`itsrdf:target`).
    pub text: Box<str>,
    /// Its language.
    pub language: Language,
    /// From 0 to 1 (`its:mtConfidence`).
    pub confidence: Option<f64>,
}

impl Translation {
    /// A translation into a language.
    pub fn new(text: impl Into<Box<str>>, language: Language) -> Translation {
        Translation { text: text.into(), language, confidence: None }
    }

    /// Sets the confidence.
    pub fn with_confidence(mut self, confidence: f64) -> Translation {
        self.confidence = Some(confidence);
        self
    }
}
