//! Hashes of tokens and names.

pub(crate) const MIX: u64 = 0x9E37_79B9_7F4A_7C15;

/// Returns a hash that is the same on every machine, because models store hashes.
pub(crate) fn hash(seed: u64, bytes: &[u8]) -> u64 {
    let mut state = seed.wrapping_mul(MIX) ^ (bytes.len() as u64);
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        state = mix(state ^ u64::from_le_bytes(word));
    }
    state
}

pub(crate) fn mix(state: u64) -> u64 {
    let state = (state ^ (state >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    let state = (state ^ (state >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    state ^ (state >> 32)
}

/// The key of a name that has no tokens.
const NO_NAME: u64 = 7;

/// Returns the key of a name, which is computed from the hashes of its tokens.
pub(crate) fn name_key(lowers: impl Iterator<Item = u64>) -> u64 {
    name_keys(lowers).last().unwrap_or(NO_NAME)
}

/// Returns the keys of all prefixes of a name: the first token, the first two tokens, and so on.
pub(crate) fn name_keys(lowers: impl Iterator<Item = u64>) -> impl Iterator<Item = u64> {
    lowers.scan(NO_NAME, |key, lower| {
        *key = mix(*key ^ lower);
        Some(*key)
    })
}

/// Returns the hash of a token in its original case.
pub(crate) fn form_key(token: &str) -> u64 {
    hash(1, token.as_bytes())
}

/// Returns the hash of a token in lower case.
pub fn lower_key(token: &str) -> u64 {
    match token.bytes().any(|byte| !byte.is_ascii_lowercase()) {
        // All digits become 0, so that numbers differ only in length.
        true => {
            let folded: String = token
                .chars()
                .flat_map(char::to_lowercase)
                .map(|c| if c.is_ascii_digit() { '0' } else { c })
                .collect();
            hash(2, folded.as_bytes())
        }
        false => hash(2, token.as_bytes()),
    }
}

/// Returns the hash of a feature with a single value.
pub(crate) fn feature(template: u64, value: u64) -> u64 {
    mix(value ^ template.wrapping_mul(MIX))
}

/// Returns the hash of a feature with two values.
pub(crate) fn feature_pair(template: u64, first: u64, second: u64) -> u64 {
    mix(mix(first ^ template.wrapping_mul(MIX)).wrapping_add(second))
}
