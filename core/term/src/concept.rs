//! Concepts and their terms, which are the data model of all term base formats.

use std::collections::HashMap;

use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::text::Language;
use glossweave_markup::escape::not_xml;

/// The maximum length of a term, in bytes.
const MAX_TERM: usize = 4096;

/// A concept with its terms in some languages (ISO 30042, clause 5).
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Concept {
    /// The identifier in the source, unique within a term base.
    pub id: Box<str>,
    /// The IRI, if the source has one. Otherwise, it is derived from the `id`.
    pub iri: Option<Box<str>>,
    /// The subject fields, as written in the source.
    pub domains: Vec<Box<str>>,
    /// The definitions.
    pub definitions: Vec<Definition>,
    /// The terms of all languages, in source order.
    pub terms: Vec<TermEntry>,
    /// Other data of the concept or of its language sections.
    pub fields: Vec<ConceptField>,
    /// The TBX entry, if the concept was read from TBX.
    pub(super) markup: Option<Box<str>>,
}

/// A definition of a concept.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq)]
pub struct Definition {
    /// The text.
    pub text: Box<str>,
    /// The language, if known.
    pub language: Option<Language>,
    /// The source of the definition.
    pub source: Option<Box<str>>,
}

impl Definition {
    /// Creates a definition in a language.
    pub fn new(text: impl Into<Box<str>>, language: Option<Language>) -> Definition {
        Definition { text: text.into(), language, source: None }
    }
}

/// A value with the name of its data category, for example `note` or `context`.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq)]
pub struct ConceptField {
    /// The data category.
    pub name: Box<str>,
    /// The value.
    pub value: Box<str>,
    /// The language section of the value. `None` if the value belongs to the whole concept.
    pub language: Option<Language>,
}

/// A term: a designation of a concept in one language.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq)]
pub struct TermEntry {
    /// The text of the term.
    pub text: Box<str>,
    /// The language.
    pub language: Language,
    /// The status in the term base, if any.
    pub status: Option<TermStatus>,
    /// The part of speech, as written in the source.
    pub part_of_speech: Option<Box<str>>,
    /// Other values of the term, with the names of their data categories.
    pub fields: Vec<(Box<str>, Box<str>)>,
}

impl TermEntry {
    /// Creates a term without other data.
    pub fn new(text: impl Into<Box<str>>, language: Language) -> TermEntry {
        let text = text.into();
        TermEntry { text, language, status: None, part_of_speech: None, fields: Vec::new() }
    }

    /// Sets the status.
    pub fn being(mut self, status: TermStatus) -> TermEntry {
        self.status = Some(status);
        self
    }

    /// Returns the value of a data category of the term.
    pub fn field(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|field| *field.0 == *name).map(|field| &*field.1)
    }

    /// Checks that a term can be used in a search. Returns `ErrorKind::Invalid` if it is empty or contains a
    /// control character, and `ErrorKind::TooLarge` if it is too long.
    pub(super) fn check(&self) -> Result<()> {
        if self.text.trim().is_empty() {
            return Err(Error::invalid("`term` is empty").with_parameter("term"));
        }
        if self.text.len() > MAX_TERM {
            let length = self.text.len();
            let message = format!("`term` has {length} bytes, limit is {MAX_TERM}");
            return Err(Error::new(ErrorKind::TooLarge, message).with_parameter("term"));
        }
        if let Some(c) = self.text.chars().find(|c| not_xml(*c).is_some()) {
            let message = format!("`term` contains the control character U+{:04X}", u32::from(c));
            return Err(Error::invalid(message).with_parameter("term"));
        }
        Ok(())
    }
}

/// The administrative status of a term.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TermStatus {
    /// A preferred term.
    Preferred,
    /// An admitted term.
    Admitted,
    /// A deprecated term, which must not be used.
    Deprecated,
    /// A superseded term, which is no longer used.
    Superseded,
    /// A term that is found in texts but never suggested (`skos:hiddenLabel`), for example a misspelling.
    Hidden,
}

impl TermStatus {
    /// All statuses.
    pub const ALL: &[TermStatus] = &[
        TermStatus::Preferred,
        TermStatus::Admitted,
        TermStatus::Deprecated,
        TermStatus::Superseded,
        TermStatus::Hidden,
    ];

    /// Returns the name of the status, for example `preferred`.
    pub const fn name(self) -> &'static str {
        match self {
            TermStatus::Preferred => "preferred",
            TermStatus::Admitted => "admitted",
            TermStatus::Deprecated => "deprecated",
            TermStatus::Superseded => "superseded",
            TermStatus::Hidden => "hidden",
        }
    }

    /// Returns `true` if another term should be used instead.
    pub const fn is_discouraged(self) -> bool {
        matches!(self, TermStatus::Deprecated | TermStatus::Superseded)
    }

    /// Parses a status as written in term bases: `preferredTerm-admn-sts` as in TBX, `preferredTerm`,
    /// `preferred`, and a few words that are used in tables. Returns `None` for other words.
    pub fn parse(word: &str) -> Option<TermStatus> {
        let word = word.trim().to_ascii_lowercase();
        let word = word.strip_suffix("-admn-sts").unwrap_or(&word);
        let word = word.strip_suffix("term").unwrap_or(word).trim_end();
        Some(match word {
            "preferred" | "standardized" | "legal" | "regulated" | "approved" => {
                TermStatus::Preferred
            }
            "admitted" | "accepted" | "allowed" => TermStatus::Admitted,
            "deprecated" | "forbidden" | "prohibited" | "not recommended" => TermStatus::Deprecated,
            "superseded" | "obsolete" => TermStatus::Superseded,
            "hidden" => TermStatus::Hidden,
            _ => return None,
        })
    }

    /// Returns the value of the TBX data category `administrativeStatus`. Because TBX has no status for
    /// hidden terms, they are written as admitted.
    pub(super) const fn in_tbx(self) -> &'static str {
        match self {
            TermStatus::Preferred => "preferredTerm-admn-sts",
            TermStatus::Admitted | TermStatus::Hidden => "admittedTerm-admn-sts",
            TermStatus::Deprecated => "deprecatedTerm-admn-sts",
            TermStatus::Superseded => "supersededTerm-admn-sts",
        }
    }
}

impl Concept {
    /// Creates a concept without data.
    pub fn new(id: impl Into<Box<str>>) -> Concept {
        Concept { id: id.into(), ..Concept::default() }
    }

    /// Sets the IRI.
    pub fn with_iri(mut self, iri: impl Into<Box<str>>) -> Concept {
        self.iri = Some(iri.into());
        self
    }

    /// Adds a term.
    pub fn with_term(mut self, term: TermEntry) -> Concept {
        self.terms.push(term);
        self
    }

    /// Returns the terms in a language. A range such as `en` includes `en-GB`.
    pub fn terms_in<'c>(&'c self, range: &'c str) -> impl Iterator<Item = &'c TermEntry> + 'c {
        self.terms.iter().filter(move |term| term.language.is(range))
    }

    /// Merges a concept of another source into this concept. When both contain a term with the same text and
    /// language, its data is merged. Values of `other` take precedence.
    ///
    /// `places` contains the positions of the terms of this concept by text and language.
    pub(super) fn merge(&mut self, other: Concept, places: &mut TermPlaces) {
        self.iri = other.iri.or(self.iri.take());
        for domain in other.domains {
            if !self.domains.contains(&domain) {
                self.domains.push(domain);
            }
        }
        for definition in other.definitions {
            if !self.definitions.contains(&definition) {
                self.definitions.push(definition);
            }
        }
        for field in other.fields {
            if !self.fields.contains(&field) {
                self.fields.push(field);
            }
        }
        for term in other.terms {
            let key = (term.text.clone(), term.language.as_str().into());
            let place = *places.entry(key).or_insert(self.terms.len());
            match self.terms.get_mut(place) {
                None => self.terms.push(term),
                Some(known) => {
                    known.status = term.status.or(known.status);
                    known.part_of_speech = term.part_of_speech.or(known.part_of_speech.take());
                    for field in term.fields {
                        if !known.fields.contains(&field) {
                            known.fields.push(field);
                        }
                    }
                }
            }
        }
        // The markup of either concept lacks the merged data.
        self.markup = None;
    }

    /// Returns the positions of the terms. For duplicates, returns the first position.
    pub(super) fn places(&self) -> TermPlaces {
        let mut places = TermPlaces::with_capacity(self.terms.len());
        for (place, term) in self.terms.iter().enumerate() {
            let key = (term.text.clone(), term.language.as_str().into());
            places.entry(key).or_insert(place);
        }
        places
    }
}

/// The positions of terms in a concept, by text and language.
pub(super) type TermPlaces = HashMap<(Box<str>, Box<str>), usize>;
