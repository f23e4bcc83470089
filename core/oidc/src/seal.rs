//! Encryption of the state that a browser stores during a log-in.

use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::rand::{SecureRandom, SystemRandom};

use crate::{decode, encode};
use glossweave_base::error::{Error, ErrorKind, Result};

/// Returns random bytes from the operating system.
pub fn random<const N: usize>() -> Result<[u8; N]> {
    let mut bytes = [0; N];
    SystemRandom::new()
        .fill(&mut bytes)
        .map_err(|_| failed("the system provides no random numbers"))?;
    Ok(bytes)
}

/// Encrypts bytes with a key, and returns them as text. The key has 256 bits. Each text uses a
/// random nonce.
pub fn seal(key: &[u8; 32], mut bytes: Vec<u8>) -> Result<String> {
    let nonce: [u8; NONCE_LEN] = random()?;
    let tag = cipher(key)?
        .seal_in_place_separate_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut bytes)
        .map_err(|_| failed("nothing can be encrypted"))?;
    Ok(encode(&[&nonce[..], &bytes, tag.as_ref()].concat()))
}

/// Decrypts the output of [`seal`]. Returns `None` for any other text.
pub fn open(key: &[u8; 32], text: &str) -> Option<Vec<u8>> {
    let bytes = decode(text)?;
    let (nonce, sealed) = bytes.split_at_checked(NONCE_LEN)?;
    let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
    let mut sealed = sealed.to_vec();
    let opened = cipher(key).ok()?.open_in_place(nonce, Aad::empty(), &mut sealed).ok()?;
    Some(opened.to_vec())
}

fn cipher(key: &[u8; 32]) -> Result<LessSafeKey> {
    let key = UnboundKey::new(&CHACHA20_POLY1305, key);
    key.map(LessSafeKey::new).map_err(|_| failed("the key has the wrong length"))
}

fn failed(message: &str) -> Error {
    Error::new(ErrorKind::Internal, message)
}
