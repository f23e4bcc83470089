//! A document: its bytes, its text, and the origin of each character of the text.

mod build;
mod code;
mod columns;
mod heading;
mod insertion;
mod map;
mod nesting;
mod page_map;
#[cfg(feature = "pdf")]
mod page_text;
mod plural;
mod run_length;
mod section;
mod source;
mod splice;
mod unit;

pub(crate) use build::FRAGMENT;
#[doc(hidden)]
pub use build::{Builder, Opening};
#[doc(hidden)]
pub use code::CodeKind;
pub(crate) use code::ListedCode;
pub use columns::Columns;
pub use insertion::{InsertionBarrier, InsertionContext};
pub use map::{Piece, PieceKind, Pieces, SpanMap};
pub(crate) use nesting::{Edge, Fragment, OPEN, split_crossing};
pub use page_map::PageBox;
#[cfg(feature = "pdf")]
pub(crate) use page_map::PageLine;
pub(crate) use plural::{INTEGERS, PluralForms};
use run_length::RunLengthMap;
use section::Extras;
pub(crate) use section::MarkedUnit;
pub use section::{Section, Warning};
#[doc(hidden)]
pub use section::{TargetLink, TranslationState};
pub use source::{Part, Source};
pub(crate) use splice::{Splice, Spliced};
pub use unit::{Unit, Units};

use crate::annotation::Annotation;
use glossweave_base::media::Format;
use glossweave_base::text::{ByteSpan, CharIndex, CharSpan, Language, TextSpan};
use glossweave_markup::Encoding;

/// A decoded document: its original bytes, the text in them, the units of that text and the
/// annotations that the markup already carries.
///
/// The text is that of all units in order, separated by one space. A document is immutable.
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
    /// Creates a plain-text document from a string; its source is that text in UTF-8.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
    /// use glossweave::Document;
    /// let document = Document::of_text("To Cork".to_owned(), Some(&"en".parse()?));
    /// assert_eq!((document.text(), document.units().count()), ("To Cork", 1));
    /// assert_eq!(document.language().unwrap().as_str(), "en");
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn of_text(text: String, language: Option<&Language>) -> Document {
        let mut builder = Builder::default();
        builder.set_language(language);
        builder.list_codes();
        builder.literal(&text, 0);
        builder.finish(Source::new(text.into_bytes(), Format::Text, Encoding::UTF_8))
    }

    /// Returns the bytes that were read, with their format and encoding.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
    /// use glossweave::{DecodeOptions, Format};
    /// let page = glossweave::decode(&b"<p>Caf\xe9"[..], Format::Html, &DecodeOptions::default())?;
    /// assert_eq!(page.source().bytes(), b"<p>Caf\xe9");
    /// assert_eq!(page.source().encoding().name(), "windows-1252");
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Returns the text of all units, separated by one space.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
    /// let page = "<h1>Cork</h1><p>A <b>city</b> in&nbsp;Ireland";
    /// let page = glossweave::decode(page, glossweave::Format::Html, &Default::default())?;
    /// assert_eq!(page.text(), "Cork A city in\u{a0}Ireland");
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the index that counts the code points of the text.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
    /// use glossweave::Document;
    /// let document = Document::of_text("Café".to_owned(), None);
    /// assert_eq!((document.text().len(), document.index().len()), (5, 4));
    /// ```
    pub fn index(&self) -> &CharIndex {
        &self.index
    }

    /// Returns the units in text order.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
    /// let page = "<ul><li>Cork<li>Cobh</ul>";
    /// let page = glossweave::decode(page, glossweave::Format::Html, &Default::default())?;
    /// assert!(page.units().map(|unit| unit.text()).eq(["Cork", "Cobh"]));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn units(&self) -> Units<'_> {
        Units::new(self)
    }

    /// Returns the ranges of text that may contain names: the units, split at non-text elements
    /// (`br`, an image, a button) between two words without white space.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
    /// let page = "<p>New<br>York";
    /// let page = glossweave::decode(page, glossweave::Format::Html, &Default::default())?;
    /// // One unit, in which no name goes from line to line.
    /// assert_eq!((page.units().count(), page.pieces().len()), (1, 2));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
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

    /// Returns the unit at a position of the text, or the one that ends there.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
    /// let page = "<p>To Cork</p><p>To Cobh</p>";
    /// let page = glossweave::decode(page, glossweave::Format::Html, &Default::default())?;
    /// let at = page.text().find("Cobh").unwrap();
    /// assert_eq!(page.unit_at(at).unwrap().text(), "To Cobh");
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    ///
    /// A place between two units belongs to the one before:
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
    /// let page = glossweave::decode("<p>Cork<p>Cobh", glossweave::Format::Html, &Default::default())?;
    /// let at = |place| page.unit_at(place).map(|unit| unit.text());
    /// assert_eq!((at(4), at(5), at(10)), (Some("Cork"), Some("Cobh"), None));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn unit_at(&self, text: usize) -> Option<Unit<'_>> {
        let index = self.ends.partition_point(|end| (*end as usize) < text);
        (index < self.ends.len()).then(|| Unit::new(self, index))
    }

    /// Returns the annotations that the markup of the source carries, in the order of their ends.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
    /// let page = "<p>To <b its-ta-ident-ref=http://example.org/cork>Cork</b>";
    /// let page = glossweave::decode(page, glossweave::Format::Html, &Default::default())?;
    /// let cork = &page.annotations()[0];
    /// assert_eq!(&page.text()[cork.span().range()], "Cork");
    /// assert_eq!(&*cork.as_entity().unwrap().idents[0], "http://example.org/cork");
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn annotations(&self) -> &[Annotation] {
        &self.annotations
    }

    /// Returns the language of the text at a position, if the source declares one.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
    /// let page = "<p lang=en>Cork, <i lang=ga>Corcaigh</i>";
    /// let page = glossweave::decode(page, glossweave::Format::Html, &Default::default())?;
    /// let at = page.text().find("Corcaigh").unwrap();
    /// assert_eq!(page.language_at(at).unwrap().as_str(), "ga");
    /// assert_eq!(page.language().unwrap().as_str(), "en");
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn language_at(&self, text: usize) -> Option<&Language> {
        let (_, language) = self.spoken.get(u32::try_from(text).ok()?)?;
        self.languages.get(language? as usize)
    }

    /// Returns the language of the first text in the document, if the source declares one.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
    /// use glossweave::{DecodeOptions, Format};
    /// let options = DecodeOptions::default().with_language("ga".parse()?);
    /// let page = glossweave::decode("<p>Corcaigh", Format::Html, &options)?;
    /// assert_eq!(page.language().unwrap().as_str(), "ga");
    /// // What the page says counts more.
    /// let page = glossweave::decode("<p lang=en>Cork", Format::Html, &options)?;
    /// assert_eq!(page.language().unwrap().as_str(), "en");
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn language(&self) -> Option<&Language> {
        self.language_at(0)
    }

    /// Returns what may be inserted at a position of the text, and the position up to which this
    /// holds.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
    /// let page = "<title>Cork</title><p>Cork";
    /// let page = glossweave::decode(page, glossweave::Format::Html, &Default::default())?;
    /// assert!(page.zone_at(0).0.obstacle.is_some());
    /// assert_eq!(page.zone_at(5).0.obstacle, None);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn zone_at(&self, text: usize) -> (InsertionContext, usize) {
        let at = u32::try_from(text).unwrap_or(u32::MAX);
        let zone = self.zones.get(at).map(|(_, zone)| zone).unwrap_or_default();
        (zone, self.zones.next_change(at).map_or(self.text.len(), |next| next as usize))
    }

    /// Returns `true` if the markup of the source is well nested, so that every tag has a matching
    /// one.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
    /// let nested = glossweave::decode("<p><b>Cork</b></p>", glossweave::Format::Html, &Default::default())?;
    /// let crossed = glossweave::decode("<p><b>C<i>or</b>k</i>", glossweave::Format::Html, &Default::default())?;
    /// assert!(nested.is_regular() && !crossed.is_regular());
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn is_regular(&self) -> bool {
        self.regular
    }

    /// Returns the nesting depth of the elements of the source.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
    /// let xml = "<doc><p><b>Cork</b></p></doc>";
    /// let document = glossweave::decode(xml, glossweave::Format::Xml, &Default::default())?;
    /// assert_eq!(document.depth(), 3);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Returns the largest number among the identifiers that the fragments of one annotation share.
    pub(crate) fn last_fragment(&self) -> u32 {
        self.fragment
    }

    /// Returns the map from the text to the source.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
    /// let page = glossweave::decode("<p>Caf&eacute;", glossweave::Format::Html, &Default::default())?;
    /// // Three letters, and the character reference.
    /// assert_eq!(page.map().pieces().count(), 2);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn map(&self) -> &SpanMap {
        &self.map
    }

    /// Converts a span of the text to code points, as NIF counts.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
    /// use glossweave::Document;
    /// use glossweave::text::{CharSpan, TextSpan};
    /// let document = Document::of_text("Café Cork".to_owned(), None);
    /// // In bytes of the text, and in code points as NIF counts.
    /// assert_eq!(document.char_span(TextSpan::new(6, 10)), CharSpan::new(5, 9));
    /// assert_eq!(document.text_span(CharSpan::new(5, 9)), Some(TextSpan::new(6, 10)));
    /// assert_eq!(document.text_span(CharSpan::new(5, 10)), None);
    /// ```
    pub fn char_span(&self, span: TextSpan) -> CharSpan {
        self.index.chars(&self.text, span)
    }

    /// Converts a span of code points to bytes of the text, or returns `None` if it exceeds the
    /// text.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
    /// use glossweave::Document;
    /// use glossweave::text::CharSpan;
    /// let document = Document::of_text("Łódź, Poland".to_owned(), None);
    /// let span = document.text_span(CharSpan::new(6, 12)).unwrap();
    /// assert_eq!(&document.text()[span.range()], "Poland");
    /// ```
    pub fn text_span(&self, span: CharSpan) -> Option<TextSpan> {
        self.index.span(&self.text, span)
    }

    /// Returns the bytes of the source from the first character of a span to its last one, with all
    /// markup between them.
    ///
    /// Returns `None` if the span is empty or exceeds the text, if an edge of it has no origin
    /// (between two units) or splits characters with a single origin (a character reference for two
    /// characters), or if the end precedes the start in the source (a text within another one).
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
    /// use glossweave::text::TextSpan;
    /// let page = "<p>C&ocirc;te <b>d’Or</b>";
    /// let page = glossweave::decode(page, glossweave::Format::Html, &Default::default())?;
    /// let span = TextSpan::new(0, page.text().len());
    /// let source = page.source_span(span).unwrap();
    /// assert_eq!(str::from_utf8(&page.source().bytes()[source.range()])?, "C&ocirc;te <b>d’Or");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Not every span has a source of its own:
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
    /// use glossweave::text::TextSpan;
    /// use glossweave::{DecodeOptions, Format};
    /// let page = glossweave::decode("<p>Cork</p><p>Cobh", Format::Html, &DecodeOptions::default())?;
    /// assert_eq!(page.text(), "Cork Cobh");
    /// assert_eq!(page.source_span(TextSpan::new(5, 9)).unwrap().range(), 14..18);
    /// // The space between two units, and what is beyond the end.
    /// assert_eq!(page.source_span(TextSpan::new(4, 5)), None);
    /// assert_eq!(page.source_span(TextSpan::new(5, 10)), None);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
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

    /// Returns the place in the source of an edge within (or at the ends of) a piece.
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

    /// Returns the end of the source of the previous piece: 0 for the first piece, and the start of
    /// this piece if the previous one follows it in the source.
    pub(crate) fn source_before(&self, piece: Piece) -> usize {
        let Some(before) = piece.text.start().checked_sub(1) else { return 0 };
        let mut pieces = self.map.pieces_from(before.saturating_sub(unit::SEPARATOR.len()));
        let mut end = 0;
        for other in pieces.by_ref() {
            if other.text.start() >= piece.text.start() {
                break;
            }
            end = other.source.end();
        }
        end.min(piece.source.start())
    }

    /// Returns the number of bytes that this document occupies beyond those of its source.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
    /// use glossweave::Document;
    /// let (short, long) = ("Cork".to_owned(), "Cork ".repeat(1_000));
    /// assert!(Document::of_text(short, None).heap_size() < Document::of_text(long, None).heap_size());
    /// ```
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
