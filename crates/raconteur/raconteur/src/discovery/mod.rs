//! Finding nodes and services in the network and on this machine.
//!
//! A node that is announced says every minute, and when asked, where its
//! service index is. [`Discovery`] collects what others say, and finds
//! services by their type.
//!
//! ```no_run
//! # async fn example() -> Result<(), raconteur::Error> {
//! use std::time::Duration;
//! use raconteur::Node;
//! let node = Node::new("")?;
//! let discovery = node.discover(Default::default()).await?;
//! for service in discovery.find_by_type("experimental.reynard_the_robot.Reynard", Duration::from_secs(3)).await {
//!     println!("{} at {:?}", service.name, service.urls);
//! }
//! # Ok(()) }
//! ```

mod announcer;
mod cache;
mod finder;
mod packet;
mod sockets;

use std::net::IpAddr;

pub use announcer::Announcer;
pub use finder::{Discovery, ServiceInfo};

/// The port of announcements and requests.
pub const DISCOVERY_PORT: u16 = 48653;

/// Which groups are used.
///
/// The default is the group of the local link, as reference nodes have it.
///
/// ```
/// use raconteur::discovery::{DISCOVERY_PORT, DiscoveryOptions};
/// let old_network = DiscoveryOptions { ipv4_broadcast: true, ..DiscoveryOptions::default() };
/// assert!(old_network.link_local);
/// assert_eq!(old_network.port, DISCOVERY_PORT);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiscoveryOptions {
    /// Programs on this machine, over the loopback interface.
    pub node_local: bool,
    /// Neighbours on every link.
    pub link_local: bool,
    /// Everybody on the site.
    pub site_local: bool,
    /// IPv4 broadcast.
    pub ipv4_broadcast: bool,
    /// Nodes that files on this machine describe.
    pub local_sockets: bool,
    /// Port; only tests use another one.
    pub port: u16,
}

impl Default for DiscoveryOptions {
    fn default() -> Self {
        Self {
            node_local: false,
            link_local: true,
            site_local: false,
            ipv4_broadcast: false,
            local_sockets: true,
            port: DISCOVERY_PORT,
        }
    }
}

/// A node that was found.
///
/// ```
/// use raconteur::discovery::NodeInfo;
/// fn is_local(node: &NodeInfo) -> bool {
///     node.urls.iter().any(|url| url.starts_with("rr+local"))
/// }
/// # let _ = is_local;
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeInfo {
    /// Identity.
    pub id: crate::message::NodeId,
    /// Name, may be empty.
    pub name: String,
    /// URLs of its service index.
    pub urls: Vec<String>,
}

/// Interfaces with an IPv6 link-local address.
pub(crate) fn link_local_scopes() -> Vec<u32> {
    let mut scopes: Vec<u32> = sockets::link_local_addresses()
        .into_iter()
        .map(|(_, scope)| scope)
        .collect();
    scopes.sort_unstable();
    scopes.dedup();
    scopes
}

/// Whether announcements may name an address.
fn is_near(address: &IpAddr) -> bool {
    match address {
        IpAddr::V6(v6) => {
            v6.is_loopback() || v6.is_unicast_link_local() || v6.segments()[0] & 0xffc0 == 0xfec0
        }
        IpAddr::V4(_) => true,
    }
}
