//! Recognition in a document.

use crate::annotation::Annotation;
use crate::document::Document;
use crate::recognizer::{Passage, Recognizer};
use glossweave_base::allowance::Allowance;
use glossweave_base::error::{Error, Kind, Result};
use glossweave_base::text::{Language, identified};

/// Finds the entities of a document: the recognizer gets the whole text with the units as pieces,
/// so that no entity extends from one unit into another. A document without units has none.
///
/// `language` is that of the text. If it is `None`, the language of the document counts, and for a
/// recognizer that [needs one](Recognizer::needs_language) the identified one.
///
/// # Errors
///
/// Returns the errors of the recognizer, [`Kind::Invalid`] with the parameter `language` if it
/// needs a language that is neither given nor identified, and [`Kind::Internal`] if it returns a
/// span outside the text or one that splits a character.
///
/// ```
/// use glossweave::entity::{Dictionary, recognize};
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

/// Finds entities like [`recognize`], within the memory allowance of a call. Returns
/// `Kind::TooLarge` if it is exceeded.
#[doc(hidden)]
pub fn recognize_within(
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
