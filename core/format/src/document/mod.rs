//! A document: its bytes, its text, and where each character of the text came from.

mod build;
mod map;
mod nest;
mod runs;
mod section;
mod source;
mod splice;
mod unit;
mod zone;

#[doc(hidden)]
pub use build::{Builder, FRAGMENT, Opening};
pub use map::{Piece, PieceKind, Pieces, SpanMap};
pub(crate) use nest::{Edge, Fragment, OPEN, nest};
use runs::Runs;
use section::Extras;
#[doc(hidden)]
pub use section::{Progress, TargetLink};
pub use section::{Section, Warning};
pub use source::{Part, Source};
pub(crate) use splice::{Splice, Spliced};
pub use unit::{Unit, Units};
pub use zone::{Obstacle, Zone};

use crate::annotation::Annotation;
use glossweave_base::media::Format;
use glossweave_base::text::{ByteSpan, CharIndex, CharSpan, Language, TextSpan};
use glossweave_markup::Encoding;

/// A document that was read: the bytes as they came, the text in them, the units of that text and
/// the annotations that the markup already carries.
///
/// The text is that of all units in their order with one space between two of them. Nothing in a
/// document changes after reading.
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
/// use glossweave::{DecodeOptions, Format};
/// let page = glossweave::decode("<p>Caf&eacute; <b>Bar</b>", Format::Html, &DecodeOptions::default())?;
/// assert_eq!(page.text(), "Café Bar");
/// let bar = glossweave::text::TextSpan::new(6, 9);
/// assert_eq!(page.source_span(bar).unwrap().range(), 18..21);
/// # Ok::<(), glossweave::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Document {
    source: Source,
    text: String,
    map: SpanMap,
    index: CharIndex,
    ends: Vec<u32>,
    ids: Runs<u32>,
    parts: Vec<u32>,
    languages: Vec<Language>,
    spoken: Runs<Option<u32>>,
    zones: Runs<Zone>,
    annotations: Vec<Annotation>,
    regular: bool,
    depth: u32,
    fragment: u32,
    extras: Box<Extras>,
}

impl Document {
    /// A document of plain text that is at hand as a text; its source is that text in UTF-8.
    pub fn of_text(text: String, language: Option<&Language>) -> Document {
        let mut builder = Builder::new();
        builder.set_language(language);
        builder.literal(&text, 0);
        builder.finish(Source::new(text.into_bytes(), Format::Text, Encoding::UTF_8))
    }

    /// The bytes that were read, and what was found out about them.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The text of all units, one space between two of them.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Counts the code points of the text.
    pub fn index(&self) -> &CharIndex {
        &self.index
    }

    /// The units in the order of the text.
    pub fn units(&self) -> Units<'_> {
        Units::new(self)
    }

    /// The stretches of text in which names may stand: the units, parted where something that is
    /// no text (`br`, an image, a button) stands between two words without white space.
    pub fn pieces(&self) -> Vec<TextSpan> {
        let mut pieces = Vec::with_capacity(self.ends.len() + self.parts.len());
        let mut parts = self.parts.iter().map(|place| *place as usize).peekable();
        for unit in self.units() {
            let mut start = unit.span().start();
            while let Some(place) = parts.next_if(|place| *place < unit.span().end()) {
                pieces.push(TextSpan::new(start, place));
                start = place;
            }
            pieces.push(TextSpan::new(start, unit.span().end()));
        }
        pieces
    }

    /// The unit at a position of the text, or the one that ends there.
    pub fn unit_at(&self, text: usize) -> Option<Unit<'_>> {
        let index = self.ends.partition_point(|end| (*end as usize) < text);
        (index < self.ends.len()).then(|| Unit::new(self, index))
    }

    /// The annotations that the markup of the source carries, in the order in which they end.
    pub fn annotations(&self) -> &[Annotation] {
        &self.annotations
    }

    /// The language of the text at a position, where the source says one.
    pub fn language_at(&self, text: usize) -> Option<&Language> {
        let (_, language) = self.spoken.get(u32::try_from(text).ok()?)?;
        self.languages.get(language? as usize)
    }

    /// The language of the first text in the document, where the source says one.
    pub fn language(&self) -> Option<&Language> {
        self.language_at(0)
    }

    /// What may be inserted at a position of the text, and the position up to which this holds.
    pub fn zone_at(&self, text: usize) -> (Zone, usize) {
        let at = u32::try_from(text).unwrap_or(u32::MAX);
        let zone = self.zones.get(at).map(|(_, zone)| zone).unwrap_or_default();
        (zone, self.zones.next_change(at).map_or(self.text.len(), |next| next as usize))
    }

    /// Whether the markup of the source is well nested, so that every tag has its partner.
    pub fn is_regular(&self) -> bool {
        self.regular
    }

    /// How deep the elements of the source nest.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// The largest number among the identifiers that tie fragments of one annotation together.
    pub(crate) fn last_fragment(&self) -> u32 {
        self.fragment
    }

    /// Where the characters of the text came from.
    pub fn map(&self) -> &SpanMap {
        &self.map
    }

    /// A span of the text in code points, as NIF counts.
    pub fn char_span(&self, span: TextSpan) -> CharSpan {
        self.index.chars(&self.text, span)
    }

    /// A span of code points as bytes of the text, or `None` where it leaves the text.
    pub fn text_span(&self, span: CharSpan) -> Option<TextSpan> {
        self.index.span(&self.text, span)
    }

    /// The bytes of the source from the first character of a span to its last one, with all
    /// markup between them. `None` where the span is empty, where it leaves the text, or where an
    /// edge of it came from nowhere (between two units) or cuts what stands for one place of the
    /// source (a character reference for two characters), or where the source has the end before the
    /// start (a text that stands within another one).
    pub fn source_span(&self, span: TextSpan) -> Option<ByteSpan> {
        if span.is_empty() || self.text.get(span.range()).is_none() {
            return None;
        }
        let first = self.map.pieces_from(span.start()).next()?;
        let start = self.source_edge(first, span.start())?;
        let last = self.map.pieces_from(span.end() - 1).next()?;
        if last.text.start() >= span.end() {
            return None;
        }
        let end = self.source_edge(last, span.end())?;
        ByteSpan::checked(start, end)
    }

    /// The place in the source of an edge within (or at the ends of) a piece.
    pub(crate) fn source_edge(&self, piece: Piece, text: usize) -> Option<usize> {
        if text < piece.text.start() || text > piece.text.end() {
            return None;
        }
        match piece.kind {
            _ if text == piece.text.start() => Some(piece.source.start()),
            _ if text == piece.text.end() => Some(piece.source.end()),
            PieceKind::Literal => Some(piece.source.start() + text - piece.text.start()),
            PieceKind::Atomic => None,
            PieceKind::Encoded => {
                let bytes = self.source.bytes().get(piece.source.range())?;
                let chars = self.text.get(piece.text.start()..text)?.chars().count();
                Some(piece.source.start() + self.source.encoding().bytes_of_chars(bytes, chars)?)
            }
        }
    }

    /// Where the source of the piece before this one ends; 0 for the first piece, and the piece
    /// itself where that one stands behind it in the source.
    pub(crate) fn source_before(&self, piece: Piece) -> usize {
        let Some(before) = piece.text.start().checked_sub(1) else { return 0 };
        let mut pieces = self.map.pieces_from(before.saturating_sub(build::SEPARATOR.len()));
        let mut end = 0;
        for other in pieces.by_ref() {
            if other.text.start() >= piece.text.start() {
                break;
            }
            end = other.source.end();
        }
        end.min(piece.source.start())
    }

    /// The bytes that this document occupies beyond those of its source.
    pub fn heap(&self) -> usize {
        self.text.capacity()
            + self.map.heap()
            + self.ends.capacity() * size_of::<u32>()
            + self.ids.heap()
            + self.parts.capacity() * size_of::<u32>()
            + self.spoken.heap()
            + self.zones.heap()
            + self.annotations.capacity() * size_of::<Annotation>()
            + self.annotations.iter().map(Annotation::heap).sum::<usize>()
            + self.index.heap()
            + self.extras.heap()
    }
}
