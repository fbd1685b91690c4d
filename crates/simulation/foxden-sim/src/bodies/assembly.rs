//! How the shapes of a world belong together: in which order they are made,
//! which of them are parts of one thing, and which never touch each other
//! because of the joints between them.

use crate::bodies::joints::{Joint, JointKind};
use crate::dynamics::{BodyId, Chain, Nesting};
use crate::math::Vector;
use crate::model::{Model, RowIndex, SolidIndex};
use std::collections::BTreeMap;

/// When an entry of the list of shapes is made: by the topmost solid, then
/// whatever needs an entry of its own at once, then what moves up from a list
/// that turned out to have one entry only; last by solid.
type Turn = (usize, bool, usize);

/// The shapes of a world.
pub(crate) struct Assembly<'a> {
    model: &'a Model,
    of_solid: &'a [Option<BodyId>],
    /// Whether a solid is the one that its body was made for.
    is_owner: Vec<bool>,
    /// The joint that leads to a solid.
    joint_to: Vec<Option<&'a Joint>>,
    /// The colliders of each entry, in the order in which entries are made.
    entries: BTreeMap<Turn, Vec<usize>>,
    nestings: Vec<Nesting>,
}

impl<'a> Assembly<'a> {
    pub(crate) fn new(
        model: &'a Model,
        of_solid: &'a [Option<BodyId>],
        owners: &[(SolidIndex, BodyId)],
    ) -> Self {
        let mut is_owner = vec![false; model.solids.len()];
        let mut owner_of: BTreeMap<BodyId, usize> = BTreeMap::new();
        for (solid, body) in owners {
            is_owner[solid.at()] = true;
            owner_of.insert(*body, solid.at());
        }
        let mut joint_to = vec![None; model.solids.len()];
        for joint in &model.joints {
            joint_to[joint.end.at()] = Some(joint);
        }
        // The colliders of each solid, and the solids with colliders of each body.
        let mut parts = vec![Vec::new(); model.solids.len()];
        for (at, collider) in model.colliders.iter().enumerate() {
            parts[collider.solid.at()].push(at);
        }
        let mut members: BTreeMap<BodyId, Vec<usize>> = BTreeMap::new();
        for (solid, colliders) in parts.iter().enumerate() {
            if let (Some(body), false) = (of_solid[solid], colliders.is_empty()) {
                members.entry(body).or_default().push(solid);
            }
        }
        let mut entries: BTreeMap<Turn, Vec<usize>> = BTreeMap::new();
        let mut nestings = vec![Nesting::ALONE; model.colliders.len()];
        for (solid, colliders) in parts.iter().enumerate() {
            if colliders.is_empty() {
                continue;
            }
            let body = of_solid[solid];
            let shared = body.map_or(&[][..], |body| &members[&body]);
            let place = match (body, shared) {
                (Some(body), [_]) => (true, owner_of.get(&body).copied().unwrap_or(solid)),
                (Some(_), [first, ..]) => (false, *first),
                _ => (false, solid),
            };
            let turn = (top(model, solid), place.0, place.1);
            entries.entry(turn).or_default().extend(colliders);
            let number = shared.iter().position(|member| *member == solid);
            for (part, at) in colliders.iter().enumerate() {
                nestings[*at] = Nesting {
                    solid: number.unwrap_or(0) as u32,
                    solids: shared.len().max(1) as u32,
                    part: part as u32,
                    parts: colliders.len() as u32,
                };
            }
        }
        Self {
            model,
            of_solid,
            is_owner,
            joint_to,
            entries,
            nestings,
        }
    }

    /// The colliders of each entry, in the order in which entries are made.
    pub(crate) fn entries(&self) -> impl Iterator<Item = &[usize]> {
        self.entries.values().map(Vec::as_slice)
    }

    /// The position of a collider in its entry.
    pub(crate) fn nesting(&self, collider: usize) -> Nesting {
        self.nestings[collider]
    }

    /// The bodies above a solid to which only hinges with one common anchor lead.
    /// Anchors are compared as they are written, each in the frame of its joint.
    pub(crate) fn chain(&self, solid: SolidIndex) -> Chain {
        let mut bodies = Vec::new();
        let mut common: Option<Vector> = None;
        let mut at = Some(solid.at());
        while let Some(solid) = at {
            if common.is_some() && self.is_owner[solid] {
                bodies.extend(self.of_solid[solid]);
            }
            if let Some(joint) = self.joint_to[solid]
                && joint.kind != JointKind::Slider
            {
                if common.is_some_and(|anchor| !is_near(anchor, joint.anchor)) {
                    break;
                }
                common.get_or_insert(joint.anchor);
            }
            at = self.model.solids[solid].parent.map(SolidIndex::at);
        }
        Chain {
            level: self.model.solids[solid].level,
            bodies,
        }
    }
}

/// The topmost solid above a solid.
pub(crate) fn top(model: &Model, mut solid: usize) -> usize {
    while let Some(parent) = model.solids[solid].parent {
        solid = parent.at();
    }
    solid
}

fn is_near(one: Vector, two: Vector) -> bool {
    (0..3).all(|at| (one[at] - two[at]).abs() <= f64::EPSILON)
}
