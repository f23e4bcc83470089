//! The common interface of the two processors: a compiled stylesheet and its runs.

use std::fmt;
use std::str::FromStr;

use super::Limits;
use glossweave_base::error::{Error, Location, Result};

/// The output method of a result (XSLT 1.0, 16; XSLT and XQuery Serialization 3.1).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// XML.
    Xml,
    /// HTML.
    Html,
    /// XHTML, which is XML that browsers can also read as HTML.
    Xhtml,
    /// The text of the result, without any markup.
    Text,
}

impl Method {
    /// All methods.
    pub const ALL: &[Method] = &[Method::Xml, Method::Html, Method::Xhtml, Method::Text];

    /// Returns the name of the method in `xsl:output`.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Xml => "xml",
            Method::Html => "html",
            Method::Xhtml => "xhtml",
            Method::Text => "text",
        }
    }
}

impl FromStr for Method {
    type Err = Error;

    /// Parses the name of a method.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid) for any other name.
    fn from_str(name: &str) -> Result<Method> {
        let found = Method::ALL.iter().copied().find(|method| method.name() == name);
        found.ok_or_else(|| Error::no_such("output method", name, "one of xml, html, xhtml, text"))
    }
}

impl fmt::Display for Method {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// The message of an `xsl:message`.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The text.
    pub text: String,
    /// The location of the instruction in the stylesheet, if known.
    pub location: Option<Location>,
}

/// A result of `xsl:result-document`, in addition to the main result. It is not written to a file.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The IRI that the stylesheet assigns to the document.
    pub uri: String,
    /// The bytes of the document.
    pub bytes: Vec<u8>,
}

/// A compiled stylesheet, which threads can share.
pub(super) trait Program: Send + Sync {
    /// Transforms a document.
    ///
    /// Returns `ErrorKind::Malformed` if the source is not well-formed, `ErrorKind::Invalid` if the
    /// stylesheet fails or terminates, and `ErrorKind::Deadline` or `ErrorKind::TooLarge` if a limit is
    /// exceeded. Errors contain the code of the processor and the location in the stylesheet (for
    /// `ErrorKind::Malformed`, in the source), if known.
    fn run(&self, job: &Job<'_>) -> Result<Outcome>;
}

/// A run of a stylesheet.
pub(super) struct Job<'a> {
    /// The source, as XML text. The encoding in its XML declaration is ignored.
    pub source: &'a str,
    /// The values of global parameters, which are all strings. Names that the stylesheet does not declare are
    /// ignored. A name can have the form `{namespace}local`.
    pub parameters: &'a [(String, String)],
    /// The output method, if it overrides the method of the stylesheet.
    pub method: Option<Method>,
    pub limits: &'a Limits,
}

/// The outcome of a run.
#[derive(Debug)]
pub(super) struct Outcome {
    /// The result, in the encoding that the stylesheet requests.
    pub bytes: Vec<u8>,
    /// The method that was used to write the result.
    pub method: Method,
    /// The name of the encoding.
    pub encoding: String,
    /// The media type that the stylesheet specifies.
    pub media_type: Option<String>,
    pub messages: Vec<Message>,
    pub documents: Vec<Document>,
}
