//! Hosts that may be called.

use std::fmt;
use std::str::FromStr;

use url::Url;

use glossweave_base::error::{Error, Result};

/// A list of host names or addresses, each with a port or for all ports: the value of the settings
/// `network.hosts` and `network.private-hosts`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hosts(Vec<(Box<str>, Option<u16>)>);

/// The hosts that a call may reach in addition to the hosts of the settings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum HostPolicy {
    /// No other hosts.
    #[default]
    Settings,
    /// The specified hosts too, at public addresses.
    Hosts(Hosts),
    /// The scheme, host and port of the call's URL, at any address: for URLs that the host program itself
    /// has set. Redirects cannot use it, except for an upgrade from `http` to `https` on the same name, at
    /// public addresses.
    Named,
}

impl Hosts {
    /// Adds a host, for example `dbpedia.org` or `localhost:3030`.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid` if the text is neither a host nor a host and port.
    pub fn with(mut self, host: &str) -> Result<Hosts> {
        self.0.push(entry(host.trim())?);
        Ok(self)
    }

    /// Returns `true` if there are no hosts.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn contain(&self, url: &Url) -> bool {
        let (Some(host), port) = (name(url), url.port_or_known_default()) else { return false };
        self.0.iter().any(|(known, on)| **known == *host && (on.is_none() || *on == port))
    }
}

/// Returns the host of a URL, without the dot at the end of a complete name.
fn name(url: &Url) -> Option<&str> {
    let host = url.host_str()?;
    Some(host.strip_suffix('.').unwrap_or(host))
}

fn entry(text: &str) -> Result<(Box<str>, Option<u16>)> {
    let refused = || Error::invalid(format!("expected a host or a host and port, found `{text}`"));
    if text.is_empty() || text.contains(['/', '\\', '@', '?', '#', '*']) {
        return Err(refused());
    }
    // Parsed with both schemes, because each removes its default port.
    let read = |scheme| Url::parse(&format!("{scheme}://{text}/"));
    let (Ok(plain), Ok(secure)) = (read("http"), read("https")) else { return Err(refused()) };
    let host = name(&plain).ok_or_else(refused)?;
    Ok((host.into(), plain.port().or(secure.port())))
}

impl FromStr for Hosts {
    type Err = Error;

    /// Parses a comma-separated list.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid` as [`Hosts::with`] does.
    fn from_str(list: &str) -> Result<Hosts> {
        let entries = list.split(',').map(str::trim).filter(|entry| !entry.is_empty());
        entries.map(entry).collect::<Result<_>>().map(Hosts)
    }
}

impl fmt::Display for Hosts {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (host, port)) in self.0.iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            write!(out, "{comma}{host}")?;
            if let Some(port) = port {
                write!(out, ":{port}")?;
            }
        }
        Ok(())
    }
}
