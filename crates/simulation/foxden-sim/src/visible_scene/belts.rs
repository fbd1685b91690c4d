//! Belts of Tracks: their textures move, and the pieces of their geometry run
//! around the wheels.

use super::{Sources, VisibleWorld};
use crate::math::Pose;
use crate::model::{RowIndex, TrackIndex};
use foxden_scene::NodeId;
use foxden_vision::{InstanceId, Placement, SingleRotation, Transform};
use std::collections::BTreeSet;

/// The pieces of a Shape on a belt.
#[derive(Debug)]
pub(super) struct BeltShape {
    track: TrackIndex,
    /// The place of the Shape in the model.
    shape: usize,
    /// All pieces but the first one, which is the Shape itself.
    copies: Vec<InstanceId>,
}

impl VisibleWorld {
    /// Removes the copies of pieces and adds those of the belts of now.
    pub(super) fn build_belts(&mut self, sources: &Sources<'_>) {
        for belt in std::mem::take(&mut self.belts) {
            for copy in belt.copies {
                self.scene.remove_instance(copy);
            }
        }
        for drawn in self.shapes.iter_mut().flatten() {
            drawn.is_on_belt = false;
        }
        let tracks = sources.model.tracks.iter().enumerate();
        for (track, belt) in tracks.filter_map(|(at, row)| Some((at, row.belt.as_ref()?))) {
            let mut parts: BTreeSet<NodeId> = BTreeSet::from([belt.geometry]);
            parts.extend(sources.scene.descendants(belt.geometry));
            for shape in 0..self.nodes.len() {
                if !parts.contains(&self.nodes[shape]) {
                    continue;
                }
                let drawn = self.shapes[shape].as_ref();
                let instance = drawn.and_then(|drawn| self.scene.instance(drawn.instance));
                let Some(instance) = instance.cloned() else {
                    continue;
                };
                let copies = (1..belt.count)
                    .map(|_| self.scene.add_instance(instance.clone()))
                    .collect();
                self.belts.push(BeltShape {
                    track: TrackIndex::new(track),
                    shape,
                    copies,
                });
            }
        }
    }

    /// Moves what belts carry.
    pub(super) fn follow_belts(&mut self, sources: &Sources<'_>) {
        self.follow_belt_textures(sources);
        for at in 0..self.belts.len() {
            self.move_pieces(at, sources);
        }
    }

    fn move_pieces(&mut self, at: usize, sources: &Sources<'_>) {
        let BeltShape { track, shape, .. } = self.belts[at];
        let row = &sources.model.tracks[track];
        let (Some(belt), Some(drawn)) = (&row.belt, &self.shapes[shape]) else {
            return;
        };
        let (first, size) = (drawn.instance, drawn.size);
        let place = sources.model.solids[row.solid].place;
        let outer = self.placements.of(Some(place));
        let inner = self.within_track(sources, place.at(), shape);
        let way = sources.state.tracks[track].position;
        let transforms: Vec<Transform> = (0..belt.count)
            .filter_map(|piece| {
                let (translation, angle) = belt.piece(piece, way)?;
                let turn = SingleRotation::about(1, angle as f32);
                let piece = outer.child(translation, turn, [1.0; 3]);
                let shape = piece.child(inner.0, inner.1, inner.2);
                let drawn = shape.child([0.0; 3], SingleRotation::IDENTITY, size);
                Some(Transform::of_node(&drawn))
            })
            .collect();
        let pieces = std::iter::once(first).chain(self.belts[at].copies.iter().copied());
        for (piece, transform) in pieces.zip(transforms) {
            let is_there = |instance: &foxden_vision::Instance| instance.transform == transform;
            if !self.scene.instance(piece).is_some_and(is_there) {
                self.scene.set_transform(piece, transform);
            }
        }
        if let Some(drawn) = &mut self.shapes[shape] {
            drawn.is_on_belt = true;
        }
    }

    /// Where a Shape of a belt is in its track: translation, rotation, scale.
    fn within_track(
        &self,
        sources: &Sources<'_>,
        track: usize,
        shape: usize,
    ) -> ([f64; 3], SingleRotation, [f64; 3]) {
        let row = &sources.model.shapes[shape];
        let poses = &sources.state.poses;
        let outer = poses[track];
        let inner = row.place.map_or(Pose::IDENTITY, |place| poses[place]);
        let back = outer.rotation.transposed();
        let translation = back * (inner.translation - outer.translation);
        let rotation = back * inner.rotation;
        let scale = |placement: Placement| placement.scale.map(f64::from);
        let own = scale(self.placements.of(row.place));
        let above = scale(
            self.placements
                .of(Some(crate::model::PoseIndex::new(track))),
        );
        let parts = std::array::from_fn(|axis| match above[axis] {
            0.0 => 1.0,
            above => own[axis] / above,
        });
        (
            translation.to_array(),
            SingleRotation::of_matrix(&rotation.0.map(|row| row.to_array())),
            parts,
        )
    }

    /// The textures of belts move with them.
    pub(super) fn follow_belt_textures(&mut self, sources: &Sources<'_>) {
        let tracks = sources.model.tracks.iter().zip(&sources.state.tracks);
        for (texture, state) in tracks.filter_map(|(row, state)| Some((row.texture?, state))) {
            let at = self.nodes.iter().position(|node| *node == texture.shape);
            let Some(Some(drawn)) = at.and_then(|at| self.shapes.get_mut(at)) else {
                continue;
            };
            let translation = texture.translation(state.position);
            let shown = &mut drawn.material.texture_transform.translation;
            if std::mem::replace(shown, translation) != translation {
                let material = drawn.material.clone();
                self.scene.set_material(drawn.material_id, material);
            }
        }
    }

    /// The track of a Shape on a belt, and what is drawn of its pieces in order.
    pub(crate) fn pieces_of(&self, shape: usize) -> Option<(TrackIndex, Vec<InstanceId>)> {
        let belt = self.belts.iter().find(|belt| belt.shape == shape)?;
        let first = self.shapes.get(shape)?.as_ref()?.instance;
        let pieces = std::iter::once(first).chain(belt.copies.iter().copied());
        Some((belt.track, pieces.collect()))
    }

    /// The copies of the pieces that a Shape has on a belt.
    pub(super) fn copies_of(&self, shape: usize) -> impl Iterator<Item = InstanceId> {
        let belts = self.belts.iter().filter(move |belt| belt.shape == shape);
        belts.flat_map(|belt| belt.copies.iter().copied())
    }
}
