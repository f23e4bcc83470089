//! Log-ins in a browser.

use std::time::Duration;

use serde_json::json;
use url::Url;

use super::signer::Signer;
use super::{World, now};
use crate::LogIn;
use crate::encode;
use glossweave_base::error::{ErrorKind, Result};
use glossweave_base::secret::Secret;
use glossweave_store::acl::Claims;
use ring::digest::{SHA256, digest};

const KEY: [u8; 32] = [7; 32];
const BACK: &str = "https://weave.example/auth/oidc/callback";

fn begin(world: &World) -> (LogIn, Url) {
    let log_in = world.provider.begin(BACK, &KEY, now()).unwrap();
    let url = Url::parse(&log_in.url).unwrap();
    (log_in, url)
}

fn field(url: &Url, name: &str) -> String {
    url.query_pairs().find(|(known, _)| known == name).unwrap().1.into_owned()
}

fn finish(world: &World, kept: &str, state: &str) -> Result<Claims> {
    world.provider.finish(BACK, (kept, state, "a code"), &KEY, now())
}

#[test]
fn a_log_in_gives_the_claims_of_the_user() {
    let signer = Signer::new("ES256", "one");
    for secret in [None, Some("battery: staple")] {
        let world = World::with(&[&signer], |options| {
            options.client_secret = secret.map(Secret::new);
        });
        let (log_in, url) = begin(&world);
        assert_eq!((url.path(), field(&url, "realm").as_str()), ("/log-in", "a"));
        assert_eq!(field(&url, "redirect_uri"), BACK);
        assert_eq!(field(&url, "scope"), "openid profile");
        assert!(!format!("{log_in:?}").contains(&log_in.state));
        let mut claims = world.claims();
        claims["nonce"] = field(&url, "nonce").into();
        let token = json!({"id_token": signer.sign(&claims)}).to_string();
        world.answers.lock().unwrap().token = (200, token);
        let state = field(&url, "state");
        assert_eq!(finish(&world, &log_in.state, &state).unwrap().username, "anna");

        let seen = world.server.seen();
        let request = seen.iter().find(|request| request.line.starts_with("POST /token")).unwrap();
        let form = Url::parse(&format!("http://a/?{}", request.body)).unwrap();
        assert_eq!(field(&form, "code"), "a code");
        assert_eq!(field(&form, "redirect_uri"), BACK);
        let challenge = encode(digest(&SHA256, field(&form, "code_verifier").as_bytes()).as_ref());
        assert_eq!(challenge, field(&url, "code_challenge"));
        match secret {
            None => assert_eq!(field(&form, "client_id"), "glossweave"),
            Some(_) => assert_eq!(
                request.header("authorization"),
                Some("Basic Z2xvc3N3ZWF2ZTpiYXR0ZXJ5JTNBK3N0YXBsZQ==")
            ),
        }
    }
}

#[test]
fn a_log_in_of_another_browser_is_refused() {
    let signer = Signer::new("ES256", "one");
    let world = World::new(&[&signer]);
    let ((mine, url), (other, other_url)) = (begin(&world), begin(&world));
    let state = field(&url, "state");
    assert_ne!(state, field(&other_url, "state"));
    let mut claims = world.claims();
    claims["nonce"] = field(&url, "nonce").into();
    world.answers.lock().unwrap().token =
        (200, json!({"id_token": signer.sign(&claims)}).to_string());
    let requests = world.requests();
    let mut changed = mine.state.clone().into_bytes();
    changed[40] = if changed[40] == b'A' { b'B' } else { b'A' };
    let changed = String::from_utf8(changed).unwrap();
    let long = "a".repeat(5_000);
    for (kept, state) in [
        (other.state.as_str(), state.as_str()),
        (&mine.state, "other"),
        (&mine.state, ""),
        (&changed, &state),
        ("", &state),
        ("AAAA", &state),
        (&long, &state),
    ] {
        let error = finish(&world, kept, state).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unauthenticated);
        assert!(error.message().contains("in this browser"), "{error}");
    }
    let sent = (mine.state.as_str(), state.as_str(), "a code");
    let later = now() + Duration::from_secs(601);
    for (back, key, moment) in
        [("https://other.example/", KEY, now()), (BACK, [8; 32], now()), (BACK, KEY, later)]
    {
        let error = world.provider.finish(back, sent, &key, moment).unwrap_err();
        assert!(error.message().contains("in this browser"), "{error}");
    }
    // No request was sent to the provider.
    assert_eq!(world.requests(), requests);
    finish(&world, &mine.state, &state).unwrap();
    // The token of another log-in is not accepted.
    let error = finish(&world, &other.state, &field(&other_url, "state")).unwrap_err();
    assert!(error.message().contains("another log-in"), "{error}");
}

#[test]
fn errors_of_the_provider_are_named() {
    let world = World::new(&[]);
    let (log_in, url) = begin(&world);
    let state = field(&url, "state");
    for (status, body, part) in [
        (400, r#"{"error": "invalid_grant"}"#, "400 invalid_grant"),
        (200, "{}", "returned no token for the log-in: 200"),
        (200, "<html>", "200"),
    ] {
        world.answers.lock().unwrap().token = (status, body.to_owned());
        let error = finish(&world, &log_in.state, &state).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unauthenticated);
        assert!(error.message().ends_with(part), "{error}");
    }
    world.answers.lock().unwrap().instead = Some(("authorization_endpoint", json!(null)));
    let error = world.provider.begin(BACK, &KEY, now() + Duration::from_secs(7_200)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unavailable);
}
