//! Models for English from the crate `glossweave-models`, which come with the library. The README
//! of the crate describes their training data and their quality.

use std::sync::OnceLock;

use glossweave_base::error::Result;
use glossweave_entity::{MentionModel, Tagger};

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
    static OPEN: OnceLock<Tagger> = OnceLock::new();
    shared(&OPEN, || Tagger::from_bytes(glossweave_models::TAGGER.to_vec()))
}

/// Returns the mention model for English, which decides where names of a vocabulary are mentioned.
///
/// # Errors
///
/// Returns `ErrorKind::Storage` if the model belongs to another version of the library.
///
/// ```
/// use glossweave::entity::{Dictionary, Passage, Recognizer};
/// let table = "uri,label\nhttp://example.org/of,Of\nhttp://example.org/nice,Nice\n";
/// let names = Dictionary::from_csv(table.as_bytes())?;
/// let names = names.with_mention_model(glossweave::models::english_mentions()?);
/// let found = names.recognize(&Passage::new("Nice people moved from Paris to Nice in 1999."))?;
/// let found: Vec<_> = found.iter().map(|one| one.span().start()).collect();
/// assert_eq!(found, [32]);
/// # Ok::<(), glossweave::Error>(())
/// ```
pub fn english_mentions() -> Result<MentionModel> {
    static OPEN: OnceLock<MentionModel> = OnceLock::new();
    shared(&OPEN, || MentionModel::from_bytes(glossweave_models::MENTIONS.to_vec()))
}

/// Returns a model that is opened once per process. Clones share its data.
fn shared<M: Clone>(open: &OnceLock<M>, read: impl FnOnce() -> Result<M>) -> Result<M> {
    if let Some(model) = open.get() {
        return Ok(model.clone());
    }
    let model = read()?;
    Ok(open.get_or_init(|| model).clone())
}
