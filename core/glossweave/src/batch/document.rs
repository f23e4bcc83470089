//! One document of a batch.

use glossweave_base::error::{Error, Result};
use glossweave_base::media::{Format, essence};

/// The media type that clients declare for unknown files.
const UNKNOWN: &str = "application/octet-stream";

/// A document of a batch.
///
/// ```
/// use glossweave::batch::BatchDocument;
/// let page = BatchDocument::new("<p>To Cork!").with_name("cork.html");
/// assert_eq!(page.media_type(), Some("text/html"));
/// assert_eq!(page.with_media_type("text/plain").media_type(), Some("text/plain"));
/// ```
#[non_exhaustive]
#[derive(Debug)]
pub struct BatchDocument {
    /// A name, which its result has too.
    pub name: Option<String>,
    /// The media type of the content. If there is none, the extension of the name tells it.
    pub media_type: Option<String>,
    /// The content, or the reason why it cannot be read, which becomes the result of the document.
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
    /// let document = BatchDocument::failed(Error::invalid("no such file")).with_name("a.html");
    /// assert_eq!(document.content.unwrap_err().message(), "no such file");
    /// ```
    pub fn failed(error: Error) -> BatchDocument {
        BatchDocument { name: None, media_type: None, content: Err(error) }
    }

    /// Sets the name.
    #[must_use]
    pub fn with_name(mut self, name: impl Into<String>) -> BatchDocument {
        self.name = Some(name.into());
        self
    }

    /// Sets the media type.
    #[must_use]
    pub fn with_media_type(mut self, media_type: impl Into<String>) -> BatchDocument {
        self.media_type = Some(media_type.into());
        self
    }

    /// Returns the media type, or else that of the extension of the name.
    pub fn media_type(&self) -> Option<&str> {
        let stated = self.media_type.as_deref();
        let stated = stated.filter(|stated| !essence(stated).eq_ignore_ascii_case(UNKNOWN));
        let format = || Format::of_path(self.name.as_deref()?);
        stated.or_else(|| format().map(Format::media_type))
    }
}
