//! Recognition with a dictionary.

use super::Dictionary;
use super::common_words::is_common;
use super::matched::{KindsOfClasses, Match};
use super::scan::{Doubtful, Scan};
use glossweave_base::error::Result;
use glossweave_document::annotation::{Annotation, AnnotationExt};
use glossweave_document::recognizer::{NameVisitor, Passage, PassageExt, Recognizer};
use glossweave_ner::LabelSource;
use glossweave_ner::{MentionModel, MentionModelExt, Place, Withheld};

impl Recognizer for Dictionary {
    fn recognize(&self, passage: &Passage<'_>) -> Result<Vec<Annotation>> {
        let model = self.mentions.as_ref().filter(|model| model.applies_to(passage));
        if let Some(model) = model {
            return self.likely(model, passage);
        }
        let memory = passage.memory();
        let mut found = Vec::new();
        let doubtful = Doubtful::judged_by(None, passage);
        let scan = Scan::new(&self.index_file).reading_iris().with_doubtful(doubtful);
        self.matches(scan, passage, |name| {
            let annotation = name.annotation(1.0)?;
            memory.take(
                size_of::<Annotation>() + annotation.heap_size(),
                "the annotations of the text",
            )?;
            found.push(annotation);
            Ok(())
        })?;
        Ok(found)
    }

    fn revision(&self) -> Option<String> {
        Some(Dictionary::revision(self))
    }

    fn each_name(&self, visit: &mut NameVisitor<'_>) -> Result<()> {
        self.visit_names(visit)
    }
}

impl Dictionary {
    /// Returns the matches that probably refer to an entity, with their confidence multiplied by the
    /// probability. Most matches are rejected, so the data of their entities is read afterwards.
    fn likely(&self, model: &MentionModel, passage: &Passage<'_>) -> Result<Vec<Annotation>> {
        let (view, memory) = (self.index_file.view(), passage.memory());
        let (mut places, mut kinds) = (Vec::new(), KindsOfClasses::default());
        let (mut rivals, mut ends) = (Vec::new(), Vec::new());
        let matches = memory.step();
        let scan = Scan::new(&self.index_file).with_doubtful(Doubtful::Judged);
        self.matches(scan, passage, |name| {
            matches.take(size_of::<Place>() + size_of_val(name.rivals()), "names in the text")?;
            places.push(name.place(&self.index_file, &mut kinds)?);
            rivals.extend_from_slice(name.rivals());
            ends.push(rivals.len());
            Ok(())
        })?;
        let (mut found, mut start) = (Vec::new(), 0);
        let mut withheld = Withheld::default();
        let judged = places.iter().zip(model.probabilities(passage, &places)?);
        for ((place, probability), end) in judged.zip(ends) {
            let rivals = &rivals[std::mem::replace(&mut start, end)..end];
            if model.reports(passage.text(), place, probability, is_common) {
                let annotation =
                    Match::new(view, place.span, rivals).annotation(probability.of_kinds)?;
                memory.take(
                    size_of::<Annotation>() + annotation.heap_size(),
                    "the annotations of the text",
                )?;
                found.push(annotation);
            } else {
                withheld.add(passage, place.span, probability);
            }
        }
        withheld.report(passage);
        Ok(found)
    }
}

impl LabelSource for Dictionary {
    fn each_label(&self, visit: &mut dyn FnMut(&str, &str)) -> Result<()> {
        self.visit_labels(visit)
    }

    fn places(&self, passage: &Passage<'_>) -> Result<Vec<Place>> {
        let (mut places, mut kinds) = (Vec::new(), KindsOfClasses::default());
        let scan = Scan::new(&self.index_file).with_doubtful(Doubtful::Judged);
        self.matches(scan, passage, |name| {
            places.push(name.place(&self.index_file, &mut kinds)?);
            Ok(())
        })?;
        Ok(places)
    }
}
