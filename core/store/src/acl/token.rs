//! Tokens, which users send instead of a password.

use std::fmt;

use serde::Serializer;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::store::random::random;
use glossweave_base::error::Result;

/// 256 random bits that identify a user. The store contains only their hash.
#[derive(Clone)]
pub struct Token(Option<[u8; 32]>);

impl Token {
    /// Creates a random token. Returns `ErrorKind::Internal` if the system provides no random numbers.
    pub(super) fn random() -> Result<Token> {
        random().map(|bits| Token(Some(bits)))
    }

    /// Parses the text of [`Token::to_text`]. A malformed text becomes a token that matches no
    /// user.
    pub fn from_text(text: &str) -> Token {
        Token(from_hex(text))
    }

    /// Returns the text for the user: 64 hexadecimal digits, or an empty text for a malformed
    /// token.
    pub fn to_text(&self) -> String {
        self.0.map(|bits| hex(&bits)).unwrap_or_default()
    }

    /// Returns the key of the row, or `None` for a malformed token.
    pub(super) fn key(&self) -> Option<String> {
        let bits = self.0.as_ref()?;
        Some(hex(&Sha256::digest(bits)))
    }
}

impl PartialEq for Token {
    fn eq(&self, other: &Token) -> bool {
        match (&self.0, &other.0) {
            (Some(first), Some(second)) => bool::from(first.ct_eq(second)),
            (first, second) => first.is_none() && second.is_none(),
        }
    }
}

impl Eq for Token {}

impl fmt::Debug for Token {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Token(…)")
    }
}

/// Writes the text of a token. Used only for the response that returns a new secret.
pub(super) fn as_text<S: Serializer>(token: &Token, to: S) -> std::result::Result<S::Ok, S::Error> {
    to.serialize_str(&token.to_text())
}

/// Returns bytes as hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        text.push(char::from(DIGITS[usize::from(byte >> 4)]));
        text.push(char::from(DIGITS[usize::from(byte & 15)]));
    }
    text
}

/// Parses lower-case hexadecimal digits.
pub(super) fn from_hex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    if text.len() != N * 2 {
        return None;
    }
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().as_chunks::<2>().0) {
        *byte = digit(pair[0])? << 4 | digit(pair[1])?;
    }
    Some(bytes)
}
