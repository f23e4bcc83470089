//! Recognizers in the style of GLiNER: models that compare spans with the names of classes, which the caller
//! specifies.

use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::model_report::ModelReport;
use glossweave_base::text::TextSpan;
use glossweave_base::text::iri::is_iri;
use glossweave_base::words::hash;
use glossweave_document::annotation::{Annotation, AnnotationExt, Entity, NERD, four_digits};
use glossweave_document::recognizer::{Passage, PassageExt, Recognizer};

use crate::class_iri::default_iri;
use crate::files::{
    CONFIG, MAX_FILE, MAX_MODEL, ModelFiles, SPAN_CONFIG, TOKENIZER, read, read_config,
};
use crate::model::{Network, Numbers, Threads};
use crate::tokenizer::{Piece, Tokenizer};
use crate::window::sentences;

/// The inputs of a span model.
const INPUTS: [&str; 6] =
    ["input_ids", "attention_mask", "words_mask", "text_lengths", "span_idx", "span_mask"];
/// The maximum number of tokens if the configuration does not specify it.
const MAX_TOKENS: u64 = 512;
/// The maximum number of tokens of consecutive sentences that are processed together, without the
/// tokens of the classes.
const WINDOW: usize = 128;
/// The minimum number of tokens that must remain for a text after the tokens of the classes.
const LEAST: usize = 32;
/// The supported range of the maximum span width, in words.
const WIDTHS: std::ops::RangeInclusive<u64> = 1..=64;
/// The maximum number of classes.
const MOST_CLASSES: usize = 64;

/// A recognizer that is loaded from four files: a GLiNER span model in ONNX, its WordPiece tokenizer, and its
/// configurations (`gliner_config.json`, and `config.json` for the maximum number of tokens).
///
/// The model has no built-in classes. The caller specifies them in words of the language of the text, for
/// example `ship`. Annotations do not overlap: when two spans overlap, the more probable span is used. Clones
/// share the model.
///
/// ```no_run
/// use glossweave_document::recognizer::{Passage, Recognizer};
/// use glossweave_neural::SpanClassifier;
/// let classifier = SpanClassifier::open("/var/lib/models/gliner")?
///     .with_class("ship", Some("http://schema.org/Vehicle"))?
///     .with_class("city", None)?;
/// let found = classifier.recognize(&Passage::new("The Lusitania left Cork."))?;
/// # Ok::<(), glossweave_base::Error>(())
/// ```
#[derive(Clone)]
pub struct SpanClassifier {
    parts: Arc<Parts>,
    /// The names of the classes and their IRIs.
    classes: Vec<(String, Box<str>)>,
    /// The tokens of the classes, which precede the tokens of a text.
    prompt: Vec<i32>,
    min_confidence: f64,
    threads: Threads,
}

struct Parts {
    network: Network,
    tokenizer: Tokenizer,
    /// The token before each class name, and the token after the last class.
    marks: [i32; 2],
    max_tokens: usize,
    width: usize,
    identity: String,
}

/// A word of a text and its tokens.
#[derive(Clone, Debug)]
struct Word {
    span: Range<usize>,
    tokens: Vec<i32>,
}

/// A span of words that may belong to a class.
#[derive(Clone, Debug)]
struct Candidate {
    words: Range<usize>,
    class: usize,
    probability: f32,
}

impl SpanClassifier {
    /// Opens the files of a folder, or a model and the other files in its folder, like
    /// [`TokenClassifier::open`](crate::TokenClassifier::open). Use
    /// [`with_class`](SpanClassifier::with_class) to add classes, because there are none by default.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if a file cannot be read, `ErrorKind::TooLarge` if the model has more
    /// than 1 GiB or another file more than 64 MiB, `ErrorKind::Invalid` if a folder contains several models,
    /// `ErrorKind::Malformed` if a file is not valid, and `ErrorKind::Unsupported` if the tokenizer does not
    /// use WordPiece, or the model contains loops or has inputs other than the inputs of GLiNER span models.
    pub fn open(path: impl AsRef<Path>) -> Result<SpanClassifier> {
        let files = ModelFiles::find(path.as_ref())?;
        let path = files.beside(SPAN_CONFIG);
        let config = read("configuration", &path, MAX_FILE)?;
        let words = read("tokenizer", &files.beside(TOKENIZER), MAX_FILE)?;
        let bytes = read("model", &files.model, MAX_MODEL)?;
        let hashes = [&bytes, &words, &config].map(|file| format!("{:016x}", hash(file)));
        let config = read_config(&config, &path)?;
        let tokenizer = Tokenizer::read(&words, &files.beside(TOKENIZER))?;
        let mark = |field: &str, usual: &str| {
            let token = config[field].as_str().unwrap_or(usual);
            tokenizer.token(token).ok_or_else(|| {
                let message = format!(
                    "the tokenizer `{}` does not have the token `{token}`, which is the `{field}` of `{}`",
                    files.beside(TOKENIZER).display(),
                    path.display()
                );
                Error::new(ErrorKind::Malformed, message)
            })
        };
        let marks = [mark("ent_token", "<<ENT>>")?, mark("sep_token", "<<SEP>>")?];
        let width = config["max_width"].as_u64().filter(|width| WIDTHS.contains(width));
        let width = width.ok_or_else(|| {
            let message = format!(
                "`{}` has no `max_width` from {} to {}",
                path.display(),
                WIDTHS.start(),
                WIDTHS.end()
            );
            Error::new(ErrorKind::Malformed, message)
        })? as usize;
        let path = files.beside(CONFIG);
        let max_tokens = if path.exists() {
            let config = read_config(&read("configuration", &path, MAX_FILE)?, &path)?;
            config["max_position_embeddings"].as_u64()
        } else {
            None
        };
        let max_tokens = max_tokens.unwrap_or(MAX_TOKENS).clamp(64, 8192) as usize;
        let network = Network::read(bytes, &files.model, &INPUTS)?;
        let identity = hashes.concat();
        let parts = Parts { network, tokenizer, marks, max_tokens, width, identity };
        Ok(SpanClassifier {
            parts: Arc::new(parts),
            classes: Vec::new(),
            prompt: Vec::new(),
            min_confidence: 0.5,
            threads: Threads::default(),
        })
    }

    /// Adds a class with its name and its IRI. When `iri` is `None`, the IRI consists of the namespace of the
    /// NERD ontology and the name.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `class`, if the name contains no letters, the IRI is
    /// not absolute, or there are more than 64 classes or so many that less than 32 tokens remain for a text.
    pub fn with_class(mut self, name: &str, iri: Option<&str>) -> Result<SpanClassifier> {
        let wrong = |error: Error| error.with_parameter("class");
        let Parts { tokenizer, marks, max_tokens, .. } = &*self.parts;
        let pieces = tokenizer.pieces(name, usize::MAX);
        if !name.contains(char::is_alphanumeric) || pieces.is_empty() {
            return Err(wrong(Error::no_such("class", name, "a name with letters")));
        }
        let iri = match iri {
            Some(iri) if is_iri(iri) => iri.into(),
            Some(iri) => return Err(wrong(Error::no_such("IRI", iri, "an absolute IRI"))),
            None => default_iri(name, NERD),
        };
        self.prompt.push(marks[0]);
        self.prompt.extend(pieces.iter().map(|piece| piece.id));
        self.classes.push((name.to_owned(), iri));
        if self.classes.len() > MOST_CLASSES {
            return Err(wrong(Error::invalid(format!("more than {MOST_CLASSES} classes"))));
        }
        // The three tokens are the token after the last class, the start token and the end token.
        if self.prompt.len() + 3 + LEAST > *max_tokens {
            let message = format!(
                "the names of the classes have {} tokens, of {max_tokens} that the model accepts",
                self.prompt.len()
            );
            return Err(wrong(Error::invalid(message)));
        }
        Ok(self)
    }

    /// Sets the minimum confidence of annotations, from 0 to 1. Default: 0.5.
    #[must_use]
    pub fn with_min_confidence(mut self, min_confidence: f64) -> SpanClassifier {
        self.min_confidence = min_confidence;
        self
    }

    /// Sets the number of threads that run the model, from 1 to 256. These threads are not used for
    /// anything else.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> SpanClassifier {
        self.threads = Threads::new(threads);
        self
    }

    /// Returns the names of the classes and their IRIs.
    pub fn classes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.classes.iter().map(|(name, iri)| (name.as_str(), &**iri))
    }

    /// Returns the name of the model with its version, which is a hash of its files.
    pub fn identity(&self) -> &str {
        &self.parts.identity
    }

    /// The option names that [`SpanClassifier::set`] accepts.
    pub const NAMES: &[&str] = &["class", "confidence", "threads"];

    /// Sets an option by its name. `class` takes the name of a class, optionally followed by `=` and an IRI
    /// (one class per call); `confidence` and `threads` take a number.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the name as parameter, if the name is unknown or the value is not
    /// valid.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        let wrong = |expected: &str| Error::no_such("value", value, expected).with_parameter(name);
        let all = self.clone();
        *self = match name {
            "class" => match value.split_once('=') {
                Some((class, iri)) => all.with_class(class, Some(iri))?,
                None => all.with_class(value, None)?,
            },
            "confidence" => {
                let known =
                    value.parse().ok().filter(|confidence| (0.0..=1.0).contains(confidence));
                all.with_min_confidence(known.ok_or_else(|| wrong("a number from 0 to 1"))?)
            }
            "threads" => all.with_threads(value.parse().map_err(|_| wrong("a number"))?),
            _ => return Err(Error::no_option(name, SpanClassifier::NAMES)),
        };
        Ok(())
    }

    /// Adds the properties of the files to a report.
    pub(crate) fn describe(&self, report: &mut ModelReport) {
        let Parts { network, tokenizer, max_tokens, identity, .. } = &*self.parts;
        network.describe(report);
        report.identity.clone_from(identity);
        report.max_tokens = Some(*max_tokens);
        report.vocabulary = Some(tokenizer.vocabulary());
    }

    /// Runs the model on a text, which is truncated if it is too long. Returns the number of its tokens.
    pub(crate) fn run(&self, text: &str) -> Result<usize> {
        let mut words = self.words(text, 0);
        let most = self.most();
        let mut tokens = 0;
        words.retain(|word| {
            tokens += word.tokens.len();
            tokens <= most
        });
        self.candidates(&words, 0)?;
        Ok(words.iter().map(|word| word.tokens.len()).sum())
    }

    /// Returns the maximum number of tokens of a text, without the tokens of the classes.
    fn most(&self) -> usize {
        self.parts.max_tokens - self.prompt.len() - 3
    }

    /// Returns the words of a text that starts at byte `start` of the passage. A word consists of letters and
    /// digits, optionally with `-` or `_` between them, or of a single other character.
    fn words(&self, text: &str, start: usize) -> Vec<Word> {
        let is_inner = |c: char| c.is_alphanumeric() || c == '_';
        let mut words = Vec::new();
        let mut at = 0;
        while let Some(first) = text[at..].chars().next() {
            let mut end = at + first.len_utf8();
            if is_inner(first) {
                let mut rest = text[end..].char_indices().peekable();
                let from = end;
                while let Some((place, c)) = rest.next() {
                    let joins = c == '-' && rest.peek().is_some_and(|(_, next)| is_inner(*next));
                    if !is_inner(c) && !joins {
                        break;
                    }
                    end = from + place + c.len_utf8();
                }
            }
            if !first.is_whitespace() {
                let pieces = self.parts.tokenizer.pieces(&text[at..end], LEAST);
                let mut tokens: Vec<i32> = pieces.iter().map(|piece: &Piece| piece.id).collect();
                // A long word is truncated, for example a name with many hyphens, because the
                // tokenizer splits it into several words.
                tokens.truncate(LEAST);
                if !tokens.is_empty() {
                    words.push(Word { span: start + at..start + end, tokens });
                }
            }
            at = end;
        }
        words
    }

    /// Returns the spans that reach the minimum confidence. `first` is the number of the first
    /// word.
    fn candidates(&self, words: &[Word], first: usize) -> Result<Vec<Candidate>> {
        let Parts { network, tokenizer, marks, width, .. } = &*self.parts;
        if words.is_empty() {
            return Ok(Vec::new());
        }
        let mut tokens = self.prompt.clone();
        tokens.push(marks[1]);
        // The mask contains the number of each word, from 1, at the first token of the word.
        let mut mask = vec![0; tokens.len()];
        for (number, word) in (1..).zip(words) {
            mask.push(number);
            mask.resize(mask.len() + word.tokens.len() - 1, 0);
            tokens.extend(&word.tokens);
        }
        let tokens = tokenizer.framed_ids(tokens);
        let mask: Vec<i32> = [0].into_iter().chain(mask).chain([0]).collect();
        let (count, width) = (words.len(), *width);
        let spans = (0..count).flat_map(|start| (0..width).map(move |more| (start, start + more)));
        let output = network.run(tokens.len(), &self.threads, |name| match name {
            "input_ids" => Numbers { shape: vec![1, tokens.len()], values: tokens.clone() },
            "attention_mask" => Numbers::filled(vec![1, tokens.len()], 1),
            "words_mask" => Numbers { shape: vec![1, mask.len()], values: mask.clone() },
            "text_lengths" => Numbers { shape: vec![1, 1], values: vec![count as i32] },
            "span_idx" => {
                let ends = spans.clone().flat_map(|(start, last)| [start as i32, last as i32]);
                Numbers { shape: vec![1, count * width, 2], values: ends.collect() }
            }
            _ => {
                let inside = spans.clone().map(|(_, last)| i32::from(last < count));
                Numbers { shape: vec![1, count * width], values: inside.collect() }
            }
        })?;
        let classes = self.classes.len();
        let expected = [1, count, width, classes];
        if output.shape != expected || output.values.iter().any(|value| !value.is_finite()) {
            let found = &output.shape;
            let message = format!(
                "{} gives an output of the shape {found:?} or with non-finite numbers, expected {expected:?}",
                network.name()
            );
            return Err(Error::new(ErrorKind::Unsupported, message));
        }
        let mut found = Vec::new();
        for ((start, last), row) in spans.zip(output.values.chunks_exact(classes)) {
            for (class, value) in row.iter().enumerate().filter(|_| last < count) {
                let probability = 1.0 / (1.0 + (-value).exp());
                if f64::from(probability) >= self.min_confidence {
                    let words = first + start..first + last + 1;
                    found.push(Candidate { words, class, probability });
                }
            }
        }
        Ok(found)
    }

    /// Appends the annotations of a group of complete sentences.
    fn add(
        &self,
        words: &[Word],
        passage: &Passage<'_>,
        found: &mut Vec<Annotation>,
    ) -> Result<()> {
        let (mut all, mut start) = (Vec::new(), 0);
        while start < words.len() {
            let (mut end, mut tokens) = (start, 0);
            while end < words.len() && tokens + words[end].tokens.len() <= self.most() {
                tokens += words[end].tokens.len();
                end += 1;
            }
            // A single word always fits, because it has at most as many tokens as the classes leave
            // to a text.
            let end = end.max(start + 1);
            all.extend(self.candidates(&words[start..end], start)?);
            if end == words.len() {
                break;
            }
            // The overlap is large enough that each span lies in at least one window completely.
            start = end.saturating_sub(self.parts.width).max(start.midpoint(end) + 1).min(end);
        }
        for Candidate { words: range, class, probability } in best(all) {
            let Some([first, ..]) = words.get(range.clone()) else { continue };
            let span = TextSpan::new(first.span.start, words[range.end - 1].span.end);
            let entity = Entity::default().with_class(self.classes[class].1.clone());
            let annotation = Annotation::entity(
                span,
                entity.with_confidence(four_digits(f64::from(probability))),
            );
            let bytes = size_of::<Annotation>() + annotation.heap_size();
            passage.memory().take(bytes, "the annotations of the text")?;
            found.push(annotation);
        }
        Ok(())
    }
}

/// Selects candidates greedily by descending probability, so that they do not overlap. Returns them
/// in text order.
fn best(mut all: Vec<Candidate>) -> Vec<Candidate> {
    let order =
        |candidate: &Candidate| (candidate.words.start, candidate.words.end, candidate.class);
    all.sort_by(|first, second| {
        second
            .probability
            .total_cmp(&first.probability)
            .then_with(|| order(first).cmp(&order(second)))
    });
    let mut kept: Vec<Candidate> = Vec::new();
    let mut taken = std::collections::BTreeSet::new();
    for candidate in all {
        if candidate.words.clone().all(|word| !taken.contains(&word)) {
            taken.extend(candidate.words.clone());
            kept.push(candidate);
        }
    }
    kept.sort_by_key(|candidate| candidate.words.start);
    kept
}

impl Recognizer for SpanClassifier {
    /// Returns the spans of the classes. Without classes, nothing is found.
    fn recognize(&self, passage: &Passage<'_>) -> Result<Vec<Annotation>> {
        let mut found = Vec::new();
        if self.classes.is_empty() {
            return Ok(found);
        }
        let window = WINDOW.min(self.most());
        let count = |words: &[Word]| words.iter().map(|word| word.tokens.len()).sum::<usize>();
        for block in passage.blocks() {
            let Some(text) = passage.text().get(block.range()) else { continue };
            let (mut words, mut tokens) = (Vec::new(), 0);
            for sentence in sentences(text, passage.language()) {
                let mut next = self.words(&text[sentence.clone()], block.start() + sentence.start);
                let more = count(&next);
                if tokens + more > window {
                    self.add(&std::mem::take(&mut words), passage, &mut found)?;
                    tokens = 0;
                }
                tokens += more;
                words.append(&mut next);
            }
            self.add(&words, passage, &mut found)?;
        }
        Ok(found)
    }
}

impl fmt::Debug for SpanClassifier {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.classes().map(|(name, _)| name).collect();
        out.debug_struct("SpanClassifier")
            .field("classes", &names)
            .field("identity", &self.parts.identity)
            .finish_non_exhaustive()
    }
}
