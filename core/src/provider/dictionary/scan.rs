//! The scan: longest match first from the left, on token boundaries.

use crate::annotation::{Annotation, Entity};
use crate::error::{Error, Result};
use crate::provider::Passage;
use crate::text::TextSpan;

use super::file::{Record, View};
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
    candidates: Vec<(usize, u32)>,
    folded: String,
    ends: Vec<usize>,
    found: Vec<Annotation>,
}

impl<'d> Scan<'d> {
    pub(super) fn new(view: View<'d>) -> Scan<'d> {
        Scan {
            view,
            wanted: Vec::new(),
            tokens: Vec::with_capacity(BATCH + MAX_TOKENS),
            roots: Vec::with_capacity(BATCH + MAX_TOKENS),
            candidates: Vec::new(),
            folded: String::new(),
            ends: Vec::new(),
            found: Vec::new(),
        }
    }

    pub(super) fn run(mut self, passage: &Passage<'_>) -> Result<Vec<Annotation>> {
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
            self.piece(text, piece.start())?;
        }
        Ok(self.found)
    }

    fn piece(&mut self, text: &str, offset: usize) -> Result<()> {
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
            for token in &self.tokens[known..] {
                let root = Chain::start(token);
                self.roots.push(self.view.may_start(root).then_some(root));
            }
            let stop = if ended { self.tokens.len() } else { self.tokens.len() - MAX_TOKENS };
            while next < stop {
                next += match self.roots[next] {
                    Some(root) => self.longest_at(text, offset, next, root)?.unwrap_or(1),
                    None => 1,
                };
            }
            if ended {
                return Ok(());
            }
        }
    }

    /// The longest match that starts at a token, in tokens.
    fn longest_at(
        &mut self,
        text: &str,
        offset: usize,
        first: usize,
        root: Chain,
    ) -> Result<Option<usize>> {
        let tokens = &self.tokens[first..];
        let mut chain = root;
        self.candidates.clear();
        for length in 1..=tokens.len().min(MAX_TOKENS) {
            if length > 1 {
                chain = chain.then(&tokens[length - 1]);
            }
            let candidates = &mut self.candidates;
            if !self.view.probe(chain, |label| candidates.push((length, label)))? {
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
            let folded = &self.folded[..self.ends[length - 1]];
            if self.view.label(label)? != folded.as_bytes() {
                continue;
            }
            let range = tokens[0].range().start..tokens[length - 1].range().end;
            if let Some(entity) = self.entity(label, &text[range.clone()])? {
                let span = TextSpan::new(offset + range.start, offset + range.end);
                self.found.push(Annotation::entity(span, entity));
                return Ok(Some(length));
            }
        }
        Ok(None)
    }

    /// What a label stands for where it is written as `spelled`; `None` where no entry applies.
    fn entity(&self, label: u32, spelled: &str) -> Result<Option<Entity>> {
        let mut rivals: Vec<Record> = Vec::new();
        let mut lowered = None;
        for record in self.view.records(label)?.take(MAX_RECORDS) {
            let record = record?;
            let wanted = match record.language() {
                Some(number) => self.wanted.get(number as usize).copied().unwrap_or(true),
                None => true,
            };
            let cased = !record.is_upper()
                || !*lowered.get_or_insert_with(|| spelled.chars().any(char::is_lowercase));
            if wanted && cased && rivals.iter().all(|rival| rival.uri != record.uri) {
                rivals.push(record);
                if rivals.len() == MAX_RIVALS {
                    break;
                }
            }
        }
        let Some(best) = rivals.first() else {
            return Ok(None);
        };
        let mut entity = Entity::default();
        for rival in rivals.iter().take(MAX_IDENTS) {
            entity.idents.push(self.view.uri(rival.uri)?.into());
        }
        entity.classes = self
            .view
            .classes(best.classes)?
            .split(' ')
            .filter(|class| !class.is_empty())
            .map(Into::into)
            .collect();
        entity.confidence = Some(share(best.weight, rivals.iter().map(|rival| rival.weight)));
        Ok(Some(entity))
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
