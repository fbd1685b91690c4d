//! A supervisor brings one node back to a state that it saved.

use crate::model::{NodeRow, RobotIndex, RowIndex, TrackIndex};
use crate::world::World;
use foxden_scene::NodeId;

impl World {
    /// Brings a node and all below it back to a saved state: poses at rest,
    /// LEDs dark, motors as at first, and sensors of robots due at once.
    pub(crate) fn restore_node(&mut self, node: NodeId, name: &str) {
        if self.scene.get(node).is_none() {
            return;
        }
        self.load_state(node, name);
        self.place_bodies_below(node);
        for id in self.scene.descendants(node) {
            if let Some(solid) = self.model.solid_of(id) {
                self.stop(solid);
                if let Some(body) = self.state.bodies.own_body(&self.model, solid) {
                    self.state.bodies.dynamics.forget_contacts(body);
                }
            }
            match self.model.node_rows.get(&id).copied() {
                Some(NodeRow::Device(device)) => self.restore_device(device),
                Some(NodeRow::Robot(robot)) => self.restart_sensors(robot),
                _ => {}
            }
            self.restore_track(id);
        }
    }

    /// The belt of a track is where it was at first, whatever was saved, and stands still.
    fn restore_track(&mut self, node: NodeId) {
        for (track, row) in self.model.tracks.iter().enumerate() {
            if row.node == node {
                let state = &mut self.state.tracks[TrackIndex::new(track)];
                (state.position, state.velocity) = (0.0, 0.0);
            }
        }
    }

    fn place_bodies_below(&mut self, node: NodeId) {
        match self.model.place_of(node) {
            Some(place) => self.place_bodies(place),
            None => {
                for child in self.scene.children(node).collect::<Vec<_>>() {
                    self.place_bodies_below(child);
                }
            }
        }
    }

    /// All sensors of a robot are due at the next boundary.
    fn restart_sensors(&mut self, robot: RobotIndex) {
        let state = &mut self.state;
        state.robots[robot].battery_sampling.restart();
        for device in &self.model.robots[robot].devices {
            state.devices.restart_sampling(device.row);
        }
    }
}
