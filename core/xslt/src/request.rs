//! Requests to a stylesheet, and the replies.

use super::program::{Document, Message, Method};
use glossweave_base::error::{Error, ErrorKind, Result, Side};
use glossweave_base::media::{Accept, Format, media_parameter};
use glossweave_markup::Encoding;

/// A document to transform.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct Request {
    /// The document.
    pub input: Vec<u8>,
    /// The format: XML (including XLIFF), or HTML. HTML is converted to the tree of the HTML Standard, with
    /// elements in the XHTML namespace, or in no namespace if the stylesheet uses their names without a
    /// prefix.
    pub informat: Format,
    /// The encoding, as declared by the transport.
    pub charset: Option<Encoding>,
    /// The output of the result.
    pub output: Output,
    /// The values of global parameters of the stylesheet. A name in a namespace has the form
    /// `{namespace}local`. Names that the stylesheet does not declare are ignored.
    pub parameters: Vec<(String, String)>,
}

/// The output of a result.
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Output {
    /// The output that the stylesheet declares.
    #[default]
    Own,
    /// An output method, which overrides the method of the stylesheet.
    Method(Method),
    /// Any of these media types. If the media type of the stylesheet is acceptable, it is used. Otherwise, a
    /// result that is not text can be written as XML, HTML or XHTML.
    Accept(Accept),
}

impl Request {
    /// Creates a request without parameters, with the output that the stylesheet declares.
    pub fn new(input: impl Into<Vec<u8>>, informat: Format) -> Request {
        Request {
            input: input.into(),
            informat,
            charset: None,
            output: Output::Own,
            parameters: Vec::new(),
        }
    }

    /// Sets a parameter of the stylesheet.
    ///
    /// The value is always passed as text.
    pub fn with_parameter(mut self, name: impl Into<String>, value: impl Into<String>) -> Request {
        self.parameter(name.into(), value.into());
        self
    }

    fn parameter(&mut self, name: String, value: String) {
        match self.parameters.iter_mut().find(|(known, _)| *known == name) {
            Some((_, old)) => *old = value,
            None => self.parameters.push((name, value)),
        }
    }

    /// The reserved names, which stylesheets cannot use for their parameters.
    pub const NAMES: &[&str] = &["informat", "input", "outformat"];

    /// Sets a parameter by name. `informat` is a name or media type, with an optional `charset`. `outformat`
    /// is `xml`, `html`, `xhtml` or `text`, or a list of media types as in an `Accept` header, for example
    /// `text/html, */*;q=0.5`. `input` is the document. Any other name is a parameter of the stylesheet.
    ///
    /// # Errors
    ///
    /// Returns, with the name as parameter,
    /// [`ErrorKind::Unsupported`](glossweave_base::ErrorKind::Unsupported) if the format or the encoding is
    /// unknown, and [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid) if the media types are
    /// malformed.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        let named = |error: Error| error.with_parameter(name);
        match name {
            "informat" => {
                self.informat = value.parse().map_err(named)?;
                if let Some(label) = media_parameter(value, "charset") {
                    self.charset = Some(label.parse().map_err(named)?);
                }
            }
            "outformat" => {
                self.output = match value.contains('/') || value.contains('*') {
                    true => Output::Accept(value.parse().map_err(named)?),
                    false => Output::Method(value.parse().map_err(|_: Error| {
                        let known = ["xml", "html", "xhtml", "text"];
                        let error = Error::unknown(ErrorKind::Unsupported, "output", value, &known);
                        named(error.with_side(Side::Output))
                    })?),
                };
            }
            "input" => self.input = value.into(),
            _ => self.parameter(name.to_owned(), value.to_owned()),
        }
        Ok(())
    }
}

/// The reply to a [`Request`].
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct Reply {
    /// The result, in the encoding that the stylesheet requests.
    pub bytes: Vec<u8>,
    /// The media type, without parameters.
    pub media_type: String,
    /// The name of the encoding.
    pub encoding: String,
    /// The method that was used to write the result.
    pub method: Method,
    /// The messages that the stylesheet wrote with `xsl:message`.
    pub messages: Vec<Message>,
    /// The results in addition to the main result.
    pub documents: Vec<Document>,
}
