//! Chunks of documents, for retrieval and language models.

mod cut;
mod headings;
mod options;
mod pack;

use std::sync::Arc;

pub use options::{ChunkOptions, OffsetUnit, SizeUnit, Splitter};

use crate::annotation::{Annotation, distinct};
use crate::{Document, PieceKind};
use cut::Uncut;
use glossweave_base::call_limits::{check_now, is_exceeded};
use glossweave_base::error::Result;
use glossweave_base::text::{ByteSpan, CharSpan, Language, TextSpan};
use headings::Paths;

/// A chunk of the text of a document.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq)]
pub struct Chunk<'d> {
    /// The number of the chunk in the document, starting from 0.
    pub index: usize,
    /// The span of the chunk in the text of the document, in bytes.
    pub span: TextSpan,
    /// The text of the chunk.
    pub text: &'d str,
    /// The span of the chunk in the text of the document, in code points.
    pub chars: CharSpan,
    /// The bytes of the source for this text, in text order and without the markup in between.
    /// Adjacent bytes form one span. For a package, the offsets are positions in
    /// [`Source::bytes`](crate::Source::bytes).
    pub source: Vec<ByteSpan>,
    /// The headings above the text, the outermost one first. When the chunk begins with a heading,
    /// that heading is the last one of the list. Each heading is truncated to 200 characters.
    pub headings: Arc<[Box<str>]>,
    /// The language at the start of the text, if the source declares it.
    pub language: Option<&'d Language>,
    /// The entities and terms in the text, in the order of their starts. Their spans are positions
    /// in the text of the document.
    pub annotations: Vec<&'d Annotation>,
}

/// Divides the text of a document into chunks. Each chunk lists its entities and terms, from the
/// annotations of the document and from `annotations`.
///
/// Every character of the text, including the separators of units, is in one chunk, or in several
/// chunks if they overlap. No chunk ends within a word (UAX #29, using dictionaries for scripts
/// without spaces), within an entity or term, or within characters that share one source, for
/// example a character reference. Text that cannot be divided forms one chunk, even if it exceeds
/// the maximum size.
///
/// # Errors
///
/// Returns `ErrorKind::Invalid`, with the parameter, if the options do not fit together: an overlap
/// of more than half of the size, or words without a size.
pub fn chunks<'d>(
    document: &'d Document,
    annotations: &'d [Annotation],
    options: &ChunkOptions,
) -> Result<Vec<Chunk<'d>>> {
    let unit = options.unit;
    chunks_by(document, annotations, options, |text| Ok(unit.size(text)))
}

/// Divides a document like [`chunks`], using a function to measure text, for example one that
/// counts the tokens of a language model. The size of a chunk is the sum of the sizes of its
/// pieces.
///
/// # Errors
///
/// Returns the errors of [`chunks`], and any error of the function.
pub fn chunks_by<'d>(
    document: &'d Document,
    annotations: &'d [Annotation],
    options: &ChunkOptions,
    size: impl FnMut(&str) -> Result<usize>,
) -> Result<Vec<Chunk<'d>>> {
    options.check()?;
    let all: Vec<&Annotation> = document.annotations().iter().chain(annotations).collect();
    let mut marked = distinct(&all);
    let len = document.text().len();
    marked.retain(|annotation| {
        let span = annotation.span();
        (annotation.as_entity().is_some() || annotation.as_term().is_some())
            && !span.is_empty()
            && span.end() <= len
    });
    marked.sort_by_key(|annotation| {
        (annotation.span().start(), std::cmp::Reverse(annotation.span().end()))
    });
    let uncut = Uncut::of(document, &marked);
    let pieces = cut::pieces(document, &uncut, options, size)?;
    let spans = joined_blanks(pack::spans(&pieces, options), document.text());
    let paths = Paths::of(document);
    let chunk = |(index, span): (usize, TextSpan)| Chunk {
        index,
        span,
        text: document.text().get(span.range()).unwrap_or_default(),
        chars: document.char_span(span),
        source: sources(document, span),
        headings: paths.at(document, span),
        language: document.language_at(span.start()),
        annotations: within(&marked, span).collect(),
    };
    let made = spans.into_iter().enumerate().take_while(|_| !is_exceeded()).map(chunk).collect();
    check_now()?;
    Ok(made)
}

/// Joins each chunk of white space with the chunk before it, or with the next one if it is the
/// first.
fn joined_blanks(spans: Vec<TextSpan>, text: &str) -> Vec<TextSpan> {
    let is_blank =
        |span: TextSpan| text.get(span.range()).is_none_or(|text| text.trim().is_empty());
    let mut joined: Vec<TextSpan> = Vec::with_capacity(spans.len());
    for span in spans {
        match joined.last_mut() {
            Some(last) if is_blank(span) || is_blank(*last) => {
                *last = TextSpan::new(last.start(), last.end().max(span.end()));
            }
            _ => joined.push(span),
        }
    }
    joined
}

/// Returns the annotations in a span of the text. Because no annotation is cut, only their starts
/// are compared.
fn within<'m, 'd>(
    marked: &'m [&'d Annotation],
    span: TextSpan,
) -> impl Iterator<Item = &'d Annotation> + 'm {
    let first = marked.partition_point(|annotation| annotation.span().start() < span.start());
    let rest = marked[first..].iter().copied();
    rest.take_while(move |annotation| annotation.span().start() < span.end())
}

/// Returns the source of a span of the text, without the markup in between.
fn sources(document: &Document, span: TextSpan) -> Vec<ByteSpan> {
    let mut sources: Vec<ByteSpan> = Vec::new();
    let mut text_end = 0;
    for piece in document.map().pieces_from(span.start()) {
        if piece.text.start() >= span.end() {
            break;
        }
        let start = piece.text.start().max(span.start());
        let end = piece.text.end().min(span.end());
        let source = match TextSpan::new(start, end) {
            all if all == piece.text => Some(piece.source),
            part if piece.kind == PieceKind::Literal => {
                let start = piece.source.start() + part.start() - piece.text.start();
                Some(ByteSpan::new(start, start + part.len()))
            }
            part => document.source_span(part),
        };
        let Some(source) = source else { continue };
        match sources.last_mut() {
            Some(last) if last.end() == source.start() && text_end == start => {
                *last = ByteSpan::new(last.start(), source.end());
            }
            _ => sources.push(source),
        }
        text_end = end;
    }
    sources
}
