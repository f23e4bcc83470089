//! Recognition with a dictionary.

use super::Dictionary;
use super::matched::KindsOfClasses;
use super::scan::{Doubtful, Scan};
use crate::mention::{MentionModel, Place};
use glossweave_base::error::Result;
use glossweave_format::annotation::Annotation;
use glossweave_format::recognizer::{Passage, Recognizer};

impl Recognizer for Dictionary {
    fn recognize(&self, passage: &Passage<'_>) -> Result<Vec<Annotation>> {
        let memory = passage.memory();
        let mut found = Vec::new();
        let model = self.mentions.as_ref().filter(|model| model.applies_to(passage));
        let doubtful = Doubtful::judged_by(model, passage);
        let scan = Scan::new(self.index_file.view()).reading_iris().with_doubtful(doubtful);
        let (mut places, mut kinds) = (Vec::new(), KindsOfClasses::default());
        self.matches(scan, passage, |name| {
            let one = name.annotation()?;
            memory.take(size_of::<Annotation>() + one.heap_size(), "what is found in the text")?;
            if model.is_some() {
                places.push(name.place(&self.index_file, &mut kinds)?);
            }
            found.push(one);
            Ok(())
        })?;
        match model {
            Some(model) => model.likely(passage, &places, found),
            None => Ok(found),
        }
    }
}

impl Dictionary {
    /// Returns the model that tells where its names are meant, if it has one.
    pub(crate) fn mention_model(&self) -> Option<&MentionModel> {
        self.mentions.as_ref()
    }

    /// Returns the places of a passage that have a name, as a mention model judges them.
    pub(crate) fn places(&self, passage: &Passage<'_>) -> Result<Vec<Place>> {
        let (mut places, mut kinds) = (Vec::new(), KindsOfClasses::default());
        let scan = Scan::new(self.index_file.view()).with_doubtful(Doubtful::Judged);
        self.matches(scan, passage, |found| {
            places.push(found.place(&self.index_file, &mut kinds)?);
            Ok(())
        })?;
        Ok(places)
    }
}
