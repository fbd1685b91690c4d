//! Opens a den with all its servers.

use crate::ascii;
use crate::den::Den;
use crate::den_handle::DenHandle;
use crate::messages::Messages;
use crate::raconteur_server::RaconteurServer;
use crate::rest::{self, Rest};
use crate::service::WireUnits;
use crate::stream::{AsciiName, ServerAddresses, Welcome};
use crate::trail::Trails;
use crate::world_service::WorldService;
use crate::worlds::{WorldError, WorldSource};
use foxden_runtime::pace::Pace;
use foxden_runtime::participant::Participant;
use foxden_runtime::running_world::RunningWorld;
use foxden_runtime::world_thread::{self, OpenedWorld, WorldThread};
use foxden_scene::{Scene, Value};
use foxden_sim::World;
use foxden_view::hub::Hub;
use foxden_view::server::{PAGE, random_token, routes};
use foxden_view::viewer::{Viewer, WorldAbout};
use foxden_web::guard::Guard;
use foxden_web::ports::{self, Reach};
use foxden_web::server;
use std::sync::Arc;
use tokio::net::TcpListener;

/// The usual port of Robot Raconteur.
pub const RACONTEUR_PORT: u16 = 29200;

/// The usual port of the page and of REST.
pub const HTTP_PORT: u16 = 29201;

/// The usual port of the ASCII server.
pub const ASCII_PORT: u16 = 29202;

/// The name of the node and of the definition.
pub const NODE_NAME: &str = "experimental.reynard_the_robot";

/// A server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServerOptions {
    /// Its port; 0 for any that is free.
    pub port: u16,
    /// Who can reach it.
    pub reach: Reach,
}

/// Opens one more participant of a world.
type OpenParticipant =
    dyn Fn(&World) -> std::io::Result<Option<Box<dyn Participant>>> + Send + Sync;

/// Participants besides the den, such as controllers of other robots. They are
/// called before the den.
#[derive(Clone, Default)]
pub struct OtherParticipants(Vec<Arc<OpenParticipant>>);

impl std::fmt::Debug for OtherParticipants {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{} participants", self.0.len())
    }
}

impl OtherParticipants {
    /// Adds one; `open` returns none if the world does not need it.
    pub fn add(
        &mut self,
        open: impl Fn(&World) -> std::io::Result<Option<Box<dyn Participant>>> + Send + Sync + 'static,
    ) {
        self.0.push(Arc::new(open));
    }

    fn open(&self, world: &World) -> std::io::Result<Vec<Box<dyn Participant>>> {
        let opened = self.0.iter().map(|open| open(world));
        opened.filter_map(Result::transpose).collect()
    }
}

/// How a den is opened.
#[derive(Clone, Debug)]
pub struct DenOptions {
    /// The world.
    pub source: WorldSource,
    /// How many Reynards.
    pub robots: usize,
    /// What takes part besides the den.
    pub participants: OtherParticipants,
    /// The factor of real time.
    pub speed: f64,
    /// Whether the thread of the wires runs in the real-time class.
    pub has_realtime_priority: bool,
    /// The units of the `state` wire.
    pub wire_units: WireUnits,
    /// The Robot Raconteur server.
    pub raconteur: Option<ServerOptions>,
    /// The name of the node.
    pub node_name: String,
    /// Whether programs on this machine find the node by its name, and it
    /// keeps its identity from run to run.
    pub is_local: bool,
    /// Origins of further web pages that may connect to the node.
    pub raconteur_origins: Vec<String>,
    /// The HTTP server.
    pub http: ServerOptions,
    /// Further names of hosts that the HTTP server answers to.
    pub http_hosts: Vec<String>,
    /// The ASCII server.
    pub ascii: Option<ServerOptions>,
}

impl DenOptions {
    /// The usual ports, on loopback.
    pub fn new(source: WorldSource) -> Self {
        let server = |port| ServerOptions {
            port,
            reach: Reach::Loopback,
        };
        Self {
            source,
            robots: 1,
            participants: OtherParticipants::default(),
            speed: 1.0,
            has_realtime_priority: false,
            wire_units: WireUnits::Si,
            raconteur: Some(server(RACONTEUR_PORT)),
            node_name: NODE_NAME.to_owned(),
            is_local: true,
            raconteur_origins: Vec::new(),
            http: server(HTTP_PORT),
            http_hosts: Vec::new(),
            ascii: Some(server(ASCII_PORT)),
        }
    }

    /// Whether the world is a service, too. The field of the original is not, and a client of the
    /// world may change everything in it, so that no other machine gets it.
    pub fn offers_world(&self) -> bool {
        let is_public = |server: ServerOptions| server.reach == Reach::Public;
        !matches!(self.source, WorldSource::Classic) && !self.raconteur.is_none_or(is_public)
    }
}

/// Why a den was not opened.
#[derive(Debug, thiserror::Error)]
pub enum DenOpenError {
    /// The world.
    #[error(transparent)]
    World(#[from] WorldError),
    /// A port.
    #[error("the {server} port {port} cannot be opened: {reason}")]
    Port {
        /// Which server.
        server: &'static str,
        /// Which port.
        port: u16,
        /// Why it cannot be opened.
        reason: String,
    },
    /// The Robot Raconteur node.
    #[error("the Robot Raconteur node cannot be created: {0}")]
    Node(raconteur::Error),
    /// Threads and other parts of the system.
    #[error("the system refused: {0}")]
    System(std::io::Error),
}

fn port_error(server: &'static str, port: u16, error: &std::io::Error) -> DenOpenError {
    let reason = match error.kind() {
        std::io::ErrorKind::AddrInUse => {
            "another program uses it; choose another port, or end that program".to_owned()
        }
        std::io::ErrorKind::PermissionDenied => {
            "this user may not use it; choose a port from 1024 on".to_owned()
        }
        _ => error.to_string(),
    };
    DenOpenError::Port {
        server,
        port,
        reason,
    }
}

/// A den whose servers run until this is dropped.
#[derive(Debug)]
pub struct OpenDen {
    /// The way to send it commands.
    pub handle: DenHandle,
    /// The addresses of its servers.
    pub addresses: ServerAddresses,
    /// The address of the viewer, with the token that lets it change the world.
    pub view: String,
    /// Names of the services, the first of which is `reynard`.
    pub services: Vec<String>,
    /// Whether there is the service `world` as well.
    pub has_world_service: bool,
    /// What did not work and is not needed.
    pub remarks: Vec<String>,
    _http: server::Serving,
    _ascii: Option<ascii::AsciiServer>,
    _raconteur: Option<RaconteurServer>,
    _thread: WorldThread,
}

/// Opens a den: ports first, so that a port in use is reported at once, then the
/// world, then everything is served.
///
/// # Errors
/// When a port or the world cannot be opened.
pub async fn open(options: DenOptions) -> Result<OpenDen, DenOpenError> {
    let http = listen("HTTP", Some(options.http)).await?;
    let ascii_listeners = listen("ASCII", options.ascii).await?;
    let raconteur_listeners = listen("Robot Raconteur", options.raconteur).await?;

    let talk = Messages::new("reynard");
    let trails = Arc::<Trails>::default();
    let token = Arc::new(random_token().map_err(DenOpenError::System)?);
    let hub = Arc::<Hub>::default();
    let (world_service, world_opener) = WorldService::new();
    let ((channels, field, title), run, thread) = {
        let hub = hub.clone();
        let source = options.source.clone();
        let (talk, trails) = (talk.clone(), trails.clone());
        let others = options.participants.clone();
        world_thread::start(
            move || -> Result<_, WorldError> {
                let (world, field) = source.open(options.robots)?;
                let title = title(world.scene());
                let mut participants = others.open(&world)?;
                let mut world = RunningWorld::new(world);
                let (den, channels) = Den::new(&mut world, field, talk, trails)?;
                participants.push(Box::new(den));
                participants.push(Box::new(Viewer::new(hub, WorldAbout::default())));
                participants.push(Box::new(world_service));
                Ok(OpenedWorld {
                    world,
                    participants,
                    held: (channels, field, title),
                })
            },
            Pace::factor(options.speed),
        )?
    };
    hub.connect(run.clone());
    let handle = DenHandle::new(run, field, channels, talk, trails);

    let mut remarks = Vec::new();
    let names: Vec<String> = handle
        .frame()
        .robots
        .iter()
        .map(|robot| robot.name.to_string())
        .collect();
    let raconteur = match options.raconteur {
        Some(server) => Some(
            RaconteurServer::open(
                raconteur_listeners,
                &options,
                server,
                port_of(&http),
                &handle,
                &names,
                &mut remarks,
            )
            .await?,
        ),
        None => None,
    };
    let has_world_service = options.offers_world();
    if let Some(server) = raconteur.as_ref().filter(|_| has_world_service) {
        let name = options.source.name();
        server.offer_world(&world_opener, &handle, name).await?;
    }
    let addresses = ServerAddresses {
        raconteur: raconteur.as_ref().map(|server| {
            let name = names.first().map_or("reynard", String::as_str);
            server.url(name)
        }),
        http: Some(format!("http://localhost:{}", port_of(&http))),
        ascii: options.ascii.map(|_| AsciiName {
            host: "localhost".into(),
            port: port_of(&ascii_listeners),
        }),
    };
    let frame = handle.frame();
    let welcome = Welcome {
        title,
        servers: addresses.clone(),
        den: frame.charger.is_some() || frame.lamp.is_some(),
    };
    let router = rest::router(Rest {
        handle: handle.clone(),
        welcome: Arc::new(welcome),
    });
    let port = port_of(&http);
    let view = format!("http://localhost:{port}{PAGE}?token={}", token.reveal());
    let router = router.merge(routes(hub, token));
    let guard = Guard::new(options.http.reach, options.http_hosts.clone());
    Ok(OpenDen {
        _http: server::serve(http, router, guard),
        _ascii: options
            .ascii
            .map(|_| ascii::serve(ascii_listeners, &handle)),
        _raconteur: raconteur,
        _thread: thread,
        handle,
        addresses,
        view,
        has_world_service,
        services: names,
        remarks,
    })
}

async fn listen(
    name: &'static str,
    options: Option<ServerOptions>,
) -> Result<Vec<TcpListener>, DenOpenError> {
    let Some(ServerOptions { port, reach }) = options else {
        return Ok(Vec::new());
    };
    ports::open(port, reach)
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
