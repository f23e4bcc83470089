//! Responses of DBpedia Spotlight, which are JSON with numbers in strings.

use serde_json::Value;

use glossweave_base::text::iri::is_absolute;
use glossweave_base::text::{CharIndex, CharSpan, TextSpan};

/// The maximum number of candidates of a mention.
const CANDIDATES: usize = 10;

/// The prefixes of classes and their namespaces.
const CLASSES: [(&str, &str); 5] = [
    ("DBpedia:", "http://dbpedia.org/ontology/"),
    ("Schema:", "http://schema.org/"),
    ("Wikidata:", "http://www.wikidata.org/entity/"),
    ("DUL:", "http://www.ontologydesignpatterns.org/ont/dul/DUL.owl#"),
    ("Freebase:/", "http://rdf.freebase.com/ns/"),
];

/// A mention in a response.
#[derive(Debug)]
pub(super) struct Spot {
    offset: usize,
    name: String,
    pub(super) idents: Vec<String>,
    pub(super) classes: Vec<String>,
    pub(super) confidence: Option<f64>,
}

/// Parses the response for a text of `length` bytes. The error is a description that is used in a
/// message.
pub(super) fn read(
    bytes: &[u8],
    length: usize,
    resources: &str,
) -> Result<Vec<Spot>, &'static str> {
    let not = "answers with content that is not Spotlight JSON";
    let Ok(Value::Object(answer)) = serde_json::from_slice::<Value>(bytes) else { return Err(not) };
    let (mentions, read): (_, fn(&Value, &str) -> Option<Spot>) =
        match (answer.get("annotation"), answer.get("Resources")) {
            (Some(annotation), _) => (annotation.get("surfaceForm"), candidates),
            (None, Some(all)) => (Some(all), annotated),
            // There are no mentions.
            (None, None) if answer.contains_key("@text") => return Ok(Vec::new()),
            (None, None) => return Err(not),
        };
    let mentions = mentions.map(list).unwrap_or_default();
    if mentions.len() > length {
        return Err("finds more names than the text has letters");
    }
    mentions.iter().map(|mention| read(mention, resources).ok_or(not)).collect()
}

fn annotated(mention: &Value, _: &str) -> Option<Spot> {
    Some(Spot {
        offset: number(mention.get("@offset")?)?,
        name: text(mention.get("@surfaceForm")?)?,
        idents: text(mention.get("@URI")?).filter(|iri| is_absolute(iri)).into_iter().collect(),
        classes: classes(mention),
        confidence: confidence(mention.get("@similarityScore")),
    })
}

fn candidates(mention: &Value, resources: &str) -> Option<Spot> {
    let mut rivals: Vec<_> = list(mention.get("resource")?)
        .iter()
        .map(|rival| (confidence(rival.get("@finalScore")), rival))
        .collect();
    let order = |confidence: Option<f64>| confidence.unwrap_or(0.0);
    rivals.sort_by(|(first, _), (second, _)| order(*second).total_cmp(&order(*first)));
    let ident = |rival: &Value| {
        let iri = text(rival.get("@uri")?)?;
        let whole = if is_absolute(&iri) { iri } else { format!("{resources}{iri}") };
        is_absolute(&whole).then_some(whole)
    };
    Some(Spot {
        offset: number(mention.get("@offset")?)?,
        name: text(mention.get("@name")?)?,
        idents: rivals.iter().filter_map(|(_, rival)| ident(rival)).take(CANDIDATES).collect(),
        classes: rivals.first().map(|(_, best)| classes(best)).unwrap_or_default(),
        confidence: rivals.first().and_then(|(score, _)| *score),
    })
}

/// Returns the items of a list. A single item is written without a list.
fn list(value: &Value) -> &[Value] {
    match value {
        Value::Array(all) => all,
        Value::Null => &[],
        single => std::slice::from_ref(single),
    }
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

fn number(value: &Value) -> Option<usize> {
    text(value)?.trim().parse().ok()
}

fn confidence(value: Option<&Value>) -> Option<f64> {
    let value: f64 = text(value?)?.trim().parse().ok()?;
    value.is_finite().then(|| value.clamp(0.0, 1.0))
}

fn classes(value: &Value) -> Vec<String> {
    let Some(types) = value.get("@types").and_then(text) else { return Vec::new() };
    types.split(',').filter_map(class).collect()
}

fn class(name: &str) -> Option<String> {
    let name = name.trim();
    let known = CLASSES.iter().find_map(|(prefix, iri)| Some((name.strip_prefix(prefix)?, iri)));
    let (name, iri) = known.unwrap_or((name, &""));
    // If the prefix is unknown, the class must be an IRI, whose first letter is a capital.
    let whole = match name.get(..4).filter(|head| head.eq_ignore_ascii_case("http")) {
        Some(_) => format!("http{}", &name[4..]),
        None => format!("{iri}{name}"),
    };
    (whole.contains("://") && is_absolute(&whole)).then_some(whole)
}

/// Returns the spans of the mentions that occur in the text at their offsets. Spotlight counts
/// UTF-16 code units, but some compatible servers count characters.
pub(super) fn places<'a>(
    text: &'a str,
    spots: &'a [Spot],
) -> impl Iterator<Item = (TextSpan, &'a Spot)> {
    let index = CharIndex::new(text);
    spots.iter().filter_map(move |spot| {
        let end = |length: usize| spot.offset.checked_add(length);
        let stands = |place: &TextSpan| {
            !place.is_empty() && text.get(place.range()) == Some(spot.name.as_str())
        };
        let units = end(spot.name.encode_utf16().count())?;
        let chars = CharSpan::new(spot.offset, end(spot.name.chars().count())?);
        let place = index.span_of_utf16(text, spot.offset, units).filter(stands);
        Some((place.or_else(|| index.span(text, chars).filter(stands))?, spot))
    })
}
