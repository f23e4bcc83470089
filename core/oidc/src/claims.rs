//! The claims of a token.

use std::time::{Duration, SystemTime};

use serde_json::{Map, Value};

use crate::{Options, refused};
use glossweave_base::clock::Timestamp;
use glossweave_base::error::Result;
use glossweave_store::acl::{Claims, Role};

/// The permitted difference to the clock of the provider, in seconds.
const LEEWAY: f64 = 60.0;
/// The maximum number of characters of an identifier (OpenID Connect Core 1.0, clause 2).
const LONGEST: usize = 255;
/// The maximum number of characters in the name of a user.
const LONGEST_NAME: usize = 64;

/// Checks the claims of a token at the current time, and returns the claims of the user.
pub fn check(claims: &Map<String, Value>, options: &Options, now: SystemTime) -> Result<Claims> {
    let text = |name: &str| claims.get(name).and_then(Value::as_str);
    if text("iss") != Some(&options.issuer) {
        return Err(refused("is of another issuer"));
    }
    check_audience(claims, &options.client_id)?;
    let issued = check_times(claims, now)?;
    if claims.contains_key("events") {
        return Err(refused("is a log-out token"));
    }
    let subject = text("sub").filter(|text| (1..=LONGEST).contains(&text.chars().count()));
    let subject = subject.ok_or_else(|| refused("has no `sub`"))?.to_owned();
    let named = text(&options.username_claim).filter(|name| !name.is_empty());
    let username = user_name(named.unwrap_or(&subject));
    let role = options.roles_claim.as_deref().zip(options.admin_role.as_deref());
    let role = role.map(|(claim, admin)| match has_role(claims, claim, admin) {
        true => Role::Admin,
        false => Role::User,
    });
    Ok(Claims { issuer: options.issuer.clone(), subject, username, role, issued })
}

/// Checks that a token is intended for this program, and was issued to it (OpenID Connect Core 1.0,
/// clause 3.1.3.7).
fn check_audience(claims: &Map<String, Value>, client: &str) -> Result<()> {
    let (is_meant, is_one) = match claims.get("aud") {
        Some(Value::String(audience)) => (audience == client, true),
        Some(Value::Array(all)) => (all.iter().any(|audience| audience == client), all.len() == 1),
        _ => (false, true),
    };
    if !is_meant {
        return Err(refused("is for another audience"));
    }
    match claims.get("azp") {
        Some(party) if party != client => Err(refused("was issued to another program")),
        None if !is_one => Err(refused("is for several audiences and has no `azp`")),
        _ => Ok(()),
    }
}

/// Checks the times of a token, and returns the time at which it was issued.
fn check_times(claims: &Map<String, Value>, now: SystemTime) -> Result<Timestamp> {
    let seconds = now.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs_f64();
    let time = |name: &str| match claims.get(name) {
        None => Ok(None),
        Some(value) => match value.as_f64() {
            Some(time) => Ok(Some(time)),
            None => Err(refused(&format!("has an `{name}` that is not a number"))),
        },
    };
    let required = |name: &str| time(name)?.ok_or_else(|| refused(&format!("has no `{name}`")));
    if required("exp")? <= seconds - LEEWAY {
        return Err(refused("has expired"));
    }
    if time("nbf")?.is_some_and(|time| time > seconds + LEEWAY) {
        return Err(refused("is not valid yet"));
    }
    let issued = required("iat")?;
    if issued > seconds + LEEWAY {
        return Err(refused("was signed in the future"));
    }
    let since = Duration::try_from_secs_f64(issued).unwrap_or_default();
    let issued = SystemTime::UNIX_EPOCH.checked_add(since).unwrap_or(SystemTime::UNIX_EPOCH);
    Ok(Timestamp::from(issued))
}

/// Returns `true` if a claim is a role, or a list that contains the role. A name with dots is the
/// name of a claim, or else a path.
fn has_role(claims: &Map<String, Value>, claim: &str, role: &str) -> bool {
    let at_path = || {
        let mut names = claim.split('.');
        let first = names.next().and_then(|name| claims.get(name));
        names.fold(first, |value, name| value?.get(name))
    };
    match claims.get(claim).or_else(at_path) {
        Some(Value::String(granted)) => granted == role,
        Some(Value::Array(all)) => all.iter().any(|granted| granted == role),
        _ => false,
    }
}

/// Returns the name of a user for a name at the provider, for example an address. Characters that
/// names cannot contain are replaced with `-`.
fn user_name(text: &str) -> String {
    let allowed = |char: char| char.is_ascii_alphanumeric() || "._-".contains(char);
    let mut name: String =
        text.chars().map(|char| if allowed(char) { char } else { '-' }).collect();
    if !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
        name.insert_str(0, "u-");
    }
    name.truncate(LONGEST_NAME);
    name
}
