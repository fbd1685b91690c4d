//! The order of work before and after physics: depth first from each top
//! solid, joints before child solids, a node's own work last.

use super::{end_point, read};
use crate::model::{Model, NodeRow, Operation, SolidIndex, Table, Visit};
use foxden_catalogue::NodeType;
use foxden_scene::{NodeId, Scene};
use std::collections::VecDeque;

pub(super) fn put_in_order(scene: &Scene, model: &mut Model) {
    let mut order = DeviceOrder {
        scene,
        model,
        before: Vec::new(),
        after: Vec::new(),
        visits: model.solids.iter().map(|_| Visit::default()).collect(),
        entered: 0,
    };
    for solid in top_solids(scene) {
        order.solid(solid);
    }
    let (before, after, visits) = (order.before, order.after, order.visits);
    model.before_physics = before;
    model.after_physics = after;
    model.visits = visits;
}

/// The first solids of each branch, breadth first.
fn top_solids(scene: &Scene) -> Vec<NodeId> {
    let mut found = Vec::new();
    let mut queue: VecDeque<NodeId> = scene.children(scene.root()).collect();
    while let Some(node) = queue.pop_front() {
        let kind = read::kind(scene, node);
        if kind.is_a(NodeType::Solid) {
            found.push(node);
        } else if kind.is_a(NodeType::Group) || kind == NodeType::Slot {
            queue.extend(scene.nodes_of(node, "children"));
            queue.extend(scene.nodes_of(node, "endPoint"));
        }
    }
    found
}

struct DeviceOrder<'a> {
    scene: &'a Scene,
    model: &'a Model,
    before: Vec<Operation>,
    after: Vec<Operation>,
    visits: Table<SolidIndex, Visit>,
    /// How many solids were entered.
    entered: u32,
}

impl DeviceOrder<'_> {
    fn solid(&mut self, node: NodeId) {
        let Some(solid) = self.model.solid_of(node) else {
            return;
        };
        self.visits[solid].number = self.entered;
        self.entered += 1;
        if self.model.solids[solid].physics.is_none() {
            self.before.push(Operation::Drift(solid));
        }
        let (mut joints, mut children) = (Vec::new(), Vec::new());
        for child in self.scene.nodes_of(node, "children") {
            self.collect(*child, &mut joints, &mut children);
        }
        for joint in joints {
            if let Some(index) = self.model.joint_of(joint) {
                self.before.push(Operation::Joint(index));
            }
        }
        for child in children {
            self.solid(child);
        }
        for child in self.scene.nodes_of(node, "children") {
            self.propellers(*child);
        }
        match self.model.node_rows.get(&node) {
            Some(NodeRow::Robot(robot)) => {
                if self.model.robots[*robot].wheels.is_some() {
                    self.before.push(Operation::Roll(*robot));
                }
                self.after.push(Operation::Drain(*robot));
            }
            Some(NodeRow::Charger(charger)) => self.before.push(Operation::Charge(*charger)),
            Some(NodeRow::Track(track)) => self.before.push(Operation::Run(*track)),
            Some(NodeRow::Device(row)) => {
                let work = row.step_work(&self.model.devices);
                if work.before_physics {
                    self.before.push(Operation::BeforePhysics(*row));
                }
                if work.after_physics {
                    self.after.push(Operation::AfterPhysics(*row));
                }
            }
            _ => {}
        }
        self.visits[solid].entered = self.entered;
    }

    /// The propellers of a solid, also in groups and slots.
    fn propellers(&mut self, node: NodeId) {
        let kind = read::kind(self.scene, node);
        if kind == NodeType::Propeller {
            let found = self.model.propeller_of(node);
            self.before.extend(found.map(Operation::Propel));
        } else if (kind.is_a(NodeType::Group) && !kind.is_a(NodeType::Solid))
            || kind == NodeType::Slot
        {
            for field in ["children", "endPoint"] {
                for child in self.scene.nodes_of(node, field) {
                    self.propellers(*child);
                }
            }
        }
    }

    fn collect(&self, node: NodeId, joints: &mut Vec<NodeId>, solids: &mut Vec<NodeId>) {
        let kind = read::kind(self.scene, node);
        if kind.is_a(NodeType::Solid) {
            solids.push(node);
        } else if kind.is_a(NodeType::Group) || kind == NodeType::Slot {
            for field in ["children", "endPoint"] {
                for child in self.scene.nodes_of(node, field) {
                    self.collect(*child, joints, solids);
                }
            }
        } else if kind.is_a(NodeType::Joint)
            && let Some(end) = end_point(self.scene, node)
        {
            joints.push(node);
            solids.push(end);
        }
    }
}
