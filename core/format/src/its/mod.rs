//! The Internationalization Tag Set 2.0: metadata that markup carries about its text.
//!
//! The values of a node come from the markup of the node itself, from rules, from its ancestors,
//! and from defaults, in this order
//! ([clause 5.5](https://www.w3.org/TR/its20/#selection-precedence)).

mod analysis;
mod annotators;
mod apply;
mod cascade;
mod collect;
mod computed;
mod css;
mod element;
mod html;
mod local;
mod resolver;
mod rule;
mod selector_context;
mod standoff;
#[cfg(test)]
mod tests;
mod value;
mod xpath_match;
mod xpath_subset;

use std::sync::Arc;

pub use analysis::{Analysis, Node, NodeKind};
use apply::AppliedRules;
use collect::{Gathered, Origin};
pub(crate) use computed::Resolved;
pub(crate) use element::camel;
pub(crate) use local::HtmlMarkup;
pub use resolver::{Folder, Resolver};
pub(crate) use value::{CategoryValue, Within};

pub use crate::annotation::Category;
use glossweave_base::error::Result;
use glossweave_markup::tree::Tree;

/// The namespace of ITS.
pub(crate) const ITS: &str = "http://www.w3.org/2005/11/its";

/// The namespaces of MathML and SVG.
const MATHML: &str = "http://www.w3.org/1998/Math/MathML";
const SVG: &str = "http://www.w3.org/2000/svg";

/// Rules from outside a document, and access to the files that it refers to.
///
/// By default there are no rules but those in the document, and no file is opened.
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
/// use glossweave::its::Options;
/// let rules = r#"<its:rules version="2.0" xmlns:its="http://www.w3.org/2005/11/its"/>"#;
/// let options = Options::default().with_rules([rules.into()]).with_base("guide/a.xml");
/// assert_eq!((options.rules.len(), options.base.as_str()), (1, "guide/a.xml"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Documents with `its:rules`, as XML. Rules of later ones take precedence over those of
    /// earlier ones, and the rules of the document over all of them.
    pub rules: Vec<Arc<str>>,
    /// The resolver that opens linked rules and records in other files. Without one such links are
    /// skipped.
    pub resolver: Option<Arc<dyn Resolver>>,
    /// The location of the document, which is passed to the resolver.
    pub base: String,
    /// Values for the variables of selectors; they take precedence over those of `its:param`.
    pub parameters: Vec<(String, String)>,
}

impl Options {
    /// Sets the documents with `its:rules`.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
    /// use glossweave::its::Options;
    /// use glossweave::{DecodeOptions, Format};
    /// let rules = r#"<its:rules version="2.0" xmlns:its="http://www.w3.org/2005/11/its">
    ///     <its:withinTextRule selector="//b" withinText="yes"/></its:rules>"#;
    /// let options = DecodeOptions::default().with_its(Options::default().with_rules([rules.into()]));
    /// let doc = glossweave::decode("<p>To <b>Cork</b>!</p>", Format::Xml, &options)?;
    /// assert!(doc.units().map(|unit| unit.text()).eq(["To Cork!"]));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    #[must_use]
    pub fn with_rules(mut self, rules: impl Into<Vec<Arc<str>>>) -> Options {
        self.rules = rules.into();
        self
    }

    /// Sets the resolver that opens linked rules and records.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
    /// use glossweave::its::{Folder, Options};
    /// use std::sync::Arc;
    /// let folder = Folder::new(env!("CARGO_MANIFEST_DIR"))?;
    /// let options = Options::default()
    ///     .with_resolver(Arc::new(folder))
    ///     .with_base("documents/page.xml")
    ///     .with_parameters([("language".to_owned(), "en".to_owned())]);
    /// assert!(options.resolver.is_some());
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    #[must_use]
    pub fn with_resolver(mut self, resolver: Arc<dyn Resolver>) -> Options {
        self.resolver = Some(resolver);
        self
    }

    /// Sets the location of the document, which is passed to the resolver.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
    /// use glossweave::{Format, its};
    /// use std::sync::{Arc, Mutex};
    /// /// A resolver that notes what it is asked for.
    /// #[derive(Debug, Default)]
    /// struct Notes(Mutex<Vec<String>>);
    /// impl its::Resolver for Notes {
    ///     fn open(&self, reference: &str, base: &str) -> glossweave::Result<Option<Vec<u8>>> {
    ///         self.0.lock().unwrap().push(format!("{reference} of {base}"));
    ///         Ok(Some(b"<its:rules xmlns:its='http://www.w3.org/2005/11/its' version='2.0'/>".to_vec()))
    ///     }
    /// }
    /// let notes = Arc::new(Notes::default());
    /// let options = its::Options::default().with_resolver(notes.clone()).with_base("guide/a.xml");
    /// let doc = "<doc xmlns:its='http://www.w3.org/2005/11/its' xmlns:xlink='http://www.w3.org/1999/xlink'>\
    ///     <its:rules version='2.0' xlink:href='rules.xml'/></doc>";
    /// its::Analysis::read(doc, Format::Xml, &options)?;
    /// assert_eq!(*notes.0.lock().unwrap(), ["rules.xml of guide/a.xml"]);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    #[must_use]
    pub fn with_base(mut self, location: impl Into<String>) -> Options {
        self.base = location.into();
        self
    }

    /// Sets values for the variables of selectors.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
    /// use glossweave::Format;
    /// use glossweave::its::{Analysis, Category, Options};
    /// let xml = "<doc xmlns:its='http://www.w3.org/2005/11/its'><its:rules version='2.0'>\
    ///     <its:param name='who'>nobody</its:param>\
    ///     <its:translateRule selector='//p[@for=$who]' translate='no'/></its:rules>\
    ///     <p for='anna'>Cork</p></doc>";
    /// let options = Options::default().with_parameters([("who".to_owned(), "anna".to_owned())]);
    /// let analysis = Analysis::read(xml, Format::Xml, &options)?;
    /// let p = analysis.nodes().find(|node| node.name() == "p").unwrap();
    /// assert_eq!(p.values(Category::Translate)[0].1, "no");
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    #[must_use]
    pub fn with_parameters(mut self, values: impl Into<Vec<(String, String)>>) -> Options {
        self.parameters = values.into();
        self
    }
}

/// The markup language of a tree, which determines the names of local ITS markup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// `its:translate`; on `its:span` also `translate`.
    Xml,
    /// `its-loc-note`, and HTML's own `translate`, `dir`, `lang`, `id`.
    Html,
    /// As XML.
    Xliff12,
}

/// Resolves the ITS values of every node of a tree.
///
/// Returns `ErrorKind::Malformed` or `ErrorKind::Invalid` with the place in the document if rules are broken,
/// and any error of the resolver.
pub(crate) fn resolve(tree: &Tree<'_>, dialect: Dialect, options: &Options) -> Result<Resolved> {
    let gathered = Gathered::new(tree, options)?;
    let mut book = AppliedRules::new(tree, dialect == Dialect::Html, gathered, options)?;
    let mut all = cascade::resolve(tree, dialect, &mut book)?;
    all.targets = std::mem::take(&mut book.targets);
    all.warnings = book.into_warnings();
    Ok(all)
}
