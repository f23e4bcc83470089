//! Tests with secrets in documents of all writable formats, each secret in many spellings. Either no readable
//! secret remains, or the document is refused with the position.

mod markup;
mod office;
mod open_document;
mod reader;
mod strings;
mod texts;
mod writings;

use std::collections::BTreeSet;

use glossweave_base::ErrorKind;
use glossweave_base::media::Format;
use glossweave_document::DecodeOptions;
use glossweave_format::decode;
use glossweave_testing::count;

use self::reader::readable;
use self::writings::{DIVIDER, HIDDEN, NAMES, REPLACED, Writing};
use crate::{RedactOptions, redact, restore};

/// The syntax of the position in a document where a secret is inserted.
#[derive(Clone, Copy)]
struct Syntax {
    /// The markup that may divide a word.
    divider: &'static str,
    /// The characters that a secret must not contain there.
    lacks: &'static [char],
    /// Escapes a secret.
    escape: fn(&str) -> String,
}

/// A document without its secrets.
struct Template {
    name: &'static str,
    format: Format,
    syntax: Syntax,
    /// Returns the document with these secrets.
    build: fn(&[String]) -> Vec<u8>,
}

impl Template {
    /// Returns the document with secrets, or `None` if no secret is possible there.
    fn document(&self, writings: &[Writing]) -> Option<Vec<u8>> {
        let is_allowed = |written: &&str| !written.contains(self.syntax.lacks);
        let each = writings.iter().map(|(written, _)| *written).filter(is_allowed);
        let escaped: Vec<String> = each
            .map(|written| (self.syntax.escape)(written).replace(DIVIDER, self.syntax.divider))
            .collect();
        (!escaped.is_empty()).then(|| (self.build)(&escaped))
    }
}

/// Returns a text with a line for each secret.
fn lines(secrets: &[String], line: impl Fn(usize, &str) -> String) -> String {
    secrets.iter().enumerate().map(|(number, secret)| line(number, secret)).collect()
}

fn templates() -> Vec<Template> {
    [
        markup::TEMPLATES,
        office::TEMPLATES,
        open_document::TEMPLATES,
        strings::TEMPLATES,
        texts::TEMPLATES,
    ]
    .into_iter()
    .flatten()
    .map(|(name, format, syntax, build)| Template {
        name,
        format: *format,
        syntax: *syntax,
        build: *build,
    })
    .collect()
}

/// The row of a template.
type Row = (&'static str, Format, Syntax, fn(&[String]) -> Vec<u8>);

/// The outcome of the redaction of a document with secrets.
enum Outcome {
    /// No readable secret remains, and the original can be restored.
    Redacted,
    /// The document was refused with the position.
    Refused(String),
    /// The result is wrong.
    Wrong(String),
}

fn outcome(template: &Template, writings: &[Writing]) -> Outcome {
    let Some(source) = template.document(writings) else { return Outcome::Redacted };
    let document = match decode(source.clone(), template.format, &DecodeOptions::default()) {
        Ok(document) => document,
        Err(error) => return Outcome::Wrong(format!("cannot be read: {error}")),
    };
    let redacted = |method| {
        let fields = [("method", method), ("deny", NAMES)];
        redact(&document, &[], &RedactOptions::from_pairs(fields).unwrap())
    };
    let redaction = match redacted("label") {
        Ok(redaction) => redaction,
        Err(error) => {
            let has_place = error.location().is_some() || error.message().contains(" of the part ");
            let is_refused = error.kind() == ErrorKind::Conflict && has_place;
            return match is_refused {
                true => Outcome::Refused(error.to_string()),
                false => Outcome::Wrong(error.to_string()),
            };
        }
    };
    let secrets: Vec<&str> = writings.iter().map(|(_, secret)| *secret).collect();
    let leaked = readable(&redaction.bytes, &secrets);
    if !leaked.is_empty() {
        let text = String::from_utf8_lossy(&redaction.bytes).into_owned();
        return Outcome::Wrong(format!("{leaked:?} can be read in {text}"));
    }
    let pseudonyms = redacted("pseudonym").unwrap();
    match restore(&pseudonyms.bytes, &pseudonyms.key.unwrap()).unwrap() == source {
        true => Outcome::Redacted,
        false => Outcome::Wrong("the restored document is another".to_owned()),
    }
}

/// Adds a message to a list if the result for a document is wrong.
fn check(template: &Template, writings: &[Writing], may_refuse: bool, wrong: &mut Vec<String>) {
    let message = match outcome(template, writings) {
        Outcome::Redacted => return,
        Outcome::Refused(_) if may_refuse => return,
        Outcome::Refused(message) | Outcome::Wrong(message) => message,
    };
    let written = writings.first().filter(|_| writings.len() == 1).map_or("all", |first| first.0);
    wrong.push(format!("{written:?} in {}: {message}", template.name));
}

#[test]
fn there_are_documents_of_all_writable_formats() {
    let templates = templates();
    assert!(templates.len() >= 60 && REPLACED.len() >= 40, "{} documents", templates.len());
    let names: BTreeSet<&str> = templates.iter().map(|template| template.name).collect();
    assert_eq!(names.len(), templates.len());
    for format in Format::ALL.iter().filter(|format| format.returns() || format.translates()) {
        assert!(templates.iter().any(|template| template.format == *format), "{format}");
    }
}

#[test]
fn no_secret_is_readable_in_a_document_of_any_format() {
    let templates = templates();
    let mut wrong = Vec::new();
    for template in templates.iter().step_by(templates.len() / count(47, templates.len())) {
        check(template, REPLACED, false, &mut wrong);
    }
    assert!(wrong.is_empty(), "{} wrong: {wrong:#?}", wrong.len());
}

#[test]
fn each_secret_alone_is_redacted_in_each_document() {
    let templates = templates();
    let step = templates.len() / count(4, templates.len());
    let mut wrong = Vec::new();
    for (number, writing) in REPLACED.iter().enumerate() {
        // Each secret is used in other documents of the sample.
        for template in templates.iter().skip(number % step).step_by(step) {
            check(template, &[*writing], false, &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "{} wrong: {wrong:#?}", wrong.len());
}

#[test]
fn a_hidden_secret_is_redacted_or_refused_with_its_place() {
    let templates = templates();
    let step = templates.len() / count(8, templates.len());
    let mut wrong = Vec::new();
    for (number, writing) in HIDDEN.iter().enumerate() {
        for template in templates.iter().skip(number % step).step_by(step) {
            check(template, &[*writing], true, &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "{} wrong: {wrong:#?}", wrong.len());
}
