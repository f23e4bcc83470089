//! Keys for pseudonyms: the secret from which pseudonyms are derived, and the strings that they replace.

use std::collections::BTreeMap;
use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::delta;
use glossweave_base::error::{Error, ErrorKind, Result};

/// The digits of pseudonyms. Vowels are omitted, so that pseudonyms form no words, and `L` because it looks
/// like `1`.
const DIGITS: &[u8; 30] = b"0123456789BCDFGHJKMNPQRSTVWXYZ";
/// The number of digits in a pseudonym, which is 49 bits.
const LENGTH: usize = 10;
const SECRET: usize = 32;
/// The version of the format of a key.
const VERSION: u32 = 1;

/// A key for pseudonyms. It contains a secret from which pseudonyms are derived and, if the key is
/// reversible, the replaced strings and the data to restore each document.
///
/// Documents that are redacted with the same key use the same pseudonym for the same string. Anyone who has a
/// reversible key can read the redacted strings, so that the key must be stored separately from the
/// documents.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PseudonymKey {
    version: u32,
    secret: String,
    reversible: bool,
    #[serde(default)]
    pseudonyms: BTreeMap<String, String>,
    /// Maps the checksum of each result to the checksum of its document and to the difference that restores
    /// it.
    #[serde(default)]
    documents: BTreeMap<String, Original>,
}

#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Original {
    sha256: String,
    delta: String,
}

impl fmt::Debug for PseudonymKey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "PseudonymKey({} pseudonyms)", self.pseudonyms.len())
    }
}

impl PseudonymKey {
    /// Generates a reversible key with a random secret.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Internal` if the system does not provide random numbers.
    pub fn generate() -> Result<PseudonymKey> {
        let mut secret = [0; SECRET];
        getrandom::fill(&mut secret).map_err(|cause| {
            let message = "the system provides no random numbers";
            Error::new(ErrorKind::Internal, message).because(cause.to_string())
        })?;
        Ok(PseudonymKey {
            version: VERSION,
            secret: STANDARD.encode(secret),
            reversible: true,
            pseudonyms: BTreeMap::new(),
            documents: BTreeMap::new(),
        })
    }

    /// Removes everything except the secret from the key. The same string still has the same pseudonym, but
    /// nothing can be restored.
    #[must_use]
    pub fn irreversible(mut self) -> PseudonymKey {
        self.reversible = false;
        self.pseudonyms.clear();
        self.documents.clear();
        self
    }

    /// Reads a key in JSON, or several keys with the same secret, one after the other. Several keys are
    /// merged, so that the key of each redaction can be appended to a file.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Malformed` for other content and for keys with different secrets, and
    /// `ErrorKind::Unsupported` for another version.
    pub fn from_json(json: &[u8]) -> Result<PseudonymKey> {
        // The message of the parser could quote the secret.
        let broken = || Error::malformed("expected the JSON of a key of pseudonyms");
        let mut all: Option<PseudonymKey> = None;
        for key in serde_json::Deserializer::from_slice(json).into_iter::<PseudonymKey>() {
            let key = key.map_err(|_| broken())?;
            if key.version != VERSION {
                let message = format!("the key has version {}, expected {VERSION}", key.version);
                return Err(Error::new(ErrorKind::Unsupported, message));
            }
            match &mut all {
                None => all = Some(key),
                Some(all) if all.secret == key.secret => {
                    all.pseudonyms.extend(key.pseudonyms);
                    all.documents.extend(key.documents);
                }
                Some(_) => return Err(Error::malformed("the keys have different secrets")),
            }
        }
        let key = all.ok_or_else(broken)?;
        match STANDARD.decode(&key.secret) {
            Ok(secret) if secret.len() == SECRET => Ok(key),
            _ => Err(broken()),
        }
    }

    /// Returns the key in JSON.
    pub fn to_json(&self) -> Vec<u8> {
        // Serializing maps of strings to JSON cannot fail.
        serde_json::to_vec_pretty(self).unwrap_or_default()
    }

    /// Returns `true` if the key stores the strings that pseudonyms replace.
    pub fn is_reversible(&self) -> bool {
        self.reversible
    }

    /// Returns the number of pseudonyms that the key can reverse.
    pub fn len(&self) -> usize {
        self.pseudonyms.len()
    }

    /// Returns `true` if the key cannot reverse any pseudonym.
    pub fn is_empty(&self) -> bool {
        self.pseudonyms.is_empty()
    }

    /// Returns the pseudonyms with the strings that they replace.
    pub(crate) fn pseudonyms(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pseudonyms.iter().map(|(pseudonym, string)| (&**pseudonym, &**string))
    }

    /// Returns the pseudonym of a string, derived from its label and key, and stores the string if the key is
    /// reversible.
    pub(crate) fn pseudonym(&mut self, label: &str, key: &str, string: &str) -> Result<String> {
        let secret = STANDARD.decode(&self.secret).unwrap_or_default();
        let mac = Hmac::<Sha256>::new_from_slice(&secret);
        let mut mac = mac.map_err(|cause| {
            Error::new(ErrorKind::Internal, "the secret is not usable").because(cause.to_string())
        })?;
        for part in [label, "\0", key] {
            mac.update(part.as_bytes());
        }
        let code = mac.finalize().into_bytes();
        let digit = |byte: &u8| char::from(DIGITS[usize::from(*byte) % DIGITS.len()]);
        let digits = code.iter().take(LENGTH).map(digit);
        let pseudonym = format!("{label}-{}", digits.collect::<String>());
        if self.reversible {
            self.pseudonyms.entry(pseudonym.clone()).or_insert_with(|| string.to_owned());
        }
        Ok(pseudonym)
    }

    /// Stores the difference that is used to restore the document of a result.
    pub(crate) fn remember(&mut self, original: &[u8], result: &[u8]) {
        if self.reversible {
            let delta = STANDARD.encode(delta::between(result, original));
            let original = Original { sha256: checksum(original), delta };
            self.documents.insert(checksum(result), original);
        }
    }

    /// Returns the original document of a result, if the key contains it.
    pub(crate) fn original(&self, result: &[u8]) -> Result<Option<Vec<u8>>> {
        let Some(original) = self.documents.get(&checksum(result)) else { return Ok(None) };
        let delta = STANDARD.decode(&original.delta).ok();
        let restored = delta.and_then(|delta| delta::apply(result, &delta));
        match restored.filter(|restored| checksum(restored) == original.sha256) {
            Some(restored) => Ok(Some(restored)),
            None => Err(Error::malformed("the key does not restore the document: it was changed")),
        }
    }
}

fn checksum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::PseudonymKey;
    use glossweave_base::ErrorKind;

    #[test]
    fn a_key_gives_a_string_the_same_pseudonym() {
        let mut key = PseudonymKey::generate().unwrap();
        let pseudonym = key.pseudonym("PERSON", "jane roe", "Jane Roe").unwrap();
        let mut again = PseudonymKey::from_json(&key.to_json()).unwrap();
        assert_eq!(again.pseudonym("PERSON", "jane roe", "JANE ROE").unwrap(), pseudonym);
        assert_eq!(again.pseudonyms().collect::<Vec<_>>(), [(&*pseudonym, "Jane Roe")]);
        assert_ne!(again.pseudonym("PLACE", "jane roe", "Jane Roe").unwrap(), pseudonym);
        let mut other = PseudonymKey::generate().unwrap().irreversible();
        assert_ne!(other.pseudonym("PERSON", "jane roe", "Jane Roe").unwrap(), pseudonym);
        assert!(other.is_empty() && pseudonym.starts_with("PERSON-") && pseudonym.len() == 17);
    }

    #[test]
    fn a_broken_key_is_refused_without_its_secret() {
        let json = String::from_utf8(PseudonymKey::generate().unwrap().to_json()).unwrap();
        for (from, to, kind) in [
            ("\"version\": 1", "\"version\": 2", ErrorKind::Unsupported),
            ("\"secret\": \"", "\"secret\": \"AA", ErrorKind::Malformed),
            ("\"reversible\"", "\"open\"", ErrorKind::Malformed),
            ("{", "[", ErrorKind::Malformed),
        ] {
            let error = PseudonymKey::from_json(json.replacen(from, to, 1).as_bytes()).unwrap_err();
            assert_eq!(error.kind(), kind, "{from}");
            assert!(!format!("{error:?}").contains(&json[30..50]));
        }
    }
}
