//! Small parts of a picture, whose points share what may cast shadows on them.

use crate::shade::{Lamps, Point};
use crate::tree::Casters;

/// Pixels along a side.
pub(crate) const TILE: u32 = 8;

/// Points of a part of a picture.
pub(crate) struct Tile {
    /// The first pixel of what is being drawn.
    pub(crate) first: u32,
    /// Pixel, patch and point.
    pub(crate) points: Vec<(u32, u32, Point)>,
    /// For each light: the shapes that may hide it.
    pub(crate) casters: Vec<Vec<u32>>,
    low: [f32; 3],
    high: [f32; 3],
}

impl Tile {
    pub(crate) fn new(first: u32) -> Self {
        Self {
            first,
            points: Vec::new(),
            casters: Vec::new(),
            low: [0.0; 3],
            high: [0.0; 3],
        }
    }

    pub(crate) fn clear(&mut self) {
        self.points.clear();
        (self.low, self.high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
    }

    pub(crate) fn push(&mut self, pixel: u32, patch: u32, point: Point) {
        for axis in 0..3 {
            self.low[axis] = self.low[axis].min(point.position[axis]);
            self.high[axis] = self.high[axis].max(point.position[axis]);
        }
        self.points.push((pixel, patch, point));
    }

    /// Finds the shapes that may hide lights from the points.
    pub(crate) fn find_casters(&mut self, casters: &Casters, lamps: &Lamps, eye: [f64; 3]) {
        if !lamps.has_shadows {
            self.casters.clear();
            return;
        }
        self.casters.resize(lamps.all.len(), Vec::new());
        let world = |corner: [f32; 3]| {
            std::array::from_fn(|axis| (f64::from(corner[axis]) + eye[axis]) as f32)
        };
        let area = [world(self.low), world(self.high)];
        let middle = std::array::from_fn(|axis| f64::from(self.low[axis] + self.high[axis]) / 2.0);
        for (lamp, found) in lamps.all.iter().zip(&mut self.casters) {
            if lamp.casts_shadows {
                let (towards, length) = lamp.way(middle);
                casters.candidates(area, towards, length, found);
            }
        }
    }
}
