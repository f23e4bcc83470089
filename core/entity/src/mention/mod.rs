//! The probability that a stretch of text means an entity.

mod context;
mod features;
mod learn;
mod tagged;
#[cfg(test)]
mod tests;
mod withheld;

use std::fmt;
use std::path::Path;
use std::sync::Arc;

pub(crate) use self::context::after;
pub(crate) use self::features::{Own, Places, around};
use self::learn::OUTCOMES;
pub(crate) use self::learn::{Example, learn, probabilities, sharpness};
pub(crate) use self::withheld::Withheld;
use crate::feature_table;
use crate::kind::Kinds;
use crate::language::Languages;
use crate::ner::{Names, Tagger};
use crate::word_classes::WordClasses;
use glossweave_base::call_limits::is_exceeded;
use glossweave_base::error::{Error, Result};
use glossweave_base::mmap_file::{FileType, SectionFile, Way};
use glossweave_base::text::TextSpan;
use glossweave_base::words::Keyed;
use glossweave_document::annotation::Annotation;
use glossweave_document::recognizer::Passage;
use glossweave_document::recognizer::PassageExt;

pub(crate) static MENTION_MODEL: FileType =
    FileType { name: "mention model", magic: b"GWMENTN\n", version: 1, hint: "" };

/// The sections of the file, in their order.
#[derive(Clone, Copy)]
enum Section {
    /// The languages of the text that it was trained on, a subtag in each line.
    Languages,
    WordClasses,
    OwnSlots,
    OwnRows,
    Slots,
    Rows,
}

pub(crate) type IndexFile = SectionFile<6, 1>;

/// The probability of no entity, by its own words alone, from which on the context of a place is not read.
pub(crate) const CERTAIN: f32 = 0.995;

/// The minimum probability of a mention that is reported, unless another one is set.
const LIKELY: f32 = 0.3;

/// A model of the probability that a stretch of text which a vocabulary has as a name means an entity
/// there, and an entity of the right kind: `Nice` in `to Nice` but not in `Nice weather`.
///
/// A multinomial logistic regression (mention detection) over the words of the place and their case, the
/// words around it, their [classes](WordClasses), and the other places of the same words in the text. It
/// distinguishes persons, organizations, locations, and other entities; the classes of a candidate tell of
/// which kind it is (those of Schema.org, DBpedia, Wikidata, NERD and GeoNames are known). It is trained on
/// annotated text. Clones share its data, and threads can share it.
#[derive(Clone)]
pub struct MentionModel {
    parts: Arc<Parts>,
    /// The minimum probability of a mention that is reported, if a host has set one.
    threshold: Option<f32>,
    tagger: Option<Tagger>,
}

struct Parts {
    index_file: IndexFile,
    languages: Languages,
    words: WordClasses,
    sharpness: f32,
}

/// A place that a vocabulary has found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub span: TextSpan,
    /// The kinds of the entities that have the name.
    pub kinds: Kinds,
    /// The rank of the greatest weight among those of the vocabulary, from 0 to 7; `None` if they say
    /// nothing.
    pub weight_rank: Option<u8>,
    /// The number of entities that have the name; 0 if the vocabulary does not have it.
    pub candidates: u8,
    /// `true` if it is not a name but a term, which means the same wherever it stands.
    pub is_term: bool,
    /// `true` if the vocabulary counts the name as a common word.
    pub is_common: bool,
}

/// The probabilities of a place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Probability {
    /// The probability that the place means an entity of any kind.
    pub of_any: f32,
    /// The probability that it means an entity of the kinds of its candidates.
    pub of_kinds: f32,
}

impl Place {
    /// Returns `true` for a name with a capital that has one entity and is not a common word.
    fn is_unmistakable(&self, text: &str, is_common: fn(&str) -> bool) -> bool {
        let name = text.get(self.span.range()).unwrap_or_default();
        let has_case = |is: fn(char) -> bool| name.chars().any(is);
        self.candidates == 1
            && !self.is_common
            && (has_case(char::is_uppercase) || !has_case(char::is_lowercase))
            && name.chars().any(char::is_alphabetic)
            && !is_common(name)
    }

    /// Takes over what another vocabulary knows of the place.
    pub fn unite(&mut self, other: &Place) {
        self.kinds.unite(other.kinds);
        self.weight_rank = self.weight_rank.max(other.weight_rank);
        self.candidates = self.candidates.saturating_add(other.candidates);
        self.is_term |= other.is_term;
        self.is_common |= other.is_common;
    }
}

impl MentionModel {
    /// Opens a file that [`MentionModel::save`] wrote. The file is read at once.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if the file cannot be read, is not a mention model or is damaged.
    pub fn open(path: impl AsRef<Path>) -> Result<MentionModel> {
        MentionModel::new(SectionFile::open(&MENTION_MODEL, path.as_ref(), Way::Read)?)
    }

    /// Creates a model from the bytes of a saved one.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if the bytes are not a mention model.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<MentionModel> {
        MentionModel::new(SectionFile::from_bytes(&MENTION_MODEL, bytes)?)
    }

    /// Writes the model to a file, as a whole or not at all.
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
    /// Returns `ErrorKind::Storage` if they come from a file that is damaged.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        self.parts.index_file.to_bytes()
    }

    /// Returns a fingerprint of the content: sixteen hexadecimal digits, the same for the same content and
    /// different for any other.
    pub fn revision(&self) -> String {
        self.parts.index_file.revision()
    }

    /// Returns the model itself if its revision is `revision`.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::PreconditionFailed` with the parameter `revision` if it is another one.
    pub fn at_revision(self, revision: &str) -> Result<MentionModel> {
        self.parts.index_file.expect(revision)?;
        Ok(self)
    }

    /// Reads the whole model and compares its checksum.
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
            .ok_or_else(|| MENTION_MODEL.broken("has word classes that are none"))?;
        let sharpness = f32::from_bits(index_file.numbers[0] as u32);
        if !(sharpness > 0.0 && sharpness <= 10.0) {
            return Err(MENTION_MODEL.broken("has a factor of its sums that is none"));
        }
        let parts = Arc::new(Parts { index_file, languages, words, sharpness });
        Ok(MentionModel { parts, threshold: None, tagger: None })
    }

    /// Sets the minimum probability of a mention that is reported, from 0 to 1.
    ///
    /// If none is set, it is 0.3, and a name with a capital that has one entity and is not a common word is reported
    /// whatever the probability is.
    #[must_use]
    pub fn with_threshold(mut self, least: f64) -> MentionModel {
        self.threshold = Some(least as f32);
        self
    }

    /// The option names that [`MentionModel::set`] accepts.
    pub const NAMES: &[&str] = &["threshold", "tagger"];

    /// Sets an option by its name: `threshold` as [`MentionModel::with_threshold`] does, or `tagger` to the path of a file
    /// for [`MentionModel::with_tagger`].
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the name as parameter, for an unknown name or a wrong value, and
    /// `ErrorKind::Storage` if the file cannot be opened.
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

    /// Returns the languages of the text that it was trained on; none if that is not known.
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        self.parts.languages.iter()
    }

    /// Returns the classes of words that it uses; another model can be trained with them.
    pub fn word_classes(&self) -> &WordClasses {
        &self.parts.words
    }

    /// Returns `true` if the model knows the language of a passage, or one of both is not known. A language
    /// that is not given is identified. No passage is judged of which all names are wanted.
    pub(crate) fn applies_to(&self, passage: &Passage<'_>) -> bool {
        !passage.wants_all_names() && self.parts.languages.include(passage)
    }

    /// Returns `true` if a place is reported. The kinds of its candidates have no share in it, so that no name is lost
    /// because its entity has a class. `is_common` returns `true` for a name of common words.
    pub(crate) fn reports(
        &self,
        text: &str,
        place: &Place,
        probability: Probability,
        is_common: fn(&str) -> bool,
    ) -> bool {
        match self.threshold {
            Some(least) => probability.of_any >= least,
            None => probability.of_any >= LIKELY || place.is_unmistakable(text, is_common),
        }
    }

    /// Returns the probabilities that several places of a passage, in their order, mean entities.
    ///
    /// # Errors
    ///
    /// Returns the errors of the memory of the passage.
    pub(crate) fn probabilities(
        &self,
        passage: &Passage<'_>,
        found: &[Place],
    ) -> Result<Vec<Probability>> {
        Ok(self.probabilities_and_names(passage, found, Names::None)?.0)
    }

    /// Does what [`MentionModel::probabilities`] does, and returns the names that the tagger of the model finds, if they
    /// are wanted.
    pub(crate) fn probabilities_and_names(
        &self,
        passage: &Passage<'_>,
        found: &[Place],
        names: Names,
    ) -> Result<(Vec<Probability>, Vec<Annotation>)> {
        let memory = passage.memory().step();
        memory
            .take(found.len() * (size_of::<Place>() + size_of::<Own>()), "the places of names")?;
        let Parts { index_file, words, sharpness, .. } = &*self.parts;
        let part = |section: Section| index_file.section(section as usize);
        let text = passage.text();
        let places_left = found.iter().take_while(|_| !is_exceeded());
        let own: Vec<Own> = places_left.map(|place| Own::new(text, place.span)).collect();
        let mut places = Places::default();
        own.iter().for_each(|own| places.add(own));
        let mut blocks = passage.blocks().peekable();
        let mut features = Vec::with_capacity(128);
        // Most places have words that were seen before.
        let mut known: Keyed<[f32; OUTCOMES]> = Keyed::default();
        let table = |slots, rows| (part(slots).whole(), part(rows).whole());
        let first = table(Section::OwnSlots, Section::OwnRows);
        let second = table(Section::Slots, Section::Rows);
        let of = |(place, own): (&Place, &Own)| {
            if place.is_term {
                return [0.0; OUTCOMES];
            }
            let alone = *known.entry(own.digest(place)).or_insert_with(|| {
                own.with_classes(words).features(place, &mut features);
                probabilities(&sums(first, &features), 1.0)
            });
            if alone[0] > CERTAIN {
                return alone;
            }
            while blocks.peek().is_some_and(|block| block.end() < place.span.end()) {
                blocks.next();
            }
            let block = blocks.peek().copied().unwrap_or(place.span);
            let own = own.with_classes(words);
            own.features(place, &mut features);
            around((text, block), place.span, &own, &places, words, &mut features);
            probabilities(&sums(second, &features), *sharpness)
        };
        let places_left = found.iter().zip(&own).take_while(|_| !is_exceeded());
        let mut outcomes: Vec<[f32; OUTCOMES]> = places_left.map(of).collect();
        let names = self.ask_tagger(passage, found, &mut outcomes, names);
        let of = |(place, one): (&Place, &[f32; OUTCOMES])| match place.is_term {
            true => Probability { of_any: 1.0, of_kinds: 1.0 },
            false => {
                Probability { of_any: Kinds::default().of(one), of_kinds: place.kinds.of(one) }
            }
        };
        Ok((found.iter().zip(&outcomes).map(of).collect(), names))
    }
}

/// Returns the sums of the weights of features in a table.
fn sums(table: (&[u8], &[u8]), features: &[u64]) -> [f32; OUTCOMES] {
    let mut sums = [0.0; OUTCOMES];
    features.iter().for_each(|one| feature_table::add(table, *one, &mut sums));
    // A damaged file may have values that are not finite.
    sums.map(|sum| if sum.is_finite() { sum.clamp(-1e6, 1e6) } else { 0.0 })
}

impl fmt::Debug for MentionModel {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let languages = &self.parts.languages;
        out.debug_struct("MentionModel").field("languages", languages).finish_non_exhaustive()
    }
}
