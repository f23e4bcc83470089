//! The redaction of a document.

use std::collections::BTreeMap;

use super::recognizer::{RECOGNIZER, Recognizer};
use crate::arguments::Arguments;
use crate::field::{Field, FieldKind};
use crate::output::{FILE, file};
use crate::source::{SOURCE, Source};
use crate::tool::{Context, Tool};
use glossweave::redact::{RedactOptions, redact};
use glossweave::{Error, ErrorKind, Result, recognizer};
use serde_json::{Value, json};

pub(crate) const TOOL: Tool = Tool {
    name: "redact",
    title: "Redact a file",
    description: "Replaces names, addresses and numbers in all of a text or file, also in \
                  attributes, comments and properties, and returns the same file. Without a \
                  recognizer, only patterns and the given strings.",
    input: &[SOURCE, RECOGNIZER, OWN],
    output: OUTPUT,
    run,
};

const OWN: &[Field] = &[
    Field::new(
        "method",
        FieldKind::Text,
        "The replacement: label (default), pseudonym (the same for the same string), or remove.",
    ),
    Field::new("deny", FieldKind::Texts, "Strings that are redacted."),
    Field::new("allow", FieldKind::Texts, "Strings that are not redacted."),
    Field::new("patterns", FieldKind::Texts, "The kinds of patterns, such as mail and telephone."),
];

const COUNT: &[Field] = &[
    Field::new("label", FieldKind::Text, "The label.").required(),
    Field::new("count", FieldKind::Integer(0, u64::MAX), "The number of its spans.").required(),
];

const OUTPUT: &[Field] = &[
    Field::new("file", FieldKind::Object(FILE), "The redacted file.").required(),
    Field::new("places", FieldKind::Objects(COUNT), "The redacted spans by their labels.")
        .required(),
    Field::new("removed", FieldKind::Texts, "The parts that were removed: thumbnails.").required(),
    Field::new("unchecked", FieldKind::Texts, "The parts that could not be searched.").required(),
];

const OPTIONS: &[(&str, &str)] = &[("method", "method"), ("patterns", "patterns")];

/// Options whose values are separated by line breaks.
const LINES: &[&str] = &["deny", "allow"];

fn run(context: &Context<'_>, arguments: &Arguments<'_>) -> Result<Value> {
    let entities = context.session.entities();
    let found = match Recognizer::if_given(context, arguments)? {
        Some(recognizer) => Some(entities.recognizer(&recognizer.name, recognizer.options)?),
        None => None,
    };
    let mut options = RedactOptions::default();
    arguments.set(OPTIONS, |name, value| options.set(name, value))?;
    for name in LINES {
        let lines = arguments.texts(name).join("\n");
        options.set(name, &lines).map_err(|error| error.with_parameter(*name))?;
    }
    let document = Source::of(context, arguments)?.document(context, arguments)?;
    let format = document.source().format();
    let recognizers: Vec<&dyn recognizer::Recognizer> =
        found.iter().map(|recognizer| recognizer as &dyn recognizer::Recognizer).collect();
    let redaction = redact(&document, &recognizers, &options)?;
    if redaction.bytes.len() > context.limits.max_output_bytes {
        let most = context.limits.max_output_bytes;
        let message = format!("the file has more than {most} bytes");
        return Err(Error::new(ErrorKind::TooLarge, message));
    }
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for span in &redaction.spans {
        *counts.entry(&span.label).or_default() += 1;
    }
    let places = counts.into_iter().map(|(label, count)| json!({"label": label, "count": count}));
    let places: Vec<Value> = places.collect();
    Ok(json!({
        "file": file(redaction.bytes, format, format.media_type()),
        "places": places,
        "removed": redaction.removed,
        "unchecked": redaction.unchecked,
    }))
}
