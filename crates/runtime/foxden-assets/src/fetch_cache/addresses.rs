//! Which network addresses a download may reach.
//!
//! A world is untrusted data; its URLs must not make Foxden talk to the
//! reader's own machine or local network.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Whether an address belongs to the public internet.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let shared = a == 100 && (64..128).contains(&b);
    let protocol = a == 192 && b == 0 && c == 0;
    let benchmark = a == 198 && (b == 18 || b == 19);
    let relay = a == 192 && b == 88 && c == 99;
    !(a == 0
        || a >= 224 // multicast, reserved and broadcast
        || address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation()
        || shared
        || protocol
        || benchmark
        || relay)
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    match address.segments() {
        // where there is no IPv4, this is how it is reached
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] => {
            is_public_v4(Ipv4Addr::from((u32::from(high) << 16) | u32::from(low)))
        }
        // special purposes: Teredo, benchmarks, identifiers that lead nowhere
        [0x2001, 0..0x200, ..] => false,
        // documentation
        [0x2001, 0x0db8, ..] | [0x3fff, 0..0x1000, ..] => false,
        // 6to4: a relay decides where it leads
        [0x2002, ..] => false,
        // 2000::/3 is the only block given out for the public internet. An IPv4
        // address in disguise is not in it, and no name needs one.
        [first, ..] => first & 0xe000 == 0x2000,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn public(text: &str) -> bool {
        is_public(text.parse().unwrap())
    }

    #[test]
    fn public_addresses_pass() {
        for address in [
            "185.199.108.133",
            "8.8.8.8",
            "2606:50c0:8000::154",
            "64:ff9b::808:808",
            "2001:200::1",
            "2001:4860:4860::8888",
        ] {
            assert!(public(address), "{address}");
        }
    }

    #[test]
    fn addresses_near_the_reader_do_not() {
        for address in [
            "0.0.0.0",
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "192.0.0.8",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:169.254.169.254",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "fe80::1",
            "fc00::1",
            "fd12:3456::1",
            "ff02::1",
            "2001:db8::1",
            "3fff:fff:ffff::1",
            "::ffff:8.8.8.8",
            "::8.8.8.8",
            "2002:808:808::1",
            "2001::1",
            "2001:0:4136:e378:8000:63bf:3fff:fdd2",
            "2001:2::1",
            "2001:10::1",
            "2001:20::1",
            "2001:1ff:ffff::1",
            "64:ff9b:1::808:808",
            "192.0.2.1",
            "198.51.100.1",
            "203.0.113.1",
        ] {
            assert!(!public(address), "{address}");
        }
    }
}
