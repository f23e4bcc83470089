//! The types of entities that a language model searches for.

use std::fmt::Write;
use std::str::FromStr;

use glossweave_base::error::{Error, Result};
use glossweave_base::text::iri::is_absolute;
use glossweave_document::annotation::NERD;

/// The maximum length of a label or description, in bytes.
const LONGEST: usize = 500;

/// The default types, which are the types of taggers.
const DEFAULTS: [(&str, &str); 4] = [
    ("person", "names of people"),
    ("organization", "companies, authorities, parties, teams and other organizations"),
    ("location", "countries, towns, rivers, buildings and other places"),
    ("product", "products, works and brands"),
];

/// A type of entities or terms that a language model searches for. It consists of a label, the IRI of its
/// class, and a description.
///
/// It is parsed from `label <IRI>: description`, where the IRI and the description are optional. By default,
/// the IRI is `urn:glossweave:type:` followed by the label, in which all characters other than ASCII letters
/// and digits are percent-encoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntityType {
    label: String,
    class: String,
    description: String,
}

impl EntityType {
    /// Creates the type for a resource of a vocabulary.
    pub(super) fn new(label: &str, class: &str, description: &str) -> EntityType {
        let line = |text: &str| text.split(char::is_control).collect::<Vec<_>>().join(" ");
        EntityType { label: line(label), class: class.to_owned(), description: line(description) }
    }

    /// Returns the label, which is sent to the language model.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// Returns the IRI of the class.
    pub fn class(&self) -> &str {
        &self.class
    }

    /// Returns the description, or an empty string if there is none.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Returns the types that are used by default.
    pub(super) fn defaults() -> Vec<EntityType> {
        let of = |(label, description): &(&str, &str)| {
            let (first, rest) = label.split_at(1);
            let class = format!("{NERD}{}{rest}", first.to_ascii_uppercase());
            let (label, description) = ((*label).to_owned(), (*description).to_owned());
            EntityType { label, class, description }
        };
        DEFAULTS.iter().map(of).collect()
    }
}

impl FromStr for EntityType {
    type Err = Error;

    /// Parses a type.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid), with the parameter `type`, if the
    /// label is empty, a part is longer than 500 bytes or contains control characters, or the IRI is not
    /// absolute.
    fn from_str(text: &str) -> Result<EntityType> {
        let wrong = |expected: &str| Error::no_such("type", text, expected).with_parameter("type");
        let (label, class, description) = match text.split_once('<') {
            // An angle bracket after a colon belongs to the description.
            Some((label, rest)) if !label.contains(": ") => {
                let (class, rest) =
                    rest.split_once('>').ok_or_else(|| wrong("`>` after an IRI"))?;
                (label, Some(class), rest.trim().strip_prefix(':').unwrap_or(rest))
            }
            _ => {
                let (label, description) = text.split_once(": ").unwrap_or((text, ""));
                (label, None, description)
            }
        };
        let (label, description) = (label.trim(), description.trim());
        let is_line = |text: &str| text.len() <= LONGEST && !text.contains(char::is_control);
        if label.is_empty() || !is_line(label) || !is_line(description) {
            return Err(wrong(
                "a label of one line, such as `town <http://schema.org/City>: towns",
            ));
        }
        let class = match class.map(str::trim) {
            Some(class) if is_absolute(class) => class.to_owned(),
            Some(_) => return Err(wrong("an absolute IRI in angle brackets")),
            None => format!("urn:glossweave:type:{}", encoded(label)),
        };
        Ok(EntityType { label: label.to_owned(), class, description: description.to_owned() })
    }
}

/// Percent-encodes a text, so that it can be used in an IRI.
pub(super) fn encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' => out.push(byte.into()),
            // Writing to a string cannot fail.
            _ => _ = write!(out, "%{byte:02X}"),
        }
    }
    out
}
