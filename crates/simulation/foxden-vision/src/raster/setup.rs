//! Triangles in the picture, ready to be filled.

use super::frame::Frame;
use super::fused;

/// Parts of a pixel that corners are rounded to.
pub(crate) const PARTS: f32 = 256.0;
pub(crate) const PART_BITS: u32 = 8;

/// A value that changes linearly over the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Plane {
    pub(crate) origin: f32,
    pub(crate) across: f32,
    pub(crate) down: f32,
}

impl Plane {
    /// The value at the centre of a pixel.
    pub(crate) fn at(&self, column: f32, row: f32) -> f32 {
        fused(self.down, row, fused(self.across, column, self.origin))
    }
}

/// A triangle in the picture: corners in pixels with 1/w, counterclockwise as
/// the picture is seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Patch {
    /// The instance and the element of its mesh.
    pub(crate) instance: u32,
    pub(crate) element: u32,
    /// Places of the corners and 1/w.
    pub(crate) places: [[f32; 3]; 3],
    /// Weights of the corners of the whole triangle.
    pub(crate) weights: [[f32; 3]; 3],
}

/// What filling needs to know of a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Setup {
    /// Corners in 1/256 of a pixel from the centre of the first pixel.
    pub(crate) x: [i64; 3],
    pub(crate) y: [i64; 3],
    /// 1/w.
    pub(crate) over: Plane,
    /// First column and row, and those after the last.
    pub(crate) bounds: [u32; 4],
}

/// What the planes of one triangle share.
pub(crate) struct Slopes {
    at: [f32; 2],
    d01: [f32; 2],
    d20: [f32; 2],
}

impl Slopes {
    pub(crate) fn new(places: &[[f32; 3]; 3]) -> Self {
        let [a, b, c] = places;
        let d01 = [a[0] - b[0], a[1] - b[1]];
        let d20 = [c[0] - a[0], c[1] - a[1]];
        let over_area = 1.0 / (d01[0] * d20[1] - d01[1] * d20[0]);
        Self {
            at: [a[0] - 0.5, a[1] - 0.5],
            d01: d01.map(|part| part * over_area),
            d20: d20.map(|part| part * over_area),
        }
    }

    pub(crate) fn plane(&self, [a, b, c]: [f32; 3]) -> Plane {
        let (d01, d20) = (a - b, c - a);
        let across = d01 * self.d20[1] - d20 * self.d01[1];
        let down = d20 * self.d01[0] - d01 * self.d20[0];
        Plane {
            origin: a - (across * self.at[0] + down * self.at[1]),
            across,
            down,
        }
    }
}

fn rounded(place: f32) -> Option<i64> {
    let parts = (place - 0.5) * PARTS;
    // as many as single precision numbers can tell apart, and products fit
    (parts.abs() < 1e9).then(|| {
        // a sum with this number is rounded to a whole one, ties to even, without a call
        const WHOLE: f64 = 6_755_399_441_055_744.0;
        (f64::from(parts) + WHOLE - WHOLE) as i64
    })
}

impl Setup {
    /// `None` if the triangle is seen from behind, covers nothing or is not within the picture.
    pub(crate) fn new(frame: &Frame, places: &[[f32; 3]; 3]) -> Option<(Self, Slopes)> {
        let mut x = [0; 3];
        let mut y = [0; 3];
        for at in 0..3 {
            x[at] = rounded(places[at][0])?;
            y[at] = rounded(places[at][1])?;
        }
        let area = (x[0] - x[1]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[0] - y[1]);
        if area <= 0 {
            return None;
        }
        let [left, top, right, bottom] = frame.window.map(i64::from);
        // only centres of pixels count
        const ROUND_UP: i64 = (1 << PART_BITS) - 1;
        let low = |list: [i64; 3], least: i64| {
            ((list[0].min(list[1]).min(list[2]) + ROUND_UP) >> PART_BITS).max(least)
        };
        let high = |list: [i64; 3], most: i64| {
            (((list[0].max(list[1]).max(list[2]) - 1) >> PART_BITS) + 1).min(most)
        };
        let bounds = [low(x, left), low(y, top), high(x, right), high(y, bottom)];
        if bounds[0] >= bounds[2] || bounds[1] >= bounds[3] {
            return None;
        }
        let slopes = Slopes::new(places);
        let setup = Self {
            x,
            y,
            over: slopes.plane([places[0][2], places[1][2], places[2][2]]),
            bounds: bounds.map(|bound| bound as u32),
        };
        Some((setup, slopes))
    }

    /// The three edges: value at the centre of the first pixel, steps to the
    /// right and down. A pixel is within the triangle where all are positive.
    pub(crate) fn edges(&self) -> [[i64; 3]; 3] {
        std::array::from_fn(|at| {
            let next = (at + 1) % 3;
            let across = self.y[at] - self.y[next];
            let down = self.x[at] - self.x[next];
            let owns = across < 0 || (across == 0 && down >= 0);
            let start = across * self.x[at] - down * self.y[at] + i64::from(owns);
            [start, -(across << PART_BITS), down << PART_BITS]
        })
    }
}
