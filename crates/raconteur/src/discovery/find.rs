//! Finding nodes and services.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use parking_lot::Mutex;
use tokio::net::UdpSocket;
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::cache::Cache;
use super::packet::{LARGEST, Packet, parse, request_text};
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
#[derive(Debug)]
pub struct Discovery {
    node: Node,
    options: DiscoveryOptions,
    cache: Arc<Mutex<Cache>>,
    news: watch::Receiver<u64>,
    _tasks: JoinSet<()>,
}

impl Node {
    /// Begins to listen to announcements.
    pub async fn discover(&self, options: DiscoveryOptions) -> Result<Discovery> {
        let cache = Arc::new(Mutex::new(Cache::default()));
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

async fn hear(node: Node, socket: UdpSocket, cache: Arc<Mutex<Cache>>, news: watch::Sender<u64>) {
    let mut buffer = vec![0; LARGEST + 1];
    loop {
        let Ok((length, sender)) = socket.recv_from(&mut buffer).await else {
            tokio::time::sleep(Duration::from_millis(500)).await;
            continue;
        };
        let Some(Packet::Announcement(announcement)) = parse(&buffer[..length], sender.ip()) else {
            continue;
        };
        if announcement.id == node.id() {
            continue;
        }
        let mut cache = cache.lock();
        if cache.hear(announcement, Instant::now()) {
            let known = cache.nodes();
            drop(cache);
            node.state.set_detected(
                known
                    .into_iter()
                    .map(|info| FoundNode {
                        id: info.id,
                        name: info.name,
                        urls: info.urls,
                    })
                    .collect(),
            );
            news.send_modify(|count| *count += 1);
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
            let mut questions: FuturesUnordered<_> = self
                .nodes()
                .into_iter()
                .filter(|node| !found.contains_key(&node.id))
                .map(|node| async move { (node.id, services(&self.node, &node).await) })
                .collect();
            while let Some((id, answer)) = questions.next().await {
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
