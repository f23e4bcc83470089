//! Documents: their source bytes, their text, a map from each character to its source, and
//! annotations. Recognizers find annotations in the text, without access to the markup or to RDF.
//!
//! Programs use the crate `glossweave`, which re-exports all items for programs. The other public
//! items are for the crates of Glossweave, and may change in any version.

pub mod annotation;
mod build;
pub mod chunk;
mod code;
mod columns;
pub mod conll_columns;
mod decode_options;
mod document_ext;
mod heading;
mod insertion;
pub mod its_options;
mod map;
mod nesting;
mod notation;
mod page_map;
mod page_text;
mod plural;
pub mod recognizer;
mod rule_set;
mod run_length;
mod section;
mod source;
mod splice;
mod unit;

pub use build::{Builder, FRAGMENT, Opening};
pub use code::{CodeKind, ListedCode};
pub use columns::Columns;
pub use decode_options::DecodeOptions;
pub use document_ext::{DocumentExt, UnitExt, UnitsExt};
pub use insertion::{InsertionBarrier, InsertionContext};
pub use map::{Piece, PieceKind, Pieces, SpanMap};
pub use nesting::{Edge, Fragment, OPEN, split_crossing};
pub use notation::Notations;
pub use page_map::{PageBox, PageLine};
pub use plural::{INTEGERS, PluralForms};
pub use rule_set::RuleSet;
use run_length::RunLengthMap;
use section::Extras;
pub use section::{MarkedUnit, Section, TargetLink, TranslationState, Warning};
pub use source::{Part, Source, SourceExt};
pub use splice::{Splice, Spliced};
pub use unit::{Unit, Units};

use crate::annotation::{Annotation, AnnotationExt};
use glossweave_base::media::Format;
use glossweave_base::text::{ByteSpan, CharIndex, CharSpan, Language, TextSpan};
use glossweave_encoding::Encoding;

/// A decoded document: its original bytes, the text that they contain, the units of the text, and
/// the annotations that the markup already has.
///
/// The text consists of all units in order, separated by one space. Documents are immutable.
#[derive(Clone, Debug)]
pub struct Document {
    source: Source,
    text: String,
    map: SpanMap,
    index: CharIndex,
    ends: Vec<u32>,
    ids: RunLengthMap<u32>,
    parts: Vec<u32>,
    languages: Vec<Language>,
    spoken: RunLengthMap<Option<u32>>,
    zones: RunLengthMap<InsertionContext>,
    annotations: Vec<Annotation>,
    regular: bool,
    depth: u32,
    fragment: u32,
    extras: Box<Extras>,
}

impl Document {
    /// Creates a plain-text document from a string. The source of the document is the same text in
    /// UTF-8.
    pub fn of_text(text: String, language: Option<&Language>) -> Document {
        let mut builder = Builder::default();
        builder.set_language(language);
        builder.list_codes();
        builder.literal(&text, 0);
        builder.finish(Source::new(text.into_bytes(), Format::Text, Encoding::UTF_8))
    }

    /// Returns the source bytes, with their format and encoding.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Returns the text of all units, separated by one space.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the index that is used to count the code points of the text.
    pub fn index(&self) -> &CharIndex {
        &self.index
    }

    /// Returns the units in text order.
    pub fn units(&self) -> Units<'_> {
        Units::new(self)
    }

    /// Returns the ranges of text that may contain names. These are the units, split at elements
    /// without text (for example `br`, an image or a button) between two words that have no white
    /// space between them.
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

    /// Returns the unit at a position of the text. A unit includes its end position.
    ///
    /// A position between two units belongs to the first of them.
    pub fn unit_at(&self, text: usize) -> Option<Unit<'_>> {
        let index = self.ends.partition_point(|end| (*end as usize) < text);
        (index < self.ends.len()).then(|| Unit::new(self, index))
    }

    /// Returns the annotations that the markup of the source contains, in the order of their ends.
    pub fn annotations(&self) -> &[Annotation] {
        &self.annotations
    }

    /// Returns the language of the text at a position, if the source declares it.
    pub fn language_at(&self, text: usize) -> Option<&Language> {
        let (_, language) = self.spoken.get(u32::try_from(text).ok()?)?;
        self.languages.get(language? as usize)
    }

    /// Returns the language of the first text in the document, if the source declares it.
    pub fn language(&self) -> Option<&Language> {
        self.language_at(0)
    }

    /// Returns the insertion context at a position of the text, and the position where it changes.
    pub fn zone_at(&self, text: usize) -> (InsertionContext, usize) {
        let at = u32::try_from(text).unwrap_or(u32::MAX);
        let zone = self.zones.get(at).map(|(_, zone)| zone).unwrap_or_default();
        (zone, self.zones.next_change(at).map_or(self.text.len(), |next| next as usize))
    }

    /// Returns `true` if the markup of the source is well nested, so that every tag has a matching
    /// tag.
    pub fn is_regular(&self) -> bool {
        self.regular
    }

    /// Returns the nesting depth of the elements of the source.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Returns the map from the text to the source.
    pub fn map(&self) -> &SpanMap {
        &self.map
    }

    /// Converts a span of the text to code points, which is the unit of NIF.
    pub fn char_span(&self, span: TextSpan) -> CharSpan {
        self.index.chars(&self.text, span)
    }

    /// Converts a span of code points to bytes of the text. Returns `None` if the span exceeds the
    /// text.
    pub fn text_span(&self, span: CharSpan) -> Option<TextSpan> {
        self.index.span(&self.text, span)
    }

    /// Returns the bytes of the source from the first to the last character of a span, including
    /// all markup in between.
    ///
    /// Returns `None` if the span is empty or exceeds the text, if it starts or ends where the text
    /// has no source (between two units) or within characters that share one source (a character
    /// reference for two characters), or if the end precedes the start in the source (when one text
    /// is nested in another).
    ///
    /// For example, the separator between two units has no source.
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

    /// Returns the memory use of the document in bytes, without its source.
    pub fn heap_size(&self) -> usize {
        self.text.capacity()
            + self.map.heap_size()
            + self.ends.capacity() * size_of::<u32>()
            + self.ids.heap_size()
            + self.parts.capacity() * size_of::<u32>()
            + self.spoken.heap_size()
            + self.zones.heap_size()
            + self.annotations.capacity() * size_of::<Annotation>()
            + self.annotations.iter().map(Annotation::heap_size).sum::<usize>()
            + self.index.heap_size()
            + self.extras.heap_size()
    }
}
