//! A recognizer over a document.

use super::{Passage, Recognizer};
use glossweave_base::allowance::Allowance;
use glossweave_base::error::{Error, Kind, Result};
use glossweave_base::text::{Language, identified};
use glossweave_format::annotation::Annotation;
use glossweave_format::document::Document;

/// Finds the entities of a document: the recognizer gets the whole text with the units as pieces,
/// so that nothing reaches from one unit into another. A document without units has none.
///
/// `language` is that of the text; where it is not given, what the document says counts, and for a
/// recognizer that [needs one](Recognizer::needs_language) what the text looks like.
///
/// Kinds: those of the recognizer; Invalid, with the parameter `language`, where it needs one that
/// nobody names and that cannot be told; Internal where it gives a span that leaves the text or cuts
/// a character.
///
/// ```
/// use glossweave::provider::{Dictionary, recognize};
/// use glossweave::{DecodeOptions, Format};
/// let names = "uri,label\nhttp://example.org/new-york,New York\n";
/// let names = Dictionary::from_csv(names.as_bytes())?;
/// let read = |page: &str| glossweave::decode(page, Format::Html, &DecodeOptions::default());
/// assert_eq!(recognize(&names, &read("<p>New <b>York</b>")?, None)?.len(), 1);
/// assert_eq!(recognize(&names, &read("<p>New<p>York")?, None)?.len(), 0);
/// # Ok::<(), glossweave::Error>(())
/// ```
pub fn recognize(
    recognizer: &dyn Recognizer,
    document: &Document,
    language: Option<&Language>,
) -> Result<Vec<Annotation>> {
    let memory = Allowance::for_input(document.text().len());
    recognize_within(recognizer, document, language, &memory)
}

/// As [`recognize`]; what is found draws on the memory of a call. Kind TooLarge where there is not enough.
pub(crate) fn recognize_within(
    recognizer: &dyn Recognizer,
    document: &Document,
    language: Option<&Language>,
    memory: &Allowance,
) -> Result<Vec<Annotation>> {
    let pieces = document.pieces();
    if pieces.is_empty() {
        return Ok(Vec::new());
    }
    let mut passage = Passage::new(document.text()).with_pieces(&pieces).drawing_on(memory);
    let mut language = language.or(document.language());
    let told;
    if language.is_none() && recognizer.needs_language() {
        told = identified(document.text(), "language")?;
        language = Some(&told);
    }
    if let Some(language) = language {
        passage = passage.with_language(language);
    }
    let before = memory.left();
    let found = recognizer.recognize(&passage)?;
    let bytes = found.iter().map(|one| size_of::<Annotation>() + one.heap()).sum();
    memory.settle(before, bytes, "what is found in the text")?;
    for annotation in &found {
        let (span, text) = (annotation.span(), document.text());
        if text.get(span.range()).is_none() {
            let (start, end) = (span.start(), span.end());
            let length = text.len();
            let message = format!(
                "a recognizer found bytes {start}..{end}, expected whole characters of a text of \
                 {length} bytes"
            );
            return Err(Error::new(Kind::Internal, message));
        }
    }
    Ok(found)
}
