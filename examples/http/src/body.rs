//! Bodies on their way in.

use std::io::{self, Write};
use std::time::Duration;

use axum::body::{Body, Bytes};
use glossweave::enrich::Upload;
use glossweave::{Error, Kind};
use http_body_util::BodyExt;
use tokio::time::{Instant, timeout_at};

use crate::client::Client;
use crate::coding::{Coding, Unpacker};
use crate::quota::Held;
use crate::thread_pool::Pool;

/// How much of the source of a dataset is written at once.
const PART: usize = 256 << 10;

/// The number of bytes of a body that do not count.
const FREE: usize = 16 << 10;

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

/// Reads all of a body. What it takes counts while it comes.
pub async fn collect(mut body: Body, bounds: &Bounds, held: &mut Held) -> Result<Vec<u8>, Failure> {
    let too_large = || Failure::Wrong(too_large(bounds.most));
    let hint = axum::body::HttpBody::size_hint(&body);
    if hint.lower() > bounds.most as u64 {
        return Err(too_large());
    }
    let whole = hint.exact().map_or(bounds.most, |length| length as usize);
    let mut bytes = Vec::new();
    let end = Instant::now() + bounds.whole;
    while let Some(part) = next(&mut body, bounds.pause, end).await? {
        if bytes.len() + part.len() > bounds.most {
            return Err(too_large());
        }
        grow(&mut bytes, part.len(), whole, held)?;
        bytes.extend_from_slice(&part);
    }
    Ok(bytes)
}

/// Returns the number of bytes that count: small bodies and answers always have room.
pub fn counted(bytes: usize) -> usize {
    bytes.saturating_sub(FREE)
}

/// Makes room for more bytes: for twice as many as there is room for, but no more than the whole takes.
fn grow(bytes: &mut Vec<u8>, more: usize, whole: usize, held: &mut Held) -> glossweave::Result<()> {
    let (length, before) = (bytes.len(), bytes.capacity());
    if length + more > before {
        let wanted = (2 * before).min(whole).max(length + more);
        held.more(counted(wanted) - counted(before))?;
        bytes.reserve_exact(wanted - length);
    }
    Ok(())
}

/// Reads a body into the source of a dataset, in parts that `pool` unpacks and writes: nobody works while
/// nothing comes. A part may take as long as a whole body that is held.
pub async fn receive(
    mut body: Body,
    bounds: &Bounds,
    coding: Coding,
    source: Upload,
    (pool, client): (&Pool, &Client),
) -> Result<Upload, Failure> {
    let mut unpacker = Unpacker::new(coding, Source(source))?;
    loop {
        let (mut part, mut is_last) = (Vec::new(), false);
        let end = Instant::now() + bounds.whole;
        while part.len() < PART && !is_last {
            match next(&mut body, bounds.pause, end).await? {
                Some(bytes) => part.extend_from_slice(&bytes),
                None => is_last = true,
            }
        }
        let write = move || unpacker.write(&part).map(|()| unpacker);
        unpacker = pool.run(client, write).await?;
        if is_last {
            return Ok(pool.run(client, move || unpacker.finish()).await?.0);
        }
    }
}

/// Unpacks a body that was read as a whole.
pub fn unpack(
    coding: Coding,
    packed: Vec<u8>,
    most: usize,
    held: Held,
) -> glossweave::Result<(Vec<u8>, Held)> {
    let mut unpacker = Unpacker::new(coding, Memory { bytes: Vec::new(), most, held })?;
    unpacker.write(&packed)?;
    let Memory { bytes, mut held, .. } = unpacker.finish()?;
    held.less(counted(packed.capacity()));
    Ok((bytes, held))
}

/// The source of a dataset, for an unpacker.
struct Source(Upload);

impl Write for Source {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.append(bytes).map_err(io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Bytes that are held, for an unpacker.
struct Memory {
    bytes: Vec<u8>,
    most: usize,
    held: Held,
}

impl Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.len() > self.most - self.bytes.len() {
            return Err(io::Error::other(too_large(self.most)));
        }
        grow(&mut self.bytes, bytes.len(), self.most, &mut self.held).map_err(io::Error::other)?;
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn too_large(most: usize) -> Error {
    Error::new(Kind::TooLarge, format!("the body has more than {most} bytes"))
}

async fn next(body: &mut Body, pause: Duration, end: Instant) -> Result<Option<Bytes>, Failure> {
    let until = end.min(Instant::now() + pause);
    loop {
        let frame = timeout_at(until, body.frame()).await.map_err(|_| Failure::Slow)?;
        let Some(frame) = frame else { return Ok(None) };
        let frame = frame.map_err(|error| {
            Error::malformed(format!("the body is broken: {error}")).because(error)
        })?;
        // Trailers say nothing here.
        if let Ok(data) = frame.into_data() {
            return Ok(Some(data));
        }
    }
}
