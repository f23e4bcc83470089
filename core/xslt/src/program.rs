//! The common interface of the two processors: a compiled stylesheet, and a run of it.

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
    /// XHTML: XML that browsers read as HTML too.
    Xhtml,
    /// The text of the result, without any markup.
    Text,
}

impl Method {
    /// Every method.
    pub const ALL: &[Method] = &[Method::Xml, Method::Html, Method::Xhtml, Method::Text];

    /// Returns the name, as `xsl:output` has it.
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

    /// Parses a name.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid) for another name.
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
    /// The place of the instruction in the stylesheet, if it is known.
    pub location: Option<Location>,
}

/// A result of an `xsl:result-document`, besides the main one. Nothing is written to any file.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The IRI that the stylesheet assigns to it.
    pub uri: String,
    /// The document.
    pub bytes: Vec<u8>,
}

/// A stylesheet that a processor has compiled. Shared by threads.
pub(super) trait Program: Send + Sync {
    /// Transforms a document.
    ///
    /// Returns `ErrorKind::Malformed` if the source is not well-formed, `ErrorKind::Invalid` if the stylesheet
    /// fails or terminates, `ErrorKind::Deadline` or `ErrorKind::TooLarge` at the limits; with the code of the
    /// processor, and the place in the stylesheet (for `ErrorKind::Malformed` that in the source) if it is
    /// known.
    fn run(&self, job: &Job<'_>) -> Result<Outcome>;
}

/// A run.
pub(super) struct Job<'a> {
    /// The source: XML as text. The encoding in its XML declaration is ignored.
    pub source: &'a str,
    /// The values of global parameters, all of them strings. Names that the stylesheet does not have are
    /// ignored. A name may be `{namespace}local`.
    pub parameters: &'a [(String, String)],
    /// The output method, if it overrides the stylesheet's own.
    pub method: Option<Method>,
    pub limits: &'a Limits,
}

/// The outcome of a run.
#[derive(Debug)]
pub(super) struct Outcome {
    /// The result, in the encoding that the stylesheet requests.
    pub bytes: Vec<u8>,
    /// The method with which it was written.
    pub method: Method,
    /// The name of its encoding.
    pub encoding: String,
    /// The media type that the stylesheet names.
    pub media_type: Option<String>,
    pub messages: Vec<Message>,
    pub documents: Vec<Document>,
}
