//! Terms of a document.

use crate::arguments::Arguments;
use crate::field::{Field, FieldKind};
use crate::output::{TERM, term};
use crate::source::{SOURCE, Source};
use crate::tool::{Context, Tool};
use glossweave::Result;
use glossweave::term::TermOptions;
use serde_json::{Value, json};

pub(crate) const TOOL: Tool = Tool {
    name: "find_terms",
    title: "Find terms in a document",
    description: "Finds the terms of a term base in a text or file, and reports which of them must \
                  not be used. The provider `extraction` finds likely terms instead.",
    input: &[SOURCE, OWN],
    output: OUTPUT,
    run,
};

const OWN: &[Field] = &[
    Field::new(
        "provider",
        FieldKind::Text,
        "The provider, as in list_engines: a term base of the host, `termbase` for datasets, or \
         `extraction`. By default `termbase` for a dataset, else `extraction`.",
    ),
    Field::new("dataset", FieldKind::Texts, "The stored term bases."),
    Field::new("target_language", FieldKind::Text, "The language of translations (BCP 47)."),
    Field::new("domain", FieldKind::Text, "The subject of the text."),
    Field::new("threshold", FieldKind::Fraction, "The minimum confidence."),
    Field::new(
        "max_results",
        FieldKind::Integer(1, 100_000),
        "The maximum number of terms in the answer.",
    ),
];

const OUTPUT: &[Field] = &[
    Field::new("format", FieldKind::Text, "The format that the document was read as.").required(),
    Field::new("terms", FieldKind::Objects(TERM), "The terms, in the order of the text.")
        .required(),
    Field::new("total", FieldKind::Integer(0, u64::MAX), "The number of terms that were found.")
        .required(),
];

const OPTIONS: &[(&str, &str)] = &[
    ("language", "source-lang"),
    ("target_language", "target-lang"),
    ("dataset", "dataset"),
    ("domain", "domain"),
    ("threshold", "threshold"),
];

fn run(context: &Context<'_>, arguments: &Arguments<'_>) -> Result<Value> {
    let mut options = TermOptions::default();
    arguments.set(OPTIONS, |name, value| options.set(name, value))?;
    let usual = if arguments.texts("dataset").is_empty() { "extraction" } else { "termbase" };
    let provider = arguments.text("provider").unwrap_or(usual);
    let document = Source::of(context, arguments)?.document(context, arguments)?;
    let found = context.session.terms().find(provider, &document, &options)?;
    let most = context.max_results(arguments);
    let terms: Vec<Value> =
        found.iter().take(most).map(|annotation| term(&document, annotation)).collect();
    Ok(json!({
        "format": document.source().format().name(),
        "terms": terms,
        "total": found.len(),
    }))
}
