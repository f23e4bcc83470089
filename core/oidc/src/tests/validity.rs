//! Valid and invalid tokens.

use serde_json::{Value, json};

use super::signer::{Signer, unsigned};
use super::{CLIENT, NOW, World};
use crate::encode;
use glossweave_base::error::ErrorKind;
use glossweave_store::acl::Role;
use ring::hmac;

#[track_caller]
fn check_refused(world: &World, token: &str, part: &str) {
    let error = world.verify(token).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unauthenticated, "{error}");
    assert!(error.message().contains(part), "expected `{part}`, found `{error}`");
}

#[test]
fn every_algorithm_is_checked() {
    for name in ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "EdDSA"] {
        let signer = Signer::new(name, "one");
        let world = World::new(&[&signer]);
        let token = signer.sign(&world.claims());
        let claims = world.verify(&token).unwrap();
        assert_eq!((claims.subject.as_str(), claims.username.as_str()), ("4711", "anna"), "{name}");
        assert_eq!(claims.role, None);
        // The claims differ from the signed ones.
        let (message, signature) = token.rsplit_once('.').unwrap();
        let header = message.split('.').next().unwrap();
        let mut other = world.claims();
        other["sub"] = "4712".into();
        let other = format!("{header}.{}.{signature}", encode(other.to_string().as_bytes()));
        check_refused(&world, &other, "no signature");
        // A key for another algorithm is not used.
        let mut only = Signer::new(name, "one");
        only.public = signer.public.clone();
        only.public["alg"] = "other".into();
        world.publish(&[&only]);
        let world = World::new(&[&only]);
        let mut claims = world.claims();
        claims["iss"] = world.provider.options.issuer.clone().into();
        check_refused(&world, &signer.sign(&claims), "no signature");
    }
}

#[test]
fn tokens_without_a_signature_or_with_a_shared_key_are_refused() {
    let signer = Signer::new("RS256", "one");
    let world = World::new(&[&signer]);
    let claims = world.claims();
    for name in ["none", "None", "NONE", ""] {
        let token = unsigned(&json!({"alg": name, "kid": "one"}), &claims);
        check_refused(&world, &format!("{token}."), "no algorithm");
    }
    // The public key, which anyone may know, is used as the key of an HMAC.
    for key in [signer.public["n"].as_str().unwrap().to_owned(), signer.public.to_string()] {
        let message = unsigned(&json!({"alg": "HS256", "kid": "one"}), &claims);
        let key = hmac::Key::new(hmac::HMAC_SHA256, key.as_bytes());
        let signature = encode(hmac::sign(&key, message.as_bytes()).as_ref());
        check_refused(&world, &format!("{message}.{signature}"), "no algorithm");
    }
    // No key was fetched.
    assert_eq!(world.requests(), 0);
    for token in ["", ".", "..", "a.b", "a.b.c.d", "e30.e30.", "!.e30.AA", "W10.e30.AA"] {
        check_refused(&world, token, "");
    }
    let header = json!({"alg": "RS256", "kid": "one", "crit": ["b64"], "b64": false});
    check_refused(&world, &signer.with_header(&header, &claims), "extensions");
    let header = json!({"alg": "RS256", "kid": "one", "typ": "logout+jwt"});
    check_refused(&world, &signer.with_header(&header, &claims), "another type");
    let header = json!({"alg": "RS256", "kid": "one", "typ": "at+JWT"});
    world.verify(&signer.with_header(&header, &claims)).unwrap();
}

#[test]
fn claims_are_checked() {
    let signer = Signer::new("ES256", "one");
    let world = World::new(&[&signer]);
    let with = |changes: Value| {
        let mut claims = world.claims();
        for (name, value) in changes.as_object().unwrap() {
            match value {
                Value::Null => drop(claims.as_object_mut().unwrap().remove(name)),
                _ => claims[name] = value.clone(),
            }
        }
        signer.sign(&claims)
    };
    for (changes, part) in [
        (json!({"iss": "http://127.0.0.1:1"}), "another issuer"),
        (json!({"iss": format!("{}/", world.provider.options.issuer)}), "another issuer"),
        (json!({"iss": null}), "another issuer"),
        (json!({"aud": "other"}), "another audience"),
        (json!({"aud": ["other"]}), "another audience"),
        (json!({"aud": [[CLIENT]]}), "another audience"),
        (json!({"aud": null}), "another audience"),
        (json!({"aud": [CLIENT, "other"]}), "no `azp`"),
        (json!({"aud": [CLIENT, "other"], "azp": "other"}), "another program"),
        (json!({"azp": "other"}), "another program"),
        (json!({"azp": 7}), "another program"),
        (json!({"exp": NOW - 60}), "expired"),
        (json!({"exp": 0}), "expired"),
        (json!({"exp": null}), "no `exp`"),
        (json!({"exp": "soon"}), "not a number"),
        (json!({"nbf": NOW + 61}), "not valid yet"),
        (json!({"iat": NOW + 61}), "in the future"),
        (json!({"iat": null}), "no `iat`"),
        (json!({"sub": null}), "no `sub`"),
        (json!({"sub": ""}), "no `sub`"),
        (json!({"sub": 7}), "no `sub`"),
        (json!({"sub": "a".repeat(256)}), "no `sub`"),
        (json!({"events": {}}), "log-out"),
    ] {
        check_refused(&world, &with(changes), part);
    }
    for changes in [
        json!({"aud": [CLIENT]}),
        json!({"aud": [CLIENT, "other"], "azp": CLIENT}),
        // The clocks differ by less than a minute.
        json!({"exp": NOW - 59}),
        json!({"nbf": NOW + 60, "iat": NOW + 60}),
        json!({"exp": NOW as f64 + 0.5, "iat": NOW as f64 - 0.5}),
        json!({"exp": 1e300}),
    ] {
        world.verify(&with(changes)).unwrap();
    }
    let long = with(json!({"more": "a".repeat(16 << 10)}));
    check_refused(&world, &long, "at most 16384");
}

#[test]
fn names_and_roles_are_those_of_the_claims() {
    let signer = Signer::new("ES256", "one");
    let world = World::with(&[&signer], |options| {
        options.roles_claim = Some("realm_access.roles".to_owned());
        options.admin_role = Some("chief".to_owned());
    });
    let check = |changes: Value| {
        let mut claims = world.claims();
        for (name, value) in changes.as_object().unwrap() {
            claims[name] = value.clone();
        }
        let claims = world.verify(&signer.sign(&claims)).unwrap();
        (claims.username, claims.role)
    };
    for (name, expected) in [
        ("anna", "anna"),
        ("anna@example.org", "anna-example.org"),
        ("Ünal", "u--nal"),
        ("", "u-4711"),
        ("7", "u-7"),
        ("a b\n", "a-b-"),
    ] {
        assert_eq!(check(json!({"preferred_username": name})).0, expected);
    }
    assert_eq!(check(json!({"preferred_username": "é".repeat(100)})).0.len(), 64);
    for (changes, role) in [
        (json!({"realm_access": {"roles": ["a", "chief"]}}), Role::Admin),
        (json!({"realm_access": {"roles": "chief"}}), Role::Admin),
        (json!({"realm_access.roles": ["chief"]}), Role::Admin),
        (json!({"realm_access": {"roles": ["a", "chief2", ["chief"]]}}), Role::User),
        (json!({"realm_access": ["chief"]}), Role::User),
        (json!({"roles": ["chief"]}), Role::User),
        (json!({"realm_access.roles": [], "realm_access": {"roles": ["chief"]}}), Role::User),
    ] {
        assert_eq!(check(changes.clone()).1, Some(role), "{changes}");
    }
}
