//! The formats of a stream of results.

use super::{Batch, line};
use glossweave_base::error::{Error, Result, Side};
use glossweave_base::media::Accept;

/// The media types of responses, the default first.
const MEDIA_TYPES: &[&str] = &["application/x-ndjson", "application/jsonl", EVENTS];
const EVENTS: &str = "text/event-stream";

/// The format of a stream of results: one line of JSON for each result, or [server-sent
/// events](https://html.spec.whatwg.org/multipage/server-sent-events.html).
///
/// ```
/// use glossweave::ErrorKind;
/// use glossweave::batch::BatchNotation;
/// assert_eq!(BatchNotation::default().media_type(), "application/x-ndjson");
/// assert_eq!(BatchNotation::of_accept("text/event-stream, */*;q=0.1")?.media_type(), "text/event-stream");
/// assert!(BatchNotation::MEDIA_TYPES.contains(&"application/jsonl"));
/// let error = BatchNotation::of_accept("text/html").unwrap_err();
/// assert_eq!((error.kind(), error.parameter()), (ErrorKind::Unsupported, Some("Accept")));
/// # Ok::<(), glossweave::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchNotation(&'static str);

impl Default for BatchNotation {
    fn default() -> BatchNotation {
        BatchNotation(MEDIA_TYPES[0])
    }
}

impl BatchNotation {
    /// The media types of the formats.
    pub const MEDIA_TYPES: &[&str] = MEDIA_TYPES;

    /// Returns the best format for an `Accept` header.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unsupported`](glossweave_base::ErrorKind::Unsupported), with the
    /// parameter `Accept`, if the header accepts none of the formats, and
    /// [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid) for an invalid header.
    pub fn of_accept(accept: &str) -> Result<BatchNotation> {
        let chosen = accept.parse::<Accept>()?.best(MEDIA_TYPES);
        let chosen = chosen.and_then(|chosen| MEDIA_TYPES.get(chosen));
        chosen.map(|media_type| BatchNotation(media_type)).ok_or_else(|| {
            let known = MEDIA_TYPES.join(", ");
            let message = format!("no accepted media type is available, expected one of {known}");
            Error::unsupported(Side::Output, message).with_parameter("Accept")
        })
    }

    /// Returns the media type.
    pub fn media_type(self) -> &'static str {
        self.0
    }

    fn write(self, event: &str, id: Option<usize>, line: String) -> Vec<u8> {
        let id = id.map(|id| format!("id: {id}\n")).unwrap_or_default();
        match self.0 {
            EVENTS => format!("{id}event: {event}\ndata: {line}\n\n").into_bytes(),
            _ => (line + "\n").into_bytes(),
        }
    }
}

/// The results of a batch as the chunks of a response: one chunk for each finished document, and a
/// summary. See [`Batch::into_stream`].
#[derive(Debug)]
pub struct BatchStream {
    batch: Option<Batch>,
    notation: BatchNotation,
}

impl BatchStream {
    pub(super) fn new(batch: Batch, notation: BatchNotation) -> BatchStream {
        BatchStream { batch: Some(batch), notation }
    }
}

impl Iterator for BatchStream {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        let batch = self.batch.as_mut()?;
        if let Some(result) = batch.next() {
            return Some(self.notation.write("document", Some(result.index), result.to_json()));
        }
        let summary = line::summary(batch.progress());
        self.batch = None;
        Some(self.notation.write("summary", None, summary))
    }
}
