//! Enrichment of documents with entities, terms, links and translations.
//!
//! Glossweave finds names in a page or a text. It writes them as RDF (NIF with ITS-RDF), or marks
//! them up in the same page and leaves every other byte untouched. Everything runs in the process
//! of the host, and the network is not used by default. For example, use a list of names to
//! annotate a page:
//!
//! ```
//! use glossweave::entity::{Dictionary, recognize};
//! use glossweave::{DecodeOptions, EncodeOptions, Format, nif};
//!
//! // A list of names, and a page in any encoding.
//! let names = "uri,label\nhttp://dbpedia.org/resource/Dublin,Dublin\n";
//! let names = Dictionary::from_csv(names.as_bytes())?;
//! let page = "<p>Caf&eacute;s in <b>Dub</b>lin";
//! let page = glossweave::decode(page, Format::Html, &DecodeOptions::default())?;
//! assert_eq!(page.text(), "Cafés in Dublin");
//!
//! // The spans of annotations are positions in the text of the page.
//! let found = recognize(&names, &page, None)?;
//! assert_eq!(&page.text()[found[0].span().range()], "Dublin");
//!
//! // Write the annotations as RDF, or into the page.
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
//! | writing annotations into a page, and the placement of each annotation | [`encode`], [`Encoded`], [`Placement`] |
//! | annotations: entities, terms, translations | [`annotation`] |
//! | finding names; custom recognizers | [`entity::Dictionary`], [`entity::Recognizer`] |
//! | a tagger for English, with the feature `models` | `models` |
//! | NIF: writing, reading, checking, the skeleton | [`nif`] |
//! | annotations as Web Annotations | [`web_annotation`] |
//! | exporting documents to files for other programs: CoNLL, UIMA CAS, brat, BioC … | [`export()`] |
//! | redaction and pseudonyms | `redact` |
//! | chunks of documents, for retrieval and language models | [`chunk`], [`chunk_lines`] |
//! | graphs and their formats | [`rdf`] |
//! | providers by the names of their protocols, with descriptions of their options | [`provider`] |
//! | remote services, allowed hosts | [`net`], [`entity::open_recognizer`], [`translate::open_translator`] |
//! | remote endpoints | [`link::open_endpoint`] |
//! | users, tokens, access control | [`acl`], [`acl::Users`] |
//! | resources that users store | [`resource`], [`resource::Collection`] |
//! | long calls that run in the background | [`job`] |
//! | one call for many documents, with results as they arrive | [`batch`] |
//! | one call from bytes to bytes, recognizers by name | [`Engine`], [`entity`], [`term`], [`translate`], [`link`] |
//! | errors: their kinds and locations | [`Error`], [`ErrorKind`] |
//! | log events of the engine | [`log`] |
//! | formats by name, media type or extension | [`Format`] |
//!
//! Conversion does not need an engine: [`decode`], [`encode`] and [`nif::write`](nif::write()) are
//! functions.
//!
//! # Features
//!
//! All features except `neural`, `object-store`, `oidc` and `postgres` are on by default. Without
//! features, you can read and write documents and NIF, and use your own recognizers. The README of
//! the crate lists the system libraries that each feature needs.
//!
//! | feature | adds |
//! |---|---|
//! | `entity` | dictionaries, taggers, disambiguation |
//! | `term`, `translate` | term bases; translation memories, Apertium, rules for sentences |
//! | `redact` | redaction and pseudonyms; implies `entity` |
//! | `models`, `neural` | trained models for English; models from ONNX files; both imply `entity` |
//! | `its-rules` | selectors of ITS rules in the whole of XPath 1.0, and schemas |
//! | `office`, `pdf`, `strings` | office documents, EPUB and IDML; text of PDF; Markdown, tables, subtitles and files of strings |
//! | `net`, `sparql`, `xslt` | calls to remote services; queries over graphs; stylesheets |
//! | `engine` | [`Engine`] and [`Session`]; implies `entity`, `redact`, `sparql`, `term` and `translate` |
//! | `sled`, `postgres`, `object-store`, `oidc` | stores in folders or in PostgreSQL, files in buckets, users of an OpenID provider |
//!
//! # Offsets
//!
//! The module [`text`] defines a type for each kind of offset: a [`ByteSpan`](text::ByteSpan)
//! counts bytes of the original source, a [`TextSpan`](text::TextSpan) counts bytes of the text of
//! a document and can slice a `str`, and a [`CharSpan`](text::CharSpan) counts code points of the
//! text, as NIF does. Annotations use text spans; [`Document`] converts between the three.
//!
//! # Errors
//!
//! The documentation of a function lists the [`ErrorKind`]s of [`Error`] that it returns. Any
//! sequence of bytes is valid HTML. When an annotation cannot be written into a page, this is
//! reported in its [`Placement`].

#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "engine")]
pub mod acl;
pub mod annotation;
#[cfg(feature = "engine")]
pub mod batch;
pub mod clock;
pub mod document;
#[cfg(feature = "engine")]
pub mod engine;
#[cfg(feature = "entity")]
pub mod entity;
pub mod error;
#[cfg(feature = "engine")]
pub mod filter;
pub mod format;
#[cfg(feature = "engine")]
mod interface;
pub mod its;
#[cfg(feature = "engine")]
pub mod job;
#[cfg(feature = "engine")]
pub mod link;
pub mod log;
pub mod markup;
#[cfg(any(feature = "engine", feature = "models"))]
pub mod models;
#[cfg(any(feature = "engine", feature = "net"))]
pub mod net;
pub mod nif;
#[cfg(feature = "engine")]
pub mod pipeline;
pub mod progress;
#[cfg(feature = "engine")]
pub mod provider;
pub mod rdf;
pub mod recognizer;
#[cfg(feature = "engine")]
mod registry;
#[cfg(feature = "engine")]
mod request;
#[cfg(feature = "engine")]
pub mod resource;
#[cfg(feature = "engine")]
pub mod service;
#[cfg(feature = "engine")]
pub mod settings;
#[cfg(feature = "engine")]
pub mod store;
#[cfg(feature = "engine")]
pub mod stored_document;
#[cfg(feature = "engine")]
pub mod stored_profile;
#[cfg(feature = "term")]
pub mod term;
pub mod text;
pub mod trace;
#[cfg(feature = "translate")]
pub mod translate;
#[cfg(feature = "engine")]
pub mod vocabulary;
#[cfg(any(feature = "engine", feature = "xslt"))]
pub mod xslt;

#[cfg(feature = "engine")]
pub use engine::{Engine, Session};
/// An allocator that counts the memory that calls use, so that it can be limited.
///
/// ```
/// use glossweave::CountingAllocator;
/// use std::alloc::System;
///
/// #[global_allocator]
/// static ALLOCATOR: CountingAllocator = CountingAllocator(System);
/// ```
#[doc(inline)]
pub use glossweave_base::counting_allocator::CountingAllocator;
#[doc(inline)]
pub use glossweave_base::secret::Secret;
pub use glossweave_base::{
    Ability, Accept, Cancellation, CancellationScope, Error, ErrorKind, Format, FormatInfo,
    Location, Result, VocabularyFormat,
};
#[cfg(feature = "engine")]
pub use settings::Settings;

/// Chunks of documents, for retrieval and language models.
///
/// ```
/// use glossweave::chunk::{ChunkOptions, chunks};
/// let page = "<h1>Cork</h1><p>Cork is a city. It has a port.<h2>Rivers</h2><p>The <b>Lee</b> is a river.";
/// let page = glossweave::decode(page, glossweave::Format::Html, &Default::default())?;
/// let options = ChunkOptions::from_pairs([("size", "30")])?;
/// let all = chunks(&page, &[], &options)?;
/// let texts: Vec<&str> = all.iter().map(|chunk| chunk.text).collect();
/// assert_eq!(texts, ["Cork Cork is a city. ", "It has a port. ", "Rivers The Lee is a river."]);
/// assert_eq!(all[2].headings[..], ["Cork".into(), "Rivers".into()]);
/// let source: Vec<_> =
///     all[2].source.iter().map(|span| &page.source().bytes()[span.range()]).collect();
/// assert_eq!(source, [&b"Rivers"[..], b"The ", b"Lee", b" is a river."]);
/// # Ok::<(), glossweave::Error>(())
/// ```
#[doc(inline)]
pub use glossweave_document::chunk;
#[doc(inline)]
pub use glossweave_document::{DecodeOptions, Document};
/// Reads a source as a document.
///
/// ```
/// use glossweave::{DecodeOptions, ErrorKind, Format};
/// let options = DecodeOptions::default();
/// let page = glossweave::decode("<title>A</title><p>caf&eacute; <b>b", Format::Html, &options)?;
/// assert_eq!(page.text(), "A café b");
/// let units: Vec<_> = page.units().map(|unit| unit.text()).collect();
/// assert_eq!(units, ["A", "café b"]);
///
/// let error = glossweave::decode("<a> <b> <c> .", Format::Turtle, &options).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Unsupported);
/// # Ok::<(), glossweave::Error>(())
/// ```
#[doc(inline)]
pub use glossweave_format::decode;
/// Writes a document with annotations, and leaves every other byte unchanged.
///
/// ```
/// use glossweave::annotation::{Annotation, Entity};
/// use glossweave::text::TextSpan;
/// use glossweave::{DecodeOptions, EncodeOptions, Format};
/// let page = glossweave::decode("<p>To <b>Cork</b>!", Format::Html, &DecodeOptions::default())?;
/// let cork = Annotation::entity(TextSpan::new(3, 7), Entity::new("http://example.org/Cork"));
/// let back = glossweave::encode(&page, &[cork], &EncodeOptions::default())?;
/// assert_eq!(
///     String::from_utf8_lossy(&back.bytes),
///     "<p>To <b><span its-ta-ident-ref=\"http://example.org/Cork\">Cork</span></b>!",
/// );
/// # Ok::<(), glossweave::Error>(())
/// ```
#[doc(inline)]
pub use glossweave_format::encode;
/// Writes a document with annotations as a new file for use in other programs.
///
/// ```
/// use glossweave::annotation::{Annotation, Entity};
/// use glossweave::text::TextSpan;
/// use glossweave::{DecodeOptions, ExportOptions, Format};
/// let page = glossweave::decode("<p>To <b>Cork</b>!", Format::Html, &DecodeOptions::default())?;
/// let cork = Entity::default()
///     .with_class("http://nerd.eurecom.fr/ontology#Location")
///     .with_confidence(0.9);
/// let cork = Annotation::entity(TextSpan::new(3, 7), cork);
/// let made = glossweave::export(&page, &[cork], Format::Conll2003, &ExportOptions::default())?;
/// assert_eq!(made.bytes, b"To _ _ O\nCork _ _ B-LOC\n! _ _ O\n\n");
/// assert!(made.placements[0].is_there());
/// // Confidences are not in this format, nor the white space between tokens.
/// let lost: Vec<&str> = made.skipped.iter().map(|one| one.subject()).collect();
/// assert_eq!(lost, ["confidences", "white space between tokens"]);
/// // What was written is read again.
/// let again = glossweave::decode(made.bytes, Format::Conll2003, &DecodeOptions::default())?;
/// assert_eq!(again.text(), "To Cork !");
/// assert_eq!(&again.text()[again.annotations()[0].span().range()], "Cork");
/// # Ok::<(), glossweave::Error>(())
/// ```
#[doc(inline)]
pub use glossweave_format::export;
/// Returns the text of a unit with markers instead of its tags, for translators.
///
/// ```
/// use glossweave::{DecodeOptions, Format, marked_text};
/// let page = glossweave::decode("<p>The <b>red</b> house", Format::Html, &DecodeOptions::default())?;
/// let unit = page.units().next().unwrap();
/// assert_eq!(marked_text(&page, unit.span())?, "The <1>red</1> house");
/// # Ok::<(), glossweave::Error>(())
/// ```
#[doc(inline)]
pub use glossweave_format::marked_text;
#[doc(inline)]
pub use glossweave_format::marked_texts;
/// Annotations in the W3C Web Annotation Data Model.
///
/// ```
/// use glossweave::annotation::{Annotation, Entity};
/// use glossweave::text::TextSpan;
/// use glossweave::{DecodeOptions, Format, web_annotation};
/// let page = glossweave::decode("<p>In <b>Dublin</b>", Format::Html, &DecodeOptions::default())?;
/// let dublin = Annotation::entity(TextSpan::new(3, 9), Entity::new("http://d.example/Dublin"));
/// let options = web_annotation::Options::of("http://a.example/page.html");
/// let json = String::from_utf8(web_annotation::write(&page, &[dublin], &options)?).unwrap();
/// assert!(json.contains(r#"{"type": "TextPositionSelector", "start": 3, "end": 9}"#));
/// assert!(json.contains(r#"{"type": "DataPositionSelector", "start": 9, "end": 15}"#));
/// # Ok::<(), glossweave::Error>(())
/// ```
///
/// ```
/// use glossweave::{DecodeOptions, Format, web_annotation};
/// let page =
///     glossweave::decode("<p>From <b>Dub</b>lin.", Format::Html, &DecodeOptions::default())?;
/// let json = r#"{"type": "Annotation", "body": "http://d.example/Dublin", "motivation": "identifying",
///     "target": {"source": "http://a.example/page.html",
///                "selector": {"type": "TextQuoteSelector", "exact": "Dublin", "prefix": "From "}}}"#;
/// let read = web_annotation::read(&page, json, None)?;
/// let dublin = &read.annotations[0];
/// assert_eq!(&page.text()[dublin.span().range()], "Dublin");
/// assert_eq!(&*dublin.as_entity().unwrap().idents[0], "http://d.example/Dublin");
///
/// let read = web_annotation::read(&page, json.replace("Dublin", "Galway"), None)?;
/// assert_eq!(read.skipped[0].message(), "annotation 0: the quote `Galway` is not in the text");
/// # Ok::<(), glossweave::Error>(())
/// ```
#[doc(inline)]
pub use glossweave_format::web_annotation;
pub use glossweave_format::{EncodeOptions, Encoded, ExportOptions, Placement};
/// Chunks with their annotations, as JSON Lines.
///
/// ```
/// use glossweave::chunk::{ChunkOptions, chunks};
/// let page = "<h1>Cork</h1><p lang=en>On the <b its-ta-ident-ref=http://example.org/lee>Lee</b>";
/// let page = glossweave::decode(page, glossweave::Format::Html, &Default::default())?;
/// let options = ChunkOptions::from_pairs([("name", "cork.html")])?;
/// let all = chunks(&page, &[], &options)?;
/// let lines = glossweave::chunk_lines::write(&page, &all, &options)?;
/// assert_eq!(
///     String::from_utf8_lossy(&lines),
///     "{\"document\": \"cork.html\", \"index\": 0, \"text\": \"Cork On the Lee\", \"start\": 0, \"end\": 15, \
///      \"source\": [[4, 8], [24, 31], [74, 77]], \"headings\": [\"Cork\"], \"language\": null, \
///      \"entities\": [{\"start\": 12, \"end\": 15, \"text\": \"Lee\", \"idents\": [\"http://example.org/lee\"], \
///      \"classes\": [], \"confidence\": null}], \"terms\": []}\n"
/// );
/// # Ok::<(), glossweave::Error>(())
/// ```
#[doc(inline)]
pub use glossweave_nif::chunk_lines;
/// Redaction of names and patterns, with pseudonyms that can be reversed.
///
/// ```
/// use glossweave::annotation::{Annotation, Entity};
/// use glossweave::recognizer::from_fn;
/// use glossweave::redact::{RedactOptions, redact};
/// use glossweave::text::TextSpan;
/// use glossweave::{DecodeOptions, Format};
/// let jane = from_fn(|passage| {
///     let at = passage.text().find("Jane Roe").map(|at| TextSpan::new(at, at + 8));
///     let person = Entity::default().with_class("http://schema.org/Person");
///     Ok(at.map(|at| Annotation::entity(at, person)).into_iter().collect())
/// });
/// let page = "<!-- by jane roe --><p title='JANE ROE'>Ask Jane <b>Ro</b>e.";
/// let page = glossweave::decode(page, Format::Html, &DecodeOptions::default())?;
/// let redaction = redact(&page, &[&jane], &RedactOptions::default())?;
/// assert_eq!(
///     String::from_utf8_lossy(&redaction.bytes),
///     "<!-- by PERSON --><p title='PERSON'>Ask PERSON<b></b>.",
/// );
/// # Ok::<(), glossweave::Error>(())
/// ```
#[cfg(feature = "redact")]
#[doc(inline)]
pub use glossweave_redact as redact;
#[cfg(feature = "engine")]
#[doc(inline)]
pub use glossweave_store::Caller;
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
#[doc = include_str!("../../../docs/batches.md")]
struct BatchesPage;

#[cfg(all(doctest, feature = "engine"))]
#[doc = include_str!("../../../docs/datasets.md")]
struct DatasetsPage;

#[cfg(all(doctest, feature = "engine"))]
#[doc = include_str!("../../../docs/dictionary.md")]
struct DictionaryPage;

#[cfg(all(doctest, feature = "engine"))]
#[doc = include_str!("../../../docs/linking.md")]
struct LinkingPage;
