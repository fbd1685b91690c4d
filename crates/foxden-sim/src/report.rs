//! What a running world has to say, each thing once.

use foxden_scene::NodeId;
use std::collections::BTreeSet;

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Event {
    /// A battery ran empty.
    BatteryEmpty,
    /// A charger has nothing that it could colour.
    NothingToColor,
    /// A body left the finite numbers and was put to rest.
    NotFinite,
    /// A sensor needs a body and has none.
    NeedsPhysics,
    /// A device that is not simulated was used.
    NotSimulated,
    /// A passive connector was told to lock or unlock.
    CannotLock,
}

/// Something that happened to a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The path of the node.
    pub node: String,
    /// What happened.
    pub event: Event,
}

/// Reports that nobody has taken yet, and what was reported already.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reports {
    said: BTreeSet<(NodeId, Event)>,
    waiting: Vec<(NodeId, Event)>,
}

impl Reports {
    /// Reports every time.
    pub(crate) fn tell(&mut self, node: NodeId, event: Event) {
        self.waiting.push((node, event));
    }

    /// Reports the first time.
    pub(crate) fn tell_once(&mut self, node: NodeId, event: Event) {
        if self.said.insert((node, event)) {
            self.tell(node, event);
        }
    }

    pub(crate) fn take(&mut self) -> Vec<(NodeId, Event)> {
        std::mem::take(&mut self.waiting)
    }
}
