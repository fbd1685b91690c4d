//! Opens a den with all its doors.

use crate::ascii;
use crate::command::Command;
use crate::den::Den;
use crate::port::Port;
use crate::raconteur_door::RaconteurDoor;
use crate::rest::{self, Rest};
use crate::service::WireUnits;
use crate::stream::{AsciiName, DoorNames, Welcome};
use crate::talk::Talk;
use crate::trail::Trails;
use crate::worlds::{Source, WorldError};
use foxden_host::live::{self, Running};
use foxden_host::web::door::{self, Reach};
use foxden_host::web::guard::Guard;
use foxden_host::web::serve;
use foxden_scene::{Scene, Value};
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
    /// Origins of further web pages that may speak to the node.
    pub raconteur_origins: Vec<String>,
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
            raconteur_origins: Vec::new(),
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
    /// Threads and the like.
    #[error("the system did not help: {0}")]
    System(std::io::Error),
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

/// Opens a den: ports first, so that a port in use is told at once, then the
/// world, then everything is served.
///
/// # Errors
/// When a port or the world cannot be opened.
pub async fn open(options: Options) -> Result<Opened, OpenError> {
    let http = listen("HTTP", Some(options.http)).await?;
    let ascii_listeners = listen("ASCII", options.ascii).await?;
    let raconteur_listeners = listen("Robot Raconteur", options.raconteur).await?;

    let talk = Talk::new("reynard");
    let trails = Arc::<Trails>::default();
    let ((frames, field, title), remote, running) = {
        let source = options.source.clone();
        let (talk, trails) = (talk.clone(), trails.clone());
        live::start(
            move || -> Result<_, WorldError> {
                let (mut world, field) = source.open(options.robots)?;
                let title = title(world.scene());
                let (den, frames) = Den::new(&mut world, field, talk, trails)?;
                Ok((world, den, (frames, field, title)))
            },
            options.speed,
        )?
    };
    let port = Port::new(remote, field, frames, talk, trails);

    let mut remarks = Vec::new();
    let names: Vec<String> = port
        .frame()
        .robots
        .iter()
        .map(|robot| robot.name.to_string())
        .collect();
    let raconteur = match options.raconteur {
        Some(door) => Some(
            RaconteurDoor::open(
                raconteur_listeners,
                &options,
                door,
                port_of(&http),
                &port,
                &names,
                &mut remarks,
            )
            .await?,
        ),
        None => None,
    };
    let door_names = DoorNames {
        raconteur: raconteur.as_ref().map(|door| {
            let name = names.first().map_or("reynard", String::as_str);
            format!("rr+tcp://localhost:{}?service={name}", door.port)
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
        _raconteur: raconteur,
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

pub(crate) fn port_of(listeners: &[TcpListener]) -> u16 {
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
