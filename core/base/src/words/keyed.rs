//! Maps whose keys are already hashes.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A map whose keys are already hashes, which are not hashed again. Do not use it for keys that an attacker
/// can choose.
pub type Keyed<V> = HashMap<u64, V, BuildHasherDefault<AsItIs>>;

/// A hasher that returns a number unchanged.
#[derive(Clone, Copy, Debug, Default)]
pub struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}
