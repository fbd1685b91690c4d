//! Chargers: energy for the robot that is near enough.

use crate::energy::indicator_colors::ColoredTarget;
use crate::model::compile::read;
use crate::model::{PoseIndex, RobotIndex};
use foxden_scene::{NodeId, Scene};
use serde::{Deserialize, Serialize};

/// A Charger.
#[derive(Clone, Debug)]
pub struct Charger {
    pub(crate) node: NodeId,
    pub(crate) place: PoseIndex,
    /// The robot at the top level of the world that contains the charger; it is not charged.
    pub(crate) carrier: Option<RobotIndex>,
    pub(crate) battery: Vec<f64>,
    pub(crate) radius: f64,
    pub(crate) color: [f64; 3],
    pub(crate) is_gradual: bool,
    pub(crate) targets: Vec<ColoredTarget>,
}

/// What may change about a charger while the world runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ChargerState {
    /// Energy, maximum and recharge speed, as far as given.
    pub(crate) battery: Vec<f64>,
    /// The robot that is being charged.
    pub(crate) connected: Option<RobotIndex>,
}

impl Charger {
    pub(crate) fn read(
        scene: &Scene,
        node: NodeId,
        place: PoseIndex,
        carrier: Option<RobotIndex>,
    ) -> Self {
        Self {
            node,
            place,
            carrier,
            battery: read::numbers(scene, node, "battery"),
            radius: read::number(scene, node, "radius"),
            color: read::color(scene, node, "emissiveColor"),
            is_gradual: read::flag(scene, node, "gradual"),
            targets: Vec::new(),
        }
    }

    pub(crate) fn state(&self) -> ChargerState {
        ChargerState {
            battery: self.battery.clone(),
            connected: None,
        }
    }

    /// Whether a robot at this squared distance is in reach.
    pub(crate) fn reaches(&self, distance_squared: f64, is_connected: bool) -> bool {
        let limit = if is_connected {
            self.radius * 1.1
        } else {
            self.radius
        };
        // written so that a distance that is no number is in reach, as in the genuine simulator
        distance_squared.is_nan() || distance_squared <= limit * limit
    }

    /// The colour that shows how full the charger is, before the limits of what
    /// it lights. It goes on beyond both ends with an energy that does.
    pub(crate) fn shown(&self, ratio: f64, initial: [f64; 3]) -> [f64; 3] {
        let color: [f64; 3] = if ratio == 1.0 {
            self.color
        } else if self.is_gradual {
            std::array::from_fn(|at| (self.color[at] - initial[at]) * ratio + initial[at])
        } else {
            initial
        };
        color.map(|channel| f64::from(channel as f32))
    }
}
