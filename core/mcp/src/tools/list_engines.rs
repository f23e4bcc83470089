//! The names that the arguments of other tools may contain.

use crate::arguments::Arguments;
use crate::field::{Field, FieldKind};
use crate::tool::{Context, Tool};
use glossweave::resource::PageRequest;
use glossweave::{Format, Result};
use serde_json::{Value, json};

pub(crate) const TOOL: Tool = Tool {
    name: "list_engines",
    title: "List engines, datasets and formats",
    description: "Lists the recognizers, term finders, translators, stored datasets and filters of this server, and the \
                  formats of documents. Call it first, to know the names that other tools take.",
    input: &[],
    output: OUTPUT,
    run,
};

const PAIR: &[Field] = &[
    Field::new("source", FieldKind::Text, "The language of texts.").required(),
    Field::new("target", FieldKind::Text, "The language of translations."),
];

const ENGINE: &[Field] = &[
    Field::new("name", FieldKind::Text, "The name.").required(),
    Field::new("languages", FieldKind::Objects(PAIR), "The languages; null if they are not known."),
];

const FORMAT: &[Field] = &[
    Field::new("name", FieldKind::Text, "The name.").required(),
    Field::new("title", FieldKind::Text, "The title.").required(),
    Field::new("can_annotate", FieldKind::Boolean, "Whether annotations can be written into it.")
        .required(),
    Field::new("can_translate", FieldKind::Boolean, "Whether translations can be written into it.")
        .required(),
];

const OUTPUT: &[Field] = &[
    Field::new("recognizers", FieldKind::Objects(ENGINE), "The recognizers of entities.")
        .required(),
    Field::new("term_finders", FieldKind::Objects(ENGINE), "The term finders.").required(),
    Field::new("translators", FieldKind::Objects(ENGINE), "The translators.").required(),
    Field::new("datasets", FieldKind::Texts, "The names of stored datasets, at most 100.")
        .required(),
    Field::new("filters", FieldKind::Texts, "The names of stored filters, at most 100.").required(),
    Field::new("formats", FieldKind::Objects(FORMAT), "The formats of documents.").required(),
    Field::new("reads_files", FieldKind::Boolean, "Whether documents may be given by path.")
        .required(),
];

fn run(context: &Context<'_>, _: &Arguments<'_>) -> Result<Value> {
    let session = &context.session;
    let engines = session.engines()?;
    let list = |all: &[glossweave::service::EngineInfo]| -> Vec<Value> {
        let describe = |engine: &glossweave::service::EngineInfo| {
            let languages = engine.languages.as_ref().map(|all| {
                let pair = |languages: &glossweave::service::Languages| {
                    json!({"source": languages.source, "target": languages.target})
                };
                all.iter().take(context.limits.max_results).map(pair).collect::<Vec<_>>()
            });
            json!({"name": engine.name, "languages": languages})
        };
        all.iter().map(describe).collect()
    };
    let page = PageRequest::default();
    let datasets = session.datasets().list(&page)?;
    let datasets: Vec<&str> = datasets.iter().map(|dataset| dataset.name.as_str()).collect();
    let filters = session.filters().list(&page)?;
    let filters: Vec<&str> = filters.iter().map(|filter| filter.name.as_str()).collect();
    let formats = Format::ALL.iter().filter(|format| format.is_document()).map(|format| {
        json!({
            "name": format.name(),
            "title": format.info().title,
            "can_annotate": format.returns(),
            "can_translate": format.translates(),
        })
    });
    Ok(json!({
        "recognizers": list(&engines.recognizers),
        "term_finders": list(&engines.term_finders),
        "translators": list(&engines.translators),
        "datasets": datasets,
        "filters": filters,
        "formats": formats.collect::<Vec<_>>(),
        "reads_files": !context.folders.is_empty(),
    }))
}
