//! Chunks of a document.

use super::recognizer::{RECOGNIZER, Recognizer};
use crate::arguments::Arguments;
use crate::field::{Field, FieldKind};
use crate::source::{SOURCE, Source};
use crate::tool::{Context, Tool};
use glossweave::chunk::{ChunkOptions, chunks};
use glossweave::{Error, ErrorKind, Result, chunk_lines};
use serde_json::{Value, json};

pub(crate) const TOOL: Tool = Tool {
    name: "chunk",
    title: "Divide a document into chunks",
    description: "Divides a text or file into chunks for retrieval, with headings, offsets in the text and in the bytes \
                  of the file, language, entities and terms. No chunk ends within a word or an entity. With a \
                  recognizer or dataset, the entities that it finds are in the chunks.",
    input: &[SOURCE, RECOGNIZER, OWN],
    output: OUTPUT,
    run,
};

const OWN: &[Field] = &[
    Field::new(
        "split",
        FieldKind::Word(&["units", "sentences", "words"]),
        "The parts that the text is divided into; sentences by default.",
    ),
    Field::new(
        "size",
        FieldKind::Integer(0, u32::MAX as u64),
        "The maximum size of a chunk; 1000 by default, 0 makes each unit or sentence a chunk.",
    ),
    Field::new(
        "size_unit",
        FieldKind::Word(&["characters", "words"]),
        "The unit of sizes; characters by default.",
    ),
    Field::new(
        "overlap",
        FieldKind::Integer(0, u32::MAX as u64),
        "The maximum size of the text that a chunk shares with the one before; 0 by default.",
    ),
    Field::new(
        "max_results",
        FieldKind::Integer(1, 100_000),
        "The maximum number of chunks in the answer.",
    ),
    Field::new(
        "first",
        FieldKind::Integer(0, u32::MAX as u64),
        "The number of the first chunk in the answer.",
    ),
];

const OUTPUT: &[Field] = &[
    Field::new("chunks", FieldKind::Chunks, "The chunks, in the order of the text.").required(),
    Field::new("total", FieldKind::Integer(0, u64::MAX), "The number of chunks of the document.")
        .required(),
];

const OPTIONS: &[(&str, &str)] =
    &[("split", "split"), ("size", "size"), ("size_unit", "size-unit"), ("overlap", "overlap")];

fn run(context: &Context<'_>, arguments: &Arguments<'_>) -> Result<Value> {
    let recognizer = Recognizer::if_given(context, arguments)?;
    let mut options = ChunkOptions::default();
    arguments.set(OPTIONS, |name, value| options.set(name, value))?;
    options.name = arguments.text("path").map(Into::into);
    options.max_output_bytes = Some(context.limits.max_output_bytes);
    let document = Source::of(context, arguments)?.document(context, arguments)?;
    let found = match recognizer {
        Some(recognizer) => recognizer.recognize(context, &document)?,
        None => Vec::new(),
    };
    let all = chunks(&document, &found, &options)?;
    let first = arguments.count("first").unwrap_or(0).min(all.len());
    let last = all.len().min(first.saturating_add(context.max_results(arguments)));
    let lines = chunk_lines::write(&document, &all[first..last], &options)?;
    let lines = lines.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    let chunks: Vec<Value> = lines
        .map(serde_json::from_slice)
        .collect::<std::result::Result<_, _>>()
        .map_err(|error| Error::new(ErrorKind::Internal, "a chunk is not JSON").because(error))?;
    Ok(json!({"chunks": chunks, "total": all.len()}))
}
