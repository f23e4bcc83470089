//! Reading of annotations from JSON-LD: their bodies, and their positions by the selectors of their targets.

mod body;
mod element;
mod piece_table;
mod quote;
mod selector;

#[cfg(test)]
mod tests;

use serde_json::Value;

use glossweave_base::error::{Error, Location, Result, Skipped, SkippedExt};
use glossweave_document::Document;
use glossweave_document::annotation::Annotation;
pub(crate) use selector::Anchors;

/// The property with the state of an annotation in a review: `proposed`, `accepted` or `rejected`. Its prefix is
/// defined in the context of the model.
pub const STATUS: &str = "schema:creativeWorkStatus";

/// The annotations that were read, in the order of the file.
#[non_exhaustive]
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// The annotations of the document.
    pub annotations: Vec<Annotation>,
    /// The annotations that were skipped, by their IRIs. An annotation is skipped if its target is not found in the
    /// document, if its target is another document, or if its bodies cannot be represented.
    pub skipped: Vec<Skipped>,
}

/// Reads annotations of a document from JSON: an `Annotation`, an `AnnotationPage`, an `AnnotationCollection` that
/// includes its first page, or an array of these. Contexts are not read: keys must have the names that the model
/// uses.
///
/// The position of an annotation is determined by its selectors: `TextPositionSelector` in code points of
/// [`Document::text`] (in UTF-16 units when the quote is found there), `TextQuoteSelector`, `DataPositionSelector`,
/// `XPathSelector` with the elements of HTML and XML, `RangeSelector`, and `FragmentSelector` with `char=` (RFC
/// 5147). Each of them may be refined by another selector. When there is a quote, the other selectors are only used
/// as hints where to search for it: the occurrence with the best matching surroundings is used, and among equal ones
/// the nearest. When the quote does not occur, the search ignores white space, and then allows differences in at most
/// a fifth of its characters.
///
/// If `source` is set, annotations of other documents are skipped. Annotations whose state is `proposed` or
/// `rejected` are always skipped.
///
/// # Errors
///
/// Returns `ErrorKind::Malformed`, with the location, if the input is not JSON or contains no annotations.
pub fn read(document: &Document, json: impl AsRef<[u8]>, source: Option<&str>) -> Result<Reading> {
    let root = parse(json.as_ref())?;
    let mut reading = Reading::default();
    let mut anchors = Anchors::new(document);
    for (number, item) in items(&root)?.into_iter().enumerate() {
        let id = item.get("id").and_then(Value::as_str);
        if is_not_accepted(item) {
            continue;
        }
        match place(&mut anchors, item, source) {
            Ok(found) => reading.annotations.extend(found),
            Err(reason) => {
                let message = format!("annotation {number}: {reason}");
                let subject = id.map_or_else(|| number.to_string(), str::to_owned);
                Skipped::new(subject, message).keep(&mut reading.skipped);
            }
        }
    }
    Ok(reading)
}

/// Returns `true` for an annotation that was proposed or rejected.
pub(crate) fn is_not_accepted(item: &Value) -> bool {
    matches!(item.get(STATUS).and_then(Value::as_str), Some("proposed" | "rejected"))
}

fn parse(json: &[u8]) -> Result<Value> {
    serde_json::from_slice(json).map_err(|error| {
        let lines = json.split_inclusive(|byte| *byte == b'\n');
        let before: usize = lines.take(error.line().saturating_sub(1)).map(<[u8]>::len).sum();
        let at = (before + error.column().saturating_sub(1)).min(json.len());
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or_default().to_owned();
        Error::malformed(format!("expected JSON, found an error: {message}"))
            .at(Location::in_source(json, at..at))
    })
}

/// Returns the annotations of a file. Returns `ErrorKind::Malformed` if the value cannot contain annotations.
pub(crate) fn items(root: &Value) -> Result<Vec<&Value>> {
    let mut found = Vec::new();
    let mut open = vec![root];
    while let Some(value) = open.pop() {
        let inner = match value {
            Value::Array(all) => {
                open.extend(all.iter().rev());
                continue;
            }
            Value::Object(members) => {
                ["items", "first"].into_iter().find_map(|key| members.get(key))
            }
            other => return Err(no_annotation(other)),
        };
        match inner {
            Some(inner @ (Value::Array(_) | Value::Object(_))) => open.push(inner),
            Some(other) => return Err(no_annotation(other)),
            None if value.get("target").is_some() => found.push(value),
            None if value.get("total").is_some_and(|total| total.as_u64() == Some(0)) => {}
            None => return Err(no_annotation(value)),
        }
    }
    Ok(found)
}

fn no_annotation(found: &Value) -> Error {
    let shown: String = found.to_string().chars().take(40).collect();
    Error::malformed(format!("expected an annotation with a `target`, found `{shown}`"))
}

/// Returns an annotation for each target of an item. The error is the reason why there is none.
pub(crate) fn place(
    anchors: &mut Anchors<'_>,
    item: &Value,
    source: Option<&str>,
) -> std::result::Result<Vec<Annotation>, String> {
    let body = body::read(item)?;
    let tool = body::tool(item);
    let targets = match item.get("target") {
        Some(Value::Array(all)) => all.iter().collect(),
        Some(target) => vec![target],
        None => Vec::new(),
    };
    let spans: std::result::Result<Vec<_>, String> =
        targets.into_iter().map(|target| anchors.span(target, source)).collect();
    let annotations = spans?.into_iter().map(|span| {
        let annotation = Annotation::new(span, body.clone());
        match &tool {
            Some(tool) => annotation.by(tool.clone()),
            None => annotation,
        }
    });
    let annotations: Vec<Annotation> = annotations.collect();
    match annotations.iter().find_map(Annotation::fault) {
        Some(fault) => Err(fault.to_string()),
        None if annotations.is_empty() => Err("there is no target".to_owned()),
        None => Ok(annotations),
    }
}
