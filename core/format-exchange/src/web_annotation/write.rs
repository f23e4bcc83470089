//! Writing of annotations as a single JSON-LD page.

use super::{CONTEXT, DOCUMENT, Options, body};
use glossweave_base::allowance::Allowance;
use glossweave_base::error::{Error, Result};
use glossweave_base::text::TextSpan;
use glossweave_document::Document;
use glossweave_document::annotation::{Annotation, AnnotationExt, distinct};
use glossweave_format_base::json_writer::JsonWriter;

/// The number of code points written before and after a quote.
const AROUND: usize = 32;

/// The specification of PDF fragment identifiers that the model names (clause 4.2.1). It has been replaced by RFC
/// 8118.
const PDF_FRAGMENTS: &str = "http://tools.ietf.org/rfc/rfc3778";

/// The vocabulary of ITS in RDF.
const ITSRDF: &str = "http://www.w3.org/2005/11/its/rdf#";

/// Writes annotations of a document as an `AnnotationPage`, in text order. The page contains the annotations of the
/// document and the `annotations` that are passed. Duplicates are written once.
///
/// The target of each annotation is the document ([`Options::source`]) with up to three selectors for the same range.
/// `TextPositionSelector` counts code points of [`Document::text`], and `TextQuoteSelector` quotes this text with up
/// to 32 code points on each side. `DataPositionSelector` counts bytes of the original document, from the first
/// character to the last character, including the markup between them. It is omitted if an edge has no separate
/// position in the source, or if the source is a package (for example ODT). For a PDF, a `FragmentSelector` for each
/// page is written instead, as in [`Document::page_fragments`], refined by a quote of the text on that page.
/// [`Options::text`] is the IRI of the text, which is written as the state of the target.
///
/// Values without a term in the model use the vocabulary of ITS in RDF.
///
/// # Errors
///
/// Returns `ErrorKind::Invalid` for options that [`Options::set`] would reject, for an annotation outside the text,
/// and for an annotation with a [fault](Annotation::fault), and `ErrorKind::TooLarge` if the result is longer than
/// [`Options::max_output_bytes`].
pub fn write(
    document: &Document,
    annotations: &[Annotation],
    options: &Options,
) -> Result<Vec<u8>> {
    options.check()?;
    for (number, annotation) in annotations.iter().enumerate() {
        let outside = || match document.text().get(annotation.span().range()) {
            Some(_) => None,
            None => Some(format!("the text has {} bytes", document.text().len())),
        };
        if let Some(fault) = annotation.fault().or_else(outside) {
            let message = format!("annotation {number}: {fault}");
            return Err(Error::invalid(message).with_parameter("annotations"));
        }
    }
    let all = document.annotations().iter().filter(|annotation| annotation.fault().is_none());
    let mut all: Vec<&Annotation> =
        all.chain(annotations).filter(|annotation| !body::is_silent(annotation)).collect();
    all.sort_by_key(|annotation| {
        (annotation.span().start(), std::cmp::Reverse(annotation.span().end()))
    });
    let groups = all.chunk_by(|left, right| left.span() == right.span());
    let distinct: Vec<&Annotation> = groups.flat_map(distinct).collect();
    let most = options.max_output_bytes.unwrap_or_else(|| {
        let sizes =
            distinct.iter().map(|annotation| size_of::<Annotation>() + annotation.heap_size());
        Allowance::for_input(document.source().bytes().len() + sizes.sum::<usize>()).left()
    });
    let mut json = JsonWriter::new(most);
    page(document, &distinct, options, None, &mut json)?;
    Ok(json.into_bytes())
}

/// A document that is included in the file.
pub(crate) struct EmbeddedDocument<'d> {
    pub media_type: &'d str,
    pub text: &'d str,
    /// `true` if it contains the bytes of the source.
    pub is_source: bool,
}

/// Writes a page that includes the document itself, and its name if it has one.
pub(crate) fn write_page(
    document: &Document,
    annotations: &[&Annotation],
    source: &str,
    named: (Option<&str>, &EmbeddedDocument<'_>),
    json: &mut JsonWriter,
) -> Result<()> {
    page(document, annotations, &Options::of(source), Some(named), json)
}

fn page(
    document: &Document,
    annotations: &[&Annotation],
    options: &Options,
    embedded: Option<(Option<&str>, &EmbeddedDocument<'_>)>,
    json: &mut JsonWriter,
) -> Result<()> {
    let bare = options.source.split('#').next().unwrap_or_default();
    let (collection, page, stem) = match &options.base {
        Some(base) => (base.clone(), format!("{base}page"), base.clone()),
        None => (
            format!("{bare}#annotations"),
            format!("{bare}#annotations-page"),
            format!("{bare}#annotation-"),
        ),
    };
    json.raw("{\n\"@context\": [");
    json.string(CONTEXT)?;
    json.raw(", {\"itsrdf\": ");
    json.string(ITSRDF)?;
    json.raw("}],\n");
    json.member("id", &page)?;
    json.raw(", ");
    json.member("type", "AnnotationPage")?;
    if let Some((name, embedded)) = embedded {
        if let Some(name) = name {
            json.raw(",\n");
            json.member("label", name)?;
        }
        json.raw(",\n");
        json.string(DOCUMENT)?;
        json.raw(": {");
        json.member("id", &options.source)?;
        json.raw(", ");
        json.member("type", "TextualBody")?;
        json.raw(", ");
        json.member("format", embedded.media_type)?;
        if let Some(language) = document.language() {
            json.raw(", ");
            json.member("language", language.as_str())?;
        }
        json.raw(", ");
        json.member("value", embedded.text)?;
        json.raw("}");
    }
    json.raw(",\n\"partOf\": {");
    json.member("id", &collection)?;
    json.raw(", ");
    json.member("type", "AnnotationCollection")?;
    json.raw(&format!(", \"total\": {}}},\n\"startIndex\": 0,\n\"items\": [", annotations.len()));
    let has_bytes = embedded.is_none_or(|(_, embedded)| embedded.is_source);
    for (number, annotation) in annotations.iter().enumerate() {
        json.raw(if number > 0 { ",\n{" } else { "\n{" });
        json.member("id", &format!("{stem}{}", number + 1))?;
        json.raw(", ");
        json.member("type", "Annotation")?;
        maker(annotation, options, json)?;
        body::write(annotation, json)?;
        json.raw(",\n \"target\": {");
        target(document, annotation.span(), options, has_bytes, json)?;
        json.raw("}}");
    }
    json.raw("\n]\n}\n");
    Ok(())
}

/// Writes the tool that created an annotation, its provenance, and the time.
fn maker(annotation: &Annotation, options: &Options, json: &mut JsonWriter) -> Result<()> {
    let provenance = annotation.provenance();
    let time = provenance.as_ref().and_then(|made| made.time).map(|time| time.to_string());
    if let Some(created) = time.as_ref().or(options.created.as_ref()) {
        json.raw(", ");
        json.member("created", created)?;
    }
    let Some(tool) = annotation.annotator() else { return Ok(()) };
    json.raw(", \"creator\": {");
    json.member("id", tool)?;
    json.raw(", ");
    json.member("type", "Software")?;
    if let Some(version) = provenance.as_ref().and_then(|made| made.version.as_ref()) {
        json.raw(", ");
        json.member("schema:softwareVersion", version)?;
    }
    json.raw("}");
    let Some(dataset) = provenance.as_ref().and_then(|made| made.dataset.as_ref()) else {
        return Ok(());
    };
    json.raw(", \"schema:isBasedOn\": {\"type\": \"Dataset\", ");
    json.member("schema:name", dataset)?;
    if let Some(revision) = provenance.as_ref().and_then(|made| made.revision.as_ref()) {
        json.raw(", ");
        json.member("schema:version", revision)?;
    }
    json.raw("}");
    Ok(())
}

fn target(
    document: &Document,
    span: TextSpan,
    options: &Options,
    has_bytes: bool,
    json: &mut JsonWriter,
) -> Result<()> {
    let text = document.text();
    let chars = document.char_span(span);
    json.member("type", "SpecificResource")?;
    json.raw(", ");
    json.member("source", &options.source)?;
    if let Some(text) = &options.text {
        json.raw(", \"state\": {");
        json.member("type", "TimeState")?;
        json.raw(", ");
        json.member("cached", text)?;
        json.raw("}");
    }
    let (start, end) = (chars.start(), chars.end());
    json.raw(&format!(
        ", \"selector\": [\n  {{\"type\": \"TextPositionSelector\", \"start\": {start}, \"end\": {end}}},\n  {{"
    ));
    json.member("type", "TextQuoteSelector")?;
    json.raw(", ");
    json.member("exact", text.get(span.range()).unwrap_or_default())?;
    let before = text.get(..span.start()).unwrap_or_default();
    let from = before.char_indices().rev().nth(AROUND - 1).map_or(0, |(at, _)| at);
    let after = text.get(span.end()..).unwrap_or_default();
    let to = after.char_indices().nth(AROUND).map_or(after.len(), |(at, _)| at);
    for (name, around) in [("prefix", &before[from..]), ("suffix", &after[..to])] {
        if !around.is_empty() {
            json.raw(", ");
            json.member(name, around)?;
        }
    }
    json.raw("}");
    let packed = document.source().format().is_package();
    if let Some(bytes) = document.source_span(span).filter(|_| !packed && has_bytes) {
        let (start, end) = (bytes.start(), bytes.end());
        json.raw(&format!(
            ",\n  {{\"type\": \"DataPositionSelector\", \"start\": {start}, \"end\": {end}}}"
        ));
    }
    for (part, fragment) in document.page_fragments(span) {
        json.raw(",\n  {");
        json.member("type", "FragmentSelector")?;
        json.raw(", ");
        json.member("conformsTo", PDF_FRAGMENTS)?;
        json.raw(", ");
        json.member("value", &fragment)?;
        json.raw(",\n   \"refinedBy\": {");
        json.member("type", "TextQuoteSelector")?;
        json.raw(", ");
        json.member("exact", text.get(part.range()).unwrap_or_default())?;
        json.raw("}}");
    }
    json.raw("]");
    Ok(())
}
