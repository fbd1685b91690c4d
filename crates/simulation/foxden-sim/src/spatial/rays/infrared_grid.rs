//! What infra-red light sees of an ElevationGrid.
//!
//! The genuine program has two planes over each cell, each through three of its
//! corners, and takes either of them for the whole cell: the nearer one counts.

use super::{Hit, Ray};
use crate::math::Vector;
use std::ops::Range;

/// The points of a height field, row by row.
pub(super) struct InfraredGrid<'a> {
    points: &'a [Vector],
    columns: usize,
    rows: usize,
}

impl<'a> InfraredGrid<'a> {
    /// `None` if there is no cell.
    pub(super) fn new(points: &'a [Vector], columns: usize) -> Option<Self> {
        let rows = points.len().checked_div(columns)?;
        (columns > 1 && rows > 1).then_some(Self {
            points,
            columns,
            rows,
        })
    }

    fn point(&self, column: usize, row: usize) -> Vector {
        self.points[row * self.columns + column]
    }

    /// The first point on a plane that a ray meets from above. Only cells below
    /// and above the ray are looked at.
    pub(super) fn nearest(&self, ray: &Ray) -> Option<Hit> {
        let mut best: Option<Hit> = None;
        let whole = (0.0, ray.length);
        for row in self.cells_along(1, ray, whole) {
            let sides = [self.point(0, row).y, self.point(0, row + 1).y];
            let Some(within) = crossing(ray, 1, sides, whole) else {
                continue;
            };
            for column in self.cells_along(0, ray, within) {
                for hit in self.cell(column, row, ray).into_iter().flatten() {
                    if best.is_none_or(|best| hit.distance < best.distance) {
                        best = Some(hit);
                    }
                }
            }
        }
        best
    }

    /// The columns or rows of cells that a ray passes between two distances.
    fn cells_along(&self, axis: usize, ray: &Ray, (from, to): (f64, f64)) -> Range<usize> {
        let (count, next) = match axis {
            0 => (self.columns - 1, self.point(1, 0)),
            _ => (self.rows - 1, self.point(0, 1)),
        };
        let start = self.point(0, 0)[axis];
        let spacing = next[axis] - start;
        let place =
            |distance: f64| (ray.origin[axis] + distance * ray.direction[axis] - start) / spacing;
        let (a, b) = (place(from), place(to));
        if !(a.is_finite() && b.is_finite()) {
            return 0..count;
        }
        // borders belong to both sides, so one cell more on each
        let low = (a.min(b).floor() - 1.0).max(0.0) as usize;
        let high = (a.max(b).floor() + 2.0).clamp(0.0, count as f64) as usize;
        low..high
    }

    /// Where a ray meets the two planes of a cell within its rectangle.
    fn cell(&self, column: usize, row: usize, ray: &Ray) -> [Option<Hit>; 2] {
        let b = self.point(column, row);
        let a = self.point(column, row + 1);
        let c = self.point(column + 1, row + 1);
        let d = self.point(column + 1, row);
        [[a, b, c], [d, c, b]].map(|corners| {
            let hit = met(ray, corners)?;
            let at = ray.origin + ray.direction * hit.distance;
            let is_within = |axis: usize| {
                let (low, high) = (b[axis].min(c[axis]), b[axis].max(c[axis]));
                (low..=high).contains(&at[axis])
            };
            (is_within(0) && is_within(1)).then_some(hit)
        })
    }
}

/// Between which of two distances a ray is between two heights of an axis.
fn crossing(ray: &Ray, axis: usize, sides: [f64; 2], (from, to): (f64, f64)) -> Option<(f64, f64)> {
    let direction = ray.direction[axis];
    let ends = sides.map(|side| (side - ray.origin[axis]) / direction);
    if !ends.iter().all(|end| end.is_finite()) {
        return Some((from, to));
    }
    let (near, far) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
    // what lies on the border is not lost by rounding
    let room = 1e-9 * (1.0 + far.abs());
    let (near, far) = ((near - room).max(from), (far + room).min(to));
    (near <= far).then_some((near, far))
}

/// Where a ray meets the plane of three points, if it starts above it.
fn met(ray: &Ray, [a, b, c]: [Vector; 3]) -> Option<Hit> {
    let mut normal = (b - a).cross(c - a).normalized();
    if normal.z < 0.0 {
        normal = -normal;
    }
    let height = (ray.origin - a).dot(normal);
    let climb = ray.direction.dot(normal);
    if height < 0.0 || climb.abs() < f64::EPSILON {
        return None;
    }
    let distance = -height / climb;
    (distance > 0.0 && distance < ray.length).then_some(Hit { distance, normal })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Four by three points with one that stands out.
    fn points() -> Vec<Vector> {
        (0..12)
            .map(|at| {
                let height = if at == 5 { 1.0 } else { 0.0 };
                Vector::new(f64::from(at % 4), f64::from(at / 4), height)
            })
            .collect()
    }

    fn distance(origin: [f64; 3], direction: [f64; 3]) -> Option<f64> {
        let points = points();
        let sheet = InfraredGrid::new(&points, 4).unwrap();
        let ray = Ray::toward(origin, direction, 100.0);
        sheet.nearest(&ray).map(|hit| hit.distance)
    }

    #[test]
    fn the_higher_of_two_planes_counts_in_the_whole_cell() {
        let down = [0.0, 0.0, -1.0];
        // the corner that stands out is the far one of the first cell
        assert_eq!(distance([0.25, 0.5, 3.0], down), Some(2.5));
        assert_eq!(distance([0.5, 0.25, 3.0], down), Some(2.5));
        // and the near one of the fourth
        assert_eq!(distance([1.75, 1.25, 3.0], down), Some(2.25));
        assert_eq!(distance([2.5, 0.5, 3.0], down), Some(3.0));
        assert_eq!(distance([3.5, 0.5, 3.0], down), None);
    }

    #[test]
    fn slanted_rays_find_what_all_cells_together_find() {
        let points = points();
        let sheet = InfraredGrid::new(&points, 4).unwrap();
        let mut random = crate::state::random::Random::new(3);
        for _ in 0..2000 {
            let mut number = |range: f64| (random.uniform() - 0.5) * range;
            let origin = [number(8.0) + 1.5, number(6.0) + 1.0, number(2.0) + 2.0];
            let direction = [number(2.0), number(2.0), -0.1 + number(1.0)];
            let ray = Ray::toward(origin, direction, 20.0);
            let all = (0..3).flat_map(|column| (0..2).map(move |row| (column, row)));
            let expected = all
                .flat_map(|(column, row)| sheet.cell(column, row, &ray))
                .flatten()
                .map(|hit| hit.distance)
                .min_by(f64::total_cmp);
            let found = sheet.nearest(&ray).map(|hit| hit.distance);
            assert_eq!(found, expected, "{ray:?}");
        }
    }

    #[test]
    fn a_line_of_points_is_no_surface() {
        assert!(InfraredGrid::new(&points(), 12).is_none());
        assert!(InfraredGrid::new(&points(), 1).is_none());
        assert!(InfraredGrid::new(&[], 0).is_none());
    }
}
