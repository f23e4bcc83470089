//! Search for things in stored datasets by name.

use crate::arguments::Arguments;
use crate::field::{Field, FieldKind};
use crate::tool::{Context, Tool};
use glossweave::Result;
use serde_json::{Value, json};

pub(crate) const TOOL: Tool = Tool {
    name: "look_up",
    title: "Look up a name in a dataset",
    description: "Looks up entities in a stored dataset by a name, even if it is misspelt, and \
                  returns their IRIs, names, descriptions and classes, the most similar name \
                  first.",
    input: &[OWN],
    output: OUTPUT,
    run,
};

const OWN: &[Field] = &[
    Field::new("dataset", FieldKind::Text, "The stored dataset.").required(),
    Field::new("name", FieldKind::Text, "The name.").required(),
    Field::new(
        "max_results",
        FieldKind::Integer(1, 100),
        "The maximum number of candidates; 10 by default.",
    ),
];

const CANDIDATE: &[Field] = &[
    Field::new("id", FieldKind::Text, "The IRI.").required(),
    Field::new("name", FieldKind::Text, "The name.").required(),
    Field::new("description", FieldKind::Text, "The description."),
    Field::new("types", FieldKind::Texts, "The IRIs of its classes.").required(),
    Field::new("score", FieldKind::Number, "The similarity of the name, from 0 to 100.").required(),
    Field::new(
        "match",
        FieldKind::Boolean,
        "Whether it is the only entity with exactly this name.",
    )
    .required(),
];

const OUTPUT: &[Field] = &[Field::new(
    "candidates",
    FieldKind::Objects(CANDIDATE),
    "The candidates, the best one first.",
)
.required()];

const USUAL: usize = 10;

fn run(context: &Context<'_>, arguments: &Arguments<'_>) -> Result<Value> {
    let limit = arguments.count("max_results").unwrap_or(USUAL).min(context.limits.max_results);
    let dataset = arguments.text("dataset").unwrap_or_default();
    let queries = json!({"q": {"query": arguments.text("name"), "limit": limit}}).to_string();
    let answer = context.session.reconciliation().answer(dataset, &queries)?;
    let found = answer["q"]["result"].as_array().cloned().unwrap_or_default();
    let candidates: Vec<Value> = found.iter().map(candidate).collect();
    Ok(json!({"candidates": candidates}))
}

fn candidate(candidate: &Value) -> Value {
    let types = candidate["type"].as_array().into_iter().flatten();
    let types: Vec<&Value> = types.map(|class| class.get("id").unwrap_or(class)).collect();
    json!({
        "id": candidate["id"],
        "name": candidate["name"],
        "description": candidate["description"],
        "types": types,
        "score": candidate["score"],
        "match": candidate["match"],
    })
}
