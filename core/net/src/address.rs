//! Public Internet addresses.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Returns `true` if an address is public: globally reachable according to the registries of
/// special-purpose addresses (RFC 6890), not multicast, and not another form of an address that is not
/// public.
pub(super) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    !matches!(
        address.octets(),
        [0 | 10 | 127 | 224..=255, ..]
            | [100, 64..=127, ..]
            | [169, 254, ..]
            | [172, 16..=31, ..]
            // Protocol assignments, the three networks for documentation, the relays of 6to4.
            | [192, 0, 0 | 2, _]
            | [192, 88, 99, _]
            | [192, 168, ..]
            | [198, 18 | 19, ..]
            | [198, 51, 100, _]
            | [203, 0, 113, _]
    )
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    match address.segments() {
        // Addresses that contain an IPv4 address, which is checked instead: IPv4-mapped (RFC 4291,
        // 2.5.5.2), with the well-known prefix of NAT64 (RFC 6052, 2.1), 6to4 (RFC 3056, 2), and ISATAP
        // interfaces (RFC 5214, 6.1).
        [0, 0, 0, 0, 0, 0xffff, high, low]
        | [0x64, 0xff9b, 0, 0, 0, 0, high, low]
        | [0x2002, high, low, ..]
        | [0x2000..=0x3fff, _, _, _, 0 | 0x200, 0x5efe, high, low] => {
            is_public_v4(Ipv4Addr::from(u32::from(high) << 16 | u32::from(low)))
        }
        // 2001::/23 contains Teredo and protocol assignments; 2001:db8:: and 3fff:: are for documentation.
        // 5f00::, fc00::, fe80:: and ff00:: are outside 2000::/3.
        [0x2001, 0..=0x1ff | 0xdb8, ..] | [0x3fff, 0..=0xfff, ..] => false,
        [0x2000..=0x3fff, ..] => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::is_public;

    #[test]
    fn only_the_public_internet_is_public() {
        let public = "1.1.1.1 100.63.255.255 100.128.0.1 172.15.0.1 172.32.0.1 192.0.1.1 198.17.0.1 \
                      198.20.0.1 223.255.255.255 2606:4700::1111 2001:4860:4860::8888 2a00:1450::1 \
                      ::ffff:1.1.1.1 64:ff9b::101:101 2002:101:101::1";
        for address in public.split_whitespace() {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
        let others = "0.0.0.0 0.1.2.3 10.1.1.1 100.64.0.1 100.127.255.255 127.0.0.1 127.255.0.1 \
                      169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.8 192.0.2.1 192.88.99.1 \
                      192.168.0.1 198.18.0.1 198.19.0.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 \
                      255.255.255.255 :: ::1 ::127.0.0.1 ::1.1.1.1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 \
                      ::ffff:0:127.0.0.1 64:ff9b::7f00:1 64:ff9b::a9fe:a9fe 64:ff9b:1::1 100::1 \
                      2001::1 2001:db8::1 2002:7f00:1::1 2002:a00:1::1 2606::5efe:7f00:1 3fff::1 \
                      4000::1 5f00::1 fc00::1 fd00::1 fe80::1 fe80::5efe:101:101 fec0::1 ff02::1 ffff::1";
        for address in others.split_whitespace() {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
    }
}
