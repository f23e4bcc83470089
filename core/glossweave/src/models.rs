//! Models for English that come with the library, of the crate `glossweave-models`. What they were trained on, and
//! how good they are, is in its README.

use glossweave_base::error::Result;
use glossweave_entity::Tagger;

/// Returns the tagger for English. It finds persons, organizations, locations and other names, in edited texts and
/// in short messages.
///
/// # Errors
///
/// Returns `ErrorKind::Storage` if the model belongs to another version of the library.
///
/// ```
/// use glossweave::entity::{Passage, Recognizer};
/// let tagger = glossweave::models::english_tagger()?;
/// let text = "Yesterday Mary Robinson flew to Paris.";
/// let found = tagger.recognize(&Passage::new(text))?;
/// let names: Vec<_> = found.iter().map(|one| &text[one.span().range()]).collect();
/// assert_eq!(names, ["Mary Robinson", "Paris"]);
/// # Ok::<(), glossweave::Error>(())
/// ```
pub fn english_tagger() -> Result<Tagger> {
    Tagger::from_bytes(glossweave_models::TAGGER.to_vec())
}
