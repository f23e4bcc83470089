//! Entries, which are names of entities, and their validation.

use super::{LabelCase, MAX_LABEL, MAX_TOKENS};
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::text::Language;
use glossweave_base::text::iri::{is_iri, percent_encoded};
use glossweave_base::words::Tokens;

/// The maximum length of an IRI, in bytes. Every match is reported with its IRI.
const MAX_IRI: usize = 4096;
/// The maximum number of classes of an entry.
const MAX_CLASSES: usize = 256;

/// A name of an entity.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry<'a> {
    /// The absolute IRI of the entity.
    pub uri: &'a str,
    /// The name in its original case.
    pub label: &'a str,
    /// The language tag of the name. `None` if the name is the same in all languages.
    pub language: Option<&'a str>,
    /// The absolute IRIs of the classes of the entity.
    pub classes: &'a [&'a str],
    /// The weight of the entity among the entities with the same name: any number from 0 up.
    pub weight: f64,
    /// The case in which the name must be written. If `None`, the case of the dictionary is used
    /// ([`DictionaryBuilder::with_case`](super::DictionaryBuilder::with_case)).
    pub case: Option<LabelCase>,
}

impl<'a> Entry<'a> {
    /// Creates an entry with weight 1, without a language or classes.
    pub fn new(uri: &'a str, label: &'a str) -> Entry<'a> {
        Entry { uri, label, language: None, classes: &[], weight: 1.0, case: None }
    }

    /// Sets the language tag.
    pub fn in_language(mut self, language: &'a str) -> Entry<'a> {
        self.language = Some(language);
        self
    }

    /// Sets the classes.
    pub fn with_classes(mut self, classes: &'a [&'a str]) -> Entry<'a> {
        self.classes = classes;
        self
    }

    /// Sets the case in which the name must be written.
    pub fn in_case(mut self, case: LabelCase) -> Entry<'a> {
        self.case = Some(case);
        self
    }

    /// Sets the weight.
    pub fn weighing(mut self, weight: f64) -> Entry<'a> {
        self.weight = weight;
        self
    }
}

impl Entry<'_> {
    pub(super) fn check_classes(&self) -> Result<()> {
        if self.classes.len() > MAX_CLASSES {
            let count = self.classes.len();
            let message = format!("`type` has {count} classes, limit is {MAX_CLASSES}");
            return Err(Error::new(ErrorKind::TooLarge, message).with_parameter("type"));
        }
        for class in self.classes {
            check_iri("type", class)?;
        }
        Ok(())
    }

    pub(super) fn check_weight(&self) -> Result<()> {
        if !(self.weight.is_finite() && self.weight >= 0.0) {
            let message = format!("`weight` is {}, expected a number of at least 0", self.weight);
            return Err(Error::invalid(message).with_parameter("weight"));
        }
        Ok(())
    }

    pub(super) fn check_language(&self) -> Result<()> {
        if let Some(tag) = self.language
            && Language::parse(tag).is_none()
        {
            let message = format!("`language` is `{}`, expected a language tag", shown(tag));
            return Err(Error::invalid(message).with_parameter("language"));
        }
        Ok(())
    }
}

fn too_long(label: &str, what: &str) -> Error {
    let message = format!("`label` `{}` is too long: {what}", shown(label));
    Error::new(ErrorKind::TooLarge, message).with_parameter("label")
}

pub(super) fn check_length(label: &str) -> Result<()> {
    match label.len() {
        0..=MAX_LABEL => Ok(()),
        length => Err(too_long(label, &format!("{length} bytes, at most {MAX_LABEL}"))),
    }
}

pub(super) fn check_tokens(label: &str, count: usize) -> Result<()> {
    match count {
        0 => Err(Error::invalid("`label` is empty").with_parameter("label")),
        1..=MAX_TOKENS => Ok(()),
        _ => Err(too_long(label, &format!("{count} tokens, at most {MAX_TOKENS}"))),
    }
}

pub(super) fn check_iri(what: &str, iri: &str) -> Result<()> {
    if iri.len() > MAX_IRI {
        let message = format!("`{what}` has {} bytes, limit is {MAX_IRI}", iri.len());
        return Err(Error::new(ErrorKind::TooLarge, message).with_parameter(what));
    }
    if is_iri(iri) && has_right_host(iri) {
        return Ok(());
    }
    let message = format!("`{what}` is `{}`, expected an absolute IRI", shown(iri));
    Err(Error::invalid(message).with_parameter(what))
}

/// Returns `true` if the host and the port of an IRI are valid. An IRI with a plain host is not parsed,
/// because most IRIs have one.
fn has_right_host(iri: &str) -> bool {
    let rest = iri.split_once("://").map_or("", |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    !authority.contains([':', '[', '@']) || percent_encoded(iri).is_some()
}

/// Returns the start of a value, for use in a message.
fn shown(value: &str) -> String {
    match value.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &value[..end]),
        None => value.to_owned(),
    }
}

/// Methods of entries that the other modules and crates of Glossweave call.
pub trait EntryExt {
    /// Checks an entry. Returns the errors of [`DictionaryBuilder::add`](super::DictionaryBuilder::add).
    fn check(&self) -> Result<()>;

    /// Checks all fields except the label.
    fn check_terms(&self) -> Result<()>;
}

impl EntryExt for Entry<'_> {
    fn check(&self) -> Result<()> {
        self.check_terms()?;
        check_length(self.label)?;
        check_tokens(self.label, Tokens::new(self.label).count())
    }

    fn check_terms(&self) -> Result<()> {
        check_iri("uri", self.uri)?;
        self.check_classes()?;
        self.check_weight()?;
        self.check_language()
    }
}
