//! The NLP Interchange Format (NIF) 2.0.
//!
//! ```
//! use glossweave::annotation::{Annotation, Entity};
//! use glossweave::text::TextSpan;
//! use glossweave::{DecodeOptions, Format, nif};
//! let document =
//!     glossweave::decode("Welcome to Dublin.", Format::Text, &DecodeOptions::default())?;
//! let dublin = Entity::new("http://dbpedia.org/resource/Dublin");
//! let found = [Annotation::entity(TextSpan::new(11, 17), dublin)];
//! let turtle = nif::write(&document, &found, Format::Turtle, &nif::Options::default())?;
//! let turtle = String::from_utf8_lossy(&turtle);
//! assert!(turtle.contains("<http://example.org/glossweave/#char=11,17>"));
//! assert!(turtle.contains("itsrdf:taIdentRef <http://dbpedia.org/resource/Dublin>"));
//! # Ok::<(), glossweave::Error>(())
//! ```
//!
//! ```
//! use glossweave::{Format, nif};
//! let source = br#"
//! @prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
//! @prefix itsrdf: <http://www.w3.org/2005/11/its/rdf#> .
//! <http://a.example/#char=0,9> a nif:Context ; nif:isString "In Dublin" .
//! <http://a.example/#char=3,9> nif:referenceContext <http://a.example/#char=0,9> ;
//!     itsrdf:taIdentRef <http://dbpedia.org/resource/Dublin> ."#;
//! let read = nif::read(source, Format::Turtle, None)?;
//! let context = &read.contexts()[0];
//! assert_eq!(context.text(), "In Dublin");
//! assert_eq!(context.annotations()[0].span().range(), 3..9);
//! # Ok::<(), glossweave::Error>(())
//! ```

#[doc(inline)]
pub use glossweave_nif::nif::{
    Context, Finding, Nif, Options, Scheme, Shape, StringIri, Tagging, Version, check, dataset,
    graph, read, read_lenient, skeleton, write,
};
