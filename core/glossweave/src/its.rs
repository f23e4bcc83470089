//! The Internationalization Tag Set (ITS) 2.0.
//!
//! ```
//! use glossweave::Format;
//! use glossweave::its::{Analysis, Category, Options};
//! let source = "<doc xmlns:its='http://www.w3.org/2005/11/its'>\
//!     <its:rules version='2.0'><its:translateRule selector='//code' translate='no'/></its:rules>\
//!     <p>Type <code>cat</code>.</p></doc>";
//! let analysis = Analysis::read(source, Format::Xml, &Options::default())?;
//! let code = analysis.nodes().find(|node| node.path() == "/doc/p[1]/code[1]").unwrap();
//! assert_eq!(code.values(Category::Translate), [("translate".into(), "no".into())]);
//! # Ok::<(), glossweave::Error>(())
//! ```
//!
//! Rules come from the document or from the options:
//!
//! ```
//! use glossweave::its::Options;
//! use glossweave::{DecodeOptions, Format};
//! let rules = r#"<its:rules version="2.0" xmlns:its="http://www.w3.org/2005/11/its">
//!     <its:withinTextRule selector="//b" withinText="yes"/></its:rules>"#;
//! let options = DecodeOptions { its: Options { rules: vec![rules.into()], ..Options::default() }, ..DecodeOptions::default() };
//! let doc = glossweave::decode("<p>To <b>Cork</b>!</p>", Format::Xml, &options)?;
//! assert!(doc.units().map(|unit| unit.text()).eq(["To Cork!"]));
//! # Ok::<(), glossweave::Error>(())
//! ```

#[doc(inline)]
pub use glossweave_its::{Analysis, Category, Folder, Node, NodeKind, Options, Resolver};
