//! Worlds and snapshots as bytes that another process opens: the text of the world, the
//! edits since then, the state, and what the program exchanges with the robots.

use crate::edit::EditJournal;
use crate::open::WorldOrigin;
use crate::port::RobotPort;
use crate::{OpenOptions, Robot, Snapshot, World};
use foxden_scene::NodeId;
use foxden_sim::RestoreError;
use foxden_sim::encoding::{checksum, from_bytes, to_bytes};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The first bytes; the version of Foxden follows.
const MAGIC: &[u8] = b"foxden world ";
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Why a world cannot be made from bytes.
///
/// ```
/// use foxden::{BytesError, OpenOptions};
/// let result = OpenOptions::new().open_bytes(b"something else");
/// assert!(matches!(result, Err(BytesError::Unreadable(_))));
/// ```
#[derive(Debug, thiserror::Error)]
pub enum BytesError {
    /// They are something else, cut off or changed.
    #[error("these bytes are no world of Foxden: {0}")]
    Unreadable(String),
    /// They are of another version.
    #[error("the world was saved by version {0} of Foxden; this is {VERSION}")]
    OtherVersion(String),
    /// The world cannot be opened here.
    #[error(transparent)]
    Open(#[from] crate::Error),
    /// An edit cannot be repeated here.
    #[error("an edit of the world cannot be repeated: {0}")]
    Edit(#[from] foxden_scene::EditError),
    /// The document is another one here.
    #[error("{0}; are its PROTO files the same here?")]
    State(RestoreError),
}

#[derive(Serialize, Deserialize)]
struct WorldContent {
    origin: WorldOrigin,
    journal: EditJournal,
    ports: BTreeMap<NodeId, RobotPort>,
    state: Vec<u8>,
}

impl Snapshot {
    /// The snapshot as bytes. [`OpenOptions::open_bytes`] makes a world of them, also in
    /// another process; files that the world uses have to be there.
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
    /// use foxden::{OpenOptions, World};
    /// let mut world = World::open("worlds/hello.wbt")?;
    /// world.step();
    /// let bytes = world.snapshot().to_bytes();
    /// let copy = OpenOptions::new().open_bytes(&bytes)?;
    /// assert_eq!(copy.state_hash(), world.state_hash());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_bytes(&self) -> Vec<u8> {
        let ports = self.driven.iter();
        let content = to_bytes(&WorldContent {
            origin: self.origin.clone(),
            journal: self.journal.clone(),
            ports: ports
                .map(|(robot, port)| (robot.node(), port.clone()))
                .collect(),
            state: self.simulation.to_bytes(),
        });
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.as_bytes());
        bytes.push(b'\n');
        bytes.extend(checksum(&content).to_le_bytes());
        bytes.extend(content);
        bytes
    }
}

impl OpenOptions {
    /// Opens a world from the bytes of a snapshot. The seed of the options is not used.
    ///
    /// The bytes must come from a source that you trust: changed bytes are recognised
    /// by a checksum only.
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
    /// use foxden::{OpenOptions, World};
    /// let mut world = World::open("worlds/hello.wbt")?;
    /// world.step();
    /// let bytes = world.snapshot().to_bytes();
    /// let mut copy = OpenOptions::new().open_bytes(&bytes)?;
    /// copy.step();
    /// world.step();
    /// assert_eq!(copy.state_hash(), world.state_hash());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the bytes are no snapshot, or one of another version, or if files that the
    /// world uses are missing or different here.
    pub fn open_bytes(&self, bytes: &[u8]) -> Result<World, BytesError> {
        let content: WorldContent = decode(bytes)?;
        let mut world = self.open_origin(content.origin)?;
        for edit in content.journal.iter() {
            world.edit(edit.clone())?;
        }
        world
            .simulation
            .restore_bytes(&content.state)
            .map_err(BytesError::State)?;
        // live values that were edited are in the state; the list is the recorded one
        world.journal = content.journal;
        let ports = content.ports.into_iter();
        world.driven = ports.map(|(node, port)| (Robot::new(node), port)).collect();
        Ok(world)
    }
}

fn decode(bytes: &[u8]) -> Result<WorldContent, BytesError> {
    let unreadable = |reason: &str| BytesError::Unreadable(reason.to_owned());
    let rest = bytes
        .strip_prefix(MAGIC)
        .ok_or_else(|| unreadable("they begin with something else"))?;
    let end = rest.iter().take(40).position(|byte| *byte == b'\n');
    let end = end.ok_or_else(|| unreadable("they have no version"))?;
    let (version, rest) = (&rest[..end], &rest[end + 1..]);
    if version != VERSION.as_bytes() {
        let version = String::from_utf8_lossy(version).into_owned();
        return Err(BytesError::OtherVersion(version));
    }
    let (sum, content) = rest
        .split_first_chunk()
        .ok_or_else(|| unreadable("they end too early"))?;
    if u64::from_le_bytes(*sum) != checksum(content) {
        return Err(unreadable("the checksum is wrong"));
    }
    from_bytes(content).map_err(|error| BytesError::Unreadable(error.to_string()))
}
