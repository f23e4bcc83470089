//! Dictionaries as name lists of a tagger.

use crate::kind::{KINDS, kind_of};
use crate::label_source::LabelSource;
use crate::tagger::Training;
use glossweave_base::error::Result;

impl Training {
    /// Adds the names of a dictionary like [`Training::with_names`], as one list for each kind of entity:
    /// persons, organizations, locations, other kinds, and unknown classes. The tagger uses eight bytes for
    /// each name.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if the file of the dictionary is damaged.
    pub fn with_dictionary(mut self, names: &impl LabelSource) -> Result<Training> {
        let mut kinds: [Vec<u64>; KINDS.len() + 1] = Default::default();
        names.each_label(&mut |label, classes| {
            let Some(key) = Training::list_key(label) else { return };
            let mut kind = classes.split_ascii_whitespace().filter_map(kind_of);
            kinds[kind.next().map_or(KINDS.len(), |kind| kind as usize)].push(key);
        })?;
        let known = kinds.into_iter().filter(|keys| !keys.is_empty());
        known.for_each(|keys| self.add_list(keys));
        Ok(self)
    }
}
