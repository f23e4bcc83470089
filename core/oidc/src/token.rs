//! The signature of a token.

use std::time::SystemTime;

use serde_json::{Map, Value};

use crate::algorithm::Algorithm;
use crate::keys::{KeyCache, KeySet};
use crate::{decode, refused};
use glossweave_base::error::Result;

/// The maximum number of bytes of a token.
const LONGEST: usize = 16 << 10;

/// The types of tokens. OpenID Connect uses no type or the first one; access tokens may use the
/// others (RFC 9068).
const TYPES: [&str; 3] = ["jwt", "at+jwt", "application/at+jwt"];

/// Verifies the signature of a token with the keys of the provider, and returns its claims.
pub fn verify(token: &str, keys: &KeyCache, now: SystemTime) -> Result<Map<String, Value>> {
    if token.len() > LONGEST {
        return Err(refused(&format!("has {} bytes, expected at most {LONGEST}", token.len())));
    }
    let malformed = || refused("is not a signed JSON Web Token");
    let (message, signature) = token.rsplit_once('.').ok_or_else(malformed)?;
    let (header, payload) = message.split_once('.').ok_or_else(malformed)?;
    let header = object(header).ok_or_else(malformed)?;
    let text = |name: &str| header.get(name).and_then(Value::as_str);
    let algorithm = text("alg").and_then(Algorithm::named);
    let algorithm = algorithm.ok_or_else(|| refused("has no algorithm that is accepted"))?;
    if header.contains_key("crit") {
        return Err(refused("has extensions that are not known"));
    }
    let is_known = |name: &str| TYPES.iter().any(|known| known.eq_ignore_ascii_case(name));
    if text("typ").is_some_and(|name| !is_known(name)) {
        return Err(refused("is of another type"));
    }
    let signature = decode(signature).ok_or_else(malformed)?;
    let id = text("kid");
    let signed = |set: &KeySet| {
        let mut keys = set.keys.iter().filter(|key| key.has_id(id));
        keys.any(|key| key.verifies(algorithm, message.as_bytes(), &signature))
    };
    let set = keys.current(now)?;
    if !signed(&set) {
        // Only an unknown key can be a new key.
        let is_known = id.is_some() && set.keys.iter().any(|key| key.has_id(id));
        let newer = if is_known { None } else { keys.newer(now, &set)? };
        if !newer.is_some_and(|set| signed(&set)) {
            return Err(refused("has no signature by a key of the provider"));
        }
    }
    object(payload).ok_or_else(malformed)
}

fn object(part: &str) -> Option<Map<String, Value>> {
    match serde_json::from_slice(&decode(part)?).ok()? {
        Value::Object(object) => Some(object),
        _ => None,
    }
}
