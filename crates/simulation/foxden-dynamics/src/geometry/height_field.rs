//! Heights over a grid.

use super::Bounds;
use crate::geometry::HeightGrid;
use crate::math::{Matrix, Pose, Vector};
use std::sync::Arc;

/// The cosine of a right angle in 64 bits: the genuine engine's height fields
/// lie on their side, and it turns them upright by this rotation.
const RIGHT_ANGLE_COSINE: f64 = 6.123_233_995_736_766e-17;

/// The ground of an ElevationGrid. Its surface is the one that rays meet too.
#[derive(Clone, Debug)]
pub struct HeightField {
    grid: Arc<HeightGrid>,
    /// The distance of neighbouring samples, as the genuine engine divides it.
    steps: [f64; 2],
}

impl HeightField {
    /// Heights as the field `height` of an ElevationGrid lists them, missing
    /// ones are 0. `None` if there is no cell.
    pub fn new(
        columns: usize,
        rows: usize,
        spacing: [f64; 2],
        heights: &[f64],
        thickness: f64,
    ) -> Option<Self> {
        let grid = HeightGrid::new([columns, rows], spacing, thickness, heights)?;
        Some(Self::of(Arc::new(grid)))
    }

    /// The field of a grid that others may share.
    pub fn of(grid: Arc<HeightGrid>) -> Self {
        let steps = grid.steps();
        Self { grid, steps }
    }

    /// The samples and their surface.
    pub(crate) fn grid(&self) -> &HeightGrid {
        &self.grid
    }

    /// The distance of neighbouring samples along x and along z of the engine's frame.
    pub(crate) const fn steps(&self) -> [f64; 2] {
        self.steps
    }

    /// The frame in which the engine has the field: y is up, the origin is in
    /// the middle, rows follow each other along z from the far side on.
    pub(crate) fn frame(&self, pose: &Pose) -> Pose {
        let middle = Vector::new(self.grid.width() / 2.0, self.grid.depth() / 2.0, 0.0);
        let upright = Matrix([
            Vector::X,
            Vector::new(0.0, RIGHT_ANGLE_COSINE, -1.0),
            Vector::new(0.0, 1.0, RIGHT_ANGLE_COSINE),
        ]);
        Pose {
            rotation: pose.rotation * upright,
            translation: pose.translation + pose.rotation * middle,
        }
    }

    /// The bounds as the engine has them: in each direction the longest of the
    /// three extents, not their sum, so that those of a tilted field are too small.
    pub(crate) fn bounds(&self, pose: &Pose) -> Bounds {
        let (low, high) = self.grid.reach(pose);
        Bounds { low, high }
    }
}
