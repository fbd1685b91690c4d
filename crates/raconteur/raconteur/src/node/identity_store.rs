//! Persistent identities of named nodes.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustix::fs::{FlockOperation, fcntl_lock};

use super::Node;
use crate::error::{Error, ErrorCode, Result};
use crate::message::NodeId;

/// The folders of persistent identities.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// use raconteur::{IdentityStore, Node};
/// let store = IdentityStore::new(folder.path().join("config"), folder.path().join("run"));
/// let first = Node::stored("example.fox", &store)?.id();
/// let second = Node::stored("example.fox", &store)?.id();
/// assert_eq!(first, second);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct IdentityStore {
    read_only: Option<PathBuf>,
    kept: PathBuf,
    run: PathBuf,
}

impl IdentityStore {
    /// Other folders than those that nodes of the machine share.
    pub fn new(kept: impl Into<PathBuf>, run: impl Into<PathBuf>) -> Self {
        Self {
            read_only: None,
            kept: kept.into(),
            run: run.into(),
        }
    }

    /// The folders that nodes of the machine share, also with reference nodes.
    ///
    /// ```no_run
    /// use raconteur::{IdentityStore, Node};
    /// let node = Node::stored("example.fox", &IdentityStore::shared()?)?;
    /// # let _ = node;
    /// # Ok::<(), raconteur::Error>(())
    /// ```
    pub fn shared() -> Result<Self> {
        let variable = |name: &str| std::env::var_os(name).map(PathBuf::from);
        let run = crate::transport::private_folder()?;
        if rustix::process::getuid().is_root() {
            let system = variable("ROBOTRACONTEUR_SYSTEM_CONFIG_DIR")
                .unwrap_or_else(|| "/etc/robotraconteur".into());
            let state = variable("ROBOTRACONTEUR_SYSTEM_STATE_DIR")
                .unwrap_or_else(|| "/var/lib/robotraconteur".into());
            return Ok(Self {
                read_only: Some(system.join("nodeids")),
                kept: state.join("nodeids"),
                run: run.join("nodeids"),
            });
        }
        let config = variable("ROBOTRACONTEUR_USER_CONFIG_DIR")
            .or_else(|| variable("HOME").map(|home| home.join(".config/RobotRaconteur")))
            .ok_or_else(|| Error::new(ErrorCode::SystemResourceError, "there is no home folder"))?;
        Ok(Self {
            read_only: None,
            kept: config.join("nodeids"),
            run: run.join("nodeids"),
        })
    }

    /// The identity of a name; a new one is created and stored if there is
    /// none.
    fn identity(&self, name: &str) -> Result<NodeId> {
        if let Some(id) = self
            .read_only
            .as_ref()
            .and_then(|folder| read(&folder.join(name)))
        {
            return Ok(id);
        }
        let path = self.kept.join(name);
        if let Some(id) = read(&path) {
            return Ok(id);
        }
        fs::create_dir_all(&self.kept)?;
        let id = NodeId::random();
        let mut file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(true)
            .mode(0o640)
            .open(&path)?;
        file.write_all(id.braced().as_bytes())?;
        Ok(id)
    }

    /// Holds a name, so that no other process uses it at the same time.
    fn hold(&self, name: &str) -> Result<File> {
        fs::create_dir_all(&self.run)?;
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .mode(0o640)
            .open(self.run.join(format!("{name}.pid")))?;
        fcntl_lock(&file, FlockOperation::NonBlockingLockExclusive).map_err(|_| {
            Error::new(
                ErrorCode::InvalidOperation,
                format!("another process is the node {name}"),
            )
        })?;
        write!(file, "{}", std::process::id())?;
        Ok(file)
    }
}

fn read(path: &Path) -> Option<NodeId> {
    let mut text = String::new();
    File::open(path)
        .ok()?
        .take(256)
        .read_to_string(&mut text)
        .ok()?;
    text.trim().parse().ok().filter(|id: &NodeId| !id.is_any())
}

impl Node {
    /// A node with a name whose identity is the same in every run.
    pub fn stored(name: &str, store: &IdentityStore) -> Result<Self> {
        // The name is checked before it becomes a file name.
        Self::new(name)?;
        if name.is_empty() {
            return Err(Error::new(
                ErrorCode::InvalidArgument,
                "only a named node has an identity to keep",
            ));
        }
        let held = store.hold(name)?;
        let node = Self::with_identity(name, store.identity(name)?)?;
        node.state.keep(Arc::new(held));
        Ok(node)
    }
}
