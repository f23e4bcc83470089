//! Signatures of webhooks, as in Standard Webhooks 1.0.0.

use std::fmt;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD as STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use glossweave_base::error::{Error, Result};
use glossweave_base::secret::Secret;

/// The prefix of a secret.
const PREFIX: &str = "whsec_";

/// The permitted sizes of a key, in bytes.
const SIZES: std::ops::RangeInclusive<usize> = 24..=64;

/// A key for signatures.
#[derive(Clone)]
pub(crate) struct Signer(Hmac<Sha256>);

impl Signer {
    /// Creates a signer from a secret: `whsec_` and a key of 24 to 64 bytes in base64. Returns
    /// `ErrorKind::Invalid`, with the parameter `jobs.webhook-secret`, for other secrets.
    pub fn new(secret: &Secret) -> Result<Signer> {
        let wrong = || {
            let message = "expected `whsec_` and 24 to 64 bytes in base64 as `jobs.webhook-secret`";
            Error::invalid(message).with_parameter("jobs.webhook-secret")
        };
        let key = secret.word().strip_prefix(PREFIX).ok_or_else(wrong)?;
        let key = STANDARD.decode(key).map_err(|_| wrong())?;
        let key = Some(key).filter(|key| SIZES.contains(&key.len())).ok_or_else(wrong)?;
        Hmac::new_from_slice(&key).map(Signer).map_err(|_| wrong())
    }

    /// Returns the value of the header `webhook-signature`.
    pub fn sign(&self, id: &str, timestamp: u64, body: &[u8]) -> String {
        let mut mac = self.0.clone();
        mac.update(format!("{id}.{timestamp}.").as_bytes());
        mac.update(body);
        format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
    }
}

impl fmt::Debug for Signer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Signer(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::Signer;
    use glossweave_base::secret::Secret;

    #[test]
    fn a_signature_is_that_of_the_specification() {
        // An example from the specification, which its libraries also use.
        let secret = Secret::new("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
        let signer = Signer::new(&secret).unwrap();
        let signature =
            signer.sign("msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, br#"{"test": 2432232314}"#);
        assert_eq!(signature, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
        assert_eq!(format!("{signer:?}"), "Signer(…)");
    }

    #[test]
    fn other_secrets_are_refused() {
        for secret in ["", "whsec_", "whsec_AAAA", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_?"] {
            let error = Signer::new(&Secret::new(secret)).unwrap_err();
            assert_eq!(error.parameter(), Some("jobs.webhook-secret"));
        }
    }
}
