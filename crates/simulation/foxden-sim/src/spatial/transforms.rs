//! Where everything is: poses in the world follow the places that were moved,
//! and the geometry of boundingObjects follows those.

use crate::math::{AxisAngle, Matrix, Pose, Vector};
use crate::model::{Model, PoseIndex, RowIndex};
use crate::spatial::transform_tree::TransformTree;
use crate::state::State;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The pose of a node in its parent, as its fields say.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct LocalPose {
    pub(crate) translation: Vector,
    pub(crate) rotation: AxisAngle,
}

impl LocalPose {
    /// Whether another pose is the same but for rounding.
    pub(crate) fn is_near(&self, other: &Self) -> bool {
        self.translation.is_near(other.translation) && self.rotation.is_near(other.rotation)
    }
}

/// What has moved and was not followed yet.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Moves {
    /// The poses of the places in their parents: turning an angle into a matrix
    /// takes longer than all else.
    locals: Vec<Pose>,
    /// What Transforms around the places make of their translations, by place.
    stretches: Vec<(u32, Matrix)>,
    /// Places that were moved since poses were brought up to date.
    moved: Vec<PoseIndex>,
    is_moved: Vec<bool>,
    /// Branches whose poses have changed since geometry was brought up to date.
    shifted: Vec<Range<usize>>,
    /// Places that drifted in this step, with their poses before.
    drifted: Vec<(PoseIndex, Pose)>,
    /// For each place its position in `drifted`.
    drift: Vec<Option<u32>>,
    /// Branches whose geometry lags a step behind.
    lagging: Vec<Range<usize>>,
    /// Colliders of robots without physics on bodies that moved: they are put
    /// to their places before the next step.
    late: Vec<u32>,
    /// The colliders that were brought up to date last.
    followed: Vec<u32>,
    /// How often anything had moved when poses were brought up to date.
    count: u64,
    /// What moved since a viewer asked; no part of the state.
    #[serde(skip)]
    journal: MoveJournal,
}

/// The places that were moved since a viewer asked, each once. It costs nothing
/// while no viewer asks.
#[derive(Clone, Debug, Default)]
struct MoveJournal {
    is_kept: bool,
    places: Vec<PoseIndex>,
    is_noted: Vec<bool>,
}

impl MoveJournal {
    fn note(&mut self, place: PoseIndex) {
        if self.is_kept && !std::mem::replace(&mut self.is_noted[place.at()], true) {
            self.places.push(place);
        }
    }
}

impl Moves {
    /// Everything is new.
    pub(crate) fn new(places: &[LocalPose], model: &Model) -> Self {
        let rows = model.pose_nodes.iter().zip(0..);
        let stretched = rows.filter_map(|(row, at)| Some((at, row.stretch?)));
        let stretches: Vec<(u32, Matrix)> = stretched.collect();
        let mut locals: Vec<Pose> = places
            .iter()
            .map(|place| Pose::new(place.translation, place.rotation))
            .collect();
        for (at, matrix) in &stretches {
            let local = &mut locals[*at as usize];
            local.translation = *matrix * local.translation;
        }
        Self {
            locals,
            stretches,
            moved: (0..places.len()).map(PoseIndex::new).collect(),
            is_moved: vec![true; places.len()],
            shifted: Vec::new(),
            drifted: Vec::new(),
            drift: vec![None; places.len()],
            lagging: Vec::new(),
            late: Vec::new(),
            followed: Vec::new(),
            count: 0,
            journal: MoveJournal::default(),
        }
    }

    /// Starts or ends the list of what moves.
    pub(crate) fn keep_journal(&mut self, is_kept: bool) {
        let count = if is_kept { self.locals.len() } else { 0 };
        self.journal = MoveJournal {
            is_kept,
            places: Vec::new(),
            is_noted: vec![false; count],
        };
    }

    /// Adds the places that were moved since the last call to a list, and those
    /// whose poses are not up to date yet.
    pub(crate) fn take_journal(&mut self, into: &mut Vec<PoseIndex>) {
        for place in &self.journal.places {
            self.journal.is_noted[place.at()] = false;
        }
        into.append(&mut self.journal.places);
        into.extend_from_slice(&self.moved);
    }

    /// Whether poses in the world are as places say.
    pub(crate) fn is_followed(&self) -> bool {
        self.moved.is_empty()
    }

    /// The pose of a place in its parent.
    pub(crate) fn local(&self, place: PoseIndex) -> &Pose {
        &self.locals[place.at()]
    }

    /// How often anything had moved when poses were brought up to date.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// The colliders that were brought up to date last.
    pub(crate) fn followed(&self) -> &[u32] {
        &self.followed
    }

    /// A translation field in the frame of the node above.
    fn stretched(&self, place: PoseIndex, translation: Vector) -> Vector {
        let at = place.at() as u32;
        match self.stretches.binary_search_by_key(&at, |(at, _)| *at) {
            Ok(found) => self.stretches[found].1 * translation,
            Err(_) => translation,
        }
    }

    fn mark(&mut self, place: PoseIndex) {
        if !std::mem::replace(&mut self.is_moved[place.at()], true) {
            self.moved.push(place);
        }
    }
}

/// Brings ranges that contain each other or lie apart in order, each thing once.
fn simplify(ranges: &mut Vec<Range<usize>>) {
    ranges.sort_unstable_by_key(|range| (range.start, std::cmp::Reverse(range.end)));
    let mut done = 0;
    ranges.retain(|range| {
        let is_new = range.end > done;
        done = done.max(range.end);
        is_new
    });
}

impl State {
    /// Moves a place.
    pub(crate) fn put(&mut self, place: PoseIndex, translation: Vector, rotation: AxisAngle) {
        let at = place.at();
        let bits = |rotation: AxisAngle| rotation.to_array().map(f64::to_bits);
        let stretched = self.moves.stretched(place, translation);
        let local = &mut self.moves.locals[at];
        if bits(self.local_poses[at].rotation) == bits(rotation) {
            local.translation = stretched;
        } else {
            *local = Pose::new(stretched, rotation);
        }
        self.local_poses[at] = LocalPose {
            translation,
            rotation,
        };
        self.moves.mark(place);
    }

    /// Moves a place whose geometry follows only in the next step.
    pub(crate) fn drift(&mut self, place: PoseIndex, translation: Vector, rotation: AxisAngle) {
        let moves = &mut self.moves;
        if moves.drift[place.at()].is_none() {
            moves.drift[place.at()] = Some(moves.drifted.len() as u32);
            moves.drifted.push((place, moves.locals[place.at()]));
        }
        self.put(place, translation, rotation);
    }

    /// The pose in the world as of now, whatever has moved.
    pub(crate) fn pose_now(&self, model: &Model, place: PoseIndex) -> Pose {
        if self.moves.is_followed() {
            return self.poses[place];
        }
        let local = &self.moves.locals[place.at()];
        match model.pose_nodes[place].parent {
            Some(parent) => self.pose_now(model, parent).then(local),
            None => *local,
        }
    }

    /// Brings the poses in the world up to date; whether anything had moved.
    pub(crate) fn refresh_poses(&mut self, model: &Model) -> bool {
        let moves = &mut self.moves;
        if moves.moved.is_empty() {
            return false;
        }
        moves.moved.sort_unstable();
        let mut done = 0;
        for place in moves.moved.drain(..) {
            moves.is_moved[place.at()] = false;
            moves.journal.note(place);
            if place.at() < done {
                continue;
            }
            let branch = model.transform_tree.branch(place.at());
            for at in branch.clone() {
                let local = &moves.locals[at];
                self.poses[at] = match model.transform_tree.parent(at) {
                    Some(parent) => self.poses[parent].then(local),
                    None => *local,
                };
            }
            done = branch.end;
            moves.shifted.push(branch);
        }
        moves.count += 1;
        true
    }

    /// Brings the poses of colliders up to date; which they were.
    pub(crate) fn refresh_geometry(&mut self, model: &Model) -> &[u32] {
        let mut branches = std::mem::take(&mut self.moves.shifted);
        branches.append(&mut self.moves.lagging);
        simplify(&mut branches);
        let mut followed = std::mem::take(&mut self.moves.followed);
        followed.clear();
        followed.append(&mut self.moves.late);
        for branch in &branches {
            followed.extend(model.transform_tree.colliders(branch).map(|at| at as u32));
        }
        for at in followed.iter().map(|at| *at as usize) {
            let collider = &model.colliders[at];
            let place = collider.place.at();
            let pose = match self.lagging_pose(&model.transform_tree, place) {
                Some(pose) => pose.then(&collider.pose),
                None => self.poses[place].then(&collider.pose),
            };
            self.geometry[at] = pose;
        }
        branches.clear();
        let moves = &mut self.moves;
        (moves.shifted, moves.followed) = (branches, followed);
        for (place, _) in moves.drifted.drain(..) {
            moves.drift[place.at()] = None;
            moves.lagging.push(model.transform_tree.branch(place.at()));
        }
        &moves.followed
    }

    /// The pose of a place as it was before it or a place above drifted.
    fn lagging_pose(&self, layout: &TransformTree, place: usize) -> Option<Pose> {
        let moves = &self.moves;
        let parent = layout.parent(place);
        let above = parent.and_then(|parent| self.lagging_pose(layout, parent));
        let before = moves.drift[place].map(|at| &moves.drifted[at as usize].1);
        if above.is_none() && before.is_none() {
            return None;
        }
        let local = before.unwrap_or(&moves.locals[place]);
        let above = above.or_else(|| parent.map(|parent| self.poses[parent]));
        Some(above.map_or(*local, |above| above.then(local)))
    }

    /// Brings the poses of those colliders up to date at once whose place has
    /// just moved and that `is_wanted`; which they are. The others of those
    /// places follow before the next step if they belong to a robot, and stay
    /// behind until they are moved in another way if not.
    pub(crate) fn refresh_some_geometry(
        &mut self,
        model: &Model,
        is_wanted: impl Fn(&State, usize) -> bool,
    ) -> &[u32] {
        let mut followed = std::mem::take(&mut self.moves.followed);
        followed.clear();
        let mut branches = std::mem::take(&mut self.moves.shifted);
        for branch in &branches {
            for at in model.transform_tree.colliders(branch) {
                if is_wanted(self, at) {
                    let collider = &model.colliders[at];
                    self.geometry[at] = self.poses[collider.place].then(&collider.pose);
                    followed.push(at as u32);
                } else if model.colliders[at].robot.is_some() {
                    self.moves.late.push(at as u32);
                }
            }
        }
        branches.clear();
        let moves = &mut self.moves;
        (moves.shifted, moves.followed) = (branches, followed);
        &moves.followed
    }
}
