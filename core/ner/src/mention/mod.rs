//! Mention models, which predict the probability that a stretch of text refers to an entity.
//!
//! A dictionary finds every occurrence of its names, and most occurrences of a name such as `Nice` do
//! not refer to its entity. A mention model filters them with multinomial logistic regression: the score
//! of an outcome (no entity, or an entity of one of four kinds) is the sum of its weights for the
//! [features] of the occurrence, and softmax turns the scores into probabilities. Features are 64-bit
//! hashes, and their weights are stored in [tables](feature_table).
//!
//! The filter is a cascade of three stages, because most occurrences are easy to reject:
//!
//! 1. A regression over the words of the occurrence alone. Its results are cached by the
//!    [digest](Own::digest) of the words.
//! 2. If that does not [exclude](CERTAIN) an entity, a regression over the words and their context.
//!    [Temperature scaling](sharpness) calibrates its probabilities.
//! 3. If the model has a tagger and an entity is still possible, a [combination](tagged) with the
//!    probabilities of the tagger.
//!
//! All offsets count bytes of the text of the passage.

mod context;
mod features;
mod learn;
mod tagged;
mod withheld;

use std::fmt;
use std::path::Path;
use std::sync::Arc;

pub(crate) use self::context::after;
pub(crate) use self::features::{Own, Places, around};
use self::learn::OUTCOMES;
pub(crate) use self::learn::{Example, learn, probabilities, sharpness};
pub use self::withheld::Withheld;
use crate::feature_table;
use crate::kind::Kinds;
use crate::language::Languages;
use crate::tagger::{Names, Tagger};
use crate::word_classes::WordClasses;
use glossweave_base::call_limits::is_exceeded;
use glossweave_base::error::{Error, Result};
use glossweave_base::mmap_file::{FileAccess, FileType, SectionFile};
use glossweave_base::text::TextSpan;
use glossweave_base::words::Keyed;
use glossweave_document::annotation::Annotation;
use glossweave_document::recognizer::{Passage, PassageExt};

pub(crate) static MENTION_MODEL: FileType =
    FileType { name: "mention model", magic: b"GWMENTN\n", version: 1, hint: "" };

/// The sections of the file, in file order.
#[derive(Clone, Copy)]
enum Section {
    /// The languages of the training text, with one subtag per line.
    Languages,
    WordClasses,
    OwnSlots,
    OwnRows,
    Slots,
    Rows,
}

pub(crate) type IndexFile = SectionFile<6, 1>;

/// The probability of no entity above which an occurrence is rejected by its words alone, without reading
/// its context. Training skips the same occurrences in the second regression.
pub(crate) const CERTAIN: f32 = 0.995;

/// The default minimum probability of a mention that is reported.
const LIKELY: f32 = 0.3;

/// A model of the probability that an occurrence of a name of a vocabulary refers to an entity of the right
/// kind. For example, `Nice` does in `to Nice`, but not in `Nice weather`.
///
/// The model is a multinomial logistic regression (mention detection). Its features are the words of the
/// occurrence and their case, the surrounding words, their [classes](WordClasses), and other occurrences of
/// the same words in the text. The model distinguishes persons, organizations, locations, and other
/// entities. The kind of a candidate is derived from its classes; the classes of Schema.org, DBpedia,
/// Wikidata, NERD and GeoNames are supported. The model is trained on annotated text. Clones share the
/// data, and a model can be used by several threads.
#[derive(Clone)]
pub struct MentionModel {
    parts: Arc<Parts>,
    /// The minimum probability of a mention that is reported, if it was set.
    threshold: Option<f32>,
    tagger: Option<Tagger>,
}

struct Parts {
    index_file: IndexFile,
    languages: Languages,
    words: WordClasses,
    /// The factor for the scores of the second regression: the inverse temperature.
    sharpness: f32,
}

/// An occurrence of a name of a vocabulary.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The span of the name, in bytes.
    pub span: TextSpan,
    /// The kinds of the entities with this name.
    pub kinds: Kinds,
    /// The rank of the greatest weight among the weights of the vocabulary, from 0 to 7. `None` if
    /// the weights provide no evidence.
    pub weight_rank: Option<u8>,
    /// The number of entities with this name. 0 if the vocabulary does not contain it.
    pub candidates: u8,
    /// `true` if the name is a term, which has the same meaning wherever it is found.
    pub is_term: bool,
    /// `true` if the vocabulary treats the name as a common word.
    pub is_common: bool,
}

/// The probabilities of an occurrence.
#[derive(Clone, Copy, Debug)]
pub struct Probability {
    /// The probability that the occurrence refers to an entity of any kind.
    pub of_any: f32,
    /// The probability that the occurrence refers to an entity of the kinds of its candidates.
    pub of_kinds: f32,
}

impl Place {
    /// Returns `true` for a name with a capital that has a single candidate and is not a common
    /// word.
    fn is_unmistakable(&self, text: &str, is_common: fn(&str) -> bool) -> bool {
        let name = text.get(self.span.range()).unwrap_or_default();
        let has_case = |is: fn(char) -> bool| name.chars().any(is);
        self.candidates == 1
            && !self.is_common
            && (has_case(char::is_uppercase) || !has_case(char::is_lowercase))
            && name.chars().any(char::is_alphabetic)
            && !is_common(name)
    }

    /// Merges the properties of the same occurrence in another vocabulary.
    pub fn unite(&mut self, other: &Place) {
        self.kinds.unite(other.kinds);
        self.weight_rank = self.weight_rank.max(other.weight_rank);
        self.candidates = self.candidates.saturating_add(other.candidates);
        self.is_term |= other.is_term;
        self.is_common |= other.is_common;
    }
}

impl MentionModel {
    /// Opens a file that was written by [`MentionModel::save`]. The file is read completely.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if the file cannot be read, is not a mention model, or is
    /// damaged.
    pub fn open(path: impl AsRef<Path>) -> Result<MentionModel> {
        MentionModel::new(SectionFile::open(&MENTION_MODEL, path.as_ref(), FileAccess::Read)?)
    }

    /// Creates a model from the bytes of a saved model.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if the bytes are not a mention model.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<MentionModel> {
        MentionModel::new(SectionFile::from_bytes(&MENTION_MODEL, bytes)?)
    }

    /// Saves the model to a file. An existing file is replaced atomically.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if the file cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<()> {
        self.parts.index_file.save(path.as_ref())
    }

    /// Returns the bytes that [`MentionModel::save`] writes.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if the model was opened from a file that is damaged.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        self.parts.index_file.to_bytes()
    }

    /// Returns a fingerprint of the content: sixteen hexadecimal digits, which are equal if and only if
    /// the content is equal.
    pub fn revision(&self) -> String {
        self.parts.index_file.revision()
    }

    /// Returns the model itself if its revision is `revision`.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::PreconditionFailed`, with the parameter `revision`, if the model has
    /// another revision.
    pub fn at_revision(self, revision: &str) -> Result<MentionModel> {
        self.parts.index_file.expect(revision)?;
        Ok(self)
    }

    /// Verifies the checksum of the whole model.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if the checksums differ.
    pub fn verify(&self) -> Result<()> {
        self.parts.index_file.verify()
    }

    pub(crate) fn new(index_file: IndexFile) -> Result<MentionModel> {
        index_file.look()?;
        let section = |section| index_file.section(section as usize).whole();
        let languages = std::str::from_utf8(section(Section::Languages))
            .map_err(|_| MENTION_MODEL.broken("has languages that are not UTF-8"))?;
        let languages = Languages::from_lines(languages.lines());
        let words = WordClasses::from_bytes(section(Section::WordClasses))
            .ok_or_else(|| MENTION_MODEL.broken("has invalid word classes"))?;
        let sharpness = f32::from_bits(index_file.numbers[0] as u32);
        if !(sharpness > 0.0 && sharpness <= 10.0) {
            return Err(MENTION_MODEL.broken("has an invalid scaling factor"));
        }
        let parts = Arc::new(Parts { index_file, languages, words, sharpness });
        Ok(MentionModel { parts, threshold: None, tagger: None })
    }

    /// Sets the minimum probability of a mention that is reported, from 0 to 1.
    ///
    /// Default: 0.3. When no minimum is set, a name with a capital that has a single candidate and is not a
    /// common word is always reported, whatever its probability is.
    #[must_use]
    pub fn with_threshold(mut self, threshold: f64) -> MentionModel {
        self.threshold = Some(threshold as f32);
        self
    }

    /// The option names that [`MentionModel::set`] accepts.
    pub const NAMES: &[&str] = &["threshold", "tagger"];

    /// Sets an option by its name. `threshold` takes a number for [`MentionModel::with_threshold`], and
    /// `tagger` takes the path of a file for [`MentionModel::with_tagger`].
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the name as parameter, if the name is unknown or the value is not
    /// valid, and `ErrorKind::Storage` if the file cannot be opened.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        match name {
            "threshold" => {
                let number =
                    value.parse::<f32>().ok().filter(|number| (0.0..=1.0).contains(number));
                let wrong = || Error::no_such("value", value, "a number from 0 to 1");
                self.threshold = Some(number.ok_or_else(|| wrong().with_parameter(name))?);
            }
            "tagger" => {
                let tagger = Tagger::open(value).map_err(|error| error.with_parameter(name))?;
                self.tagger = Some(tagger);
            }
            _ => return Err(Error::no_option(name, MentionModel::NAMES)),
        }
        Ok(())
    }

    /// Returns the languages of the training text. Returns no languages if they are unknown.
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        self.parts.languages.iter()
    }

    /// Returns the word classes that the model uses. They can also be used to train another model.
    pub fn word_classes(&self) -> &WordClasses {
        &self.parts.words
    }

    /// Returns the probabilities of the outcomes for each occurrence, without the tagger. Terms are not
    /// scored. When a limit of the call is exceeded, the remaining occurrences are omitted, because the call
    /// fails anyway.
    fn outcomes(&self, passage: &Passage<'_>, found: &[Place]) -> Vec<[f32; OUTCOMES]> {
        let Parts { index_file, words, sharpness, .. } = &*self.parts;
        let text = passage.text();
        let places_left = found.iter().take_while(|_| !is_exceeded());
        let own: Vec<Own> = places_left.map(|place| Own::new(text, place.span)).collect();
        // The namesakes of an occurrence can follow it, so they are counted before the first score.
        let mut places = Places::default();
        own.iter().for_each(|own| places.add(own));
        let mut blocks = passage.blocks().peekable();
        let mut features = Vec::with_capacity(128);
        // A cache, because most occurrences have the same words as an earlier occurrence.
        let mut known: Keyed<[f32; OUTCOMES]> = Keyed::default();
        let section = |section: Section| index_file.section(section as usize).whole();
        let of_words = (section(Section::OwnSlots), section(Section::OwnRows));
        let of_context = (section(Section::Slots), section(Section::Rows));
        let score = |(place, own): (&Place, &Own)| {
            if place.is_term {
                return [0.0; OUTCOMES];
            }
            let alone = *known.entry(own.digest(place)).or_insert_with(|| {
                own.with_classes(words).features(place, &mut features);
                probabilities(&sums(of_words, &features), 1.0)
            });
            if alone[0] > CERTAIN {
                return alone;
            }
            // Both occurrences and blocks are sorted, so no block is skipped too early.
            while blocks.peek().is_some_and(|block| block.end() < place.span.end()) {
                blocks.next();
            }
            let block = blocks.peek().copied().unwrap_or(place.span);
            let own = own.with_classes(words);
            own.features(place, &mut features);
            around((text, block), place.span, &own, &places, words, &mut features);
            probabilities(&sums(of_context, &features), *sharpness)
        };
        let places_left = found.iter().zip(&own).take_while(|_| !is_exceeded());
        places_left.map(score).collect()
    }
}

/// Methods of mention models for the other crates of Glossweave.
pub trait MentionModelExt {
    /// Returns `true` if the model supports the language of a passage, or if one of the languages is
    /// unknown. When the passage does not specify a language, the language is identified. Returns `false`
    /// if all names in the passage are requested.
    fn applies_to(&self, passage: &Passage<'_>) -> bool;

    /// Returns `true` if an occurrence must be reported. The kinds of its candidates are ignored, so that no
    /// name is lost because its entity has an unexpected class. `is_common` returns `true` if a name consists
    /// of common words.
    fn reports(
        &self,
        text: &str,
        place: &Place,
        probability: Probability,
        is_common: fn(&str) -> bool,
    ) -> bool;

    /// Returns the probabilities that occurrences refer to entities. The occurrences must be sorted
    /// by position.
    ///
    /// # Errors
    ///
    /// Returns the errors of the memory of the passage.
    fn probabilities(&self, passage: &Passage<'_>, found: &[Place]) -> Result<Vec<Probability>>;

    /// Returns the probabilities of [`MentionModel::probabilities`] and, if requested, the names that the
    /// tagger of the model finds.
    fn probabilities_and_names(
        &self,
        passage: &Passage<'_>,
        found: &[Place],
        names: Names,
    ) -> Result<(Vec<Probability>, Vec<Annotation>)>;
}

impl MentionModelExt for MentionModel {
    fn applies_to(&self, passage: &Passage<'_>) -> bool {
        !passage.wants_all_names() && self.parts.languages.include(passage)
    }

    fn reports(
        &self,
        text: &str,
        place: &Place,
        probability: Probability,
        is_common: fn(&str) -> bool,
    ) -> bool {
        match self.threshold {
            Some(threshold) => probability.of_any >= threshold,
            None => probability.of_any >= LIKELY || place.is_unmistakable(text, is_common),
        }
    }

    fn probabilities(&self, passage: &Passage<'_>, found: &[Place]) -> Result<Vec<Probability>> {
        Ok(self.probabilities_and_names(passage, found, Names::None)?.0)
    }

    fn probabilities_and_names(
        &self,
        passage: &Passage<'_>,
        found: &[Place],
        names: Names,
    ) -> Result<(Vec<Probability>, Vec<Annotation>)> {
        let memory = passage.memory().step();
        memory.take(
            found.len() * (size_of::<Place>() + size_of::<Own>()),
            "the positions of names",
        )?;
        let mut outcomes = self.outcomes(passage, found);
        let names = self.ask_tagger(passage, found, &mut outcomes, names);
        let probability = |(place, outcomes): (&Place, &[f32; OUTCOMES])| match place.is_term {
            true => Probability { of_any: 1.0, of_kinds: 1.0 },
            false => Probability {
                of_any: Kinds::default().of(outcomes),
                of_kinds: place.kinds.of(outcomes),
            },
        };
        Ok((found.iter().zip(&outcomes).map(probability).collect(), names))
    }
}

/// Returns the scores of the outcomes: the sums of the weights of features in a table. Features without
/// weights add nothing.
fn sums(table: (&[u8], &[u8]), features: &[u64]) -> [f32; OUTCOMES] {
    let mut sums = [0.0; OUTCOMES];
    features.iter().for_each(|feature| feature_table::add(table, *feature, &mut sums));
    // The values in a damaged file may not be finite.
    sums.map(|sum| if sum.is_finite() { sum.clamp(-1e6, 1e6) } else { 0.0 })
}

impl fmt::Debug for MentionModel {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let languages = &self.parts.languages;
        out.debug_struct("MentionModel").field("languages", languages).finish_non_exhaustive()
    }
}
