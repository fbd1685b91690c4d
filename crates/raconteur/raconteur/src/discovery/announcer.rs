//! Saying where a node is.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use tokio::net::UdpSocket;
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio::time::Instant;

use super::DiscoveryOptions;
use super::packet::{Announcement, DiscoveryPacket, LARGEST, parse};
use super::sockets::{self, MulticastGroup};
use crate::error::Result;
use crate::node::{Listener, Node};
use crate::server::INDEX_NAME;

/// Pause before an answer, so that many questions get one.
const PAUSE: Duration = Duration::from_millis(500);

/// Time between announcements without a request.
const EVERY: Duration = Duration::from_secs(55);

/// Announces a node until it is dropped.
///
/// ```no_run
/// # async fn example(node: raconteur::Node) -> Result<(), raconteur::Error> {
/// let listener = node.listen("[::]:0", Default::default()).await?;
/// let announcer = node.announce(&listener, Default::default()).await?;
/// println!("announced: {:?}", announcer.addresses());
/// # Ok(()) }
/// ```
#[derive(Debug)]
pub struct Announcer {
    _tasks: JoinSet<()>,
    announced: Vec<SocketAddr>,
}

impl Announcer {
    /// Addresses that are announced. Empty if the listener has none that may
    /// be announced, such as one that listens on IPv4 only.
    pub fn addresses(&self) -> &[SocketAddr] {
        &self.announced
    }
}

impl Node {
    /// Announces a listener to the groups of the options.
    ///
    /// Only addresses that listen are announced: those of the local link and
    /// of loopback, and IPv4 where broadcast is asked for.
    ///
    /// ```no_run
    /// # async fn example(node: raconteur::Node) -> raconteur::Result<()> {
    /// use raconteur::discovery::Announcer;
    /// let listener = node.listen("[::]:0", Default::default()).await?;
    /// let announcer: Announcer = node.announce(&listener, Default::default()).await?;
    /// # Ok(()) }
    /// ```
    pub async fn announce(
        &self,
        listener: &Listener,
        options: DiscoveryOptions,
    ) -> Result<Announcer> {
        let places = places(listener.address(), &options);
        let announced = places.iter().map(|(_, address)| *address).collect();
        let wake = Arc::new(Notify::new());
        let mut tasks = JoinSet::new();
        if !places.is_empty() {
            for socket in sockets::listen(&options)? {
                tasks.spawn(answer(socket, wake.clone()));
            }
            tasks.spawn(announce(self.clone(), listener.scheme(), places, wake));
        }
        Ok(Announcer {
            _tasks: tasks,
            announced,
        })
    }
}

/// Groups with the address to announce to each.
fn places(address: SocketAddr, options: &DiscoveryOptions) -> Vec<(MulticastGroup, SocketAddr)> {
    let listens = |candidate: IpAddr| {
        address.ip() == candidate
            || address.ip().is_unspecified() && address.is_ipv6() == candidate.is_ipv6()
    };
    let mut places = Vec::new();
    for group in sockets::groups(options) {
        match group.from {
            IpAddr::V6(from) if listens(from.into()) => {
                places.push((group, SocketAddr::new(from.into(), address.port())));
            }
            IpAddr::V4(_) => {
                let all = if_addrs::get_if_addrs().unwrap_or_default();
                for ip in all.into_iter().map(|interface| interface.ip()) {
                    if ip.is_ipv4() && listens(ip) {
                        let group = MulticastGroup { from: ip, ..group };
                        places.push((group, SocketAddr::new(ip, address.port())));
                    }
                }
            }
            IpAddr::V6(_) => {}
        }
    }
    places
}

/// Waits for questions.
async fn answer(socket: UdpSocket, wake: Arc<Notify>) {
    let mut buffer = vec![0; LARGEST + 1];
    loop {
        match socket.recv_from(&mut buffer).await {
            Ok((length, sender)) => {
                if let Some(DiscoveryPacket::Request(_)) = parse(&buffer[..length], sender.ip()) {
                    wake.notify_one();
                }
            }
            Err(_) => tokio::time::sleep(PAUSE).await,
        }
    }
}

async fn announce(
    node: Node,
    scheme: &'static str,
    places: Vec<(MulticastGroup, SocketAddr)>,
    wake: Arc<Notify>,
) {
    let mut nonce = node.state.nonce();
    let mut next = Instant::now() + PAUSE;
    loop {
        tokio::select! {
            () = tokio::time::sleep_until(next) => {
                for (group, address) in &places {
                    let text = packet(&node, scheme, *address, &nonce.borrow_and_update());
                    if let Err(error) = sockets::send(group, text.as_bytes()) {
                        tracing::debug!("cannot announce to {}: {error}", group.target);
                    }
                }
                next = Instant::now() + EVERY;
            }
            () = wake.notified() => next = next.min(Instant::now() + PAUSE),
            changed = nonce.changed() => {
                if changed.is_err() {
                    return;
                }
                next = next.min(Instant::now() + PAUSE);
            }
        }
    }
}

fn packet(node: &Node, scheme: &str, address: SocketAddr, nonce: &str) -> String {
    let id = node.id();
    Announcement {
        id,
        name: node.name().to_owned(),
        url: format!("{scheme}://{address}/?nodeid={id}&service={INDEX_NAME}"),
        nonce: nonce.to_owned(),
    }
    .to_text()
}
