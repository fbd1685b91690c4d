//! Ports to listen on.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use tokio::net::{TcpListener, TcpSocket};

/// Connections that wait to be accepted.
const BACKLOG: u32 = 1024;

/// How often a port that is free at all addresses is looked for.
const ATTEMPTS: usize = 16;

/// From where a server can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Programs on this machine.
    Loopback,
    /// Everybody.
    Public,
}

impl Reach {
    /// Addresses to try, in order, and whether the first that works is enough.
    fn addresses(self) -> ([IpAddr; 2], bool) {
        match self {
            Self::Loopback => (
                [Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()],
                false,
            ),
            Self::Public => (
                [Ipv6Addr::UNSPECIFIED.into(), Ipv4Addr::UNSPECIFIED.into()],
                true,
            ),
        }
    }
}

/// The addresses at which a port can be had: both loopback addresses, or all
/// of the machine. Port 0 takes any free one. Listeners are open when this returns.
///
/// # Errors
/// When the port is taken or may not be used.
pub async fn open(port: u16, reach: Reach) -> io::Result<Vec<TcpListener>> {
    let mut opened = open_once(port, reach);
    for _ in 0..ATTEMPTS {
        match &opened {
            // free at one address, but not at the other
            Err(error) if port == 0 && error.kind() == io::ErrorKind::AddrInUse => {
                opened = open_once(port, reach);
            }
            _ => break,
        }
    }
    opened
}

fn open_once(port: u16, reach: Reach) -> io::Result<Vec<TcpListener>> {
    let (addresses, is_one_enough) = reach.addresses();
    let mut listeners: Vec<TcpListener> = Vec::new();
    let mut failure = None;
    for address in addresses {
        let port = match listeners.first() {
            Some(first) => first.local_addr()?.port(),
            None => port,
        };
        match listen(SocketAddr::new(address, port)) {
            Ok(listener) => listeners.push(listener),
            // a machine without one of the two families
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::AddrNotAvailable | io::ErrorKind::Unsupported
                ) || error.raw_os_error() == Some(EAFNOSUPPORT) =>
            {
                failure = Some(error);
                continue;
            }
            Err(error) => return Err(error),
        }
        if is_one_enough {
            break;
        }
    }
    match failure {
        Some(error) if listeners.is_empty() => Err(error),
        _ => Ok(listeners),
    }
}

const EAFNOSUPPORT: i32 = 97;

fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    // a server that was just stopped may start again at once
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_taken_port_is_an_error() {
        let first = open(0, Reach::Loopback).await.unwrap();
        let port = first[0].local_addr().unwrap().port();
        assert!(first.iter().all(|listener| {
            let address = listener.local_addr().unwrap();
            address.ip().is_loopback() && address.port() == port
        }));
        let error = open(port, Reach::Loopback).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AddrInUse);
    }
}
