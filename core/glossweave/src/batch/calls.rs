//! The calls of a batch: one for each document.

use std::sync::Arc;

use super::{BatchDocument, BatchNames};
use crate::service::Call;
use glossweave_base::error::{Error, ErrorKind, Result};

/// The limits of a batch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BatchLimits {
    /// The maximum number of documents.
    pub documents: usize,
    /// The maximum number of bytes of all documents together.
    pub bytes: usize,
}

/// The calls of a batch. The first document beyond a limit yields an error and ends the batch.
pub(crate) struct BatchCalls<I> {
    documents: I,
    call: Call,
    names: Arc<BatchNames>,
    limits: BatchLimits,
    index: usize,
    bytes: usize,
    is_over: bool,
}

impl<I: Iterator<Item = BatchDocument>> BatchCalls<I> {
    pub fn new(call: Call, documents: I, names: Arc<BatchNames>, limits: BatchLimits) -> Self {
        BatchCalls { documents, call, names, limits, index: 0, bytes: 0, is_over: false }
    }

    fn call(&mut self, document: BatchDocument, index: usize) -> Result<Call> {
        let BatchLimits { documents, bytes } = self.limits;
        let mut beyond = |what: String| {
            self.is_over = true;
            let message = format!("the batch exceeds {what} and ends here");
            Err(Error::new(ErrorKind::TooLarge, message))
        };
        if index >= documents {
            return beyond(format!("{documents} documents"));
        }
        let media_type = document.media_type().map(str::to_owned);
        let content = document.content?;
        self.bytes = self.bytes.saturating_add(content.len());
        if self.bytes > bytes {
            return beyond(format!("{bytes} bytes"));
        }
        let mut call = self.call.clone().with_body(content);
        if let Some(media_type) = media_type {
            // When a header is repeated, the last value is used.
            call = call.with_header("Content-Type", media_type);
        }
        Ok(call)
    }
}

impl<I: Iterator<Item = BatchDocument>> Iterator for BatchCalls<I> {
    type Item = Result<Call>;

    fn next(&mut self) -> Option<Result<Call>> {
        if self.is_over {
            return None;
        }
        let document = self.documents.next()?;
        let index = self.index;
        self.index += 1;
        if let Some(name) = &document.name {
            self.names.keep(index, name.clone());
        }
        Some(self.call(document, index))
    }
}
