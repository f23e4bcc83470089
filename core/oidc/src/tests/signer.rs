//! Keys that sign tokens.

use ring::rand::SystemRandom;
use ring::rsa::PublicKeyComponents;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED_SIGNING, ECDSA_P384_SHA384_FIXED_SIGNING, EcdsaKeyPair,
    EcdsaSigningAlgorithm, Ed25519KeyPair, KeyPair, RSA_PKCS1_SHA256, RSA_PKCS1_SHA384,
    RSA_PKCS1_SHA512, RSA_PSS_SHA256, RSA_PSS_SHA384, RSA_PSS_SHA512, RsaKeyPair,
};
use serde_json::{Value, json};

use crate::encode;

/// An RSA key, which is only used in tests, because `ring` cannot generate one.
const RSA: &[u8] = include_bytes!("rsa.pk8");

type Sign = Box<dyn Fn(&[u8]) -> Vec<u8>>;

/// A private key with an algorithm, and its public part.
pub struct Signer {
    pub algorithm: &'static str,
    pub public: Value,
    sign: Sign,
}

impl Signer {
    /// Creates a signer for an algorithm.
    pub fn new(algorithm: &'static str, id: &str) -> Signer {
        let (public, sign) = match algorithm {
            "ES256" => elliptic(&ECDSA_P256_SHA256_FIXED_SIGNING, "P-256"),
            "ES384" => elliptic(&ECDSA_P384_SHA384_FIXED_SIGNING, "P-384"),
            "EdDSA" => edwards(),
            _ => rsa(algorithm),
        };
        let mut public = public;
        public["kid"] = id.into();
        public["use"] = "sig".into();
        Signer { algorithm, public, sign }
    }

    /// Returns a token with claims.
    pub fn sign(&self, claims: &Value) -> String {
        self.with_header(&json!({"alg": self.algorithm, "kid": self.public["kid"]}), claims)
    }

    /// Returns a token with claims and another header.
    pub fn with_header(&self, header: &Value, claims: &Value) -> String {
        let message = unsigned(header, claims);
        let signature = (self.sign)(message.as_bytes());
        format!("{message}.{}", encode(&signature))
    }
}

/// Returns a token without a signature.
pub fn unsigned(header: &Value, claims: &Value) -> String {
    let [header, claims] = [header, claims].map(|part| encode(part.to_string().as_bytes()));
    format!("{header}.{claims}")
}

fn elliptic(algorithm: &'static EcdsaSigningAlgorithm, curve: &str) -> (Value, Sign) {
    let random = SystemRandom::new();
    let pkcs8 = EcdsaKeyPair::generate_pkcs8(algorithm, &random).unwrap();
    let pair = EcdsaKeyPair::from_pkcs8(algorithm, pkcs8.as_ref(), &random).unwrap();
    let point = &pair.public_key().as_ref()[1..];
    let (x, y) = point.split_at(point.len() / 2);
    let public = json!({"kty": "EC", "crv": curve, "x": encode(x), "y": encode(y)});
    (public, Box::new(move |message| pair.sign(&random, message).unwrap().as_ref().to_vec()))
}

fn edwards() -> (Value, Sign) {
    let pkcs8 = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).unwrap();
    let pair = Ed25519KeyPair::from_pkcs8(pkcs8.as_ref()).unwrap();
    let public = json!({"kty": "OKP", "crv": "Ed25519", "x": encode(pair.public_key().as_ref())});
    (public, Box::new(move |message| pair.sign(message).as_ref().to_vec()))
}

fn rsa(algorithm: &'static str) -> (Value, Sign) {
    let pair = RsaKeyPair::from_pkcs8(RSA).unwrap();
    let PublicKeyComponents { n, e } = PublicKeyComponents::<Vec<u8>>::from(pair.public());
    let public = json!({"kty": "RSA", "n": encode(&n), "e": encode(&e)});
    let sign = move |message: &[u8]| {
        let mut signature = vec![0; pair.public().modulus_len()];
        let encoding: &dyn ring::signature::RsaEncoding = match algorithm {
            "RS256" => &RSA_PKCS1_SHA256,
            "RS384" => &RSA_PKCS1_SHA384,
            "RS512" => &RSA_PKCS1_SHA512,
            "PS256" => &RSA_PSS_SHA256,
            "PS384" => &RSA_PSS_SHA384,
            _ => &RSA_PSS_SHA512,
        };
        pair.sign(encoding, &SystemRandom::new(), message, &mut signature).unwrap();
        signature
    };
    (public, Box::new(sign))
}
