//! The servers of an episode, and the clients that come and go.

use crate::clients::{self, Client, viewer::TOKEN};
use crate::invariants::Violation;
use crate::network::{End, Network};
use crate::random::Random;
use crate::request_ledger::RequestLedger;
use axum::Router;
use foxden_runtime::secret_word::SecretWord;
use foxden_view::hub::Hub;
use foxden_view::server::routes;
use raconteur::Node;
use raconteur::message::NodeId;
use reynard::den_handle::DenHandle;
use reynard::rest::{Rest, router};
use reynard::service::{ReynardMembers, ReynardObject, RobotService};
use reynard::stream::{ServerAddresses, Welcome};
use std::sync::Arc;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

/// Where HTTP connections arrive.
struct MemoryListener(mpsc::UnboundedReceiver<End>);

impl axum::serve::Listener for MemoryListener {
    type Io = End;
    type Addr = ();

    async fn accept(&mut self) -> (End, ()) {
        match self.0.recv().await {
            Some(end) => (end, ()),
            // the server is aborted soon
            None => std::future::pending().await,
        }
    }

    fn local_addr(&self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A node that sends the same bytes each time.
fn node(name: &str) -> Node {
    let id = NodeId::from_bytes([7; 16]);
    let node = Node::with_identity(name, id).expect("a node");
    node.number_endpoints(1 << 20);
    node
}

/// The servers over the handle of a den.
pub(crate) struct Servers {
    pub(crate) node: Node,
    http: JoinHandle<()>,
    connections: mpsc::UnboundedSender<End>,
}

impl Servers {
    pub(crate) fn start(handle: &DenHandle, hub: &Arc<Hub>) -> raconteur::Result<Self> {
        let welcome = Welcome {
            title: "chaos".to_owned(),
            servers: ServerAddresses {
                raconteur: None,
                http: None,
                ascii: None,
            },
            den: true,
        };
        let rest: Router = router(Rest {
            handle: handle.clone(),
            welcome: Arc::new(welcome),
        });
        let token = Arc::new(SecretWord::chosen(TOKEN));
        let rest = rest.merge(routes(hub.clone(), token));
        let (connections, inbox) = mpsc::unbounded_channel();
        let http = tokio::spawn(async move {
            // it never ends by itself
            let _ = axum::serve(MemoryListener(inbox), rest).await;
        });
        let node = node("chaos.server");
        let service = RobotService::new(handle.clone(), 0, ReynardMembers::default());
        node.register(ReynardObject::new(service).service("reynard")?)?;
        Ok(Self {
            node,
            http,
            connections,
        })
    }

    /// Ends the servers and waits for their end.
    pub(crate) async fn end(self) {
        self.node.shutdown();
        self.http.abort();
        let _ = self.http.await;
    }
}

/// A client and the task that serves it.
struct RunningClient {
    id: u64,
    task: JoinHandle<()>,
    server: Option<JoinHandle<()>>,
}

/// What an episode lends to its clients.
pub(crate) struct Shared<'e> {
    pub(crate) random: &'e mut Random,
    pub(crate) network: &'e mut Network,
    pub(crate) ledger: &'e RequestLedger,
}

/// The clients of an episode.
pub(crate) struct Visitors {
    running: Vec<RunningClient>,
    node: Node,
    /// How many there may be at once.
    most: usize,
}

impl Visitors {
    pub(crate) fn new(most: usize) -> Self {
        Self {
            running: Vec::new(),
            node: node("chaos.client"),
            most,
        }
    }

    /// Lets clients come, talk and go.
    ///
    /// # Errors
    /// When a client got a wrong reply.
    pub(crate) async fn turn(
        &mut self,
        shared: &mut Shared<'_>,
        handle: &DenHandle,
        servers: &Servers,
    ) -> Result<(), Violation> {
        if self.running.len() < self.most && shared.random.happens(100) {
            self.start(shared, handle, servers);
        }
        shared.network.turn();
        for _ in 0..4 {
            tokio::task::yield_now().await;
        }
        let mut at = 0;
        while at < self.running.len() {
            if !self.running[at].task.is_finished() {
                at += 1;
                continue;
            }
            let client = self.running.remove(at);
            shared.ledger.leave(client.id);
            if let Err(error) = client.task.await
                && error.is_panic()
            {
                let reason = error.into_panic();
                let text = reason
                    .downcast_ref::<String>()
                    .cloned()
                    .or_else(|| reason.downcast_ref::<&str>().map(|text| (*text).to_owned()));
                return Err(format!(
                    "client {}: {}",
                    client.id,
                    text.unwrap_or_default()
                ));
            }
        }
        Ok(())
    }

    fn start(&mut self, shared: &mut Shared<'_>, handle: &DenHandle, servers: &Servers) {
        let (near, far, probe) = shared.network.connect();
        let id = shared.ledger.client(probe);
        let client = Client {
            id,
            random: shared.random.fork(),
            stream: near,
            ledger: shared.ledger.clone(),
            may_edit: true,
        };
        let (task, server) = match shared.random.below(4) {
            0 => {
                let handle = handle.clone();
                let server = tokio::spawn(async move {
                    let _ = reynard::ascii::serve_stream(far, &handle).await;
                });
                let task = tokio::spawn(async move {
                    let _ = clients::ascii::run(client).await;
                });
                (task, Some(server))
            }
            1 => {
                let _ = servers.connections.send(far);
                let task = tokio::spawn(async move {
                    let _ = clients::http::run(client).await;
                });
                (task, None)
            }
            2 => {
                let _ = servers.connections.send(far);
                let task = tokio::spawn(async move {
                    let _ = clients::viewer::run(client, TOKEN).await;
                });
                (task, None)
            }
            _ => {
                let server = servers.node.serve_stream(far, Default::default());
                let node = self.node.clone();
                let task = tokio::spawn(async move {
                    let _ = clients::raconteur::run(client, node, "reynard").await;
                });
                (task, Some(server))
            }
        };
        self.running.push(RunningClient { id, task, server });
    }

    /// One client crashes at an await point, or the task that serves it does.
    pub(crate) fn crash_one(&self, random: &mut Random) {
        if self.running.is_empty() {
            return;
        }
        let client = &self.running[random.below(self.running.len())];
        match (&client.server, random.below(2)) {
            (Some(server), 0) => server.abort(),
            _ => client.task.abort(),
        }
    }

    /// All clients crash.
    pub(crate) async fn leave(&mut self, ledger: &RequestLedger) {
        for client in &self.running {
            client.task.abort();
        }
        for client in self.running.drain(..) {
            ledger.leave(client.id);
            let _ = client.task.await;
        }
    }

    /// How many sessions have an endpoint at the node of the clients.
    pub(crate) fn endpoints(&self) -> usize {
        self.node.endpoints()
    }
}
