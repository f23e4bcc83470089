//! Documents: text that is mapped to the bytes of its source.
//!
//! ```
//! use glossweave::{DecodeOptions, Format};
//! let page =
//!     glossweave::decode("<p>Caf&eacute; <b>Bar</b>", Format::Html, &DecodeOptions::default())?;
//! assert_eq!(page.text(), "Café Bar");
//! let bar = glossweave::text::TextSpan::new(6, 9);
//! assert_eq!(page.source_span(bar).unwrap().range(), 18..21);
//! # Ok::<(), glossweave::Error>(())
//! ```
//!
//! Each piece of text is mapped to its bytes in the source:
//!
//! ```
//! use glossweave::text::TextSpan;
//! let page = "<p>C&ocirc;te <b>d’Or</b>";
//! let page = glossweave::decode(page, glossweave::Format::Html, &Default::default())?;
//! let span = TextSpan::new(0, page.text().len());
//! let source = page.source_span(span).unwrap();
//! assert_eq!(str::from_utf8(&page.source().bytes()[source.range()])?, "C&ocirc;te <b>d’Or");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[doc(inline)]
pub use glossweave_document::{
    Columns, Document, InsertionBarrier, InsertionContext, PageBox, Part, Piece, PieceKind, Pieces,
    Section, Source, SpanMap, Unit, Units, Warning,
};
