//! Chunks as JSON Lines. Each line is an object with the same fields in the same order.

use std::fmt::Write;

use glossweave_base::error::Result;
use glossweave_base::text::TextSpan;
use glossweave_document::Document;
use glossweave_document::annotation::{Annotation, Entity, Term};
use glossweave_document::chunk::{Chunk, ChunkOptions, OffsetUnit};
use glossweave_format_base::json_writer::JsonWriter;

/// The media type of the output.
pub const MEDIA_TYPE: &str = "application/jsonl";

/// The type of a field.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldType {
    /// A string, or null.
    Text,
    /// A non-negative integer.
    Integer,
    /// A number from 0 to 1, or null.
    Number,
    /// A list of strings.
    Texts,
    /// A list of pairs, each with a start and an end.
    Spans,
    /// A list of objects with the given fields.
    Objects(&'static [ChunkField]),
}

impl FieldType {
    /// Returns the name of the type: `text`, `integer`, `number`, `texts`, `spans` or `objects`.
    pub fn name(self) -> &'static str {
        match self {
            FieldType::Text => "text",
            FieldType::Integer => "integer",
            FieldType::Number => "number",
            FieldType::Texts => "texts",
            FieldType::Spans => "spans",
            FieldType::Objects(_) => "objects",
        }
    }
}

/// A field of a chunk, or of an entity or term in a chunk.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChunkField {
    /// The name of the field.
    pub name: &'static str,
    /// The type of the field.
    pub value: FieldType,
    /// The meaning of the field, in one sentence.
    pub text: &'static str,
}

const fn field(name: &'static str, value: FieldType, text: &'static str) -> ChunkField {
    ChunkField { name, value, text }
}

const START: ChunkField =
    field("start", FieldType::Integer, "The start in the text of the chunk, in code points.");
const END: ChunkField =
    field("end", FieldType::Integer, "The end in the text of the chunk, in code points.");
const SURFACE: ChunkField = field("text", FieldType::Text, "The text of the annotation.");
const CONFIDENCE: ChunkField =
    field("confidence", FieldType::Number, "The confidence, from 0 to 1.");

const ENTITY: &[ChunkField] = &[
    START,
    END,
    SURFACE,
    field("idents", FieldType::Texts, "The IRIs of the entity, the best one first."),
    field("classes", FieldType::Texts, "The IRIs of its classes."),
    CONFIDENCE,
];

const TERM: &[ChunkField] = &[
    START,
    END,
    SURFACE,
    field("info_ref", FieldType::Text, "The IRI of information about the term."),
    field("info", FieldType::Text, "Information about the term."),
    CONFIDENCE,
];

/// The fields of a chunk, in the order of the output.
pub const FIELDS: &[ChunkField] = &[
    field("document", FieldType::Text, "The name of the document, if one was given."),
    field("index", FieldType::Integer, "The number of the chunk in the document, from 0."),
    field("text", FieldType::Text, "The text."),
    field("start", FieldType::Integer, "The start in the text of the document, in code points."),
    field("end", FieldType::Integer, "The end in the text of the document, in code points."),
    field(
        "source",
        FieldType::Spans,
        "The bytes of the source that the text was read from, without the markup between them.",
    ),
    field(
        "headings",
        FieldType::Texts,
        "The headings that the text is under, the outermost first.",
    ),
    field("language", FieldType::Text, "The language at the start of the text, if it is known."),
    field("entities", FieldType::Objects(ENTITY), "The entities in the text."),
    field("terms", FieldType::Objects(TERM), "The terms in the text."),
];

/// Writes the chunks of a document as JSON Lines, using the fields in [`FIELDS`]. The name of the
/// document comes from the options. Offsets count code points, or UTF-16 code units if the options
/// specify [`OffsetUnit::Utf16`].
///
/// # Errors
///
/// Returns `ErrorKind::TooLarge`, with the parameter `max-output-bytes`, if the output exceeds the
/// limit in the options.
pub fn write(document: &Document, chunks: &[Chunk<'_>], options: &ChunkOptions) -> Result<Vec<u8>> {
    let mut json = JsonWriter::new(options.max_output_bytes.unwrap_or(usize::MAX));
    let name = options.name.as_deref();
    let offsets = Offsets::of(document, options.offsets);
    for chunk in chunks {
        let (start, end) = offsets.of_span(chunk.span);
        let mut values = [
            Value::Text(name),
            Value::Integer(chunk.index),
            Value::Text(Some(chunk.text)),
            Value::Integer(start),
            Value::Integer(end),
            Value::Spans(chunk.source.iter().map(|span| (span.start(), span.end())).collect()),
            Value::Texts(&chunk.headings),
            Value::Text(chunk.language.map(|language| language.as_str())),
            Value::Objects(Vec::new()),
            Value::Objects(Vec::new()),
        ];
        let [.., Value::Objects(entities), Value::Objects(terms)] = &mut values else { continue };
        for annotation in &chunk.annotations {
            let (first, last) = offsets.of_span(annotation.span());
            let text = document.text().get(annotation.span().range()).unwrap_or_default();
            let (first, last) = (first.saturating_sub(start), last.saturating_sub(start));
            let place = AnnotationPosition { start: first, end: last, text };
            if let Some(entity) = annotation.as_entity() {
                entities.push(entity_values(&place, entity));
            } else if let Some(term) = annotation.as_term() {
                terms.push(term_values(&place, term, annotation));
            }
        }
        object(FIELDS, &values, &mut json)?;
        json.raw("\n");
    }
    Ok(json.into_bytes())
}

/// A converter for offsets in the output.
struct Offsets<'d> {
    document: &'d Document,
    /// The byte offsets of characters with two UTF-16 code units. Empty when code points are
    /// counted.
    wide: Vec<usize>,
}

impl<'d> Offsets<'d> {
    fn of(document: &'d Document, unit: OffsetUnit) -> Offsets<'d> {
        let wide = match unit {
            OffsetUnit::CodePoints => Vec::new(),
            OffsetUnit::Utf16 => {
                let chars = document.text().char_indices();
                chars.filter(|(_, char)| char.len_utf16() > 1).map(|(at, _)| at).collect()
            }
        };
        Offsets { document, wide }
    }

    /// Returns the start and the end of a span.
    fn of_span(&self, span: TextSpan) -> (usize, usize) {
        let chars = self.document.char_span(span);
        let wide = |at: usize| self.wide.partition_point(|start| *start < at);
        (chars.start() + wide(span.start()), chars.end() + wide(span.end()))
    }
}

/// The position of an annotation in a chunk.
struct AnnotationPosition<'d> {
    start: usize,
    end: usize,
    text: &'d str,
}

/// The value of a field.
enum Value<'d> {
    Text(Option<&'d str>),
    Integer(usize),
    Number(Option<f64>),
    Texts(&'d [Box<str>]),
    Spans(Vec<(usize, usize)>),
    Objects(Vec<[Value<'d>; 6]>),
}

fn entity_values<'d>(place: &AnnotationPosition<'d>, entity: &'d Entity) -> [Value<'d>; 6] {
    [
        Value::Integer(place.start),
        Value::Integer(place.end),
        Value::Text(Some(place.text)),
        Value::Texts(&entity.idents),
        Value::Texts(&entity.classes),
        Value::Number(entity.confidence),
    ]
}

fn term_values<'d>(
    place: &AnnotationPosition<'d>,
    term: &'d Term,
    annotation: &'d Annotation,
) -> [Value<'d>; 6] {
    [
        Value::Integer(place.start),
        Value::Integer(place.end),
        Value::Text(Some(place.text)),
        Value::Text(term.info_ref.as_deref()),
        Value::Text(term.info.as_deref()),
        Value::Number(annotation.confidence()),
    ]
}

fn object(fields: &[ChunkField], values: &[Value<'_>], json: &mut JsonWriter) -> Result<()> {
    for (number, (field, value)) in fields.iter().zip(values).enumerate() {
        json.raw(if number > 0 { ", " } else { "{" });
        json.string(field.name)?;
        json.raw(": ");
        match (value, field.value) {
            (Value::Text(Some(text)), _) => json.string(text)?,
            (Value::Text(None) | Value::Number(None), _) => json.raw("null"),
            (Value::Integer(number), _) => json.raw(&number.to_string()),
            (Value::Number(Some(number)), _) if number.is_finite() => json.raw(&number.to_string()),
            (Value::Number(Some(_)), _) => json.raw("null"),
            (Value::Texts(texts), _) => {
                list(texts.iter(), json, |text, json| json.string(text))?;
            }
            (Value::Spans(spans), _) => list(spans.iter(), json, |(start, end), json| {
                let mut pair = String::new();
                // Writing to a string never fails.
                write!(pair, "[{start}, {end}]").ok();
                json.raw(&pair);
                Ok(())
            })?,
            (Value::Objects(objects), FieldType::Objects(fields)) => {
                list(objects.iter(), json, |values, json| object(fields, values, json))?;
            }
            (Value::Objects(_), _) => json.raw("[]"),
        }
    }
    json.raw("}");
    Ok(())
}

fn list<T>(
    items: impl Iterator<Item = T>,
    json: &mut JsonWriter,
    write: impl Fn(T, &mut JsonWriter) -> Result<()>,
) -> Result<()> {
    json.raw("[");
    for (number, item) in items.enumerate() {
        json.raw(if number > 0 { ", " } else { "" });
        write(item, json)?;
    }
    json.raw("]");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{FIELDS, write};
    use glossweave_base::error::ErrorKind;
    use glossweave_base::text::TextSpan;
    use glossweave_document::Document;
    use glossweave_document::annotation::{Annotation, Entity, Term};
    use glossweave_document::chunk::{ChunkOptions, chunks};

    #[test]
    fn each_line_has_all_fields_and_offsets_of_the_chunk() {
        let document = Document::of_text("Ça. Zum Müll „Tonne“.\n".to_owned(), None);
        let at = document.text().find("Müll").unwrap();
        let marks = [
            Annotation::entity(
                TextSpan::new(at, at + 5),
                Entity::new("http://a.example/m").with_confidence(0.5),
            ),
            Annotation::term(TextSpan::new(at, at + 5), Term::new().with_info("a \"word\"")),
        ];
        let options = ChunkOptions::from_pairs([("size", "0")]).unwrap();
        let all = chunks(&document, &marks, &options).unwrap();
        let lines = write(&document, &all, &options).unwrap();
        let lines = String::from_utf8(lines).unwrap();
        let objects: Vec<serde_json::Value> =
            lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(objects.len(), 2);
        for object in &objects {
            let names: Vec<&str> = object.as_object().unwrap().keys().map(String::as_str).collect();
            assert_eq!(names, FIELDS.iter().map(|field| field.name).collect::<Vec<_>>());
        }
        let second = &objects[1];
        assert_eq!((&second["start"], &second["source"][0][0]), (&4.into(), &5.into()));
        let (entity, term) = (&second["entities"][0], &second["terms"][0]);
        assert_eq!(
            (&entity["start"], &entity["end"], &entity["confidence"]),
            (&4.into(), &8.into(), &0.5.into())
        );
        assert_eq!((&term["text"], &term["info"]), (&"Müll".into(), &"a \"word\"".into()));
    }

    #[test]
    fn offsets_count_units_of_utf16_if_that_is_asked_for() {
        let document = Document::of_text("a😀b. Zum 😀 Lee.".to_owned(), None);
        let at = document.text().find("Lee").unwrap();
        let lee = Entity::new("http://a.example/lee");
        let marks = [Annotation::entity(TextSpan::new(at, at + 3), lee)];
        let places = |offsets| {
            let options = ChunkOptions::from_pairs([("size", "0"), ("offsets", offsets)]).unwrap();
            let all = chunks(&document, &marks, &options).unwrap();
            let lines = String::from_utf8(write(&document, &all, &options).unwrap()).unwrap();
            let second: serde_json::Value =
                serde_json::from_str(lines.lines().nth(1).unwrap()).unwrap();
            let entity = &second["entities"][0];
            [&second["start"], &second["end"], &entity["start"], &entity["end"]]
                .map(|number| number.as_u64().unwrap())
        };
        assert_eq!(places("code-points"), [5, 15, 6, 9]);
        assert_eq!(places("utf-16"), [6, 17, 7, 10]);
    }

    #[test]
    fn more_than_is_allowed_is_refused() {
        let document = Document::of_text("To Cork.".to_owned(), None);
        let options = ChunkOptions::from_pairs([("max-output-bytes", "100")]).unwrap();
        let all = chunks(&document, &[], &options).unwrap();
        let error = write(&document, &all, &options).unwrap_err();
        assert_eq!(
            (error.kind(), error.parameter()),
            (ErrorKind::TooLarge, Some("max-output-bytes"))
        );
    }
}
