//! Bodies on their way in.

use std::io::{self, Read};
use std::time::Duration;

use axum::body::{Body, Bytes};
use glossweave::{Error, Kind};
use http_body_util::BodyExt;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, timeout_at};

/// How long bodies may take, and how large those are that are held.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The most bytes.
    pub most: usize,
    /// How long nothing may come.
    pub pause: Duration,
    /// How long all of it may take.
    pub whole: Duration,
}

/// Why there is no body.
#[derive(Debug)]
pub enum Failure {
    /// It is too large, or broken.
    Wrong(Error),
    /// It did not come in time.
    Slow,
    /// It is packed in a way that is not known.
    Coded,
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Wrong(error)
    }
}

/// Reads all of a body.
pub async fn collect(mut body: Body, bounds: &Bounds) -> Result<Vec<u8>, Failure> {
    let most = bounds.most;
    let too_large = || {
        let message = format!("the body has more than {most} bytes");
        Failure::Wrong(Error::new(Kind::TooLarge, message))
    };
    let length = axum::body::HttpBody::size_hint(&body).lower();
    if length > most as u64 {
        return Err(too_large());
    }
    let mut bytes = Vec::with_capacity((length as usize).min(1 << 20));
    let end = Instant::now() + bounds.whole;
    while let Some(part) = next(&mut body, bounds.pause, end).await? {
        if bytes.len() + part.len() > most {
            return Err(too_large());
        }
        bytes.extend_from_slice(&part);
    }
    Ok(bytes)
}

/// Hands on a body part by part, until nobody reads it any more.
pub async fn feed(
    mut body: Body,
    bounds: &Bounds,
    parts: mpsc::Sender<Bytes>,
) -> Result<(), Failure> {
    let far = Instant::now() + Duration::from_secs(7 * 24 * 60 * 60);
    loop {
        let part = tokio::select! {
            part = next(&mut body, bounds.pause, far) => part?,
            () = parts.closed() => return Ok(()),
        };
        let Some(part) = part else { return Ok(()) };
        if parts.send(part).await.is_err() {
            return Ok(());
        }
    }
}

async fn next(body: &mut Body, pause: Duration, end: Instant) -> Result<Option<Bytes>, Failure> {
    let until = end.min(Instant::now() + pause);
    loop {
        let frame = timeout_at(until, body.frame()).await.map_err(|_| Failure::Slow)?;
        let Some(frame) = frame else { return Ok(None) };
        let frame = frame.map_err(|error| Error::malformed("the body is broken").because(error))?;
        // Trailers say nothing here.
        if let Ok(data) = frame.into_data() {
            return Ok(Some(data));
        }
    }
}

/// A body as threads read it that may wait.
pub struct Reader {
    parts: mpsc::Receiver<Bytes>,
    part: Bytes,
    /// Tells that the body came to its end; none where that was told.
    ended: Option<oneshot::Receiver<()>>,
}

impl Reader {
    /// A reader of what is sent; a body that breaks off, which `ended` never tells of, is an error.
    pub fn new(parts: mpsc::Receiver<Bytes>, ended: oneshot::Receiver<()>) -> Reader {
        Reader { parts, part: Bytes::new(), ended: Some(ended) }
    }
}

impl Read for Reader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.part.is_empty() {
            match (self.parts.blocking_recv(), self.ended.take()) {
                (Some(part), ended) => (self.part, self.ended) = (part, ended),
                (None, None) => return Ok(0),
                (None, Some(ended)) => ended.blocking_recv().map_err(|_| {
                    io::Error::new(io::ErrorKind::UnexpectedEof, "the body broke off")
                })?,
            }
        }
        let count = buffer.len().min(self.part.len());
        buffer[..count].copy_from_slice(&self.part.split_to(count));
        Ok(count)
    }
}
