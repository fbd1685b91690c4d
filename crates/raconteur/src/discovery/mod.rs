//! Finding nodes and services.

use std::net::IpAddr;

/// Interfaces with an IPv6 link-local address.
pub(crate) fn link_local_scopes() -> Vec<u32> {
    let mut scopes: Vec<u32> = if_addrs::get_if_addrs()
        .unwrap_or_default()
        .into_iter()
        .filter(|interface| match interface.ip() {
            IpAddr::V6(address) => address.is_unicast_link_local(),
            IpAddr::V4(_) => false,
        })
        .filter_map(|interface| interface.index)
        .collect();
    scopes.sort_unstable();
    scopes.dedup();
    scopes
}
