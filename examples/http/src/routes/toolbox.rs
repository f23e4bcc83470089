//! The routes of the toolbox: filters, stylesheets, files for translators, checks, redaction, chunks.

use std::sync::LazyLock;

use glossweave::chunk::ChunkOptions;
use glossweave::chunk_lines;
use glossweave::rdf::ResultFormat;
use glossweave::redact::RedactOptions;
use glossweave::service::MERGE_NAMES;
use glossweave::translate::{CheckOptions, XliffOptions};
use glossweave::{DecodeOptions, EncodeOptions, Format};

use super::{INPUT_TYPES, PIPELINE_RESULTS, RDF_TYPES, row};
use crate::route::{Body, Content, Output, Parameter, Route, Schema, query};

/// The media types of stylesheet results. The stylesheet determines the media type.
const STYLESHEET_RESULTS: &[&str] =
    &["text/xml", "text/html", "application/xhtml+xml", "text/plain", "*/*"];
/// The media types of filter responses.
static TABLE_TYPES: LazyLock<Vec<&str>> = LazyLock::new(ResultFormat::media_types);
const XLIFF_TYPES: &[&str] = Format::Xliff.media_types();
const MARKUP_TYPES: &[&str] = &["text/xml", "application/xml", "text/html"];
const CHUNK_TYPES: &[&str] = &[chunk_lines::MEDIA_TYPE];

/// Returns the routes of the toolbox.
pub(super) fn toolbox() -> Vec<Route> {
    let extract: Vec<_> = XliffOptions::PARAMETERS.iter().map(Parameter::from).collect();
    let merge =
        EncodeOptions::PARAMETERS.iter().filter(|option| MERGE_NAMES.contains(&option.name));
    let merge: Vec<_> = merge.map(Parameter::from).collect();
    let mut check: Vec<_> = CheckOptions::PARAMETERS.iter().map(Parameter::from).collect();
    check.push(query("dataset", Schema::String, "A term base, instead of `terms`."));
    let reading = || {
        DecodeOptions::PARAMETERS.iter().filter(|option| !option.host && option.name != "charset")
    };
    let mut redact: Vec<_> =
        reading().chain(RedactOptions::PARAMETERS).map(Parameter::from).collect();
    redact.push(query("recognizer", Schema::String, "Recognizers, separated by commas."));
    redact.push(query("dataset", Schema::String, "The datasets whose names are redacted."));
    let key = [query("key", Schema::String, "The JSON of a key of pseudonyms.")];
    let mut chunks: Vec<_> =
        reading().chain(ChunkOptions::PARAMETERS).map(Parameter::from).collect();
    chunks.push(query("recognizer", Schema::String, "Finds the entities of the chunks."));
    vec![
        row(
            "/toolbox/convert/documents/{filterName}",
            "applyFilter",
            "Turns RDF into a table.",
            &[],
        )
        .with_body(Body::Optional(&RDF_TYPES))
        .with_output(Output::Document(&TABLE_TYPES, Content::Bytes)),
        row(
            "/toolbox/xslt-converter/documents/{converterName}",
            "applyConverter",
            "Transforms XML or HTML, with the parameters of the stylesheet.",
            &[],
        )
        .with_body(Body::Optional(MARKUP_TYPES))
        .with_output(Output::Document(STYLESHEET_RESULTS, Content::Bytes)),
        row(
            "/toolbox/xliff/extract",
            "extractXliff",
            "Writes the texts of a document as a file in XLIFF to translate.",
            &extract,
        )
        .with_body(Body::Optional(&INPUT_TYPES))
        .with_output(Output::Document(XLIFF_TYPES, Content::Text)),
        row(
            "/toolbox/xliff/merge",
            "mergeXliff",
            "Writes the translations of a file in XLIFF into the document in it.",
            &merge,
        )
        .with_body(Body::Optional(XLIFF_TYPES))
        .with_output(Output::Document(&PIPELINE_RESULTS, Content::Bytes)),
        row(
            "/toolbox/check",
            "checkTranslations",
            "Reports the issues of the translations in a document.",
            &check,
        )
        .with_body(Body::Optional(&INPUT_TYPES))
        .with_output(Output::Json("CheckReport")),
        row(
            "/toolbox/redact",
            "redact",
            "Replaces names and numbers in all of a document, or reports them as JSON.",
            &redact,
        )
        .with_body(Body::Optional(&INPUT_TYPES))
        .with_output(Output::Document(&PIPELINE_RESULTS, Content::Bytes)),
        row("/toolbox/restore", "restore", "Restores a redacted document by a key.", &key)
            .with_body(Body::Optional(&INPUT_TYPES))
            .with_output(Output::Document(&PIPELINE_RESULTS, Content::Bytes)),
        row(
            "/toolbox/chunks",
            "divideDocument",
            "Divides a document into chunks, as JSON Lines.",
            &chunks,
        )
        .with_body(Body::Optional(&INPUT_TYPES))
        .with_output(Output::Document(CHUNK_TYPES, Content::Bytes)),
    ]
}
