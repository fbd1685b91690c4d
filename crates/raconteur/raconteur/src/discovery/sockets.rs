//! Sockets of the groups.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV6};

use socket2::{Domain, Protocol, Socket, Type};
use tokio::net::UdpSocket;

use super::DiscoveryOptions;

const NODE_LOCAL: Ipv6Addr = Ipv6Addr::new(0xff01, 0, 0, 0, 0, 0, 0, 0xba86);
const LINK_LOCAL: Ipv6Addr = Ipv6Addr::new(0xff02, 0, 0, 0, 0, 0, 0, 0xba86);
const SITE_LOCAL: Ipv6Addr = Ipv6Addr::new(0xff05, 0, 0, 0, 0, 0, 0, 0xba86);

/// A group on an interface, and the address that packets leave from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MulticastGroup {
    pub target: SocketAddr,
    pub from: IpAddr,
    pub scope: u32,
}

/// IPv6 link-local addresses with their interfaces.
pub(super) fn link_local_addresses() -> Vec<(Ipv6Addr, u32)> {
    let mut found: Vec<(Ipv6Addr, u32)> = if_addrs::get_if_addrs()
        .unwrap_or_default()
        .into_iter()
        .filter_map(|interface| match interface.ip() {
            IpAddr::V6(address) if address.is_unicast_link_local() => {
                Some((address, interface.index?))
            }
            _ => None,
        })
        .collect();
    found.sort_unstable();
    found
}

fn loopback_scope() -> Option<u32> {
    if_addrs::get_if_addrs()
        .unwrap_or_default()
        .into_iter()
        .find(|interface| interface.ip() == IpAddr::V6(Ipv6Addr::LOCALHOST))
        .and_then(|interface| interface.index)
}

/// The groups that the options ask for.
pub(super) fn groups(options: &DiscoveryOptions) -> Vec<MulticastGroup> {
    let mut groups = Vec::new();
    let mut add = |group: Ipv6Addr, from: Ipv6Addr, scope: u32| {
        groups.push(MulticastGroup {
            target: SocketAddr::V6(SocketAddrV6::new(group, options.port, 0, scope)),
            from: from.into(),
            scope,
        });
    };
    if options.node_local
        && let Some(scope) = loopback_scope()
    {
        add(NODE_LOCAL, Ipv6Addr::LOCALHOST, scope);
    }
    for (address, scope) in link_local_addresses() {
        if options.link_local {
            add(LINK_LOCAL, address, scope);
        }
        if options.site_local {
            add(SITE_LOCAL, address, scope);
        }
    }
    if options.ipv4_broadcast {
        groups.push(MulticastGroup {
            target: SocketAddr::new(Ipv4Addr::BROADCAST.into(), options.port),
            from: Ipv4Addr::UNSPECIFIED.into(),
            scope: 0,
        });
    }
    groups
}

/// Sockets that receive from the groups.
pub(super) fn listen(options: &DiscoveryOptions) -> io::Result<Vec<UdpSocket>> {
    let groups = groups(options);
    let mut sockets = Vec::new();
    if groups.iter().any(|group| group.target.is_ipv6()) {
        let socket = bind(
            Domain::IPV6,
            SocketAddr::new(Ipv6Addr::UNSPECIFIED.into(), options.port),
        )?;
        for group in &groups {
            if let IpAddr::V6(address) = group.target.ip()
                && let Err(error) = socket.join_multicast_v6(&address, group.scope)
            {
                tracing::warn!("cannot listen to {}: {error}", group.target);
            }
        }
        sockets.push(UdpSocket::from_std(socket.into())?);
    }
    if groups.iter().any(|group| group.target.is_ipv4()) {
        let socket = bind(
            Domain::IPV4,
            SocketAddr::new(Ipv4Addr::UNSPECIFIED.into(), options.port),
        )?;
        sockets.push(UdpSocket::from_std(socket.into())?);
    }
    Ok(sockets)
}

fn bind(domain: Domain, address: SocketAddr) -> io::Result<Socket> {
    let socket = Socket::new(domain, Type::DGRAM, Some(Protocol::UDP))?;
    if domain == Domain::IPV6 {
        socket.set_only_v6(true)?;
    }
    // Every node of the machine receives on the same port.
    socket.set_reuse_address(true)?;
    #[cfg(unix)]
    socket.set_reuse_port(true)?;
    socket.set_nonblocking(true)?;
    socket.bind(&address.into())?;
    Ok(socket)
}

/// Sends a packet to a group.
pub(super) fn send(group: &MulticastGroup, packet: &[u8]) -> io::Result<()> {
    let domain = if group.target.is_ipv6() {
        Domain::IPV6
    } else {
        Domain::IPV4
    };
    let socket = Socket::new(domain, Type::DGRAM, Some(Protocol::UDP))?;
    socket.set_nonblocking(true)?;
    match group.from {
        IpAddr::V6(from) => {
            socket.set_multicast_if_v6(group.scope)?;
            socket.set_multicast_loop_v6(true)?;
            socket.bind(&SocketAddrV6::new(from, 0, 0, group.scope).into())?;
        }
        IpAddr::V4(from) => {
            socket.set_broadcast(true)?;
            socket.bind(&SocketAddr::new(from.into(), 0).into())?;
        }
    }
    socket.send_to(packet, &group.target.into()).map(drop)
}
