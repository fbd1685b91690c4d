//! All colliders of a world, ready for rays.

use super::tree::Tree;
use super::{Bounds, Hit, Ray};
use crate::math::Pose;
use crate::model::RobotIndex;

/// Something that rays meet.
pub trait Obstacle {
    /// The box around it at a pose; `None` if it has no end or looks at all rays itself.
    fn bounds(&self, pose: &Pose) -> Option<Bounds>;
    /// Where a ray meets it at a pose.
    fn hit_at(&self, pose: &Pose, ray: &Ray) -> Option<Hit>;
    /// Whether a ray meets it at a pose.
    fn is_hit_at(&self, pose: &Pose, ray: &Ray) -> bool {
        self.hit_at(pose, ray).is_some()
    }
    /// The robot that it is a part of.
    fn robot(&self) -> Option<RobotIndex>;
}

/// Which colliders a ray passes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PassesThrough(pub Option<RobotIndex>);

/// A tree over the colliders and where they are.
#[derive(Clone, Debug, Default)]
pub struct Caster {
    tree: Tree,
    /// Colliders without end.
    endless: Vec<u32>,
    poses: Vec<Pose>,
}

impl Caster {
    /// Builds the tree for colliders at these poses.
    pub fn new<O: Obstacle>(colliders: &[O], poses: Vec<Pose>) -> Self {
        let mut bounded: Vec<(u32, Bounds)> = Vec::new();
        let mut endless = Vec::new();
        for (at, collider) in colliders.iter().enumerate() {
            match collider.bounds(&poses[at]) {
                Some(bounds) => bounded.push((at as u32, bounds)),
                None => endless.push(at as u32),
            }
        }
        Self {
            tree: Tree::build(&bounded),
            endless,
            poses,
        }
    }

    /// Tells that a collider has moved; [`Caster::refit`] is to follow.
    pub fn put<O: Obstacle>(&mut self, collider: &O, at: usize, pose: Pose) {
        if self.poses[at] == pose {
            return;
        }
        self.poses[at] = pose;
        if let Some(bounds) = collider.bounds(&pose) {
            self.tree.put(at as u32, &bounds);
        }
    }

    /// Adapts the tree to where colliders are now.
    pub fn refit(&mut self) {
        self.tree.refit();
    }

    fn hit<O: Obstacle>(&self, colliders: &[O], at: u32, ray: &Ray) -> Option<Hit> {
        let pose = &self.poses[at as usize];
        colliders[at as usize].hit_at(pose, ray)
    }

    fn counts<O: Obstacle>(&self, colliders: &[O], at: u32, passes: PassesThrough) -> bool {
        match (passes.0, colliders[at as usize].robot()) {
            (Some(own), Some(robot)) => own != robot,
            _ => true,
        }
    }

    /// Whether anything is in the way, and what; the collider in `hint` is tried first.
    pub fn blocker<O: Obstacle>(
        &self,
        colliders: &[O],
        ray: &Ray,
        passes: PassesThrough,
        hint: Option<u32>,
    ) -> Option<u32> {
        let blocks = |at: u32| {
            let (collider, pose) = (&colliders[at as usize], &self.poses[at as usize]);
            self.counts(colliders, at, passes) && collider.is_hit_at(pose, ray)
        };
        if let Some(hint) = hint
            && (hint as usize) < colliders.len()
            && blocks(hint)
        {
            return Some(hint);
        }
        if let Some(found) = self.endless.iter().copied().find(|at| blocks(*at)) {
            return Some(found);
        }
        let mut found = None;
        self.tree.visit(ray, |item, _| {
            let is_blocker = blocks(item);
            if is_blocker {
                found = Some(item);
            }
            is_blocker
        });
        found
    }

    /// The nearest surface and the collider it belongs to.
    pub fn nearest<O: Obstacle>(
        &self,
        colliders: &[O],
        ray: &Ray,
        mut counts: impl FnMut(u32, &Hit) -> bool,
        passes: PassesThrough,
    ) -> Option<(u32, Hit)> {
        let mut best: Option<(u32, Hit)> = None;
        let mut look = |at: u32, length: &mut f64| {
            if !self.counts(colliders, at, passes) {
                return;
            }
            if let Some(hit) = self.hit(colliders, at, ray)
                && counts(at, &hit)
            {
                // equal distances go to the collider that was made first
                let is_nearer =
                    best.is_none_or(|(other, found)| (hit.distance, at) < (found.distance, other));
                if is_nearer {
                    *length = hit.distance;
                    best = Some((at, hit));
                }
            }
        };
        let mut length = ray.length;
        for at in &self.endless {
            look(*at, &mut length);
        }
        let shorter = Ray { length, ..*ray };
        self.tree.visit(&shorter, |item, length| {
            look(item, length);
            false
        });
        best
    }
}
