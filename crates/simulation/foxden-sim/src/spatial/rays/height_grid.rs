//! Rays and height fields, by the rules of the genuine program's collision
//! library: cell by cell as planes, with its own idea of edges, and with a body
//! below the surface.

use super::{Hit, Ray};
use crate::dynamics::HeightGrid;
use crate::math::{Pose, Vector};

/// How near numbers are taken to be equal.
const EPSILON: f64 = f64::EPSILON;
/// The cosine of a right angle in 64 bits: the field lies on its side in the
/// library, and that it is not exactly upright decides at the border.
const UPRIGHT: f64 = 6.123_233_995_736_766e-17;

/// A ray in the frame of the library: x along columns, y up, z along rows from the far side.
struct Turned {
    origin: [f64; 3],
    direction: [f64; 3],
    low: [f64; 3],
    high: [f64; 3],
}

/// A height field as rays meet it.
#[derive(Clone, Copy)]
pub(crate) struct GridRays<'a> {
    grid: &'a HeightGrid,
}

impl<'a> GridRays<'a> {
    /// The rays of a field.
    pub(crate) const fn new(grid: &'a HeightGrid) -> Self {
        Self { grid }
    }

    /// Whether the boxes that the library looks at first overlap.
    pub(crate) fn is_near(&self, pose: &Pose, ray: &Ray) -> bool {
        let (low, high) = self.grid.reach(pose);
        let end = ray.origin + ray.direction * ray.length;
        (0..3).all(|axis| {
            let (from, to) = (ray.origin[axis], end[axis]);
            from.min(to) <= high[axis] && from.max(to) >= low[axis]
        })
    }

    /// The nearest point on the surface for a ray in the frame of the field.
    pub(crate) fn nearest(&self, ray: &Ray) -> Option<Hit> {
        let turned = self.turn(ray);
        if turned.low[0] > self.grid.width()
            || turned.low[2] > self.grid.depth()
            || turned.high[0] < 0.0
            || turned.high[2] < 0.0
        {
            return None;
        }
        let (spacing, samples) = (self.grid.steps(), self.grid.samples());
        let columns = cells(turned.low[0], turned.high[0], spacing[0], samples[0])?;
        let rows = cells(turned.low[2], turned.high[2], spacing[1], samples[1])?;
        let (mut lowest, mut highest) = (f64::INFINITY, f64::NEG_INFINITY);
        for row in rows.0..=rows.1 {
            for column in columns.0..=columns.1 {
                let height = self.grid.height(column, row);
                lowest = lowest.min(height);
                highest = highest.max(height);
            }
        }
        if turned.low[1] - highest > -EPSILON {
            return None;
        }
        if lowest - turned.high[1] > -EPSILON {
            // wholly below: the field has a body there
            return Some(Hit {
                distance: lowest - turned.high[1],
                normal: -Vector::Z,
            });
        }
        if highest - lowest < EPSILON {
            let (distance, _) = meet(&turned, [0.0, 1.0, 0.0], lowest, ray.length)?;
            return Some(facing(distance, [0.0, 1.0, 0.0], ray));
        }
        let mut best: Option<Hit> = None;
        for column in columns.0..columns.1 {
            for row in rows.0..rows.1 {
                for is_first in [true, false] {
                    let hit = self.triangle(&turned, [column, row], is_first, ray);
                    if let Some(hit) = hit
                        && best.is_none_or(|best| hit.distance < best.distance)
                    {
                        best = Some(hit);
                    }
                }
            }
        }
        best
    }

    fn turn(&self, ray: &Ray) -> Turned {
        let x = ray.origin.x - self.grid.width() / 2.0;
        let y = ray.origin.y - self.grid.depth() / 2.0;
        let z = ray.origin.z;
        let origin = [
            x + self.grid.width() / 2.0,
            UPRIGHT * y + z,
            (-y + UPRIGHT * z) + self.grid.depth() / 2.0,
        ];
        let d = ray.direction;
        let direction = [d.x, UPRIGHT * d.y + d.z, -d.y + UPRIGHT * d.z];
        let end: [f64; 3] = std::array::from_fn(|at| origin[at] + direction[at] * ray.length);
        Turned {
            origin,
            direction,
            low: std::array::from_fn(|at| origin[at].min(end[at])),
            high: std::array::from_fn(|at| origin[at].max(end[at])),
        }
    }

    /// One of the two triangles of a cell: the one at the near corner, or the other.
    fn triangle(
        &self,
        turned: &Turned,
        [column, row]: [usize; 2],
        is_first: bool,
        ray: &Ray,
    ) -> Option<Hit> {
        let point = |column: usize, row: usize| {
            [
                column as f64 * self.grid.steps()[0],
                self.grid.height(column, row),
                row as f64 * self.grid.steps()[1],
            ]
        };
        let corner = if is_first {
            point(column, row)
        } else {
            point(column + 1, row + 1)
        };
        let (b, c) = (point(column + 1, row), point(column, row + 1));
        let least = turned.low[1];
        if corner[1] <= least && b[1] <= least && c[1] <= least {
            return None;
        }
        let edge = |to: [f64; 3]| -> [f64; 3] { std::array::from_fn(|at| to[at] - corner[at]) };
        let (to_c, to_b) = (edge(c), edge(b));
        let normal = if is_first {
            cross(to_c, to_b)
        } else {
            cross(to_b, to_c)
        };
        let inverse = 1.0 / dot(normal, normal).sqrt();
        let normal = normal.map(|part| part * inverse);
        let (distance, at) = meet(turned, normal, dot(normal, corner), ray.length)?;
        self.is_on(at, [column, row], is_first)
            .then(|| facing(distance, normal, ray))
    }

    /// Whether a point of a plane is above a triangle: each point is above one only.
    fn is_on(&self, at: [f64; 3], [column, row]: [usize; 2], is_first: bool) -> bool {
        let [width, depth] = self.grid.steps();
        let (low_x, high_x) = (column as f64 * width, (column + 1) as f64 * width);
        let (low_z, high_z) = (row as f64 * depth, (row + 1) as f64 * depth);
        if at[0] < low_x || at[0] >= high_x || at[2] < low_z || at[2] >= high_z {
            return false;
        }
        let is_near_corner = (high_z - at[2]) > (at[0] - low_x) * (1.0 / width) * depth;
        is_near_corner == is_first
    }
}

/// The range of samples that an interval lies in.
fn cells(low: f64, high: f64, spacing: f64, samples: usize) -> Option<(usize, usize)> {
    let inverse = 1.0 / spacing;
    let first = (low * inverse).next_down().floor().max(0.0);
    let last = (high * inverse).next_up().ceil().min((samples - 1) as f64);
    (first < last).then_some((first as usize, last as usize))
}

/// Where a ray meets a plane, from either side.
fn meet(turned: &Turned, normal: [f64; 3], offset: f64, length: f64) -> Option<(f64, [f64; 3])> {
    let steepness = dot(normal, turned.direction);
    if steepness == 0.0 {
        return None;
    }
    let distance = (offset - dot(normal, turned.origin)) / steepness;
    if !(0.0..=length).contains(&distance) {
        return None;
    }
    let at = std::array::from_fn(|axis| turned.origin[axis] + distance * turned.direction[axis]);
    Some((distance, at))
}

/// A hit with its normal towards the ray, back in the frame of the field.
fn facing(distance: f64, normal: [f64; 3], ray: &Ray) -> Hit {
    let normal = Vector::new(normal[0], -normal[2], normal[1]);
    let normal = if normal.dot(ray.direction) > 0.0 {
        -normal
    } else {
        normal
    };
    Hit { distance, normal }
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn down(x: f64, y: f64) -> Ray {
        Ray {
            origin: Vector::new(x, y, 5.0),
            direction: -Vector::Z,
            length: 10.0,
        }
    }

    #[test]
    fn a_square_field_is_where_it_is_drawn() {
        let heights = [0.0, 1.0, 2.0, 3.0];
        let grid = HeightGrid::new([2, 2], [1.0, 1.0], 0.0, &heights).unwrap();
        for (x, y) in [(0.1, 0.2), (0.7, 0.3), (0.5, 0.9)] {
            let hit = GridRays::new(&grid).nearest(&down(x, y)).unwrap();
            assert!((hit.distance - (5.0 - x - 2.0 * y)).abs() < 1e-12);
            assert!(hit.normal.z > 0.0);
        }
        assert!(GridRays::new(&grid).nearest(&down(1.5, 0.5)).is_none());
    }

    #[test]
    fn a_ray_below_the_field_is_in_its_body() {
        let grid = HeightGrid::new([2, 2], [1.0, 1.0], 1.0, &[0.0, 0.1, 0.2, 0.3]).unwrap();
        let ray = Ray {
            origin: Vector::new(-1.0, 0.5, -0.4),
            direction: Vector::X,
            length: 10.0,
        };
        assert!((GridRays::new(&grid).nearest(&ray).unwrap().distance - 0.4).abs() < 1e-12);
    }
}
