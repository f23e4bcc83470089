//! Attribute values: text with placeholders for the fields of an annotation.

use glossweave_base::error::{Error, Result};
use glossweave_document::annotation::{Annotation, Body};

/// A value with placeholders.
#[derive(Debug)]
pub struct Template(Vec<Piece>);

#[derive(Debug, PartialEq)]
enum Piece {
    Text(Box<str>),
    Value(Placeholder),
}

/// A placeholder, by its meaning.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Placeholder {
    Identifier,
    Identifiers,
    LocalName,
    Class,
    Classes,
    Confidence,
    Info,
    Annotator,
    Text,
}

const PLACEHOLDERS: [(&str, Placeholder); 9] = [
    ("identifier", Placeholder::Identifier),
    ("identifiers", Placeholder::Identifiers),
    ("local-name", Placeholder::LocalName),
    ("class", Placeholder::Class),
    ("classes", Placeholder::Classes),
    ("confidence", Placeholder::Confidence),
    ("info", Placeholder::Info),
    ("annotator", Placeholder::Annotator),
    ("text", Placeholder::Text),
];

impl Template {
    /// Parses a value. `{{` and `}}` are literal braces.
    pub fn parse(text: &str) -> Result<Template> {
        let mut pieces = Vec::new();
        let mut plain = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            plain.push_str(&rest[..at]);
            let brace = &rest[at..=at];
            rest = &rest[at + 1..];
            if let Some(after) = rest.strip_prefix(brace) {
                plain.push_str(brace);
                rest = after;
                continue;
            }
            let name = rest.split_once('}').filter(|_| brace == "{");
            let Some((name, after)) = name else {
                let message = format!("the value `{text}` has a single `{brace}`, expected two");
                return Err(Error::invalid(message));
            };
            let Some(known) = PLACEHOLDERS.iter().find(|placeholder| placeholder.0 == name) else {
                let known: Vec<_> = PLACEHOLDERS.iter().map(|placeholder| placeholder.0).collect();
                let expected = format!("one of {}", known.join(", "));
                return Err(Error::no_such("placeholder", name, &expected));
            };
            if !plain.is_empty() {
                pieces.push(Piece::Text(std::mem::take(&mut plain).into()));
            }
            pieces.push(Piece::Value(known.1));
            rest = after;
        }
        plain.push_str(rest);
        if !plain.is_empty() {
            pieces.push(Piece::Text(plain.into()));
        }
        Ok(Template(pieces))
    }

    /// Returns `true` if an annotation has values for all placeholders.
    pub fn can_say(&self, annotation: &Annotation) -> bool {
        let class = annotation.as_entity().and_then(|entity| entity.classes.first());
        self.fill(annotation, class.map(|iri| &**iri), "").is_some()
    }

    /// Returns the value. Returns `None` if the annotation has no value for a placeholder, or if a browser would
    /// execute the value.
    pub fn fill(&self, annotation: &Annotation, class: Option<&str>, text: &str) -> Option<String> {
        let mut value = String::new();
        for piece in &self.0 {
            match piece {
                Piece::Text(text) => value.push_str(text),
                Piece::Value(placeholder) => {
                    value.push_str(&placeholder.value(annotation, class, text)?)
                }
            }
        }
        let begins = matches!(self.0.first(), Some(Piece::Value(_)));
        (!(begins && is_script(&value))).then_some(value)
    }
}

impl Placeholder {
    fn value(self, annotation: &Annotation, class: Option<&str>, text: &str) -> Option<String> {
        let entity = annotation.as_entity();
        let identifier = match annotation.body() {
            Body::Entity(entity) => entity.idents.first(),
            Body::Term(term) => term.info_ref.as_ref(),
            _ => None,
        };
        let joined = |list: &[Box<str>]| (!list.is_empty()).then(|| list.join(" "));
        match self {
            Placeholder::Identifier => identifier.map(|iri| iri.to_string()),
            Placeholder::Identifiers => match entity {
                Some(entity) => joined(&entity.idents),
                None => identifier.map(|iri| iri.to_string()),
            },
            Placeholder::LocalName => identifier.and_then(|iri| local_name(iri)),
            Placeholder::Class => class.map(str::to_owned),
            Placeholder::Classes => joined(&entity?.classes),
            Placeholder::Confidence => annotation.confidence().map(|value| value.to_string()),
            Placeholder::Info => annotation.as_term()?.info.as_ref().map(|info| info.to_string()),
            Placeholder::Annotator => annotation.annotator().map(str::to_owned),
            Placeholder::Text => Some(text.to_owned()),
        }
    }
}

/// Returns the end of an IRI. Returns `None` if the end cannot be used as a key name or as a part of an IRI.
fn local_name(iri: &str) -> Option<String> {
    let local = iri.rsplit(['/', '#', ':']).next()?;
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    (!local.is_empty() && local.chars().all(is_plain)).then(|| local.to_owned())
}

/// Returns `true` if a browser would execute the value of a link.
fn is_script(value: &str) -> bool {
    let Some((scheme, _)) = value.split_once(':') else { return false };
    // Browsers ignore white space and control characters (URL Standard, clause 4.4).
    let scheme: String = scheme.chars().filter(|c| !c.is_whitespace() && !c.is_control()).collect();
    ["javascript", "data", "vbscript"].iter().any(|known| scheme.eq_ignore_ascii_case(known))
}
