//! Settings of formats: markup profiles, sets of ITS rules, XML schemas, annotations on whole elements.
//!
//! For example, use the rules for TEI to read a letter, and its markup profile to write names as elements of TEI:
//!
//! ```
//! use glossweave::annotation::{Annotation, Entity};
//! use glossweave::format::RuleSet;
//! use glossweave::text::TextSpan;
//! use glossweave::{DecodeOptions, EncodeOptions, Format};
//! let letter = "<TEI xmlns='http://www.tei-c.org/ns/1.0'><text><body><p>To Cork!</p></body></text></TEI>";
//! let options = DecodeOptions { rule_set: Some(RuleSet::Tei), ..DecodeOptions::default() };
//! let letter = glossweave::decode(letter, Format::Xml, &options)?;
//! let cork = Entity::new("http://example.org/Cork").with_class("http://schema.org/Place");
//! let cork = Annotation::entity(TextSpan::new(3, 7), cork);
//! let options = EncodeOptions { profile: Some("tei".parse()?), ..EncodeOptions::default() };
//! let back = glossweave::encode(&letter, &[cork], &options)?;
//! let back = String::from_utf8_lossy(&back.bytes);
//! assert!(back.contains(r#"<p>To <placeName ref="http://example.org/Cork">Cork</placeName>!</p>"#));
//! # Ok::<(), glossweave::Error>(())
//! ```

#[doc(inline)]
pub use glossweave_document::RuleSet;
#[doc(inline)]
pub use glossweave_format::{MarkupProfile, OnParent, Schema};
