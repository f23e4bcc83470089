//! The scan for names: dictionary matching on tokens, leftmost-longest and without overlap.
//!
//! The labels form a trie whose edges are tokens. It is stored as a hash table: the key of a node is
//! the hash of its chain of tokens ([`Chain`]), so following an edge takes one look-up. A Bloom
//! filter rejects most chains that are not in the table. Table and filter are often larger than the
//! caches, and memory latency dominates the run time. The scan therefore advances all chains of a
//! batch by one token at a time, so that their independent memory accesses overlap (group
//! prefetching, Chen et al. 2004). A batch takes these steps:
//!
//! 1. [`Scan::find_longest`] finds the longest candidate at each token by hashes only.
//! 2. [`Scan::find_before_particles`] adds candidates that precede a Korean particle.
//! 3. [`Scan::select_matches`] goes from left to right, verifies candidates against the bytes of
//!    their labels, because hashes can collide, and continues after each match.
//! 4. [`Scan::report_matches`] chooses the entries of each match. Matches are reported in text order,
//!    so all matches after a doubtful match wait until the end of the passage.
//!
//! Offsets of tokens and ranges count bytes of a block, spans count bytes of the passage, and the
//! numbers of labels and IRIs count [`UNIT`](super::file::UNIT)s of the file.

use std::collections::{HashMap, HashSet};
use std::hint::black_box;
use std::ops::Range;

use glossweave_base::call_limits::check_now;
use glossweave_base::error::{Error, Result};
use glossweave_base::text::TextSpan;
use glossweave_document::recognizer::{Passage, PassageExt};

use super::MAX_TOKENS;
use super::address::is_in_address;
use super::common_words::{language_bit, languages_of};
use super::file::{IndexFile, MAX_RECORDS, MAX_RIVALS, Record, Records, View};
use super::fold::{fold_chain, push_token};
use super::forced_capital::is_forced;
use super::label_case::Written;
use super::particle::{has_hangul, stems};
use glossweave_base::words::{Breaks, Chain, Token, Tokens, likely_languages};
use glossweave_ner::{MentionModel, MentionModelExt};

/// The number of tokens that are added for each batch, so that the memory accesses of their look-ups
/// overlap.
const BATCH: usize = 512;

/// The maximum number of words of a label before a Korean particle.
const MAX_WORDS: usize = 8;

/// A scan of the blocks of a passage for the names of a dictionary.
pub(super) struct Scan<'d> {
    view: View<'d>,
    /// For each language number, `true` if its entries are used. If the list is empty, the entries
    /// of all languages are used.
    uses_language: Vec<bool>,
    /// The tokens of the batch, followed by tokens of the next batch that a match may reach.
    tokens: Vec<Token>,
    /// The longest candidate at each token of the batch.
    longest: Vec<LabelMatch>,
    /// The chains that can still be extended: the index of the first token, and the hash so far.
    open_chains: Vec<(u32, Chain)>,
    /// The verified matches of the batch.
    matches: Vec<(LabelMatch, Records<'d>)>,
    /// The entries of the current match.
    rivals: Vec<Record>,
    /// A buffer for folded tokens.
    folded: String,
    breaks: Breaks,
    /// `true` to prefetch the IRIs of matches, for callers that use them immediately.
    reads_iris: bool,
    doubtful: Doubtful,
    /// The labels of common words that were found with a capital that is not explained by their
    /// position.
    confirmed: HashSet<u32>,
    /// The matches from the first doubtful match on, which are held until the end of the passage.
    pending: Vec<Pending<'d>>,
    /// `true` if some labels are words that are never found alone.
    has_never_alone: bool,
    /// The possible languages of the passage, with one bit for each list of function words.
    languages: u16,
}

/// The treatment of doubtful matches: common words whose capital is explained by their position, at the
/// start of a sentence or in a title.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubtful {
    /// Doubtful matches are skipped, unless the same label occurs in the passage with a capital that only a
    /// name can have.
    Confirmed,
    /// Doubtful matches are reported like other matches, because a mention model filters all of
    /// them.
    Judged,
    /// Doubtful matches are reported, and so are common words in any case.
    Any,
    /// All labels are found, in any case and in text of any language, except for function words without a
    /// capital.
    All,
}

impl Doubtful {
    /// Returns the treatment of doubtful matches when a model filters the names of a passage.
    pub fn judged_by(model: Option<&MentionModel>, passage: &Passage<'_>) -> Doubtful {
        if passage.wants_all_names() {
            Doubtful::All
        } else if model.is_some_and(|model| model.applies_to(passage)) {
            Doubtful::Judged
        } else {
            Doubtful::Confirmed
        }
    }
}

/// A match that is held until the end of a passage.
struct Pending<'d> {
    span: TextSpan,
    label: u32,
    records: Records<'d>,
    is_doubtful: bool,
}

/// A candidate or a verified match, as tokens of the batch.
#[derive(Clone, Copy)]
struct LabelMatch {
    /// The index of the first token.
    first: u32,
    /// The number of tokens. 0 if there is no match.
    length: u32,
    /// The number of bytes of the last token that belong to a particle instead of the match.
    particle: u32,
    label: u32,
}

impl LabelMatch {
    const NONE: LabelMatch = LabelMatch { first: 0, length: 0, particle: 0, label: 0 };
}

/// A filter of entries by their class lists. Results are cached, because many entries share a list.
pub(super) struct Classes<'d, 'w> {
    view: View<'d>,
    is_wanted: &'w dyn Fn(&str) -> bool,
    known: HashMap<u32, bool>,
}

impl<'d, 'w> Classes<'d, 'w> {
    pub(super) fn new(view: View<'d>, is_wanted: &'w dyn Fn(&str) -> bool) -> Classes<'d, 'w> {
        Classes { view, is_wanted, known: HashMap::new() }
    }

    fn accept(&mut self, record: &Record) -> Result<bool> {
        if let Some(known) = self.known.get(&record.classes) {
            return Ok(*known);
        }
        let is_wanted = (self.is_wanted)(self.view.classes(record.classes)?);
        self.known.insert(record.classes, is_wanted);
        Ok(is_wanted)
    }
}

impl<'d> Scan<'d> {
    pub(super) fn new(index_file: &'d IndexFile) -> Scan<'d> {
        Scan {
            view: index_file.view(),
            has_never_alone: index_file.common()[1] > 0,
            languages: 0,
            uses_language: Vec::new(),
            tokens: Vec::with_capacity(BATCH + MAX_TOKENS),
            longest: Vec::new(),
            open_chains: Vec::new(),
            matches: Vec::new(),
            rivals: Vec::new(),
            folded: String::new(),
            breaks: Breaks::default(),
            reads_iris: false,
            doubtful: Doubtful::Confirmed,
            confirmed: HashSet::new(),
            pending: Vec::new(),
        }
    }

    /// Enables the prefetching of IRIs, for callers that read them immediately.
    pub(super) fn reading_iris(mut self) -> Scan<'d> {
        self.reads_iris = true;
        self
    }

    /// Sets the treatment of doubtful matches.
    pub(super) fn with_doubtful(mut self, doubtful: Doubtful) -> Scan<'d> {
        self.doubtful = doubtful;
        self
    }

    /// Calls `visit` with the matches and their candidate entries. If `classes` is given, only
    /// entries that it accepts are passed, so there may be no entries. The longest name is used,
    /// even if none of its entries is accepted.
    pub(super) fn run(
        mut self,
        passage: &Passage<'_>,
        mut classes: Option<Classes<'_, '_>>,
        visit: &mut impl FnMut(TextSpan, &[Record]) -> Result<()>,
    ) -> Result<()> {
        self.set_languages(passage)?;
        for block in passage.blocks() {
            let text = passage.text().get(block.range()).ok_or_else(|| {
                Error::invalid(format!(
                    "piece {}..{} splits a character or exceeds the text of {} bytes",
                    block.start(),
                    block.end(),
                    passage.text().len()
                ))
            })?;
            self.scan_block(text, block.start(), classes.as_mut(), visit)?;
            passage.memory().step().take(self.pending_size(), "uncertain names")?;
        }
        for pending in std::mem::take(&mut self.pending) {
            if pending.is_doubtful && !self.confirmed.contains(&pending.label) {
                continue;
            }
            let name = &passage.text()[pending.span.range()];
            self.choose_entries(pending.records, name, classes.as_mut())?;
            visit(pending.span, &self.rivals)?;
        }
        Ok(())
    }

    /// Sets the languages of the entries that are used, and the possible languages of the passage.
    fn set_languages(&mut self, passage: &Passage<'_>) -> Result<()> {
        if self.has_never_alone {
            self.languages = match passage.language() {
                Some(language) => language_bit(language.primary()),
                None => likely_languages(passage.text()),
            };
        }
        if let Some(language) = passage.language().filter(|_| self.doubtful != Doubtful::All) {
            let primary = language.primary();
            let primary_of = |tag: &'d str| tag.split(['-', '_']).next().unwrap_or(tag);
            let tags = self.view.languages()?.into_iter();
            self.uses_language =
                tags.map(|tag| primary_of(tag).eq_ignore_ascii_case(primary)).collect();
        }
        Ok(())
    }

    fn pending_size(&self) -> usize {
        self.pending.len() * size_of::<Pending<'_>>()
    }

    /// Scans a block that starts at `offset` in the passage.
    fn scan_block(
        &mut self,
        text: &str,
        offset: usize,
        mut classes: Option<&mut Classes<'_, '_>>,
        visit: &mut impl FnMut(TextSpan, &[Record]) -> Result<()>,
    ) -> Result<()> {
        let mut source = Tokens::new(text);
        let has_particles = has_hangul(text);
        let mut next = 0;
        self.tokens.clear();
        self.breaks.clear();
        loop {
            check_now()?;
            // Sections that were verified in the meantime need no more checks.
            self.view = self.view.settled();
            self.tokens.drain(..next);
            let known = self.tokens.len();
            self.tokens.extend(source.by_ref().take(BATCH));
            let is_end = self.tokens.len() - known < BATCH;
            // Matches start before `stop`, so that the tokens of the longest label are available. The
            // remaining tokens belong to the next batch.
            let stop = if is_end { self.tokens.len() } else { self.tokens.len() - MAX_TOKENS };
            self.find_longest(stop);
            if has_particles {
                self.find_before_particles(text, stop);
            }
            next = self.select_matches(text, stop)?;
            self.report_matches(text, offset, classes.as_deref_mut(), visit)?;
            if is_end {
                return Ok(());
            }
        }
    }

    /// Stores the leftmost-longest matches that start at the first `stop` tokens in `matches`. Returns
    /// the first token after them, which can be after `stop`.
    fn select_matches(&mut self, text: &str, stop: usize) -> Result<usize> {
        self.matches.clear();
        let mut next = 0;
        while next < stop {
            if self.longest[next].length == 0 {
                next += 1;
                continue;
            }
            match self.longest_at(text, next)? {
                Some(verified) => {
                    self.matches.push(verified);
                    next += verified.0.length as usize;
                }
                None => next += 1,
            }
        }
        Ok(next)
    }

    /// Passes the matches of the batch and their entries to `visit`, or holds them until the end of the
    /// passage.
    fn report_matches(
        &mut self,
        text: &str,
        offset: usize,
        mut classes: Option<&mut Classes<'_, '_>>,
        visit: &mut impl FnMut(TextSpan, &[Record]) -> Result<()>,
    ) -> Result<()> {
        for index in 0..self.matches.len() {
            let (found, records) = self.matches[index];
            let range = self.range(&found);
            self.choose_entries(records, &text[range.clone()], classes.as_deref_mut())?;
            let span = TextSpan::new(offset + range.start, offset + range.end);
            let is_doubtful = self.is_doubtful(found.label, text, &range);
            if !is_doubtful && self.pending.is_empty() {
                visit(span, &self.rivals)?;
            } else {
                self.pending.push(Pending { span, label: found.label, records, is_doubtful });
            }
        }
        Ok(())
    }

    /// Returns the bytes of a match in the block, without its particle.
    fn range(&self, found: &LabelMatch) -> Range<usize> {
        let last = found.first as usize + found.length as usize - 1;
        let end = self.tokens[last].range().end - found.particle as usize;
        self.tokens[found.first as usize].range().start..end
    }

    /// Stores the longest candidate at each of the first `stop` tokens in `longest`. Later rounds find
    /// longer candidates and overwrite earlier candidates.
    fn find_longest(&mut self, stop: usize) {
        self.longest.clear();
        self.longest.resize(stop, LabelMatch::NONE);
        self.open_chains.clear();
        let starts = self.tokens[..stop].iter().enumerate();
        self.open_chains.extend(starts.map(|(first, token)| (first as u32, Chain::start(token))));
        for length in 1..=MAX_TOKENS {
            self.drop_unknown_chains();
            // Reads all home slots before the first slot is needed. `black_box` keeps the compiler from
            // removing a read whose value is not used.
            for (_, chain) in &self.open_chains {
                black_box(self.view.peek(*chain));
            }
            let tokens = &self.tokens;
            let longest = &mut self.longest;
            self.open_chains.retain_mut(|(first, chain)| {
                let is_prefix = self.view.probe(*chain, |label| {
                    longest[*first as usize] =
                        LabelMatch { first: *first, length: length as u32, particle: 0, label };
                });
                match tokens.get(*first as usize + length) {
                    Some(token) if is_prefix => {
                        *chain = chain.then(token);
                        true
                    }
                    _ => false,
                }
            });
            if self.open_chains.is_empty() {
                break;
            }
        }
        // The labels are compared next.
        for found in self.longest.iter().filter(|found| found.length > 0) {
            black_box(self.view.peek_label(found.label));
        }
    }

    /// Adds candidates whose last word is followed by a particle. A candidate without a particle is
    /// preferred to a candidate of the same number of tokens.
    ///
    /// A particle is part of its token, so its stem has another hash than the token. For each stem,
    /// the chains that end with it are computed from all possible first tokens. This is quadratic in
    /// [`MAX_WORDS`], which is acceptable because few words end like a particle.
    fn find_before_particles(&mut self, text: &str, stop: usize) {
        for last in 0..self.tokens.len() {
            let token = self.tokens[last];
            for stem in stems(text, &token) {
                let earliest = (last + 1).saturating_sub(MAX_WORDS);
                for first in (earliest..=last).take_while(|first| *first < stop) {
                    let words = self.tokens[first..last].iter().chain([&stem]);
                    let mut words = words.copied();
                    let Some(start) = words.next() else { continue };
                    let chain = words.fold(Chain::start(&start), |chain, word| chain.then(&word));
                    let length = (last + 1 - first) as u32;
                    let longest = &mut self.longest[first];
                    if longest.length >= length || !self.view.may_have(chain) {
                        continue;
                    }
                    self.view.probe(chain, |label| {
                        let particle = token.end - stem.end;
                        *longest = LabelMatch { first: first as u32, length, particle, label };
                    });
                }
            }
        }
    }

    /// Drops the open chains that the Bloom filter does not contain. Each chain is written to the end of
    /// the kept chains before the test, which avoids a branch: a branch would stall on the memory access
    /// of each chain before the next access starts.
    fn drop_unknown_chains(&mut self) {
        let mut kept = 0;
        for index in 0..self.open_chains.len() {
            let open = self.open_chains[index];
            self.open_chains[kept] = open;
            kept += usize::from(self.view.may_have(open.1));
        }
        self.open_chains.truncate(kept);
    }

    /// Returns the longest match that starts at a token, with its entries.
    fn longest_at(
        &mut self,
        text: &str,
        first: usize,
    ) -> Result<Option<(LabelMatch, Records<'d>)>> {
        let found = self.longest[first];
        let (label, records) = self.view.label(found.label)?;
        let range = self.range(&found);
        if self.has_label(&found, label, text) {
            if self.is_match(text, &range, records) {
                return Ok(Some((found, records)));
            }
            // No other label can match.
            if found.length == 1 {
                return Ok(None);
            }
        }
        self.shorter_at(text, found)
    }

    /// Returns `true` if the folded text of a candidate is the label itself instead of another text with
    /// the same hash.
    fn has_label(&mut self, found: &LabelMatch, label: &[u8], text: &str) -> bool {
        let range = self.range(found);
        let first = found.first as usize;
        let tokens = &mut self.tokens[first..first + found.length as usize];
        // The particle is cut off for the comparison only.
        let end = tokens.last().map_or(0, |last| last.end);
        set_end(tokens, end - found.particle);
        let has_label = is_written(label, &text[range], tokens) || {
            self.folded.clear();
            fold_chain(text, tokens, &mut self.folded);
            label == self.folded.as_bytes()
        };
        set_end(tokens, end);
        has_label
    }

    /// Returns the longest match that starts at the first token of a candidate which does not match,
    /// because its hash belongs to another label or because none of its entries applies. The first
    /// look-up kept only the longest candidate, so the chain is followed again. This is rare.
    fn shorter_at(
        &mut self,
        text: &str,
        longest: LabelMatch,
    ) -> Result<Option<(LabelMatch, Records<'d>)>> {
        let LabelMatch { first, .. } = longest;
        // Each candidate with the end of its folded tokens in `folded`, the longest candidate last.
        let mut candidates = Vec::new();
        let mut chain = None;
        self.folded.clear();
        for length in 1..=longest.length {
            let token = self.tokens[(first + length) as usize - 1];
            let next = chain.map_or(Chain::start(&token), |chain: Chain| chain.then(&token));
            push_token(text, &token, length > 1, &mut self.folded);
            let end = self.folded.len();
            self.view.probe(next, |label| {
                candidates.push((LabelMatch { first, length, particle: 0, label }, end));
            });
            chain = Some(next);
        }
        while let Some((found, end)) = candidates.pop() {
            let (label, records) = self.view.label(found.label)?;
            if label == &self.folded.as_bytes()[..end]
                && self.is_match(text, &self.range(&found), records)
            {
                return Ok(Some((found, records)));
            }
        }
        Ok(None)
    }

    /// Returns `true` if a match neither cuts a word nor is part of an address, and one of its entries
    /// applies.
    fn is_match(&mut self, text: &str, range: &Range<usize>, records: Records<'d>) -> bool {
        if self.doubtful != Doubtful::All && self.breaks.cuts(text, range) {
            return false;
        }
        let mut spelled = Written::new(&text[range.clone()]);
        let mut records = records.iter().take(MAX_RECORDS);
        let best = records.find(|record| self.applies(record, &mut spelled));
        let best = best.filter(|_| self.doubtful == Doubtful::All || !is_in_address(text, range));
        if let Some(best) = best.filter(|_| self.reads_iris) {
            // The IRI is read when the match is reported, after the rest of the batch.
            black_box(self.view.peek_uri(best.uri));
        }
        best.is_some()
    }

    /// Returns `true` if a match is a common word whose capital is explained by its position, and the label
    /// was not confirmed yet. Any other common word confirms its label.
    fn is_doubtful(&mut self, label: u32, text: &str, range: &Range<usize>) -> bool {
        let is_common = !self.rivals.is_empty() && self.rivals.iter().all(Record::is_common);
        if !is_common || self.doubtful != Doubtful::Confirmed || self.confirmed.contains(&label) {
            return false;
        }
        let is_doubtful = is_forced(text, range);
        if !is_doubtful {
            self.confirmed.insert(label);
        }
        is_doubtful
    }

    /// Returns `true` if an entry applies to a name in this spelling.
    fn applies(&self, record: &Record, spelled: &mut Written<'_>) -> bool {
        let uses_language = match record.language() {
            Some(number) => self.uses_language.get(number as usize).copied().unwrap_or(true),
            None => true,
        };
        uses_language
            && (record.fits(spelled)
                || record.is_function_word() && self.is_foreign(spelled.text())
                || match self.doubtful {
                    Doubtful::Any => record.is_common() && !record.is_function_word(),
                    Doubtful::All => record.may_be_written(spelled),
                    Doubtful::Confirmed | Doubtful::Judged => false,
                })
    }

    /// Returns `true` if a word is not a function word in one of the possible languages of the
    /// passage.
    fn is_foreign(&self, word: &str) -> bool {
        self.languages & !languages_of(word) != 0 || self.languages == 0
    }

    /// Stores the best entries that apply to a name in the spelling `spelled` in `rivals`, at most one
    /// for each IRI.
    fn choose_entries(
        &mut self,
        records: Records<'d>,
        spelled: &str,
        mut classes: Option<&mut Classes<'_, '_>>,
    ) -> Result<()> {
        let mut spelled = Written::new(spelled);
        self.rivals.clear();
        for record in records.iter().take(MAX_RECORDS) {
            let is_other = |rival: &Record| rival.uri != record.uri;
            if !(self.applies(&record, &mut spelled) && self.rivals.iter().all(is_other)) {
                continue;
            }
            if let Some(classes) = &mut classes
                && !classes.accept(&record)?
            {
                continue;
            }
            self.rivals.push(record);
            if self.rivals.len() == MAX_RIVALS {
                break;
            }
        }
        if classes.is_some() {
            // Entries that are kept for their class list follow the best entries, so the list must
            // be sorted.
            self.rivals.sort_unstable_by(Record::rank);
        }
        Ok(())
    }
}

/// Sets the end of the last token.
fn set_end(tokens: &mut [Token], end: u32) {
    if let Some(last) = tokens.last_mut() {
        last.end = end;
    }
}

/// Returns `true` if ASCII words equal a label except for case, with one space between words. This
/// fast path avoids folding.
fn is_written(label: &[u8], written: &str, tokens: &[Token]) -> bool {
    let written = written.as_bytes();
    label.len() == written.len()
        && tokens.iter().skip(1).all(Token::is_spaced)
        && label.eq_ignore_ascii_case(written)
        && written.iter().all(|byte| byte.is_ascii() && *byte != b'-')
}
