//! Changes to the keys of a provider over time.

use std::sync::Arc;
use std::time::Duration;

use glossweave_testing::PATIENCE;
use serde_json::json;

use super::signer::Signer;
use super::{World, now};
use crate::{Options, Provider};
use glossweave_base::error::ErrorKind;
use glossweave_net::Network;
use glossweave_store::acl::VerifyIdToken;

const MINUTE: Duration = Duration::from_secs(60);

/// Returns the kind of the error for a token of a signer after a time. Returns `None` if it is
/// valid.
fn after(world: &World, signer: &Signer, time: Duration) -> Option<ErrorKind> {
    let mut claims = world.claims();
    claims["exp"] = 1e12.into();
    world.provider.verify(&signer.sign(&claims), now() + time).err().map(|error| error.kind())
}

#[test]
fn keys_are_fetched_once_and_anew_for_a_key_that_is_not_known() {
    let (old, new) = (Signer::new("ES256", "old"), Signer::new("ES256", "new"));
    let world = World::new(&[&old]);
    for second in 0..5 {
        assert_eq!(after(&world, &old, Duration::from_secs(second)), None);
    }
    // The configuration and the keys.
    assert_eq!(world.requests(), 2);
    // The keys are rotated, and fetched at most twice a minute.
    world.publish(&[&new]);
    assert_eq!(after(&world, &new, Duration::from_secs(29)), Some(ErrorKind::Unauthenticated));
    assert_eq!(world.requests(), 2);
    assert_eq!(after(&world, &new, Duration::from_secs(31)), None);
    assert_eq!(world.requests(), 4);
    assert_eq!(after(&world, &old, Duration::from_secs(32)), Some(ErrorKind::Unauthenticated));
    assert_eq!(world.requests(), 4);
    // Tokens with unknown keys cause at most these requests.
    let made_up = Signer::new("ES256", "made-up");
    for second in 62..90 {
        let kind = after(&world, &made_up, Duration::from_secs(second));
        assert_eq!(kind, Some(ErrorKind::Unauthenticated));
    }
    assert_eq!(world.requests(), 6);
    // An invalid signature with a known key causes no request.
    let mut forged = Signer::new("ES256", "new");
    forged.public = new.public.clone();
    assert_eq!(after(&world, &forged, 5 * MINUTE), Some(ErrorKind::Unauthenticated));
    assert_eq!(world.requests(), 6);
    // Old keys are fetched again after an hour.
    assert_eq!(after(&world, &new, 62 * MINUTE), None);
    assert_eq!(world.requests(), 8);
}

#[test]
fn keys_are_used_for_a_day_if_the_provider_is_down() {
    let signer = Signer::new("EdDSA", "one");
    let world = World::new(&[&signer]);
    assert_eq!(after(&world, &signer, Duration::ZERO), None);
    world.answers.lock().unwrap().keys = (500, String::new());
    for minutes in [59, 61, 120, 23 * 60] {
        assert_eq!(after(&world, &signer, minutes * MINUTE), None, "{minutes}");
    }
    assert_eq!(after(&world, &signer, 25 * 60 * MINUTE), Some(ErrorKind::Unavailable));
    // The provider is not called each time.
    let requests = world.requests();
    assert_eq!(after(&world, &signer, 25 * 60 * MINUTE), Some(ErrorKind::Unavailable));
    assert_eq!(world.requests(), requests);
    world.publish(&[&signer]);
    assert_eq!(after(&world, &signer, 25 * 60 * MINUTE + MINUTE), None);
}

#[test]
fn a_provider_that_is_slow_is_not_waited_for() {
    let signer = Signer::new("ES256", "one");
    let mut world = World::new(&[&signer]);
    world.provider.keys.patience = Duration::ZERO;
    world.answers.lock().unwrap().is_slow = true;
    let error = world.verify(&signer.sign(&world.claims())).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unavailable);
    assert_eq!(error.retry_after(), Some(Duration::from_secs(1)));
    // The next calls do not wait, and cause no more requests.
    for _ in 0..100 {
        assert_eq!(after(&world, &signer, Duration::ZERO), Some(ErrorKind::Unavailable));
    }
    // The keys arrive in the end.
    world.provider.keys.patience = PATIENCE;
    assert_eq!(after(&world, &signer, Duration::ZERO), None);
    assert_eq!(world.requests(), 2);
    // Old keys are used while new keys are fetched.
    world.provider.keys.patience = Duration::ZERO;
    assert_eq!(after(&world, &signer, 90 * MINUTE), None);
}

#[test]
fn what_a_provider_publishes_is_checked() {
    let signer = Signer::new("ES256", "one");
    let large = json!({"keys": [signer.public], "more": "a".repeat(256 << 10)}).to_string();
    let many = json!({"keys": vec![&signer.public; 101]}).to_string();
    for (status, keys) in [
        (200, large.as_str()),
        (200, &many),
        (200, "[]"),
        (200, "no JSON"),
        (200, "{\"keys\": {}}"),
        (404, ""),
        (503, ""),
    ] {
        let world = World::new(&[]);
        world.answers.lock().unwrap().keys = (status, keys.to_owned());
        let kind = after(&world, &signer, Duration::ZERO);
        assert_eq!(kind, Some(ErrorKind::Unavailable), "{status} {:.40}", keys);
    }
    // Keys for encryption, and keys of unknown types, are skipped.
    let mut other = Signer::new("ES256", "one");
    other.public = signer.public.clone();
    other.public["use"] = "enc".into();
    let world = World::new(&[&other]);
    assert_eq!(after(&world, &signer, Duration::ZERO), Some(ErrorKind::Unauthenticated));

    for (name, value) in [
        ("issuer", json!("http://127.0.0.1:1")),
        ("jwks_uri", json!(null)),
        ("jwks_uri", json!("http://example.org/keys")),
        ("jwks_uri", json!("https://127.0.0.1:1/keys")),
        ("jwks_uri", json!("file:///etc/passwd")),
    ] {
        let world = World::new(&[&signer]);
        world.answers.lock().unwrap().instead = Some((name, value.clone()));
        let kind = after(&world, &signer, Duration::ZERO);
        assert_eq!(kind, Some(ErrorKind::Unavailable), "{name} {value}");
    }
    let world = World::new(&[&signer]);
    world.answers.lock().unwrap().instead = Some(("issuer", json!("http://127.0.0.1:1/")));
    let error = world.verify(&signer.sign(&world.claims())).unwrap_err();
    let expected = &world.provider.options.issuer;
    let both = format!("the issuer `http://127.0.0.1:1/`, but `oidc.issuer` is `{expected}`");
    assert!(error.message().contains(&both), "{error}");
}

#[test]
fn options_are_checked() {
    let good = Options {
        issuer: "https://login.example.org".to_owned(),
        client_id: "glossweave".to_owned(),
        ..Options::default()
    };
    let parameter = |options: Options| {
        let made = Provider::new(options, Arc::new(Network::default()));
        made.err().and_then(|error| error.parameter().map(str::to_owned))
    };
    assert_eq!(parameter(good.clone()), None);
    for issuer in ["http://localhost:1", "http://127.0.0.1/a", "http://[::1]:7"] {
        assert_eq!(parameter(Options { issuer: issuer.to_owned(), ..good.clone() }), None);
    }
    for issuer in ["", "example.org", "http://example.org", "ftp://localhost", "https://a/?b"] {
        let options = Options { issuer: issuer.to_owned(), ..good.clone() };
        assert_eq!(parameter(options).as_deref(), Some("oidc.issuer"), "{issuer}");
    }
    let options = Options { client_id: String::new(), ..good.clone() };
    assert_eq!(parameter(options).as_deref(), Some("oidc.client-id"));
    let options = Options { roles_claim: Some("roles".to_owned()), ..good.clone() };
    assert_eq!(parameter(options).as_deref(), Some("oidc.admin-role"));
    let options = Options { admin_role: Some("chief".to_owned()), ..good };
    assert_eq!(parameter(options).as_deref(), Some("oidc.roles-claim"));
}
