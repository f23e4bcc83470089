//! Concepts and their terms: what every notation of a term base says.

use std::collections::HashMap;

use glossweave_base::error::{Error, Kind, Result};
use glossweave_base::text::Language;

/// The longest text of a term, in bytes.
const MAX_TERM: usize = 4096;

/// A concept, and what it is called in some languages (ISO 30042, clause 5).
///
/// ```
/// use glossweave::provider::{Concept, TermEntry, TermStatus};
/// let concept = Concept::new("c1")
///     .in_domain("astronomy")
///     .with_term(TermEntry::new("black hole", "en".parse()?).being(TermStatus::Preferred))
///     .with_term(TermEntry::new("agujero negro", "es".parse()?));
/// assert_eq!(concept.terms_in("es").next().unwrap().text.as_ref(), "agujero negro");
/// # Ok::<(), glossweave::Error>(())
/// ```
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Concept {
    /// What the source calls it; within one term base no other concept has the name.
    pub id: Box<str>,
    /// Its IRI, where the source gives one. One is derived from the `id` elsewhere.
    pub iri: Option<Box<str>>,
    /// Subject fields, in the words of the source.
    pub domains: Vec<Box<str>>,
    /// Definitions.
    pub definitions: Vec<Definition>,
    /// Terms of all languages, in the order of the source.
    pub terms: Vec<TermEntry>,
    /// What else the source says of the concept, or of it in one language.
    pub fields: Vec<ConceptField>,
    /// The entry as TBX has it, where it was read from TBX.
    pub(super) markup: Option<Box<str>>,
}

/// What a concept is.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq)]
pub struct Definition {
    /// The text.
    pub text: Box<str>,
    /// Its language, where that is known.
    pub language: Option<Language>,
    /// Where it comes from.
    pub source: Option<Box<str>>,
}

impl Definition {
    /// A definition in a language.
    pub fn new(text: impl Into<Box<str>>, language: Option<Language>) -> Definition {
        Definition { text: text.into(), language, source: None }
    }
}

/// Something that a source says, by the name of the data category, such as `note` or `context`.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq)]
pub struct ConceptField {
    /// The data category.
    pub name: Box<str>,
    /// What is said.
    pub value: Box<str>,
    /// The language section it stands in; none where it is said of the concept as a whole.
    pub language: Option<Language>,
}

/// A term: one name of a concept in one language.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq)]
pub struct TermEntry {
    /// The term as it is written.
    pub text: Box<str>,
    /// Its language.
    pub language: Language,
    /// What those who keep the term base think of it, where they say.
    pub status: Option<TermStatus>,
    /// Its part of speech, in the words of the source.
    pub part_of_speech: Option<Box<str>>,
    /// What else the source says of it, by the name of the data category.
    pub fields: Vec<(Box<str>, Box<str>)>,
}

impl TermEntry {
    /// A term of which nothing else is said.
    pub fn new(text: impl Into<Box<str>>, language: Language) -> TermEntry {
        let text = text.into();
        TermEntry { text, language, status: None, part_of_speech: None, fields: Vec::new() }
    }

    /// Sets the status.
    pub fn being(mut self, status: TermStatus) -> TermEntry {
        self.status = Some(status);
        self
    }

    /// Sets the part of speech.
    pub fn as_part_of_speech(mut self, part: impl Into<Box<str>>) -> TermEntry {
        self.part_of_speech = Some(part.into());
        self
    }

    /// What the source says of it in one data category.
    pub fn field(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|field| *field.0 == *name).map(|field| &*field.1)
    }

    /// Refuses a term that cannot be looked for. Kinds: Invalid, TooLarge.
    pub(super) fn check(&self) -> Result<()> {
        if self.text.trim().is_empty() {
            return Err(Error::invalid("`term` is empty").with_parameter("term"));
        }
        if self.text.len() > MAX_TERM {
            let length = self.text.len();
            let message = format!("`term` has {length} bytes, allowed are {MAX_TERM}");
            return Err(Error::new(Kind::TooLarge, message).with_parameter("term"));
        }
        Ok(())
    }
}

/// The administrative status of a term.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TermStatus {
    /// To be used.
    Preferred,
    /// May be used.
    Admitted,
    /// Not to be used.
    Deprecated,
    /// Not in use any more.
    Superseded,
    /// Found in texts, and never offered (`skos:hiddenLabel`): a misspelling, say.
    Hidden,
}

impl TermStatus {
    /// Every status.
    pub const ALL: &[TermStatus] = &[
        TermStatus::Preferred,
        TermStatus::Admitted,
        TermStatus::Deprecated,
        TermStatus::Superseded,
        TermStatus::Hidden,
    ];

    /// The name, such as `preferred`.
    pub const fn name(self) -> &'static str {
        match self {
            TermStatus::Preferred => "preferred",
            TermStatus::Admitted => "admitted",
            TermStatus::Deprecated => "deprecated",
            TermStatus::Superseded => "superseded",
            TermStatus::Hidden => "hidden",
        }
    }

    /// Whether another term is to be used instead.
    pub const fn is_discouraged(self) -> bool {
        matches!(self, TermStatus::Deprecated | TermStatus::Superseded)
    }

    /// Reads what term bases say: `preferredTerm-admn-sts` as TBX has it, `preferredTerm`,
    /// `preferred`, and a few words that tables use. `None` for any other.
    ///
    /// ```
    /// use glossweave::provider::TermStatus;
    /// assert_eq!(TermStatus::parse("deprecatedTerm-admn-sts"), Some(TermStatus::Deprecated));
    /// assert_eq!(TermStatus::parse("Preferred"), Some(TermStatus::Preferred));
    /// assert_eq!(TermStatus::parse("purple"), None);
    /// ```
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

    /// The value in TBX (its data category `administrativeStatus`), which knows nothing hidden.
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
    /// A concept of which nothing is said.
    pub fn new(id: impl Into<Box<str>>) -> Concept {
        Concept { id: id.into(), ..Concept::default() }
    }

    /// Sets the IRI.
    pub fn with_iri(mut self, iri: impl Into<Box<str>>) -> Concept {
        self.iri = Some(iri.into());
        self
    }

    /// Adds a subject field.
    pub fn in_domain(mut self, domain: impl Into<Box<str>>) -> Concept {
        self.domains.push(domain.into());
        self
    }

    /// Adds a definition.
    pub fn with_definition(mut self, definition: Definition) -> Concept {
        self.definitions.push(definition);
        self
    }

    /// Adds a term.
    pub fn with_term(mut self, term: TermEntry) -> Concept {
        self.terms.push(term);
        self
    }

    /// Its terms in a language; a range such as `en` has those of `en-GB` too.
    pub fn terms_in<'c>(&'c self, range: &'c str) -> impl Iterator<Item = &'c TermEntry> + 'c {
        self.terms.iter().filter(move |term| term.language.is(range))
    }

    /// Takes over what another source says of the concept. A term that both have is one; what the
    /// other says of it counts.
    ///
    /// `places` are those of the terms of the concept, by what makes them the same.
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
        // No markup says what both say.
        self.markup = None;
    }

    /// Where each of its terms is; of those that are there twice the first.
    pub(super) fn places(&self) -> TermPlaces {
        let mut places = TermPlaces::with_capacity(self.terms.len());
        for (place, term) in self.terms.iter().enumerate() {
            let key = (term.text.clone(), term.language.as_str().into());
            places.entry(key).or_insert(place);
        }
        places
    }
}

/// The places of terms in a concept, by their text and language.
pub(super) type TermPlaces = HashMap<(Box<str>, Box<str>), usize>;
