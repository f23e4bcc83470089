//! Clients of the service, identified by the address and the token of a request.

use std::hash::{BuildHasher, RandomState};
use std::net::{IpAddr, Ipv6Addr};
use std::sync::OnceLock;

use axum::http::{HeaderMap, HeaderName};
use glossweave::Caller;
use ipnet::IpNet;

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The address of the peer of a connection.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub IpAddr);

/// The client that sends a request.
#[derive(Clone, Copy, Debug)]
pub struct Client {
    address: Option<IpAddr>,
    caller: Option<u64>,
}

/// A key for counting quotas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// An address.
    Address(IpAddr),
    /// A token, as a number that clients cannot choose.
    Caller(u64),
    /// A user, by number. It is used only for the requests per minute.
    User(u64),
}

impl Client {
    /// The service itself, which has neither an address nor a token.
    pub const SERVICE: Client = Client { address: None, caller: None };

    /// Returns the client of a request. If the peer is a proxy, the last address of `X-Forwarded-For` is
    /// used.
    pub fn of(
        peer: Option<Peer>,
        headers: &HeaderMap,
        caller: &Caller,
        proxies: &[IpNet],
    ) -> Client {
        let forwarded = peer.filter(|peer| is_proxy(proxies, peer.0)).and_then(|_| {
            let last = headers.get_all(FORWARDED_FOR).iter().next_back()?.to_str().ok()?;
            last.rsplit(',').next()?.trim().parse().ok().map(block)
        });
        let caller = match caller {
            Caller::Token(token) => Some(number(&token.to_text())),
            Caller::IdToken(token) => Some(number(token.text())),
            _ => None,
        };
        Client { address: forwarded.or(peer.map(|peer| block(peer.0))), caller }
    }

    /// Returns the address or the network of the client.
    pub fn address(&self) -> Option<IpAddr> {
        self.address
    }

    /// Returns the keys for counting quotas.
    pub fn keys(&self) -> impl Iterator<Item = Key> + use<> {
        self.address.map(Key::Address).into_iter().chain(self.caller.map(Key::Caller))
    }
}

/// Returns `true` if an address is in a network of proxies. Pass the exact address, and not its `block`.
pub fn is_proxy(proxies: &[IpNet], address: IpAddr) -> bool {
    let address = address.to_canonical();
    proxies.iter().any(|network| network.contains(&address))
}

/// Returns the part of an address that identifies a client, because IPv6 networks give a client 2^64
/// addresses.
pub fn block(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
        address => address,
    }
}

fn number(token: &str) -> u64 {
    static STATE: OnceLock<RandomState> = OnceLock::new();
    STATE.get_or_init(RandomState::new).hash_one(token)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_proxies_say_who_is_behind_them() {
        let parse = |text: &str| text.parse::<IpAddr>().unwrap();
        let network = |text: &str| text.parse::<IpNet>().unwrap();
        let mut headers = HeaderMap::new();
        headers.append(FORWARDED_FOR, "192.0.2.1, 192.0.2.2".parse().unwrap());
        let proxy = network("127.0.0.1/32");
        let address = |peer: &str, proxies: &[IpNet]| {
            let peer = Some(Peer(parse(peer)));
            Client::of(peer, &headers, &Caller::Anonymous, proxies).address.unwrap()
        };
        assert_eq!(address("127.0.0.1", &[proxy]), parse("192.0.2.2"));
        assert_eq!(address("::ffff:127.0.0.1", &[proxy]), parse("192.0.2.2"));
        assert_eq!(address("127.0.0.1", &[]), parse("127.0.0.1"));
        assert_eq!(address("192.0.2.9", &[proxy]), parse("192.0.2.9"));
        assert_eq!(address("2001:db8::1:2:3:4", &[]), parse("2001:db8::"));
        // Other addresses in the network of a proxy are not proxies.
        let proxy = network("2001:db8::5/128");
        assert_eq!(address("2001:db8::5", &[proxy]), parse("192.0.2.2"));
        assert_eq!(address("2001:db8::6", &[proxy]), parse("2001:db8::"));
        let pods = [network("127.0.0.0/8"), network("10.0.0.0/9")];
        assert_eq!(address("10.127.0.1", &pods), parse("192.0.2.2"));
        assert_eq!(address("10.128.0.1", &pods), parse("10.128.0.1"));
        let token = Caller::token(&"ab".repeat(32));
        let client = Client::of(None, &headers, &token, &[]);
        assert_eq!(client.keys().count(), 1);
        assert_ne!(client.caller, Client::of(None, &headers, &Caller::token("x"), &[]).caller);
    }
}
