//! The scan: longest match first from the left, on token boundaries.

use std::fmt;
use std::hint::black_box;

use crate::annotation::{Annotation, Entity};
use crate::error::{Error, Result};
use crate::provider::Passage;
use crate::text::TextSpan;

use super::file::{Case, Record, View};
use super::token::{Chain, Token, Tokens, fold_token};
use super::{JOINED, MAX_IDENTS, MAX_TOKENS, SPACED};

/// How many tokens are hashed before any is looked up: their look-ups wait for memory together.
const BATCH: usize = 512;

/// How many entries of one label are looked at.
const MAX_RECORDS: usize = 1024;

/// How many entities share the confidence of one match.
pub(super) const MAX_RIVALS: usize = 16;

/// Finds the names of a dictionary in one passage after another.
pub(super) struct Scan<'d> {
    view: View<'d>,
    /// Whether entries of a language are wanted, by its number; all of them where this is empty.
    wanted: Vec<bool>,
    tokens: Vec<Token>,
    roots: Vec<Option<Chain>>,
    peeked: Vec<(usize, Chain, (Option<u32>, bool))>,
    candidates: Vec<(usize, u32)>,
    rivals: Vec<Record>,
    folded: String,
    ends: Vec<usize>,
}

impl<'d> Scan<'d> {
    pub(super) fn new(view: View<'d>) -> Scan<'d> {
        Scan {
            view,
            wanted: Vec::new(),
            tokens: Vec::with_capacity(BATCH + MAX_TOKENS),
            roots: Vec::with_capacity(BATCH + MAX_TOKENS),
            peeked: Vec::new(),
            candidates: Vec::new(),
            rivals: Vec::new(),
            folded: String::new(),
            ends: Vec::new(),
        }
    }

    pub(super) fn run(
        mut self,
        passage: &Passage<'_>,
        visit: &mut impl FnMut(&Match<'_>) -> Result<()>,
    ) -> Result<()> {
        if let Some(language) = passage.language() {
            let primary = language.primary();
            let primary_of = |tag: &'d str| tag.split(['-', '_']).next().unwrap_or(tag);
            let tags = self.view.languages()?.into_iter();
            self.wanted = tags.map(|tag| primary_of(tag).eq_ignore_ascii_case(primary)).collect();
        }
        for piece in passage.pieces() {
            let text = passage.text().get(piece.range()).ok_or_else(|| {
                Error::invalid(format!(
                    "piece {}..{} does not lie on character boundaries of a text of {} bytes",
                    piece.start(),
                    piece.end(),
                    passage.text().len()
                ))
            })?;
            self.piece(text, piece.start(), visit)?;
        }
        Ok(())
    }

    fn piece(
        &mut self,
        text: &str,
        offset: usize,
        visit: &mut impl FnMut(&Match<'_>) -> Result<()>,
    ) -> Result<()> {
        let mut source = Tokens::new(text);
        let mut next = 0;
        self.tokens.clear();
        self.roots.clear();
        loop {
            // What is done goes, and the chains at the end of the batch are kept whole.
            self.tokens.drain(..next.min(self.tokens.len()));
            self.roots.drain(..next.min(self.roots.len()));
            next = 0;
            let known = self.tokens.len();
            self.tokens.extend(source.by_ref().take(BATCH));
            let ended = self.tokens.len() - known < BATCH;
            self.look_up(known);
            let stop = if ended { self.tokens.len() } else { self.tokens.len() - MAX_TOKENS };
            while next < stop {
                let Some(length) = self.longest_at(text, next)? else {
                    next += 1;
                    continue;
                };
                let start = self.tokens[next].range().start;
                next += length;
                let end = self.tokens[next - 1].range().end;
                let span = TextSpan::new(offset + start, offset + end);
                visit(&Match { view: self.view, span, rivals: &self.rivals })?;
            }
            if ended {
                return Ok(());
            }
        }
    }

    /// Looks up the first tokens of chains, and what comes after that mostly, without waiting:
    /// memory answers many of these at a time.
    fn look_up(&mut self, from: usize) {
        for token in &self.tokens[from..] {
            let root = Chain::start(token);
            self.roots.push(self.view.may_start(root).then_some(root));
        }
        self.peeked.clear();
        for (index, root) in self.roots.iter().enumerate().skip(from) {
            if let Some(root) = root {
                self.peeked.push((index, *root, self.view.peek(*root)));
            }
        }
        for (index, root, (label, more)) in &self.peeked {
            if let Some(label) = label {
                black_box(self.view.peek_label(*label).copied());
            }
            if let Some(next) = self.tokens.get(index + 1).filter(|_| *more) {
                black_box(self.view.peek(root.then(next)));
            }
        }
    }

    /// The length in tokens of the longest match that starts at a token; `rivals` are its entries.
    fn longest_at(&mut self, text: &str, first: usize) -> Result<Option<usize>> {
        let Some(mut chain) = self.roots[first] else {
            return Ok(None);
        };
        let tokens = &self.tokens[first..];
        self.candidates.clear();
        for length in 1..=tokens.len().min(MAX_TOKENS) {
            if length > 1 {
                chain = chain.then(&tokens[length - 1]);
            }
            let candidates = &mut self.candidates;
            if !self.view.probe(chain, |label| candidates.push((length, label))) {
                break;
            }
        }
        let Some((longest, _)) = self.candidates.last() else {
            return Ok(None);
        };
        self.folded.clear();
        self.ends.clear();
        fold_chain(text, &tokens[..*longest], &mut self.folded, &mut self.ends);
        while let Some((length, label)) = self.candidates.pop() {
            let (label, records) = self.view.label(label)?;
            if label != &self.folded.as_bytes()[..self.ends[length - 1]] {
                continue;
            }
            let tokens = &self.tokens[first..first + length];
            let spelled = &text[tokens[0].range().start..tokens[length - 1].range().end];
            self.choose(records, spelled);
            if !self.rivals.is_empty() {
                return Ok(Some(length));
            }
        }
        Ok(None)
    }

    /// Puts the entries into `rivals` that a label may stand for where it is written as `spelled`.
    fn choose(&mut self, records: impl Iterator<Item = Record>, spelled: &str) {
        let mut lowered = None;
        self.rivals.clear();
        for record in records.take(MAX_RECORDS) {
            let wanted = match record.language() {
                Some(number) => self.wanted.get(number as usize).copied().unwrap_or(true),
                None => true,
            };
            let cased = record.case() == Case::Any
                || !*lowered.get_or_insert_with(|| spelled.chars().any(char::is_lowercase));
            if wanted && cased && self.rivals.iter().all(|rival| rival.uri != record.uri) {
                self.rivals.push(record);
                if self.rivals.len() == MAX_RIVALS {
                    break;
                }
            }
        }
    }
}

/// A name that a [`Dictionary`](super::Dictionary) found, read from it where it is asked for.
#[derive(Clone, Copy)]
pub struct Match<'a> {
    view: View<'a>,
    span: TextSpan,
    rivals: &'a [Record],
}

impl<'a> Match<'a> {
    /// The bytes of the whole text of the passage that are the name.
    pub fn span(&self) -> TextSpan {
        self.span
    }

    /// The IRIs of the entities that have the name, the greatest weight first, at most five.
    /// [`Kind::Storage`](crate::Kind::Storage) where the file is damaged.
    pub fn idents(&self) -> impl ExactSizeIterator<Item = Result<&'a str>> + use<'a> {
        let view = self.view;
        self.rivals.iter().take(MAX_IDENTS).map(move |rival| view.uri(rival.uri))
    }

    /// The IRIs of the classes of the first entity. [`Kind::Storage`](crate::Kind::Storage) where
    /// the file is damaged.
    pub fn classes(&self) -> Result<impl Iterator<Item = &'a str> + use<'a>> {
        let classes = match self.rivals.first() {
            Some(best) => self.view.classes(best.classes)?,
            None => "",
        };
        Ok(classes.split_terminator(' '))
    }

    /// The first entity's part in the sum of the weights, from 0 to 1.
    pub fn confidence(&self) -> f64 {
        let best = self.rivals.first().map_or(1.0, |best| best.weight);
        share(best, self.rivals.iter().map(|rival| rival.weight))
    }

    /// The match as an annotation.
    pub(super) fn annotation(&self) -> Result<Annotation> {
        let mut entity = Entity::default().with_confidence(self.confidence());
        let idents = self.idents();
        entity.idents.reserve_exact(idents.len());
        for ident in idents {
            entity.idents.push(ident?.into());
        }
        entity.classes = self.classes()?.map(Into::into).collect();
        Ok(Annotation::entity(self.span, entity))
    }
}

impl fmt::Debug for Match<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Match").field("span", &self.span).finish_non_exhaustive()
    }
}

/// The part of `best` in the sum of all weights; even parts where that is nothing.
fn share(best: f64, all: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = all.len().max(1) as f64;
    // Divided first: a sum of great weights must not become infinite.
    let parts: f64 = all.map(|weight| if best > 0.0 { weight / best } else { 1.0 }).sum();
    if parts.is_finite() && parts >= 1.0 { 1.0 / parts } else { 1.0 / count }
}

/// Appends the folded tokens with their separators, and where each of them ends.
pub(super) fn fold_chain(text: &str, tokens: &[Token], out: &mut String, ends: &mut Vec<usize>) {
    for (index, token) in tokens.iter().enumerate() {
        if index > 0 {
            out.push(if token.is_spaced() { SPACED } else { JOINED });
        }
        fold_token(&text[token.range()], out);
        ends.push(out.len());
    }
}
