//! Positions at which a text may be cut.

use super::{ChunkOptions, Splitter};
use crate::annotation::Annotation;
use crate::{Document, PieceKind};
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::text::{Language, TextSpan, word_breaks};
use glossweave_base::words::sentence_breaks;
use glossweave_base::words::{Class, cell};

/// A part of the text that is never divided.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub span: TextSpan,
    pub size: usize,
    /// The level of the heading that contains the piece, if any.
    pub level: Option<u8>,
    /// The same level, if the piece is the start of that heading.
    pub begins: Option<u8>,
}

/// The spans in which the text must not be cut, sorted and without overlap.
pub(super) struct Uncut(Vec<TextSpan>);

impl Uncut {
    /// Returns the spans of annotations, which must be sorted by start, and of text that maps to
    /// the source as a whole.
    pub fn of(document: &Document, marked: &[&Annotation]) -> Uncut {
        let mut marks = marked.iter().map(|annotation| annotation.span()).peekable();
        let atoms = document.map().pieces().filter(|piece| piece.kind == PieceKind::Atomic);
        let mut atoms = atoms.map(|piece| piece.text).filter(|text| text.len() > 1).peekable();
        let mut spans: Vec<TextSpan> = Vec::new();
        loop {
            let next = match (marks.peek(), atoms.peek()) {
                (Some(mark), Some(atom)) if mark.start() <= atom.start() => marks.next(),
                (_, Some(_)) => atoms.next(),
                (_, None) => marks.next(),
            };
            let Some(next) = next else { break };
            match spans.last_mut() {
                Some(last) if next.start() < last.end() => {
                    *last = TextSpan::new(last.start(), last.end().max(next.end()));
                }
                _ => spans.push(next),
            }
        }
        Uncut(spans)
    }

    fn allows(&self, at: usize) -> bool {
        let next = self.0.partition_point(|span| span.start() < at);
        next.checked_sub(1).is_none_or(|index| self.0[index].end() <= at)
    }
}

/// The kinds of parts, from large to small.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Granularity {
    Unit,
    Sentence,
    Word,
    /// A word without the signs around it.
    Bare,
}

impl From<Splitter> for Granularity {
    fn from(splitter: Splitter) -> Granularity {
        match splitter {
            Splitter::Units => Granularity::Unit,
            Splitter::Sentences => Granularity::Sentence,
            Splitter::Words => Granularity::Word,
        }
    }
}

/// Returns the pieces of a text: units, sentences or words, as the options specify. A piece that is
/// too large is divided further.
pub(super) fn pieces(
    document: &Document,
    uncut: &Uncut,
    options: &ChunkOptions,
    measure: impl FnMut(&str) -> Result<usize>,
) -> Result<Vec<Piece>> {
    let language = Language::parse("en")
        .ok_or_else(|| Error::new(ErrorKind::Internal, "`en` is not a language"))?;
    let mut cutter =
        Cutter { document, uncut, options, measure, language, pieces: Vec::new(), heading: None };
    let mut start = 0;
    let mut heading = None;
    for unit in document.units() {
        let at = unit.span().start();
        if at > start && uncut.allows(at) {
            cutter.add(TextSpan::new(start, at), heading)?;
            (start, heading) = (at, unit.heading());
        } else if at == 0 {
            heading = unit.heading();
        }
    }
    if start < document.text().len() {
        cutter.add(TextSpan::new(start, document.text().len()), heading)?;
    }
    Ok(cutter.pieces)
}

struct Cutter<'a, F> {
    document: &'a Document,
    uncut: &'a Uncut,
    options: &'a ChunkOptions,
    measure: F,
    /// The language to use for text without one.
    language: Language,
    pieces: Vec<Piece>,
    heading: Option<u8>,
}

impl<F: FnMut(&str) -> Result<usize>> Cutter<'_, F> {
    /// Adds the pieces of a unit.
    fn add(&mut self, unit: TextSpan, heading: Option<u8>) -> Result<()> {
        self.heading = heading;
        let first = self.pieces.len();
        self.divide(unit, Granularity::Unit)?;
        if let Some(piece) = self.pieces.get_mut(first) {
            piece.begins = heading;
        }
        Ok(())
    }

    fn divide(&mut self, span: TextSpan, part: Granularity) -> Result<()> {
        let text = self.document.text().get(span.range()).unwrap_or_default();
        if part >= Granularity::from(self.options.splitter) {
            let size = (self.measure)(text)?;
            let fits = self.options.size == 0 || size <= self.options.size;
            if fits || part == Granularity::Bare {
                self.pieces.push(Piece { span, size, level: self.heading, begins: None });
                return Ok(());
            }
        }
        let (next, places) = self.places(span, text, part);
        let mut start = span.start();
        for at in places.into_iter().map(|at| span.start() + at) {
            if at > start && at < span.end() && self.uncut.allows(at) {
                self.divide(TextSpan::new(start, at), next)?;
                start = at;
            }
        }
        self.divide(TextSpan::new(start, span.end()), next)
    }

    /// Returns the kind of the next smaller parts, and the positions between them.
    fn places(&self, span: TextSpan, text: &str, part: Granularity) -> (Granularity, Vec<usize>) {
        match part {
            Granularity::Unit => {
                let language = self.document.language_at(span.start());
                let language = language.unwrap_or(&self.language);
                (Granularity::Sentence, sentence_breaks(text, language).collect())
            }
            Granularity::Sentence => {
                let places = word_breaks(text).filter(|at| is_between_words(text, *at));
                (Granularity::Word, places.collect())
            }
            Granularity::Word | Granularity::Bare => {
                (Granularity::Bare, word_breaks(text).collect())
            }
        }
    }
}

/// Returns `true` at the end of white space after a word, and at a word break without white space
/// or a sign in scripts that do not use spaces.
fn is_between_words(text: &str, at: usize) -> bool {
    let before = text[..at].chars().next_back();
    let (Some(before), Some(after)) = (before, text[at..].chars().next()) else { return false };
    if before.is_whitespace() {
        return !after.is_whitespace();
    }
    let (before, after) = (cell(before).class(), cell(after).class());
    matches!(after, Class::Single | Class::Word)
        && (before == Class::Single || after == Class::Single)
}
