//! Visibility by rays: the rays of all pixels of a picture go through the tree
//! of a geometry together. A box that no ray meets is skipped with everything
//! in it, so triangles that lie between the centres of pixels cost nothing.
//!
//! What is found is drawn as the rasteriser draws it, in the order of the mesh.
//! It covers every pixel that any triangle of the geometry covers, so pictures
//! have the same bits.

use super::frame::{Frame, ModelView};
use super::walk::{Target, draw_triangle, place_corners};
use crate::geometry::Geometry;
use crate::tree::{SingleBounds, Tree};

/// How triangles that are seen are found. Pictures do not depend on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Visibility {
    /// By the method that is faster for each instance.
    #[default]
    Fastest,
    /// All triangles are drawn.
    Rasteriser,
    /// Rays look for the triangles that are drawn.
    RayTree,
}

/// Rays are faster where there are this many triangles in view for each pixel
/// (`cargo xtask bench vision` has a case of each kind).
const DENSE: usize = 128;
/// Geometries with fewer triangles have no tree for this purpose.
const LARGE: usize = 2048;
/// Nodes of the upper part of a tree: enough to tell how much of it is in view.
const UPPER_LEVELS: u32 = 8;
/// Triangles that are placed at once.
const CHUNK: usize = 128;

/// What corners and cuts may be off in single precision, as a part of the numbers
/// that they are made of.
const ROUNDING: f64 = 4e-6;
/// Corners are rounded to 1/256 of a pixel. More than that, in pixels.
const MARGIN: f64 = 1.0 / 64.0;

/// The rays of all pixels of a picture, in the frame of a geometry.
pub(super) struct Rays {
    /// Forward, right and down before the division, as functions of a place.
    rows: [[f64; 4]; 3],
    near: f64,
    far: f64,
    size: [f64; 2],
    /// First column and row, and those after the last.
    window: [i64; 4],
}

/// The least and the greatest value of a function in a box, with what rounding adds.
fn range([a, b, c, d]: [f64; 4], middle: [f64; 3], half: [f64; 3]) -> [f64; 2] {
    let parts = [a, b, c].map(f64::abs);
    let value = a * middle[0] + b * middle[1] + c * middle[2] + d;
    let reach = parts[0] * half[0] + parts[1] * half[1] + parts[2] * half[2];
    let size = parts[0] * middle[0].abs()
        + parts[1] * middle[1].abs()
        + parts[2] * middle[2].abs()
        + reach
        + d.abs();
    let reach = reach + ROUNDING * size;
    [value - reach, value + reach]
}

impl Rays {
    pub(super) fn new(frame: &Frame, model_view: &ModelView) -> Self {
        Self {
            rows: model_view.functions(),
            near: f64::from(frame.near),
            far: f64::from(frame.far),
            size: [f64::from(frame.width), f64::from(frame.height)],
            window: frame.window.map(i64::from),
        }
    }

    /// The pixels whose rays may meet something in a box: first column and row,
    /// and those after the last; `None` if there are none.
    fn met(&self, [low, high]: &SingleBounds) -> Option<[i64; 4]> {
        let middle =
            std::array::from_fn(|axis| (f64::from(low[axis]) + f64::from(high[axis])) * 0.5);
        let half = std::array::from_fn(|axis| (f64::from(high[axis]) - f64::from(low[axis])) * 0.5);
        let [ahead, right, down] = self.rows.map(|row| range(row, middle, half));
        let is_beside = |aside: [f64; 2]| aside[0] > ahead[1] || aside[1] < -ahead[1];
        if ahead[1] < self.near || ahead[0] > self.far || is_beside(right) || is_beside(down) {
            return None;
        }
        // what is cut at the near plane may be anywhere beside it
        if ahead[0] <= self.near * 1.001 {
            return Some(self.window);
        }
        let over = ahead.map(|distance| 1.0 / distance);
        let along = |[low, high]: [f64; 2], axis: usize| {
            let low = low * over[usize::from(low >= 0.0)];
            let high = high * over[usize::from(high < 0.0)];
            // the centre of the first pixel is at 0
            let pixel = |part: f64| (part * 0.5 + 0.5) * self.size[axis] - 0.5;
            let first = (pixel(low) - MARGIN).ceil() as i64;
            let last = (pixel(high) + MARGIN).floor() as i64;
            let (from, to) = (self.window[axis], self.window[axis + 2]);
            [first.max(from), last.saturating_add(1).min(to)]
        };
        let ([left, end], [top, bottom]) = (along(right, 0), along(down, 1));
        (left < end && top < bottom).then_some([left, top, end, bottom])
    }

    fn meet(&self, bounds: &SingleBounds) -> bool {
        self.met(bounds).is_some()
    }

    /// How many pixels a box may cover.
    fn pixels(&self, bounds: &SingleBounds) -> usize {
        self.met(bounds).map_or(0, |[left, top, end, bottom]| {
            ((end - left) * (bottom - top)) as usize
        })
    }
}

/// How a geometry is drawn best.
pub(super) enum Choice {
    /// By rays through a tree.
    RayTree,
    /// By the rasteriser.
    Rasteriser,
    /// By the rasteriser as long as there is no tree. If at least this many
    /// triangles are in view, rays would be faster.
    RasteriserUntil(usize),
}

impl Choice {
    pub(super) fn new(wanted: Visibility, geometry: &Geometry, rays: &Rays) -> Self {
        match wanted {
            Visibility::Rasteriser => return Self::Rasteriser,
            Visibility::RayTree => return Self::RayTree,
            Visibility::Fastest => {}
        }
        let triangles = geometry.mesh().triangles().len();
        if triangles < LARGE {
            return Self::Rasteriser;
        }
        let enough = rays.pixels(&geometry.bounds()).saturating_mul(DENSE);
        if triangles < enough {
            return Self::Rasteriser;
        }
        let Some(tree) = geometry.wanted_tree() else {
            return Self::RasteriserUntil(enough);
        };
        match tree.share(UPPER_LEVELS, |bounds| rays.meet(bounds)) * triangles as f64 {
            in_view if in_view >= enough as f64 => Self::RayTree,
            _ => Self::Rasteriser,
        }
    }
}

/// Draws the triangles of a geometry that rays may meet.
pub(super) fn draw(
    frame: &Frame,
    instance: u32,
    geometry: &Geometry,
    model_view: &ModelView,
    rays: &Rays,
    target: &mut Target,
) {
    let mesh = geometry.mesh();
    let triangles = mesh.triangles();
    let mut found = std::mem::take(&mut target.found);
    found.clear();
    let tree: &Tree = geometry.tree();
    tree.visit(|bounds| rays.meet(bounds), |item| found.push(item));
    // of equally near triangles the first one is seen
    found.sort_unstable();
    for part in found.chunks(CHUNK) {
        let corners = part.iter().flat_map(|element| triangles[*element as usize]);
        let positions = corners.map(|at| mesh.positions[at as usize]);
        place_corners(frame, model_view, positions, target);
        for (at, element) in part.iter().enumerate() {
            let corners = [3 * at, 3 * at + 1, 3 * at + 2];
            draw_triangle(frame, [instance, *element], corners, target);
        }
    }
    target.found = found;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::Transform;
    use crate::optics::ViewPose;

    fn rays(width: u32) -> Rays {
        let frame = Frame::new(width, width, [1.0; 2], 0.1, 10.0).at(&ViewPose::default(), 0);
        Rays::new(&frame, &frame.model_view(&Transform::IDENTITY))
    }

    #[test]
    fn boxes_between_the_centres_of_pixels_are_skipped() {
        // at distance 1 a pixel is 0.2 wide, and a ray goes through 0.1, 0.1
        let rays = rays(10);
        let small = |y: f32, z: f32| [[1.0, y - 0.01, z - 0.01], [1.01, y + 0.01, z + 0.01]];
        assert_eq!(rays.met(&small(0.1, 0.1)), Some([4, 4, 5, 5]));
        assert_eq!(rays.met(&small(0.0, 0.1)), None);
        assert_eq!(rays.met(&small(0.1, 0.2)), None);
        assert_eq!(rays.pixels(&[[1.0, -0.2, -0.2], [1.1, 0.2, 0.2]]), 4);
    }

    #[test]
    fn boxes_outside_of_the_picture_are_skipped() {
        let rays = rays(10);
        let unit = |x: f32, y: f32| [[x, y, 0.0], [x + 1.0, y + 1.0, 1.0]];
        assert!(!rays.meet(&unit(-2.0, 0.0)));
        assert!(!rays.meet(&unit(11.0, 0.0)));
        assert!(!rays.meet(&unit(2.0, 9.0)));
        assert!(!rays.meet(&unit(2.0, -9.0)));
        // around the camera
        assert!(rays.meet(&[[-1.0; 3], [1.0; 3]]));
    }
}
