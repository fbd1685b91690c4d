//! The part of a height field under a shape.

use crate::contacts::plane::Plane;
use crate::geometry::{Bounds, HeightField};
use crate::math::Vector;

/// How near numbers are taken to be equal.
const EPSILON: f64 = f64::EPSILON;

/// The samples under a shape, in the engine's frame of the field: column by
/// column along x, in each of them along z.
pub(super) struct Zone {
    columns: usize,
    rows: usize,
    /// The first column and the first row.
    first: [usize; 2],
    steps: [f64; 2],
    heights: Vec<f64>,
    pub lowest: f64,
    pub highest: f64,
}

/// A triangle of the surface.
pub(super) struct Triangle {
    /// The corner of the cell that only this triangle has, then the two that
    /// both triangles of the cell share.
    pub samples: [usize; 3],
    /// Whether it is the half of the cell that starts at the lower numbers.
    is_first: bool,
    pub plane: Plane,
    highest: f64,
}

impl Zone {
    /// The samples of all cells that some bounds reach into.
    pub fn of(field: &HeightField, bounds: &Bounds) -> Option<Self> {
        let grid = field.grid();
        let (low, high) = (bounds.low, bounds.high);
        let is_beside =
            low.x > grid.width() || low.z > grid.depth() || high.x < 0.0 || high.z < 0.0;
        if is_beside {
            return None;
        }
        let steps = field.steps();
        let [across, along] = grid.samples();
        let (left, right) = cells(low.x, high.x, steps[0], across)?;
        let (near, far) = cells(low.z, high.z, steps[1], along)?;
        let mut zone = Self {
            columns: right - left + 1,
            rows: far - near + 1,
            first: [left, near],
            steps,
            heights: Vec::new(),
            lowest: f64::INFINITY,
            highest: f64::NEG_INFINITY,
        };
        for column in left..=right {
            for row in near..=far {
                let height = grid.height(column, row);
                zone.lowest = zone.lowest.min(height);
                zone.highest = zone.highest.max(height);
                zone.heights.push(height);
            }
        }
        Some(zone)
    }

    /// Where a sample is.
    pub fn sample(&self, at: usize) -> Vector {
        let (column, row) = (at / self.rows, at % self.rows);
        Vector::new(
            (self.first[0] + column) as f64 * self.steps[0],
            self.heights[at],
            (self.first[1] + row) as f64 * self.steps[1],
        )
    }

    /// The corners of each cell: at the lower numbers, next along x, next along
    /// z, and opposite.
    fn cells(&self) -> impl Iterator<Item = [usize; 4]> + '_ {
        (0..self.columns - 1).flat_map(move |column| {
            (0..self.rows - 1).map(move |row| {
                let at = column * self.rows + row;
                [at, at + self.rows, at + 1, at + self.rows + 1]
            })
        })
    }

    /// Which samples cannot touch by themselves: those not above a height, and
    /// with `looks_for_hollows` the ends of a diagonal that lies in a hollow.
    /// Each cell decides again about its corners, so that the last one counts.
    pub fn sunken_samples(&self, height: f64, looks_for_hollows: bool) -> Vec<bool> {
        let mut is_sunken = vec![true; self.heights.len()];
        for cell in self.cells() {
            let [a, b, c, d] = cell.map(|at| self.heights[at]);
            for at in cell {
                is_sunken[at] = self.heights[at] <= height || self.heights[at].is_nan();
            }
            let is_hollow = a > c && a > b && d > c && d > b;
            if looks_for_hollows && (b > height || c > height) && is_hollow {
                is_sunken[cell[1]] = true;
                is_sunken[cell[2]] = true;
            }
        }
        is_sunken
    }

    /// The triangles with a corner above a height.
    pub fn triangles_above(&self, height: f64) -> Vec<Triangle> {
        let mut found = Vec::new();
        for [a, b, c, d] in self.cells() {
            for (corner, is_first) in [(a, true), (d, false)] {
                let samples = [corner, b, c];
                if samples.iter().any(|&at| self.heights[at] > height) {
                    found.push(self.triangle(samples, is_first));
                }
            }
        }
        found
    }

    fn triangle(&self, samples: [usize; 3], is_first: bool) -> Triangle {
        let [corner, b, c] = samples.map(|at| self.sample(at));
        let (to_b, to_c) = (b - corner, c - corner);
        let normal = if is_first {
            to_c.cross(to_b)
        } else {
            to_b.cross(to_c)
        };
        let normal = normal * (1.0 / normal.length());
        Triangle {
            samples,
            is_first,
            plane: Plane {
                normal,
                distance: normal.dot(corner),
            },
            highest: corner.y.max(b.y).max(c.y),
        }
    }

    /// Whether a point is over a triangle: each point is over one only.
    pub fn is_over(&self, triangle: &Triangle, point: Vector) -> bool {
        let at = triangle.samples[0];
        let [mut column, mut row] = [at / self.rows, at % self.rows];
        if !triangle.is_first {
            column -= 1;
            row -= 1;
        }
        let line =
            |number: usize, axis: usize| (self.first[axis] + number) as f64 * self.steps[axis];
        let (left, right) = (line(column, 0), line(column + 1, 0));
        let (near, far) = (line(row, 1), line(row + 1, 1));
        let is_in_cell = point.x >= left && point.x < right && point.z >= near && point.z < far;
        let aspect = self.steps[1] / self.steps[0];
        let is_in_first = far - point.z > (point.x - left) * aspect;
        is_in_cell && is_in_first == triangle.is_first
    }
}

/// The first and the last sample of the cells that an interval reaches into.
fn cells(low: f64, high: f64, step: f64, samples: usize) -> Option<(usize, usize)> {
    let inverse = 1.0 / step;
    let first = (low * inverse).next_down().floor().max(0.0);
    let last = (high * inverse).next_up().ceil().min((samples - 1) as f64);
    (first < last).then_some((first as usize, last as usize))
}

/// Triangles that lie in one plane, as places in the list. Planes with lower
/// corners come first.
pub(super) fn planes(triangles: &[Triangle]) -> Vec<Vec<usize>> {
    // only triangles whose planes are equally steep can be one plane
    let steepness = |at: usize| triangles[at].plane.normal.y;
    let mut sorted: Vec<usize> = (0..triangles.len()).collect();
    sorted.sort_by(|&a, &b| steepness(a).total_cmp(&steepness(b)));
    let mut is_grouped = vec![false; triangles.len()];
    let mut found: Vec<Vec<usize>> = Vec::new();
    for base in 0..triangles.len() {
        if is_grouped[base] {
            continue;
        }
        // differences are exact here, sums are not: 1 is not below the number before 1 and an epsilon
        let from = sorted.partition_point(|&at| steepness(base) - steepness(at) >= EPSILON);
        let mut group: Vec<usize> = sorted[from..]
            .iter()
            .copied()
            .take_while(|&at| steepness(at) - steepness(base) < EPSILON)
            .filter(|&at| {
                at > base
                    && !is_grouped[at]
                    && is_same(&triangles[base].plane, &triangles[at].plane)
            })
            .collect();
        group.push(base);
        group.sort_unstable();
        for &at in &group {
            is_grouped[at] = true;
        }
        found.push(group);
    }
    let highest = |group: &[usize]| {
        group
            .iter()
            .map(|&at| triangles[at].highest)
            .fold(f64::NEG_INFINITY, f64::max)
    };
    found.sort_by(|a, b| highest(a).total_cmp(&highest(b)));
    found
}

fn is_same(one: &Plane, two: &Plane) -> bool {
    let turn = one.normal - two.normal;
    turn.x.abs() < EPSILON
        && turn.y.abs() < EPSILON
        && turn.z.abs() < EPSILON
        && (one.distance - two.distance).abs() < EPSILON
}
