//! Candidates for names in the vocabularies of the host.

use super::recognizer::{RECOGNIZER, Recognizer};
use crate::arguments::Arguments;
use crate::field::{Field, FieldKind};
use crate::output::{ENTITY, entity};
use crate::tool::{Context, Tool};
use glossweave::text::{Language, TextSpan};
use glossweave::{Document, Error, ErrorKind, Result};
use serde_json::{Value, json};

pub(crate) const TOOL: Tool = Tool {
    name: "link_names",
    title: "Link names to vocabularies",
    description: "Links names that you have found to the IRIs of the vocabularies of this server: its dictionaries and \
                  stored datasets. Give the text around the names as context, so that ambiguous names are linked by \
                  it. Only entities of the vocabularies are returned.",
    input: &[OWN, RECOGNIZER],
    output: OUTPUT,
    run,
};

const OWN: &[Field] = &[
    Field::new("names", FieldKind::Texts, "The names, as they appear in the text.").required(),
    Field::new("context", FieldKind::Text, "The text that contains the names."),
    Field::new("language", FieldKind::Text, "The language of the names (BCP 47)."),
];

const RESULT: &[Field] = &[
    Field::new("name", FieldKind::Text, "The name.").required(),
    Field::new("is_in_context", FieldKind::Boolean, "Whether the name was linked in the context.")
        .required(),
    Field::new(
        "entities",
        FieldKind::Objects(ENTITY),
        "The entities of the name; offsets count code points of the context, or of the name if it \
         is not in the context.",
    )
    .required(),
];

const OUTPUT: &[Field] =
    &[Field::new("results", FieldKind::Objects(RESULT), "A result for each name, in their order.")
        .required()];

fn run(context: &Context<'_>, arguments: &Arguments<'_>) -> Result<Value> {
    let mut recognizer = Recognizer::of(context, arguments)?;
    if recognizer.options.mentions == Default::default() {
        // The caller has decided that they are names.
        recognizer.options.set("mentions", "all")?;
    }
    let names = arguments.texts("names");
    let most = context.limits.max_results;
    if names.len() > most {
        let message = format!("{} names, limit is {most}", names.len());
        return Err(Error::new(ErrorKind::TooLarge, message).with_parameter("names"));
    }
    let language = arguments.text("language").map(str::parse::<Language>).transpose();
    let language = language.map_err(|error| error.with_parameter("language"))?;
    let around = arguments.text("context").unwrap_or_default();
    let size = names.iter().map(|name| name.len()).sum::<usize>().saturating_add(around.len());
    if size > context.limits.max_bytes {
        let message = format!("{size} bytes of text, limit is {}", context.limits.max_bytes);
        return Err(Error::new(ErrorKind::TooLarge, message));
    }
    let whole = Document::of_text(around.to_owned(), language.as_ref());
    let mut found = recognizer.recognize(context, &whole)?;
    found.sort_by_key(|annotation| annotation.span().start());
    let mut results = Vec::new();
    for name in names {
        let places = around.match_indices(name).filter(|_| !name.is_empty());
        let places = places.map(|(start, _)| TextSpan::new(start, start + name.len()));
        let within = |place: TextSpan| {
            let first =
                found.partition_point(|annotation| annotation.span().start() < place.start());
            let from = found[first..]
                .iter()
                .take_while(move |annotation| annotation.span().start() < place.end());
            from.filter(move |annotation| place.contains(annotation.span()))
        };
        // Uses the first occurrence of the name that has an entity. An earlier occurrence may be
        // part of a word.
        let there = places.map(within).find_map(|mut there| Some((there.next()?, there)));
        let mut entities: Vec<Value> = Vec::new();
        if let Some((first, others)) = there {
            entities.extend(
                std::iter::once(first).chain(others).map(|annotation| entity(&whole, annotation)),
            );
        }
        let is_in_context = !entities.is_empty();
        if !is_in_context {
            let alone = Document::of_text(name.to_owned(), language.as_ref());
            let found = recognizer.recognize(context, &alone)?;
            entities.extend(found.iter().map(|annotation| entity(&alone, annotation)));
        }
        results.push(json!({"name": name, "is_in_context": is_in_context, "entities": entities}));
    }
    Ok(json!({"results": results}))
}
