//! The bodies of annotations: entities, terms and translations.

use glossweave_base::text::{Language, PluralCategory};
use serde::{Deserialize, Serialize};

/// A named entity, identified by its IRIs, by the IRIs of its classes, or by an identifier in a
/// source outside the web ([ITS 2.0, clause 8.9](https://www.w3.org/TR/its20/#textanalysis)).
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Entity {
    /// The IRIs of the entity (`its:taIdentRef`), the best one first. Empty if the entity is only
    /// spotted or classified.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub idents: Vec<Box<str>>,
    /// The IRIs of the classes of the entity (`its:taClassRef`).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub classes: Vec<Box<str>>,
    /// The collection that defines `ident`, for example `Wordnet3.0` (`its:taSource`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Box<str>>,
    /// The identifier of the entity in the collection (`its:taIdent`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ident: Option<Box<str>>,
    /// The confidence, from 0 to 1 (`its:taConfidence`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
}

impl Entity {
    /// Creates an entity with one IRI.
    pub fn new(ident: impl Into<Box<str>>) -> Entity {
        Entity { idents: vec![ident.into()], ..Entity::default() }
    }

    /// Returns `true` if the entity has neither an identifier nor a class.
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

    /// Adds another IRI of the entity.
    pub fn with_ident(mut self, ident: impl Into<Box<str>>) -> Entity {
        self.idents.push(ident.into());
        self
    }

    /// Sets the confidence.
    pub fn with_confidence(mut self, confidence: f64) -> Entity {
        self.confidence = Some(confidence);
        self
    }

    /// Sets the collection, and the identifier of the entity in the collection.
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

/// A term, with its explanation ([ITS 2.0, clause 8.4](https://www.w3.org/TR/its20/#terminology)).
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Term {
    /// The IRI of a resource that explains the term (`its:termInfoRef`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub info_ref: Option<Box<str>>,
    /// A text that explains the term (`its:termInfo`), for example its definition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub info: Option<Box<str>>,
    /// The confidence, from 0 to 1 (`its:termConfidence`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
}

impl Term {
    /// Creates a term without further information.
    pub fn new() -> Term {
        Term::default()
    }

    /// Sets the IRI of a resource that explains the term.
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

/// A translation of a span. It is always written to RDF, and to documents only when
/// `EncodeOptions::translations` asks for it.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Translation {
    /// The translated text (`itsrdf:target`).
    pub text: Box<str>,
    /// The language of the translated text.
    pub language: Language,
    /// The confidence, from 0 to 1 (`its:mtConfidence`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// The plural form that this translation adds because the source lacks it; `None` if this
    /// translates the text itself. RDF has no property for plural forms.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plural_form: Option<PluralCategory>,
}

impl Translation {
    /// Creates a translation into a language.
    pub fn new(text: impl Into<Box<str>>, language: Language) -> Translation {
        Translation { text: text.into(), language, confidence: None, plural_form: None }
    }

    /// Sets the confidence.
    pub fn with_confidence(mut self, confidence: f64) -> Translation {
        self.confidence = Some(confidence);
        self
    }
}
