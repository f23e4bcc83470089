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
        Policy { hosts: options.hosts.clone(), private: options.private_hosts.clone(), also, named }
    }

    /// Returns the addresses that a URL may resolve to. A host that is an address is checked here, because
    /// no name is resolved for it. Returns `ErrorKind::Forbidden` if the URL is not allowed.
    pub(super) fn permit(&self, url: &Url) -> Result<Permit> {
        if self.is_named(url) || self.private.contain(url) {
            return Ok(Permit::Any);
        }
        if !(self.hosts.contain(url) || self.also.contain(url) || self.is_upgrade(url)) {
            let mut host = origin(url);
            if host != PRIVATE_HOST {
                host = format!("`{host}`");
            }
            let message = format!("calls to {host} are not allowed");
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

/// Parses the URL of a call. Returns `ErrorKind::Invalid` if it does not use `http` or `https`, or contains
/// a user or a password, which would hide the host from readers.
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

/// `true` if messages do not contain the hosts of private networks.
static HIDES_PRIVATE_HOSTS: AtomicBool = AtomicBool::new(false);

/// The replacement for a host of a private network.
const PRIVATE_HOST: &str = "a private address";

/// The length of the shortest address, `::1`, and of the longest, in brackets, in characters.
const LEAST: usize = 3;
const MOST: usize = 47;

/// Hides the hosts of private networks in error messages from now on. A server uses it, because its clients
/// do not need these hosts. The log still contains them.
pub fn hide_private_hosts() {
    HIDES_PRIVATE_HOSTS.store(true, Ordering::Relaxed);
}

/// Returns the part of a URL that may be shown. The rest may contain keys.
pub(super) fn origin(url: &Url) -> String {
    match HIDES_PRIVATE_HOSTS.load(Ordering::Relaxed) && !is_public_host(url) {
        true => PRIVATE_HOST.to_owned(),
        false => url.origin().ascii_serialization(),
    }
}

/// Returns a text of the service at a URL, without hosts of private networks when these are hidden.
pub(super) fn shown(text: String, url: &str) -> String {
    if !HIDES_PRIVATE_HOSTS.load(Ordering::Relaxed) {
        return text;
    }
    let url = parse(url).ok().filter(|url| !is_public_host(url));
    masked(&text, url.as_ref().and_then(Url::host_str))
}

/// Returns the error for a host with an address that is not allowed.
pub(super) fn private(url: &Url) -> Error {
    let message = format!("`{}` is at an address that is not public", origin(url));
    Error::new(ErrorKind::Forbidden, message)
}

/// Returns `true` if the host of a URL belongs to the public Internet, by its address or its name. A public
/// name is in a domain that is not reserved for private networks (RFC 6761, RFC 6762, RFC 8375; `.internal`
/// by ICANN).
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

/// Replaces the hosts of private networks in a text, with their ports: the host `name`, and all private
/// addresses.
fn masked(text: &str, name: Option<&str>) -> String {
    let mut shown = String::with_capacity(text.len());
    let (mut rest, mut before) = (text, None);
    while let Some(next) = rest.chars().next() {
        let is_start =
            !before.is_some_and(|before: char| before.is_ascii_alphanumeric() || before == '.');
        let end = match host(rest, name).filter(|_| is_start) {
            Some((end, true)) => {
                shown.push_str(PRIVATE_HOST);
                end + port(&rest[end..])
            }
            Some((end, false)) => {
                shown.push_str(&rest[..end]);
                end
            }
            None => {
                shown.push(next);
                next.len_utf8()
            }
        };
        before = rest[..end].chars().next_back();
        rest = &rest[end..];
    }
    shown
}

/// Returns the length of the host at the start of a text, and `true` if the host is private. The host is
/// `name` or an address.
fn host(text: &str, name: Option<&str>) -> Option<(usize, bool)> {
    if let Some(name) = name
        && text.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name))
        && !text[name.len()..].starts_with(|next: char| next.is_ascii_alphanumeric() || next == '-')
    {
        return Some((name.len(), true));
    }
    let run = |is_part: fn(char) -> bool| text.find(|c| !is_part(c)).unwrap_or(text.len());
    let v4 = run(|c| c.is_ascii_digit() || c == '.');
    let v6 = run(|c| c.is_ascii_hexdigit() || ":.[]".contains(c));
    // Tries the longest address first, because a full stop or a colon may follow the address in a sentence.
    let mut lengths = [v6, v4].into_iter().flat_map(|run| (LEAST..=run.min(MOST)).rev());
    lengths.find_map(|length| {
        let (address, after) = text.split_at(length);
        let is_cut = after.strip_prefix('.').unwrap_or(after);
        if is_cut.starts_with(|next: char| next.is_ascii_alphanumeric()) {
            return None;
        }
        let bare =
            address.strip_prefix('[').map_or(Some(address), |bare| bare.strip_suffix(']'))?;
        Some((length, !is_public(bare.parse().ok()?)))
    })
}

/// Returns the length of a port with its colon at the start of a text.
fn port(text: &str) -> usize {
    let digits = text.strip_prefix(':').unwrap_or_default();
    match digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len()) {
        0 => 0,
        count => count + 1,
    }
}

fn literal(url: &Url) -> Option<IpAddr> {
    let host = url.host_str()?;
    let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    bare.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{is_public_host, masked};

    #[test]
    fn private_addresses_and_the_host_are_masked_in_texts() {
        for (text, expected) in [
            ("dial tcp 10.1.2.3:8080: refused", "dial tcp a private address: refused"),
            ("at http://192.168.0.1/x.", "at http://a private address/x."),
            (
                "upstream:172.16.0.9:80, 127.0.0.1.",
                "upstream:a private address, a private address.",
            ),
            ("[fd00::1]:80 and fe80::1: no", "a private address and a private address: no"),
            ("(::1), [::ffff:10.0.0.1]", "(a private address), a private address"),
            ("Spotlight:2222, spotlight.", "a private address, a private address."),
            ("host=spotlight/rest", "host=a private address/rest"),
            // Public addresses, versions, times and other words do not change.
            ("1.1.1.1:53 and [2606:4700::1111]:53", "1.1.1.1:53 and [2606:4700::1111]:53"),
            (
                "version 10.1.2, 110.0.0.1, 10.0.0.1.5, at 12:30:45",
                "version 10.1.2, 110.0.0.1, 10.0.0.1.5, at 12:30:45",
            ),
            ("spotlights, my spotlight-2, std::io, ::", "spotlights, my spotlight-2, std::io, ::"),
            ("Köln: 10.0.0.1、é", "Köln: a private address、é"),
        ] {
            assert_eq!(masked(text, Some("spotlight")), expected);
        }
        assert_eq!(masked("spotlight at 10.0.0.1", None), "spotlight at a private address");
    }

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
