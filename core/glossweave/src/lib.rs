//! Enrichment of documents with entities, terms, links and translations.
//!
//! The main job: a page or a text goes in, the names in it are found, and out comes RDF (NIF with
//! ITS-RDF), or the same page with the annotations marked up in it and every other byte untouched. All of
//! it happens in the process of the host, without network.
//!
//! ```
//! use glossweave::entity::{Dictionary, recognize};
//! use glossweave::{DecodeOptions, EncodeOptions, Format, nif};
//!
//! // A list of names, and a page in whatever encoding it came.
//! let names = "uri,label\nhttp://dbpedia.org/resource/Dublin,Dublin\n";
//! let names = Dictionary::from_csv(names.as_bytes())?;
//! let page = "<p>Caf&eacute;s in <b>Dub</b>lin";
//! let page = glossweave::decode(page, Format::Html, &DecodeOptions::default())?;
//! assert_eq!(page.text(), "Cafés in Dublin");
//!
//! // What was found lies in the text of the page …
//! let found = recognize(&names, &page, None)?;
//! assert_eq!(&page.text()[found[0].span().range()], "Dublin");
//!
//! // … and can be given out as RDF, or in the page.
//! let turtle = nif::write(&page, &found, Format::Turtle, &nif::Options::default())?;
//! assert!(String::from_utf8_lossy(&turtle).contains("#char=9,15>"));
//! let back = glossweave::encode(&page, &found, &EncodeOptions::default())?;
//! assert_eq!(
//!     String::from_utf8_lossy(&back.bytes),
//!     "<p>Caf&eacute;s in <span its-ta-ident-ref=\"http://dbpedia.org/resource/Dublin\" \
//!      its-ta-confidence=\"1\"><b>Dub</b>lin</span>",
//! );
//! # Ok::<(), glossweave::Error>(())
//! ```
//!
//! # Where to look
//!
//! | for | see |
//! |---|---|
//! | documents: text, units, languages, the mapping to the source | [`decode`], [`document`] |
//! | the page with annotations in it, and the placement of each | [`encode`], [`Encoded`], [`Placement`] |
//! | annotations: entities, terms, translations | [`annotation`] |
//! | finding names; custom recognizers | [`entity::Dictionary`], [`entity::Recognizer`] |
//! | a tagger for English, with the feature `models` | `models` |
//! | NIF: writing, reading, checking, the skeleton | [`nif`] |
//! | annotations as Web Annotations | [`web_annotation`] |
//! | documents as new files that other programs read: CoNLL, UIMA CAS, brat, BioC … | [`export()`] |
//! | redaction and pseudonyms | `redact` |
//! | chunks of documents, for retrieval and language models | [`chunk`], [`chunk_lines`] |
//! | graphs and their notations | [`rdf`] |
//! | providers by the names of their protocols, with descriptions of their options | [`provider`] |
//! | remote services, hosts that may be called | [`net`], [`entity::Spotlight`], [`entity::NifService`], [`link::SparqlEndpoint`] |
//! | users, tokens, access control | [`acl`], [`acl::Users`] |
//! | resources that users store | [`resource`], [`resource::Collection`] |
//! | long calls, which run after they were submitted | [`job`] |
//! | one call for many documents, with results as they come | [`batch`] |
//! | one call from bytes to bytes, recognizers by name | [`Engine`], [`entity`], [`term`], [`translate`], [`link`] |
//! | errors: their kinds and places | [`Error`], [`ErrorKind`] |
//! | log events of the engine | [`log`] |
//! | formats by name, media type or extension | [`Format`] |
//!
//! Conversion needs no engine: [`decode`], [`encode`] and [`nif::write`](nif::write()) are functions.
//!
//! # Offsets
//!
//! Offsets have types, in [`text`]: a [`ByteSpan`](text::ByteSpan) counts bytes of the source as it came,
//! a [`TextSpan`](text::TextSpan) bytes of the text of a document (so that it slices a `str`), a
//! [`CharSpan`](text::CharSpan) code points of that text, as NIF does. Annotations have text spans;
//! [`Document`] converts each to the others.
//!
//! # Errors
//!
//! A function that can fail names the [`ErrorKind`]s of [`Error`] that it returns. HTML has no errors,
//! whatever the bytes are; an annotation that cannot be written in a page is reported in its
//! [`Placement`].

#[cfg(feature = "engine")]
pub mod batch;
#[cfg(feature = "engine")]
pub mod engine;
#[cfg(feature = "entity")]
pub mod entity;
#[cfg(feature = "engine")]
pub mod filter;
#[cfg(feature = "engine")]
pub mod job;
#[cfg(feature = "engine")]
pub mod link;
#[cfg(any(feature = "engine", feature = "models"))]
pub mod models;
#[cfg(feature = "engine")]
pub mod pipeline;
#[cfg(feature = "engine")]
pub mod provider;
#[cfg(feature = "engine")]
mod registry;
#[cfg(feature = "engine")]
mod request;
#[cfg(feature = "engine")]
pub mod service;
#[cfg(feature = "engine")]
pub mod stored_document;
#[cfg(feature = "engine")]
pub mod stored_profile;
#[cfg(feature = "term")]
pub mod term;
#[cfg(feature = "translate")]
pub mod translate;

#[cfg(feature = "engine")]
pub use engine::{Engine, Session, Settings};
#[doc(hidden)]
pub use glossweave_base::CancellationScope;
#[doc(inline)]
pub use glossweave_base::counting_allocator::CountingAllocator;
pub use glossweave_base::{
    Ability, Accept, Cancellation, Error, ErrorKind, Format, FormatInfo, Location, Result,
    VocabularyFormat, clock, error, log, progress, secret, text, trace,
};
#[doc(inline)]
pub use glossweave_format::{
    DecodeOptions, Document, EncodeOptions, Encoded, ExportOptions, Exported, Placement,
    annotation, chunk, decode, document, encode, export, format, its, recognizer, web_annotation,
};
pub use glossweave_markup as markup;
#[cfg(any(feature = "engine", feature = "net"))]
pub use glossweave_net as net;
#[doc(inline)]
pub use glossweave_nif::{chunk_lines, nif};
pub use glossweave_rdf as rdf;
#[cfg(feature = "redact")]
pub use glossweave_redact as redact;
#[cfg(feature = "engine")]
#[doc(inline)]
pub use glossweave_store::{Caller, acl, resource, store};
#[cfg(feature = "engine")]
pub use glossweave_vocabulary as vocabulary;
#[cfg(any(feature = "engine", feature = "xslt"))]
pub use glossweave_xslt as xslt;
#[cfg(feature = "engine")]
pub use request::{Reply, Request};

#[cfg(all(doctest, feature = "engine"))]
#[doc = include_str!("../../../README.md")]
struct Readme;

#[cfg(all(doctest, feature = "engine"))]
#[doc = include_str!("../../../docs/rust.md")]
struct RustPage;

#[cfg(all(doctest, feature = "engine"))]
#[doc = include_str!("../../../docs/access.md")]
struct AccessPage;

#[cfg(all(doctest, feature = "engine"))]
#[doc = include_str!("../../../docs/filters.md")]
struct FiltersPage;

#[cfg(all(doctest, feature = "engine"))]
#[doc = include_str!("../../../docs/remote.md")]
struct RemotePage;

#[cfg(all(doctest, feature = "engine"))]
#[doc = include_str!("../../../docs/links.md")]
struct LinksPage;

#[cfg(all(doctest, feature = "engine"))]
#[doc = include_str!("../../../docs/terminology.md")]
struct TerminologyPage;

#[cfg(all(doctest, feature = "engine"))]
#[doc = include_str!("../../../docs/translation.md")]
struct TranslationPage;

#[cfg(all(doctest, feature = "redact"))]
#[doc = include_str!("../../../docs/redaction.md")]
struct RedactionPage;

#[cfg(all(doctest, feature = "engine"))]
#[doc = include_str!("../../../docs/pipelines.md")]
struct PipelinesPage;

#[cfg(all(doctest, feature = "engine"))]
#[doc = include_str!("../../../docs/jobs.md")]
struct JobsPage;

#[cfg(all(doctest, feature = "engine"))]
#[doc = include_str!("../../../docs/batches.md")]
struct BatchesPage;

#[cfg(all(doctest, feature = "engine"))]
#[doc = include_str!("../../../docs/xslt.md")]
struct XsltPage;

#[cfg(all(doctest, feature = "engine"))]
#[doc = include_str!("../../../docs/datasets.md")]
struct DatasetsPage;

#[cfg(all(doctest, feature = "entity"))]
#[doc = include_str!("../../../docs/vocabularies.md")]
struct VocabulariesPage;

#[cfg(all(doctest, feature = "engine"))]
#[doc = include_str!("../../../docs/patterns.md")]
struct PatternsPage;
