//! Queries over graphs and over the annotations of documents.

use super::recognizer::{RECOGNIZER, Recognizer};
use crate::arguments::Arguments;
use crate::field::{Field, FieldKind};
use crate::source::{SOURCE, Source};
use crate::tool::{Context, Tool};
use glossweave::rdf::{IndexedGraph, Limits, Query, ResultFormat};
use glossweave::{Error, ErrorKind, Result, nif};
use serde_json::{Value, json};

pub(crate) const TOOL: Tool = Tool {
    name: "filter",
    title: "Query a graph or document",
    description: "Applies a query in SPARQL, or a stored filter by its name, to RDF or to the annotations of a document \
                  as NIF, and returns a table or a graph. With a recognizer or dataset, the \
                  entities that it finds in the document are queried too.",
    input: &[SOURCE, RECOGNIZER, OWN],
    output: OUTPUT,
    run,
};

const OWN: &[Field] = &[
    Field::new("query", FieldKind::Text, "A query in SPARQL 1.1; use either query or filter."),
    Field::new("filter", FieldKind::Text, "The name of a stored filter."),
    Field::new(
        "results",
        FieldKind::Text,
        "The format of the results: csv (the default), json, xml, or a format of RDF for a \
         CONSTRUCT.",
    ),
];

const OUTPUT: &[Field] = &[
    Field::new("media_type", FieldKind::Text, "The media type of the results.").required(),
    Field::new("results", FieldKind::Text, "The results.").required(),
];

fn run(context: &Context<'_>, arguments: &Arguments<'_>) -> Result<Value> {
    let results: ResultFormat = match arguments.text("results") {
        Some(word) => word.parse().map_err(|error: Error| error.with_parameter("results"))?,
        None => ResultFormat::default(),
    };
    let recognizer = Recognizer::if_given(context, arguments)?;
    let (query, filter) = (arguments.text("query"), arguments.text("filter"));
    let source = Source::of(context, arguments)?;
    let dataset = match source.format.is_rdf() {
        true => IndexedGraph::read(&source.bytes, source.format, None)?,
        false => {
            let document = source.document(context, arguments)?;
            let mut all = document.annotations().to_vec();
            if let Some(recognizer) = recognizer {
                all.extend(recognizer.recognize(context, &document)?);
            }
            nif::dataset(&document, &all, &nif::Options::default())?
        }
    };
    let bytes = match (query, filter) {
        (Some(query), None) => {
            let query = Query::parse(query).map_err(|error| error.with_parameter("query"))?;
            query.write(&dataset, results, &limits(context))?
        }
        (None, Some(name)) => context.session.filters().apply_to(name, &dataset, results)?,
        _ => {
            let message = "expected one of `query` and `filter`";
            return Err(Error::invalid(message).with_parameter("query"));
        }
    };
    let text = String::from_utf8(bytes)
        .map_err(|error| Error::new(ErrorKind::Internal, "results are not UTF-8").because(error))?;
    Ok(json!({"media_type": results.media_type(), "results": text}))
}

/// Returns the limits of queries: the settings of the engine, within the limits of calls.
fn limits(context: &Context<'_>) -> Limits {
    let query = &context.session.settings().sparql;
    Limits {
        time: query.time.min(context.limits.time),
        memory: query.memory.as_usize(),
        result: query.output.as_usize().min(context.limits.max_output_bytes),
        ..Limits::default()
    }
}
