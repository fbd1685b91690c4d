//! Finding nodes and services.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use futures_util::stream;
use parking_lot::Mutex;
use tokio::net::UdpSocket;
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::cache::DiscoveryCache;
use super::packet::{DiscoveryPacket, LARGEST, parse, request_text};
use super::{DiscoveryOptions, NodeInfo, sockets};
use crate::client::ConnectOptions;
use crate::error::Result;
use crate::message::NodeId;
use crate::node::{FoundNode, Node};
use crate::transport::local_nodes;
use crate::value::{Record, Value};

/// Pauses between questions when a search begins.
const QUESTIONS: [Duration; 3] = [
    Duration::ZERO,
    Duration::from_millis(900),
    Duration::from_millis(1100),
];

/// Changes are reported together, so that many announcements cost little.
const GATHERING: Duration = Duration::from_millis(50);

/// Time between lines of the log about packets that were not believed.
const REPORT_AGAIN: Duration = Duration::from_secs(1);

/// Candidates that are asked at the same time.
const QUESTIONS_AT_ONCE: usize = 64;

/// How long a candidate may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// A service that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct ServiceInfo {
    /// Name.
    pub name: String,
    /// Type of the root object.
    pub object_type: String,
    /// Types that it implements.
    pub implements: Vec<String>,
    /// URLs to connect to.
    pub urls: Vec<String>,
    /// Attributes.
    pub attributes: BTreeMap<String, Value>,
    /// Identity of the node.
    pub node_id: NodeId,
    /// Name of the node.
    pub node_name: String,
}

/// What is known of other nodes. It listens until it is dropped.
///
/// ```no_run
/// # async fn example(node: raconteur::Node) -> raconteur::Result<()> {
/// use std::time::Duration;
/// use raconteur::discovery::{Discovery, NodeInfo, ServiceInfo};
///
/// let mut discovery: Discovery = node.discover(Default::default()).await?;
/// let time = Duration::from_secs(3);
/// let fox: Option<NodeInfo> = discovery.find_node_by_name("fox", time).await;
/// if let Some(fox) = fox {
///     assert!(discovery.find_node_by_id(fox.id, time).await.is_some());
///     let services: Vec<ServiceInfo> = discovery.services(&fox).await?;
///     println!("{services:?}");
/// }
/// let lamps = discovery.search(time, |service| service.name.contains("lamp")).await;
/// # let _ = lamps;
///
/// // Or wait for news of any node.
/// discovery.ask();
/// discovery.changed().await;
/// println!("{:?}", discovery.nodes());
/// # Ok(()) }
/// ```
#[derive(Debug)]
pub struct Discovery {
    node: Node,
    options: DiscoveryOptions,
    cache: Arc<Mutex<DiscoveryCache>>,
    news: watch::Receiver<u64>,
    _tasks: JoinSet<()>,
}

impl Node {
    /// Begins to listen to announcements.
    pub async fn discover(&self, options: DiscoveryOptions) -> Result<Discovery> {
        let cache = Arc::new(Mutex::new(DiscoveryCache::default()));
        let (sender, news) = watch::channel(0);
        let mut tasks = JoinSet::new();
        for socket in sockets::listen(&options)? {
            tasks.spawn(hear(self.clone(), socket, cache.clone(), sender.clone()));
        }
        tasks.spawn(ask(options.clone()));
        Ok(Discovery {
            node: self.clone(),
            options,
            cache,
            news,
            _tasks: tasks,
        })
    }
}

async fn hear(
    node: Node,
    socket: UdpSocket,
    cache: Arc<Mutex<DiscoveryCache>>,
    news: watch::Sender<u64>,
) {
    let mut buffer = vec![0; LARGEST + 1];
    let mut due = None;
    let mut refused = Refused::default();
    loop {
        let received = tokio::select! {
            received = socket.recv_from(&mut buffer) => received,
            () = wait_until(due) => {
                due = None;
                let known = cache.lock().nodes();
                node.state.set_detected(known.into_iter().map(FoundNode::from).collect());
                news.send_modify(|count| *count += 1);
                continue;
            }
        };
        let Ok((length, sender)) = received else {
            tokio::time::sleep(Duration::from_millis(500)).await;
            continue;
        };
        let now = Instant::now();
        match parse(&buffer[..length], sender.ip()) {
            Some(DiscoveryPacket::Announcement(announcement)) if announcement.id != node.id() => {
                match cache.lock().add(announcement, now) {
                    Some(true) => {
                        due.get_or_insert(now + GATHERING);
                    }
                    Some(false) => {}
                    None => refused.count(now),
                }
            }
            Some(_) => {}
            None => refused.count(now),
        }
    }
}

/// Invalid packets. They are logged once a second at most, so that a flood of
/// them does not flood the log.
#[derive(Default)]
struct Refused {
    packets: u64,
    reported: Option<Instant>,
}

impl Refused {
    fn count(&mut self, now: Instant) {
        self.packets += 1;
        if self
            .reported
            .is_none_or(|reported| now >= reported + REPORT_AGAIN)
        {
            let packets = std::mem::take(&mut self.packets);
            tracing::warn!(
                packets,
                "announcements dropped: forged, or of too many nodes"
            );
            self.reported = Some(now);
        }
    }
}

/// Waits until then; forever if there is nothing to wait for.
async fn wait_until(due: Option<Instant>) {
    match due {
        Some(due) => tokio::time::sleep_until(due.into()).await,
        None => std::future::pending().await,
    }
}

impl From<NodeInfo> for FoundNode {
    fn from(info: NodeInfo) -> Self {
        Self {
            id: info.id,
            name: info.name,
            urls: info.urls,
        }
    }
}

async fn ask(options: DiscoveryOptions) {
    for pause in QUESTIONS {
        tokio::time::sleep(pause).await;
        ask_once(&options);
    }
}

fn ask_once(options: &DiscoveryOptions) {
    let packet = request_text(NodeId::random());
    for group in sockets::groups(options) {
        if let Err(error) = sockets::send(&group, packet.as_bytes()) {
            tracing::debug!("cannot ask {}: {error}", group.target);
        }
    }
}

impl Discovery {
    /// Nodes that are known now.
    pub fn nodes(&self) -> Vec<NodeInfo> {
        let mut cache = self.cache.lock();
        cache.expire(Instant::now());
        let mut nodes = cache.nodes();
        drop(cache);
        if self.options.local_sockets {
            for local in local_nodes() {
                if local.id == self.node.id() {
                    continue;
                }
                match nodes.iter_mut().find(|node| node.id == local.id) {
                    Some(node) => node.urls.extend(local.urls),
                    None => nodes.push(NodeInfo {
                        id: local.id,
                        name: local.name,
                        urls: local.urls,
                    }),
                }
            }
        }
        nodes
    }

    /// Waits for something new about nodes.
    pub async fn changed(&mut self) {
        if self.news.changed().await.is_err() {
            std::future::pending().await
        }
    }

    /// Asks all nodes to announce themselves.
    pub fn ask(&self) {
        ask_once(&self.options);
    }

    /// Services of a node.
    pub async fn services(&self, node: &NodeInfo) -> Result<Vec<ServiceInfo>> {
        services(&self.node, node).await
    }

    /// Searches for services whose root object is of a type, or implements
    /// it. The search takes the whole time, since more may always answer.
    pub async fn find_by_type(&self, object_type: &str, time: Duration) -> Vec<ServiceInfo> {
        self.search(time, |info| {
            info.object_type == object_type
                || info.implements.iter().any(|name| name == object_type)
        })
        .await
    }

    /// Searches for services that a filter admits.
    pub async fn search(
        &self,
        time: Duration,
        filter: impl Fn(&ServiceInfo) -> bool,
    ) -> Vec<ServiceInfo> {
        let end = Instant::now() + time;
        let mut news = self.news.clone();
        news.mark_unchanged();
        let mut found: BTreeMap<NodeId, Vec<ServiceInfo>> = BTreeMap::new();
        self.ask();
        loop {
            let unknown: Vec<NodeInfo> = self
                .nodes()
                .into_iter()
                .filter(|node| !found.contains_key(&node.id))
                .collect();
            let questions = stream::iter(unknown)
                .map(|node| async move { (node.id, services(&self.node, &node).await) })
                .buffer_unordered(QUESTIONS_AT_ONCE);
            tokio::pin!(questions);
            // Nodes that do not answer must not delay the others.
            let patience = end.max(Instant::now() + PATIENCE);
            while let Ok(Some((id, answer))) =
                tokio::time::timeout_at(patience.into(), questions.next()).await
            {
                if let Ok(services) = answer {
                    found.insert(id, services);
                }
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            // A node that did not answer is asked again after a while.
            let pause = left.min(Duration::from_secs(1));
            let _ = tokio::time::timeout(pause, news.changed()).await;
        }
        found.into_values().flatten().filter(filter).collect()
    }

    /// Waits for a node of that name.
    pub async fn find_node_by_name(&self, name: &str, time: Duration) -> Option<NodeInfo> {
        self.wait_for_node(time, |node| node.name == name).await
    }

    /// Waits for a node of that identity.
    pub async fn find_node_by_id(&self, id: NodeId, time: Duration) -> Option<NodeInfo> {
        self.wait_for_node(time, |node| node.id == id).await
    }

    async fn wait_for_node(
        &self,
        time: Duration,
        wanted: impl Fn(&NodeInfo) -> bool,
    ) -> Option<NodeInfo> {
        let end = Instant::now() + time;
        let mut news = self.news.clone();
        news.mark_unchanged();
        self.ask();
        loop {
            if let Some(node) = self.nodes().into_iter().find(|node| wanted(node)) {
                return Some(node);
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return None;
            }
            let pause = left.min(Duration::from_millis(500));
            let _ = tokio::time::timeout(pause, news.changed()).await;
        }
    }
}

/// Asks the index of a node, at the first URL that answers.
async fn services(node: &Node, info: &NodeInfo) -> Result<Vec<ServiceInfo>> {
    let mut last = crate::Error::connection("the node has no address");
    for url in &info.urls {
        let options = ConnectOptions {
            timeout: PATIENCE,
            ..ConnectOptions::default()
        };
        let answer = tokio::time::timeout(PATIENCE, async {
            let session = node.connect_with(url, options).await?;
            let services = session
                .root()
                .call::<BTreeMap<i32, Record>>("GetLocalNodeServices", ())
                .await;
            session.disconnect().await;
            services
        });
        match answer.await {
            Ok(Ok(services)) => {
                return services
                    .into_values()
                    .map(|service| service_info(service, info))
                    .collect();
            }
            Ok(Err(error)) => last = error,
            Err(_) => last = crate::Error::connection("the node's index does not answer"),
        }
    }
    Err(last)
}

fn service_info(mut service: Record, node: &NodeInfo) -> Result<ServiceInfo> {
    let texts = |map: BTreeMap<i32, String>| map.into_values().collect();
    Ok(ServiceInfo {
        name: service.take("Name")?.to()?,
        object_type: service.take("RootObjectType")?.to()?,
        implements: texts(service.take("RootObjectImplements")?.to()?),
        urls: texts(service.take("ConnectionURL")?.to()?),
        attributes: service
            .take("Attributes")?
            .to::<Option<_>>()?
            .unwrap_or_default(),
        node_id: node.id,
        node_name: node.name.clone(),
    })
}
