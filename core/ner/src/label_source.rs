//! The names that training searches for in a text.

use crate::mention::Place;
use glossweave_base::error::Result;
use glossweave_document::recognizer::Passage;

/// A list of names of entities, for example a dictionary.
pub trait LabelSource {
    /// Calls `visit` with each name, in lower case, and the classes of each entity with this name.
    /// Classes are separated by spaces.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if the file of the list is damaged.
    fn each_label(&self, visit: &mut dyn FnMut(&str, &str)) -> Result<()>;

    /// Returns the occurrences of the names in a passage, in the form that a mention model uses.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`LabelSource::each_label`], and the errors of recognition.
    fn places(&self, passage: &Passage<'_>) -> Result<Vec<Place>>;
}
