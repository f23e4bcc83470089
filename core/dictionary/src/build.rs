//! The dictionary builder. Entries are first added to a log, then sorted and written one part at a time.

use std::collections::{HashMap, HashSet};

use super::chains::Chains;
use super::corpus_counts::CorpusCounts;
use super::entry::{check_iri, check_length, check_tokens};
use super::entry_log::{EntryLog, LogPart};
use super::file::{
    COUNTS, DICTIONARY, IndexFile, LABEL, MAX_RECORDS, MAX_RIVALS, MORE, NUMBERS, Record, SECTIONS,
    Section, UNIT,
};
use super::fold::push_token;
use super::iris::IriPool;
use super::label_case::Spelling;
use super::order::by_number;
use super::quantiles::{Quantiles, WeightCounts};
use super::{Dictionary, Entry};
use glossweave_base::error::{Error, ErrorKind, Refused, Result, Skipped, SkippedExt};
use glossweave_base::mmap_file::SectionWriter;
use glossweave_base::progress::{Progress, Reporter, Watch};
use glossweave_base::words::{LabelCase, Pool, Token, Tokens};

/// A builder that collects the entries of a [`Dictionary`]. See [`Dictionary::builder`].
///
/// When there are many entries, a temporary file is used to store them. IRIs and lists of classes
/// are kept in memory.
#[derive(Default)]
pub struct DictionaryBuilder {
    pub(super) entries: EntryLog,
    uris: IriPool,
    /// The last IRI that was checked, because consecutive rows of a table often have the same IRI.
    checked: String,
    /// For each IRI, `true` if it has a name.
    is_named: Vec<bool>,
    classes: Pool,
    pub(super) languages: Pool,
    weights: WeightCounts,
    /// The number of records whose label is a term, and the number of records whose label is in
    /// lower case.
    pub(super) terms: usize,
    lower: u64,
    /// `true` if most labels are words that are not names by themselves.
    pub(super) is_about_words: bool,
    /// The case of labels that do not specify a case.
    pub(super) case: LabelCase,
    /// Additional words that are not names by themselves, folded.
    pub(super) never_alone: HashSet<String>,
    pub(super) counts: CorpusCounts,
    folded: String,
    /// The lengths of the folded tokens.
    lengths: Vec<u16>,
    tokens: Vec<Token>,
    joined: String,
    /// The number of bytes read from sources.
    pub(super) read: u64,
    /// The first invalid parts of sources, and the total number of invalid parts.
    skipped: (Vec<Skipped>, u64),
}

impl DictionaryBuilder {
    /// Returns the invalid rows and labels of [sources](DictionaryBuilder::csv) that were skipped: the first
    /// [`Skipped::MOST`], each with its location if known.
    pub fn skipped(&self) -> &[Skipped] {
        &self.skipped.0
    }

    /// Returns the total number of rows and labels that were skipped.
    pub fn skipped_count(&self) -> u64 {
        self.skipped.1
    }

    /// Adds the skipped parts of a source. Returns the first error if no part of the source was valid.
    pub(super) fn skip(&mut self, refused: Refused, is_any_right: bool) -> Result<()> {
        let (list, count) = refused.finish(is_any_right)?;
        list.into_iter().for_each(|part| part.keep(&mut self.skipped.0));
        self.skipped.1 += count;
        Ok(())
    }

    /// Adds an entry. When an earlier entry has the same IRI, label and language, both are merged and the
    /// greater weight is kept.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`] if the entry is not valid, and [`ErrorKind::TooLarge`] if the label has
    /// more than 128 tokens or 4096 bytes or the dictionary more than 4 GB of IRIs. In these cases, the
    /// builder is unchanged. Returns [`ErrorKind::Storage`] if a temporary file is needed for the entries and
    /// cannot be written.
    pub fn add(&mut self, entry: &Entry<'_>) -> Result<&mut DictionaryBuilder> {
        self.check_terms(entry)?;
        if !self.uris.has_space(entry.uri.len()) || !self.classes.has_space(self.joined.len()) {
            return Err(Error::new(
                ErrorKind::TooLarge,
                "a dictionary of more than 4 GB of IRIs is too large",
            ));
        }
        self.fold(entry.label)?;
        let uri = self.uris.intern(entry.uri);
        let classes = self.classes.intern(self.joined.as_bytes());
        self.push([uri, classes], entry)?;
        Ok(self)
    }

    /// Adds a valid entry with a folded label, and the numbers of its IRI and its class list.
    fn push(&mut self, [uri, classes]: [u32; 2], entry: &Entry<'_>) -> Result<()> {
        if self.entries.len() >= (MORE - 2) as usize {
            return Err(too_large());
        }
        let language = entry.language.map(|tag| self.languages.intern(tag.trim().as_bytes()));
        if self.languages.len() > Record::LANGUAGES as usize {
            let most = Record::LANGUAGES;
            let message = format!("a dictionary of more than {most} languages is too large");
            return Err(Error::new(ErrorKind::TooLarge, message));
        }
        let case = entry.case.unwrap_or(self.case);
        let spelling = Spelling::of(entry.label);
        // Replaces negative zero, because it sorts before zero in the order of weights.
        let weight = entry.weight + 0.0;
        let record = Record::new([uri, classes], language, (case, &spelling), entry.label, weight);
        self.entries.push(self.folded.as_bytes(), &self.lengths, &record)?;
        self.terms += usize::from(case == LabelCase::Term || spelling.is_term);
        self.lower += u64::from(record.is_lower());
        self.weights.add(weight);
        let uri = uri as usize;
        if self.is_named.len() <= uri {
            self.is_named.resize(uri + 1, false);
        }
        self.is_named[uri] = true;
        Ok(())
    }

    /// Checks all fields except the label, and joins the classes. Fields that are equal to the
    /// fields of the previous entry are not checked again.
    fn check_terms(&mut self, entry: &Entry<'_>) -> Result<()> {
        self.joined.clear();
        for class in entry.classes {
            self.joined.push_str(if self.joined.is_empty() { "" } else { " " });
            self.joined.push_str(class);
        }
        if self.checked.is_empty() || self.checked != entry.uri {
            check_iri("uri", entry.uri)?;
            self.checked.clear();
            self.checked.push_str(entry.uri);
        }
        // A valid class is not empty and contains no space.
        let count = self.joined.split_terminator(' ').count();
        if count != entry.classes.len() || !self.classes.is_last(self.joined.as_bytes()) {
            entry.check_classes()?;
        }
        entry.check_weight()?;
        match entry.language {
            Some(tag) if !self.languages.is_last(tag.trim().as_bytes()) => entry.check_language(),
            _ => Ok(()),
        }
    }

    /// Splits a label into `tokens` and `folded`.
    fn fold(&mut self, label: &str) -> Result<()> {
        check_length(label)?;
        self.tokens.clear();
        self.tokens.extend(Tokens::new(label));
        check_tokens(label, self.tokens.len())?;
        self.folded.clear();
        self.lengths.clear();
        for (index, token) in self.tokens.iter().enumerate() {
            let start = self.folded.len() + usize::from(index > 0);
            push_token(label, token, index > 0, &mut self.folded);
            // This cannot overflow: a label has at most 4,096 bytes, and folding expands a character at most
            // 15 times.
            self.lengths.push((self.folded.len() - start) as u16);
        }
        Ok(())
    }

    /// Returns the number of entities that have names, and the number of their names. Names of an
    /// entity that differ only in case are counted once. Returns `ErrorKind::Storage` if a
    /// temporary file cannot be read.
    #[doc(hidden)]
    pub fn counts(&self) -> Result<[u64; 2]> {
        let mut names = 0;
        self.entries.each_part(&mut |part| {
            let records = part.records.iter();
            let mut of_part: Vec<_> =
                records.map(|(label, record)| (*label, record.uri, record.language())).collect();
            of_part.sort_unstable();
            of_part.dedup();
            names += of_part.len() as u64;
            Ok(())
        })?;
        Ok([self.is_named.iter().filter(|is_named| **is_named).count() as u64, names])
    }

    /// Builds the dictionary. A dictionary without entries finds nothing.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::TooLarge`] if the file would have more than 8 GB, [`ErrorKind::Storage`] if a
    /// temporary file cannot be used, and [`ErrorKind::Internal`] if labels cannot be distinguished by their
    /// hashes.
    pub fn build(self) -> Result<Dictionary> {
        self.build_watched(&mut |_| Ok(()))
    }

    /// Builds the dictionary like [`DictionaryBuilder::build`], and reports the progress to
    /// `watch`. The source counts as completely read.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`DictionaryBuilder::build`] and the errors of `watch`.
    pub fn build_watched(mut self, watch: &mut Watch<'_>) -> Result<Dictionary> {
        let (done, records) = (self.read, self.entries.len() as u64);
        let reporter = &mut Reporter::new(watch, Progress { done, total: done, records });
        let mut out = match self.entries.is_on_disk() {
            true => SectionWriter::on_disk(&DICTIONARY)?,
            false => SectionWriter::in_memory(&DICTIONARY),
        };
        self.uris.close();
        let uris = self.write_iris(&mut out, reporter)?;
        (self.uris, self.is_named) = (IriPool::default(), Vec::new());
        let (classes, class_places) = self.classes.place(UNIT).ok_or_else(too_large)?;
        out.begin(Section::Classes as usize)?;
        out.write(Section::Classes as usize, &classes)?;
        drop(classes);
        let mut placed = self.place_labels(&mut out, [&uris, &class_places], reporter)?;
        if self.has_most_never_alone(placed.common) {
            self.is_about_words = true;
            placed = self.place_labels(&mut out, [&uris, &class_places], reporter)?;
        }
        let (lower, languages) = (self.lower, self.languages.lines());
        drop((self, uris, class_places));
        placed.chains.write(&mut out, reporter)?;
        out.begin(Section::Languages as usize)?;
        out.write(Section::Languages as usize, &languages)?;
        reporter.report()?;
        let mut numbers = [0; NUMBERS];
        let [common, never_alone] = placed.common;
        let [labels, entries] = placed.counts;
        numbers[..COUNTS].copy_from_slice(&[labels, entries, lower, common, never_alone]);
        numbers[COUNTS..].copy_from_slice(&placed.quantiles.weights());
        let index_file = IndexFile(out.finish(numbers)?);
        reporter.report()?;
        Ok(Dictionary::from_file(index_file))
    }

    /// Writes the IRIs that have names, and returns their positions.
    fn write_iris(
        &self,
        out: &mut SectionWriter<SECTIONS, NUMBERS>,
        reporter: &mut Reporter<'_, '_>,
    ) -> Result<Vec<u32>> {
        const INDEX: usize = Section::Uris as usize;
        out.begin(INDEX)?;
        let mut places = vec![0; self.is_named.len()];
        let mut iri = String::new();
        for (number, _) in self.is_named.iter().enumerate().filter(|(_, is_named)| **is_named) {
            reporter.step()?;
            places[number] = u32::try_from(out.align(INDEX, UNIT)?).map_err(|_| too_large())?;
            iri.clear();
            self.uris.write(number as u32, &mut iri);
            out.write(INDEX, &(iri.len() as u32).to_le_bytes())?;
            out.write(INDEX, iri.as_bytes())?;
        }
        Ok(places)
    }

    /// Writes all labels with their records.
    fn place_labels(
        &self,
        out: &mut SectionWriter<SECTIONS, NUMBERS>,
        places: [&[u32]; 2],
        reporter: &mut Reporter<'_, '_>,
    ) -> Result<Placed> {
        let quantiles = self.weights.places();
        let mut placed =
            Placed { chains: Chains::new(), counts: [0; 2], common: [0; 2], quantiles };
        out.begin(Section::Labels as usize)?;
        self.entries
            .each_part(&mut |part| self.place_part(part, out, places, (&mut placed, reporter)))?;
        Ok(placed)
    }

    fn place_part(
        &self,
        mut part: LogPart<'_>,
        out: &mut SectionWriter<SECTIONS, NUMBERS>,
        [uris, classes]: [&[u32]; 2],
        (placed, reporter): (&mut Placed, &mut Reporter<'_, '_>),
    ) -> Result<()> {
        const INDEX: usize = Section::Labels as usize;
        part.records.iter().for_each(|(_, record)| placed.quantiles.see(record.weight));
        let common = self.settle(&mut part, reporter)?;
        placed.common = [placed.common[0] + common[0], placed.common[1] + common[1]];
        let (records, count) = (&part.records, part.labels.len());
        let (order, ends) = by_number(records, count, |(label, _)| *label, reporter)?;
        let (mut start, mut best, mut bytes) = (0, BestRecords::default(), Vec::new());
        for ((number, end), first) in ends.into_iter().enumerate().zip(&part.first) {
            let of_label = &order[start..end as usize];
            start = end as usize;
            reporter.steps_of(of_label.len())?;
            let best = best.of(of_label.iter().map(|place| records[*place as usize].1));
            placed.counts = [placed.counts[0] + 1, placed.counts[1] + best.len() as u64];
            let label = part.labels.item(number as u32);
            // The value is the position plus one.
            let place = match u32::try_from(out.align(INDEX, UNIT)?) {
                Ok(place) if place < LABEL => place,
                _ => return Err(too_large()),
            };
            bytes.clear();
            bytes.extend_from_slice(&(label.len() as u32).to_le_bytes());
            bytes.extend_from_slice(&(best.len() as u32).to_le_bytes());
            for record in best {
                record.uri = uris[record.uri as usize];
                record.classes = classes[record.classes as usize];
                record.write(&mut bytes);
            }
            bytes.extend_from_slice(label);
            out.write(INDEX, &bytes)?;
            placed.chains.add(first.tokens(), place)?;
        }
        Ok(())
    }
}

/// The counts of the written labels, and the data that must still be written for them.
struct Placed {
    chains: Chains,
    /// The numbers of labels and of records.
    counts: [u64; 2],
    /// The number of records whose label is a common word, and the number of records that are never
    /// found alone.
    common: [u64; 2],
    quantiles: Quantiles,
}

/// Selects the records of a label to keep.
#[derive(Default)]
struct BestRecords {
    group: Vec<Record>,
    best: Vec<Record>,
    more: Vec<Record>,
    of_classes: HashMap<u32, usize>,
}

impl BestRecords {
    fn of(&mut self, records: impl Iterator<Item = Record>) -> &mut [Record] {
        let BestRecords { group, best, more, of_classes } = self;
        let key = |record: &Record| (record.uri, record.family());
        group.clear();
        group.extend(records);
        group.sort_unstable_by(|first, second| {
            key(first)
                .cmp(&key(second))
                .then_with(|| second.weight.total_cmp(&first.weight))
                .then_with(|| first.classes.cmp(&second.classes))
        });
        group.dedup_by(|next, kept| {
            let is_same = key(next) == key(kept);
            if is_same {
                kept.unite(next);
            }
            is_same
        });
        // Keeps the best records of each language, which bounds the cost of a label however many
        // entities share it. They are followed by the best record of each class list, for requests
        // that only ask for some classes.
        group.sort_unstable_by(|first, second| {
            first.family().cmp(&second.family()).then_with(|| first.rank(second))
        });
        best.clear();
        more.clear();
        for family in group.chunk_by(|first, second| first.family() == second.family()) {
            let (first, others) = family.split_at(family.len().min(MAX_RIVALS));
            best.extend_from_slice(first);
            if others.is_empty() {
                continue;
            }
            of_classes.clear();
            first.iter().for_each(|record| *of_classes.entry(record.classes).or_default() += 1);
            more.extend(others.iter().copied().filter(|record| {
                let count = of_classes.entry(record.classes).or_default();
                *count += 1;
                *count <= MAX_RIVALS
            }));
        }
        best.sort_unstable_by(Record::rank);
        more.sort_unstable_by(Record::rank);
        best.extend_from_slice(more);
        best.truncate(MAX_RECORDS);
        best
    }
}

fn too_large() -> Error {
    Error::new(ErrorKind::TooLarge, "a dictionary of more than 8 GB is too large")
}

/// Methods of builders for imports.
pub trait DictionaryBuilderExt {
    /// Sets the IRIs, so that entries can refer to them by number.
    fn with_iris(self, uris: IriPool) -> DictionaryBuilder;

    /// Returns the IRI with the given number.
    fn iri(&self, number: u32) -> String;

    /// Returns the number of a list of valid classes, which are separated by spaces.
    fn classes(&mut self, joined: &str) -> u32;

    /// Adds an entry with the numbers of its IRI and its class list. Only the label is checked. Returns the
    /// errors of [`DictionaryBuilder::add`].
    fn add_numbered(&mut self, numbers: [u32; 2], entry: &Entry<'_>) -> Result<()>;

    /// Adds to the number of bytes read from sources, which is used for progress reports.
    fn has_read(&mut self, bytes: u64);
}

impl DictionaryBuilderExt for DictionaryBuilder {
    fn with_iris(mut self, uris: IriPool) -> DictionaryBuilder {
        self.uris = uris;
        self
    }

    fn iri(&self, number: u32) -> String {
        self.uris.item(number)
    }

    fn classes(&mut self, joined: &str) -> u32 {
        self.classes.intern(joined.as_bytes())
    }

    fn add_numbered(&mut self, numbers: [u32; 2], entry: &Entry<'_>) -> Result<()> {
        self.fold(entry.label)?;
        self.push(numbers, entry)
    }

    fn has_read(&mut self, bytes: u64) {
        self.read += bytes;
    }
}
