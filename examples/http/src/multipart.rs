//! Forms with files (RFC 7578). The file is used as the body, and the other fields as parameters.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::body::{Body, Bytes};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use futures_util::{StreamExt, TryStreamExt, stream};
use glossweave::{Error, ErrorKind, Format, VocabularyFormat};
use multer::{Field, Multipart};
use tokio::time::{Instant, timeout_at};

use crate::body::{BodyError, BodyLimits};
use crate::quota::Reservation;
use crate::request::Pairs;

/// The maximum size of a field that is not a file.
const MAX_FIELD_BYTES: usize = 1 << 20;

/// The media type that clients declare for unknown files.
const UNKNOWN: &str = "application/octet-stream";

/// Parses a form whose last field is a file. Other bodies do not change.
///
/// The file becomes the body. Its media type is taken from its part, or else from its file extension. The
/// fields before it are added to `query`. Returns `ErrorKind::Malformed` if the form is broken or a field
/// follows the file, and `ErrorKind::TooLarge` if a field exceeds 1 MiB.
pub async fn open(
    body: Body,
    headers: &mut HeaderMap,
    query: &mut Pairs,
    (limits, reservation): (&BodyLimits, &mut Reservation),
) -> Result<Body, BodyError> {
    let declared = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let declared = declared.filter(|text| is_multipart(text)).map(str::to_owned);
    let Some(declared) = declared else { return Ok(body) };
    let boundary = multer::parse_boundary(declared).map_err(broken)?;
    // The number of bytes that may be read up to the next field, because the parser keeps the head of a
    // field in memory.
    let left = Arc::new(AtomicUsize::new(0));
    let mut form = Multipart::new(limited(body, left.clone()), boundary);
    headers.remove(CONTENT_TYPE);
    let end = Instant::now() + limits.total;
    loop {
        left.store(2 * MAX_FIELD_BYTES, Ordering::Relaxed);
        let until = end.min(Instant::now() + limits.idle);
        let field = timeout_at(until, form.next_field()).await.map_err(|_| BodyError::Timeout)?;
        let Some(field) = field.map_err(broken)? else { return Ok(Body::empty()) };
        if let Some(file) = field.file_name() {
            if let Some(media_type) = media_type(&field, file).and_then(|text| text.parse().ok()) {
                headers.insert(CONTENT_TYPE, media_type);
            }
            left.store(usize::MAX, Ordering::Relaxed);
            return Ok(Body::from_stream(rest(form, field)));
        }
        let name = field.name().unwrap_or_default().to_owned();
        reservation.grow(name.len() + size_of::<(String, String)>())?;
        left.store(2 * MAX_FIELD_BYTES, Ordering::Relaxed);
        let value =
            timeout_at(end, text(field, reservation)).await.map_err(|_| BodyError::Timeout)?;
        let value = value.map_err(|error| error.with_parameter(&name))?;
        query.push((name, value));
    }
}

/// Returns the stream of a body, with an error if it exceeds `left` bytes.
fn limited(
    body: Body,
    left: Arc<AtomicUsize>,
) -> impl futures_util::Stream<Item = io::Result<Bytes>> + Send {
    body.into_data_stream().map(move |part| {
        let part = part.map_err(io::Error::other)?;
        let size = part.len();
        let take = |left: usize| left.checked_sub(size);
        let taken = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take);
        taken.map(|_| part).map_err(|_| io::Error::other("a field is too long: send it as a file"))
    })
}

fn is_multipart(media_type: &str) -> bool {
    let essence = media_type.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("multipart/form-data")
}

fn media_type(field: &Field<'_>, file: &str) -> Option<String> {
    let given = field.content_type().map(ToString::to_string);
    given.filter(|text| !text.starts_with(UNKNOWN)).or_else(|| {
        let format = Format::of_path(file).map(|format| format.media_type().to_owned());
        format.or_else(|| VocabularyFormat::of_path(file).map(|notation| notation.to_string()))
    })
}

/// Returns the bytes of a file, with an error if a field follows.
fn rest(
    form: Multipart<'static>,
    file: Field<'static>,
) -> impl futures_util::Stream<Item = io::Result<Bytes>> + Send {
    let after = stream::once(async move {
        let mut form = form;
        match form.next_field().await {
            Ok(None) => Ok(Bytes::new()),
            Ok(Some(_)) => Err(io::Error::other("a field follows the file: send fields first")),
            Err(error) => Err(io::Error::other(error)),
        }
    });
    file.map_err(io::Error::other).chain(after)
}

async fn text(mut field: Field<'_>, reservation: &mut Reservation) -> glossweave::Result<String> {
    let mut bytes = Vec::new();
    while let Some(part) = field.chunk().await.map_err(broken)? {
        if bytes.len() + part.len() > MAX_FIELD_BYTES {
            let message = "the field is too long: send it as a file";
            return Err(Error::new(ErrorKind::TooLarge, message));
        }
        reservation.grow(part.len())?;
        bytes.extend_from_slice(&part);
    }
    String::from_utf8(bytes).map_err(|_| Error::invalid("the field is not UTF-8"))
}

fn broken(error: multer::Error) -> Error {
    match error {
        multer::Error::StreamReadFailed(cause) => {
            Error::malformed(format!("the form is broken: {cause}"))
        }
        error => Error::malformed(format!("the form is broken: {error}")),
    }
}
