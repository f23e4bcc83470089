//! Parsing of the decisions of a language model about names.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::answer::{fraction, number};
use super::faults::{Fault, Faults};

/// The decision about a name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Decision {
    /// The index of the selected entity among the choices, and the confidence of the model.
    Entity(usize, Option<f64>),
    /// None of the choices was selected.
    None,
    /// The answer contains contradictory decisions.
    Several,
}

/// Returns the JSON schema of an answer.
pub(super) fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "decisions": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "id": {"type": "integer"},
                        "choice": {"type": "integer"},
                        "confidence": {"type": "number"},
                    },
                    "required": ["id", "choice", "confidence"],
                    "additionalProperties": false,
                },
            },
        },
        "required": ["decisions"],
        "additionalProperties": false,
    })
}

/// Returns the decisions of an answer by the index of the name. Returns `None` if the answer contains no
/// list. `offered` contains the number of choices for each name. Invalid items are added to `faults`.
pub(super) fn decisions(
    value: &Value,
    offered: &[usize],
    faults: &mut Faults<'_>,
) -> Option<BTreeMap<usize, Decision>> {
    let list = value.get("decisions").unwrap_or(value).as_array()?;
    let mut all = BTreeMap::new();
    // The number of decisions is limited to twice the number of names.
    let (list, rest) = list.split_at(list.len().min(offered.len() * 2));
    rest.iter().for_each(|_| faults.add(Fault::TooMany, ""));
    for item in list {
        let index = item.get("id").and_then(index);
        let Some((index, many)) = index.and_then(|index| Some((index, *offered.get(index)?)))
        else {
            faults.add(Fault::UnknownText, &item.to_string());
            continue;
        };
        let is_none = item.get("choice").and_then(number) == Some(0);
        let choice = item.get("choice").and_then(self::index).filter(|choice| *choice < many);
        let decision = match choice {
            Some(choice) => Decision::Entity(choice, item.get("confidence").and_then(fraction)),
            None if is_none => Decision::None,
            None => {
                faults.add(Fault::UnknownChoice, &item.to_string());
                continue;
            }
        };
        let known = all.entry(index).or_insert(decision);
        let is_same = match (*known, decision) {
            // Confidences are not compared, and the first confidence is used.
            (Decision::Entity(first, _), Decision::Entity(second, _)) => first == second,
            (first, second) => first == second,
        };
        if !is_same {
            *known = Decision::Several;
        }
    }
    Some(all)
}

/// Converts a number that counts from 1 to an index.
fn index(value: &Value) -> Option<usize> {
    usize::try_from(number(value)?.checked_sub(1)?).ok()
}
