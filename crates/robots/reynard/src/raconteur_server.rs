//! The Robot Raconteur server: the services on one node, and their wires. In the den the world is
//! one of them.
//!
//! The node is that of all services of Foxden. A periodic thread sends the wires, so that
//! they are on time however many requests other servers have.

use crate::den_handle::DenHandle;
use crate::den_service::{DenObject, DenService, RobotState, send_state as send_den_state};
use crate::frame::DenFrame;
use crate::servers::{DenOpenError, DenOptions, ServerOptions, port_of};
use crate::service::{
    ReynardMembers, ReynardObject, ReynardState, RobotService, WireUnits, send_state,
};
use crate::world_service::WorldServiceOpener;
use foxden_raconteur::server::RaconteurServer as WorldServer;
use foxden_raconteur::service_node::{
    Encryption, Endpoints, NodeError, NodeOptions, ServiceNode, allow_origins,
};
use foxden_runtime::periodic_thread::PeriodicThread;
use foxden_runtime::thread_priority::ThreadPriority;
use foxden_web::guard::Guard;
use raconteur::Node;
use raconteur::members::Wire;
use raconteur::transport::Origins;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

/// How often the wires are sent.
const WIRE_PERIOD: Duration = Duration::from_millis(50);

/// The server, open until this is dropped.
#[derive(Debug)]
pub(crate) struct RaconteurServer {
    /// The node, which the service of the world shares.
    node: Arc<WorldServer>,
    _wire_thread: PeriodicThread,
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
        let mut node = ServiceNode::new(&NodeOptions {
            name: options.node_name.clone(),
            id: None,
            is_local: options.is_local,
            priority: priorities.server,
        })
        .map_err(not_opened)?;
        let wires = Wires::new(robots.len());
        register(node.node(), handle, robots, &wires).map_err(DenOpenError::Node)?;
        let ports = [port_of(&listeners), http_port];
        node.listen(Endpoints {
            sockets: listeners,
            reach: server.reach,
            origins: origins(options, server, ports),
            encryption: Encryption::default(),
        })
        .await
        .map_err(not_opened)?;
        remarks.extend_from_slice(node.remarks());
        let node = Arc::new(WorldServer::on_node(node).map_err(DenOpenError::Node)?);
        let (handle, units) = (handle.clone(), options.wire_units);
        let send = move || wires.send(&handle.frame(), units);
        // a client that asks before the first period gets an answer
        send();
        let wire_thread = PeriodicThread::start("wires", WIRE_PERIOD, priorities.wires, send)
            .map_err(DenOpenError::System)?;
        Ok(Self {
            node,
            _wire_thread: wire_thread,
        })
    }

    /// The address of a service.
    pub(crate) fn url(&self, service: &str) -> String {
        self.node.url(service)
    }

    /// Serves the world of the den as well.
    pub(crate) async fn offer_world(
        &self,
        opener: &WorldServiceOpener,
        handle: &DenHandle,
        world_name: String,
    ) -> Result<(), DenOpenError> {
        let node = self.node.clone();
        opener.open(node, handle.clock(), world_name).await
    }
}

fn not_opened(error: NodeError) -> DenOpenError {
    match error {
        NodeError::System(error) => DenOpenError::System(error),
        NodeError::Node(error) => DenOpenError::Node(error),
    }
}

/// Which pages may speak to the node: Reynard's own, and those that were listed.
/// Programs that are no browsers name no page.
fn origins(options: &DenOptions, server: ServerOptions, ports: [u16; 2]) -> Origins {
    let guard = Guard::new(server.reach, options.http_hosts.clone());
    let own = move |origin: &str, host: Option<&str>| guard.is_own_page(origin, host, &ports);
    allow_origins(Origins::none().allow_if(own), &options.raconteur_origins)
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
