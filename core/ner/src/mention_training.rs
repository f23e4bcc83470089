//! Training of mention models on occurrences of the names of a vocabulary in annotated text.

use crate::kind::{KINDS, Kinds, kind_of};
use crate::label_source::LabelSource;
use crate::language::Languages;
use crate::mention::{
    CERTAIN, Example, IndexFile, MENTION_MODEL, MentionModel, Own, Place, Places, after, around,
    learn, probabilities, sharpness,
};
use crate::tagger::{Corpus, Sentence};
use crate::word_classes::WordClasses;
use glossweave_base::error::{Error, Result};
use glossweave_base::progress::{Progress, Reporter, Watch};
use glossweave_base::text::TextSpan;
use glossweave_document::recognizer::Passage;

/// Options of [`MentionModel::train`].
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct MentionTraining {
    /// The number of passes over the training data.
    pub rounds: usize,
    /// The minimum number of occurrences of a feature. Rarer features are dropped.
    pub cutoff: u32,
    /// The strength of the Gaussian prior on the weights.
    pub prior: f32,
    /// The languages of the corpus, as primary subtags. The model is not applied to text in another
    /// language. If the list is empty, the model is applied to any text.
    pub languages: Vec<String>,
    word_classes: WordClasses,
}

impl Default for MentionTraining {
    fn default() -> MentionTraining {
        MentionTraining {
            rounds: 8,
            cutoff: 3,
            prior: 1.0,
            languages: Vec::new(),
            word_classes: WordClasses::default(),
        }
    }
}

/// The number of folds of the corpus. Each fold is held out in turn to measure how confident the
/// model may be.
const FOLDS: usize = 3;

/// One in this many documents is described as if the vocabulary had no weights, and includes the mentions
/// that are missing from the vocabulary.
const ALONE: usize = 3;

/// The text of a document with its mentions.
struct Described {
    text: String,
    blocks: Vec<TextSpan>,
    mentions: Vec<(TextSpan, usize)>,
}

impl MentionTraining {
    /// Sets the word classes.
    #[must_use]
    pub fn with_word_classes(mut self, classes: WordClasses) -> MentionTraining {
        self.word_classes = classes;
        self
    }

    /// Adds a language of the corpus, for example `en`.
    #[must_use]
    pub fn with_language(mut self, subtag: impl Into<String>) -> MentionTraining {
        self.languages.push(subtag.into());
        self
    }

    /// Sets the number of passes over the training data.
    #[must_use]
    pub fn with_rounds(mut self, rounds: usize) -> MentionTraining {
        self.rounds = rounds;
        self
    }

    /// The option names that [`MentionTraining::set`] accepts.
    pub const NAMES: &[&str] = &["rounds", "cutoff", "language", "model"];

    /// Sets an option by its name. `rounds` and `cutoff` take a number, `language` takes a subtag (one per
    /// call), and `model` takes the path of a mention model whose word classes are used.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the name as parameter, if the name is unknown or the value is not
    /// valid, and `ErrorKind::Storage` if the file of a model cannot be opened.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        let wrong = || Error::no_such("value", value, "a number").with_parameter(name);
        match name {
            "rounds" => self.rounds = value.parse().map_err(|_| wrong())?,
            "cutoff" => self.cutoff = value.parse().map_err(|_| wrong())?,
            "language" => self.languages.push(value.to_owned()),
            "model" => {
                let model = MentionModel::open(value);
                let model = model.map_err(|error| error.with_parameter("model"))?;
                self.word_classes = model.word_classes().clone();
            }
            _ => return Err(Error::no_option(name, MentionTraining::NAMES)),
        }
        Ok(())
    }

    /// Trains a model and returns its file.
    fn run(
        &self,
        corpus: &Corpus,
        names: &impl LabelSource,
        watch: &mut Watch<'_>,
    ) -> Result<IndexFile> {
        if corpus.classes.is_empty() {
            return Err(Error::invalid("the corpus has no mentions to learn from"));
        }
        let languages = Languages::new(&self.languages)?;
        // Entities of unknown classes are counted as "other".
        let outcomes: Vec<usize> = corpus
            .classes
            .iter()
            .map(|class| kind_of(class).map_or(KINDS.len(), |kind| kind as usize + 1))
            .collect();
        let mut reporter = Reporter::new(watch, Progress::default());
        let (mut alone, mut whole, mut folds) = (Vec::new(), Vec::new(), Vec::new());
        for (number, document) in corpus.documents.iter().enumerate() {
            reporter.report()?;
            let described = describe(document, &outcomes);
            let places = described.places(names, number % ALONE == 0)?;
            self.examples(&described, &places, &mut alone, &mut whole);
            folds.resize(whole.len(), number % FOLDS);
        }
        let all: Vec<&Example> = alone.iter().collect();
        let first = learn(&all, self.rounds, self.cutoff, self.prior, &mut reporter)?;
        // The second regression skips the mentions that are certain without their context.
        let is_open = |number: &usize| {
            let sums = first.sums(&alone[*number].features);
            probabilities(&sums, 1.0)[0] <= CERTAIN
        };
        let open: Vec<usize> = (0..whole.len()).filter(is_open).collect();
        let mut seen = Vec::with_capacity(open.len());
        for fold in 0..FOLDS {
            let (held_out, others): (Vec<usize>, Vec<usize>) =
                open.iter().partition(|number| folds[**number] == fold);
            let others: Vec<&Example> = others.iter().map(|number| &whole[*number]).collect();
            let learned = learn(&others, self.rounds, self.cutoff, self.prior, &mut reporter)?;
            let result =
                |number: &usize| (learned.sums(&whole[*number].features), whole[*number].outcome);
            seen.extend(held_out.iter().map(result));
        }
        let sharpness = sharpness(&seen);
        let open: Vec<&Example> = open.iter().map(|number| &whole[*number]).collect();
        let second = learn(&open, self.rounds, self.cutoff, self.prior, &mut reporter)?;
        let (first, second) = (first.table(), second.table());
        let parts = [
            languages.to_lines().into_bytes(),
            self.word_classes.to_bytes().to_vec(),
            first.slots,
            first.rows,
            second.slots,
            second.rows,
        ];
        Ok(IndexFile::assemble(&MENTION_MODEL, parts, [u64::from(sharpness.to_bits())]))
    }

    fn examples(
        &self,
        document: &Described,
        found_places: &[Place],
        alone: &mut Vec<Example>,
        whole: &mut Vec<Example>,
    ) {
        let (text, classes) = (document.text.as_str(), &self.word_classes);
        let own: Vec<Own> = found_places
            .iter()
            .map(|place| Own::new(text, place.span).with_classes(classes))
            .collect();
        let mut places = Places::default();
        own.iter().for_each(|own| places.add(own));
        let mut features = Vec::new();
        for (place, own) in found_places.iter().zip(&own) {
            let span = &place.span;
            let at =
                document.mentions.partition_point(|(mention, _)| mention.start() < span.start());
            let here = document.mentions.get(at).filter(|(mention, _)| mention == span);
            let outcome = here.map_or(0, |(_, outcome)| *outcome);
            own.features(place, &mut features);
            alone.push(Example { features: features.clone(), outcome });
            let block = document.blocks.partition_point(|block| block.end() < span.end());
            let block = document.blocks.get(block).copied().unwrap_or(*span);
            around((text, block), *span, own, &places, classes, &mut features);
            whole.push(Example { features: features.clone(), outcome });
        }
    }
}

impl MentionModel {
    /// Trains a model on a corpus: on the occurrences of `names` in its text, on its mentions, and on parts
    /// of its mentions. The classes of the corpus must be the usual ones (`PER`, `ORG`, `LOC`, `MISC`) or
    /// IRIs. The same input always results in the same model.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid` if the corpus has no mentions, and the errors of reading the dictionary.
    pub fn train(
        corpus: &Corpus,
        names: &impl LabelSource,
        training: &MentionTraining,
    ) -> Result<MentionModel> {
        MentionModel::train_watched(corpus, names, training, &mut |_| Ok(()))
    }

    /// Trains like [`MentionModel::train`], and reports the progress to `watch`.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`MentionModel::train`] and the errors of `watch`.
    pub fn train_watched(
        corpus: &Corpus,
        names: &impl LabelSource,
        training: &MentionTraining,
        watch: &mut Watch<'_>,
    ) -> Result<MentionModel> {
        MentionModel::new(training.run(corpus, names, watch)?)
    }
}

impl Described {
    /// Returns the occurrences of `names`, the mentions, and the first words of longer mentions, sorted by
    /// position. If `is_unweighted` is set, occurrences are described as if the vocabulary had no weights.
    fn places(&self, names: &impl LabelSource, is_unweighted: bool) -> Result<Vec<Place>> {
        let passage = Passage::new(&self.text).with_blocks(&self.blocks);
        let mut places = names.places(&passage)?;
        if is_unweighted {
            places.iter_mut().for_each(|place| place.weight_rank = None);
        }
        let known = places.len();
        let mut add = |span: TextSpan| {
            let at =
                places[..known].binary_search_by_key(&span.start(), |place| place.span.start());
            if !at.is_ok_and(|at| places[at].span == span) {
                let kinds = Kinds::default();
                places.push(Place {
                    span,
                    kinds,
                    weight_rank: None,
                    candidates: 1,
                    is_term: false,
                    is_common: false,
                });
            }
        };
        for (span, _) in &self.mentions {
            add(*span);
            if let Some(first) = after(&self.text, span.start(), span.end())
                && first.end < span.end()
            {
                add(TextSpan::new(first.start, first.end));
            }
        }
        places.sort_by_key(|place| (place.span.start(), place.span.end()));
        Ok(places)
    }
}

/// Returns the text of a document, with a space between tokens, in blocks of one to three
/// sentences.
fn describe(document: &[Sentence], outcomes: &[usize]) -> Described {
    let mut described = Described { text: String::new(), blocks: Vec::new(), mentions: Vec::new() };
    let mut block = 0;
    for (number, sentence) in document.iter().enumerate() {
        let start = described.text.len();
        let mut tokens = Vec::with_capacity(sentence.tokens.len());
        for token in &sentence.tokens {
            if described.text.len() > start {
                described.text.push(' ');
            }
            let from = described.text.len();
            described.text.push_str(token);
            tokens.push(from..described.text.len());
        }
        for mention in &sentence.mentions {
            let (Some(first), Some(last)) = (
                tokens.get(mention.start),
                mention.end.checked_sub(1).and_then(|at| tokens.get(at)),
            ) else {
                continue;
            };
            let outcome = outcomes.get(mention.class).copied().unwrap_or(KINDS.len());
            described.mentions.push((TextSpan::new(first.start, last.end), outcome));
        }
        // Blocks have one, two or three sentences in turn.
        if matches!(number % 6, 0 | 2 | 5) || number + 1 == document.len() {
            described.blocks.push(TextSpan::new(block, described.text.len()));
            block = described.text.len() + 1;
        }
        described.text.push('\n');
    }
    described
}
