//! A trained tagger, which finds names that are not in any list.

mod conll;
mod corpus;
mod crf;
mod feature;
mod file;
mod gazetteers;
mod lexicon;
mod sgd;
mod tagged;
#[cfg(test)]
mod tests;
mod text;
mod train;
mod two_pass;
mod weights;

use std::fmt;
use std::path::Path;
use std::sync::Arc;

pub use corpus::{Corpus, Evaluation, LabeledSpan, Scores, Sentence};
pub use tagged::Names;
pub use train::Training;

use self::corpus::Side;
use self::crf::{Lattice, Steps, Tags};
use self::feature::Described;
use self::file::{IndexFile, Section, TAGGER, broken};
use self::gazetteers::Lists;
use self::lexicon::Lexicon;
use self::two_pass::{blocks_of, first_pass, second_pass};
use self::weights::{Layer, steps};
use crate::language::Languages;
use crate::word_classes::WordClasses;
use glossweave_base::error::Result;
use glossweave_base::mmap_file::FileAccess;
use glossweave_base::progress::Watch;
use glossweave_document::annotation::usual_class;
use glossweave_document::recognizer::Passage;

/// A tagger that finds names by their form and context. It is a linear-chain conditional random
/// field over the forms, shapes and neighbours of tokens, and over other occurrences of the same
/// names in the document.
///
/// A tagger is trained on annotated text, and saved to a file. When it is opened, the file is read
/// into memory. A tagger is cheap to clone and can be used by several threads.
#[derive(Clone)]
pub struct Tagger(Arc<Parts>);

struct Parts {
    index_file: IndexFile,
    /// The names and IRIs of classes.
    classes: Vec<(String, String)>,
    languages: Languages,
    lexicon: Lexicon,
    first: Steps,
    second: Steps,
}

impl Tagger {
    /// Trains a tagger on a corpus. The same documents always result in the same tagger, in any
    /// order.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid` if the corpus has no mentions, or more than 60 classes.
    pub fn train(corpus: &Corpus, training: &Training) -> Result<Tagger> {
        Tagger::train_watched(corpus, training, &mut |_| Ok(()))
    }

    /// Trains like [`Tagger::train`], and reports the progress to `watch`.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Tagger::train`]. If `watch` returns an error, the training is
    /// aborted with this error.
    pub fn train_watched(
        corpus: &Corpus,
        training: &Training,
        watch: &mut Watch<'_>,
    ) -> Result<Tagger> {
        Tagger::new(training.run(corpus, watch)?)
    }

    /// Opens a file that was written by [`Tagger::save`]. The file is read completely.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if the file cannot be read, is not a tagger, or is damaged.
    pub fn open(path: impl AsRef<Path>) -> Result<Tagger> {
        Tagger::new(IndexFile::open(&TAGGER, path.as_ref(), FileAccess::Read)?)
    }

    /// Creates a tagger from the bytes of a saved tagger.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if the bytes are not a tagger.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Tagger> {
        Tagger::new(IndexFile::from_bytes(&TAGGER, bytes)?)
    }

    /// Saves the tagger to a file. An existing file is replaced atomically.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if the file cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<()> {
        self.0.index_file.save(path.as_ref())
    }

    /// Returns the bytes that [`Tagger::save`] writes.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if the tagger was opened from a file that is damaged.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        self.0.index_file.to_bytes()
    }

    /// Returns a fingerprint of the content: sixteen hexadecimal digits, which are equal if and
    /// only if the content is equal. Only the header of the file is read.
    pub fn revision(&self) -> String {
        self.0.index_file.revision()
    }

    /// Returns the tagger itself if its revision is `revision`.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::PreconditionFailed`, with the parameter `revision`, if the tagger has
    /// another revision.
    pub fn at_revision(self, revision: &str) -> Result<Tagger> {
        self.0.index_file.expect(revision)?;
        Ok(self)
    }

    /// Verifies the checksum of the whole tagger.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if the checksums differ.
    pub fn verify(&self) -> Result<()> {
        self.0.index_file.verify()
    }

    fn new(index_file: IndexFile) -> Result<Tagger> {
        index_file.look()?;
        let wrong = || broken("has invalid classes");
        let text = std::str::from_utf8(index_file.section(Section::Classes as usize).whole())
            .map_err(|_| wrong())?;
        let class = |line: &str| {
            let (name, iri) = line.split_once('\t')?;
            Some((name.to_owned(), iri.to_owned()))
        };
        let lines = text.lines().take_while(|line| line.contains('\t'));
        let classes: Vec<_> = lines.map(class).collect::<Option<_>>().ok_or_else(wrong)?;
        let languages = Languages::from_lines(text.lines().skip(classes.len()));
        if languages.iter().any(|language| language.contains('\t')) {
            return Err(wrong());
        }
        let tags = Tags { classes: classes.len() };
        let steps = |section| {
            let found = steps(tags, index_file.section(section as usize).whole());
            found.ok_or_else(|| broken("has transitions that do not fit its classes"))
        };
        let (first, second) =
            (steps(Section::FirstTransitions)?, steps(Section::SecondTransitions)?);
        let lists = Lists::from_bytes(index_file.section(Section::Lists as usize).whole())
            .ok_or_else(|| broken("has invalid lists of names"))?;
        let word_classes = index_file.section(Section::WordClasses as usize).whole();
        let word_classes = WordClasses::from_bytes(word_classes)
            .ok_or_else(|| broken("has invalid word classes"))?;
        let lexicon = Lexicon { lists, classes: word_classes };
        Ok(Tagger(Arc::new(Parts { index_file, classes, languages, lexicon, first, second })))
    }

    /// Returns the names of the classes and their IRIs.
    pub fn classes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.classes.iter().map(|(name, iri)| (name.as_str(), iri.as_str()))
    }

    /// Returns the languages of the training text, as primary subtags. Returns no languages if they are
    /// unknown.
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        self.0.languages.iter()
    }

    /// Returns `true` if the tagger supports the language of a passage, or if one of the languages is
    /// unknown. When the passage does not specify a language, the language is identified.
    #[doc(hidden)]
    pub fn applies_to(&self, passage: &Passage<'_>) -> bool {
        self.0.languages.include(passage)
    }

    fn layer(&self, slots: Section, rows: Section) -> Layer<'_> {
        let Parts { index_file, classes, first, second, .. } = &*self.0;
        let steps = match slots {
            Section::SecondSlots => second,
            _ => first,
        };
        let tags = Tags { classes: classes.len() };
        Layer {
            tags,
            slots: index_file.section(slots as usize).whole(),
            rows: index_file.section(rows as usize).whole(),
            steps,
        }
    }

    /// Returns the mentions in the sentences of a document, with their confidence from 0 to 1.
    /// Classes are numbered in the order of [`Tagger::classes`]. A sentence with more than 60 tokens
    /// is split at `.`, `!` and `?`, because it may consist of several sentences.
    pub fn tag(&self, sentences: &[Vec<String>]) -> Vec<Vec<(LabeledSpan, f64)>> {
        let mut lattice = Lattice::default();
        let parts: Vec<&[String]> =
            sentences.iter().flat_map(|sentence| two_pass::sentences(sentence)).collect();
        let mut found = Vec::with_capacity(parts.len());
        for block in blocks_of(&parts) {
            let described = Described::new(block.iter().copied(), &self.0.lexicon);
            let first = self.layer(Section::FirstSlots, Section::FirstRows);
            let firsts = first_pass(&described, first, &mut lattice);
            let second = self.layer(Section::SecondSlots, Section::SecondRows);
            found.extend(second_pass(&described, &firsts, second, &mut lattice));
        }
        let mut found = parts.iter().zip(found);
        let whole = |sentence: &Vec<String>| {
            let (mut start, mut mentions) = (0, Vec::new());
            while start < sentence.len() {
                let Some((part, of_part)) = found.next() else { break };
                mentions.extend(of_part.into_iter().map(|(mut mention, confidence)| {
                    mention.start += start;
                    mention.end += start;
                    (mention, confidence)
                }));
                start += part.len();
            }
            mentions
        };
        sentences.iter().map(whole).collect()
    }

    /// Evaluates the tagger on a corpus, in the same way as conlleval: a mention is correct if its
    /// tokens and its class are correct.
    pub fn evaluate(&self, corpus: &Corpus) -> Evaluation {
        let mut evaluation = Evaluation::default();
        let expected: Vec<&str> =
            corpus.classes.iter().map(|class| self.class_name(class)).collect();
        let name = |side, class: usize| match side {
            Side::Expected => expected.get(class).copied().unwrap_or_default().to_owned(),
            Side::Found => {
                self.0.classes.get(class).map(|class| class.0.clone()).unwrap_or_default()
            }
        };
        for document in &corpus.documents {
            let tokens: Vec<_> = document.iter().map(|sentence| sentence.tokens.clone()).collect();
            for (sentence, found) in document.iter().zip(self.tag(&tokens)) {
                let found: Vec<_> = found.into_iter().map(|(mention, _)| mention).collect();
                evaluation.add(sentence.tokens.len(), &sentence.mentions, &found, name);
            }
        }
        evaluation
    }

    /// Returns the name of a class that has a different name in a corpus. For example, `PER` in columns is an
    /// IRI in documents.
    fn class_name<'a>(&'a self, class: &'a str) -> &'a str {
        let usual = usual_class(class);
        let is_same = |(name, iri): &&(String, String)| {
            iri == class
                || usual.as_ref() == Some(iri)
                || usual_class(name).is_some_and(|known| known == class)
        };
        let classes = &self.0.classes;
        let exact = classes.iter().find(|(name, _)| name == class);
        exact.or_else(|| classes.iter().find(is_same)).map_or(class, |(name, _)| name)
    }
}

impl fmt::Debug for Tagger {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let classes: Vec<_> = self.classes().map(|(name, _)| name).collect();
        out.debug_struct("Tagger").field("classes", &classes).finish_non_exhaustive()
    }
}
