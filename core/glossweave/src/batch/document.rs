//! One document of a batch.

use glossweave_base::error::{Error, Result};
use glossweave_base::media::{Format, essence};

/// The media type that clients use for unknown files.
const UNKNOWN: &str = "application/octet-stream";

/// A document of a batch.
///
/// ```
/// use glossweave::batch::BatchDocument;
/// let name = Some("cork.html".to_owned());
/// let mut page = BatchDocument { name, ..BatchDocument::new("<p>To Cork!") };
/// assert_eq!(page.media_type(), Some("text/html"));
/// page.media_type = Some("text/plain".to_owned());
/// assert_eq!(page.media_type(), Some("text/plain"));
/// ```
#[derive(Debug)]
pub struct BatchDocument {
    /// The name of the document, which is also the name of its result.
    pub name: Option<String>,
    /// The media type of the content. If unset, it is derived from the extension of the name.
    pub media_type: Option<String>,
    /// The content, or the error that prevented reading it, which becomes the result of the
    /// document.
    pub content: Result<Vec<u8>>,
}

impl BatchDocument {
    /// Creates a document without a name and a media type.
    pub fn new(content: impl Into<Vec<u8>>) -> BatchDocument {
        BatchDocument { name: None, media_type: None, content: Ok(content.into()) }
    }

    /// Creates a document that cannot be read.
    ///
    /// ```
    /// use glossweave::Error;
    /// use glossweave::batch::BatchDocument;
    /// let document = BatchDocument::failed(Error::invalid("no such file"));
    /// assert_eq!(document.content.unwrap_err().message(), "no such file");
    /// ```
    pub fn failed(error: Error) -> BatchDocument {
        BatchDocument { name: None, media_type: None, content: Err(error) }
    }

    /// Returns the media type. If it is unset or unknown, returns the media type for the extension
    /// of the name.
    pub fn media_type(&self) -> Option<&str> {
        let stated = self.media_type.as_deref();
        let stated = stated.filter(|stated| !essence(stated).eq_ignore_ascii_case(UNKNOWN));
        let format = || Format::of_path(self.name.as_deref()?);
        stated.or_else(|| format().map(Format::media_type))
    }
}
