//! The options of redaction.

use super::key::PseudonymKey;
use glossweave_base::error::{Error, Result};
use glossweave_base::options::list;
use glossweave_base::provider::{Parameter, ParameterType, names};
use glossweave_base::text::yes;
use glossweave_entity::{Pattern, PatternKind, Patterns};

/// The replacement of what is redacted.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RedactionMethod {
    /// The label of its class, such as `PERSON`.
    #[default]
    Label,
    /// The label with a code that is the same for the same string, such as `PERSON-8W2NK40QZC`.
    Pseudonym,
    /// Nothing.
    Remove,
}

/// The words for the replacements, and these.
const METHODS: (&[&str], [RedactionMethod; 3]) = (
    &["label", "pseudonym", "remove"],
    [RedactionMethod::Label, RedactionMethod::Pseudonym, RedactionMethod::Remove],
);

/// The words for residue, and whether it is refused.
const RESIDUE: (&[&str], [bool; 2]) = (&["refuse", "report"], [true, false]);

/// The options of [`redact`](crate::redact()).
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct RedactOptions {
    /// The replacement.
    pub method: RedactionMethod,
    /// The classes of entities that are redacted: IRIs, or their last parts, such as `Person`. Empty for all.
    pub classes: Vec<String>,
    /// Labels for classes, which are named as in `classes`. Without one, the label is made of the last part of the IRI.
    pub labels: Vec<(String, String)>,
    /// The kinds of patterns that are redacted beside what recognizers find.
    pub patterns: Vec<PatternKind>,
    /// Patterns of the host that are redacted.
    pub own_patterns: Vec<Pattern>,
    /// Strings that are redacted wherever they stand, with the label `REDACTED`.
    pub deny: Vec<String>,
    /// Strings that are not redacted.
    pub allow: Vec<String>,
    /// `true` if the names of authors and companies in the properties of documents, comments and changes are redacted.
    pub metadata: bool,
    /// `true` if a result in which a redacted string is left is an error.
    pub refuses_residue: bool,
    /// The key of pseudonyms; a new one is generated if there is none.
    pub key: Option<PseudonymKey>,
}

/// The kinds of patterns that belong to people.
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
    /// The options, in a table.
    pub const PARAMETERS: &[Parameter] = &[
        Parameter::new(
            "method",
            ParameterType::Word(METHODS.0),
            "The replacement: the label of the class, a pseudonym, or nothing.",
        )
        .with_default("label"),
        Parameter::new(
            "class",
            ParameterType::List,
            "The classes of entities that are redacted, separated by commas: IRIs or their last parts.",
        ),
        Parameter::new(
            "label",
            ParameterType::Text,
            "Labels for classes, such as `Person=NAME,City=TOWN`. May be repeated.",
        ),
        Parameter::new(
            "patterns",
            ParameterType::List,
            "The kinds of patterns that are redacted, separated by commas, or `none`.",
        )
        .with_default("mail,telephone,iban,payment-card,document-number,ip"),
        Parameter::new(
            "pattern",
            ParameterType::Text,
            "The IRI of a class, `-`, and a regular expression whose matches are redacted: one on a line. May be repeated.",
        ),
        Parameter::new(
            "deny",
            ParameterType::Text,
            "Strings that are redacted, one on a line. May be repeated.",
        ),
        Parameter::new(
            "allow",
            ParameterType::Text,
            "Strings that are not redacted, one on a line. May be repeated.",
        ),
        Parameter::new(
            "metadata",
            ParameterType::Word(&["yes", "no"]),
            "Whether the names of authors and companies in properties, comments and changes are redacted.",
        )
        .with_default("yes"),
        Parameter::new(
            "residue",
            ParameterType::Word(RESIDUE.0),
            "Whether a result in which a redacted string is left is refused or reported.",
        )
        .with_default("refuse"),
        Parameter::new(
            "key",
            ParameterType::Secret,
            "The JSON of a key of pseudonyms; a new one is generated if there is none.",
        ),
    ];

    /// The names that [`RedactOptions::set`] accepts.
    pub const NAMES: &[&str] = &names::<10>(&[RedactOptions::PARAMETERS]);

    /// Sets an option by its name. `label`, `pattern`, `deny` and `allow` add to those that were set
    /// before.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the name as parameter, for a name or value that is not known, and the errors of
    /// [`PseudonymKey::from_json`].
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        match name {
            "method" => self.method = one_of(METHODS, name, value)?,
            "class" => self.classes = list(value),
            "label" => {
                for word in list(value) {
                    self.labels.push(label(name, &word)?);
                }
            }
            "patterns" if value == "none" => self.patterns.clear(),
            "patterns" => {
                let kinds = list(value).iter().map(|kind| kind.parse()).collect::<Result<_>>();
                self.patterns = kinds.map_err(|error| error.with_parameter(name))?;
            }
            "pattern" => {
                let patterns = lines(value).map(str::parse).collect::<Result<Vec<Pattern>>>();
                let patterns = patterns.map_err(|error| error.with_parameter(name))?;
                self.own_patterns.extend(patterns);
            }
            "deny" => self.deny.extend(texts(name, value)?),
            "allow" => self.allow.extend(texts(name, value)?),
            "metadata" => self.metadata = yes(value).map_err(|error| error.with_parameter(name))?,
            "residue" => {
                self.refuses_residue = one_of(RESIDUE, name, value)?;
            }
            "key" => {
                let key = PseudonymKey::from_json(value.as_bytes());
                self.key = Some(key.map_err(|error| error.with_parameter(name))?);
            }
            _ => return Err(Error::no_option(name, RedactOptions::NAMES)),
        }
        Ok(())
    }

    /// Creates the options from names and values.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`RedactOptions::set`].
    pub fn from_fields<'f>(
        fields: impl IntoIterator<Item = (&'f str, &'f str)>,
    ) -> Result<RedactOptions> {
        let mut options = RedactOptions::default();
        fields.into_iter().try_for_each(|(name, value)| options.set(name, value))?;
        Ok(options)
    }

    /// Returns the recognizer of the patterns.
    pub(crate) fn recognizer(&self) -> Patterns {
        let own = self.own_patterns.iter().cloned();
        own.fold(Patterns::of(self.patterns.iter().copied()), Patterns::with_pattern)
    }

    /// Returns the label of an entity with some classes; `None` if it is not redacted.
    pub(crate) fn label_of<'c>(
        &self,
        classes: impl Iterator<Item = &'c str> + Clone,
    ) -> Option<String> {
        let is = |class: &str, named: &str| class == named || last_part(class) == named;
        let is_wanted = self.classes.is_empty()
            || classes.clone().any(|class| self.classes.iter().any(|named| is(class, named)));
        if !is_wanted {
            return None;
        }
        let given = self.labels.iter().find(|(named, _)| classes.clone().any(|one| is(one, named)));
        if let Some((_, label)) = given {
            return Some(label.clone());
        }
        let made =
            classes.map(|class| made_label(last_part(class))).find(|label| !label.is_empty());
        Some(made.unwrap_or_else(|| "ENTITY".to_owned()))
    }
}

/// Returns the value of a word.
fn one_of<T: Copy, const N: usize>(
    (words, values): (&[&str], [T; N]),
    name: &str,
    value: &str,
) -> Result<T> {
    let found = words.iter().position(|word| *word == value).and_then(|at| values.get(at));
    found.copied().ok_or_else(|| {
        let expected = format!("one of {}", words.join(", "));
        Error::no_such("value", value, &expected).with_parameter(name)
    })
}

fn lines(value: &str) -> impl Iterator<Item = &str> {
    value.lines().filter(|line| !line.trim().is_empty())
}

fn texts(name: &str, value: &str) -> Result<Vec<String>> {
    let text = |line: &str| match line.chars().any(char::is_alphanumeric) {
        true => Ok(line.to_owned()),
        false => {
            Err(Error::invalid("expected a letter or a digit in each line").with_parameter(name))
        }
    };
    lines(value).map(text).collect()
}

/// Reads `class=LABEL`.
fn label(name: &str, value: &str) -> Result<(String, String)> {
    let (class, label) = value.rsplit_once('=').unwrap_or_default();
    match !class.is_empty() && is_label(label) {
        true => Ok((class.to_owned(), label.to_owned())),
        false => {
            let message = "expected a class, `=` and a label, which is a letter followed by letters, digits and single `-` or `_`";
            Err(Error::invalid(message).with_parameter(name))
        }
    }
}

/// Returns `true` for a label that means the same in every format, whatever stands around it.
fn is_label(label: &str) -> bool {
    label.starts_with(|c: char| c.is_ascii_alphabetic())
        && label.ends_with(|c: char| c.is_ascii_alphanumeric())
        && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
        && !label.contains("--")
}

/// Returns what is behind the last `/`, `#` or `:` of an IRI.
fn last_part(iri: &str) -> &str {
    iri.rsplit(['/', '#', ':']).next().unwrap_or(iri)
}

/// Makes a label of a name: `ContactPoint` becomes `CONTACT-POINT`.
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
        for (class, wanted) in [
            ("http://schema.org/Person", "PERSON"),
            ("http://schema.org/ContactPoint", "CONTACT-POINT"),
            ("http://www.wikidata.org/entity/Q5", "Q5"),
            ("urn:x:new_place", "NEW-PLACE"),
            ("http://example.org/5", "ENTITY"),
        ] {
            assert_eq!(label(&all, &[class]).unwrap(), wanted);
        }
        let fields = [("class", "Person, http://x.org/B"), ("label", "Person=NAME")];
        let some = RedactOptions::from_fields(fields).unwrap();
        assert_eq!(label(&some, &["http://x.org/B", "http://y.org/Person"]).unwrap(), "NAME");
        assert_eq!(label(&some, &["http://x.org/C", "http://y.org/B"]), None);
    }

    #[test]
    fn labels_that_could_be_markup_are_refused() {
        for value in ["Person", "=X", "Person=", "Person=a b", "P=<a>", "P=a--b", "P=1a", "P=a-"] {
            let error = RedactOptions::from_fields([("label", value)]).unwrap_err();
            assert_eq!(error.parameter(), Some("label"), "{value}");
        }
    }
}
