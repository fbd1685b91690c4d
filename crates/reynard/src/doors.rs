//! Opens a den with all its doors.

use crate::command::Command;
use crate::den::Den;
use crate::den_service::{DenObject, DenService, RobotState, send_state as send_den_state};
use crate::port::Port;
use crate::rest::{self, Rest};
use crate::service::{
    ReynardMembers, ReynardObject, ReynardState, RobotService, WireUnits, send_state,
};
use crate::stream::{AsciiName, DoorNames, Welcome};
use crate::talk::Talk;
use crate::worlds::{Source, WorldError};
use crate::{ascii, frame::Frame};
use foxden_host::live::{self, Running};
use foxden_host::web::door::{self, Reach};
use foxden_host::web::guard::Guard;
use foxden_host::web::serve;
use foxden_scene::{Scene, Value};
use raconteur::members::Wire;
use raconteur::transport::{LocalListener, LocalOptions, Origins};
use raconteur::{IdentityStore, ListenOptions, Listener, Node};
use std::sync::Arc;
use tokio::net::TcpListener;

/// The name of the node and of the definition.
pub const NODE_NAME: &str = "experimental.reynard_the_robot";

/// A door.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DoorOptions {
    /// Its port; 0 for any that is free.
    pub port: u16,
    /// Who can reach it.
    pub reach: Reach,
}

/// How a den is opened.
#[derive(Clone, Debug)]
pub struct Options {
    /// The world.
    pub source: Source,
    /// How many Reynards.
    pub robots: usize,
    /// How fast time passes.
    pub speed: f64,
    /// The units of the `state` wire.
    pub wire_units: WireUnits,
    /// The Robot Raconteur door.
    pub raconteur: Option<DoorOptions>,
    /// The name of the node.
    pub node_name: String,
    /// Whether programs on this machine find the node by its name, and it
    /// keeps its identity from run to run.
    pub is_local: bool,
    /// The HTTP door.
    pub http: DoorOptions,
    /// Further names of hosts that the HTTP door answers to.
    pub http_hosts: Vec<String>,
    /// The ASCII door.
    pub ascii: Option<DoorOptions>,
}

impl Options {
    /// The usual ports, on loopback.
    pub fn new(source: Source) -> Self {
        let door = |port| DoorOptions {
            port,
            reach: Reach::Loopback,
        };
        Self {
            source,
            robots: 1,
            speed: 1.0,
            wire_units: WireUnits::Si,
            raconteur: Some(door(29200)),
            node_name: NODE_NAME.to_owned(),
            is_local: true,
            http: door(29201),
            http_hosts: Vec::new(),
            ascii: Some(door(29202)),
        }
    }
}

/// Why a den was not opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The world.
    #[error(transparent)]
    World(#[from] WorldError),
    /// A port.
    #[error("the {door} port {port} cannot be opened: {reason}")]
    Port {
        /// Which door.
        door: &'static str,
        /// Which port.
        port: u16,
        /// Why.
        reason: String,
    },
    /// The Robot Raconteur node.
    #[error("the Robot Raconteur node cannot be made: {0}")]
    Node(raconteur::Error),
}

fn port_error(door: &'static str, port: u16, error: &std::io::Error) -> OpenError {
    let reason = match error.kind() {
        std::io::ErrorKind::AddrInUse => "another program uses it".to_owned(),
        std::io::ErrorKind::PermissionDenied => "it needs more rights".to_owned(),
        _ => error.to_string(),
    };
    OpenError::Port { door, port, reason }
}

/// A den whose doors are open until this is dropped.
#[derive(Debug)]
pub struct Opened {
    /// A line to it.
    pub port: Port,
    /// Where its doors are.
    pub names: DoorNames,
    /// Names of the services, the first of which is `reynard`.
    pub services: Vec<String>,
    /// What did not work and is not needed.
    pub remarks: Vec<String>,
    _http: serve::Serving,
    _ascii: Option<ascii::Serving>,
    _raconteur: Option<RaconteurDoor>,
    _running: Running<Command>,
}

#[derive(Debug)]
struct RaconteurDoor {
    node: Node,
    _listeners: Vec<Listener>,
    _local: Option<LocalListener>,
    _announcer: Option<raconteur::discovery::Announcer>,
}

impl Drop for RaconteurDoor {
    fn drop(&mut self) {
        self.node.shutdown();
    }
}

/// The wires that are sent at a fixed rate.
#[derive(Clone, Debug, Default)]
struct Wires {
    classic: Vec<Wire<ReynardState>>,
    den: Vec<Wire<RobotState>>,
}

impl Wires {
    fn send(&self, frame: &Frame, units: WireUnits) {
        for (robot, wire) in self.classic.iter().enumerate() {
            send_state(wire, frame, robot, units);
        }
        for (robot, wire) in self.den.iter().enumerate() {
            send_den_state(wire, frame, robot);
        }
    }
}

/// Opens a den: ports first, so that a port in use is told at once, then the
/// world, then everything is served.
///
/// # Errors
/// When a port or the world cannot be opened.
pub async fn open(options: Options) -> Result<Opened, OpenError> {
    let http = listen("HTTP", Some(options.http)).await?;
    let ascii_listeners = listen("ASCII", options.ascii).await?;
    let raconteur_addresses = listen("Robot Raconteur", options.raconteur).await?;

    let talk = Talk::new("reynard");
    let count = options.robots.clamp(1, crate::worlds::MOST_ROBOTS);
    let wires = Wires {
        classic: (0..count).map(|_| Wire::new()).collect(),
        den: (0..count).map(|_| Wire::new()).collect(),
    };
    let ((frames, title), remote, running) = {
        let source = options.source.clone();
        let (talk, wires, units) = (talk.clone(), wires.clone(), options.wire_units);
        let has_raconteur = options.raconteur.is_some();
        live::start(
            move || -> Result<_, WorldError> {
                let mut world = source.open(count)?;
                let title = title(world.scene());
                let on_tick = Box::new(move |frame: &Frame| {
                    if has_raconteur {
                        wires.send(frame, units);
                    }
                });
                let (den, frames) = Den::new(&mut world, talk, on_tick)?;
                Ok((world, den, (frames, title)))
            },
            options.speed,
        )?
    };
    let port = Port::new(remote, frames, talk);

    let mut remarks = Vec::new();
    let names: Vec<String> = port
        .frame()
        .robots
        .iter()
        .map(|robot| robot.name.to_string())
        .collect();
    let raconteur = match options.raconteur {
        Some(door) => Some(
            serve_raconteur(
                &options,
                door,
                raconteur_addresses,
                &port,
                &names,
                wires,
                &mut remarks,
            )
            .await?,
        ),
        None => None,
    };
    let door_names = DoorNames {
        raconteur: raconteur.as_ref().map(|(_, port)| {
            let name = names.first().map_or("reynard", String::as_str);
            format!("rr+tcp://localhost:{port}?service={name}")
        }),
        http: Some(format!("http://localhost:{}", port_of(&http))),
        ascii: options.ascii.map(|_| AsciiName {
            host: "localhost".into(),
            port: port_of(&ascii_listeners),
        }),
    };
    let frame = port.frame();
    let welcome = Welcome {
        title,
        doors: door_names.clone(),
        den: frame.charger.is_some() || frame.lamp.is_some(),
    };
    let router = rest::router(Rest {
        port: port.clone(),
        welcome: Arc::new(welcome),
    });
    let guard = Guard::new(options.http.reach, options.http_hosts.clone());
    Ok(Opened {
        _http: serve::serve(http, router, guard),
        _ascii: options.ascii.map(|_| ascii::serve(ascii_listeners, &port)),
        _raconteur: raconteur.map(|(door, _)| door),
        _running: running,
        port,
        names: door_names,
        services: names,
        remarks,
    })
}

async fn listen(
    name: &'static str,
    options: Option<DoorOptions>,
) -> Result<Vec<TcpListener>, OpenError> {
    let Some(DoorOptions { port, reach }) = options else {
        return Ok(Vec::new());
    };
    door::open(port, reach)
        .await
        .map_err(|error| port_error(name, port, &error))
}

fn port_of(listeners: &[TcpListener]) -> u16 {
    listeners
        .first()
        .and_then(|listener| listener.local_addr().ok())
        .map_or(0, |address| address.port())
}

fn title(scene: &Scene) -> String {
    let mut top = scene.nodes_in(scene.top_level()).iter().copied();
    top.find_map(|node| match scene.value_of(node, "title")?.as_ref() {
        Value::String(title) => Some(title.value.to_string()),
        _ => None,
    })
    .unwrap_or_else(|| "Reynard the Robot".into())
}

async fn serve_raconteur(
    options: &Options,
    door: DoorOptions,
    listeners: Vec<TcpListener>,
    port: &Port,
    names: &[String],
    wires: Wires,
    remarks: &mut Vec<String>,
) -> Result<(RaconteurDoor, u16), OpenError> {
    let node = node(&options.node_name, options.is_local)?;
    for (robot, name) in names.iter().enumerate() {
        let mut members = ReynardMembers::default();
        if let Some(wire) = wires.classic.get(robot) {
            members.state = wire.clone();
        }
        let service = RobotService::new(port.clone(), robot, members);
        let service = ReynardObject::new(service).service(name);
        service
            .and_then(|service| node.register(service))
            .map_err(OpenError::Node)?;
    }
    let den = DenService::new(port.clone(), wires.den);
    DenObject::new(den)
        .service("den")
        .and_then(|service| node.register(service))
        .map_err(OpenError::Node)?;

    let number = port_of(&listeners);
    let mut open = Vec::new();
    for listener in listeners {
        let options = ListenOptions {
            origins: Origins::default(),
            ..ListenOptions::default()
        };
        let listener = node.listen_on(listener, options).map_err(OpenError::Node)?;
        open.push(listener);
    }
    let mut local = None;
    if options.is_local {
        match node.listen_local(LocalOptions::default()).await {
            Ok(listener) => local = Some(listener),
            Err(error) => remarks.push(format!("no local transport: {error}")),
        }
    }
    let announcer = match open.first() {
        Some(listener) if door.reach == Reach::Public => {
            match node.announce(listener, Default::default()).await {
                Ok(announcer) => Some(announcer),
                Err(error) => {
                    remarks.push(format!("not announced: {error}"));
                    None
                }
            }
        }
        _ => None,
    };
    let door = RaconteurDoor {
        node,
        _listeners: open,
        _local: local,
        _announcer: announcer,
    };
    Ok((door, number))
}

/// The node with the identity that it had last time, if nobody else has it now.
fn node(name: &str, is_stored: bool) -> Result<Node, OpenError> {
    let stored = is_stored.then(|| {
        let store = IdentityStore::shared()?;
        Node::stored(name, &store)
    });
    match stored {
        Some(Ok(node)) => Ok(node),
        _ => Node::new(name).map_err(OpenError::Node),
    }
}
