//! The log-in of a user in a browser: the code flow of OpenID Connect with PKCE.

use std::time::{Duration, SystemTime};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use ring::digest::{SHA256, digest};
use serde_json::{Value, json};

use crate::keys::KeySet;
use crate::seal::{open, random, seal};
use crate::{Provider, claims, encode, refused, token};
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_net::{FORM, HttpRequest, form};
use glossweave_store::acl::Claims;

/// The maximum duration of a log-in.
const TIME: Duration = Duration::from_secs(10 * 60);
/// The maximum number of bytes of a code or a state.
const LONGEST: usize = 4_096;
/// The maximum number of characters of a provider's error that are shown.
const SHOWN: usize = 64;

/// A log-in that has started.
#[derive(Clone, PartialEq, Eq)]
pub struct LogIn {
    /// The URL at the provider that the browser opens.
    pub url: String,
    /// The encrypted state of the log-in. The browser stores it, and sends it together with the
    /// answer of the provider.
    pub state: String,
    /// The time after which the state is no longer accepted.
    pub time: Duration,
}

impl Provider {
    /// Begins a log-in. The provider redirects the browser to `redirect`. The state is encrypted
    /// with `key`.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Unavailable` if the provider does not answer.
    pub fn begin(&self, redirect: &str, key: &[u8; 32], now: SystemTime) -> Result<LogIn> {
        let set = self.keys.current(now)?;
        let place = set.authorization.as_deref().ok_or_else(|| lacks("authorization_endpoint"))?;
        let [state, nonce] = [encode(&random::<16>()?), encode(&random::<16>()?)];
        let verifier = encode(&random::<32>()?);
        let challenge = encode(digest(&SHA256, verifier.as_bytes()).as_ref());
        let query = form([
            ("response_type", "code"),
            ("client_id", self.options.client_id.as_str()),
            ("redirect_uri", redirect),
            ("scope", self.options.scope.as_str()),
            ("state", state.as_str()),
            ("nonce", nonce.as_str()),
            ("code_challenge", challenge.as_str()),
            ("code_challenge_method", "S256"),
        ]);
        let mark = if place.contains('?') { '&' } else { '?' };
        let content = json!([state, nonce, verifier, redirect, seconds(now + TIME)]);
        let state = seal(key, content.to_string().into_bytes())?;
        Ok(LogIn { url: format!("{place}{mark}{query}"), state, time: TIME })
    }

    /// Finishes a log-in, and returns the claims of the user. `kept` is the state that the browser
    /// has stored; `state` and `code` come from the provider.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Unauthenticated` if the log-in did not begin in this browser, has taken
    /// too long, or is refused by the provider; and `ErrorKind::Unavailable` if the provider does
    /// not answer.
    pub fn finish(
        &self,
        redirect: &str,
        (kept, state, code): (&str, &str, &str),
        key: &[u8; 32],
        now: SystemTime,
    ) -> Result<Claims> {
        let other = || {
            let message =
                "the log-in did not begin in this browser, or has taken too long: try again";
            Error::new(ErrorKind::Unauthenticated, message)
        };
        if [kept, state, code].iter().any(|text| text.len() > LONGEST) {
            return Err(other());
        }
        let content = open(key, kept).ok_or_else(other)?;
        let content: Value = serde_json::from_slice(&content).map_err(|_| other())?;
        let text = |at: usize| content.get(at).and_then(Value::as_str).ok_or_else(other);
        let until = content.get(4).and_then(Value::as_u64).unwrap_or_default();
        if text(0)? != state || text(3)? != redirect || until <= seconds(now) {
            return Err(other());
        }
        let set = self.keys.current(now)?;
        let signed = self.exchange(&set, redirect, code, text(2)?)?;
        let all = token::verify(&signed, &self.keys, now)?;
        if all.get("nonce").and_then(Value::as_str) != Some(text(1)?) {
            return Err(refused("belongs to another log-in"));
        }
        claims::check(&all, &self.options, now)
    }

    /// Exchanges a code for an ID token.
    fn exchange(&self, set: &KeySet, redirect: &str, code: &str, verifier: &str) -> Result<String> {
        let place = set.token.as_deref().ok_or_else(|| lacks("token_endpoint"))?;
        let mut fields = vec![
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", redirect),
            ("code_verifier", verifier),
        ];
        let id = self.options.client_id.as_str();
        let secret = self.options.client_secret.as_ref().map(|secret| secret.word());
        let mut credentials = None;
        match secret {
            Some(secret) if !set.wants_form => {
                // Both are first encoded as in forms (RFC 6749, clause 2.3.1).
                let encoded = |text| form([("", text)]).split_off(1);
                let pair = format!("{}:{}", encoded(id), encoded(secret));
                credentials = Some(format!("Basic {}", BASE64_STANDARD.encode(pair)));
            }
            Some(secret) => fields.extend([("client_id", id), ("client_secret", secret)]),
            None => fields.push(("client_id", id)),
        }
        let mut request = HttpRequest::post(place, FORM, form(fields));
        request = request.with_header("Accept", "application/json");
        if let Some(credentials) = credentials {
            request = request.with_header("Authorization", credentials);
        }
        let (status, bytes) = self.keys.send(place, request)?;
        let answer: Value = serde_json::from_slice(&bytes).unwrap_or_default();
        let text = |name: &str| answer.get(name).and_then(Value::as_str);
        match text("id_token") {
            Some(token) if status == 200 => Ok(token.to_owned()),
            _ => {
                let named = |char: char| char.is_ascii_alphanumeric() || char == '_';
                let error: String =
                    text("error").unwrap_or_default().chars().filter(|char| named(*char)).collect();
                let error = error.get(..SHOWN).unwrap_or(&error);
                let message =
                    format!("the provider returned no token for the log-in: {status} {error}");
                Err(Error::new(ErrorKind::Unauthenticated, message.trim_end()))
            }
        }
    }
}

impl std::fmt::Debug for LogIn {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("LogIn").field("time", &self.time).finish_non_exhaustive()
    }
}

fn seconds(moment: SystemTime) -> u64 {
    moment.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs()
}

fn lacks(name: &str) -> Error {
    let message = format!("the configuration of the OpenID provider has no `{name}`");
    Error::new(ErrorKind::Unavailable, message)
}
