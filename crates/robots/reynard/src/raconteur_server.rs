//! The Robot Raconteur server: the services on one node, and their wires.
//!
//! It has a runtime and a periodic thread of its own, so that wires are sent on
//! time however many requests other servers have.

use crate::den_handle::DenHandle;
use crate::den_service::{DenObject, DenService, RobotState, send_state as send_den_state};
use crate::frame::DenFrame;
use crate::servers::{DenOpenError, DenOptions, ServerOptions, port_of};
use crate::service::{
    ReynardMembers, ReynardObject, ReynardState, RobotService, WireUnits, send_state,
};
use foxden_runtime::periodic_thread::PeriodicThread;
use foxden_runtime::thread_priority::ThreadPriority;
use foxden_web::guard::Guard;
use foxden_web::ports::Reach;
use raconteur::connection::Settings;
use raconteur::discovery::Announcer;
use raconteur::members::Wire;
use raconteur::transport::{LocalListener, LocalOptions, Origins};
use raconteur::{IdentityStore, ListenOptions, Listener, Node};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};

/// How often the wires are sent.
const WIRE_PERIOD: Duration = Duration::from_millis(50);

/// The server, open until this is dropped.
#[derive(Debug)]
pub(crate) struct RaconteurServer {
    /// The TCP port.
    pub(crate) port: u16,
    node: Node,
    _transports: Transports,
    _wire_thread: PeriodicThread,
    _runtime: OwnRuntime,
}

/// Priorities of the threads that serve Robot Raconteur.
struct Priorities {
    server: ThreadPriority,
    wires: ThreadPriority,
}

impl Priorities {
    fn of(options: &DenOptions) -> Self {
        match options.has_realtime_priority {
            true => Self {
                server: ThreadPriority::Raised,
                wires: ThreadPriority::RealTime,
            },
            false => Self {
                server: ThreadPriority::Normal,
                wires: ThreadPriority::Normal,
            },
        }
    }
}

/// A runtime that tasks of another one can leave.
#[derive(Debug)]
struct OwnRuntime(Option<Runtime>);

impl OwnRuntime {
    fn start(priority: ThreadPriority) -> std::io::Result<Self> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("raconteur")
            .on_thread_start(move || priority.apply())
            .enable_all()
            .build()?;
        Ok(Self(Some(runtime)))
    }

    /// Runs something there.
    async fn run<T: Send + 'static>(
        &self,
        task: impl Future<Output = T> + Send + 'static,
    ) -> std::io::Result<T> {
        match &self.0 {
            Some(runtime) => Ok(runtime.spawn(task).await?),
            None => Err(std::io::ErrorKind::NotConnected.into()),
        }
    }
}

impl Drop for OwnRuntime {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            // a task must not wait until it has ended
            runtime.shutdown_background();
        }
    }
}

/// The ways to a node.
#[derive(Debug, Default)]
struct Transports {
    listeners: Vec<Listener>,
    local: Option<LocalListener>,
    announcer: Option<Announcer>,
    /// What did not work and is not needed.
    remarks: Vec<String>,
}

impl Drop for RaconteurServer {
    fn drop(&mut self) {
        self.node.shutdown();
    }
}

impl RaconteurServer {
    /// Serves the robots of a den and the den itself on listeners.
    pub(crate) async fn open(
        listeners: Vec<TcpListener>,
        options: &DenOptions,
        server: ServerOptions,
        http_port: u16,
        handle: &DenHandle,
        robots: &[String],
        remarks: &mut Vec<String>,
    ) -> Result<Self, DenOpenError> {
        let priorities = Priorities::of(options);
        let runtime = OwnRuntime::start(priorities.server).map_err(DenOpenError::System)?;
        let node = node(&options.node_name, options.is_local)?;
        let wires = Wires::new(robots.len());
        register(&node, handle, robots, &wires).map_err(DenOpenError::Node)?;
        let number = port_of(&listeners);
        let origins = origins(options, server, [number, http_port]);
        let opening = open_transports(
            node.clone(),
            leave_runtime(listeners).map_err(DenOpenError::System)?,
            options.is_local,
            server.reach,
            origins,
        );
        let mut transports = runtime.run(opening).await.map_err(DenOpenError::System)??;
        remarks.append(&mut transports.remarks);
        let (handle, units) = (handle.clone(), options.wire_units);
        let send = move || wires.send(&handle.frame(), units);
        // a client that asks before the first period gets an answer
        send();
        let wire_thread = PeriodicThread::start("wires", WIRE_PERIOD, priorities.wires, send)
            .map_err(DenOpenError::System)?;
        Ok(Self {
            port: number,
            node,
            _transports: transports,
            _wire_thread: wire_thread,
            _runtime: runtime,
        })
    }
}

/// Listeners that another runtime can take over.
fn leave_runtime(listeners: Vec<TcpListener>) -> std::io::Result<Vec<std::net::TcpListener>> {
    listeners.into_iter().map(TcpListener::into_std).collect()
}

async fn open_transports(
    node: Node,
    sockets: Vec<std::net::TcpListener>,
    is_local: bool,
    reach: Reach,
    origins: Origins,
) -> Result<Transports, DenOpenError> {
    let mut transports = Transports::default();
    // one room for unfinished input of all listeners
    let settings = Settings::default();
    for socket in sockets {
        let listener = TcpListener::from_std(socket).map_err(DenOpenError::System)?;
        let options = ListenOptions {
            origins: origins.clone(),
            settings: settings.clone(),
            ..ListenOptions::default()
        };
        let listener = node
            .listen_on(listener, options)
            .map_err(DenOpenError::Node)?;
        transports.listeners.push(listener);
    }
    if is_local {
        match node.listen_local(LocalOptions::default()).await {
            Ok(listener) => transports.local = Some(listener),
            Err(error) => transports
                .remarks
                .push(format!("no local transport: {error}")),
        }
    }
    if let Some(listener) = transports.listeners.first()
        && reach == Reach::Public
    {
        match node.announce(listener, Default::default()).await {
            Ok(announcer) => transports.announcer = Some(announcer),
            Err(error) => transports.remarks.push(format!("not announced: {error}")),
        }
    }
    Ok(transports)
}

/// Which pages may speak to the node: Reynard's own, and those that were listed.
/// Programs that are no browsers name no page.
fn origins(options: &DenOptions, server: ServerOptions, ports: [u16; 2]) -> Origins {
    let guard = Guard::new(server.reach, options.http_hosts.clone());
    let own = move |origin: &str, host: Option<&str>| guard.is_own_page(origin, host, &ports);
    let listed = options.raconteur_origins.iter();
    listed.fold(Origins::none().allow_if(own), |all, origin| {
        all.allow(origin.as_str())
    })
}

/// The services: one for each robot, and the den.
fn register(
    node: &Node,
    handle: &DenHandle,
    robots: &[String],
    wires: &Wires,
) -> raconteur::Result<()> {
    for ((robot, name), wire) in robots.iter().enumerate().zip(&wires.classic) {
        let members = ReynardMembers {
            state: wire.clone(),
            ..ReynardMembers::default()
        };
        let service = RobotService::new(handle.clone(), robot, members);
        node.register(ReynardObject::new(service).service(name)?)?;
    }
    let den = DenService::new(handle.clone(), wires.den.clone());
    node.register(DenObject::new(den).service("den")?)?;
    Ok(())
}

/// The node with the identity that it had last time, if nobody else has it now.
fn node(name: &str, is_stored: bool) -> Result<Node, DenOpenError> {
    let stored = is_stored.then(|| {
        let store = IdentityStore::shared()?;
        Node::stored(name, &store)
    });
    match stored {
        Some(Ok(node)) => Ok(node),
        _ => Node::new(name).map_err(DenOpenError::Node),
    }
}

/// The wires that are sent at a fixed rate, one of each kind for a robot.
#[derive(Debug)]
struct Wires {
    classic: Vec<Wire<ReynardState>>,
    den: Vec<Wire<RobotState>>,
}

impl Wires {
    fn new(robots: usize) -> Self {
        Self {
            classic: (0..robots).map(|_| Wire::new()).collect(),
            den: (0..robots).map(|_| Wire::new()).collect(),
        }
    }

    fn send(&self, frame: &DenFrame, units: WireUnits) {
        for (robot, wire) in self.classic.iter().enumerate() {
            send_state(wire, frame, robot, units);
        }
        for (robot, wire) in self.den.iter().enumerate() {
            send_den_state(wire, frame, robot);
        }
    }
}
