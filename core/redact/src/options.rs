//! The options of redaction.

use super::key::PseudonymKey;
use glossweave_base::error::{Error, Result};
use glossweave_base::options::{OptionValue, YES_NO, list};
use glossweave_base::{option_words, request_options};
use glossweave_entity::{Pattern, PatternKind, Patterns};

/// The method of redaction.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RedactionMethod {
    /// Replace a string by the label of its class, for example `PERSON`.
    #[default]
    Label,
    /// Replace a string by the label with a code that is the same for the same string, for example
    /// `PERSON-8W2NK40QZC`.
    Pseudonym,
    /// Remove the string.
    Remove,
}

/// The values of the option `residue`.
const RESIDUE: &[&str] = &["refuse", "report"];

request_options! {
    /// The options of [`redact`](crate::redact()).
    #[non_exhaustive]
    #[derive(Clone, Debug)]
    pub struct RedactOptions {
        /// The replacement of a string: the label of its class, a pseudonym, or nothing.
        pub method: RedactionMethod => "method": Word(RedactionMethod::VALUES) default "label",
        /// The classes of entities that are redacted, as IRIs or as their last parts, for example `Person`.
        /// They also apply to matches of `patterns`. By default, all classes are redacted. If nothing has a
        /// class of the list, a warning is written to the log.
        pub classes: Vec<String> => "classes": List,
        /// The labels of classes, for example `Person=NAME,City=TOWN`. Classes are named as in `classes`. By
        /// default, the label is derived from the last part of the IRI. May be repeated.
        pub labels: Vec<(String, String)> => "labels": List is repeated with add_labels,
        /// The kinds of patterns that are redacted in addition to the entities that recognizers find, or
        /// `none`.
        pub patterns: Vec<PatternKind> => "patterns": List
            default "mail,telephone,iban,payment-card,document-number,ip" with read_patterns,
        /// Custom patterns that are redacted, one on each line: the IRI of a class, `-`, and a regular
        /// expression. May be repeated.
        pub own_patterns: Vec<Pattern> => "pattern": Lines is repeated with add_patterns,
        /// Strings that are redacted at every position, one on each line. Their label is `REDACTED`. May be
        /// repeated.
        pub deny: Vec<String> => "deny": Lines is repeated with add_texts,
        /// Strings that are not redacted, one on each line. May be repeated.
        pub allow: Vec<String> => "allow": Lines is repeated with add_texts,
        /// Redact the names of authors and companies in document properties, comments and changes.
        pub metadata: bool => "metadata": Word(YES_NO) default "yes",
        /// The handling of a result that still contains a redacted string: an error, or a report with the
        /// positions.
        pub refuses_residue: bool => "residue": Word(RESIDUE) default "refuse" with read_residue,
        /// The key for pseudonyms, as JSON. By default, a new key is generated.
        pub key: Option<PseudonymKey> => "key": Secret,
    }
}

option_words!(RedactionMethod, "value", "label" => Label, "pseudonym" => Pseudonym, "remove" => Remove);

impl OptionValue for PseudonymKey {
    fn read(value: &str) -> Result<PseudonymKey> {
        PseudonymKey::from_json(value.as_bytes())
    }
}

fn read_patterns(patterns: &mut Vec<PatternKind>, value: &str) -> Result<()> {
    match value.trim() {
        // An empty value is ignored, as in other options.
        "" if value.is_empty() => {}
        "none" => patterns.clear(),
        _ => *patterns = OptionValue::read(value)?,
    }
    Ok(())
}

fn add_labels(labels: &mut Vec<(String, String)>, value: &str) -> Result<()> {
    list(value).iter().try_for_each(|word| {
        labels.push(label(word)?);
        Ok(())
    })
}

fn add_patterns(patterns: &mut Vec<Pattern>, value: &str) -> Result<()> {
    let more = lines(value).map(str::parse).collect::<Result<Vec<Pattern>>>()?;
    patterns.extend(more);
    Ok(())
}

fn add_texts(texts: &mut Vec<String>, value: &str) -> Result<()> {
    lines(value).try_for_each(|line| match line.chars().any(char::is_alphanumeric) {
        true => {
            texts.push(line.to_owned());
            Ok(())
        }
        false => Err(Error::invalid("expected a letter or a digit in each line")),
    })
}

fn read_residue(refuses: &mut bool, value: &str) -> Result<()> {
    *refuses = match value {
        "refuse" => true,
        "report" => false,
        _ => return Err(Error::no_such("value", value, "one of refuse, report")),
    };
    Ok(())
}

/// The kinds of patterns that are personal data.
const PERSONAL: &[PatternKind] = &[
    PatternKind::Mail,
    PatternKind::Telephone,
    PatternKind::Iban,
    PatternKind::PaymentCard,
    PatternKind::DocumentNumber,
    PatternKind::Ip,
];

impl Default for RedactOptions {
    fn default() -> RedactOptions {
        RedactOptions {
            method: RedactionMethod::default(),
            classes: Vec::new(),
            labels: Vec::new(),
            patterns: PERSONAL.to_vec(),
            own_patterns: Vec::new(),
            deny: Vec::new(),
            allow: Vec::new(),
            metadata: true,
            refuses_residue: true,
            key: None,
        }
    }
}

impl RedactOptions {
    /// Returns the recognizer of the patterns.
    pub(crate) fn recognizer(&self) -> Patterns {
        let patterns = self.own_patterns.iter().cloned();
        patterns.fold(Patterns::of(self.patterns.iter().copied()), Patterns::with_pattern)
    }

    /// Returns the label of an entity with these classes, or `None` if it is not redacted.
    pub(crate) fn label_of<'c>(
        &self,
        classes: impl Iterator<Item = &'c str> + Clone,
    ) -> Option<String> {
        let is_wanted = self.classes.is_empty()
            || classes.clone().any(|class| self.classes.iter().any(|named| is_class(class, named)));
        if !is_wanted {
            return None;
        }
        let entry = self
            .labels
            .iter()
            .find(|(named, _)| classes.clone().any(|class| is_class(class, named)));
        if let Some((_, label)) = entry {
            return Some(label.clone());
        }
        let made =
            classes.map(|class| made_label(last_part(class))).find(|label| !label.is_empty());
        Some(made.unwrap_or_else(|| "ENTITY".to_owned()))
    }
}

fn lines(value: &str) -> impl Iterator<Item = &str> {
    value.lines().filter(|line| !line.trim().is_empty())
}

/// Parses `class=LABEL`.
fn label(value: &str) -> Result<(String, String)> {
    let (class, label) = value.rsplit_once('=').unwrap_or_default();
    match !class.is_empty() && is_label(label) {
        true => Ok((class.to_owned(), label.to_owned())),
        false => {
            let message = "expected a class, `=` and a label, which is a letter followed by letters, digits and single `-` or `_`";
            Err(Error::invalid(message))
        }
    }
}

/// Returns `true` if a label has no special meaning in any format and context.
fn is_label(label: &str) -> bool {
    label.starts_with(|c: char| c.is_ascii_alphabetic())
        && label.ends_with(|c: char| c.is_ascii_alphanumeric())
        && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
        && !label.contains("--")
}

/// Returns `true` if a name from the options means a class.
pub(crate) fn is_class(class: &str, named: &str) -> bool {
    class == named || last_part(class) == named
}

/// Returns the part of an IRI after the last `/`, `#` or `:`.
fn last_part(iri: &str) -> &str {
    iri.rsplit(['/', '#', ':']).next().unwrap_or(iri)
}

/// Derives a label from a name. For example, `ContactPoint` becomes `CONTACT-POINT`.
fn made_label(name: &str) -> String {
    let mut label = String::with_capacity(name.len() + 4);
    let mut was_small = false;
    for c in name.chars() {
        let is_sign = !c.is_ascii_alphanumeric();
        if (is_sign || was_small && c.is_ascii_uppercase()) && !label.ends_with('-') {
            label.push('-');
        }
        if !is_sign {
            label.push(c.to_ascii_uppercase());
        }
        was_small = c.is_ascii_lowercase();
    }
    let label = label.trim_matches('-');
    if is_label(label) { label.to_owned() } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::RedactOptions;

    fn label(options: &RedactOptions, classes: &[&str]) -> Option<String> {
        options.label_of(classes.iter().copied())
    }

    #[test]
    fn labels_are_made_of_classes() {
        let all = RedactOptions::default();
        for (class, expected) in [
            ("http://schema.org/Person", "PERSON"),
            ("http://schema.org/ContactPoint", "CONTACT-POINT"),
            ("http://www.wikidata.org/entity/Q5", "Q5"),
            ("urn:x:new_place", "NEW-PLACE"),
            ("http://example.org/5", "ENTITY"),
        ] {
            assert_eq!(label(&all, &[class]).unwrap(), expected);
        }
        let fields = [("classes", "Person, http://x.org/B"), ("labels", "Person=NAME")];
        let some = RedactOptions::from_pairs(fields).unwrap();
        assert_eq!(label(&some, &["http://x.org/B", "http://y.org/Person"]).unwrap(), "NAME");
        assert_eq!(label(&some, &["http://x.org/C", "http://y.org/B"]), None);
    }

    #[test]
    fn labels_that_could_be_markup_are_refused() {
        for value in ["Person", "=X", "Person=", "Person=a b", "P=<a>", "P=a--b", "P=1a", "P=a-"] {
            let error = RedactOptions::from_pairs([("labels", value)]).unwrap_err();
            assert_eq!(error.parameter(), Some("labels"), "{value}");
        }
    }
}
