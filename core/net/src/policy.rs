//! The rules for calls.

use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};

use url::Url;

use super::address::is_public;
use super::{HostPolicy, Hosts, Options};
use glossweave_base::error::{Error, ErrorKind, Result};

/// The addresses that a host may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Permit {
    Public,
    Any,
}

/// The rules for one call and its redirects.
#[derive(Clone, Debug)]
pub(super) struct Policy {
    hosts: Hosts,
    private: Hosts,
    also: Hosts,
    named: Option<Url>,
}

impl Policy {
    pub(super) fn new(options: &Options, reach: &HostPolicy, url: &Url) -> Policy {
        let (also, named) = match reach {
            HostPolicy::Settings => (Hosts::default(), None),
            HostPolicy::Hosts(hosts) => (hosts.clone(), None),
            HostPolicy::Named => (Hosts::default(), Some(url.clone())),
        };
        Policy { hosts: options.hosts.clone(), private: options.private.clone(), also, named }
    }

    /// Returns the addresses that a URL may lead to. A host that is an address is checked here, as
    /// no name is looked up for it. Returns `ErrorKind::Forbidden` if the URL is not allowed.
    pub(super) fn permit(&self, url: &Url) -> Result<Permit> {
        if self.is_named(url) || self.private.contain(url) {
            return Ok(Permit::Any);
        }
        if !(self.hosts.contain(url) || self.also.contain(url) || self.is_upgrade(url)) {
            let message = format!("calls to `{}` are not allowed", origin(url));
            return Err(Error::new(ErrorKind::Forbidden, message));
        }
        match literal(url) {
            Some(address) if !is_public(address) => Err(private(url)),
            _ => Ok(Permit::Public),
        }
    }

    fn is_named(&self, url: &Url) -> bool {
        self.named.as_ref().is_some_and(|named| named.origin() == url.origin())
    }

    fn is_upgrade(&self, url: &Url) -> bool {
        self.named.as_ref().is_some_and(|named| {
            let (from, to) = (named.scheme(), url.scheme());
            let usual = named.port().is_none() && url.port().is_none();
            (from, to) == ("http", "https") && usual && named.host() == url.host()
        })
    }
}

/// Parses a URL that is to be called. Returns `ErrorKind::Invalid` if it is not one of `http` or
/// `https`, or has a user or a password, which would hide the host from readers.
pub(super) fn parse(url: &str) -> Result<Url> {
    let read = Url::parse(url).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
    let Some(mut url) = read.filter(Url::has_host) else {
        return Err(Error::invalid("expected an http or https URL to call"));
    };
    if !url.username().is_empty() || url.password().is_some() {
        let message = format!("expected `{}` without a user before the host", origin(&url));
        return Err(Error::invalid(message));
    }
    url.set_fragment(None);
    Ok(url)
}

/// `true` if messages do not show the hosts of private networks.
static HIDES_PRIVATE_HOSTS: AtomicBool = AtomicBool::new(false);

/// Leaves the hosts of private networks out of the messages of errors from now on: for a server, whose clients need not know
/// them. The log has them.
pub fn hide_private_hosts() {
    HIDES_PRIVATE_HOSTS.store(true, Ordering::Relaxed);
}

/// Returns the part of a URL that may be shown: the rest may have keys in it.
pub(super) fn origin(url: &Url) -> String {
    match HIDES_PRIVATE_HOSTS.load(Ordering::Relaxed) && !is_public_host(url) {
        true => "a private address".to_owned(),
        false => url.origin().ascii_serialization(),
    }
}

/// Returns the error for a host with addresses that it may not have.
pub(super) fn private(url: &Url) -> Error {
    let message = format!("`{}` is at an address that is not public", origin(url));
    Error::new(ErrorKind::Forbidden, message)
}

/// Returns `true` if the host of a URL is one of the public Internet by its address or its name: one within a domain
/// that is not reserved for private networks (RFC 6761, RFC 6762, RFC 8375; `.internal` by ICANN).
fn is_public_host(url: &Url) -> bool {
    const PRIVATE: [&str; 8] =
        ["localhost", "local", "internal", "home.arpa", "lan", "svc", "test", "invalid"];
    match (literal(url), url.host_str()) {
        (Some(address), _) => is_public(address),
        (None, Some(host)) => {
            let host = host.trim_end_matches('.');
            let ends = |domain: &str| {
                host.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
            };
            host.contains('.') && !PRIVATE.iter().any(|domain| ends(domain))
        }
        (None, None) => false,
    }
}

fn literal(url: &Url) -> Option<IpAddr> {
    let host = url.host_str()?;
    let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    bare.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::is_public_host;

    #[test]
    fn hosts_of_private_networks_are_not_public() {
        for url in
            ["https://dbpedia.org/sparql", "http://1.1.1.1:8080", "http://[2606:4700::1111]/"]
        {
            assert!(is_public_host(&url.parse().unwrap()), "{url}");
        }
        let private = "http://10.0.0.5:2222 http://[::1] http://spotlight:80 http://localhost \
                       http://a.svc.cluster.local http://a.default.svc http://a.internal.";
        for url in private.split_whitespace() {
            assert!(!is_public_host(&url.parse().unwrap()), "{url}");
        }
    }
}
