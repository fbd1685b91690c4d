//! Copies of a world: snapshots to go back to, and forks that run on.

use crate::edit::EditJournal;
use crate::open::WorldOrigin;
use crate::port::RobotPort;
use crate::{Robot, World};
use std::collections::BTreeMap;

/// A copy of a world, with the commands that wait for its next step.
///
/// ```
/// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
/// let world = foxden::World::open("worlds/hello.wbt")?;
/// let start: foxden::Snapshot = world.snapshot();
/// # let _ = start;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Snapshot {
    pub(crate) simulation: foxden_sim::Snapshot,
    pub(crate) driven: BTreeMap<Robot, RobotPort>,
    pub(crate) origin: WorldOrigin,
    pub(crate) journal: EditJournal,
}

impl Snapshot {
    /// The number that [`World::state_hash`] gives for a world in this state.
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
    /// let world = foxden::World::open("worlds/hello.wbt")?;
    /// assert_eq!(world.snapshot().state_hash(), world.state_hash());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn state_hash(&self) -> u64 {
        self.simulation.state_hash()
    }

    /// The simulated time in seconds.
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
    /// let world = foxden::World::open("worlds/hello.wbt")?;
    /// assert_eq!(world.snapshot().time(), 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn time(&self) -> f64 {
        self.simulation.time()
    }
}

impl World {
    /// A copy of the world as it is now.
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
    /// let mut world = foxden::World::open("worlds/hello.wbt")?;
    /// let start = world.snapshot();
    /// world.step();
    /// world.restore(&start);
    /// assert_eq!(world.time(), 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            simulation: self.simulation.snapshot(),
            driven: self.driven.clone(),
            origin: self.origin.clone(),
            journal: self.journal.clone(),
        }
    }

    /// A second world that continues from the same point, to the same bits.
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
    /// let mut world = foxden::World::open("worlds/hello.wbt")?;
    /// world.step();
    /// let mut twin = world.fork();
    /// world.step();
    /// twin.step();
    /// assert_eq!(twin.state_hash(), world.state_hash());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fork(&self) -> Self {
        Self {
            simulation: self.simulation.fork(),
            diagnostics: self.diagnostics.clone(),
            driven: self.driven.clone(),
            origin: self.origin.clone(),
            journal: self.journal.clone(),
        }
    }

    /// Goes back to a snapshot of this world or of another one that was opened from the
    /// same text, with the commands that waited for the next step then.
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
    /// let mut world = foxden::World::open("worlds/hello.wbt")?;
    /// let (start, hash) = (world.snapshot(), world.state_hash());
    /// world.step();
    /// world.restore(&start);
    /// assert_eq!(world.state_hash(), hash);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn restore(&mut self, snapshot: &Snapshot) {
        self.simulation.restore(&snapshot.simulation);
        self.driven.clone_from(&snapshot.driven);
        self.journal = snapshot.journal.clone();
        self.origin = snapshot.origin.clone();
    }

    /// Whether a snapshot belongs to a world of the same text, place and seed.
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
    /// use foxden::{OpenOptions, World};
    /// let world = World::open("worlds/hello.wbt")?;
    /// let other = OpenOptions::new().random_seed(7).open("worlds/hello.wbt")?;
    /// assert!(world.has_origin_of(&world.fork().snapshot()));
    /// assert!(!world.has_origin_of(&other.snapshot()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn has_origin_of(&self, snapshot: &Snapshot) -> bool {
        self.origin == snapshot.origin
    }

    /// A number that is equal for equal states.
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
    /// let one = foxden::World::open("worlds/hello.wbt")?;
    /// let other = foxden::World::open("worlds/hello.wbt")?;
    /// assert_eq!(one.state_hash(), other.state_hash());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn state_hash(&self) -> u64 {
        self.simulation.state_hash()
    }
}
