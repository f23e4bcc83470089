//! The build of a dictionary: all strings are interned into flat pools as they are added, then
//! sorted.

use std::collections::{HashMap, HashSet};

use super::corpus_counts::CorpusCounts;
use super::entry::{check_iri, check_length, check_tokens};
use super::file::{
    AGAIN, COUNTS, DICTIONARY, IndexFile, LABEL, MAX_RECORDS, MAX_RIVALS, MAX_SHIFT, MORE, NUMBERS,
    QUANTILES, RECORD, Record, UNIT, filter_bit, place,
};
use super::fold::fold_chain;
use super::label_case::Spelling;
use super::order::{by_number, sort_hashes};
use super::{Dictionary, Entry};
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::mmap_file::SectionFile;
use glossweave_base::progress::{Progress, Reporter, Watch};
use glossweave_base::words::{Chain, LabelCase, Pool, Token, Tokens};

/// A builder that collects the entries of a [`Dictionary`]. See [`Dictionary::builder`].
#[derive(Default)]
pub struct DictionaryBuilder {
    pub(super) labels: Pool,
    uris: Pool,
    classes: Pool,
    pub(super) languages: Pool,
    /// The chains of all labels, concatenated in the order of the labels.
    chains: Vec<u64>,
    chain_ends: Vec<u32>,
    /// Records, each with the number of its label.
    pub(super) records: Vec<(u32, Record)>,
    /// The number of records whose label is a term.
    pub(super) terms: usize,
    /// The case of labels without one of their own.
    pub(super) case: LabelCase,
    /// Further words that are no names by themselves, folded.
    pub(super) never_alone: HashSet<String>,
    pub(super) counts: CorpusCounts,
    folded: String,
    tokens: Vec<Token>,
    joined: String,
    /// The number of bytes that were read from sources.
    pub(super) read: u64,
}

impl DictionaryBuilder {
    /// Adds an entry. An entry with the IRI, the label and the language of an earlier one is merged
    /// with it and keeps the greater weight.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`] if the entry is not valid, and [`ErrorKind::TooLarge`] if the label has
    /// more than 128 tokens or 4096 bytes or the dictionary more than 4 GB in all. The builder is
    /// unchanged then.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_net as net; pub use glossweave_nif::*; pub use glossweave_rdf as rdf; pub mod entity { pub use glossweave_entity::*; pub use glossweave_format::recognizer::*; } }
    /// use glossweave::ErrorKind;
    /// use glossweave::entity::{Dictionary, Entry};
    /// let mut builder = Dictionary::builder();
    /// let bark = Entry::new("http://example.org/bark", "Cork").with_classes(&["http://schema.org/Product"]);
    /// builder.add(&bark)?.add(&Entry::new("http://example.org/cork", "Cork").weighing(5.0))?;
    /// let refused = builder.add(&Entry::new("no IRI", "Cork")).map(drop).unwrap_err();
    /// assert_eq!(refused.kind(), ErrorKind::Invalid);
    /// let names = builder.build()?;
    /// assert_eq!((names.labels(), names.entries()), (1, 2));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_net as net; pub use glossweave_nif::*; pub use glossweave_rdf as rdf; pub mod entity { pub use glossweave_entity::*; pub use glossweave_format::recognizer::*; } }
    /// use glossweave::ErrorKind;
    /// use glossweave::entity::{Dictionary, Entry};
    /// let mut builder = Dictionary::builder();
    /// let long = "Cork ".repeat(129);
    /// let error = builder.add(&Entry::new("http://example.org/cork", &long)).map(drop).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::TooLarge);
    /// ```
    pub fn add(&mut self, entry: &Entry<'_>) -> Result<&mut DictionaryBuilder> {
        self.check_terms(entry)?;
        self.fold(entry.label)?;
        let space = [(&self.labels, self.folded.len()), (&self.uris, entry.uri.len())];
        let chains = self.chains.len() + self.tokens.len() < u32::MAX as usize;
        if !chains
            || space.iter().any(|(pool, more)| !pool.has_space(*more))
            || !self.classes.has_space(self.joined.len())
            || self.records.len() >= (MORE - 2) as usize
        {
            return Err(Error::new(
                ErrorKind::TooLarge,
                "a dictionary of more than 4 GB is too large",
            ));
        }
        let known = self.labels.len();
        let label = self.labels.intern(self.folded.as_bytes());
        if self.labels.len() > known {
            let mut chain = None;
            for token in &self.tokens {
                let next = chain.map_or(Chain::start(token), |chain: Chain| chain.then(token));
                self.chains.push(next.0);
                chain = Some(next);
            }
            self.chain_ends.push(self.chains.len() as u32);
        }
        let uri = self.uris.intern(entry.uri.as_bytes());
        let classes = self.classes.intern(self.joined.as_bytes());
        let language = entry.language.map(|tag| self.languages.intern(tag.trim().as_bytes()));
        if self.languages.len() > Record::LANGUAGES as usize {
            let most = Record::LANGUAGES;
            let message = format!("a dictionary of more than {most} languages is too large");
            return Err(Error::new(ErrorKind::TooLarge, message));
        }
        let case = entry.case.unwrap_or(self.case);
        let spelling = Spelling::of(entry.label);
        self.terms += usize::from(case == LabelCase::Term || spelling.is_term);
        let record =
            Record::new([uri, classes], language, (case, &spelling), entry.label, entry.weight);
        self.records.push((label, record));
        Ok(self)
    }

    /// Checks everything but the label, and joins the classes. Values that are the same as in the
    /// previous entry are not checked again.
    fn check_terms(&mut self, entry: &Entry<'_>) -> Result<()> {
        self.joined.clear();
        for class in entry.classes {
            self.joined.push_str(if self.joined.is_empty() { "" } else { " " });
            self.joined.push_str(class);
        }
        if !self.uris.is_last(entry.uri.as_bytes()) {
            check_iri("uri", entry.uri)?;
        }
        // No class that was checked is empty or has a space.
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
        fold_chain(label, &self.tokens, &mut self.folded);
        Ok(())
    }

    /// Counts bytes of sources, for the progress.
    pub(crate) fn has_read(&mut self, bytes: u64) {
        self.read += bytes;
    }

    /// Returns the number of entities that were added, and the number of their names: names of one
    /// entity that are equal or differ in case only count once.
    #[doc(hidden)]
    pub fn counts(&self) -> [u64; 2] {
        let mut names: Vec<_> = self
            .records
            .iter()
            .map(|(label, record)| (*label, record.uri, record.language()))
            .collect();
        names.sort_unstable();
        names.dedup();
        [self.uris.len() as u64, names.len() as u64]
    }

    /// Builds the dictionary. One without entries finds nothing.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::TooLarge`] if its file would have more than 8 GB, and [`ErrorKind::Internal`] if
    /// labels cannot be told apart by their hashes.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_net as net; pub use glossweave_nif::*; pub use glossweave_rdf as rdf; pub mod entity { pub use glossweave_entity::*; pub use glossweave_format::recognizer::*; } }
    /// use glossweave::entity::{Dictionary, Passage, Recognizer};
    /// let nothing = Dictionary::builder().build()?;
    /// assert!(nothing.recognize(&Passage::new("From Cork to Cobh"))?.is_empty());
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn build(self) -> Result<Dictionary> {
        self.build_watched(&mut |_| Ok(()))
    }

    /// Builds the dictionary like [`DictionaryBuilder::build`], with progress reports, in which all
    /// of the source was read.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`DictionaryBuilder::build`] and those of `watch`.
    pub fn build_watched(mut self, watch: &mut Watch<'_>) -> Result<Dictionary> {
        let (done, records) = (self.read, self.records.len() as u64);
        let reporter = &mut Reporter::new(watch, Progress { done, total: done, records });
        let too_large =
            || Error::new(ErrorKind::TooLarge, "a dictionary of more than 8 GB is too large");
        let common = self.settle(reporter)?;
        // Data is dropped as soon as it is used: all of it together would be twice the file.
        self.labels.close();
        self.uris.close();
        let (uris, uri_places) = self.uris.place(UNIT).ok_or_else(too_large)?;
        self.uris = Pool::default();
        reporter.report()?;
        let quantiles = quantiles(self.records.iter().map(|(_, record)| record.weight).collect());
        let lower = self.records.iter().filter(|(_, record)| record.is_lower()).count() as u64;
        let (classes, class_places) = self.classes.place(UNIT).ok_or_else(too_large)?;
        let labels = self.labels.len() as u64;
        let (bytes, places, entries) =
            self.place_labels(&uri_places, &class_places, reporter)?.ok_or_else(too_large)?;
        self.labels = Pool::default();
        drop((uri_places, class_places));
        let mut chains = self.marked_chains(places);
        unite(&mut chains, reporter)?;
        let (filter, slots) = (filter(&chains, reporter)?, slots(&chains, reporter)?);
        drop(chains);
        let languages = self.languages.lines();
        let parts = [filter, slots, bytes, uris, classes, languages];
        reporter.report()?;
        let mut numbers = [0; NUMBERS];
        numbers[..COUNTS].copy_from_slice(&[labels, entries, lower, common[0], common[1]]);
        numbers[COUNTS..].copy_from_slice(&quantiles);
        let index_file = IndexFile(SectionFile::assemble(&DICTIONARY, parts, numbers));
        reporter.report()?;
        Ok(Dictionary::from_file(index_file))
    }

    /// Returns the labels with their records, their places, and the number of records; `None` if
    /// there are too many.
    fn place_labels(
        &mut self,
        uris: &[u32],
        classes: &[u32],
        reporter: &mut Reporter<'_, '_>,
    ) -> Result<Option<Placed>> {
        let records = std::mem::take(&mut self.records);
        let key = |record: &Record| (record.uri, record.family());
        let (order, ends) = by_number(&records, self.labels.len(), |(label, _)| *label, reporter)?;
        let mut bytes = Vec::with_capacity(self.labels.len() * 32 + records.len() * RECORD);
        let mut places = Vec::with_capacity(self.labels.len());
        let (mut count, mut start) = (0, 0);
        let (mut group, mut best, mut more) = (Vec::new(), Vec::new(), Vec::new());
        let mut of_classes: HashMap<u32, usize> = HashMap::new();
        for (label, end) in ends.into_iter().enumerate() {
            let of_label = &order[start..end as usize];
            start = end as usize;
            reporter.steps_of(of_label.len())?;
            group.clear();
            group.extend(of_label.iter().map(|place| records[*place as usize].1));
            group.sort_unstable_by(|one, other| {
                key(one)
                    .cmp(&key(other))
                    .then_with(|| other.weight.total_cmp(&one.weight))
                    .then_with(|| one.classes.cmp(&other.classes))
            });
            group.dedup_by(|next, kept| {
                let is_same = key(next) == key(kept);
                if is_same {
                    kept.unite(next);
                }
                is_same
            });
            // The best of each language stay, so that one label costs little however many entities
            // have it, and after them the best of each list of classes, for callers who want some
            // classes only.
            group.sort_unstable_by(|one, other| {
                one.family().cmp(&other.family()).then_with(|| one.rank(other))
            });
            best.clear();
            more.clear();
            for family in group.chunk_by(|one, other| one.family() == other.family()) {
                let (first, others) = family.split_at(family.len().min(MAX_RIVALS));
                best.extend_from_slice(first);
                if others.is_empty() {
                    continue;
                }
                of_classes.clear();
                first.iter().for_each(|one| *of_classes.entry(one.classes).or_default() += 1);
                more.extend(others.iter().copied().filter(|record| {
                    let count = of_classes.entry(record.classes).or_default();
                    *count += 1;
                    *count <= MAX_RIVALS
                }));
            }
            best.sort_unstable_by(Record::rank);
            more.sort_unstable_by(Record::rank);
            best.extend(&more);
            best.truncate(MAX_RECORDS);
            count += best.len() as u64;
            let label = self.labels.item(label as u32);
            bytes.resize(bytes.len().next_multiple_of(UNIT), 0);
            // A value is one more than the place.
            match u32::try_from(bytes.len() / UNIT) {
                Ok(place) if place < LABEL => places.push(place),
                _ => return Ok(None),
            }
            bytes.extend_from_slice(&(label.len() as u32).to_le_bytes());
            bytes.extend_from_slice(&(best.len() as u32).to_le_bytes());
            for record in &mut best {
                record.uri = uris[record.uri as usize];
                record.classes = classes[record.classes as usize];
                record.write(&mut bytes);
            }
            bytes.extend_from_slice(label);
        }
        Ok(Some((bytes, places, count)))
    }

    /// Returns every chain with the value of its slot.
    fn marked_chains(&mut self, places: Vec<u32>) -> Vec<(u64, u32)> {
        let chains = std::mem::take(&mut self.chains);
        let mut marked = Vec::with_capacity(chains.len());
        let mut from = 0;
        for (place, end) in places.iter().zip(std::mem::take(&mut self.chain_ends)) {
            let chain = &chains[from..end as usize];
            from = end as usize;
            if let [before @ .., last] = chain {
                marked.extend(before.iter().map(|chain| (*chain, MORE)));
                marked.push((*last, place + 1));
            }
        }
        marked
    }
}

/// Labels with their records, their places, and the number of records.
type Placed = (Vec<u8>, Vec<u32>, u64);

/// Sorts chains and merges those that are equal.
fn unite(chains: &mut Vec<(u64, u32)>, reporter: &mut Reporter<'_, '_>) -> Result<()> {
    sort_hashes(chains, |(chain, _)| *chain, reporter)?;
    chains.dedup_by(|next, kept| {
        // Two labels with one hash keep two slots.
        let same = next.0 == kept.0 && (next.1 & LABEL == 0 || kept.1 & LABEL == 0);
        if same {
            kept.1 |= next.1;
        }
        same
    });
    reporter.report()
}

/// Returns a filter with one bit set of eight for each chain: most chains that are not in the table
/// are ruled out here, in a tenth of the table's memory.
fn filter(chains: &[(u64, u32)], reporter: &mut Reporter<'_, '_>) -> Result<Vec<u8>> {
    let mut filter = vec![0u8; chains.len()];
    for (chain, _) in chains {
        reporter.step()?;
        let bit = filter_bit(Chain(*chain), filter.len() * 8);
        filter[bit / 8] |= 1 << (bit % 8);
    }
    Ok(filter)
}

/// Returns a hash table that is half full, with each chain at its place or after it.
fn slots(chains: &[(u64, u32)], reporter: &mut Reporter<'_, '_>) -> Result<Vec<u8>> {
    let mut count = chains.len() * 2 + 8;
    // Each try halves the load; the shift is a few slots in practice.
    for _ in 0..4 {
        if let Some(slots) = slots_of(chains, count, reporter)? {
            return Ok(slots);
        }
        count *= 2;
    }
    Err(Error::new(ErrorKind::Internal, "the labels share too many hashes to be told apart"))
}

fn slots_of(
    chains: &[(u64, u32)],
    count: usize,
    reporter: &mut Reporter<'_, '_>,
) -> Result<Option<Vec<u8>>> {
    let mut slots: Vec<u8> = Vec::with_capacity((count + MAX_SHIFT) * 8);
    for (chain, value) in chains {
        reporter.step()?;
        let place = place(Chain(*chain), count);
        let next = slots.len() / 8;
        if next >= place + MAX_SHIFT - 1 {
            return Ok(None);
        }
        slots.resize(next.max(place) * 8, 0);
        mark_again(&mut slots, *chain as u32);
        slots.extend_from_slice(&(*chain as u32).to_le_bytes());
        slots.extend_from_slice(&value.to_le_bytes());
    }
    slots.resize((count + MAX_SHIFT) * 8, 0);
    Ok(Some(slots))
}

/// Sets `AGAIN` in the slots with the same tag that come before the next one, up to the last free
/// slot.
fn mark_again(slots: &mut [u8], tag: u32) {
    for slot in slots.rchunks_exact_mut(8) {
        if slot[4..] == [0; 4] {
            break;
        }
        if slot[..4] == tag.to_le_bytes() {
            slot[7] |= (AGAIN >> 24) as u8;
        }
    }
}

/// Returns the weights of [`QUANTILES`], as bits.
fn quantiles(mut weights: Vec<f64>) -> [u64; QUANTILES.len()] {
    QUANTILES.map(|share| {
        let at = weights.len() * share / 1000;
        if at >= weights.len() {
            return 0;
        }
        weights.select_nth_unstable_by(at, f64::total_cmp).1.to_bits()
    })
}
