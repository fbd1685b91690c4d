//! Robots: their devices and their batteries.

use crate::bodies::differential_wheels::DifferentialWheels;
use crate::controller::Write;
use crate::devices::{DeviceRow, Sampling};
use crate::model::PoseIndex;
use crate::model::compile::read;
use foxden_catalogue::NodeType;
use foxden_scene::{FieldRef, NodeId, Scene};
use serde::{Deserialize, Serialize};

/// A robot.
#[derive(Clone, Debug)]
pub struct Robot {
    pub(crate) node: NodeId,
    pub(crate) place: PoseIndex,
    /// Its name.
    pub name: String,
    /// The program that drives it.
    pub controller: String,
    /// The arguments of that program.
    pub arguments: Vec<String>,
    /// Whether its parts collide with each other, and block its own rays.
    pub(crate) has_self_collision: bool,
    pub(crate) cpu_consumption: f64,
    pub(crate) battery: Vec<f64>,
    /// Its wheels, if it rolls without physics.
    pub(crate) wheels: Option<DifferentialWheels>,
    /// Its devices: the first has tag 1.
    pub(crate) devices: Vec<RobotDevice>,
}

impl Robot {
    /// Its node.
    pub fn node(&self) -> NodeId {
        self.node
    }
}

/// A device of a robot.
#[derive(Clone, Debug)]
pub struct RobotDevice {
    pub(crate) node: NodeId,
    /// Its name.
    pub name: String,
    /// Its type.
    pub node_type: NodeType,
    pub(crate) row: DeviceRow,
}

impl RobotDevice {
    /// Its node.
    pub fn node(&self) -> NodeId {
        self.node
    }
}

/// What may change about a robot while the world runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct RobotState {
    /// Energy, maximum and recharge speed, as far as given.
    pub(crate) battery: Vec<f64>,
    pub(crate) is_powered: bool,
    /// What it draws besides computer and motors, in watts.
    pub(crate) load: f64,
    pub(crate) battery_sampling: Sampling,
    /// When the controller asked, and for how long.
    pub(crate) waiting: Option<WaitingRequest>,
    /// When it asked before.
    pub(crate) previous_request: f64,
    /// Whether a controller has taken over the robot.
    pub(crate) is_configured: bool,
    pub(crate) queue: Vec<(FieldRef, Write)>,
}

/// A request that was not answered yet.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct WaitingRequest {
    pub(crate) since: f64,
    pub(crate) duration: u32,
    pub(crate) delay: u32,
}

impl Robot {
    pub(crate) fn read(scene: &Scene, node: NodeId, place: PoseIndex) -> Self {
        Self {
            node,
            place,
            name: read::text(scene, node, "name"),
            controller: read::text(scene, node, "controller"),
            arguments: read::texts(scene, node, "controllerArgs"),
            has_self_collision: read::flag(scene, node, "selfCollision"),
            cpu_consumption: read::number(scene, node, "cpuConsumption"),
            battery: read::numbers(scene, node, "battery"),
            wheels: None,
            devices: Vec::new(),
        }
    }

    pub(crate) fn state(&self) -> RobotState {
        RobotState {
            battery: self.battery.clone(),
            is_powered: true,
            load: 0.0,
            battery_sampling: Sampling::OFF,
            waiting: None,
            previous_request: 0.0,
            is_configured: false,
            queue: Vec::new(),
        }
    }
}

impl RobotState {
    /// The energy left; -1 without a battery.
    pub(crate) fn energy(&self) -> f64 {
        self.battery.first().copied().unwrap_or(-1.0)
    }

    pub(crate) fn set_energy(&mut self, energy: f64) {
        if let Some(first) = self.battery.first_mut() {
            *first = energy;
        }
    }
}
