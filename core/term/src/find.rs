//! The scan for terms, from left to right and with the longest term first.

use std::ops::Range;
use std::sync::Mutex;

use super::builder::MAX_WORDS;
use super::file::{Chain, GROUP, MORE, View};
use super::form::{Rules, Stretch};
use super::prefetch::Ahead;
use super::stem::{Stems, language_key};
use super::stop_words::Role;
use super::tokens::{Piece, Pieces, split};
use glossweave_base::call_limits::check_now;
use glossweave_base::error::{Error, Result};
use glossweave_base::text::{Language, TextSpan};
use glossweave_base::words::{Breaks, Keyed};
use glossweave_document::recognizer::Passage;

/// The number of words that are read before they are looked up.
const BATCH: usize = 2048;
/// The maximum number of words in a cache.
const MAX_CACHE: usize = 1 << 18;
/// The maximum number of terms with the same spelling that are examined.
pub(super) const MAX_RIVALS: usize = 64;
/// The number of a word that occurs in no term.
const NO_WORD: u32 = u32::MAX;

/// Maps the hashes of words to their numbers.
type Cache = Keyed<u32>;

/// The maximum number of caches that are kept for later scans.
const MAX_CACHES: usize = 8;

/// The words of earlier scans by language, because stemming takes a large part of the time.
#[derive(Default)]
pub(super) struct CachePool(Mutex<Vec<(u32, Cache)>>);

impl CachePool {
    fn take(&self, language: u32) -> Cache {
        // The cache is optional. If another thread panicked, the cache is filled again.
        let Ok(mut all) = self.0.lock() else { return Cache::default() };
        let place = all.iter().position(|entry| entry.0 == language);
        place.map_or_else(Cache::default, |place| all.swap_remove(place).1)
    }

    fn put(&self, language: u32, known: Cache) {
        if let Ok(mut all) = self.0.lock()
            && all.len() < MAX_CACHES
        {
            all.push((language, known));
        }
    }
}

/// A run of text with the words of a group.
#[derive(Clone, Copy)]
struct Candidate {
    /// The index of the piece after the candidate.
    end: u32,
    group: u32,
}

/// A search for terms of one language in one passage.
pub(super) struct Scan<'d> {
    view: View<'d>,
    /// The number of the language in the term base.
    language: u32,
    stems: Stems,
    rules: Rules,
    known: Cache,
    caches: &'d CachePool,
    pieces: Vec<Piece>,
    /// The word of each piece.
    words: Vec<u32>,
    /// The word that a piece and the next piece form together, if a hyphen or a space separates them.
    joined: Vec<u32>,
    /// The value of the chain of each word.
    starts: Vec<u32>,
    ahead: Ahead,
    candidates: Vec<Candidate>,
    path: Vec<u32>,
    breaks: Breaks,
    stem: String,
}

/// A match: the span, its position in the block, and the terms with their forms.
pub(super) struct TermHit<'f> {
    pub span: TextSpan,
    pub stretch: Stretch<'f>,
    pub rules: &'f Rules,
    /// The numbers of terms, with their forms in the two lowest bits.
    pub terms: &'f [u32],
}

impl<'d> Scan<'d> {
    /// Creates a scan for the terms of a language. Returns `None` if the term base has no terms in the
    /// language.
    pub(super) fn new(
        view: View<'d>,
        language: &Language,
        caches: &'d CachePool,
    ) -> Result<Option<Scan<'d>>> {
        let key = language_key(language.primary());
        for (number, known) in view.languages().enumerate() {
            if known? == key {
                return Ok(Some(Scan {
                    view,
                    language: number as u32,
                    stems: Stems::of(&key),
                    rules: Rules::new(&key, view)?,
                    known: caches.take(number as u32),
                    caches,
                    pieces: Vec::new(),
                    words: Vec::new(),
                    joined: Vec::new(),
                    starts: Vec::new(),
                    ahead: Ahead::default(),
                    candidates: Vec::new(),
                    path: Vec::new(),
                    breaks: Breaks::default(),
                    stem: String::new(),
                }));
            }
        }
        Ok(None)
    }

    pub(super) fn run(
        mut self,
        passage: &Passage<'_>,
        take: &mut impl FnMut(&TermHit<'_>) -> Result<bool>,
    ) -> Result<()> {
        self.rules.set_text(passage.text());
        for piece in passage.blocks() {
            let text = passage.text().get(piece.range()).ok_or_else(|| {
                Error::invalid(format!(
                    "piece {}..{} splits a character or exceeds the text of {} bytes",
                    piece.start(),
                    piece.end(),
                    passage.text().len()
                ))
            })?;
            self.stretch(text, piece.start(), take)?;
        }
        self.caches.put(self.language, self.known);
        Ok(())
    }

    fn stretch(
        &mut self,
        text: &str,
        offset: usize,
        take: &mut impl FnMut(&TermHit<'_>) -> Result<bool>,
    ) -> Result<()> {
        let mut source = Pieces::new(text);
        self.pieces.clear();
        self.words.clear();
        self.breaks.clear();
        let mut next = 0;
        loop {
            check_now()?;
            self.pieces.drain(..next);
            self.words.drain(..next);
            next = 0;
            let known = self.pieces.len();
            self.pieces.extend(source.by_ref().take(BATCH));
            let ended = self.pieces.len() - known < BATCH;
            for index in known..self.pieces.len() {
                let piece = self.pieces[index];
                let word = self.word(text, piece.key, piece.range());
                self.words.push(word);
            }
            self.join(text);
            // A term that begins near the end may extend into the next batch.
            let keep = if ended { 0 } else { MAX_WORDS * 2 };
            let stop = self.pieces.len().saturating_sub(keep);
            let view = self.view;
            self.starts.clear();
            // An unknown word has no start.
            self.starts.extend(self.words[..stop].iter().map(|word| view.start(*word)));
            self.ahead.read(view, &self.words, &self.starts);
            while next < stop {
                next = self.at(text, offset, next, take)?;
            }
            if ended {
                return Ok(());
            }
        }
    }

    /// Returns the number of a word of the text.
    fn word(&mut self, text: &str, key: u64, range: Range<usize>) -> u32 {
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        self.stem.clear();
        self.stems.push(&text[range], &mut self.stem);
        let word = self.view.word(self.language, self.stem.as_bytes()).unwrap_or(NO_WORD);
        if self.known.len() < MAX_CACHE {
            self.known.insert(key, word);
        }
        word
    }

    /// Finds the words that are formed by pairs of words with a hyphen or a space between them.
    fn join(&mut self, text: &str) {
        self.joined.clear();
        self.joined.resize(self.pieces.len(), NO_WORD);
        for index in 1..self.pieces.len() {
            let (left, right) = (self.pieces[index - 1], self.pieces[index]);
            let (first, rest) = (&text[left.range()], &text[right.range()]);
            if !right.is_hyphenated {
                let may_split = |hash: u64| self.view.may_split(hash);
                let is_word = |word: &str| self.rules.role(word) == Role::Any;
                if !(right.is_spaced
                    && split(Some(first), left.key, rest).is_some_and(may_split)
                    && is_word(first)
                    && is_word(rest))
                {
                    continue;
                }
            }
            let whole = format!("{first}{rest}");
            // The key of a single word is always odd, so that an even key cannot collide with it.
            let key =
                (left.key.rotate_left(21) ^ right.key.wrapping_mul(0x9E37_79B9_7F4A_7C15)) & !1;
            self.joined[index - 1] = self.word(&whole, key, 0..whole.len());
        }
    }

    /// Passes the longest term that begins at a piece to `take`, and shorter terms if `take` rejects it.
    /// Returns the index of the next piece.
    fn at(
        &mut self,
        text: &str,
        offset: usize,
        first: usize,
        take: &mut impl FnMut(&TermHit<'_>) -> Result<bool>,
    ) -> Result<usize> {
        let is_start = |word: u32| word != NO_WORD && self.view.start(word) != 0;
        if self.starts[first] == 0 && !is_start(self.joined[first]) {
            return Ok(first + 1);
        }
        self.candidates.clear();
        self.path.clear();
        self.walk(first, None)?;
        self.candidates.sort_by_key(|candidate| candidate.end);
        while let Some(candidate) = self.candidates.pop() {
            let end = candidate.end as usize;
            let range = self.pieces[first].range().start..self.pieces[end - 1].range().end;
            if self.breaks.cuts(text, &range) {
                continue;
            }
            let (_, terms) = self.view.group(candidate.group)?;
            self.path.clear();
            self.path.extend(terms.take(MAX_RIVALS));
            let span = TextSpan::new(offset + range.start, offset + range.end);
            let (start, is_one) = (range.start, end == first + 1);
            let stretch = Stretch { block: text, start, end: range.end, is_one };
            if take(&TermHit { span, stretch, rules: &self.rules, terms: &self.path })? {
                return Ok(end);
            }
        }
        Ok(first + 1)
    }

    /// Follows the chains that begin at a piece, and adds a candidate for each group. `path` contains the
    /// words so far. A word can be a piece, or two pieces that are joined.
    fn walk(&mut self, at: usize, chain: Option<Chain>) -> Result<()> {
        if self.path.len() >= MAX_WORDS {
            return Ok(());
        }
        let options = [(self.words.get(at), 1), (self.joined.get(at), 2)];
        let options = options.map(|(word, width)| (word.copied().unwrap_or(NO_WORD), width));
        for (word, width) in options {
            if word == NO_WORD {
                continue;
            }
            let next = chain.map_or(Chain::start(word), |chain| chain.then(word));
            let end = at + width;
            self.path.push(word);
            let mut more = false;
            if chain.is_none() {
                let value = self.view.start(word);
                more = value & MORE != 0;
                if let Some(group) = (value & GROUP).checked_sub(1) {
                    self.candidates.push(Candidate { end: end as u32, group });
                }
            } else if self.view.may_have(next) {
                let mut groups = [0; 4];
                let mut count = 0;
                self.view.chain(next, |value| {
                    more |= value & MORE != 0;
                    if value & GROUP != 0 && count < groups.len() {
                        groups[count] = value & GROUP;
                        count += 1;
                    }
                });
                for group in &groups[..count] {
                    // Another chain may have the same hash.
                    let (words, _) = self.view.group(group - 1)?;
                    if words.eq(self.path.iter().copied()) {
                        self.candidates.push(Candidate { end: end as u32, group: group - 1 });
                    }
                }
            }
            if more {
                self.walk(end, Some(next))?;
            }
            self.path.pop();
        }
        Ok(())
    }
}
