//! Signature algorithms.

use ring::signature::{
    ECDSA_P256_SHA256_FIXED, ECDSA_P384_SHA384_FIXED, ED25519, RSA_PKCS1_2048_8192_SHA256,
    RSA_PKCS1_2048_8192_SHA384, RSA_PKCS1_2048_8192_SHA512, RSA_PSS_2048_8192_SHA256,
    RSA_PSS_2048_8192_SHA384, RSA_PSS_2048_8192_SHA512, RsaParameters, VerificationAlgorithm,
};

/// The type of key that an algorithm uses, and its verification.
#[derive(Clone, Copy)]
pub enum Check {
    /// The modulus and the exponent of RSA.
    Rsa(&'static RsaParameters),
    /// A point of an elliptic curve.
    Curve(&'static str, &'static dyn VerificationAlgorithm),
    /// A key of Ed25519.
    Edwards(&'static dyn VerificationAlgorithm),
}

/// A signature algorithm by name (RFC 7518 and RFC 8037). Algorithms without a key or with a shared
/// key are not supported.
#[derive(Clone, Copy)]
pub struct Algorithm {
    pub name: &'static str,
    pub check: Check,
}

const ALL: &[Algorithm] = &[
    Algorithm { name: "RS256", check: Check::Rsa(&RSA_PKCS1_2048_8192_SHA256) },
    Algorithm { name: "RS384", check: Check::Rsa(&RSA_PKCS1_2048_8192_SHA384) },
    Algorithm { name: "RS512", check: Check::Rsa(&RSA_PKCS1_2048_8192_SHA512) },
    Algorithm { name: "PS256", check: Check::Rsa(&RSA_PSS_2048_8192_SHA256) },
    Algorithm { name: "PS384", check: Check::Rsa(&RSA_PSS_2048_8192_SHA384) },
    Algorithm { name: "PS512", check: Check::Rsa(&RSA_PSS_2048_8192_SHA512) },
    Algorithm { name: "ES256", check: Check::Curve("P-256", &ECDSA_P256_SHA256_FIXED) },
    Algorithm { name: "ES384", check: Check::Curve("P-384", &ECDSA_P384_SHA384_FIXED) },
    Algorithm { name: "EdDSA", check: Check::Edwards(&ED25519) },
];

impl Algorithm {
    /// Returns the algorithm with a name.
    pub fn named(name: &str) -> Option<Algorithm> {
        ALL.iter().copied().find(|algorithm| algorithm.name == name)
    }
}
