//! Local sockets, found through files in a folder of the user.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, fcntl_lock};
use tokio::net::{UnixListener, UnixStream};
use tokio::task::JoinHandle;

use crate::connection::{Settings, Timing};
use crate::error::{Error, ErrorCode, Result};
use crate::link::{Carrier, StreamInfo};
use crate::message::NodeId;
use crate::node::{FoundNode, Node, random_word};
use crate::server::{AcceptedStream, SessionFlag, serve_stream};
use crate::url::ServiceUrl;

/// Longest path of a socket.
const LONGEST_SOCKET: usize = 107;

/// Largest file that is read.
const LARGEST_FILE: u64 = 16 * 1024;

/// Where and how a node listens for programs on the same machine.
///
/// ```no_run
/// # async fn example(node: raconteur::Node) -> Result<(), raconteur::Error> {
/// let listener = node.listen_local(Default::default()).await?;
/// println!("rr+local:///?nodename={}&service=…  ({})", node.name(), listener.socket().display());
/// # Ok(()) }
/// ```
#[derive(Clone, Debug, Default)]
pub struct LocalOptions {
    /// The run folder; by default that of the user.
    pub run_folder: Option<PathBuf>,
    /// Limits and versions.
    pub settings: Settings,
    /// Connections at the same time; zero for 1024.
    pub connections: usize,
}

/// A node's local socket; dropping it removes the socket and its files.
#[derive(Debug)]
pub struct LocalListener {
    socket: PathBuf,
    task: JoinHandle<()>,
    updater: JoinHandle<()>,
    files: Vec<PathBuf>,
    _locks: Vec<File>,
    _node: Node,
}

impl LocalListener {
    /// Path of the socket.
    pub fn socket(&self) -> &Path {
        &self.socket
    }
}

impl Drop for LocalListener {
    fn drop(&mut self) {
        self.task.abort();
        self.updater.abort();
        for file in &self.files {
            let _ = fs::remove_file(file);
        }
        let _ = fs::remove_file(&self.socket);
    }
}

fn is_root() -> bool {
    rustix::process::getuid().is_root()
}

fn system_folder() -> PathBuf {
    std::env::var_os("ROBOTRACONTEUR_SYSTEM_RUN_DIR")
        .map_or_else(|| PathBuf::from("/var/run/robotraconteur"), PathBuf::from)
}

/// The user's own run folder.
pub(crate) fn private_folder() -> Result<PathBuf> {
    if is_root() {
        return Ok(system_folder().join("root"));
    }
    if let Some(folder) = std::env::var_os("ROBOTRACONTEUR_USER_RUN_DIR") {
        return Ok(folder.into());
    }
    std::env::var_os("XDG_RUNTIME_DIR")
        .map(|folder| PathBuf::from(folder).join("robotraconteur"))
        .or_else(|| {
            let user = rustix::process::getuid().as_raw();
            Some(format!("/tmp/robotraconteur-run-{user}").into())
        })
        .ok_or_else(|| Error::new(ErrorCode::SystemResourceError, "no run folder"))
}

/// The name of the user who runs this program.
fn user_name() -> String {
    let id = rustix::process::getuid().as_raw().to_string();
    let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
    users
        .lines()
        .map(|line| line.split(':').collect::<Vec<_>>())
        .find(|fields| fields.get(2) == Some(&id.as_str()))
        .and_then(|fields| fields.first().map(|name| (*name).to_owned()))
        .unwrap_or(id)
}

fn create_folder(folder: &Path) -> io::Result<()> {
    fs::DirBuilder::new()
        .recursive(true)
        .mode(0o750)
        .create(folder)
}

/// Opens a file that only its owner writes, and holds it against others.
fn lock_file(path: &Path, append: bool) -> Result<File> {
    let file = OpenOptions::new()
        .read(true)
        .write(true)
        .append(append)
        .create(true)
        .truncate(false)
        .mode(0o640)
        .open(path)?;
    fcntl_lock(&file, FlockOperation::NonBlockingLockExclusive).map_err(|_| {
        Error::new(
            ErrorCode::InvalidOperation,
            format!("{} is in use by another node", path.display()),
        )
    })?;
    Ok(file)
}

fn write_info(mut file: &File, text: &str) -> io::Result<()> {
    use std::io::Seek;
    file.set_len(0)?;
    file.rewind()?;
    file.write_all(text.as_bytes())?;
    file.flush()
}

fn info_text(node: &Node, socket: &Path, user: &str, nonce: &str) -> String {
    let pid = std::process::id();
    let mut text = format!(
        "ServiceStateNonce: {nonce}\nnodeid: {}\n",
        node.id().braced()
    );
    if !node.name().is_empty() {
        text.push_str(&format!("nodename: {}\n", node.name()));
    }
    text.push_str(&format!(
        "pid: {pid}\nsocket: {}\nusername: {user}\n",
        socket.display()
    ));
    text
}

impl Node {
    /// Listens for programs on the same machine.
    ///
    /// ```no_run
    /// # async fn example(node: raconteur::Node) -> raconteur::Result<()> {
    /// use raconteur::transport::{LocalListener, LocalOptions};
    /// let options = LocalOptions { connections: 16, ..LocalOptions::default() };
    /// let listener: LocalListener = node.listen_local(options).await?;
    /// # Ok(()) }
    /// ```
    pub async fn listen_local(&self, options: LocalOptions) -> Result<LocalListener> {
        let run = match &options.run_folder {
            Some(folder) => folder.clone(),
            None => private_folder()?,
        };
        let sockets = run.join("socket");
        let by_id = run.join("transport/local/by-nodeid");
        let by_name = run.join("transport/local/by-nodename");
        for folder in [&sockets, &by_id, &by_name] {
            create_folder(folder)?;
        }
        let socket = sockets.join(format!("{}.sock", random_word()?));
        if socket.as_os_str().len() > LONGEST_SOCKET {
            return Err(Error::new(
                ErrorCode::SystemResourceError,
                "the path of the local socket is too long",
            ));
        }
        let mut stems = vec![by_id.join(self.id().to_string())];
        if !self.name().is_empty() {
            stems.push(by_name.join(self.name()));
        }
        let mut files = Vec::new();
        let mut locks = Vec::new();
        let mut infos = Vec::new();
        for stem in &stems {
            let with = |ending: &str| {
                let mut path = stem.clone().into_os_string();
                path.push(ending);
                PathBuf::from(path)
            };
            let mut process = lock_file(&with(".pid"), true)?;
            write!(process, "{}", std::process::id())?;
            let info = lock_file(&with(".info"), false)?;
            infos.push(info.try_clone()?);
            files.push(with(".pid"));
            files.push(with(".info"));
            locks.push(process);
            locks.push(info);
        }
        let listener = UnixListener::bind(&socket)?;
        fs::set_permissions(&socket, fs::Permissions::from_mode(0o770))?;
        let user = user_name();
        let mut nonce = self.state.nonce();
        let text = info_text(self, &socket, &user, &nonce.borrow_and_update());
        for info in &infos {
            write_info(info, &text)?;
        }
        let (node, path) = (self.clone(), socket.clone());
        let updater = tokio::spawn(async move {
            while nonce.changed().await.is_ok() {
                let text = info_text(&node, &path, &user, &nonce.borrow_and_update());
                for info in &infos {
                    let _ = write_info(info, &text);
                }
            }
        });
        let settings = Settings {
            timing: Timing::LOCAL,
            ..options.settings
        };
        let connections = match options.connections {
            0 => 1024,
            number => number,
        };
        let task = tokio::spawn(serve_local(self.clone(), listener, settings, connections));
        Ok(LocalListener {
            socket,
            task,
            updater,
            files,
            _locks: locks,
            _node: self.clone(),
        })
    }
}

async fn serve_local(node: Node, listener: UnixListener, settings: Settings, connections: usize) {
    let room = std::sync::Arc::new(tokio::sync::Semaphore::new(connections));
    loop {
        let Ok(permit) = room.clone().acquire_owned().await else {
            return;
        };
        match listener.accept().await {
            Ok((stream, _)) => {
                let (state, settings) = (node.state.clone(), settings.clone());
                tokio::spawn(async move {
                    let _permit = permit;
                    let accepted = AcceptedStream {
                        stream: Box::new(stream),
                        initial: Vec::new(),
                        info: StreamInfo {
                            carrier: Carrier::Local,
                            local: None,
                            peer: None,
                            secure: false,
                        },
                        tls: None,
                        direct_writer: None,
                    };
                    tokio::select! {
                        () = serve_stream(&state, accepted, settings, SessionFlag::default()) => {}
                        () = state.stopped() => {}
                    }
                });
            }
            Err(error) => {
                tracing::warn!("cannot accept a local connection: {error}");
                tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            }
        }
    }
}

/// Reads `key: value` lines.
fn read_info(path: &Path) -> Option<BTreeMap<String, String>> {
    let size = fs::metadata(path).ok()?.len();
    if size > LARGEST_FILE {
        return None;
    }
    let text = fs::read_to_string(path).ok()?;
    Some(
        text.lines()
            .filter_map(|line| line.split_once(':'))
            .map(|(key, value)| (key.trim().to_owned(), value.trim().to_owned()))
            .collect(),
    )
}

/// Folders where nodes of this machine are found, best first.
fn search_folders(host: &str) -> Result<Vec<PathBuf>> {
    let own = user_name();
    let public = |user: &str| system_folder().join(user);
    let user = match host.rsplit_once('@') {
        Some((user, "localhost")) => Some(user),
        None if host.is_empty() || host == "localhost" => None,
        _ => {
            return Err(Error::connection(
                "a local URL has no host, or USER@localhost",
            ));
        }
    };
    let valid = user.is_none_or(|user| {
        user.starts_with(|c: char| c.is_ascii_alphabetic())
            && user
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
    });
    if !valid {
        return Err(Error::connection("the user of a local URL is invalid"));
    }
    Ok(match user {
        None => vec![private_folder()?, public(&own), public("root")],
        Some(user) if user == own => vec![private_folder()?, public(&own)],
        Some(user) => vec![public(user)],
    })
}

/// Connects to the local socket of a node.
pub(crate) async fn connect_local(
    url: &ServiceUrl,
    run_folder: Option<&Path>,
) -> Result<UnixStream> {
    let file = match (&url.node_id, &url.node_name) {
        (Some(id), _) => format!("by-nodeid/{id}.info"),
        (None, Some(name)) if !name.contains('/') => format!("by-nodename/{name}.info"),
        _ => {
            return Err(Error::connection(
                "a local URL needs a nodeid or a nodename",
            ));
        }
    };
    let folders = match run_folder {
        Some(folder) => vec![folder.to_owned()],
        None => search_folders(&url.host)?,
    };
    for folder in folders {
        let Some(info) = read_info(&folder.join("transport/local").join(&file)) else {
            continue;
        };
        let fits = url
            .node_name
            .as_ref()
            .is_none_or(|name| info.get("nodename") == Some(name));
        if let Some(socket) = info.get("socket").filter(|_| fits)
            && let Ok(stream) = UnixStream::connect(socket).await
        {
            return Ok(stream);
        }
    }
    Err(Error::connection(format!("no node answers at {url}")))
}

/// Nodes that this machine's files describe.
pub(crate) fn local_nodes() -> Vec<FoundNode> {
    let mut found: BTreeMap<NodeId, FoundNode> = BTreeMap::new();
    for folder in search_folders("").unwrap_or_default() {
        let Ok(entries) = fs::read_dir(folder.join("transport/local/by-nodeid")) else {
            continue;
        };
        for entry in entries.flatten().take(4096) {
            let path = entry.path();
            if path.extension().is_none_or(|ending| ending != "info") {
                continue;
            }
            let Some(info) = read_info(&path) else {
                continue;
            };
            let Some(Ok(id)) = info.get("nodeid").map(|text| text.parse::<NodeId>()) else {
                continue;
            };
            let url = format!("rr+local:///?nodeid={id}&service=RobotRaconteurServiceIndex");
            found.entry(id).or_insert_with(|| FoundNode {
                id,
                name: info.get("nodename").cloned().unwrap_or_default(),
                urls: vec![url],
            });
        }
    }
    found.into_values().collect()
}
