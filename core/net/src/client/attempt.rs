//! One attempt of a call: a request, its redirects, and the response.

use std::io::{self, Read};

use flate2::read::MultiGzDecoder;
use reqwest::header::{
    ACCEPT, ACCEPT_ENCODING, ACCEPT_LANGUAGE, CONTENT_ENCODING, CONTENT_LANGUAGE, CONTENT_LENGTH,
    CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, LOCATION, RETRY_AFTER,
};
use reqwest::{Request, Response, StatusCode, Url};

use super::connection::{Clients, is_refusal};
use super::retry_after;
use crate::policy::{self, Policy, origin};
use crate::request::Method;
use crate::{HttpRequest, HttpResponse};
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::trace::TraceContext;

type Attempt<T> = std::result::Result<T, Fault>;

/// The maximum number of redirects of a call.
const HOPS: usize = 5;

/// The headers that are also sent to another host.
const HARMLESS: [HeaderName; 5] =
    [ACCEPT, ACCEPT_ENCODING, ACCEPT_LANGUAGE, CONTENT_LANGUAGE, CONTENT_TYPE];

/// The supported content coding of responses.
const GZIP: HeaderValue = HeaderValue::from_static("gzip");

/// The error of an attempt. `again` is true if another attempt may succeed.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) error: Error,
    pub(super) again: bool,
}

impl From<Error> for Fault {
    fn from(error: Error) -> Fault {
        Fault { error, again: false }
    }
}

/// A checked and permitted call.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) policy: Policy,
    pub(super) method: Method,
    pub(super) url: Url,
    pub(super) headers: HeaderMap,
    pub(super) body: Vec<u8>,
    pub(super) idempotent: bool,
    /// The maximum size of a response, in bytes.
    pub(super) most: usize,
}

impl Call {
    /// Creates a call. Returns `ErrorKind::Invalid` if the URL or a header is not valid, and
    /// `ErrorKind::Forbidden` if the host is not allowed.
    pub(super) fn new(outgoing: &HttpRequest, options: &crate::Options) -> Result<Call> {
        let url = policy::parse(&outgoing.url)?;
        let policy = Policy::new(options, &outgoing.reach, &url);
        policy.permit(&url)?;
        let mut headers = HeaderMap::new();
        for (name, value) in &outgoing.headers {
            let read = (HeaderName::try_from(name), HeaderValue::from_bytes(value.as_bytes()));
            let (Ok(name), Ok(value)) = read else {
                let message =
                    format!("`{}` is not a header, or not with this value", name.escape_debug());
                return Err(Error::invalid(message));
            };
            headers.append(name, value);
        }
        headers.insert(ACCEPT_ENCODING, GZIP);
        for (name, value) in TraceContext::current().iter().flat_map(TraceContext::headers) {
            if let Ok(value) = HeaderValue::try_from(value) {
                headers.entry(name).or_insert(value);
            }
        }
        let HttpRequest { method, body, idempotent, response, .. } = outgoing.clone();
        let most = response.map_or(options.response, |most| most.min(options.response));
        Ok(Call { policy, method, url, headers, body, idempotent, most })
    }

    /// Returns the origin of the URL for the log, which also shows private networks.
    pub(super) fn origin(&self) -> String {
        self.url.origin().ascii_serialization()
    }

    /// Sends the call once, and follows its redirects. Methods and bodies do not change, except after
    /// status 303, when the response is requested with GET (RFC 9110, 15.4.4).
    pub(super) async fn exchange(&self, clients: &Clients) -> Attempt<HttpResponse> {
        let (mut method, mut url) = (self.method, self.url.clone());
        let mut headers = self.headers.clone();
        for _ in 0..=HOPS {
            let permit = self.policy.permit(&url)?;
            let response = clients
                .under(permit)
                .execute(self.request(method, &url, &headers))
                .await
                .map_err(|error| failed(&url, error))?;
            let Some(next) = next(&url, &response)? else {
                return self.read(&url, response).await;
            };
            if url.scheme() == "https" && next.scheme() != "https" {
                let message = format!("`{}` redirects to a URL without TLS", origin(&url));
                return Err(Error::new(ErrorKind::Forbidden, message).into());
            }
            if next.origin() != url.origin() {
                let all = std::mem::take(&mut headers);
                headers.extend(
                    all.into_iter().filter(|(name, _)| {
                        name.as_ref().is_some_and(|name| HARMLESS.contains(name))
                    }),
                );
            }
            if response.status() == StatusCode::SEE_OTHER {
                method = Method::Get;
                headers.remove(CONTENT_TYPE);
            }
            url = next;
        }
        let message = format!("`{}` redirects more than {HOPS} times", origin(&self.url));
        Err(Error::new(ErrorKind::Unavailable, message).into())
    }

    fn request(&self, method: Method, url: &Url, headers: &HeaderMap) -> Request {
        let method = match method {
            Method::Get => reqwest::Method::GET,
            Method::Post => reqwest::Method::POST,
        };
        let mut request = Request::new(method.clone(), url.clone());
        *request.headers_mut() = headers.clone();
        if method == reqwest::Method::POST {
            *request.body_mut() = Some(self.body.clone().into());
        }
        request
    }

    async fn read(&self, url: &Url, mut response: Response) -> Attempt<HttpResponse> {
        let status = response.status();
        if matches!(status.as_u16(), 429 | 502..=504) {
            let message = format!("`{}` answered {status}", origin(url));
            let error = Error::new(ErrorKind::Unavailable, message).with_code(status.as_str());
            let wait = response.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok());
            let error = match wait.and_then(retry_after::wait) {
                Some(wait) => error.with_retry_after(wait),
                None => error,
            };
            return Err(Fault { error, again: true });
        }
        let too_large = || {
            let message = format!("`{}` answers with more than {} bytes", origin(url), self.most);
            Fault::from(Error::new(ErrorKind::TooLarge, message))
        };
        if response.content_length().is_some_and(|length| length > self.most as u64) {
            return Err(too_large());
        }
        let mut bytes = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| broken(url, error))? {
            if chunk.len() > self.most - bytes.len() {
                return Err(too_large());
            }
            bytes.extend_from_slice(&chunk);
        }
        if is_packed(&response) {
            bytes = unpack(&bytes, self.most).map_err(|error| packed_wrongly(url, error))?;
            if bytes.len() > self.most {
                return Err(too_large());
            }
            let headers = response.headers_mut();
            headers.remove(CONTENT_ENCODING);
            headers.remove(CONTENT_LENGTH);
        }
        let text = |value: &HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
        let headers = response.headers().iter();
        let headers = headers.map(|(name, value)| (name.as_str().to_owned(), text(value)));
        Ok(HttpResponse { status: status.as_u16(), headers: headers.collect(), bytes })
    }
}

/// Returns the target of a redirect, if the response is one.
fn next(url: &Url, response: &Response) -> Result<Option<Url>> {
    if !matches!(response.status().as_u16(), 301 | 302 | 303 | 307 | 308) {
        return Ok(None);
    }
    let Some(location) = response.headers().get(LOCATION) else { return Ok(None) };
    let joined = std::str::from_utf8(location.as_bytes()).ok().and_then(|to| url.join(to).ok());
    let unusable = || {
        let message = format!("`{}` redirects to a URL that is not http or https", origin(url));
        Error::new(ErrorKind::Unavailable, message)
    };
    let joined = joined.ok_or_else(unusable)?;
    policy::parse(joined.as_str()).map(Some).map_err(|_| unusable())
}

/// Returns the fault of a call without a response.
fn failed(url: &Url, error: reqwest::Error) -> Fault {
    if is_refusal(&error) {
        return policy::private(url).into();
    }
    let what = match error.is_connect() {
        true => "cannot be reached",
        false => "closed the connection without an answer, or does not use HTTP",
    };
    // A peer that does not use HTTP will not use it for a retry either.
    let again = !innermost(&error).is_some_and(|cause| cause.starts_with("invalid HTTP"));
    let fault = because(format!("`{}` {what}", origin(url)), url, error);
    Fault { again, ..fault }
}

/// Returns `true` if a response is compressed with gzip.
fn is_packed(response: &Response) -> bool {
    let coding = response.headers().get(CONTENT_ENCODING).map(HeaderValue::as_bytes);
    let names: [&[u8]; 2] = [b"gzip", b"x-gzip"];
    coding.is_some_and(|coding| names.iter().any(|name| coding.eq_ignore_ascii_case(name)))
}

/// Decompresses all members of a body, up to one byte more than allowed. Bytes after the last member are an
/// error.
fn unpack(packed: &[u8], most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if !packed.is_empty() {
        MultiGzDecoder::new(packed).take(most as u64 + 1).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

fn packed_wrongly(url: &Url, error: io::Error) -> Fault {
    let message = format!("`{}` compressed its answer incorrectly: {error}", origin(url));
    Error::new(ErrorKind::Unavailable, message).because(error).into()
}

/// Returns the fault of a response that was interrupted.
fn broken(url: &Url, error: reqwest::Error) -> Fault {
    because(format!("`{}` stopped in the middle of its answer", origin(url)), url, error)
}

fn because(mut message: String, url: &Url, error: reqwest::Error) -> Fault {
    // The text of the error contains the URL with its query, but the text of its cause does not.
    if let Some(cause) = innermost(&error) {
        message = format!("{message}: {}", policy::shown(cause, url.as_str()));
    }
    Error::new(ErrorKind::Unavailable, message).because(error.without_url()).into()
}

fn innermost(error: &reqwest::Error) -> Option<String> {
    let mut cause = std::error::Error::source(error)?;
    while let Some(below) = cause.source() {
        cause = below;
    }
    Some(cause.to_string())
}
