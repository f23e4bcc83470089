//! Batches: one call of a service or a pipeline for many documents, with results as they arrive.
//!
//! The documents are an iterator, or the body of a request: lines of JSON, a zip archive, or the
//! parts of a form ([`BatchDocuments`]). The results are an iterator ([`Batch`]), or the chunks of
//! a response ([`BatchStream`]).

mod calls;
mod document;
mod documents;
mod json_lines;
mod line;
mod multipart;
mod notation;

use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::{collections::HashMap, sync::Arc};

pub(crate) use calls::{BatchCalls, BatchLimits};
pub use document::BatchDocument;
pub use documents::BatchDocuments;
pub use notation::{BatchNotation, BatchStream};

use crate::pipeline::{CallBatch, CallResult};
use crate::service::Answer;
use glossweave_base::error::Result;

/// The names of the documents in progress, by their indexes.
#[derive(Debug, Default)]
pub(crate) struct BatchNames(Mutex<HashMap<usize, String>>);

impl BatchNames {
    fn keep(&self, index: usize, name: String) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(index, name);
    }

    fn take(&self, index: usize) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&index)
    }
}

/// A finished document of a batch.
#[derive(Debug)]
pub struct BatchResult {
    /// The index of the document, from 0.
    pub index: usize,
    /// The name of the document, if it has one.
    pub name: Option<String>,
    /// The answer, or the error of this document. An error does not stop the batch.
    pub answer: Result<Answer>,
}

/// The results of a batch. Documents are read when results are requested, so that only a few for
/// each thread are in memory. Dropping the batch stops the work, and waits for the documents in
/// progress.
///
/// ```
/// use glossweave::batch::BatchDocument;
/// use glossweave::pipeline::BatchOptions;
/// use glossweave::service::Call;
/// use glossweave::{Caller, Engine, ErrorKind, Settings};
/// let engine = Engine::builder(Settings::default()).open()?;
/// let session = engine.session(Caller::Anonymous);
/// let call = Call::new("/e-terminology/extraction?language=en");
/// let (name, json) = (Some("a.html".to_owned()), Some("application/ld+json".to_owned()));
/// let documents = [
///     BatchDocument { name, ..BatchDocument::new("<p>One black hole.") },
///     BatchDocument { media_type: json, ..BatchDocument::new("{") },
///     BatchDocument::new("Two black holes."),
/// ];
/// let mut batch = session.batch(call, documents.into_iter(), &BatchOptions::default())?;
/// let done: Vec<_> = batch.by_ref().collect();
/// assert_eq!(done[0].name.as_deref(), Some("a.html"));
/// let error = done[1].answer.as_ref().unwrap_err();
/// assert_eq!((done[1].index, error.kind()), (1, ErrorKind::Malformed));
/// assert_eq!(done[2].answer.as_ref().unwrap().media_type, "text/turtle");
/// assert_eq!(batch.progress(), (3, 1));
/// batch.cancel();
///
/// // What concerns all documents is an error of the batch.
/// let nowhere = session.batch(Call::new("/nowhere"), [].into_iter(), &BatchOptions::default());
/// assert_eq!(nowhere.unwrap_err().kind(), ErrorKind::NotFound);
/// # Ok::<(), glossweave::Error>(())
/// ```
pub struct Batch {
    calls: CallBatch,
    names: Arc<BatchNames>,
}

impl Batch {
    pub(crate) fn new(calls: CallBatch, names: Arc<BatchNames>) -> Batch {
        Batch { calls, names }
    }

    /// Stops the work. Finished results are still returned.
    pub fn cancel(&self) {
        self.calls.cancel();
    }

    /// Returns the number of finished documents, and how many of them failed.
    pub fn progress(&self) -> (usize, usize) {
        self.calls.progress()
    }

    /// Returns the results as the chunks of a response. The last chunk is a summary.
    ///
    /// ```
    /// use glossweave::batch::{BatchDocument, BatchNotation};
    /// use glossweave::pipeline::BatchOptions;
    /// use glossweave::service::Call;
    /// use glossweave::{Caller, Engine, Settings};
    /// let engine = Engine::builder(Settings::default()).open()?;
    /// let name = Some("empty.txt".to_owned());
    /// let documents = [BatchDocument { name, ..BatchDocument::new("") }].into_iter();
    /// let call = Call::new("/e-terminology/extraction?language=en");
    /// let batch = engine.session(Caller::Anonymous).batch(call, documents, &BatchOptions::default())?;
    /// let lines: Vec<Vec<u8>> = batch.into_stream(BatchNotation::default()).collect();
    /// assert!(lines[0].starts_with(br#"{"index":0,"name":"empty.txt","state":"failed","error":{"#));
    /// assert_eq!(lines[1], b"{\"summary\":{\"done\":0,\"failed\":1}}\n");
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn into_stream(self, notation: BatchNotation) -> BatchStream {
        BatchStream::new(self, notation)
    }
}

impl Iterator for Batch {
    type Item = BatchResult;

    fn next(&mut self) -> Option<BatchResult> {
        let CallResult { index, answer } = self.calls.next()?;
        Some(BatchResult { index, name: self.names.take(index), answer })
    }
}

impl fmt::Debug for Batch {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Batch").field("progress", &self.progress()).finish_non_exhaustive()
    }
}
