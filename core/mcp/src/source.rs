//! The documents in the arguments of calls.

use crate::arguments::Arguments;
use crate::field::{Field, FieldKind};
use crate::tool::Context;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use glossweave::markup::Encoding;
use glossweave::{DecodeOptions, Document, Error, ErrorKind, Format, Result};

/// The fields of a document in the input of a tool.
pub(crate) const SOURCE: &[Field] = &[
    Field::new("text", FieldKind::Text, "The document as text; use one of text, base64 and path."),
    Field::new(
        "base64",
        FieldKind::Text,
        "The bytes of the document in Base64, for binary formats.",
    ),
    Field::new(
        "path",
        FieldKind::Text,
        "The path of the document below a folder that the host has allowed.",
    ),
    Field::new(
        "format",
        FieldKind::Text,
        "The format: a name such as html, markdown, docx, xliff, pdf, or a media type. The default \
         is the format of the extension of the path, or text.",
    ),
    Field::new(
        "language",
        FieldKind::Text,
        "The language of text for which the document states none (BCP 47).",
    ),
];

/// A document in the arguments of a call.
pub(crate) struct Source {
    pub bytes: Vec<u8>,
    pub format: Format,
}

impl Source {
    /// Returns the encoding of the bytes if it is known. The encoding of text is UTF-8, even if its
    /// markup declares another one.
    pub fn charset(&self, arguments: &Arguments<'_>) -> Option<Encoding> {
        let is_text = arguments.text("text").is_some() && !self.format.is_package();
        is_text.then_some(Encoding::UTF_8)
    }

    /// Reads the document of a call. Returns `ErrorKind::Invalid` if the call contains no document
    /// or several, the errors of [`Folders::read`](crate::Folders::read), and
    /// `ErrorKind::TooLarge`.
    pub fn of(context: &Context<'_>, arguments: &Arguments<'_>) -> Result<Source> {
        let path = arguments.text("path");
        let sources = [arguments.text("text"), arguments.text("base64"), path];
        if sources.iter().flatten().count() != 1 {
            let message = "expected one of `text`, `base64` and `path`";
            return Err(Error::invalid(message).with_parameter("text"));
        }
        let max_bytes = context.limits.max_bytes;
        let bytes = match sources {
            [Some(text), ..] => text.as_bytes().to_vec(),
            [_, Some(coded), _] => STANDARD.decode(coded).map_err(|error| {
                Error::malformed("`base64` is not Base64").with_parameter("base64").because(error)
            })?,
            _ => context.folders.read(path.unwrap_or_default(), max_bytes)?,
        };
        if bytes.len() > max_bytes {
            let message = format!("the document has {} bytes, limit is {max_bytes}", bytes.len());
            return Err(Error::new(ErrorKind::TooLarge, message));
        }
        let format = match arguments.text("format") {
            Some(word) => word.parse::<Format>().map_err(|error| error.with_parameter("format"))?,
            None => path.and_then(Format::of_path).unwrap_or(Format::Text),
        };
        Ok(Source { bytes, format })
    }

    /// Decodes the source. Returns the errors of [`decode`](glossweave::decode), and
    /// `ErrorKind::Unsupported` for RDF.
    pub fn document(self, context: &Context<'_>, arguments: &Arguments<'_>) -> Result<Document> {
        if !self.format.is_document() {
            let message = format!("`{}` is not a document", self.format);
            return Err(Error::new(ErrorKind::Unsupported, message).with_parameter("format"));
        }
        let mut options = DecodeOptions::default();
        options.max_bytes = context.limits.max_bytes;
        options.charset = self.charset(arguments);
        if let Some(language) = arguments.text("language") {
            options.set("language", language)?;
        }
        glossweave::decode(self.bytes, self.format, &options)
    }
}
