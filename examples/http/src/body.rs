//! Bodies of requests.

use std::io::{self, Write};
use std::time::Duration;

use axum::body::{Body, Bytes};
use glossweave::vocabulary::Upload;
use glossweave::{Error, ErrorKind};
use http_body_util::BodyExt;
use tokio::time::{Instant, timeout_at};

use crate::client::Client;
use crate::coding::{Coding, Decoder};
use crate::quota::Reservation;
use crate::thread_pool::Pool;

/// The size of the parts in which the source of a dataset is written.
const PART_BYTES: usize = 256 << 10;

/// The number of bytes of a body that do not count for quotas.
const UNCOUNTED_BYTES: usize = 16 << 10;

/// The limits on the size and the time of bodies.
#[derive(Clone, Copy, Debug)]
pub struct BodyLimits {
    /// The maximum number of bytes.
    pub max_bytes: usize,
    /// The setting for this maximum, if there is one.
    pub setting: Option<&'static str>,
    /// The maximum time between two parts.
    pub idle: Duration,
    /// The maximum time for the whole body.
    pub total: Duration,
}

/// The error of a body that cannot be read.
#[derive(Debug)]
pub enum BodyError {
    /// A body that is too large or malformed.
    Invalid(Error),
    /// A body that was not received in time.
    Timeout,
    /// A body in an unknown content coding.
    UnknownCoding,
}

impl From<Error> for BodyError {
    fn from(error: Error) -> BodyError {
        BodyError::Invalid(error)
    }
}

/// Reads a whole body, and reserves memory for it while it is received.
pub async fn collect(
    mut body: Body,
    limits: &BodyLimits,
    reservation: &mut Reservation,
) -> Result<Vec<u8>, BodyError> {
    let too_large = || BodyError::Invalid(too_large(limits));
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

/// Returns the number of bytes that count for quotas. Small bodies and responses never exceed a quota.
pub fn counted_bytes(bytes: usize) -> usize {
    bytes.saturating_sub(UNCOUNTED_BYTES)
}

/// Reserves capacity for more bytes: doubles the current capacity, but not beyond the size of the whole
/// body.
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

/// Reads a body into the source of a dataset, in parts that `pool` decodes and writes, so that no thread
/// waits for bytes. Each part has as much time as a whole body in memory.
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

/// Decodes a body that was read completely.
pub fn decode(
    coding: Coding,
    packed: Vec<u8>,
    limits: BodyLimits,
    reservation: Reservation,
) -> glossweave::Result<(Vec<u8>, Reservation)> {
    let mut decoder = Decoder::new(coding, Memory { bytes: Vec::new(), limits, reservation })?;
    decoder.write(&packed)?;
    let Memory { bytes, mut reservation, .. } = decoder.finish()?;
    reservation.shrink(counted_bytes(packed.capacity()));
    Ok((bytes, reservation))
}

/// The source of a dataset, as the output of a decoder.
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

/// Bytes in memory with their reservation, as the output of a decoder.
struct Memory {
    bytes: Vec<u8>,
    limits: BodyLimits,
    reservation: Reservation,
}

impl Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let max_bytes = self.limits.max_bytes;
        if bytes.len() > max_bytes - self.bytes.len() {
            return Err(io::Error::other(too_large(&self.limits)));
        }
        reserve(&mut self.bytes, bytes.len(), max_bytes, &mut self.reservation)
            .map_err(io::Error::other)?;
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn too_large(limits: &BodyLimits) -> Error {
    let setting = limits.setting.map(|name| format!(" (`{name}`)")).unwrap_or_default();
    let message = format!("the body has more than {} bytes{setting}", limits.max_bytes);
    Error::new(ErrorKind::TooLarge, message)
}

async fn next(body: &mut Body, pause: Duration, end: Instant) -> Result<Option<Bytes>, BodyError> {
    let until = end.min(Instant::now() + pause);
    loop {
        let frame = timeout_at(until, body.frame()).await.map_err(|_| BodyError::Timeout)?;
        let Some(frame) = frame else { return Ok(None) };
        let frame = frame.map_err(|error| {
            Error::malformed(format!("the body is broken: {error}")).because(error)
        })?;
        // Trailers are not used.
        if let Ok(data) = frame.into_data() {
            return Ok(Some(data));
        }
    }
}
