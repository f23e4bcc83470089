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
pub mod settings;
#[cfg(feature = "engine")]
pub mod stored_document;
#[cfg(feature = "engine")]
pub mod stored_profile;
#[cfg(feature = "term")]
pub mod term;
#[cfg(feature = "translate")]
pub mod translate;

#[cfg(feature = "engine")]
pub use engine::{Engine, Session};
#[doc(hidden)]
pub use glossweave_base::CancellationScope;
/// The current time, which a host or a test may replace.
///
/// Tests move a clock on:
///
/// ```
/// use glossweave::clock::{Clock, FixedClock, Timestamp};
/// use std::time::{Duration, SystemTime};
/// let clock = FixedClock::new(SystemTime::from("2026-01-31T12:00:00Z".parse::<Timestamp>()?));
/// clock.advance(Duration::from_secs(7 * 24 * 60 * 60));
/// assert_eq!(Timestamp::from(clock.now()).to_string(), "2026-02-07T12:00:00Z");
/// # Ok::<(), glossweave::Error>(())
/// ```
#[doc(inline)]
pub use glossweave_base::clock;
/// Counts the memory that calls have in use, so that it can be limited.
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
/// Errors: their kinds, places and hints.
///
/// An error has a kind, and where it is known a place, a parameter and a hint:
///
/// ```
/// use glossweave::{DecodeOptions, ErrorKind, Format};
/// let error = glossweave::decode("<a>
///   <b></a>", Format::Xml, &DecodeOptions::default()).unwrap_err();
/// assert_eq!((error.kind(), error.location().unwrap().line()), (ErrorKind::Malformed, 2));
/// # Ok::<(), glossweave::Error>(())
/// ```
#[doc(inline)]
pub use glossweave_base::error;
/// Events for the log of the host.
///
/// ```
/// use glossweave::log::{Level, clear_listener, set_listener};
/// set_listener(Level::Info, |event| eprintln!("{} {}: {}", event.level, event.target, event.message))?;
/// // … an engine opens a store …
/// clear_listener();
/// # Ok::<(), glossweave::Error>(())
/// ```
#[doc(inline)]
pub use glossweave_base::log;
/// Spans of texts with their units, and language tags.
///
/// ```
/// use glossweave::text::{ByteSpan, CharSpan, TextSpan};
/// let text = "In Córdoba";
/// let word = TextSpan::checked(3, text.len()).unwrap();
/// assert_eq!(&text[word.range()], "Córdoba");
/// assert_eq!((word.start(), word.end(), word.len()), (3, 11, 8));
/// assert!(word.contains(TextSpan::new(3, 4)) && !word.is_empty());
/// // Code points are another unit: `ó` is one of them, and two bytes.
/// assert_eq!(CharSpan::checked(3, 10), Some(CharSpan::new(3, 10)));
/// assert_eq!(CharSpan::new(3, 10).len(), 7);
/// // An end before the start makes an empty span, or none.
/// assert!(ByteSpan::new(5, 2).is_empty());
/// assert_eq!(ByteSpan::checked(5, 2), None);
/// ```
#[doc(inline)]
pub use glossweave_base::text;
/// Traces of calls, as W3C Trace Context passes them on.
///
/// A host with a trace of its own runs calls within it, and its exporter gets the spans:
///
/// ```
/// use glossweave::trace::{TraceContext, clear_span_listener, set_span_listener};
/// set_span_listener(|span| eprintln!("{} in trace {}", span.name, span.context.trace_id()));
/// // `parent` is that of the request which the host answers.
/// let parent = TraceContext::new(1.0);
/// let own = parent.child();
/// assert_ne!(own.span_id(), parent.span_id());
/// own.run(|| {
///     // … calls, whose requests to remote services have these headers:
///     let headers: Vec<_> = own.headers().collect();
///     assert_eq!(headers, [("traceparent", own.traceparent())]);
/// });
/// clear_span_listener();
/// ```
#[doc(inline)]
pub use glossweave_base::trace;
pub use glossweave_base::{
    Ability, Accept, Cancellation, Error, ErrorKind, Format, FormatInfo, Location, Result,
    VocabularyFormat, progress, secret,
};
#[cfg(feature = "engine")]
pub use settings::Settings;

/// Annotations: entities, terms and translations at spans of a text.
///
/// ```
/// use glossweave::annotation::{Annotation, Entity};
/// use glossweave::text::TextSpan;
/// let dublin = Entity::new("http://dbpedia.org/resource/Dublin").with_confidence(0.9);
/// let found = Annotation::entity(TextSpan::new(0, 6), dublin);
/// assert_eq!(found.span().range(), 0..6);
/// ```
#[doc(inline)]
pub use glossweave_format::annotation;
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
pub use glossweave_format::chunk;
/// Reads a source into a document.
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
/// Documents: a text that remembers the bytes of the source that it came from.
///
/// ```
/// use glossweave::{DecodeOptions, Format};
/// let page =
///     glossweave::decode("<p>Caf&eacute; <b>Bar</b>", Format::Html, &DecodeOptions::default())?;
/// assert_eq!(page.text(), "Café Bar");
/// let bar = glossweave::text::TextSpan::new(6, 9);
/// assert_eq!(page.source_span(bar).unwrap().range(), 18..21);
/// # Ok::<(), glossweave::Error>(())
/// ```
///
/// Each piece of text remembers its bytes in the source:
///
/// ```
/// use glossweave::text::TextSpan;
/// let page = "<p>C&ocirc;te <b>d’Or</b>";
/// let page = glossweave::decode(page, glossweave::Format::Html, &Default::default())?;
/// let span = TextSpan::new(0, page.text().len());
/// let source = page.source_span(span).unwrap();
/// assert_eq!(str::from_utf8(&page.source().bytes()[source.range()])?, "C&ocirc;te <b>d’Or");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(inline)]
pub use glossweave_format::document;
/// Writes a document with annotations, and every other byte as it was.
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
/// Writes a document with annotations as a new file that other programs read.
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
/// let lost: Vec<&str> = made.left_out.iter().map(|one| one.subject()).collect();
/// assert_eq!(lost, ["confidences", "white space between tokens"]);
/// // What was written is read again.
/// let again = glossweave::decode(made.bytes, Format::Conll2003, &DecodeOptions::default())?;
/// assert_eq!(again.text(), "To Cork !");
/// assert_eq!(&again.text()[again.annotations()[0].span().range()], "Cork");
/// # Ok::<(), glossweave::Error>(())
/// ```
#[doc(inline)]
pub use glossweave_format::export;
/// The Internationalization Tag Set (ITS) 2.0.
///
/// ```
/// use glossweave::Format;
/// use glossweave::its::{Analysis, Category, Options};
/// let source = "<doc xmlns:its='http://www.w3.org/2005/11/its'>\
///     <its:rules version='2.0'><its:translateRule selector='//code' translate='no'/></its:rules>\
///     <p>Type <code>cat</code>.</p></doc>";
/// let analysis = Analysis::read(source, Format::Xml, &Options::default())?;
/// let code = analysis.nodes().find(|node| node.path() == "/doc/p[1]/code[1]").unwrap();
/// assert_eq!(code.values(Category::Translate), [("translate".into(), "no".into())]);
/// # Ok::<(), glossweave::Error>(())
/// ```
///
/// Rules come from the document or from the options:
///
/// ```
/// use glossweave::its::Options;
/// use glossweave::{DecodeOptions, Format};
/// let rules = r#"<its:rules version="2.0" xmlns:its="http://www.w3.org/2005/11/its">
///     <its:withinTextRule selector="//b" withinText="yes"/></its:rules>"#;
/// let options = DecodeOptions { its: Options { rules: vec![rules.into()], ..Options::default() }, ..DecodeOptions::default() };
/// let doc = glossweave::decode("<p>To <b>Cork</b>!</p>", Format::Xml, &options)?;
/// assert!(doc.units().map(|unit| unit.text()).eq(["To Cork!"]));
/// # Ok::<(), glossweave::Error>(())
/// ```
#[doc(inline)]
pub use glossweave_format::its;
/// Recognizers, which find names in a text.
///
/// A function is a recognizer by [`from_fn`](recognizer::from_fn); a type implements [`Recognizer`](recognizer::Recognizer) if it
/// also has a revision or needs to know the language. References, boxes and [`Arc`](std::sync::Arc)s of recognizers are
/// recognizers.
///
/// ```
/// use glossweave::annotation::{Annotation, Entity};
/// use glossweave::recognizer::{Passage, Recognizer, from_fn};
/// use glossweave::text::TextSpan;
///
/// let cork = from_fn(|passage| {
///     let found = passage.text().match_indices("Cork").map(|(at, name)| {
///         let span = TextSpan::new(at, at + name.len());
///         Annotation::entity(span, Entity::new("http://dbpedia.org/resource/Cork"))
///     });
///     Ok(found.collect())
/// });
/// assert_eq!(cork.recognize(&Passage::new("to Cork"))?[0].span().range(), 3..7);
/// assert!(!Box::new(&cork).needs_language());
/// # Ok::<(), glossweave::Error>(())
/// ```
#[doc(inline)]
pub use glossweave_format::recognizer;
/// Annotations as the W3C Web Annotation Data Model describes them.
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
/// assert_eq!(read.left_out[0].message(), "annotation 0: the quote `Galway` is not in the text");
/// # Ok::<(), glossweave::Error>(())
/// ```
#[doc(inline)]
pub use glossweave_format::web_annotation;
#[doc(inline)]
pub use glossweave_format::{
    DecodeOptions, Document, EncodeOptions, Encoded, ExportOptions, Exported, Placement, format,
};
/// Encodings, and what readers of markup share.
///
/// ```
/// use glossweave::markup::Encoding;
/// let latin = Encoding::for_label("ISO-8859-1").unwrap();
/// assert_eq!(latin.name(), "windows-1252");
/// assert_eq!(latin.encode("é").as_ref(), b"\xE9");
/// ```
#[doc(inline)]
pub use glossweave_markup as markup;
/// Requests over HTTP to the hosts that the program names, and to no others.
///
/// Requests go to the hosts that the program names, and to no others:
///
/// ```
/// use glossweave::net::{Hosts, Network, Options};
/// use std::time::Duration;
/// let options = Options::default()
///     .with_hosts(Hosts::default().with("dbpedia.org")?)
///     .with_private_hosts(Hosts::default().with("localhost:2222")?)
///     .with_time(Duration::from_secs(10))
///     .with_response(8 << 20);
/// assert!(format!("{:?}", Network::new(options)).contains("dbpedia.org"));
/// # Ok::<(), glossweave::Error>(())
/// ```
#[cfg(any(feature = "engine", feature = "net"))]
#[doc(inline)]
pub use glossweave_net as net;
/// Chunks with their annotations as JSON Lines.
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
/// The NLP Interchange Format (NIF) 2.0.
///
/// ```
/// use glossweave::annotation::{Annotation, Entity};
/// use glossweave::text::TextSpan;
/// use glossweave::{DecodeOptions, Format, nif};
/// let document =
///     glossweave::decode("Welcome to Dublin.", Format::Text, &DecodeOptions::default())?;
/// let dublin = Entity::new("http://dbpedia.org/resource/Dublin");
/// let found = [Annotation::entity(TextSpan::new(11, 17), dublin)];
/// let turtle = nif::write(&document, &found, Format::Turtle, &nif::Options::default())?;
/// let turtle = String::from_utf8_lossy(&turtle);
/// assert!(turtle.contains("<http://example.org/glossweave/#char=11,17>"));
/// assert!(turtle.contains("itsrdf:taIdentRef <http://dbpedia.org/resource/Dublin>"));
/// # Ok::<(), glossweave::Error>(())
/// ```
///
/// ```
/// use glossweave::{Format, nif};
/// let source = br#"
/// @prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
/// @prefix itsrdf: <http://www.w3.org/2005/11/its/rdf#> .
/// <http://a.example/#char=0,9> a nif:Context ; nif:isString "In Dublin" .
/// <http://a.example/#char=3,9> nif:referenceContext <http://a.example/#char=0,9> ;
///     itsrdf:taIdentRef <http://dbpedia.org/resource/Dublin> ."#;
/// let read = nif::read(source, Format::Turtle, None)?;
/// let context = &read.contexts()[0];
/// assert_eq!(context.text(), "In Dublin");
/// assert_eq!(context.annotations()[0].span().range(), 3..9);
/// # Ok::<(), glossweave::Error>(())
/// ```
#[doc(inline)]
pub use glossweave_nif::nif;
/// Graphs, their notations, and SPARQL.
///
/// ```
/// use glossweave::Format;
/// use glossweave::rdf::{IndexedGraph, Limits, Query};
/// let query = Query::parse("SELECT ?label WHERE { ?s <http://a.example/label> ?label }")?;
/// let dataset = IndexedGraph::read(
///     b"<http://a.example/> <http://a.example/label> 'A' .",
///     Format::Turtle,
///     None,
/// )?;
/// let solutions = query.select(&dataset, &Limits::default())?;
/// assert_eq!(solutions.variables, ["label"]);
/// assert_eq!(solutions.rows[0][0].as_ref().unwrap().to_string(), "\"A\"");
/// # Ok::<(), glossweave::Error>(())
/// ```
#[doc(inline)]
pub use glossweave_rdf as rdf;
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
/// Users, tokens, roles, and what each may do.
///
/// A session acts for a caller, with the rights of that caller:
///
/// ```
/// use glossweave::acl::Role;
/// use glossweave::settings::AdminSettings;
/// use glossweave::{Caller, Engine, ErrorKind, Settings};
/// let admin = AdminSettings::new("root", "battery staple");
/// let settings = Settings { admin, ..Settings::default() };
/// let engine = Engine::builder(settings).open()?;
/// let anyone = engine.session(Caller::Anonymous).users();
/// anyone.create("ann", "correct horse")?;
/// let ann = Caller::Token(anyone.authenticate("ann", "correct horse")?);
/// let root = Caller::Token(anyone.authenticate("root", "battery staple")?);
///
/// let refused = engine.session(ann).users().set_role("ann", Role::Admin).unwrap_err();
/// assert_eq!(refused.kind(), ErrorKind::Forbidden);
/// assert_eq!(engine.session(root).users().set_role("ann", Role::Admin)?.role, Role::Admin);
/// # Ok::<(), glossweave::Error>(())
/// ```
#[cfg(feature = "engine")]
#[doc(inline)]
pub use glossweave_store::acl;
/// Resources that users store, each with an owner and a visibility.
///
/// A resource has a name, an owner and a visibility:
///
/// ```
/// use glossweave::acl::Visibility;
/// use glossweave::resource::ResourceUpdate;
/// use glossweave::{Caller, Engine, ErrorKind, Settings};
/// let engine = Engine::builder(Settings::default()).open()?;
/// let users = engine.session(Caller::Anonymous).users();
/// users.create("ann", "correct horse")?;
/// let session = engine.session(Caller::Token(users.authenticate("ann", "correct horse")?));
///
/// let filters = session.filters();
/// let private = ResourceUpdate { visibility: Some(Visibility::Private), ..ResourceUpdate::default() };
/// filters.create(Some("all"), b"SELECT * { ?s ?p ?o }", &private)?;
/// let unseen = engine.session(Caller::Anonymous).filters().read("all").unwrap_err();
/// assert_eq!(unseen.kind(), ErrorKind::Unauthenticated);
/// let public = ResourceUpdate { visibility: Some(Visibility::Public), ..ResourceUpdate::default() };
/// filters.update("all", None, &public)?;
/// assert_eq!(engine.session(Caller::Anonymous).filters().read("all")?.content.query, "SELECT * { ?s ?p ?o }");
/// # Ok::<(), glossweave::Error>(())
/// ```
#[cfg(feature = "engine")]
#[doc(inline)]
pub use glossweave_store::resource;
/// Stores of rows, in which an engine keeps everything.
///
/// ```
/// use glossweave::store::{
///     Backend, Change, CommitOutcome, CounterUpdate, MemoryBackend, Precondition, Table,
/// };
/// use std::ops::ControlFlow;
///
/// let store = MemoryBackend::new();
/// store.check()?;
/// let new = Change::put(Table::Filters, "places", Precondition::Absent, b"{}".to_vec());
/// let made = CounterUpdate::more("filters".to_owned());
/// assert_eq!(store.commit(&[new], &[made])?, CommitOutcome::Done { revision: 1 });
/// assert_eq!(store.counter("filters")?, 1);
///
/// let mut keys = Vec::new();
/// store.scan(Table::Filters, None, &mut |key, row| {
///     keys.push((key.to_owned(), row.revision));
///     Ok(ControlFlow::Continue(()))
/// })?;
/// assert_eq!(keys, [("places".to_owned(), 1)]);
///
/// // One writer saw revision 1, and another one changes the row first.
/// let seen = Precondition::Revision(1);
/// let _ = store.commit(&[Change::put(Table::Filters, "places", seen, b"[]".to_vec())], &[])?;
/// let late = store.commit(&[Change::remove(Table::Filters, "places", seen)], &[])?;
/// assert_eq!(late, CommitOutcome::RefusedChange(0));
///
/// store.flush()?;
/// let copy = MemoryBackend::new();
/// copy.restore(store.snapshot()?)?;
/// assert_eq!(copy.read(Table::Filters, "places")?.unwrap().value, b"[]");
/// // What is in memory has no folder, and no disk to fill.
/// assert_eq!(copy.folder(), None);
/// copy.check_space(u64::MAX)?;
/// # Ok::<(), glossweave::Error>(())
/// ```
#[cfg(feature = "engine")]
#[doc(inline)]
pub use glossweave_store::store;
/// Datasets: the entities or terms of a table or of RDF.
///
/// A dataset holds the entities of a table or of RDF:
///
/// ```
/// use glossweave::resource::ResourceUpdate;
/// use glossweave::vocabulary::Load;
/// use glossweave::{Caller, Engine, Settings};
/// let engine = Engine::builder(Settings::default()).open()?;
/// let users = engine.session(Caller::Anonymous).users();
/// users.create("ann", "correct horse")?;
/// let session = engine.session(Caller::Token(users.authenticate("ann", "correct horse")?));
///
/// let turtle = "@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
///     <http://example.org/cork> skos:prefLabel 'Cork'@en, 'Corcaigh'@ga .";
/// let mut update = ResourceUpdate::default();
/// update.set("informat", "turtle")?;
/// let places = session.datasets().create_from("places", Load::new(&mut turtle.as_bytes()), &update)?;
/// assert_eq!((places.content.entities, places.content.labels), (1, 2));
/// # Ok::<(), glossweave::Error>(())
/// ```
#[cfg(feature = "engine")]
#[doc(inline)]
pub use glossweave_vocabulary as vocabulary;
/// Stylesheets that transform one markup into another.
///
/// ```
/// use glossweave::Format;
/// use glossweave::xslt::{Options, Request, Stylesheet};
/// let stylesheet =
///     br#"<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
///   <xsl:output method="text"/>
///   <xsl:param name="greeting" select="'Hello'"/>
///   <xsl:template match="/"><xsl:value-of select="concat($greeting, ', ', /name)"/></xsl:template>
/// </xsl:stylesheet>"#;
/// let greet = Stylesheet::compile(stylesheet, &Options::default())?;
/// assert_eq!(greet.parameters()[0].default.as_deref(), Some("Hello"));
///
/// let request = Request::new("<name>Cork</name>", Format::Xml);
/// assert_eq!(greet.run(&request)?.bytes, b"Hello, Cork");
/// let request = request.with_parameter("greeting", "So long");
/// assert_eq!(greet.run(&request)?.bytes, b"So long, Cork");
/// # Ok::<(), glossweave::Error>(())
/// ```
#[cfg(any(feature = "engine", feature = "xslt"))]
#[doc(inline)]
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
