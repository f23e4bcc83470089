//! Entities of a document.

use super::recognizer::{RECOGNIZER, Recognizer};
use crate::arguments::Arguments;
use crate::field::{Field, FieldKind};
use crate::output::{ENTITY, FILE, entity, file};
use crate::source::{SOURCE, Source};
use crate::tool::{Context, Tool};
use glossweave::{EncodeOptions, Result};
use serde_json::{Value, json};

pub(crate) const TOOL: Tool = Tool {
    name: "annotate",
    title: "Find entities in a document",
    description: "Finds the names of entities in a text or file and links them to IRIs. Offsets count code points of \
                  the text of the document. With return_file, the same file is returned with the \
                  annotations in it.",
    input: &[SOURCE, RECOGNIZER, OWN],
    output: OUTPUT,
    run,
};

const OWN: &[Field] = &[
    Field::new(
        "max_results",
        FieldKind::Integer(1, 100_000),
        "The maximum number of annotations in the answer.",
    ),
    Field::new("return_file", FieldKind::Boolean, "Return the file with the annotations in it."),
    Field::new(
        "return_text",
        FieldKind::Boolean,
        "Return the text of the document, in which offsets count.",
    ),
];

const OUTPUT: &[Field] = &[
    Field::new("format", FieldKind::Text, "The format that the document was read as.").required(),
    Field::new("language", FieldKind::Text, "The language of the document, if it states one."),
    Field::new("text", FieldKind::Text, "The text of the document, if it was asked for."),
    Field::new(
        "annotations",
        FieldKind::Objects(ENTITY),
        "The entities, in the order of the text.",
    )
    .required(),
    Field::new("total", FieldKind::Integer(0, u64::MAX), "The number of entities that were found.")
        .required(),
    Field::new(
        "file",
        FieldKind::Object(FILE),
        "The file with the annotations, if it was asked for.",
    ),
];

fn run(context: &Context<'_>, arguments: &Arguments<'_>) -> Result<Value> {
    let recognizer = Recognizer::of(context, arguments)?;
    let document = Source::of(context, arguments)?.document(context, arguments)?;
    let found = recognizer.recognize(context, &document)?;
    let format = document.source().format();
    let annotated = match arguments.is_true("return_file") {
        true => {
            let mut options = EncodeOptions::default();
            options.max_output_bytes = Some(context.limits.max_output_bytes);
            let bytes = glossweave::encode(&document, &found, &options)?.bytes;
            file(bytes, format, format.media_type())
        }
        false => Value::Null,
    };
    let most = context.max_results(arguments);
    let annotations: Vec<Value> =
        found.iter().take(most).map(|annotation| entity(&document, annotation)).collect();
    Ok(json!({
        "format": format.name(),
        "language": document.language().map(|language| language.as_str()),
        "text": arguments.is_true("return_text").then(|| document.text()),
        "annotations": annotations,
        "total": found.len(),
        "file": annotated,
    }))
}
