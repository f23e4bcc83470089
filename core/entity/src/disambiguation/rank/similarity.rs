//! The similarity between sentences that contain names and sentences about entities.

use std::collections::HashMap;
use std::ops::Range;

use crate::disambiguation::EntityIndex;
use crate::disambiguation::evidence::Mention;
use crate::disambiguation::sentence::sentence;
use crate::disambiguation::vectors;
use crate::sentence_encoder::{SentenceEncoder, encode};
use glossweave_base::error::Result;
use glossweave_base::text::{Language, TextSpan};
use glossweave_base::words::hash;
use glossweave_document::recognizer::Passage;

/// The maximum number of sentences of a passage that are encoded, which limits the run time for
/// long texts.
const MAX_WINDOWS: usize = 4096;
/// The number of sentences that are encoded in one call.
const BATCH: usize = 64;

/// The sentences that contain ambiguous names. Each sentence is encoded once by each encoder.
pub(super) struct Windows<'n> {
    encoders: Vec<&'n dyn SentenceEncoder>,
    /// The sentence of each name. The key is the start and the end of the name.
    of_name: HashMap<(usize, usize), usize>,
    /// The vectors of each sentence, in the order of the encoders.
    vectors: Vec<Vec<Vec<f32>>>,
}

impl<'n> Windows<'n> {
    /// Encodes the sentences that contain ambiguous names, if there is an encoder. The names must
    /// be sorted.
    pub(super) fn around(
        passage: &Passage<'_>,
        names: impl Iterator<Item = &'n Mention<'n>> + Clone,
    ) -> Result<Windows<'n>> {
        let mut windows =
            Windows { encoders: Vec::new(), of_name: HashMap::new(), vectors: Vec::new() };
        let names = names.filter(|name| name.candidates.len() > 1);
        for context in names
            .clone()
            .flat_map(|name| &name.candidates)
            .filter_map(|candidate| candidate.context)
        {
            if let Some(encoder) = context.encoder.as_deref()
                && windows.place(encoder).is_none()
            {
                windows.encoders.push(encoder);
            }
        }
        if windows.encoders.is_empty() {
            return Ok(windows);
        }
        let blocks: Vec<TextSpan> = passage.blocks().collect();
        let language = passage.language().cloned().or_else(|| Language::parse("en"));
        let mut numbers: HashMap<Range<usize>, usize> = HashMap::new();
        let mut sentences = Vec::new();
        for name in names {
            let sentence = sentence(passage.text(), &blocks, language.as_ref(), name.span);
            let count = sentences.len();
            let number = *numbers.entry(sentence.clone()).or_insert(count);
            if number == count {
                if count == MAX_WINDOWS {
                    break;
                }
                sentences.push(&passage.text()[sentence]);
            }
            windows.of_name.insert((name.span.start(), name.span.end()), number);
        }
        for encoder in &windows.encoders {
            let mut vectors = Vec::with_capacity(sentences.len());
            for batch in sentences.chunks(BATCH) {
                vectors.extend(encode(*encoder, batch)?);
            }
            windows.vectors.push(vectors);
        }
        Ok(windows)
    }

    fn place(&self, encoder: &dyn SentenceEncoder) -> Option<usize> {
        self.encoders.iter().position(|known| known.identity() == encoder.identity())
    }

    /// Returns the similarity of the sentence that contains a name to the sentences about each candidate.
    /// Returns an empty list if there is no encoder. When a candidate has no vectors, the mean of the
    /// other candidates is used, so that the feature has no effect.
    pub(super) fn similarities(&self, name: &Mention<'_>) -> Result<Vec<f64>> {
        let Some(number) = self.of_name.get(&(name.span.start(), name.span.end())) else {
            return Ok(Vec::new());
        };
        let mut found = Vec::with_capacity(name.candidates.len());
        for sense in &name.candidates {
            let ident = hash(sense.candidate.ident.as_bytes());
            found.push(match sense.context {
                Some(context) => self.similarity(context, ident, *number)?,
                None => None,
            });
        }
        let known = found.iter().flatten();
        let mean = known.clone().sum::<f64>() / known.count().max(1) as f64;
        Ok(found.into_iter().map(|similarity| similarity.unwrap_or(mean)).collect())
    }

    fn similarity(&self, context: &EntityIndex, entity: u64, number: usize) -> Result<Option<f64>> {
        let Some(encoder) = context.encoder.as_deref() else { return Ok(None) };
        let vectors = self.place(encoder).and_then(|place| self.vectors.get(place));
        match vectors.and_then(|vectors| vectors.get(number)) {
            Some(vector) => vectors::similarity(&context.index_file, entity, vector),
            None => Ok(None),
        }
    }
}
