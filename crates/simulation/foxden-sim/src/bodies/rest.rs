//! How a supervisor puts nodes or the whole world to rest.

use crate::model::{JointIndex, RowIndex, SolidIndex};
use crate::state::{PausedBody, SolidState};
use crate::world::World;
use foxden_scene::NodeId;

impl World {
    /// Puts a node and all below it to rest. Their bodies stay where they are for one step, and
    /// at its end all of them are stopped again. In a PROTO only the instance itself is stopped,
    /// but the bodies inside of it stay for this step as well (from the sources of Webots).
    pub(crate) fn rest(&mut self, node: NodeId) {
        let nodes = self.nodes_to_stop(node);
        let solids = nodes.iter().filter_map(|node| self.model.solid_of(*node));
        let solids: Vec<SolidIndex> = solids.collect();
        for solid in &solids {
            let place = self.model.solids[*solid].place;
            for place in self.model.transform_tree.branch(place.at()) {
                if let Some(below) = self.model.pose_nodes[place].solid {
                    self.pause(below, solids.contains(&below));
                }
            }
        }
        self.stop_all(&solids);
        let solids = nodes
            .into_iter()
            .filter(|node| self.model.solid_of(*node).is_some());
        self.state.resting.extend(solids);
    }

    /// A node and what is in its fields; of an instance, the instance alone.
    fn nodes_to_stop(&self, node: NodeId) -> Vec<NodeId> {
        let mut found = Vec::new();
        let mut left = vec![node];
        while let Some(node) = left.pop() {
            found.push(node);
            let is_instance = |node: &foxden_scene::Node| node.proto().is_some();
            if !self.scene.get(node).is_some_and(is_instance) {
                let children: Vec<NodeId> = self.scene.children(node).collect();
                left.extend(children.into_iter().rev());
            }
        }
        found
    }

    /// The body of a solid stays for one step. From then on it never sleeps where its one
    /// geometry touches something, as in the genuine program.
    fn pause(&mut self, solid: SolidIndex, is_named: bool) {
        let bodies = &self.state.bodies;
        let Some(body) = bodies.of_solid[solid] else {
            return;
        };
        let is_stopped = is_named && bodies.own_body(&self.model, solid).is_some();
        let mut paused = self.state.paused.iter_mut();
        match paused.find(|paused| paused.body == body) {
            Some(paused) => {
                paused.is_stopped |= is_stopped;
                paused.is_held = true;
                paused.wakes |= is_named;
            }
            None => self.state.paused.push(PausedBody {
                body,
                is_stopped,
                is_held: true,
                wakes: is_named,
            }),
        }
        let owner = bodies.owner(&self.model, solid);
        for (at, collider) in self.model.colliders.iter().enumerate() {
            if collider.solid == owner && !collider.is_grouped {
                let shape = self.state.bodies.shapes[at];
                self.state.bodies.dynamics.make_restless(shape);
            }
        }
    }

    /// Solids lose their velocities, and motors of joints on them the speed that they had reached.
    fn stop_all(&mut self, solids: &[SolidIndex]) {
        for solid in solids {
            self.stop(*solid);
        }
        for at in 0..self.model.joints.len() {
            let parent = self.model.joints[at].parent;
            if parent.is_some_and(|parent| solids.contains(&parent)) {
                self.halt_joint(JointIndex::new(at));
            }
        }
    }

    /// What was put to rest before this step is stopped once more.
    pub(crate) fn stop_resting(&mut self) {
        let resting = std::mem::take(&mut self.state.resting);
        let solids = resting.iter().filter_map(|node| self.model.solid_of(*node));
        let solids: Vec<SolidIndex> = solids.collect();
        self.stop_all(&solids);
    }

    /// Takes all velocities away.
    pub(crate) fn rest_all(&mut self) {
        self.rest_branch(0..self.model.pose_nodes.len());
    }

    /// Takes the velocities of a solid away; those of its body only if no other solid's it is.
    pub(crate) fn stop(&mut self, solid: SolidIndex) {
        self.state.solids[solid] = SolidState::REST;
        if let Some(body) = self.state.bodies.own_body(&self.model, solid) {
            self.state.bodies.dynamics.put_to_rest(body);
        }
    }
}
