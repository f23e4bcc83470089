//! Dictionaries as name lists of a tagger.

use crate::kind::{KINDS, kind_of};
use crate::label_source::LabelSource;
use crate::ner::Training;
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

#[cfg(test)]
mod tests {
    use super::Training;
    use crate::dictionary::Dictionary;

    #[test]
    fn names_of_dictionaries_are_lists_as_names_are() {
        let table = "uri,label,type\n\
            a:1,Dún Laoghaire,http://schema.org/City\n\
            a:2,O'Neill-Smith,http://schema.org/Person\n\
            a:3,Galway,http://schema.org/City\n";
        let names = Dictionary::from_csv(table.as_bytes()).unwrap();
        let listed = Training::default().with_dictionary(&names).unwrap();
        let from_names = Training::default()
            .with_names(["O'Neill-Smith"])
            .with_names(["Galway", "Dún Laoghaire"]);
        assert_eq!(listed.lists(), from_names.lists());
        assert_ne!(listed.lists(), Training::default().lists());
    }
}
