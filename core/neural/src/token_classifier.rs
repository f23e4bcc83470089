//! Recognizers in the style of BERT for named entities: models that label tokens.

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::model_report::ModelReport;
use glossweave_base::options::list;
use glossweave_base::text::TextSpan;
use glossweave_base::text::iri::is_iri;
use glossweave_base::words::hash;
use glossweave_document::annotation::{Annotation, AnnotationExt, Entity, NERD, four_digits};
use glossweave_document::recognizer::{Passage, PassageExt, Recognizer};

use crate::aggregation::{Aggregation, Labeled, labeled};
use crate::class_iri::default_iri;
use crate::files::{CONFIG, MAX_FILE, MAX_MODEL, ModelFiles, TOKENIZER, read, read_config};
use crate::labels::Labels;
use crate::model::{Threads, TokenModel};
use crate::tokenizer::{Piece, Tokenizer};
use crate::window::{sentences, windows};

/// The maximum number of tokens if the configuration does not specify it.
const MAX_TOKENS: u64 = 512;
/// The supported range of the maximum number of tokens in a configuration.
const TOKENS: std::ops::RangeInclusive<u64> = 8..=8192;
/// The default maximum number of tokens of consecutive sentences that are processed together.
const WINDOW: usize = 128;

/// A recognizer that is loaded from three files: an ONNX transformer that labels tokens, its WordPiece
/// tokenizer, and its configuration, which contains the labels (`id2label`).
///
/// Use a token classification model of the Transformers library with the tokenizer of BERT. Models with 4-bit
/// or 8-bit weights are also supported. Labels are `B-`, `I-`, `E-` (or `L-`) and `S-` (or `U-`) followed by
/// a class, or a class without prefix; `O` means no class.
///
/// An annotation has the class as IRI, and the mean probability of the labels of its words as confidence. It
/// starts and ends at word boundaries, which are white space and punctuation. Consecutive names that are
/// separated only by punctuation, without white space, are merged, for example the parts of a mail address.
/// Clones share the model.
///
/// Sentences are combined into windows of up to 128 tokens. When a sentence has more tokens than the model
/// supports, it is split into overlapping windows.
///
/// ```no_run
/// use glossweave_document::recognizer::{Passage, Recognizer};
/// use glossweave_neural::TokenClassifier;
/// // A folder with `model.onnx`, `tokenizer.json` and `config.json`.
/// let classifier = TokenClassifier::open("/var/lib/models/ner")?.with_iri("CITY", "http://schema.org/City")?;
/// for annotation in classifier.recognize(&Passage::new("We went to Cork."))? {
///     println!("{:?} {:?}", annotation.span().range(), annotation.confidence());
/// }
/// # Ok::<(), glossweave_base::Error>(())
/// ```
#[derive(Clone)]
pub struct TokenClassifier {
    parts: Arc<Parts>,
    /// The IRI of each class.
    iris: Vec<Box<str>>,
    /// The classes that are found. If empty, all classes are found.
    wanted: BTreeSet<usize>,
    min_confidence: f64,
    aggregation: Aggregation,
    window: usize,
    threads: Threads,
}

struct Parts {
    model: TokenModel,
    tokenizer: Tokenizer,
    labels: Labels,
    max_tokens: usize,
    identity: String,
}

impl TokenClassifier {
    /// Opens the files of a folder, or a model and the other files in its folder. In a folder, the model is
    /// `model.onnx`, or the only file `*.onnx` in the folder or its subfolder `onnx`.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`TokenClassifier::from_files`], and `ErrorKind::Invalid` if the folder contains
    /// several models.
    pub fn open(path: impl AsRef<Path>) -> Result<TokenClassifier> {
        let files = ModelFiles::find(path.as_ref())?;
        TokenClassifier::from_files(&files.model, files.beside(TOKENIZER), files.beside(CONFIG))
    }

    /// Opens a model, a tokenizer file of the Tokenizers library, and a configuration file of the
    /// Transformers library. The model is read completely, and is run once.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if a file cannot be read, `ErrorKind::TooLarge` if the model has more
    /// than 1 GiB or another file more than 64 MiB, `ErrorKind::Malformed` if a file is not valid, and
    /// `ErrorKind::Unsupported` if the tokenizer does not use WordPiece, the model contains loops, it has
    /// inputs other than `input_ids`, `attention_mask` and `token_type_ids`, or its output is not one number
    /// for each token and label.
    pub fn from_files(
        model: impl AsRef<Path>,
        tokenizer: impl AsRef<Path>,
        config: impl AsRef<Path>,
    ) -> Result<TokenClassifier> {
        let (model, tokenizer, config) = (model.as_ref(), tokenizer.as_ref(), config.as_ref());
        let table = read("configuration", config, MAX_FILE)?;
        let words = read("tokenizer", tokenizer, MAX_FILE)?;
        let bytes = read("model", model, MAX_MODEL)?;
        let hashes = [&bytes, &words, &table].map(|file| format!("{:016x}", hash(file)));
        let table = read_config(&table, config)?;
        let labels = Labels::read(&table, &format!("`{}`", config.display()))?;
        let most = table["max_position_embeddings"].as_u64().unwrap_or(MAX_TOKENS);
        let tokenizer = Tokenizer::read(&words, tokenizer)?;
        let model = TokenModel::read(bytes, model)?;
        let found = model.rows(&tokenizer.framed(&[]), &Threads::default())?.columns;
        if found != labels.len() {
            let message = format!(
                "{} gives {found} numbers for each token, expected {}, one for each label of `{}`",
                model.network().name(),
                labels.len(),
                config.display()
            );
            return Err(Error::new(ErrorKind::Unsupported, message));
        }
        let max_tokens = most.clamp(*TOKENS.start(), *TOKENS.end()) as usize;
        Ok(TokenClassifier {
            iris: labels.classes().iter().map(|class| default_iri(class, NERD)).collect(),
            parts: Arc::new(Parts {
                model,
                tokenizer,
                labels,
                max_tokens,
                identity: hashes.concat(),
            }),
            wanted: BTreeSet::new(),
            min_confidence: 0.5,
            aggregation: Aggregation::default(),
            window: WINDOW,
            threads: Threads::default(),
        })
    }

    /// Returns the classes of the model in the order of its labels, with their IRIs.
    pub fn classes(&self) -> impl Iterator<Item = (&str, &str)> {
        let names = self.parts.labels.classes().iter().map(String::as_str);
        names.zip(self.iris.iter().map(|iri| &**iri))
    }

    /// Returns the maximum number of tokens of a window, including the start token and the end token. The
    /// limit is specified in the configuration, and is 512 by default.
    pub fn max_tokens(&self) -> usize {
        self.parts.max_tokens
    }

    /// Returns the name of the model with its version, which is a hash of its files.
    pub fn identity(&self) -> &str {
        &self.parts.identity
    }

    /// Sets the IRI of a class. By default, `PER`, `LOC`, `ORG`, `MISC` and their long forms use the classes
    /// of the NERD ontology, as for taggers. Other classes use their name in the namespace of this ontology.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `iri`, if the model has no such class or the IRI is
    /// not absolute.
    pub fn with_iri(mut self, class: &str, iri: &str) -> Result<TokenClassifier> {
        let number = self.class(class).map_err(|error| error.with_parameter("iri"))?;
        if !is_iri(iri) {
            return Err(Error::no_such("IRI", iri, "an absolute IRI").with_parameter("iri"));
        }
        self.iris[number] = iri.into();
        Ok(self)
    }

    /// Sets the namespace of classes that have no well-known IRI. The IRI of such a class is the namespace
    /// followed by the name of the class. IRIs that were set with [`TokenClassifier::with_iri`] are reset.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `namespace`, if the namespace is not the start of an
    /// absolute IRI.
    pub fn with_namespace(mut self, namespace: &str) -> Result<TokenClassifier> {
        if !is_iri(&format!("{namespace}CLASS")) {
            let error = Error::no_such("namespace", namespace, "the beginning of an absolute IRI");
            return Err(error.with_parameter("namespace"));
        }
        let classes = self.parts.labels.classes();
        self.iris = classes.iter().map(|class| default_iri(class, namespace)).collect();
        Ok(self)
    }

    /// Restricts the results to the given classes. When `classes` is empty, all classes are found.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `classes`, if the model has no such class.
    pub fn with_classes<'c>(
        mut self,
        classes: impl IntoIterator<Item = &'c str>,
    ) -> Result<TokenClassifier> {
        let numbers = classes.into_iter().map(|class| self.class(class));
        let numbers = numbers.collect::<Result<_>>();
        self.wanted = numbers.map_err(|error| error.with_parameter("classes"))?;
        Ok(self)
    }

    /// Sets the minimum confidence of annotations, from 0 to 1. Default: 0.5.
    #[must_use]
    pub fn with_min_confidence(mut self, min_confidence: f64) -> TokenClassifier {
        self.min_confidence = min_confidence;
        self
    }

    /// Sets the strategy that combines the labels of the pieces of a word into one label. Default: the label
    /// of the first piece.
    #[must_use]
    pub fn with_aggregation(mut self, aggregation: Aggregation) -> TokenClassifier {
        self.aggregation = aggregation;
        self
    }

    /// Sets the maximum number of tokens of sentences that are combined. Default: 128. When it is 0,
    /// each sentence is processed separately.
    #[must_use]
    pub fn with_window(mut self, tokens: usize) -> TokenClassifier {
        self.window = tokens;
        self
    }

    /// Sets the number of threads that run the model, at most 256. These threads are not used for anything
    /// else. By default, all models share a pool with one thread for each core.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> TokenClassifier {
        self.threads = Threads::new(threads);
        self
    }

    /// The option names that [`TokenClassifier::set`] accepts.
    pub const NAMES: &[&str] =
        &["namespace", "iri", "classes", "confidence", "aggregation", "window", "threads"];

    /// Sets an option by its name. `namespace` takes the start of an IRI, `iri` takes a class with its IRI
    /// (`CLASS=IRI`, one per call), `classes` takes names of classes separated by commas, `confidence`,
    /// `window` and `threads` take a number, and `aggregation` takes the name of a strategy.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the name as parameter, if the name is unknown or the value is not
    /// valid.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        let wrong = |expected: &str| Error::no_such("value", value, expected).with_parameter(name);
        let number = || value.parse::<usize>().map_err(|_| wrong("a number"));
        let all = self.clone();
        *self = match name {
            "namespace" => all.with_namespace(value)?,
            "iri" => {
                let (class, iri) = value.split_once('=').ok_or_else(|| wrong("`CLASS=IRI`"))?;
                all.with_iri(class, iri)?
            }
            "classes" => all.with_classes(list(value).iter().map(String::as_str))?,
            "confidence" => {
                let known =
                    value.parse().ok().filter(|confidence| (0.0..=1.0).contains(confidence));
                all.with_min_confidence(known.ok_or_else(|| wrong("a number from 0 to 1"))?)
            }
            "aggregation" => all.with_aggregation(value.parse()?),
            "window" => all.with_window(number()?),
            "threads" => all.with_threads(number()?),
            _ => return Err(Error::no_option(name, TokenClassifier::NAMES)),
        };
        Ok(())
    }

    /// Adds the properties of the files to a report.
    pub(crate) fn describe(&self, report: &mut ModelReport) {
        let Parts { model, tokenizer, max_tokens, identity, .. } = &*self.parts;
        model.network().describe(report);
        let classes = self.classes();
        report.classes = classes.map(|(name, iri)| (name.to_owned(), iri.to_owned())).collect();
        report.identity.clone_from(identity);
        report.max_tokens = Some(*max_tokens);
        report.vocabulary = Some(tokenizer.vocabulary());
    }

    /// Runs the model on a text, which is truncated if it is too long. Returns the number of its tokens.
    pub(crate) fn run(&self, text: &str) -> Result<usize> {
        let mut pieces = self.parts.tokenizer.pieces(text, self.most());
        pieces.truncate(self.most());
        self.labels(&pieces)?;
        Ok(pieces.len())
    }

    fn class(&self, name: &str) -> Result<usize> {
        let classes = self.parts.labels.classes();
        classes
            .iter()
            .position(|class| class == name)
            .ok_or_else(|| Error::no_such("class", name, &format!("one of {}", classes.join(", "))))
    }

    /// Returns the maximum number of tokens of a window, without the start token and the end token.
    fn most(&self) -> usize {
        self.parts.max_tokens - 2
    }

    /// Runs the model on pieces, and returns the labels of their words.
    fn labels(&self, pieces: &[Piece]) -> Result<Vec<Labeled>> {
        let Parts { model, tokenizer, .. } = &*self.parts;
        let rows = model.rows(&tokenizer.framed(pieces), &self.threads)?;
        if rows.columns != self.parts.labels.len()
            || rows.values.iter().any(|value| !value.is_finite())
        {
            let message =
                format!("{} gives numbers that are not probabilities", model.network().name());
            return Err(Error::new(ErrorKind::Unsupported, message));
        }
        Ok(labeled(pieces, rows.iter().skip(1), self.aggregation))
    }

    /// Appends the annotations of a group of complete sentences. The sentences start at byte `start`
    /// of the passage.
    fn add(
        &self,
        pieces: &[Piece],
        passage: &Passage<'_>,
        found: &mut Vec<Annotation>,
    ) -> Result<()> {
        if pieces.is_empty() {
            return Ok(());
        }
        let mut words = Vec::new();
        for window in windows(pieces, self.most()) {
            let labels = self.labels(&pieces[window.pieces])?;
            words.extend(labels.into_iter().filter(|labeled| window.words.contains(&labeled.word)));
        }
        for (range, class) in self.parts.labels.spans(labels_of(&words, passage.text())) {
            let of_span = &words[range];
            let sum: f64 = of_span.iter().map(|word| f64::from(word.probability)).sum();
            let confidence = (sum / of_span.len() as f64).clamp(0.0, 1.0);
            let is_wanted = self.wanted.is_empty() || self.wanted.contains(&class);
            let ([first, ..], [.., last]) = (of_span, of_span) else { continue };
            if !is_wanted || confidence < self.min_confidence {
                continue;
            }
            let span = TextSpan::new(first.span.start, last.span.end);
            let entity = Entity::default().with_class(self.iris[class].clone());
            let annotation =
                Annotation::entity(span, entity.with_confidence(four_digits(confidence)));
            let bytes = size_of::<Annotation>() + annotation.heap_size();
            passage.memory().take(bytes, "the annotations of the text")?;
            found.push(annotation);
        }
        Ok(())
    }
}

/// Returns the labels of words. The flag is `true` if there is no white space between a word and the previous
/// word, and one of them is punctuation.
fn labels_of<'w>(words: &'w [Labeled], text: &'w str) -> impl Iterator<Item = (usize, bool)> + 'w {
    let is_mark = |word: &Labeled| {
        let text = text.get(word.span.clone()).unwrap_or_default();
        !text.contains(char::is_alphanumeric)
    };
    let is_divided = move |at: usize, word: &Labeled| {
        let before = at.checked_sub(1).and_then(|before| words.get(before));
        before.is_some_and(|before| {
            before.span.end == word.span.start && (is_mark(before) || is_mark(word))
        })
    };
    words.iter().enumerate().map(move |(at, word)| (word.label, is_divided(at, word)))
}

impl Recognizer for TokenClassifier {
    fn recognize(&self, passage: &Passage<'_>) -> Result<Vec<Annotation>> {
        let mut found = Vec::new();
        let window = self.window.min(self.most());
        for block in passage.blocks() {
            let Some(text) = passage.text().get(block.range()) else { continue };
            let mut pieces: Vec<Piece> = Vec::new();
            for sentence in sentences(text, passage.language()) {
                let start = block.start() + sentence.start;
                let mut next = self.parts.tokenizer.pieces(&text[sentence], self.most());
                if pieces.len() + next.len() > window {
                    self.add(&std::mem::take(&mut pieces), passage, &mut found)?;
                }
                let words = pieces.last().map_or(0, |last| last.word + 1);
                for piece in &mut next {
                    piece.span = piece.span.start + start..piece.span.end + start;
                    piece.word += words;
                }
                pieces.append(&mut next);
            }
            self.add(&pieces, passage, &mut found)?;
        }
        Ok(found)
    }
}

impl fmt::Debug for TokenClassifier {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("TokenClassifier")
            .field("classes", &self.parts.labels.classes())
            .field("identity", &self.parts.identity)
            .finish_non_exhaustive()
    }
}
