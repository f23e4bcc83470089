//! The documents in the body of a request.

use super::BatchDocument;
use super::json_lines::JsonLines;
use super::multipart::Multipart;
use glossweave_archive::{ArchiveRecords, Limits};
use glossweave_base::error::{Error, Result, Side};
use glossweave_base::media::{VocabularyFormat, essence};

/// The documents in a body, which are read one at a time.
///
/// - Lines of JSON (`application/x-ndjson`, `application/jsonl`): objects with `content`, a text,
///   or `base64`, and optionally `name` and `media_type`. Empty lines are skipped. An invalid line
///   is a document that cannot be read.
/// - A zip archive (`application/zip`): each record is a document, with the media type of its
///   extension. Folders are skipped.
/// - The parts of `multipart/form-data` ([RFC 7578](https://www.rfc-editor.org/rfc/rfc7578)) or
///   `multipart/mixed` ([RFC 2046, 5.1](https://www.rfc-editor.org/rfc/rfc2046#section-5.1)), with
///   their `Content-Type` and their file names, or the names of their fields if there are no file
///   names.
///
/// ```
/// use glossweave::ErrorKind;
/// use glossweave::batch::BatchDocuments;
/// let lines = r#"{"name": "a.html", "content": "<p>To Cork!"}
/// {"name": "b.txt"}
/// {"media_type": "text/plain", "base64": "Q29yaw=="}
/// "#;
/// let all: Vec<_> = BatchDocuments::read("application/x-ndjson", lines, 1 << 20)?.collect();
/// assert_eq!(all[0].media_type(), Some("text/html"));
/// assert_eq!(all[1].content.as_ref().unwrap_err().location().unwrap().line(), 2);
/// assert_eq!(all[2].content.as_ref().unwrap(), b"Cork");
///
/// let error = BatchDocuments::read("application/x-tar", "", 1 << 20).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Unsupported);
/// # Ok::<(), glossweave::Error>(())
/// ```
#[derive(Debug)]
pub struct BatchDocuments(Source);

#[derive(Debug)]
enum Source {
    JsonLines(JsonLines),
    Multipart(Multipart),
    Zip(ArchiveRecords),
}

impl BatchDocuments {
    /// The media types of bodies.
    pub const MEDIA_TYPES: &[&str] = &[
        "application/x-ndjson",
        "application/jsonl",
        "application/zip",
        "multipart/form-data",
        "multipart/mixed",
    ];

    /// Reads the documents of a body. At most `max_bytes` of each record of an archive are
    /// unpacked.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unsupported`](glossweave_base::ErrorKind::Unsupported), with the side
    /// of the input, for any other media type;
    /// [`ErrorKind::Malformed`](glossweave_base::ErrorKind::Malformed) for a damaged archive, and
    /// for `multipart` without a boundary; and
    /// [`ErrorKind::TooLarge`](glossweave_base::ErrorKind::TooLarge) for an archive with too many
    /// records.
    pub fn read(
        media_type: &str,
        body: impl Into<Vec<u8>>,
        max_bytes: usize,
    ) -> Result<BatchDocuments> {
        let name = essence(media_type).to_ascii_lowercase();
        let source = match name.as_str() {
            "application/zip" | "application/x-zip-compressed" => {
                let limits = Limits { unpacked: max_bytes, ..Limits::default() };
                Source::Zip(ArchiveRecords::open(body.into(), limits)?)
            }
            "multipart/form-data" | "multipart/mixed" => {
                Source::Multipart(Multipart::open(media_type, body.into())?)
            }
            _ if matches!(name.parse(), Ok(VocabularyFormat::JsonLines)) => {
                Source::JsonLines(JsonLines::new(body.into()))
            }
            _ => {
                let known = BatchDocuments::MEDIA_TYPES.join(", ");
                let message = format!("no documents in `{name}`, expected one of {known}");
                return Err(Error::unsupported(Side::Input, message).with_parameter("Content-Type"));
            }
        };
        Ok(BatchDocuments(source))
    }
}

impl Iterator for BatchDocuments {
    type Item = BatchDocument;

    fn next(&mut self) -> Option<BatchDocument> {
        match &mut self.0 {
            Source::JsonLines(lines) => lines.next(),
            Source::Multipart(parts) => parts.next(),
            Source::Zip(records) => {
                let (name, content) = records.next()?;
                Some(BatchDocument { name: Some(name), media_type: None, content })
            }
        }
    }
}
