//! Bodies on their way in.

use std::io::{self, Write};
use std::time::Duration;

use axum::body::{Body, Bytes};
use glossweave::enrich::Upload;
use glossweave::{Error, Kind};
use http_body_util::BodyExt;
use tokio::time::{Instant, timeout_at};

use crate::client::Client;
use crate::coding::{Coding, Decoder};
use crate::quota::Reservation;
use crate::thread_pool::Pool;

/// How much of the source of a dataset is written at once.
const PART_BYTES: usize = 256 << 10;

/// The number of bytes of a body that do not count.
const UNCOUNTED_BYTES: usize = 16 << 10;

/// How long bodies may take, and how large those are that are reservation.
#[derive(Clone, Copy, Debug)]
pub struct BodyLimits {
    /// The most bytes.
    pub max_bytes: usize,
    /// How long nothing may come.
    pub idle: Duration,
    /// How long all of it may take.
    pub total: Duration,
}

/// Why there is no body.
#[derive(Debug)]
pub enum BodyError {
    /// It is too large, or broken.
    Invalid(Error),
    /// It did not come in time.
    Timeout,
    /// It is packed in a way that is not known.
    UnknownCoding,
}

impl From<Error> for BodyError {
    fn from(error: Error) -> BodyError {
        BodyError::Invalid(error)
    }
}

/// Reads all of a body. What it takes counts while it comes.
pub async fn collect(
    mut body: Body,
    limits: &BodyLimits,
    reservation: &mut Reservation,
) -> Result<Vec<u8>, BodyError> {
    let too_large = || BodyError::Invalid(too_large(limits.max_bytes));
    let hint = axum::body::HttpBody::size_hint(&body);
    if hint.lower() > limits.max_bytes as u64 {
        return Err(too_large());
    }
    let whole = hint.exact().map_or(limits.max_bytes, |length| length as usize);
    let mut bytes = Vec::new();
    let end = Instant::now() + limits.total;
    while let Some(part) = next(&mut body, limits.idle, end).await? {
        if bytes.len() + part.len() > limits.max_bytes {
            return Err(too_large());
        }
        reserve(&mut bytes, part.len(), whole, reservation)?;
        bytes.extend_from_slice(&part);
    }
    Ok(bytes)
}

/// Returns the number of bytes that count: small bodies and answers always have room.
pub fn counted_bytes(bytes: usize) -> usize {
    bytes.saturating_sub(UNCOUNTED_BYTES)
}

/// Makes room for more bytes: for twice as many as there is room for, but no more than the whole takes.
fn reserve(
    bytes: &mut Vec<u8>,
    more: usize,
    whole: usize,
    reservation: &mut Reservation,
) -> glossweave::Result<()> {
    let (length, before) = (bytes.len(), bytes.capacity());
    if length + more > before {
        let wanted = (2 * before).min(whole).max(length + more);
        reservation.grow(counted_bytes(wanted) - counted_bytes(before))?;
        bytes.reserve_exact(wanted - length);
    }
    Ok(())
}

/// Reads a body into the source of a dataset, in parts that `pool` unpacks and writes: nobody works while
/// nothing comes. A part may take as long as a whole body that is reservation.
pub async fn receive(
    mut body: Body,
    limits: &BodyLimits,
    coding: Coding,
    source: Upload,
    (pool, client): (&Pool, &Client),
) -> Result<Upload, BodyError> {
    let mut decoder = Decoder::new(coding, Source(source))?;
    loop {
        let (mut part, mut is_last) = (Vec::new(), false);
        let end = Instant::now() + limits.total;
        while part.len() < PART_BYTES && !is_last {
            match next(&mut body, limits.idle, end).await? {
                Some(bytes) => part.extend_from_slice(&bytes),
                None => is_last = true,
            }
        }
        let write = move || decoder.write(&part).map(|()| decoder);
        decoder = pool.run(client, write).await?;
        if is_last {
            return Ok(pool.run(client, move || decoder.finish()).await?.0);
        }
    }
}

/// Unpacks a body that was read as a whole.
pub fn decode(
    coding: Coding,
    packed: Vec<u8>,
    max_bytes: usize,
    reservation: Reservation,
) -> glossweave::Result<(Vec<u8>, Reservation)> {
    let mut decoder = Decoder::new(coding, Memory { bytes: Vec::new(), max_bytes, reservation })?;
    decoder.write(&packed)?;
    let Memory { bytes, mut reservation, .. } = decoder.finish()?;
    reservation.shrink(counted_bytes(packed.capacity()));
    Ok((bytes, reservation))
}

/// The source of a dataset, for an decoder.
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

/// Bytes that are reservation, for an decoder.
struct Memory {
    bytes: Vec<u8>,
    max_bytes: usize,
    reservation: Reservation,
}

impl Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.len() > self.max_bytes - self.bytes.len() {
            return Err(io::Error::other(too_large(self.max_bytes)));
        }
        reserve(&mut self.bytes, bytes.len(), self.max_bytes, &mut self.reservation)
            .map_err(io::Error::other)?;
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn too_large(max_bytes: usize) -> Error {
    Error::new(Kind::TooLarge, format!("the body has more than {max_bytes} bytes"))
}

async fn next(body: &mut Body, pause: Duration, end: Instant) -> Result<Option<Bytes>, BodyError> {
    let until = end.min(Instant::now() + pause);
    loop {
        let frame = timeout_at(until, body.frame()).await.map_err(|_| BodyError::Timeout)?;
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
