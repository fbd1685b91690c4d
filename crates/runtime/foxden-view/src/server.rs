//! The HTTP side: the page, the WebSocket, geometries and textures.

use crate::connection::{self, LARGEST_MESSAGE, LARGEST_QUESTION};
use crate::hub::Hub;
use crate::robot_windows;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use foxden_runtime::secret_word::SecretWord;
use foxden_web::frame_ancestors::{FrameAncestor, FrameAncestors};
use foxden_web::guard::Guard;
use foxden_web::page::page;
use foxden_web::ports::{self, Reach};
use foxden_web::server::{self, Serving};
use std::io;
use std::sync::Arc;
use tokio::runtime::Runtime;

/// The path of the page.
pub const PAGE: &str = "/view.html";

/// A new token: the random word in the address of the page that allows a viewer to
/// change the world.
///
/// # Errors
/// When the system has no random numbers.
pub fn random_token() -> io::Result<SecretWord> {
    SecretWord::random::<16>()
}

/// What routes share.
#[derive(Clone, Debug)]
struct Shared {
    hub: Arc<Hub>,
    token: Arc<SecretWord>,
}

/// The routes of the viewer, without the page.
pub fn routes(hub: Arc<Hub>, token: Arc<SecretWord>) -> Router {
    Router::new()
        .route("/viewer/socket", get(socket))
        .route("/viewer/geometry/{name}", get(geometry))
        .route("/viewer/texture/{name}", get(texture))
        .route("/viewer/world/{key}/{name}", get(world_picture))
        .route("/viewer/window/{key}/{*path}", get(window_file))
        .with_state(Shared { hub, token })
}

async fn socket(
    State(shared): State<Shared>,
    RawQuery(query): RawQuery,
    upgrade: WebSocketUpgrade,
) -> Response {
    let query = query.unwrap_or_default();
    let words = query
        .split('&')
        .filter_map(|pair| pair.strip_prefix("token="));
    let can_change = words.into_iter().any(|word| shared.token.is(word));
    let largest = match can_change {
        true => LARGEST_MESSAGE,
        false => LARGEST_QUESTION,
    };
    upgrade
        .max_message_size(largest)
        .max_frame_size(largest)
        .on_upgrade(async move |socket| connection::serve(socket, shared.hub, can_change).await)
}

async fn geometry(State(shared): State<Shared>, Path(name): Path<String>) -> Response {
    blob(shared.hub, name, false).await
}

async fn texture(State(shared): State<Shared>, Path(name): Path<String>) -> Response {
    blob(shared.hub, name, true).await
}

async fn blob(hub: Arc<Hub>, name: String, is_texture: bool) -> Response {
    if hub.blobs.is_texture(&name) != is_texture {
        return StatusCode::NOT_FOUND.into_response();
    }
    // a large picture takes a while to compress
    let made = tokio::task::spawn_blocking(move || hub.blobs.bytes(&name)).await;
    let Ok(Some(bytes)) = made else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let kind = match is_texture {
        true => "image/png",
        false => "application/octet-stream",
    };
    let headers = [
        (header::CONTENT_TYPE, kind),
        (
            header::CACHE_CONTROL,
            "private, max-age=31536000, immutable",
        ),
    ];
    (headers, bytes).into_response()
}

/// The picture of a world of the start page.
async fn world_picture(
    State(shared): State<Shared>,
    Path((key, name)): Path<(String, String)>,
) -> Response {
    let index = name.strip_suffix(".png").and_then(|name| name.parse().ok());
    let worlds = shared.hub.worlds().filter(|worlds| worlds.is_key(&key));
    let (Some(index), Some(worlds)) = (index, worlds) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let drawn = tokio::task::spawn_blocking(move || worlds.picture(index)).await;
    let Ok(Some(bytes)) = drawn else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let headers = [
        (header::CONTENT_TYPE, "image/png"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, bytes).into_response()
}

/// A file of a robot window.
async fn window_file(
    State(shared): State<Shared>,
    Path((key, path)): Path<(String, String)>,
    headers: HeaderMap,
) -> Response {
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    let policy = robot_windows::policy(host.unwrap_or("localhost"), &key);
    let hub = shared.hub;
    let read = tokio::task::spawn_blocking(move || hub.windows.file(&key, &path)).await;
    let Ok(Some(file)) = read else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let headers = [
        (header::CONTENT_TYPE, file.content_type),
        (header::CACHE_CONTROL, "no-cache"),
        (header::CONTENT_SECURITY_POLICY, policy.as_str()),
        // the frame of a window has no origin
        (header::ACCESS_CONTROL_ALLOW_ORIGIN, "null"),
    ];
    (headers, file.bytes).into_response()
}

/// How a viewer is served.
#[derive(Clone, Debug)]
pub struct ViewServerOptions {
    /// The port; 0 for any that is free.
    pub port: u16,
    /// Who can reach it.
    pub reach: Reach,
    /// Further names of this host.
    pub hosts: Vec<String>,
    /// Origins whose pages may show the page in a frame.
    pub frames: Vec<FrameAncestor>,
}

/// A server that runs until it is dropped, and the worlds that it shows one after
/// another.
#[derive(Debug)]
pub struct ViewServer {
    hub: Arc<Hub>,
    token: Arc<SecretWord>,
    port: u16,
    serving: Option<Serving>,
    runtime: Option<Runtime>,
}

impl ViewServer {
    /// Opens the port and serves the page.
    ///
    /// # Errors
    /// When the port is taken, or no thread or random number can be had.
    pub fn start(options: &ViewServerOptions) -> io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name("viewer")
            .enable_all()
            .build()?;
        let hub = Arc::new(Hub::default());
        let token = Arc::new(random_token()?);
        let frames = FrameAncestors::new(options.frames.iter().cloned());
        let router = routes(hub.clone(), token.clone())
            .fallback(page)
            .layer(Extension(frames));
        let guard = Guard::new(options.reach, options.hosts.iter().cloned());
        let open = async {
            let listeners = ports::open(options.port, options.reach).await?;
            let port = match listeners.first() {
                Some(listener) => listener.local_addr()?.port(),
                None => options.port,
            };
            Ok::<_, io::Error>((server::serve(listeners, router, guard), port))
        };
        // the caller may itself be a task, and a task must not block
        let opened = std::thread::scope(|scope| scope.spawn(|| runtime.block_on(open)).join());
        let (serving, port) =
            opened.map_err(|_| io::Error::other("the server ended while it was opened"))??;
        Ok(Self {
            hub,
            token,
            port,
            serving: Some(serving),
            runtime: Some(runtime),
        })
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The address of the page, with the token.
    pub fn address(&self) -> String {
        self.address_at("localhost")
    }

    /// The same under another name of this host.
    pub fn address_at(&self, host: &str) -> String {
        let (port, token) = (self.port, self.token.reveal());
        format!("http://{host}:{port}{PAGE}?token={token}")
    }

    /// What worlds and viewers share.
    pub fn hub(&self) -> &Arc<Hub> {
        &self.hub
    }
}

impl Drop for ViewServer {
    fn drop(&mut self) {
        drop(self.serving.take());
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
