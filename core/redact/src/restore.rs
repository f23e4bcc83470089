//! Restoring of documents and texts with pseudonyms.

use std::collections::HashMap;

use super::key::PseudonymKey;
use glossweave_base::error::{Error, ErrorKind, Result};

/// Restores the original document of a document that was redacted with pseudonyms, byte for byte.
///
/// `bytes` must be the result of [`redact`](crate::redact()), and `key` the key of that result, or a later
/// version of it.
///
/// # Errors
///
/// Returns `ErrorKind::NotFound` if the key does not contain the document, or if the document was changed
/// after redaction, and `ErrorKind::Malformed` if the key was changed.
pub fn restore(bytes: &[u8], key: &PseudonymKey) -> Result<Vec<u8>> {
    key.original(bytes)?.ok_or_else(|| {
        let message = match key.is_reversible() {
            true => "the key does not contain the document: it is a different document, or was changed after redaction",
            false => "the key is not reversible: it stores no data to restore documents",
        };
        Error::new(ErrorKind::NotFound, message)
    })
}

/// Replaces all pseudonyms of a key in a text by the original strings.
///
/// Use this function for texts that others wrote with the pseudonyms, for example the answer of a language
/// model. The strings are not escaped. In a text with markup, escape them.
pub fn restore_text(text: &str, key: &PseudonymKey) -> String {
    let mut restored = String::with_capacity(text.len());
    let mut rest = text;
    let is_sign = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let known: HashMap<&str, &str> = key.pseudonyms().collect();
    while let Some(start) = rest.find(is_sign) {
        restored.push_str(&rest[..start]);
        let length = rest[start..].find(|c| !is_sign(c)).unwrap_or(rest.len() - start);
        let word = &rest[start..start + length];
        let name = word.trim_end_matches(['-', '_']);
        match known.get(name) {
            Some(string) => {
                restored.push_str(string);
                restored.push_str(&word[name.len()..]);
            }
            None => restored.push_str(word),
        }
        rest = &rest[start + length..];
    }
    restored.push_str(rest);
    restored
}
