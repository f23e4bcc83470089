//! What the two processors have in common: a compiled stylesheet, and a run of it.

use std::fmt;
use std::str::FromStr;

use super::Limits;
use glossweave_base::error::{Error, Location, Result};

/// The output method of a result, XSLT 1.0, 16; XSLT and XQuery Serialization 3.1.
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

    /// The name, as `xsl:output` has it.
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

    /// Reads a name. Kind Invalid for another.
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

/// What an `xsl:message` said.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The text.
    pub text: String,
    /// The place of the instruction in the stylesheet, where it is known.
    pub location: Option<Location>,
}

/// A result beside the main one: that of an `xsl:result-document`. Nothing is written anywhere.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The IRI that the stylesheet gives it.
    pub uri: String,
    /// The document.
    pub bytes: Vec<u8>,
}

/// A stylesheet that a processor has compiled. Shared by threads.
pub(super) trait Program: Send + Sync {
    /// Transforms a document.
    ///
    /// Kinds: Malformed for a source that is not well-formed, Invalid for a stylesheet that fails or
    /// terminates, Deadline and TooLarge at the limits; with the code of the processor, and the
    /// place in the stylesheet (for Malformed that in the source) where it is known.
    fn run(&self, job: &Job<'_>) -> Result<Outcome>;
}

/// A run.
pub(super) struct Job<'a> {
    /// The source: XML as text. The encoding that its XML declaration names does not count.
    pub source: &'a str,
    /// Values of global parameters, all of them strings. Names the stylesheet does not have do not
    /// matter. A name may be `{namespace}local`.
    pub parameters: &'a [(String, String)],
    /// The output method, where the stylesheet's own does not count.
    pub method: Option<Method>,
    pub limits: &'a Limits,
}

/// What a run gives.
#[derive(Debug)]
pub(super) struct Outcome {
    /// The result, in the encoding that the stylesheet asks for.
    pub bytes: Vec<u8>,
    /// The method that it was written by.
    pub method: Method,
    /// The name of its encoding.
    pub encoding: String,
    /// The media type that the stylesheet names.
    pub media_type: Option<String>,
    pub messages: Vec<Message>,
    pub documents: Vec<Document>,
}
