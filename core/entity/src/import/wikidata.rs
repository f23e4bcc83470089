//! Import of the JSON dump of Wikidata, which is a list with one entity per line.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use super::collect::Collector;
use super::facts::{Fact, Position};
use super::lines::{ImportFile, Line};
use super::report::SkipReason;
use glossweave_base::error::{Error, ErrorKind, Result};

/// The namespace of entities.
pub(super) const ENTITY: &str = "http://www.wikidata.org/entity/";

/// The language code of labels that are valid in all languages.
pub(super) const ALL_LANGUAGES: &str = "mul";

/// The classes of items that describe Wikimedia pages: disambiguation pages, categories, templates, lists,
/// duplicates, and project pages.
const PAGES: [&str; 6] =
    ["Q4167410", "Q4167836", "Q11266439", "Q13406463", "Q17362920", "Q14204246"];

/// Returns `true` if the items of a class are pages, which are not entities.
pub(super) fn is_page(class: &str) -> bool {
    PAGES.contains(&class)
}

/// The maximum size of a file that is a single JSON document, in bytes.
const WHOLE: usize = 256 << 20;

/// The number of characters at the start of a line that are searched for the identifier of an entity or the
/// list of a response.
const HEAD: usize = 200;

/// Reads a dump, a file with one entity per line, or a single JSON document. A document is an entity, a list
/// of entities, or a response of the Wikibase API, which is an object with `entities`.
pub(super) fn read(file: &ImportFile<'_, '_>, out: &mut Collector<'_, '_>) -> Result<()> {
    if is_one_document(&file.start()?) {
        return read_document(file, out);
    }
    let classes = out.options.classes().iter();
    // The identifiers as written in claims. Lines without them are skipped before they are parsed.
    let ids: Vec<String> = classes
        .filter_map(|class| class.strip_prefix(ENTITY))
        .map(|id| format!("\"{id}\""))
        .collect();
    file.each_line(out, &mut |line, out| {
        let line = line.trim().trim_end_matches(',');
        if matches!(line, "" | "[" | "]") {
            return Ok(Line::Empty);
        }
        if out.options.has_classes() && !ids.iter().any(|id| line.contains(id)) {
            out.at.records += 1;
            out.skip(SkipReason::Class);
            return Ok(if line.starts_with('{') { Line::Read } else { NO_ENTITY });
        }
        match serde_json::from_str::<Entity<'_>>(line) {
            Ok(entity) => {
                out.at.records += 1;
                take(&entity, out)?;
                Ok(Line::Read)
            }
            Err(_) => Ok(NO_ENTITY),
        }
    })
}

/// Returns `true` if a file with this start is a single JSON document, and does not contain one entity
/// per line.
fn is_one_document(start: &str) -> bool {
    let start = start.trim_start();
    let list = start.strip_prefix('[').map(|list| list.trim_start_matches([' ', '\t']));
    if list.is_some_and(|list| list.starts_with('{')) {
        return true;
    }
    let text = list.unwrap_or(start).trim_start();
    let (line, rest) = text.split_once('\n').unwrap_or((text, ""));
    let head = line.char_indices().nth(HEAD).map_or(line, |(end, _)| &line[..end]);
    // The entities of a response also have identifiers, but after its key.
    let (list, id) = (head.find("\"entities\""), head.find("\"id\""));
    if list.is_some_and(|list| id.is_none_or(|id| list < id)) {
        return true;
    }
    let goes_on = |rest: &str| !rest.is_empty() && !rest.starts_with(['{', ']']);
    text.starts_with('{')
        && goes_on(rest.trim_start())
        && serde_json::from_str::<IgnoredAny>(line.trim().trim_end_matches(',')).is_err()
}

fn read_document(file: &ImportFile<'_, '_>, out: &mut Collector<'_, '_>) -> Result<()> {
    let name = file.file.name();
    let bytes = file.whole()?;
    if bytes.len() > WHOLE {
        let limit = WHOLE >> 20;
        let message = format!(
            "`{name}` is one JSON document, limit is {limit} MiB; expected a line for each entity"
        );
        return Err(Error::new(ErrorKind::TooLarge, message));
    }
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes);
    let document: Value = serde_json::from_slice(text)
        .map_err(|error| Error::malformed(format!("`{name}` is not JSON: {error}")))?;
    let entities = entities(&document);
    let (known, done) = (out.at.offset, file.before + file.file.packed_size());
    let mut wrong = 0;
    for (number, value) in (1..).zip(&entities).filter(|(number, _)| *number > known) {
        // In a document, entities are counted instead of lines.
        out.at.line = number;
        match Entity::deserialize(*value) {
            Ok(entity) => take(&entity, out)?,
            Err(_) => {
                wrong += 1;
                out.skip(SkipReason::Line);
            }
        }
        out.at.records += 1;
        out.passed(Position { offset: number, line: number, ..out.at }, done)?;
    }
    if wrong > 0 && wrong == entities.len() {
        let message = format!("`{name}` has no entity of Wikibase");
        return Err(Error::malformed(message));
    }
    Ok(())
}

fn entities(document: &Value) -> Vec<&Value> {
    match (document.get("entities"), document) {
        (Some(Value::Object(entities)), _) => entities.values().collect(),
        (Some(Value::Array(list)), _) | (None, Value::Array(list)) => list.iter().collect(),
        _ => vec![document],
    }
}

const NO_ENTITY: Line = Line::Malformed("expected an entity of Wikibase in JSON");

fn take(entity: &Entity<'_>, out: &mut Collector<'_, '_>) -> Result<()> {
    let id = &*entity.id.0;
    if !id.starts_with('Q') {
        // Properties and lexemes are not entities.
        out.skip(SkipReason::Page);
        return Ok(());
    }
    let classes = entity.claims.classes();
    if classes.iter().any(|class| is_page(class)) {
        out.skip(SkipReason::Page);
        return Ok(());
    }
    let iris: Vec<String> = classes.iter().map(|class| format!("{ENTITY}{class}")).collect();
    if !iris.iter().any(|class| out.options.class(class)) && out.options.has_classes() {
        out.skip(SkipReason::Class);
        return Ok(());
    }
    let has_name = (entity.labels.0.iter().map(|(_, label)| label))
        .chain(entity.aliases.0.iter().flat_map(|(_, list)| list))
        .any(|name| is_wanted(name, out));
    if !has_name {
        out.skip(SkipReason::NoName);
        return Ok(());
    }
    let Some(subject) = out.subject(&format!("{ENTITY}{id}"))? else { return Ok(()) };
    for class in &iris {
        out.class(subject, class)?;
    }
    out.add(&Fact::Weight { subject, weight: entity.sitelinks.0.len() as f64 })?;
    for (_, description) in &entity.descriptions.0 {
        out.describe(subject, &description.value.0, Some(&*description.language.0))?;
    }
    for (_, label) in &entity.labels.0 {
        name(subject, label, out)?;
    }
    for (_, aliases) in &entity.aliases.0 {
        for alias in aliases {
            name(subject, alias, out)?;
        }
    }
    Ok(())
}

fn is_wanted(name: &Name<'_>, out: &Collector<'_, '_>) -> bool {
    name.language.0 == ALL_LANGUAGES || out.options.language(&name.language.0)
}

fn name(subject: u32, name: &Name<'_>, out: &mut Collector<'_, '_>) -> Result<()> {
    let language = Some(&*name.language.0).filter(|tag| *tag != ALL_LANGUAGES);
    out.label(subject, &name.value.0, language, 1.0).map(drop)
}

#[derive(Deserialize)]
struct Entity<'a> {
    #[serde(borrow)]
    id: Text<'a>,
    #[serde(borrow, default)]
    labels: Pairs<'a, Name<'a>>,
    #[serde(borrow, default)]
    descriptions: Pairs<'a, Name<'a>>,
    #[serde(borrow, default)]
    aliases: Pairs<'a, Vec<Name<'a>>>,
    #[serde(borrow, default)]
    claims: Claims<'a>,
    #[serde(borrow, default)]
    sitelinks: Pairs<'a, IgnoredAny>,
}

#[derive(Deserialize)]
struct Name<'a> {
    #[serde(borrow)]
    language: Text<'a>,
    #[serde(borrow)]
    value: Text<'a>,
}

/// A string that is borrowed if it contains no escapes.
struct Text<'a>(Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> std::result::Result<Text<'a>, D::Error> {
        struct Take;
        impl<'de> Visitor<'de> for Take {
            type Value = Cow<'de, str>;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("a text")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> std::result::Result<Self::Value, E> {
                Ok(Cow::Borrowed(text))
            }

            fn visit_str<E>(self, text: &str) -> std::result::Result<Self::Value, E> {
                Ok(Cow::Owned(text.to_owned()))
            }
        }
        from.deserialize_str(Take).map(Text)
    }
}

/// The members of an object. An empty object may be written as `[]`.
struct Pairs<'a, V>(Vec<(Text<'a>, V)>);

impl<V> Default for Pairs<'_, V> {
    fn default() -> Self {
        Pairs(Vec::new())
    }
}

impl<'de: 'a, 'a, V: Deserialize<'de>> Deserialize<'de> for Pairs<'a, V> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> std::result::Result<Self, D::Error> {
        struct Take<'a, V>(PhantomData<(&'a (), V)>);
        impl<'de: 'a, 'a, V: Deserialize<'de>> Visitor<'de> for Take<'a, V> {
            type Value = Vec<(Text<'a>, V)>;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(
                self,
                mut map: A,
            ) -> std::result::Result<Self::Value, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(pairs)
            }

            fn visit_seq<A: SeqAccess<'de>>(
                self,
                mut items: A,
            ) -> std::result::Result<Self::Value, A::Error> {
                while items.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Vec::new())
            }
        }
        from.deserialize_any(Take(PhantomData)).map(Pairs)
    }
}

/// The claims of an entity that use the property `instance of`.
#[derive(Default)]
struct Claims<'a>(Vec<Claim<'a>>);

impl<'a> Claims<'a> {
    /// Returns the classes with the best rank: preferred classes if there are any, otherwise normal
    /// classes. Deprecated classes are never used.
    fn classes(&self) -> Vec<&str> {
        let of_rank = |rank: &str| -> Vec<&str> {
            let claims = self.0.iter().filter(|claim| claim.rank.0 == rank);
            claims
                .filter_map(|claim| Some(&*claim.mainsnak.datavalue.as_ref()?.value.id.0))
                .collect()
        };
        let preferred = of_rank("preferred");
        if preferred.is_empty() { of_rank("normal") } else { preferred }
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Claims<'a> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> std::result::Result<Self, D::Error> {
        struct Take<'a>(PhantomData<&'a ()>);
        impl<'de: 'a, 'a> Visitor<'de> for Take<'a> {
            type Value = Vec<Claim<'a>>;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(
                self,
                mut map: A,
            ) -> std::result::Result<Self::Value, A::Error> {
                let mut claims = Vec::new();
                while let Some(property) = map.next_key::<Text<'_>>()? {
                    match &*property.0 {
                        "P31" => claims = map.next_value()?,
                        _ => drop(map.next_value::<IgnoredAny>()?),
                    }
                }
                Ok(claims)
            }

            fn visit_seq<A: SeqAccess<'de>>(
                self,
                mut items: A,
            ) -> std::result::Result<Self::Value, A::Error> {
                while items.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Vec::new())
            }
        }
        from.deserialize_any(Take(PhantomData)).map(Claims)
    }
}

#[derive(Deserialize)]
struct Claim<'a> {
    #[serde(borrow, default)]
    mainsnak: Snak<'a>,
    #[serde(borrow, default = "normal")]
    rank: Text<'a>,
}

fn normal<'a>() -> Text<'a> {
    Text("normal".into())
}

#[derive(Default, Deserialize)]
struct Snak<'a> {
    /// Missing if the value is unknown or there is no value.
    #[serde(borrow, default)]
    datavalue: Option<DataValue<'a>>,
}

#[derive(Deserialize)]
struct DataValue<'a> {
    #[serde(borrow)]
    value: ItemId<'a>,
}

#[derive(Deserialize)]
struct ItemId<'a> {
    #[serde(borrow)]
    id: Text<'a>,
}
