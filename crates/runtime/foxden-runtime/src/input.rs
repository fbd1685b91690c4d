//! Everything that enters a running world.
//!
//! Controllers, supervisors, Reynard's den and every other participant change a
//! world only with an [`Input`], through
//! [`RunningWorld::apply`](crate::running_world::RunningWorld::apply). Inputs are
//! applied in the order of the calls: between two steps in the order of the
//! participants, and for each participant in the order in which it sends them.
//! The same world with the same inputs before the same steps has the same bits,
//! so the list of inputs is a complete recording of a run.

use foxden_scene::{FieldRef, NodeId, Value};
use foxden_sim::controller::{Command, Request, Tag, Write};
use foxden_sim::{ExternalForce, RobotIndex, Snapshot};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A point between two inputs or steps of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct RunPosition {
    /// How many steps were made before it.
    pub steps: u64,
    /// How many inputs were applied before it.
    pub inputs: u64,
}

/// A moment of a run to which the world can return.
#[derive(Clone, Debug)]
pub struct PastMoment {
    /// Where it is in the run.
    pub position: RunPosition,
    /// The simulated time in seconds.
    pub time: f64,
    /// The world.
    pub snapshot: Snapshot,
}

/// A change of a running world from the outside.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Input {
    /// A controller's request: commands for its devices, and how long it waits.
    ControllerRequest {
        /// Its robot.
        robot: RobotIndex,
        /// The request.
        request: Request,
    },
    /// A new controller takes over a robot.
    RestartController {
        /// The robot.
        robot: RobotIndex,
    },
    /// Sets the power that a robot draws besides its devices, in watts.
    SetLoad {
        /// The robot.
        robot: RobotIndex,
        /// The power in watts.
        watts: f64,
    },
    /// Changes a field, or one item of it.
    SetField {
        /// The field.
        field: FieldRef,
        /// The change.
        write: Write,
    },
    /// Inserts an item into a list of values.
    InsertItem {
        /// The field.
        field: FieldRef,
        /// The index of the new item.
        at: usize,
        /// The item.
        item: Value,
    },
    /// Removes an item from a list of values.
    RemoveItem {
        /// The field.
        field: FieldRef,
        /// The index of the item.
        at: usize,
    },
    /// Inserts the nodes of a text into a field.
    InsertNodes {
        /// The field.
        field: FieldRef,
        /// The index of the first new node.
        at: usize,
        /// The nodes as text.
        source: String,
    },
    /// Replaces a node of a field with the node of a text.
    ReplaceNode {
        /// The field.
        field: FieldRef,
        /// The index of the old node.
        at: usize,
        /// The new node as text.
        source: String,
    },
    /// Removes a node.
    RemoveNode {
        /// The node.
        node: NodeId,
    },
    /// Commands for devices of a robot that do not come from its controller.
    DeviceCommands {
        /// The robot.
        robot: RobotIndex,
        /// The commands.
        commands: Vec<Command>,
    },
    /// Pushes a body in the next step.
    Push {
        /// The solid.
        node: NodeId,
        /// The force or torque.
        force: ExternalForce,
        /// Whether it is given in the frame of the body.
        is_relative: bool,
    },
    /// Takes the simulation back to its start at once. Fields that were changed
    /// stay changed.
    Reset,
    /// The world was saved: nodes that were imported stay after a reset.
    KeepImported,
    /// Takes the world back to the point that
    /// [`RunningWorld::mark_start`](crate::running_world::RunningWorld::mark_start) marked.
    RestoreStart,
    /// The images that a controller wants to save of a display were taken.
    TakeSavedImages {
        /// The robot.
        robot: RobotIndex,
        /// The display.
        tag: Tag,
    },
    /// Puts nodes that were removed into their field again. Their text may name every
    /// PROTO of the world.
    PutNodesBack {
        /// The field.
        field: FieldRef,
        /// The index of the first node.
        at: usize,
        /// The nodes as text.
        source: String,
    },
    /// Takes the world back to an earlier moment of the same run. A recording has its
    /// position only, since a replay passes it again. Must be the last variant: numbers
    /// of variants after a skipped one are not the same when they are read.
    #[serde(skip)]
    Restore(Arc<PastMoment>),
}
