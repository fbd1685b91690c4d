//! Groups of nodes that move as one, and which of them moved.
//!
//! A group begins at a node that can move by itself: a top-level node with a
//! pose, a Solid with Physics, the end point of a joint. A node that turns out to
//! move within its group later begins a group of its own, so the list need not be
//! complete at the start.

use super::body_pose;
use crate::math::Pose;
use crate::model::{Model, PoseIndex, RowIndex};
use crate::world::World;
use foxden_scene::NodeId;
use std::collections::BTreeSet;

/// A pose in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyPose {
    /// The position.
    pub position: [f64; 3],
    /// The rotation as a quaternion w, x, y, z with w ≥ 0.
    pub rotation: [f64; 4],
}

/// The groups of a world until its model changes.
#[derive(Clone, Debug, Default)]
pub struct BodyGroups {
    /// Where groups begin, in the order of places, with their numbers.
    starts: Vec<(PoseIndex, u32)>,
    /// The number of the group of each place.
    of_place: Vec<u32>,
    /// The model that they were made for.
    compilation: u64,
}

impl BodyGroups {
    /// The number of the group that a place is in; 0 is the fixed world.
    pub(super) fn of_place(&self, place: Option<PoseIndex>) -> u32 {
        place.map_or(0, |place| self.of_place[place.at()])
    }

    /// The place at which the group of a place begins.
    pub(super) fn start(&self, model: &Model, place: PoseIndex) -> Option<PoseIndex> {
        let number = self.of_place[place.at()];
        let mut start = place;
        while let Some(parent) = model.pose_nodes[start].parent {
            if self.of_place[parent.at()] != number {
                break;
            }
            start = parent;
        }
        (number != 0).then_some(start)
    }
}

impl World {
    /// How often something besides running values changed: nodes, materials,
    /// geometries, or the whole state. Groups and shapes must be read again then.
    pub fn appearance_changes(&self) -> u64 {
        self.appearance_changes
    }

    /// The nodes at which groups begin. `moved` are nodes that were seen to move
    /// within a group.
    pub fn group_nodes(&self, moved: &BTreeSet<NodeId>) -> Vec<NodeId> {
        let model = &self.model;
        let starts = model.pose_nodes.iter().filter(|place| {
            let solid = place.solid.map(|solid| &model.solids[solid]);
            let is_own = solid.is_some_and(|solid| {
                solid.node == place.node && (solid.physics.is_some() || solid.is_joint_end)
            });
            place.parent.is_none() || is_own || moved.contains(&place.node)
        });
        starts.map(|place| place.node).collect()
    }

    /// Groups that begin at these nodes; `number` gives each its number, from 1 on.
    pub fn group_bodies(&self, number: impl Fn(NodeId) -> Option<u32>) -> BodyGroups {
        let model = &self.model;
        let mut groups = BodyGroups {
            compilation: self.compilations,
            ..BodyGroups::default()
        };
        for (at, place) in model.pose_nodes.iter().enumerate() {
            let above = place
                .parent
                .map_or(0, |parent| groups.of_place[parent.at()]);
            let own = number(place.node);
            if let Some(own) = own {
                groups.starts.push((PoseIndex::new(at), own));
            }
            groups.of_place.push(own.unwrap_or(above));
        }
        groups
    }

    /// Whether groups are those of the present model.
    pub fn is_grouped(&self, groups: &BodyGroups) -> bool {
        groups.compilation == self.compilations
            && groups.of_place.len() == self.model.pose_nodes.len()
    }

    /// The number of the group that a node moves with; 0 is the fixed world.
    pub fn group_of(&self, groups: &BodyGroups, node: NodeId) -> u32 {
        let own = std::iter::once(node).chain(self.scene.ancestors(node));
        let place = own.into_iter().find_map(|node| self.model.place_of(node));
        groups.of_place(place)
    }

    /// The number of the group of a node with a pose of its own.
    pub fn group_at(&self, groups: &BodyGroups, node: NodeId) -> Option<u32> {
        let place = self.model.place_of(node)?;
        Some(groups.of_place(Some(place)))
    }

    /// Starts or ends the list of what moves. It starts empty.
    pub fn watch_moves(&mut self, is_wanted: bool) {
        self.state.moves.keep_journal(is_wanted);
    }

    /// Hands the poses of all groups to `each`, by number.
    pub fn group_poses(&self, groups: &BodyGroups, mut each: impl FnMut(u32, BodyPose)) {
        for (place, number) in &groups.starts {
            each(*number, body_pose(&self.viewed_pose(*place)));
        }
    }

    /// Hands the poses of groups that moved since the last call to `each`, by
    /// number. Returns nodes that moved within their group.
    pub fn take_moves(
        &mut self,
        groups: &BodyGroups,
        mut each: impl FnMut(u32, BodyPose),
    ) -> Vec<NodeId> {
        if !self.is_grouped(groups) {
            return Vec::new();
        }
        let mut moved = Vec::new();
        self.state.moves.take_journal(&mut moved);
        moved.sort_unstable();
        moved.dedup();
        let mut inner = Vec::new();
        let mut done = 0;
        for place in moved {
            let first = groups.starts.partition_point(|(start, _)| *start < place);
            if groups
                .starts
                .get(first)
                .is_none_or(|(start, _)| *start != place)
            {
                inner.push(self.model.pose_nodes[place].node);
            }
            // what is below a place that was handed on was handed on with it
            if place.at() < done {
                continue;
            }
            let branch = self.model.transform_tree.branch(place.at());
            for (start, number) in &groups.starts[first..] {
                if start.at() >= branch.end {
                    break;
                }
                each(*number, body_pose(&self.viewed_pose(*start)));
            }
            done = branch.end;
        }
        inner
    }

    /// The pose of a node in the world.
    pub fn viewed_node_pose(&self, node: NodeId) -> Option<BodyPose> {
        Some(body_pose(&self.pose_of(node)?))
    }

    /// The pose of a place in the world, also while poses are not up to date.
    pub(crate) fn viewed_pose(&self, place: PoseIndex) -> Pose {
        match self.state.moves.is_followed() {
            true => self.state.poses[place],
            false => self.state.pose_now(&self.model, place),
        }
    }
}
