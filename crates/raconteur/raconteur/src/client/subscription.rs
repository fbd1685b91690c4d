//! Staying connected to services that come and go.

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::{ConnectOptions, Session};
use crate::discovery::{Discovery, DiscoveryOptions};
use crate::error::{Error, ErrorCode, Result};
use crate::node::Node;
use crate::value::{FromValue, IntoValue, Timestamp, Value};

/// Pause after a failed attempt, doubled up to the longest.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// Time between searches for further services.
const SEARCH: Duration = Duration::from_secs(5);

/// Services that a subscription follows at the same time.
const MOST_SERVICES: usize = 1024;

type Sessions = BTreeMap<String, Session>;

/// Connections to one service or to all of a type, renewed when they end.
///
/// ```no_run
/// # async fn example() -> Result<(), raconteur::Error> {
/// # let node = raconteur::Node::new("")?;
/// let robot = node.subscribe("rr+tcp://localhost:29200?service=reynard", Default::default());
/// let mut state = robot.wire::<Vec<f64>>("state");
/// while let Some((value, _)) = state.next().await {
///     println!("{value:?}");
/// }
/// # Ok(()) }
/// ```
#[derive(Debug)]
pub struct Subscription {
    sessions: watch::Receiver<Sessions>,
    tasks: Arc<Mutex<JoinSet<()>>>,
}

impl Node {
    /// Stays connected to a service.
    pub fn subscribe(&self, url: impl Into<String>, options: ConnectOptions) -> Subscription {
        let (sender, sessions) = watch::channel(Sessions::new());
        let mut tasks = JoinSet::new();
        let (node, url) = (self.clone(), url.into());
        let (_, urls) = watch::channel(vec![url.clone()]);
        tasks.spawn(keep_connected(node, url, urls, options, Arc::new(sender)));
        Subscription {
            sessions,
            tasks: Arc::new(Mutex::new(tasks)),
        }
    }

    /// Stays connected to every service whose root object is of a type.
    ///
    /// ```no_run
    /// # async fn example(node: raconteur::Node) -> raconteur::Result<()> {
    /// use raconteur::client::{Subscription, WireSubscription};
    ///
    /// let mut robots: Subscription = node
    ///     .subscribe_by_type("example.robot.Robot", Default::default(), Default::default())
    ///     .await?;
    /// let state: WireSubscription<Vec<f64>> = robots.wire("state");
    /// loop {
    ///     robots.changed().await;
    ///     println!("{} robots, newest state {:?}", robots.sessions().len(), state.value());
    /// }
    /// # }
    /// ```
    pub async fn subscribe_by_type(
        &self,
        object_type: impl Into<String>,
        discovery: DiscoveryOptions,
        options: ConnectOptions,
    ) -> Result<Subscription> {
        let discovery = self.discover(discovery).await?;
        let (sender, sessions) = watch::channel(Sessions::new());
        let tasks = Arc::new(Mutex::new(JoinSet::new()));
        let search = follow(
            self.clone(),
            discovery,
            object_type.into(),
            options,
            Arc::new(sender),
        );
        tasks.lock().spawn(search);
        Ok(Subscription { sessions, tasks })
    }
}

/// Keeps one service connected under a key, at the address where it was last
/// found.
async fn keep_connected(
    node: Node,
    key: String,
    urls: watch::Receiver<Vec<String>>,
    options: ConnectOptions,
    sessions: Arc<watch::Sender<Sessions>>,
) {
    let mut pause = FIRST_PAUSE;
    loop {
        let candidates = urls.borrow().clone();
        for url in &candidates {
            match node.connect_with(url, options.clone()).await {
                Ok(session) => {
                    pause = FIRST_PAUSE;
                    sessions.send_modify(|all| {
                        all.insert(key.clone(), session.clone());
                    });
                    let reason = session.closed().await;
                    tracing::info!("{url}: {reason}");
                    sessions.send_modify(|all| {
                        all.remove(&key);
                    });
                }
                Err(error) => tracing::debug!("{url}: {error}"),
            }
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// Searches for services again and again, and keeps each one connected.
async fn follow(
    node: Node,
    discovery: Discovery,
    object_type: String,
    options: ConnectOptions,
    sessions: Arc<watch::Sender<Sessions>>,
) {
    let mut known: BTreeMap<String, watch::Sender<Vec<String>>> = BTreeMap::new();
    let mut tasks = JoinSet::new();
    let mut time = Duration::from_secs(1);
    loop {
        for service in discovery.find_by_type(&object_type, time).await {
            let key = format!("{}/{}", service.node_id, service.name);
            if let Some(urls) = known.get(&key) {
                // It may have restarted with another port.
                urls.send_replace(service.urls);
            } else if known.len() < MOST_SERVICES {
                let (sender, urls) = watch::channel(service.urls);
                known.insert(key.clone(), sender);
                tasks.spawn(keep_connected(
                    node.clone(),
                    key,
                    urls,
                    options.clone(),
                    sessions.clone(),
                ));
            } else {
                tracing::warn!(key, "not followed: too many services of this type");
            }
        }
        time = SEARCH;
    }
}

impl Subscription {
    /// Sessions that are open now.
    pub fn sessions(&self) -> Vec<Session> {
        self.sessions.borrow().values().cloned().collect()
    }

    /// Waits for a session, if none is open.
    pub async fn session(&self, time: Duration) -> Result<Session> {
        let mut sessions = self.sessions.clone();
        let waiting = sessions.wait_for(|all| !all.is_empty());
        match tokio::time::timeout(time, waiting).await {
            Ok(Ok(all)) => all.values().next().cloned(),
            _ => None,
        }
        .ok_or_else(|| Error::new(ErrorCode::ConnectionError, "the service is not connected"))
    }

    /// Waits for a session to open or end.
    pub async fn changed(&mut self) {
        if self.sessions.changed().await.is_err() {
            std::future::pending().await
        }
    }

    /// Follows a wire of the root objects, whichever of them sends.
    pub fn wire<T: FromValue + IntoValue + Send + 'static>(
        &self,
        name: &str,
    ) -> WireSubscription<T> {
        let (sender, values) = watch::channel(None);
        let gather = gather(self.sessions.clone(), name.to_owned(), Arc::new(sender));
        self.tasks.lock().spawn(gather);
        WireSubscription {
            values,
            marker: PhantomData,
        }
    }
}

async fn gather(
    mut sessions: watch::Receiver<Sessions>,
    name: String,
    values: Arc<watch::Sender<Option<(Value, Timestamp)>>>,
) {
    let mut listening: BTreeMap<u32, tokio::task::AbortHandle> = BTreeMap::new();
    let mut tasks = JoinSet::new();
    sessions.mark_changed();
    while sessions.changed().await.is_ok() {
        while tasks.try_join_next().is_some() {}
        let open: Vec<Session> = sessions.borrow_and_update().values().cloned().collect();
        listening.retain(|endpoint, _| open.iter().any(|s| s.endpoint() == *endpoint));
        for session in open {
            let endpoint = session.endpoint();
            if listening.contains_key(&endpoint) {
                continue;
            }
            let (name, values) = (name.clone(), values.clone());
            let handle = tasks.spawn(async move {
                match session.root().wire::<Value>(&name).await {
                    Ok(mut wire) => {
                        while let Some(value) = wire.next().await {
                            values.send_replace(Some(value));
                        }
                    }
                    Err(error) => tracing::warn!("wire {name}: {error}"),
                }
            });
            listening.insert(endpoint, handle);
        }
    }
}

/// The newest value of a wire of a subscription.
#[derive(Clone, Debug)]
pub struct WireSubscription<T = Value> {
    values: watch::Receiver<Option<(Value, Timestamp)>>,
    marker: PhantomData<fn() -> T>,
}

impl<T: FromValue> WireSubscription<T> {
    /// The newest value; [`ErrorCode::ValueNotSet`] before the first.
    pub fn value(&self) -> Result<(T, Timestamp)> {
        let newest = self.values.borrow().clone();
        let (value, time) = newest
            .ok_or_else(|| Error::new(ErrorCode::ValueNotSet, "the wire has no value yet"))?;
        Ok((T::from_value(value)?, time))
    }

    /// Waits for the next value, through all reconnections; `None` when the
    /// subscription is dropped.
    pub async fn next(&mut self) -> Option<(T, Timestamp)> {
        loop {
            self.values.changed().await.ok()?;
            let newest = self.values.borrow_and_update().clone();
            if let Some((value, time)) = newest
                && let Ok(value) = T::from_value(value)
            {
                return Some((value, time));
            }
        }
    }
}
