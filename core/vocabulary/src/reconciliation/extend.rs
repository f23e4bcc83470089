//! Data extension, which returns the values of properties of entities.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};

use serde_json::{Map, Value, json};

use super::thing::{Chosen, Clock, is_type, names, short};
use super::{ApiVersion, Suggested, suggest};
use crate::SourceStatements;
use crate::statements::ObjectSort;
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::text::Language;

/// The maximum number of entities in a query.
const THINGS: usize = 1_000;
/// The maximum number of properties in a query.
const PROPERTIES: usize = 100;
/// The maximum number of values in a response.
const VALUES: usize = 100_000;
/// The maximum size of the values in a response, in bytes.
const BYTES: usize = 32 << 20;

const XSD: &str = "http://www.w3.org/2001/XMLSchema#";

/// A data extension query.
#[derive(Debug)]
pub(super) struct Extension {
    ids: Vec<String>,
    properties: Vec<Property>,
}

/// A property whose values are requested.
#[derive(Debug)]
struct Property {
    id: String,
    /// The maximum number of values for each entity.
    limit: usize,
    /// The language of text values.
    language: Option<Language>,
    /// `true` to return the number of values instead of the values.
    is_counted: bool,
}

/// A value of a property.
struct PropertyValue {
    text: String,
    value: Value,
    is_resource: bool,
}

/// Returns the settings of properties for the manifest.
pub(super) fn settings(version: ApiVersion) -> Value {
    let (name, label, help) = match version {
        ApiVersion::V0_2 => ("name", "label", "help_text"),
        ApiVersion::Draft1_0 => ("id", "name", "helpText"),
    };
    json!([
        {"type": "number", name: "limit", label: "Limit", "default": 0,
         help: "The maximum number of values for each entity; 0 for all."},
        {"type": "text", name: "language", label: "Language", "default": "",
         help: "The language of texts, such as `en`; texts without a language are returned too."},
        {"type": "checkbox", name: "count", label: "Count", "default": false,
         help: "Return the number of values instead of the values."},
    ])
}

/// Parses a query. Returns `ErrorKind::Malformed`, `ErrorKind::Invalid` or `ErrorKind::TooLarge`, with the
/// parameter `extend`, if the query is not valid.
pub(super) fn read(query: &str) -> Result<Extension> {
    let query = glossweave_store::resource::as_json(query.as_bytes())
        .map_err(|error| error.with_parameter("extend"))?;
    let list = |name: &str, most: usize| match query.get(name) {
        Some(Value::Array(all)) if all.len() > most => {
            let message = format!("there are {} {name}, limit is {most}", all.len());
            Err(Error::new(ErrorKind::TooLarge, message).with_parameter("extend"))
        }
        Some(Value::Array(all)) => Ok(all.as_slice()),
        _ => Err(wrong(&format!("an array as `{name}`"))),
    };
    let ids = list("ids", THINGS)?.iter().map(|id| {
        id.as_str().map(str::to_owned).ok_or_else(|| wrong("a string for each of `ids`"))
    });
    let properties = list("properties", PROPERTIES)?.iter().map(property);
    Ok(Extension {
        ids: ids.collect::<Result<_>>()?,
        properties: properties.collect::<Result<_>>()?,
    })
}

fn property(property: &Value) -> Result<Property> {
    let Some(id) = property.get("id").and_then(Value::as_str) else {
        return Err(wrong("an object with `id` for each of `properties`"));
    };
    let mut all =
        Property { id: id.to_owned(), limit: usize::MAX, language: None, is_counted: false };
    let empty = Map::new();
    let settings = match property.get("settings") {
        None | Some(Value::Null) => &empty,
        Some(Value::Object(settings)) => settings,
        Some(_) => return Err(wrong("an object as `settings`")),
    };
    for (name, value) in settings {
        // The forms of clients send all values as strings.
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        match name.as_str() {
            "limit" => {
                let limit = text.parse().map_err(|_| wrong("a number as `limit`"))?;
                all.limit = if limit == 0 { usize::MAX } else { limit };
            }
            "language" if text.is_empty() => {}
            "language" => {
                let language = Language::parse(&text);
                all.language = Some(language.ok_or_else(|| wrong("a language tag as `language`"))?);
            }
            "count" => {
                // Forms send `on` for a checked box.
                all.is_counted = matches!(text.as_str(), "true" | "on");
                if !all.is_counted && !matches!(text.as_str(), "false" | "" | "off") {
                    return Err(wrong("`true` or `false` as `count`"));
                }
            }
            _ => return Err(wrong("only the settings `limit`, `language` and `count`")),
        }
    }
    Ok(all)
}

fn wrong(expected: &str) -> Error {
    Error::invalid(format!("expected {expected}")).with_parameter("extend")
}

/// Returns the values of properties as JSON of the API.
pub(super) fn extend(
    statements: &SourceStatements,
    query: &Extension,
    languages: &[Language],
    version: ApiVersion,
) -> Result<Value> {
    let mut clock = Clock::start();
    let things: HashSet<&str> = query.ids.iter().map(String::as_str).collect();
    let numbers: HashMap<&str, usize> = query
        .properties
        .iter()
        .enumerate()
        .map(|(number, property)| (property.id.as_str(), number))
        .collect();
    let mut found: HashMap<(String, usize), Vec<PropertyValue>> = HashMap::new();
    let (mut count, mut bytes) = (0usize, 0usize);
    statements.each(|statement| {
        clock.count(1)?;
        let number = numbers.get(statement.predicate);
        let Some(number) = number.filter(|_| statement.is_stated) else { return Ok(()) };
        if !things.contains(statement.subject) {
            return Ok(());
        }
        let language =
            query.properties.get(*number).and_then(|property| property.language.as_ref());
        if let (ObjectSort::Text(tag), Some(requested)) = (statement.sort, language)
            && !tag.is_empty()
            && !Language::parse(tag).is_some_and(|tag| tag.is(requested.as_str()))
        {
            return Ok(());
        }
        let values = found.entry((statement.subject.to_owned(), *number)).or_default();
        (count, bytes) = (count + 1, bytes + statement.object.len());
        if count > VALUES || bytes > BYTES {
            let message = format!("there are more than {VALUES} values or {BYTES} bytes of values");
            return Err(Error::new(ErrorKind::TooLarge, message).with_parameter("extend"));
        }
        values.push(PropertyValue {
            text: statement.object.to_owned(),
            value: literal(statement.object, statement.sort, version),
            is_resource: statement.sort == ObjectSort::Resource,
        });
        Ok(())
    })?;
    let resources = found.values().flatten().filter(|value| value.is_resource);
    let ids = resources.map(|value| value.text.clone());
    let ids = ids.chain(query.properties.iter().map(|property| property.id.clone())).collect();
    let names = names(statements, &ids, languages, &mut clock)?;
    let mut row = |id: &String, number: usize, property: &Property| {
        let mut values = found.remove(&(id.clone(), number)).unwrap_or_default();
        // A statement can occur twice: as a property and as a name.
        let mut seen = HashSet::new();
        values.retain(|entry| seen.insert((entry.text.clone(), entry.value.to_string())));
        if property.is_counted {
            return json!([{"int": values.len()}]);
        }
        values.truncate(property.limit);
        values.into_iter().map(|entry| value(entry, &names)).collect()
    };
    let mut seen = HashSet::new();
    let ids = query.ids.iter().filter(|id| seen.insert(id.as_str()));
    let rows = ids.map(|id| {
        let properties = query.properties.iter().enumerate();
        let values = properties.map(|(number, property)| (&property.id, row(id, number, property)));
        (id, values.collect::<Vec<_>>())
    });
    let rows: Value = match version {
        ApiVersion::V0_2 => {
            let of = |values: Vec<(&String, Value)>| {
                values.into_iter().map(|(id, values)| (id.clone(), values)).collect::<Map<_, _>>()
            };
            Value::Object(rows.map(|(id, values)| (id.clone(), of(values).into())).collect())
        }
        ApiVersion::Draft1_0 => rows
            .map(|(id, values)| {
                let values = values.into_iter().map(|(id, all)| json!({"id": id, "values": all}));
                json!({"id": id, "properties": values.collect::<Vec<_>>()})
            })
            .collect(),
    };
    let meta = query.properties.iter().map(|property| {
        let name = names.get(&property.id).map_or(short(&property.id), |name| name.text.as_str());
        json!({"id": property.id, "name": name})
    });
    Ok(json!({"meta": meta.collect::<Vec<_>>(), "rows": rows}))
}

/// Converts a value to JSON of the API, either to an entity of the dataset or to a literal.
fn value(found: PropertyValue, names: &HashMap<String, Chosen>) -> Value {
    match names.get(&found.text).filter(|_| found.is_resource) {
        Some(name) => json!({"id": found.text, "name": name.text}),
        None => found.value,
    }
}

/// Converts a literal to JSON of the API.
fn literal(text: &str, sort: ObjectSort<'_>, version: ApiVersion) -> Value {
    let plain = || json!({"str": text});
    match sort {
        ObjectSort::Resource => plain(),
        ObjectSort::Text(language) => match version {
            ApiVersion::Draft1_0 if !language.is_empty() => json!({"str": text, "lang": language}),
            _ => plain(),
        },
        ObjectSort::Typed(datatype) => match datatype.strip_prefix(XSD) {
            Some(
                "integer" | "int" | "long" | "short" | "byte" | "nonNegativeInteger"
                | "positiveInteger" | "unsignedInt" | "unsignedLong" | "gYear",
            ) => text.parse::<i64>().map_or_else(|_| plain(), |number| json!({"int": number})),
            Some("decimal" | "double" | "float") => {
                let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
                number.map_or_else(plain, |number| json!({"float": number}))
            }
            Some("dateTime") if text.contains('T') => json!({"date": text}),
            Some("date") if text.len() == 10 && text.is_ascii() => {
                json!({"date": format!("{text}T00:00:00")})
            }
            _ => plain(),
        },
    }
}

/// Returns the properties of the entities of a class, the most frequent first.
pub(super) fn propose(
    statements: &SourceStatements,
    class: &str,
    limit: Option<usize>,
    languages: &[Language],
) -> Result<Value> {
    let mut clock = Clock::start();
    // Stores entities by hash, because there may be millions. A hash collision can only affect the
    // order.
    let hasher = RandomState::new();
    let mut of_class: HashSet<u64> = HashSet::new();
    if !class.is_empty() {
        statements.each(|statement| {
            clock.count(1)?;
            if is_type(&statement) && statement.object == class {
                of_class.insert(hasher.hash_one(statement.subject));
            }
            Ok(())
        })?;
    }
    let is_wanted = |id: &str| class.is_empty() || of_class.contains(&hasher.hash_one(id));
    let counts = suggest::counts(statements, Suggested::Property, &mut clock, is_wanted)?;
    let mut named = suggest::named(statements, counts, languages, &mut clock)?;
    named.truncate(limit.unwrap_or(PROPERTIES).min(PROPERTIES));
    let properties = named.into_iter().map(|(id, name)| json!({"id": id, "name": name}));
    let mut answer = json!({"properties": properties.collect::<Vec<_>>()});
    if !class.is_empty() {
        answer["type"] = json!(class);
    }
    if let Some(limit) = limit {
        answer["limit"] = json!(limit);
    }
    Ok(answer)
}
