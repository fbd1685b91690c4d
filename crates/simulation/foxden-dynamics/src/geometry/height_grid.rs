//! Heights over a grid, arranged as the genuine program's collision library
//! arranges them.

use crate::math::{Pose, Vector};

/// A grid of heights above the xy plane, from the origin on.
#[derive(Clone, Debug, PartialEq)]
pub struct HeightGrid {
    columns: usize,
    rows: usize,
    spacing: [f64; 2],
    /// By column, then by row from the far side in y: as the library has them.
    heights: Vec<f64>,
    lowest: f64,
    highest: f64,
}

impl HeightGrid {
    /// From heights row by row; missing ones are 0. `None` if there is no cell.
    ///
    /// Rows are turned around in steps of the *other* dimension, as in the
    /// genuine program: with unequal dimensions the field is not the drawn one.
    pub fn new(
        [columns, rows]: [usize; 2],
        spacing: [f64; 2],
        thickness: f64,
        given: &[f64],
    ) -> Option<Self> {
        let count = columns.checked_mul(rows)?;
        let is_fine = spacing.iter().all(|step| *step > 0.0);
        if columns < 2 || rows < 2 || count > 1 << 24 || !is_fine {
            return None;
        }
        let mut heights = vec![0.0; count];
        for (at, height) in heights.iter_mut().enumerate() {
            let (chunk, inside) = (at / rows, at % rows);
            let from = (columns - 1 - chunk) * rows + inside;
            *height = given.get(from).copied().unwrap_or(0.0);
        }
        let used = &given[..given.len().min(count)];
        let lowest = used.iter().copied().fold(f64::INFINITY, f64::min);
        let highest = used.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let (lowest, highest) = if used.len() < count {
            (lowest.min(0.0), highest.max(0.0))
        } else {
            (lowest, highest)
        };
        Some(Self {
            columns,
            rows,
            spacing,
            heights,
            lowest: lowest - thickness,
            highest,
        })
    }

    /// How many samples there are along x and along y.
    pub const fn samples(&self) -> [usize; 2] {
        [self.columns, self.rows]
    }

    /// The extent along x.
    pub fn width(&self) -> f64 {
        self.spacing[0] * (self.columns - 1) as f64
    }

    /// The extent along y.
    pub fn depth(&self) -> f64 {
        self.spacing[1] * (self.rows - 1) as f64
    }

    /// The distance of neighbouring samples as the genuine engine divides it: the last digit
    /// may differ from the spacing.
    pub fn steps(&self) -> [f64; 2] {
        [
            self.width() / (self.columns as f64 - 1.0),
            self.depth() / (self.rows as f64 - 1.0),
        ]
    }

    /// The height of a sample, its row counted from the far side in y.
    pub fn height(&self, column: usize, from_far: usize) -> f64 {
        self.heights[column + self.columns * from_far]
    }

    /// The height of a sample as the heights were given, row by row from the near
    /// side in y: what is drawn, and what radars and cameras take it for.
    fn given_height(&self, column: usize, row: usize) -> f64 {
        let at = row * self.columns + column;
        let (chunk, inside) = (at / self.rows, at % self.rows);
        self.heights[(self.columns - 1 - chunk) * self.rows + inside]
    }

    /// The surface that bodies touch: points, and triples of their numbers.
    pub fn triangles(&self) -> (Vec<Vector>, Vec<[u32; 3]>) {
        self.surface(|column, row| self.height(column, self.rows - 1 - row))
    }

    /// The surface that is drawn, which is another one if the dimensions are unequal.
    pub fn drawn_triangles(&self) -> (Vec<Vector>, Vec<[u32; 3]>) {
        self.surface(|column, row| self.given_height(column, row))
    }

    fn surface(&self, height: impl Fn(usize, usize) -> f64) -> (Vec<Vector>, Vec<[u32; 3]>) {
        let points = (0..self.columns * self.rows)
            .map(|at| {
                let (column, row) = (at % self.columns, at / self.columns);
                Vector::new(
                    column as f64 * self.spacing[0],
                    row as f64 * self.spacing[1],
                    height(column, row),
                )
            })
            .collect();
        let mut triangles = Vec::new();
        for row in 0..self.rows - 1 {
            for column in 0..self.columns - 1 {
                let at = (row * self.columns + column) as u32;
                let above = at + self.columns as u32;
                triangles.push([at, at + 1, above + 1]);
                triangles.push([at, above + 1, above]);
            }
        }
        (points, triangles)
    }

    /// The corners of the box that the library looks at first. The one of a
    /// field that is turned is smaller than the field: it takes the longest of
    /// the three extents in each direction, not their sum.
    pub fn reach(&self, pose: &Pose) -> (Vector, Vector) {
        let centre = pose.apply(Vector::new(self.width() / 2.0, self.depth() / 2.0, 0.0));
        let (mut low, mut high) = (centre, centre);
        for axis in 0..3 {
            let row = pose.rotation.0[axis];
            let across = (row.x * self.width() / 2.0).abs();
            let along = (row.y * self.depth() / 2.0).abs();
            let (a, b) = (row.z * self.lowest, row.z * self.highest);
            low[axis] += (-across).min(-along).min(a.min(b));
            high[axis] += across.max(along).max(a.max(b));
        }
        (low, high)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_field_of_unequal_dimensions_is_drawn_as_given_and_touched_rearranged() {
        let given = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0];
        let grid = HeightGrid::new([3, 2], [1.0, 1.0], 0.0, &given).unwrap();
        let heights = |points: Vec<Vector>| points.iter().map(|point| point.z).collect::<Vec<_>>();
        assert_eq!(heights(grid.drawn_triangles().0), given);
        assert_ne!(heights(grid.triangles().0), given);
        let square = HeightGrid::new([2, 2], [1.0, 1.0], 0.0, &given[..4]).unwrap();
        assert_eq!(square.drawn_triangles(), square.triangles());
    }
}
