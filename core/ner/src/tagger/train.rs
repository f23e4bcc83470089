//! Training of a tagger with two layers. The first layer uses the features of a token and its
//! document, and the second layer also uses the results of the first layer for the rest of the
//! document.
//!
//! The first layer is too accurate on its training texts for the second layer to learn from its
//! results. Therefore, these results come from layers that were trained on the other half of the
//! corpus.

use super::corpus::{Corpus, Sentence};
use super::crf::{Lattice, Steps, Tags};
use super::feature::{Described, Hints};
use super::file::{IndexFile, TAGGER};
use super::gazetteers::Lists;
use super::lexicon::Lexicon;
use super::sgd::{Course, Example, Shown, Weights, counted, learn, select, vocabulary};
use super::two_pass::{blocks, first_pass};
use super::weights::{Layer, Parts};
use crate::hash::{form_key, name_key};
use crate::language::Languages;
use crate::word_classes::WordClasses;
use glossweave_base::error::{Error, Result};
use glossweave_base::progress::{Progress, Reporter, Watch};
use glossweave_base::words::Keyed;
use glossweave_document::annotation::{NERD, usual_class};

/// The options for training a [`Tagger`](super::Tagger).
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct Training {
    /// The maximum number of passes over the corpus.
    pub rounds: usize,
    /// The number of rounds without improvement on held-out text after which the training stops. If
    /// it is 0, all rounds are run.
    pub patience: usize,
    /// The minimum number of occurrences of a feature in the corpus.
    pub cutoff: u32,
    /// The strength of the regularization, which is the inverse variance of the prior of the
    /// weights.
    pub prior: f32,
    /// The IRIs of classes by name. By default, `PER`, `ORG`, `LOC` and `MISC` use well-known IRIs,
    /// and other classes use IRIs in [`Training::namespace`].
    pub iris: Vec<(String, String)>,
    /// The start of the IRIs of classes that have no other IRI.
    pub namespace: String,
    /// The maximum number of features of each layer. When there are more, the features with the most
    /// influence are selected, and the layer is trained again with these features. The file uses about 30
    /// bytes for each feature.
    pub max_features: usize,
    /// The languages of the corpus, as primary subtags. Engines use the tagger for texts in these languages.
    /// If the list is empty, the tagger is used for any text.
    pub languages: Vec<String>,
    /// The keys of the names of each list.
    lists: Vec<Vec<u64>>,
    classes: WordClasses,
}

impl Default for Training {
    fn default() -> Training {
        Training {
            rounds: 16,
            patience: 3,
            cutoff: 2,
            prior: 1.0,
            max_features: usize::MAX,
            iris: Vec::new(),
            namespace: NERD.to_owned(),
            languages: Vec::new(),
            lists: Vec::new(),
            classes: WordClasses::default(),
        }
    }
}

/// The number of parts of the corpus. The hints for each part come from the other part.
const FOLDS: usize = 2;

impl Training {
    /// Sets the maximum number of passes over the corpus.
    #[must_use]
    pub fn with_rounds(mut self, rounds: usize) -> Training {
        self.rounds = rounds;
        self
    }

    /// Sets the number of rounds without improvement after which the training stops. If it is 0,
    /// all rounds are run.
    #[must_use]
    pub fn with_patience(mut self, patience: usize) -> Training {
        self.patience = patience;
        self
    }

    /// Sets the maximum number of features of each layer. Use it to create a small tagger.
    #[must_use]
    pub fn with_max_features(mut self, max_features: usize) -> Training {
        self.max_features = max_features;
        self
    }

    /// Adds a language of the corpus, for example `en`.
    #[must_use]
    pub fn with_language(mut self, subtag: impl Into<String>) -> Training {
        self.languages.push(subtag.into());
        self
    }

    /// Sets the IRI of a class.
    #[must_use]
    pub fn with_iri(mut self, class: impl Into<String>, iri: impl Into<String>) -> Training {
        self.iris.push((class.into(), iri.into()));
        self
    }

    /// Adds a list of names of the same kind. When a token occurs in a name of the list, it gets a
    /// feature. The list is stored in the tagger. Names with more than six tokens are skipped.
    #[must_use]
    pub fn with_names<'n>(mut self, names: impl IntoIterator<Item = &'n str>) -> Training {
        self.add_list(names.into_iter().filter_map(Training::list_key).collect());
        self
    }

    /// Returns the key of a name in a list. Returns `None` if it has too many tokens.
    pub(crate) fn list_key(name: &str) -> Option<u64> {
        Lists::key(name)
    }

    /// Adds a list of keys of names.
    pub(crate) fn add_list(&mut self, keys: Vec<u64>) {
        self.lists.push(keys);
    }

    /// Sets the word classes. They provide information about words that are missing from the training text,
    /// so that names are recognized more reliably in any text. The classes are stored in the tagger.
    #[must_use]
    pub fn with_word_classes(mut self, classes: WordClasses) -> Training {
        self.classes = classes;
        self
    }

    /// The option names that [`Training::set`] accepts.
    pub const NAMES: &[&str] = &["rounds", "patience", "iri", "namespace", "language"];

    /// Sets an option by its name. `rounds` and `patience` take a number, `iri` takes a class with its IRI
    /// (`CLASS=IRI`, one per call), `namespace` takes the start of an IRI, and `language` takes a subtag (one
    /// per call).
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the name as parameter, if the name is unknown or the value is not
    /// valid.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        let wrong = |expected: &str| Error::no_such("value", value, expected).with_parameter(name);
        match name {
            "rounds" => self.rounds = value.parse().map_err(|_| wrong("a number"))?,
            "patience" => self.patience = value.parse().map_err(|_| wrong("a number"))?,
            "iri" => {
                let (class, iri) = value.split_once('=').ok_or_else(|| wrong("`CLASS=IRI`"))?;
                self.iris.push((class.to_owned(), iri.to_owned()));
            }
            "namespace" => self.namespace = value.to_owned(),
            "language" => self.languages.push(value.to_owned()),
            _ => return Err(Error::no_option(name, Training::NAMES)),
        }
        Ok(())
    }

    fn iri(&self, class: &str) -> String {
        if let Some((_, iri)) = self.iris.iter().rev().find(|(name, _)| name == class) {
            return iri.clone();
        }
        usual_class(class).unwrap_or_else(|| format!("{}{class}", self.namespace))
    }

    fn course(&self) -> Course {
        Course {
            rounds: self.rounds.max(1),
            cutoff: self.cutoff,
            // Other values are not valid variances.
            prior: if self.prior.is_finite() { self.prior.clamp(0.0, STRICTEST) } else { 1.0 },
            patience: self.patience,
        }
    }

    /// Trains a tagger on a corpus. Returns its file.
    pub(super) fn run(&self, corpus: &Corpus, watch: &mut Watch<'_>) -> Result<IndexFile> {
        if corpus.classes.is_empty() {
            return Err(Error::invalid("the corpus has no mentions to learn from"));
        }
        if corpus.classes.len() > MOST {
            let count = corpus.classes.len();
            return Err(Error::invalid(format!("the corpus has {count} classes, limit is {MOST}")));
        }
        if let Some(class) = corpus.classes.iter().find(|class| class.contains(char::is_control)) {
            return Err(Error::invalid(format!("the class {class:?} has control characters")));
        }
        let languages = Languages::new(&self.languages)?;
        let tags = Tags { classes: corpus.classes.len() };
        let course = self.course();
        let lexicon = Lexicon { lists: Lists::new(&self.lists), classes: self.classes.clone() };
        // Documents are sorted, so that their order does not affect the tagger.
        let mut documents: Vec<&[Sentence]> =
            corpus.documents.iter().flat_map(|document| blocks(document)).collect();
        documents.sort_by_cached_key(|document| fingerprint(document));
        let sentences: usize = documents.iter().map(|document| document.len()).sum();
        // The two halves count as one pass, followed by the first layer and the second layer. The
        // layers are trained twice when features are selected.
        let times = if self.max_features == usize::MAX { 3 } else { 5 };
        let total = (sentences as u64).saturating_mul(times).saturating_mul(course.rounds as u64);
        let reporter = &mut Reporter::new(watch, Progress { total, ..Progress::default() });
        reporter.report()?;
        let (found, counts) =
            counted(documents.iter().copied(), &lexicon, reporter, |_, _, _, _| {})?;
        let rows = vocabulary(counts, course.cutoff);
        let truth: Vec<&Sentence> = documents.iter().copied().flatten().collect();
        let mut examples = examples(tags, &found, &rows, &truth);
        drop(found);
        let (firsts, rounds) =
            held_out(tags, &lexicon, &documents, &examples, &rows, &course, reporter)?;
        let course = Course { rounds, ..course };
        let first = self.layer(tags, rows, &mut examples, &course, reporter)?;
        drop(examples);
        let mut hints: Option<(usize, Hints)> = None;
        let (found, counts) = counted(
            documents.iter().copied(),
            &lexicon,
            reporter,
            |number, described, row, more| {
                let known = hints.take().filter(|(known, _)| *known == number);
                let known = known
                    .unwrap_or_else(|| (number, described.hints(&firsts[number], tags.classes)));
                described.second(row, &firsts[number][row], &known.1, more);
                hints = Some(known);
            },
        )?;
        let rows = vocabulary(counts, course.cutoff);
        let mut examples = self::examples(tags, &found, &rows, &truth);
        drop(found);
        let second = self.layer(tags, rows, &mut examples, &course, reporter)?;
        let classes = corpus.classes.iter().map(|class| format!("{class}\t{}\n", self.iri(class)));
        let (first, second) = (Parts::of(&first), Parts::of(&second));
        let parts = [
            (classes.collect::<String>() + &languages.to_lines()).into_bytes(),
            first.slots,
            first.rows,
            first.transitions,
            second.slots,
            second.rows,
            second.transitions,
            lexicon.lists.to_bytes(),
            lexicon.classes.to_bytes().to_vec(),
        ];
        Ok(IndexFile::assemble(&TAGGER, parts, []))
    }

    /// Trains a layer, and returns its weights.
    fn layer(
        &self,
        tags: Tags,
        rows: Keyed<u32>,
        examples: &mut [Example],
        course: &Course,
        reporter: &mut Reporter<'_, '_>,
    ) -> Result<Weights> {
        let (layer, _) = learn(tags, rows, examples, &[], course, reporter)?;
        if layer.rows.len() <= self.max_features {
            return Ok(layer);
        }
        let rows = select(&layer, examples, self.max_features);
        Ok(learn(tags, rows, examples, &[], course, reporter)?.0)
    }
}

/// Returns the results of the first layer for each document, using a layer that was trained without
/// it. Also returns the number of rounds with the best results.
fn held_out(
    tags: Tags,
    lexicon: &Lexicon,
    documents: &[&[Sentence]],
    examples: &[Example],
    rows: &Keyed<u32>,
    course: &Course,
    reporter: &mut Reporter<'_, '_>,
) -> Result<(Vec<Vec<Vec<usize>>>, usize)> {
    let mut found = vec![Vec::new(); documents.len()];
    let mut rounds = Vec::with_capacity(FOLDS);
    for fold in 0..FOLDS {
        let fold_of = documents
            .iter()
            .enumerate()
            .flat_map(|(number, document)| std::iter::repeat_n(number % FOLDS, document.len()));
        let (in_fold, others): (Vec<_>, Vec<_>) =
            examples.iter().zip(fold_of).partition(|(_, of)| *of == fold);
        let others: Vec<&Example> = others.into_iter().map(|(example, _)| example).collect();
        let in_fold = in_fold.into_iter().map(|(example, _)| example);
        let in_fold: Vec<&Example> = match course.patience {
            0 => Vec::new(),
            // A sample is sufficient to measure progress.
            _ => in_fold.step_by(examples.len().div_ceil(TRIED)).collect(),
        };
        let (part, best) =
            learn(tags, rows.clone(), others.as_slice(), &in_fold, course, reporter)?;
        rounds.push(best);
        let parts = Parts::of(&part);
        let steps = Steps::new(&part.transitions);
        let layer = Layer { tags, slots: &parts.slots, rows: &parts.rows, steps: &steps };
        for (number, document) in documents.iter().enumerate() {
            if number % FOLDS == fold {
                let tokens = document.iter().map(|sentence| sentence.tokens.as_slice());
                let described = Described::new(tokens, lexicon);
                reporter.report()?;
                found[number] = first_pass(&described, layer, &mut Lattice::default());
            }
        }
    }
    // The number of rounds for the whole corpus is the maximum over both halves.
    Ok((found, rounds.into_iter().max().unwrap_or(course.rounds)))
}

/// The maximum strength of the prior. With a stronger prior, nothing is learned.
const STRICTEST: f32 = 1e6;

/// The maximum number of held-out sentences that are evaluated after each round, for both halves.
const TRIED: usize = 8_000;

/// The maximum number of classes.
const MOST: usize = 60;

/// Returns the sort key of a document.
fn fingerprint(document: &[Sentence]) -> u64 {
    let tokens = document.iter().flat_map(|sentence| {
        let mentions = sentence
            .mentions
            .iter()
            .flat_map(|mention| [mention.start, mention.end, mention.class]);
        let tokens = sentence.tokens.iter().map(|token| form_key(token));
        tokens.chain(mentions.map(|number| number as u64)).chain([u64::MAX])
    });
    name_key(tokens)
}

fn examples(tags: Tags, found: &[Shown], rows: &Keyed<u32>, truth: &[&Sentence]) -> Vec<Example> {
    let example = |((features, ends), sentence): (&Shown, &&Sentence)| {
        let mut example = Example {
            rows: Vec::with_capacity(features.len()),
            ends: Vec::with_capacity(ends.len()),
            tags: tags.of(&sentence.mentions, sentence.tokens.len()),
        };
        let mut start = 0;
        for end in ends {
            example
                .rows
                .extend(features[start..*end].iter().filter_map(|feature| rows.get(feature)));
            example.ends.push(example.rows.len());
            start = *end;
        }
        example
    };
    found.iter().zip(truth).map(example).collect()
}
