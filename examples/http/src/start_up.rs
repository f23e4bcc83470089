//! Log messages and warnings about the settings at start-up.

use std::ffi::OsString;
use std::net::{SocketAddr, ToSocketAddrs};

use glossweave::acl::Registration;
use glossweave::error::closest;

use crate::config::Config;

/// The prefix of environment variables that are settings.
const PREFIX: &str = "GLOSSWEAVE_";

/// Logs the address and the main settings, and warnings about suspicious settings.
pub fn log(config: &Config, address: SocketAddr) {
    let Config { engine, .. } = config;
    let store = engine.store.location.as_ref().map_or("memory:".to_owned(), ToString::to_string);
    let file = config.file.as_ref().map(|path| path.display().to_string());
    tracing::info!(
        %address,
        version = env!("CARGO_PKG_VERSION"),
        config = file.as_deref().unwrap_or("none"),
        store,
        registration = %engine.effective_registration(),
        issuer = engine.oidc.issuer.as_deref().unwrap_or("none"),
        admin = engine.admin.username.as_deref().unwrap_or("none"),
        "listening"
    );
    for warning in warnings_of_process(config, address) {
        tracing::warn!("{warning}");
    }
}

/// Returns warnings about suspicious settings, and about environment variables that are not settings.
pub fn check(config: &Config) -> Vec<String> {
    let address = config.server.listen.to_socket_addrs().ok().and_then(|mut all| all.next());
    let address = address.unwrap_or_else(|| SocketAddr::from(([127, 0, 0, 1], 0)));
    warnings_of_process(config, address)
}

fn warnings_of_process(config: &Config, address: SocketAddr) -> Vec<String> {
    warnings(config, address, std::env::vars_os().map(|(name, _)| name))
}

fn warnings(
    config: &Config,
    address: SocketAddr,
    variables: impl Iterator<Item = OsString>,
) -> Vec<String> {
    let mut warnings = Vec::new();
    let is_open = config.engine.effective_registration() == Registration::Open;
    if is_open && config.engine.oidc.issuer.is_some() {
        let message = "users can register with a password in addition to the OpenID provider: set \
                       `access.registration` to `closed` unless this is intended";
        warnings.push(message.to_owned());
    } else if is_open && !address.ip().is_loopback() {
        warnings.push(format!(
            "all who can reach {address} can register: set `access.registration` to `invitation` \
             or `closed` unless this is intended"
        ));
    }
    let known = known_variables();
    let unknown = variables
        .filter_map(|name| name.into_string().ok())
        .filter(|name| name.starts_with(PREFIX) && !known.contains(name));
    warnings.extend(unknown.map(|name| {
        let word = name.trim_start_matches(PREFIX);
        let meant = closest(word, known.iter().map(|known| known.trim_start_matches(PREFIX)));
        let hint = |meant| format!("; did you mean `{PREFIX}{meant}`?");
        let meant = meant.map_or_else(String::new, hint);
        format!("no setting has the variable `{name}`{meant}")
    }));
    warnings
}

/// Returns the environment variables that are settings of the program or of its engine.
fn known_variables() -> Vec<String> {
    let sources = Config::sources();
    let settings = sources.known().iter().map(|setting| setting.variable());
    settings.chain([format!("{PREFIX}CONFIG")]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_that_are_hardly_meant_are_warned_of() {
        let warned = |config: &Config, address: &str, variables: &[&str]| {
            let variables = variables.iter().map(OsString::from);
            warnings(config, address.parse().unwrap(), variables)
        };
        let open = Config::default();
        let known =
            ["GLOSSWEAVE_SERVER_LISTEN", "GLOSSWEAVE_ADMIN_PASSWORD", "GLOSSWEAVE_CONFIG", "PATH"];
        assert_eq!(warned(&open, "127.0.0.1:80", &known), [""; 0]);
        let unknown = warned(&open, "[::1]:80", &["GLOSSWEAVE_LISTENN"]);
        assert_eq!(unknown, ["no setting has the variable `GLOSSWEAVE_LISTENN`"]);
        let unknown = warned(&open, "[::1]:80", &["GLOSSWEAVE_LIMITS_SORCE"]);
        assert!(unknown[0].ends_with("; did you mean `GLOSSWEAVE_LIMITS_SOURCE`?"), "{unknown:?}");
        let public = warned(&open, "0.0.0.0:80", &[]);
        assert!(public[0].starts_with("all who can reach 0.0.0.0:80"), "{public:?}");
        let mut closed = Config::default();
        closed.engine.access.registration = Some(Registration::Closed);
        assert_eq!(warned(&closed, "0.0.0.0:80", &[]), [""; 0]);
        let mut provider = Config::default();
        provider.engine.oidc.issuer = Some("https://login.example.org".to_owned());
        assert_eq!(warned(&provider, "0.0.0.0:80", &[]), [""; 0]);
        provider.engine.access.registration = Some(Registration::Open);
        let warned = warned(&provider, "127.0.0.1:80", &[]);
        assert!(warned[0].contains("in addition to the OpenID provider"), "{warned:?}");
    }
}
