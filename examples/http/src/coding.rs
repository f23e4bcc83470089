//! Content codings of bodies, which are decoded in the thread pools, because decoding would delay
//! receiving.

use std::io::{self, Write};

use axum::http::HeaderMap;
use axum::http::header::CONTENT_ENCODING;
use flate2::write::MultiGzDecoder;
use glossweave::{Error, Result};

/// The names of the codings, as in `Accept-Encoding`.
pub const CODINGS: &str = "gzip, zstd";

/// The largest window of a zstd body, as a power of two: 8 MiB, the maximum in HTTP (RFC 9659).
const MAX_WINDOW_LOG: u32 = 23;

/// The content coding of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coding {
    /// No coding.
    Identity,
    /// Coding with gzip (RFC 1952), with one or more members.
    Gzip,
    /// Coding with zstd (RFC 8878), with one or more frames.
    Zstd,
}

impl Coding {
    /// Returns the coding that the headers specify, or `None` if it is not known.
    pub fn of(headers: &HeaderMap) -> Option<Coding> {
        let mut all = headers.get_all(CONTENT_ENCODING).iter();
        let Some(given) = all.next() else { return Some(Coding::Identity) };
        match given.as_bytes().trim_ascii().to_ascii_lowercase().as_slice() {
            _ if all.next().is_some() => None,
            b"gzip" | b"x-gzip" => Some(Coding::Gzip),
            b"zstd" => Some(Coding::Zstd),
            b"identity" => Some(Coding::Identity),
            _ => None,
        }
    }
}

/// A decoder that writes into a writer.
pub enum Decoder<W: Write> {
    /// No decoding.
    Identity(W),
    /// The decoder of all gzip members.
    Gzip(Box<MultiGzDecoder<W>>),
    /// The decoder of all zstd frames.
    Zstd(Box<zstd::stream::write::Decoder<'static, W>>),
}

impl<W: Write> Decoder<W> {
    /// Creates a decoder that writes to `out`.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Internal`](glossweave::ErrorKind) if there is not enough memory for a decoder.
    pub fn new(coding: Coding, out: W) -> Result<Decoder<W>> {
        Ok(match coding {
            Coding::Identity => Decoder::Identity(out),
            Coding::Gzip => Decoder::Gzip(Box::new(MultiGzDecoder::new(out))),
            Coding::Zstd => {
                let mut decoder = zstd::stream::raw::Decoder::new().map_err(broken)?;
                let window = zstd::stream::raw::DParameter::WindowLogMax(MAX_WINDOW_LOG);
                decoder.set_parameter(window).map_err(broken)?;
                let decoder = zstd::stream::write::Decoder::with_decoder(out, decoder);
                Decoder::Zstd(Box::new(decoder))
            }
        })
    }

    /// Decodes the next part of a body.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Malformed`](glossweave::ErrorKind) if the body is broken, or the error of the writer.
    pub fn write(&mut self, part: &[u8]) -> Result<()> {
        match self {
            Decoder::Identity(out) => out.write_all(part),
            Decoder::Gzip(decoder) => decoder.write_all(part),
            Decoder::Zstd(decoder) => decoder.write_all(part),
        }
        .map_err(broken)
    }

    /// Finishes the body and returns the writer.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Decoder::write`], and [`ErrorKind::Malformed`](glossweave::ErrorKind) if the body is
    /// incomplete.
    pub fn finish(self) -> Result<W> {
        match self {
            Decoder::Identity(out) => Ok(out),
            Decoder::Gzip(decoder) => decoder.finish(),
            Decoder::Zstd(decoder) => decoder.finish(),
        }
        .map_err(broken)
    }
}

/// Returns the error of a writer if there is one, otherwise the error of a malformed body.
fn broken(error: io::Error) -> Error {
    match error.downcast::<Error>() {
        Ok(error) => error,
        Err(error) => {
            let message = format!("the body is broken: {error}");
            Error::malformed(message).with_parameter("Content-Encoding").because(error)
        }
    }
}
