//! A world in its thread with a view server, and a WebSocket client.
#![allow(clippy::unwrap_used, dead_code)]

use foxden_lang::resolve::{Location, MemoryStorage, Search, SearchSettings};
use foxden_runtime::pace::Pace;
use foxden_runtime::participant::Participant;
use foxden_runtime::run_loop::{RunLoop, Until};
use foxden_runtime::running_world::RunningWorld;
use foxden_runtime::stop_flag::StopFlag;
use foxden_scene::{Library, load_text};
use foxden_sim::World;
use foxden_view::controller_access::{ControllerAccess, UnreachableControllers};
use foxden_view::frames::{PoseFrame, decode};
use foxden_view::server::{ViewServer, ViewServerOptions};
use foxden_view::viewer::{Viewer, WorldAbout};
use foxden_web::ports::Reach;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value as Json, json};
use std::collections::VecDeque;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

/// How long a client waits for a message: far longer than any takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// A PROTO that worlds may declare.
const CRATE: &str = "#VRML_SIM R2023b utf8
PROTO Crate [ field SFVec3f size 1 1 1 ]
{ Solid { children [ Shape { geometry Box { size IS size } } ] } }
";

/// A world from its nodes.
pub fn world(nodes: &str) -> World {
    let location = Location::file("/view/worlds/test.wbt");
    let mut files = MemoryStorage::new();
    files.insert("/view/protos/Crate.proto", CRATE);
    let search = Search::new(SearchSettings::for_document(&location), files);
    let mut library = Library::new(Arc::new(search));
    let text = format!("#VRML_SIM R2023b utf8\n{nodes}");
    let loaded = load_text(&location, text.as_bytes(), &mut library);
    assert!(!loaded.diagnostics.has_errors(), "{:?}", loaded.diagnostics);
    World::new(loaded.scene, library)
}

/// What a run was when it ended.
pub struct Ended {
    pub steps: u64,
    pub time: f64,
}

/// A world that is shown until this is dropped.
pub struct Shown {
    pub server: ViewServer,
    pub stop: StopFlag,
    thread: Option<JoinHandle<Ended>>,
}

impl Shown {
    /// Shows a world at a pace.
    pub fn new(nodes: &str, pace: Pace) -> Self {
        Self::with(nodes, pace, WorldAbout::default())
    }

    /// Shows a world that is known for something.
    pub fn with(nodes: &str, pace: Pace, about: WorldAbout) -> Self {
        Self::with_controllers(nodes, pace, about, Box::new(UnreachableControllers::NONE))
    }

    /// Shows a world with controllers.
    pub fn with_controllers(
        nodes: &str,
        pace: Pace,
        about: WorldAbout,
        controllers: Box<dyn ControllerAccess>,
    ) -> Self {
        let options = ViewServerOptions {
            port: 0,
            reach: Reach::Loopback,
            hosts: Vec::new(),
            frames: Vec::new(),
        };
        let server = ViewServer::start(&options).unwrap();
        let stop = StopFlag::default();
        let (hub, own_stop, nodes) = (server.hub().clone(), stop.clone(), nodes.to_owned());
        let thread = std::thread::spawn(move || {
            let world = RunningWorld::new(world(&nodes));
            let mut run_loop = RunLoop::new(world, pace, &own_stop);
            let mut viewer = Viewer::new(hub.clone(), about).with_controllers(controllers);
            hub.connect(run_loop.handle());
            run_loop.run(Until::Stopped, &mut [&mut viewer]);
            viewer.finish();
            let world = run_loop.into_world();
            Ended {
                steps: world.steps(),
                time: world.time(),
            }
        });
        Self {
            server,
            stop,
            thread: Some(thread),
        }
    }

    /// Ends the run.
    pub fn end(mut self) -> Ended {
        self.stop.stop();
        self.thread.take().unwrap().join().unwrap()
    }

    /// Connects a viewer that may change the world.
    pub async fn viewer(&self) -> Client {
        let address = self.server.address();
        let token = address.split("token=").nth(1).unwrap().to_owned();
        Client::connect(self.server.port(), &format!("?token={token}")).await
    }

    /// Adds a line to the console.
    pub fn print(&self, text: &str) {
        self.server.hub().print(None, "foxden", text);
    }

    /// Connects a viewer that may only look.
    pub async fn guest(&self) -> Client {
        Client::connect(self.server.port(), "").await
    }
}

impl Drop for Shown {
    fn drop(&mut self) {
        self.stop.stop();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// A viewer.
pub struct Client {
    pub socket: WebSocketStream<TcpStream>,
    /// Messages that came before what was waited for.
    kept: VecDeque<Json>,
    /// Frames that came.
    pub frames: Vec<PoseFrame>,
    /// Pictures that came.
    pub pictures: Vec<Vec<u8>>,
    next: u64,
}

impl Client {
    /// Connects with a query.
    pub async fn connect(port: u16, query: &str) -> Self {
        let stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
        let address = format!("ws://localhost:{port}/viewer/socket{query}");
        let (socket, _) = client_async(address, stream).await.unwrap();
        Self {
            socket,
            kept: VecDeque::new(),
            frames: Vec::new(),
            pictures: Vec::new(),
            next: 1,
        }
    }

    async fn receive(&mut self) -> Json {
        loop {
            let message = tokio::time::timeout(PATIENCE, self.socket.next()).await;
            match message
                .expect("a message in time")
                .expect("a connection")
                .unwrap()
            {
                Message::Text(text) => return serde_json::from_str(&text).unwrap(),
                Message::Binary(bytes) if bytes[0] == 1 => {
                    self.frames.push(decode(&bytes).expect("a whole frame"));
                }
                Message::Binary(bytes) => self.pictures.push(bytes.to_vec()),
                _ => {}
            }
        }
    }

    /// The next message for which something holds.
    pub async fn wait(&mut self, is_wanted: impl Fn(&Json) -> bool) -> Json {
        if let Some(at) = self.kept.iter().position(&is_wanted) {
            return self.kept.remove(at).unwrap();
        }
        loop {
            let message = self.receive().await;
            if is_wanted(&message) {
                return message;
            }
            self.kept.push_back(message);
        }
    }

    /// The next message of a type.
    pub async fn message(&mut self, kind: &str) -> Json {
        self.wait(|message| message["type"] == kind).await
    }

    /// The next values of a topic.
    pub async fn values(&mut self, topic: &str) -> Json {
        self.wait(|message| message["type"] == "values" && message["topic"] == topic)
            .await
    }

    /// Waits until a frame for which something holds has come.
    pub async fn frame(&mut self, is_wanted: impl Fn(&PoseFrame) -> bool) -> PoseFrame {
        loop {
            if let Some(at) = self.frames.iter().position(&is_wanted) {
                return self.frames.remove(at);
            }
            let message = self.receive_any().await;
            self.kept.extend(message);
        }
    }

    async fn receive_any(&mut self) -> Option<Json> {
        let message = tokio::time::timeout(PATIENCE, self.socket.next()).await;
        match message
            .expect("a message in time")
            .expect("a connection")
            .unwrap()
        {
            Message::Text(text) => Some(serde_json::from_str(&text).unwrap()),
            Message::Binary(bytes) if bytes[0] == 1 => {
                self.frames.push(decode(&bytes).expect("a whole frame"));
                None
            }
            Message::Binary(bytes) => {
                self.pictures.push(bytes.to_vec());
                None
            }
            _ => None,
        }
    }

    /// Whether a message of a type came before something that was waited for.
    pub fn has(&self, kind: &str) -> bool {
        self.kept.iter().any(|message| message["type"] == kind)
    }

    /// Sends a command and returns its reply.
    pub async fn ask(&mut self, command: Json) -> Json {
        let id = self.next;
        self.next += 1;
        let mut command = command;
        command["id"] = id.into();
        self.socket
            .send(Message::text(command.to_string()))
            .await
            .unwrap();
        self.wait(|message| message["type"] == "reply" && message["to"] == json!(id))
            .await
    }

    /// Sends a command that must succeed.
    pub async fn order(&mut self, command: Json) -> Json {
        let reply = self.ask(command.clone()).await;
        assert_eq!(reply["ok"], true, "{command}: {reply}");
        reply
    }
}

/// The answer to a GET, with its head.
pub async fn get(port: u16, path: &str) -> String {
    get_as(port, path, "").await
}

/// The answer to a GET with further header lines.
pub async fn get_as(port: u16, path: &str, head: &str) -> String {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    let request =
        format!("GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\n{head}Connection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}
