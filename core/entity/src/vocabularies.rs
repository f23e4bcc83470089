//! Search for the names of several datasets in a text.

use std::sync::Arc;

use super::{Candidate, Mention, MentionCandidate, Ranking, RankingWeights, disambiguate};
use super::{Dictionary, EntityIndex};
use glossweave_base::call_limits::check;
use glossweave_base::error::Result;
use glossweave_base::text::TextSpan;
use glossweave_dictionary::{DictionaryExt, Doubtful, is_common};
use glossweave_document::annotation::{Annotation, AnnotationExt};
use glossweave_document::recognizer::{Passage, PassageExt};
use glossweave_ner::{MentionModel, MentionModelExt, Names, Place, Withheld};

/// The names of an open dataset, and the data to disambiguate entities that share a name.
#[derive(Debug, Default)]
pub struct Vocabulary {
    /// The names of the entities. `None` if no data was ever loaded.
    pub names: Option<Dictionary>,
    /// The context of entities that share a name.
    pub context: Option<EntityIndex>,
}

/// The datasets of a request.
#[derive(Debug, Default)]
pub struct Vocabularies {
    /// The open datasets.
    pub open: Vec<Arc<Vocabulary>>,
    /// The weights of the ranking. If unset, weights that fit the datasets are used.
    pub weights: Option<RankingWeights>,
    /// The annotators of results, one for each open dataset. Empty if annotators are not reported.
    pub annotators: Vec<Arc<str>>,
}

/// A name in a text with its candidate entities.
#[derive(Debug)]
pub struct DatasetMention<'v> {
    /// The span of the name.
    pub span: TextSpan,
    /// The candidates, each with the index of its dataset. The list is empty if no entity of the
    /// requested classes has the name.
    pub candidates: Vec<(usize, Candidate<'v>)>,
    pub(crate) place: Place,
    /// The probability that the name refers to an entity here.
    pub(crate) probability: f32,
}

impl Vocabularies {
    /// Returns the total number of labels of all datasets.
    pub fn labels(&self) -> usize {
        let names = self.open.iter().filter_map(|vocabulary| vocabulary.names.as_ref());
        names.map(Dictionary::labels).fold(0, usize::saturating_add)
    }

    /// Finds names in a passage. When names overlap, the name that starts first is used, then the
    /// longest name, whichever dataset contains it. Names with the same span are merged. If `types`
    /// is not empty, only entities of one of these classes are candidates. `doubtful` specifies how
    /// common words are treated.
    pub fn find(
        &self,
        passage: &Passage<'_>,
        types: &[String],
        doubtful: Doubtful,
    ) -> Result<Vec<DatasetMention<'_>>> {
        let mut mentions = self.all(passage, types, doubtful)?;
        if self.open.len() > 1 {
            mentions.sort_by_key(|mention| (mention.span.start(), usize::MAX - mention.span.end()));
            let mut end = 0;
            mentions = unite(mentions)
                .into_iter()
                .filter(|mention| {
                    let stays = mention.span.start() >= end;
                    end = if stays { mention.span.end() } else { end };
                    stays
                })
                .collect();
        }
        Ok(mentions)
    }

    /// Returns the candidates for spans that match a name exactly. The spans may overlap. `types` is
    /// used as in [`Vocabularies::find`].
    pub fn at(
        &self,
        passage: &Passage<'_>,
        spans: &[TextSpan],
        types: &[String],
    ) -> Result<Vec<DatasetMention<'_>>> {
        let mut found = Vec::new();
        for span in spans {
            check()?;
            let Some(text) = passage.text().get(span.range()) else { continue };
            let start = span.start() + text.len() - text.trim_start().len();
            let name = TextSpan::new(start, start + text.trim().len());
            let whole = [name];
            let mut alone = Passage::new(passage.text()).with_blocks(&whole);
            if let Some(language) = passage.language() {
                alone = alone.with_language(language);
            }
            let mut here = self.all(&alone, types, Doubtful::Any)?;
            here.retain(|mention| mention.span == name);
            here.iter_mut().for_each(|mention| mention.span = *span);
            found.extend(unite(here));
        }
        Ok(found)
    }

    /// Keeps the mentions whose probability is at least the threshold of the model, and stores their
    /// probabilities.
    ///
    /// # Errors
    ///
    /// Returns the errors of the memory of the passage.
    pub fn judge(
        &self,
        model: &MentionModel,
        passage: &Passage<'_>,
        mentions: &mut Vec<DatasetMention<'_>>,
    ) -> Result<()> {
        self.judge_for(model, passage, mentions, Names::None).map(drop)
    }

    /// Filters mentions like [`Vocabularies::judge`], and returns all names that the tagger of the model
    /// finds. The tagger reads the text only once. Returns `None` if the model does not support the language.
    ///
    /// # Errors
    ///
    /// Returns the errors of the memory of the passage.
    pub fn judge_and_tag(
        &self,
        model: &MentionModel,
        passage: &Passage<'_>,
        mentions: &mut Vec<DatasetMention<'_>>,
    ) -> Result<Option<Vec<Annotation>>> {
        self.judge_for(model, passage, mentions, Names::All)
    }

    fn judge_for(
        &self,
        model: &MentionModel,
        passage: &Passage<'_>,
        mentions: &mut Vec<DatasetMention<'_>>,
        names: Names,
    ) -> Result<Option<Vec<Annotation>>> {
        if !model.applies_to(passage) {
            return Ok(None);
        }
        let places: Vec<Place> = mentions.iter().map(|mention| mention.place).collect();
        let (probabilities, names) = model.probabilities_and_names(passage, &places, names)?;
        let bytes =
            names.iter().map(|annotation| size_of::<Annotation>() + annotation.heap_size()).sum();
        passage.memory().take(bytes, "the annotations of the text")?;
        let (mut probabilities, mut withheld) = (probabilities.into_iter(), Withheld::default());
        mentions.retain_mut(|mention| {
            let Some(probability) = probabilities.next() else { return true };
            mention.probability = probability.of_kinds;
            // Several datasets may contain the same entity.
            mention.place.candidates = u8::try_from(mention.candidates.len()).unwrap_or(u8::MAX);
            let is_reported = model.reports(passage.text(), &mention.place, probability, is_common);
            if !is_reported {
                withheld.add(passage, mention.span, probability);
            }
            is_reported
        });
        withheld.report(passage);
        Ok(Some(names))
    }

    /// Ranks the candidates of each mention by the surrounding text.
    pub fn disambiguate(
        &self,
        passage: &Passage<'_>,
        mentions: &[DatasetMention<'_>],
    ) -> Result<Vec<Ranking>> {
        let names = mentions.iter().map(|mention| {
            let candidates =
                mention.candidates.iter().map(|(number, candidate)| MentionCandidate {
                    candidate: *candidate,
                    context: self
                        .open
                        .get(*number)
                        .and_then(|vocabulary| vocabulary.context.as_ref()),
                });
            Mention { span: mention.span, candidates: candidates.collect() }
        });
        let names: Vec<Mention<'_>> = names.collect();
        match &self.weights {
            Some(weights) => weights.disambiguate(passage, &names),
            None => disambiguate(passage, &names),
        }
    }

    fn all(
        &self,
        passage: &Passage<'_>,
        types: &[String],
        doubtful: Doubtful,
    ) -> Result<Vec<DatasetMention<'_>>> {
        let is_wanted = |classes: &str| {
            classes.split_ascii_whitespace().any(|class| types.iter().any(|iri| iri == class))
        };
        let is_wanted: Option<&dyn Fn(&str) -> bool> =
            if types.is_empty() { None } else { Some(&is_wanted) };
        let mut found = Vec::new();
        for (number, vocabulary) in self.open.iter().enumerate() {
            let Some(names) = &vocabulary.names else { continue };
            names.each_candidates(passage, is_wanted, doubtful, |place, candidates| {
                let candidates: Result<Vec<_>> =
                    candidates.map(|candidate| Ok((number, candidate?))).collect();
                let (span, candidates) = (place.span, candidates?);
                found.push(DatasetMention { span, candidates, place, probability: 1.0 });
                Ok(())
            })?;
        }
        Ok(found)
    }
}

/// Merges consecutive mentions with the same span.
fn unite(mentions: Vec<DatasetMention<'_>>) -> Vec<DatasetMention<'_>> {
    let mut united: Vec<DatasetMention<'_>> = Vec::with_capacity(mentions.len());
    for mention in mentions {
        match united.last_mut() {
            Some(last) if last.span == mention.span => {
                last.place.unite(&mention.place);
                for (number, candidate) in mention.candidates {
                    match last
                        .candidates
                        .iter_mut()
                        .find(|(_, known)| known.ident == candidate.ident)
                    {
                        Some((_, known)) => known.weight = known.weight.max(candidate.weight),
                        None => last.candidates.push((number, candidate)),
                    }
                }
            }
            _ => united.push(mention),
        }
    }
    for mention in &mut united {
        mention.candidates.sort_by(|(_, first), (_, second)| {
            second.weight.total_cmp(&first.weight).then_with(|| first.ident.cmp(second.ident))
        });
    }
    united
}
