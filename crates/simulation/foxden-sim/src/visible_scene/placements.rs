//! Where nodes are for the renderer: in single precision, composed from parent
//! to child. The poses of the simulation are not rounded from node to node, so
//! pictures have places of their own.

use crate::model::{Model, PoseIndex, RowIndex};
use crate::state::State;
use foxden_vision::{Placement, SingleRotation};

/// The placements of all places of a model.
#[derive(Debug, Default)]
pub(super) struct Placements {
    all: Vec<Placement>,
    /// The rotations of the places in their parents and the fields that they were made of.
    rotations: Vec<([u64; 4], SingleRotation)>,
}

impl Placements {
    /// Follows the places of the state.
    pub(super) fn update(&mut self, model: &Model, state: &State) {
        let count = model.pose_nodes.len();
        let unknown = ([u64::MAX; 4], SingleRotation::IDENTITY);
        self.rotations.resize(count, unknown);
        self.all.clear();
        let rows = model.pose_nodes.iter().zip(state.local_poses.iter());
        for ((row, place), (known, rotation)) in rows.zip(&mut self.rotations) {
            let field = place.rotation.to_array();
            let bits = field.map(f64::to_bits);
            if *known != bits {
                (*known, *rotation) = (bits, SingleRotation::of_field(field));
            }
            let parent = match row.parent {
                Some(parent) => self.all[parent.at()],
                None => Placement::WORLD,
            };
            let translation = place.translation.to_array();
            let placement = parent.child(translation, *rotation, row.scale.to_array());
            self.all.push(placement);
        }
    }

    /// The placement of a place; the world without one.
    pub(super) fn of(&self, place: Option<PoseIndex>) -> Placement {
        let known = place.and_then(|place| self.all.get(place.at()));
        known.copied().unwrap_or(Placement::WORLD)
    }
}
