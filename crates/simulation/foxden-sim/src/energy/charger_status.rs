//! Which robot a charger charges, and in words why it does not charge the others. The rules
//! themselves are in `charger.rs`.

use crate::energy::indicator_colors::ColoredTarget;
use crate::model::{ChargerIndex, RobotIndex, RowIndex};
use crate::world::World;
use foxden_scene::NodeId;

/// A robot that a charger could charge.
#[derive(Clone, Debug, PartialEq)]
pub struct ChargingCandidate {
    /// The robot.
    pub robot: NodeId,
    /// How far it is, in metres.
    pub distance: f64,
    /// Why it is not charged; `None` if it is.
    pub reason: Option<String>,
}

/// A charger now.
#[derive(Clone, Debug, PartialEq)]
pub struct ChargerStatus {
    /// Its node.
    pub node: NodeId,
    /// Where it is.
    pub position: [f64; 3],
    /// Energy, maximum and recharge speed, as far as given.
    pub battery: Vec<f64>,
    /// How far it reaches, in metres.
    pub radius: f64,
    /// The robot that it is connected to.
    pub robot: Option<NodeId>,
    /// All robots.
    pub candidates: Vec<ChargingCandidate>,
}

impl World {
    /// The robot that a charger is connected to.
    pub fn charged_robot(&self, charger: ChargerIndex) -> Option<NodeId> {
        let state = self.state.chargers.find(charger)?;
        state.connected.map(|robot| self.model.robots[robot].node)
    }

    /// The colour by which a charger shows how full it is; `None` if it has nothing to colour.
    pub fn charger_color(&self, charger: ChargerIndex) -> Option<[f64; 3]> {
        let row = self.model.chargers.find(charger)?;
        Some(match *row.targets.first()? {
            ColoredTarget::Light(light) => self.state.lights[light].color,
            ColoredTarget::Emissive(emissive) => self.state.emissives[emissive],
        })
    }

    /// A charger now, with the reasons of [`World::step`] for all robots.
    pub fn charger_status(&self, charger: ChargerIndex) -> Option<ChargerStatus> {
        let row = self.model.chargers.find(charger)?;
        let state = &self.state.chargers[charger];
        let position = self.state.pose_now(&self.model, row.place).translation;
        let robots = (0..self.model.robots.len()).map(RobotIndex::new);
        let candidates = robots.map(|robot| {
            let place = self.model.robots[robot].place;
            let distance = (position - self.state.local_poses[place].translation).length();
            let is_connected = state.connected == Some(robot);
            let battery = &self.state.robots[robot].battery;
            let limit = row.reach(is_connected);
            let reason = if state.battery.len() < 3 {
                Some("the charger has no energy: its battery field needs three numbers".to_owned())
            } else if row.carrier == Some(robot) {
                Some("the charger is a part of this robot".to_owned())
            } else if !row.reaches(distance * distance, is_connected) {
                Some(format!(
                    "too far: {distance:.2} m away, the reach is {limit:.2} m"
                ))
            } else if !is_connected && state.connected.is_some() {
                Some("another robot is connected; it stays until it leaves".to_owned())
            } else if battery.len() < 3 {
                Some("the robot has no battery: its battery field needs three numbers".to_owned())
            } else if battery[0] >= battery[1] {
                Some("the battery of the robot is full".to_owned())
            } else if state.battery[0] <= 0.0 {
                Some("the charger is empty".to_owned())
            } else if !is_connected {
                Some("in reach: it is connected in the next step".to_owned())
            } else {
                None
            };
            ChargingCandidate {
                robot: self.model.robots[robot].node,
                distance,
                reason,
            }
        });
        Some(ChargerStatus {
            node: row.node,
            position: position.to_array(),
            battery: state.battery.clone(),
            radius: row.radius,
            robot: state.connected.map(|robot| self.model.robots[robot].node),
            candidates: candidates.collect(),
        })
    }
}
