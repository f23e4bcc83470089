//! Recognizers of the kind of BERT for named entities: models that label tokens.

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
use glossweave_document::annotation::AnnotationExt;
use glossweave_document::annotation::{Annotation, Entity, NERD, four_digits};
use glossweave_document::recognizer::PassageExt;
use glossweave_document::recognizer::{Passage, Recognizer};

use crate::aggregation::{Aggregation, Labeled, labeled};
use crate::class_iri::default_iri;
use crate::files::{CONFIG, MAX_FILE, MAX_MODEL, ModelFiles, TOKENIZER, read, read_config};
use crate::labels::Labels;
use crate::model::{Threads, TokenModel};
use crate::tokenizer::{Piece, Tokenizer};
use crate::window::{sentences, windows};

/// The number of tokens that a model takes if its configuration does not say.
const MAX_TOKENS: u64 = 512;
/// The numbers of tokens that a configuration may say.
const TOKENS: std::ops::RangeInclusive<u64> = 8..=8192;
/// The most tokens of sentences that are put together.
const WINDOW: usize = 128;

/// A recognizer from three files: a transformer in ONNX that labels tokens, its WordPiece tokenizer, and its
/// configuration, which has the labels (`id2label`).
///
/// Models are those for token classification of the Transformers library with the tokenizer of BERT, also with weights
/// of 4 or 8 bits. Labels are `B-`, `I-`, `E-` (or `L-`) and `S-` (or `U-`) with a class, or a class alone; `O` is no
/// class.
///
/// An annotation has the class as IRI, and as confidence the mean probability of the labels of its words. It begins and
/// ends with words, which end at white space and punctuation. Names that follow each other with only punctuation between
/// them and no white space are one, such as the parts of a mail address. Clones share the model.
///
/// Sentences are put together into windows of up to 128 tokens. A sentence with more tokens than the model takes is read
/// in windows that overlap.
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
    /// The classes that are found; all if there are none.
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
    /// Opens the files of a folder, or a model and the files beside it. The model of a folder is `model.onnx`, or the only
    /// file `*.onnx` there or in a folder `onnx` within.
    ///
    /// # Errors
    ///
    /// As for [`TokenClassifier::from_files`]; also `ErrorKind::Invalid` for a folder with several models.
    pub fn open(path: impl AsRef<Path>) -> Result<TokenClassifier> {
        let files = ModelFiles::find(path.as_ref())?;
        TokenClassifier::from_files(&files.model, files.beside(TOKENIZER), files.beside(CONFIG))
    }

    /// Opens a model, a tokenizer of the form of the Tokenizers library, and a configuration of the form of the
    /// Transformers library. The model is read as a whole, and is run once.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if a file cannot be read, `ErrorKind::TooLarge` if the model has more than 1 GiB or
    /// another file more than 64 MiB, `ErrorKind::Malformed` if a file is not of its form, and `ErrorKind::Unsupported`
    /// if the tokenizer is not one of WordPiece, or the model has loops, other inputs than `input_ids`, `attention_mask`
    /// and `token_type_ids`, or another output than one number for each token and label.
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

    /// Returns the classes of the model in the order of its labels, and their IRIs.
    pub fn classes(&self) -> impl Iterator<Item = (&str, &str)> {
        let names = self.parts.labels.classes().iter().map(String::as_str);
        names.zip(self.iris.iter().map(|iri| &**iri))
    }

    /// Returns the maximum number of tokens of a window, with one at its start and one at its end: the number in the
    /// configuration, or 512.
    pub fn max_tokens(&self) -> usize {
        self.parts.max_tokens
    }

    /// Returns the name of the model with its version: a hash of its files.
    pub fn identity(&self) -> &str {
        &self.parts.identity
    }

    /// Sets the IRI of a class. The default of `PER`, `LOC`, `ORG`, `MISC` and their long forms is that of the NERD
    /// ontology, as for taggers; that of another class is its name in the namespace of that ontology.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `iri`, if the model has no such class, or for a text that is no
    /// absolute IRI.
    pub fn with_iri(mut self, class: &str, iri: &str) -> Result<TokenClassifier> {
        let number = self.class(class).map_err(|error| error.with_parameter("iri"))?;
        if !is_iri(iri) {
            return Err(Error::no_such("IRI", iri, "an absolute IRI").with_parameter("iri"));
        }
        self.iris[number] = iri.into();
        Ok(self)
    }

    /// Sets the IRIs of the classes that are not usual: the beginning of an IRI, to which the name of the class is added.
    /// IRIs that were set for classes before are replaced too.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `namespace`, for a text that begins no absolute IRI.
    pub fn with_namespace(mut self, namespace: &str) -> Result<TokenClassifier> {
        if !is_iri(&format!("{namespace}CLASS")) {
            let error = Error::no_such("namespace", namespace, "the beginning of an absolute IRI");
            return Err(error.with_parameter("namespace"));
        }
        let classes = self.parts.labels.classes();
        self.iris = classes.iter().map(|class| default_iri(class, namespace)).collect();
        Ok(self)
    }

    /// Finds the named classes only; none stands for all.
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

    /// Sets the minimum confidence of annotations, from 0 to 1. The default is 0.5.
    #[must_use]
    pub fn with_min_confidence(mut self, min_confidence: f64) -> TokenClassifier {
        self.min_confidence = min_confidence;
        self
    }

    /// Sets the way from the labels of the pieces of a word to its label. The default is that of its first piece.
    #[must_use]
    pub fn with_aggregation(mut self, aggregation: Aggregation) -> TokenClassifier {
        self.aggregation = aggregation;
        self
    }

    /// Sets the number of tokens up to which sentences are put together. The default is 128; with 0, each sentence is
    /// read by itself.
    #[must_use]
    pub fn with_window(mut self, tokens: usize) -> TokenClassifier {
        self.window = tokens;
        self
    }

    /// Sets the number of threads on which the model runs, at most 256: those threads run nothing else. By default, all
    /// models share as many threads as there are cores.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> TokenClassifier {
        self.threads = Threads::new(threads);
        self
    }

    /// The option names that [`TokenClassifier::set`] accepts.
    pub const NAMES: &[&str] =
        &["namespace", "iri", "classes", "confidence", "aggregation", "window", "threads"];

    /// Sets an option by its name: `namespace` to the beginning of an IRI, `iri` to a class with its IRI (`CLASS=IRI`, one for each call), `classes` to names of
    /// classes with commas between them, `confidence`, `window` and `threads` to a number, `aggregation` to a word.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid` with the name as parameter if the name or value is not known.
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
                let known = value.parse().ok().filter(|one| (0.0..=1.0).contains(one));
                all.with_min_confidence(known.ok_or_else(|| wrong("a number from 0 to 1"))?)
            }
            "aggregation" => all.with_aggregation(value.parse()?),
            "window" => all.with_window(number()?),
            "threads" => all.with_threads(number()?),
            _ => return Err(Error::no_option(name, TokenClassifier::NAMES)),
        };
        Ok(())
    }

    /// Writes into a report what the files say.
    pub(crate) fn describe(&self, report: &mut ModelReport) {
        let Parts { model, tokenizer, max_tokens, identity, .. } = &*self.parts;
        model.network().describe(report);
        let classes = self.classes();
        report.classes = classes.map(|(name, iri)| (name.to_owned(), iri.to_owned())).collect();
        report.identity.clone_from(identity);
        report.max_tokens = Some(*max_tokens);
        report.vocabulary = Some(tokenizer.vocabulary());
    }

    /// Runs the model on a text, of which the end is left out if it is too long. Returns the number of its tokens.
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

    /// Returns the most tokens of a window without those at its start and end.
    fn most(&self) -> usize {
        self.parts.max_tokens - 2
    }

    /// Returns the labels of words by the output for their pieces.
    fn labels(&self, pieces: &[Piece]) -> Result<Vec<Labeled>> {
        let Parts { model, tokenizer, .. } = &*self.parts;
        let rows = model.rows(&tokenizer.framed(pieces), &self.threads)?;
        if rows.columns != self.parts.labels.len() || rows.values.iter().any(|one| !one.is_finite())
        {
            let message =
                format!("{} gives numbers that are not probabilities", model.network().name());
            return Err(Error::new(ErrorKind::Unsupported, message));
        }
        Ok(labeled(pieces, rows.iter().skip(1), self.aggregation))
    }

    /// Appends what is found in the pieces of whole sentences, which begin at a byte of the passage.
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
            words.extend(labels.into_iter().filter(|one| window.words.contains(&one.word)));
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
            passage.memory().take(bytes, "what is found in the text")?;
            found.push(annotation);
        }
        Ok(())
    }
}

/// Returns the labels of words, with `true` if a word and the one before have no white space between them, and one of
/// them is punctuation.
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
