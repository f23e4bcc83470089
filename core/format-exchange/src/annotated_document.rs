//! Web Annotations in one file with the annotated document.

use super::embedded_text::{self, embedded_units};
use super::json_file::{JsonFile, step};
use super::reading::{ReadMark, ReadPart, ReadUnit, Reading, read_text};
use crate::web_annotation::{self, Anchors, DOCUMENT, EmbeddedDocument};
use glossweave_base::error::{Error, Result};
use glossweave_base::media::Format;
use glossweave_base::text::iri::is_absolute;
use glossweave_base::words::hash;
use glossweave_document::annotation::Annotation;
use glossweave_document::{DecodeOptions, Document};
use glossweave_format_base::json_writer::JsonWriter;
use glossweave_format_base::new_file::{Capabilities, Content, Output};
use glossweave_format_base::strings::Fault;
use glossweave_format_base::{DocumentFormat, Formats};
use glossweave_markup::{Encoding, EncodingExt};

/// A page of [Web Annotations](https://www.w3.org/TR/annotation-model/) that contains the annotated
/// document, or a list of such pages.
///
/// The value is the table with the formats of embedded documents.
pub struct AnnotatedDocument(pub Formats);

static CAPABILITIES: Capabilities = Capabilities { sections: false, ..Capabilities::ALL };

impl DocumentFormat for AnnotatedDocument {
    fn format(&self) -> Format {
        Format::AnnotatedDocument
    }

    /// Reads each document as a section with its units.
    fn read(&self, bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
        read_text(bytes, Format::AnnotatedDocument, options, |source| {
            parse(source, options, self.0)
        })
    }

    fn capabilities(&self) -> Option<&'static Capabilities> {
        Some(&CAPABILITIES)
    }

    fn export(&self, content: &mut Content<'_>, output: &mut Output) -> Result<()> {
        write(content, output)
    }
}

fn parse(
    source: &str,
    options: &DecodeOptions,
    formats: Formats,
) -> std::result::Result<Reading, Fault> {
    let mut file = JsonFile::parse(source, &["value"])?;
    let root = std::mem::take(&mut file.root);
    let mut reading = Reading::default();
    match &root {
        serde_json::Value::Array(all) => {
            for (number, member) in all.iter().enumerate() {
                let path = step("", &number.to_string());
                page(&path, member, (source, options, formats), &mut file, &mut reading)?;
            }
        }
        single => page("", single, (source, options, formats), &mut file, &mut reading)?,
    }
    Ok(reading)
}

fn page(
    path: &str,
    json: &serde_json::Value,
    (source, options, formats): (&str, &DecodeOptions, Formats),
    file: &mut JsonFile,
    reading: &mut Reading,
) -> std::result::Result<(), Fault> {
    let at = step(&step(path, DOCUMENT), "value");
    let Some(value) = file.text(&at) else {
        let message = format!("expected a document with a text, found none at `{at}`");
        return Err(Fault::new(message, 0..0));
    };
    let place = file.place(&at);
    let refused = |message: String| Fault::new(message, place.clone());
    let inner = embedded(formats, json, &value.text, options).map_err(refused)?;
    let mut units = embedded_units(&inner, &value, source);
    let mut anchors = Anchors::new(&inner);
    let found = web_annotation::items(json).map_err(|error| refused(error.message().to_owned()))?;
    for (number, item) in found.into_iter().enumerate() {
        if web_annotation::is_not_accepted(item) {
            continue;
        }
        match web_annotation::place(&mut anchors, item, None) {
            Ok(all) => all.into_iter().for_each(|annotation| mark(annotation, &mut units)),
            Err(reason) => reading.warn(format!("annotation {number}: {reason}"), 0..0),
        }
    }
    let name = json.get("label").and_then(serde_json::Value::as_str).map(str::to_owned);
    let language = inner.language().cloned();
    let units = units.into_iter().map(|(_, unit)| unit).collect();
    reading.parts.push(ReadPart { name, language, units, ..ReadPart::default() });
    Ok(())
}

/// Reads the embedded document of a page in the format of the document. Returns the reason if it
/// cannot be read.
fn embedded(
    formats: Formats,
    page: &serde_json::Value,
    text: &str,
    options: &DecodeOptions,
) -> std::result::Result<Document, String> {
    let member = |key: &str| page.get(DOCUMENT)?.get(key)?.as_str();
    let format = member("format").unwrap_or("text/plain");
    let format: Format =
        format.parse().map_err(|_| format!("`{format}` is not a format of a document"))?;
    let mut options = options.clone();
    if let Some(tag) = member("language") {
        options.language = Some(tag.parse().map_err(|_| format!("`{tag}` is not a language"))?);
    }
    embedded_text::decode(formats, text, format, &options)
}

/// Reads the embedded document of a page without the annotations of the page. Returns
/// `ErrorKind::Malformed` if the page contains no document, or if the document cannot be read.
pub fn embedded_document(
    formats: Formats,
    page: &serde_json::Value,
    options: &DecodeOptions,
) -> Result<Document> {
    let text = page.get(DOCUMENT).and_then(|document| document.get("value")?.as_str());
    let missing = || format!("expected a document with a text, found none at `/{DOCUMENT}/value`");
    let document = text.ok_or_else(missing).and_then(|text| embedded(formats, page, text, options));
    document.map_err(Error::malformed)
}

/// Returns an entry for each annotation of a page: the reason why it cannot be anchored in the
/// document, or `None` if it can.
pub fn unplaced(document: &Document, items: &[serde_json::Value]) -> Vec<Option<String>> {
    let mut anchors = Anchors::new(document);
    let place = |item| web_annotation::place(&mut anchors, item, None).err();
    items.iter().map(place).collect()
}

/// Adds an annotation to the unit that contains its start. The annotation may extend into later
/// units.
fn mark(annotation: Annotation, units: &mut [(usize, ReadUnit)]) {
    let span = annotation.span();
    let number = units.partition_point(|(start, _)| *start <= span.start());
    let unit = number.checked_sub(1).and_then(|number| units.get_mut(number));
    if let Some((start, unit)) = unit {
        unit.marks.push(ReadMark::of(span.start() - *start..span.end() - *start, annotation));
    }
}

fn write(content: &mut Content<'_>, output: &mut Output) -> Result<()> {
    let document = content.document;
    let source = document.source();
    let format = source.format();
    let is_kept = (format.returns() || format.translates()) && !format.is_package();
    let decoded = is_kept.then(|| source.encoding().decode_again(source.bytes()));
    let embedded = match &decoded {
        Some(decoded) => EmbeddedDocument {
            media_type: format.media_type(),
            text: &decoded.text,
            is_source: source.encoding() == Encoding::UTF_8,
        },
        None => {
            content.lost("the markup of the document", 1);
            EmbeddedDocument { media_type: "text/plain", text: document.text(), is_source: false }
        }
    };
    let name = content.parts.first().and_then(|part| part.name);
    let marks = content.parts.iter().flat_map(|part| &part.marks);
    let annotations: Vec<&Annotation> = marks.map(|mark| mark.annotation).collect();
    let iri = match name.filter(|name| is_absolute(name)) {
        Some(iri) => iri.to_owned(),
        // The IRI is derived from the text, so that the same text always gets the same IRI.
        None => {
            let [first, last] =
                [embedded.text.to_owned(), embedded.text.len().to_string() + embedded.text]
                    .map(|text| hash(text.as_bytes()));
            format!(
                "urn:uuid:{:08x}-{:04x}-8{:03x}-8{:03x}-{:012x}",
                first >> 32,
                first >> 16 & 0xFFFF,
                first & 0xFFF,
                last >> 48 & 0xFFF,
                last & 0xFFFF_FFFF_FFFF
            )
        }
    };
    let mut json = JsonWriter::new(output.remaining());
    web_annotation::write_page(document, &annotations, &iri, (name, &embedded), &mut json)?;
    output.raw(&json.into_bytes())
}

#[cfg(test)]
mod tests {
    use crate::tests::{comes_back, everything};
    use crate::{decode, export};
    use glossweave_base::media::Format;
    use glossweave_base::text::TextSpan;
    use glossweave_document::DecodeOptions;
    use glossweave_document::annotation::{Annotation, Entity};
    use glossweave_format_base::ExportOptions;

    #[test]
    fn everything_is_said() {
        let (document, all) = everything();
        comes_back(&document, &all, Format::AnnotatedDocument, &[]);
    }

    #[test]
    fn a_page_is_kept_with_its_markup() {
        let source =
            "<meta charset=latin1><h1>Cork\u{a0}\"city\"</h1>\n<p>To <b>C&ocirc;</b>rk &amp; Cobh";
        let page = decode(source, Format::Html, &DecodeOptions::default()).unwrap();
        let at = |part: &str| {
            let start = page.text().find(part).unwrap();
            TextSpan::new(start, start + part.len())
        };
        let entity = || Entity::new("http://a.example/1");
        let all =
            [Annotation::entity(at("Côrk"), entity()), Annotation::entity(at("\" To C"), entity())];
        let made =
            export(&page, &all, Format::AnnotatedDocument, &ExportOptions::default()).unwrap();
        assert!(made.skipped.is_empty());
        let again =
            decode(made.bytes, Format::AnnotatedDocument, &DecodeOptions::default()).unwrap();
        assert_eq!(again.text(), page.text());
        let mut spans: Vec<_> = again.annotations().iter().map(Annotation::span).collect();
        spans.sort_by_key(|span| span.start());
        assert_eq!(spans, [all[1].span(), all[0].span()]);
        let source = again.source_span(at("Cobh")).unwrap();
        assert_eq!(&again.source().bytes()[source.range()], b"Cobh");
        let source = again.source_span(at("ô")).unwrap();
        assert_eq!(&again.source().bytes()[source.range()], b"&ocirc;");
    }

    #[test]
    fn only_what_was_accepted_is_read() {
        let item = |status: &str| {
            format!(
                r#"{{"body": "http://a.example/{status}", "schema:creativeWorkStatus": "{status}",
                "target": {{"selector": {{"type": "TextQuoteSelector", "exact": "Cork"}}}}}}"#
            )
        };
        let page = |text: &str| {
            let items = ["accepted", "rejected", "proposed"].map(item).join(", ");
            format!(
                r#"{{"label": "{text}", "dcterms:references": {{"value": "{text}"}}, "items": [{items}]}}"#
            )
        };
        let file = format!("[{}, {}]", page("To Cork"), page("Nowhere"));
        let document = decode(file, Format::AnnotatedDocument, &DecodeOptions::default()).unwrap();
        assert_eq!(document.text(), "To Cork Nowhere");
        assert_eq!(
            document.sections().map(|section| section.name).collect::<Vec<_>>(),
            [Some("To Cork"), Some("Nowhere")]
        );
        let idents = &document.annotations()[0].as_entity().unwrap().idents;
        assert_eq!(
            (document.annotations().len(), &**idents),
            (1, &["http://a.example/accepted".into()][..])
        );
        assert_eq!(
            document.warnings()[0].message(),
            "annotation 0: the quote `Cork` is not in the text"
        );
    }

    #[test]
    fn files_without_a_document_are_refused() {
        for (wrong, message) in [
            ("{}", "expected a document with a text, found none at `/dcterms:references/value`"),
            (
                r#"{"items": [], "dcterms:references": {"value": "a", "format": "text/rtf"}}"#,
                "`text/rtf` is not a format of a document",
            ),
            (
                r#"{"items": [], "dcterms:references": {"value": "<a", "format": "text/xml"}}"#,
                "the document: ",
            ),
            (
                r#"{"items": 3, "dcterms:references": {"value": "a"}}"#,
                "expected an annotation with a `target`, found `3`",
            ),
        ] {
            let error =
                decode(wrong, Format::AnnotatedDocument, &DecodeOptions::default()).unwrap_err();
            assert!(error.message().starts_with(message), "{error}");
        }
    }
}
