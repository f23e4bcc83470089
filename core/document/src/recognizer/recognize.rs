//! Recognition in documents.

use crate::Document;
use crate::annotation::{Annotation, AnnotationExt};
use crate::recognizer::{Passage, PassageExt, Recognizer};
use glossweave_base::allowance::Allowance;
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::text::{Language, identified};

/// Finds the entities of a document. The recognizer receives the whole text, with the units as
/// blocks, so that no entity extends across units. Returns an empty list for a document without
/// units.
///
/// `language` is the language of the text. When it is `None`, the language of the document is used,
/// or, when the recognizer [needs it](Recognizer::needs_language), the identified language.
///
/// # Errors
///
/// Returns the errors of the recognizer. Returns [`ErrorKind::Invalid`], with the parameter
/// `language`, if the recognizer needs a language that is neither specified nor identified, and
/// [`ErrorKind::Provider`] if the recognizer returns a span that is outside the text or splits a
/// character.
pub fn recognize(
    recognizer: &dyn Recognizer,
    document: &Document,
    language: Option<&Language>,
) -> Result<Vec<Annotation>> {
    let memory = Allowance::for_input(document.text().len());
    recognize_in(recognizer, document, language, Passage::new("").drawing_on(&memory))
}

/// Finds entities like [`recognize`], including all names of lists ([`Passage::with_all_names`]).
pub fn recognize_all_names(
    recognizer: &dyn Recognizer,
    document: &Document,
) -> Result<Vec<Annotation>> {
    let memory = Allowance::for_input(document.text().len());
    let passage = Passage::new("").with_all_names().drawing_on(&memory);
    recognize_in(recognizer, document, None, passage)
}

/// Finds the entities of a document, using the settings of a passage. Returns `ErrorKind::TooLarge`
/// if the memory allowance of the passage is exceeded.
pub fn recognize_in(
    recognizer: &dyn Recognizer,
    document: &Document,
    language: Option<&Language>,
    settings: Passage<'_>,
) -> Result<Vec<Annotation>> {
    let pieces = document.pieces();
    if pieces.is_empty() {
        return Ok(Vec::new());
    }
    let mut passage = settings.with_text(document.text()).with_blocks(&pieces);
    if let Some(language) = language.or(document.language()) {
        passage = passage.with_language(language);
    }
    recognize_passage(recognizer, &passage)
}

/// Finds entities in a passage like [`recognize`].
pub fn recognize_passage(
    recognizer: &dyn Recognizer,
    passage: &Passage<'_>,
) -> Result<Vec<Annotation>> {
    let detected;
    let mut passage = *passage;
    if passage.language().is_none() && recognizer.needs_language() {
        detected = identified(passage.text(), "language")?;
        passage = passage.with_language(&detected);
    }
    let memory = passage.memory();
    let before = memory.left();
    let found = recognizer.recognize(&passage)?;
    let bytes =
        found.iter().map(|annotation| size_of::<Annotation>() + annotation.heap_size()).sum();
    memory.settle(before, bytes, "the annotations of the text")?;
    for annotation in &found {
        let (span, text) = (annotation.span(), passage.text());
        if text.get(span.range()).is_none() {
            let (start, end) = (span.start(), span.end());
            let length = text.len();
            let message = format!(
                "{} found bytes {start}..{end}, expected whole characters of a text of {length} bytes",
                passage.recognizer_name()
            );
            return Err(Error::new(ErrorKind::Provider, message));
        }
    }
    Ok(found)
}
