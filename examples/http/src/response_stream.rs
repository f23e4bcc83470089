//! Responses whose bodies are computed while they are sent.

use std::any::Any;
use std::fmt;
use std::thread;

use axum::body::{Body, Bytes};
use futures_util::stream;
use tokio::sync::mpsc::channel;

/// The chunks of a body, and the values that are kept until the last chunk is sent.
pub struct ChunkStream {
    chunks: Box<dyn Iterator<Item = Vec<u8>> + Send>,
    kept: Vec<Box<dyn Any + Send>>,
}

impl ChunkStream {
    /// Creates a stream.
    pub fn new(chunks: impl Iterator<Item = Vec<u8>> + Send + 'static) -> ChunkStream {
        ChunkStream { chunks: Box::new(chunks), kept: Vec::new() }
    }

    /// Keeps a value until the stream ends.
    pub fn keep(&mut self, kept: impl Any + Send) {
        self.kept.push(Box::new(kept));
    }

    /// Converts the stream to a body. A thread computes the chunks, at most one ahead. It ends when the
    /// body is dropped, for example because the client disconnects. If no thread can be created, the body
    /// is broken.
    pub fn into_body(self) -> Body {
        let ChunkStream { chunks, kept } = self;
        let (sender, receiver) = channel::<Bytes>(1);
        let send = move || {
            for chunk in chunks {
                if sender.blocking_send(chunk.into()).is_err() {
                    break;
                }
            }
            drop(kept);
        };
        match thread::Builder::new().name("stream".to_owned()).spawn(send) {
            Ok(_) => Body::from_stream(stream::unfold(receiver, |mut receiver| async move {
                let chunk = receiver.recv().await?;
                Some((Ok::<_, std::io::Error>(chunk), receiver))
            })),
            Err(error) => Body::from_stream(stream::iter([Err::<Bytes, _>(error)])),
        }
    }
}

impl fmt::Debug for ChunkStream {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("ChunkStream").field("kept", &self.kept.len()).finish_non_exhaustive()
    }
}
