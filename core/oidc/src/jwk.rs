//! The public keys of a provider.

use ring::signature::{RsaPublicKeyComponents, UnparsedPublicKey};
use serde_json::Value;

use crate::algorithm::{Algorithm, Check};
use crate::decode;

/// The maximum number of keys of a provider.
const MOST: usize = 100;

/// A public key (RFC 7517) that verifies signatures.
pub struct Jwk {
    /// The identifier of the key.
    id: Option<String>,
    /// The only algorithm that may use the key, if it is specified.
    algorithm: Option<String>,
    material: Material,
}

enum Material {
    Rsa {
        modulus: Vec<u8>,
        exponent: Vec<u8>,
    },
    /// The name of the curve, and the uncompressed point.
    Curve {
        name: String,
        point: Vec<u8>,
    },
    Edwards(Vec<u8>),
}

impl Jwk {
    /// Returns the keys in a set. Keys of unknown types and keys for other purposes are skipped.
    /// Returns `None` if the bytes are not a set, or if the set has too many keys.
    pub fn parse_set(bytes: &[u8]) -> Option<Vec<Jwk>> {
        let set: Value = serde_json::from_slice(bytes).ok()?;
        let keys = set.get("keys")?.as_array().filter(|keys| keys.len() <= MOST)?;
        Some(keys.iter().filter_map(Jwk::parse).collect())
    }

    fn parse(key: &Value) -> Option<Jwk> {
        let text = |name: &str| key.get(name).and_then(Value::as_str);
        let bytes = |name: &str| decode(text(name)?);
        if text("use").is_some_and(|purpose| purpose != "sig") {
            return None;
        }
        let verifies = |all: &Value| {
            all.as_array().is_some_and(|all| all.iter().any(|operation| operation == "verify"))
        };
        if key.get("key_ops").is_some_and(|all| !verifies(all)) {
            return None;
        }
        let material = match text("kty")? {
            "RSA" => Material::Rsa { modulus: bytes("n")?, exponent: bytes("e")? },
            "EC" => {
                let (x, y) = (bytes("x")?, bytes("y")?);
                Material::Curve { name: text("crv")?.to_owned(), point: [&[4], &*x, &y].concat() }
            }
            "OKP" if text("crv") == Some("Ed25519") => Material::Edwards(bytes("x")?),
            _ => return None,
        };
        let (id, algorithm) = (text("kid").map(str::to_owned), text("alg").map(str::to_owned));
        Some(Jwk { id, algorithm, material })
    }

    /// Returns `true` if the key has an identifier, or if `id` is `None`.
    pub fn has_id(&self, id: Option<&str>) -> bool {
        id.is_none_or(|id| self.id.as_deref() == Some(id))
    }

    /// Returns `true` if the signature of a message was created with this key and an algorithm.
    pub fn verifies(&self, algorithm: Algorithm, message: &[u8], signature: &[u8]) -> bool {
        if self.algorithm.as_deref().is_some_and(|only| only != algorithm.name) {
            return false;
        }
        let checked = match (algorithm.check, &self.material) {
            (Check::Rsa(parameters), Material::Rsa { modulus, exponent }) => {
                // Numbers may be written with leading zeros, which are not part of the number.
                let (n, e) = (without_zeros(modulus), without_zeros(exponent));
                RsaPublicKeyComponents { n, e }.verify(parameters, message, signature)
            }
            (Check::Curve(curve, check), Material::Curve { name, point }) if curve == name => {
                UnparsedPublicKey::new(check, point).verify(message, signature)
            }
            (Check::Edwards(check), Material::Edwards(point)) => {
                UnparsedPublicKey::new(check, point).verify(message, signature)
            }
            _ => return false,
        };
        checked.is_ok()
    }
}

fn without_zeros(number: &[u8]) -> &[u8] {
    let zeros = number.iter().take_while(|byte| **byte == 0).count();
    &number[zeros..]
}
