//! Merging of new annotations of a document with its earlier annotations: who created and changed
//! each annotation, and when.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value, json};

use super::invalid;
use glossweave_base::error::Result;
use glossweave_format::web_annotation::{CONTEXT, STATUS};
use glossweave_store::resource::PendingContent;

/// The states of an annotation in a review.
pub(super) const STATES: [&str; 3] = ["proposed", "accepted", "rejected"];

/// The user who changed an annotation.
const CONTRIBUTOR: &str = "dcterms:contributor";

/// The members that the store sets.
const OWN: [&str; 4] = ["created", "creator", "modified", CONTRIBUTOR];

/// The members of a page that a change makes invalid.
const COUNTS: [&str; 3] = ["partOf", "startIndex", "next"];

/// Returns the annotations with their identifiers, states, creators and times, each with `true` if
/// it is new or has changed.
///
/// Returns `ErrorKind::Invalid` if an item is not an annotation, if a state is unknown, or if two
/// annotations have the same identifier.
pub(super) fn merge(
    items: Vec<Value>,
    known: &[Value],
    draft: &PendingContent<'_>,
) -> Result<Vec<(Value, bool)>> {
    let id = |item: &Value| item.get("id").and_then(Value::as_str).map(str::to_owned);
    let known: HashMap<String, &Value> =
        known.iter().filter_map(|item| Some((id(item)?, item))).collect();
    let user = json!({"type": "Person", "name": draft.caller()?});
    let now = json!(draft.now());
    let mut seen = HashSet::new();
    let mut merged = Vec::with_capacity(items.len());
    for (number, item) in items.into_iter().enumerate() {
        let Value::Object(mut item) = item else {
            return Err(invalid(format!("annotation {number} is not an object")));
        };
        if !item.contains_key("target") {
            return Err(invalid(format!("annotation {number} has no `target`")));
        }
        let id = match item.get("id") {
            Some(Value::String(id)) if !id.is_empty() => id.clone(),
            None => draft.new_iri()?,
            Some(_) => return Err(invalid(format!("the `id` of annotation {number} is not text"))),
        };
        if !seen.insert(id.clone()) {
            return Err(invalid(format!("two annotations have the `id` `{id}`")));
        }
        let status = item.entry(STATUS).or_insert_with(|| json!(STATES[0]));
        if !status.as_str().is_some_and(|status| STATES.contains(&status)) {
            let expected = STATES.map(|state| format!("`{state}`")).join(", ");
            return Err(invalid(format!(
                "`{STATUS}` of annotation {number}: expected one of {expected}, found {status}"
            )));
        }
        item.insert("id".to_owned(), json!(id));
        let old = known.get(&id).and_then(|old| old.as_object());
        if let Some(old) = old.filter(|old| content(old) == content(&item)) {
            merged.push((Value::Object(old.clone()), false));
            continue;
        }
        let reviewed = item.get(STATUS).and_then(Value::as_str) != Some(STATES[0]);
        let maker = item.remove("creator").filter(is_software);
        OWN.into_iter().for_each(|name| drop(item.remove(name)));
        match old {
            Some(old) => {
                for name in ["created", "creator"] {
                    item.extend(old.get(name).map(|value| (name.to_owned(), value.clone())));
                }
                item.insert("modified".to_owned(), now.clone());
                item.insert(CONTRIBUTOR.to_owned(), user.clone());
            }
            None => {
                item.insert("created".to_owned(), now.clone());
                // A tool created the annotation, and a user has reviewed it.
                if reviewed && maker.is_some() {
                    item.insert("modified".to_owned(), now.clone());
                    item.insert(CONTRIBUTOR.to_owned(), user.clone());
                }
                item.insert("creator".to_owned(), maker.unwrap_or_else(|| user.clone()));
            }
        }
        merged.push((Value::Object(item), true));
    }
    Ok(merged)
}

/// Returns the members of an annotation that callers may set.
fn content(item: &Map<String, Value>) -> Vec<(&String, &Value)> {
    let mut members: Vec<_> =
        item.iter().filter(|(name, _)| !OWN.contains(&name.as_str())).collect();
    members.sort_by_key(|(name, _)| *name);
    members
}

fn is_software(maker: &Value) -> bool {
    match maker.get("type") {
        Some(Value::Array(types)) => types.iter().any(|one| one == "Software"),
        Some(one) => one == "Software",
        None => false,
    }
}

/// Returns a page with its annotations.
pub(super) fn page(page: Value, items: Vec<Value>, draft: &PendingContent<'_>) -> Value {
    let Value::Object(mut page) = page else { return page };
    COUNTS.into_iter().for_each(|name| drop(page.remove(name)));
    page.entry("@context").or_insert_with(|| json!(CONTEXT));
    page.insert("type".to_owned(), json!("AnnotationPage"));
    page.insert("modified".to_owned(), json!(draft.now()));
    page.insert("items".to_owned(), Value::Array(items));
    Value::Object(page)
}
