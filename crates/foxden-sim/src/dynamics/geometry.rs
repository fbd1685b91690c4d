//! The shapes that bodies and obstacles are made of.

use super::mass::MassProperties;
use super::numbers::limited;
use crate::math::{Matrix, Pose, Vector};
use std::sync::Arc;

/// A shape about its own origin. Cylinders and capsules stand along z.
#[derive(Clone, Debug)]
pub enum Geometry {
    /// A box with the lengths of its edges.
    Box {
        /// The lengths along x, y and z.
        size: Vector,
    },
    /// A ball.
    Sphere {
        /// Its radius.
        radius: f64,
    },
    /// A closed cylinder.
    Cylinder {
        /// Its radius.
        radius: f64,
        /// Its length.
        height: f64,
    },
    /// A cylinder with round caps.
    Capsule {
        /// Its radius.
        radius: f64,
        /// Its length without the caps.
        height: f64,
    },
    /// The infinite plane z = 0; all below is inside.
    Plane,
    /// Triangles.
    Mesh(Arc<Mesh>),
    /// Heights over a grid.
    HeightField(Arc<HeightField>),
}

/// A box along the axes of the world that encloses a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bounds {
    pub low: Vector,
    pub high: Vector,
}

impl Bounds {
    pub fn overlaps(&self, other: &Self) -> bool {
        (0..3).all(|at| self.low[at] <= other.high[at] && other.low[at] <= self.high[at])
    }

    pub fn of_points(points: impl IntoIterator<Item = Vector>) -> Self {
        let mut bounds = Self {
            low: Vector::new(f64::INFINITY, f64::INFINITY, f64::INFINITY),
            high: Vector::new(f64::NEG_INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY),
        };
        for point in points {
            for at in 0..3 {
                bounds.low[at] = bounds.low[at].min(point[at]);
                bounds.high[at] = bounds.high[at].max(point[at]);
            }
        }
        bounds
    }

    fn around(centre: Vector, reach: Vector) -> Self {
        Self {
            low: centre - reach,
            high: centre + reach,
        }
    }

    /// The bounds of a turned and moved box.
    pub fn placed(&self, pose: &Pose) -> Self {
        let centre = pose.apply((self.low + self.high) * 0.5);
        Self::around(centre, reach(&pose.rotation, (self.high - self.low) * 0.5))
    }
}

/// How far a turned box reaches along the axes of the world.
fn reach(rotation: &Matrix, half: Vector) -> Vector {
    let along =
        |row: Vector| (row.x * half.x).abs() + (row.y * half.y).abs() + (row.z * half.z).abs();
    Vector::new(
        along(rotation.0[0]),
        along(rotation.0[1]),
        along(rotation.0[2]),
    )
}

impl Geometry {
    /// The bounds at a pose; a plane has none.
    pub(crate) fn bounds(&self, pose: &Pose) -> Option<Bounds> {
        let centre = pose.translation;
        let around = |reach| Some(Bounds::around(centre, reach));
        let axis = pose.rotation.column(2);
        match self {
            Self::Box { size } => around(reach(&pose.rotation, *size * 0.5)),
            Self::Sphere { radius } => around(Vector::new(*radius, *radius, *radius)),
            Self::Capsule { radius, height } => {
                let along = |part: f64| part.abs() * height * 0.5 + radius;
                around(Vector::new(along(axis.x), along(axis.y), along(axis.z)))
            }
            Self::Cylinder { radius, height } => {
                let along = |part: f64| {
                    part.abs() * height * 0.5 + radius * (1.0 - part * part).max(0.0).sqrt()
                };
                around(Vector::new(along(axis.x), along(axis.y), along(axis.z)))
            }
            Self::Plane => None,
            Self::Mesh(mesh) => Some(mesh.bounds.placed(pose)),
            Self::HeightField(field) => Some(field.bounds().placed(pose)),
        }
    }
}

/// A surface of triangles.
#[derive(Clone, Debug)]
pub struct Mesh {
    vertices: Vec<Vector>,
    triangles: Vec<[u32; 3]>,
    pub(crate) bounds: Bounds,
}

impl Mesh {
    /// A mesh; triangles that name missing vertices are left out.
    pub fn new(vertices: Vec<Vector>, mut triangles: Vec<[u32; 3]>) -> Self {
        triangles.retain(|corners| corners.iter().all(|&at| (at as usize) < vertices.len()));
        let bounds = Bounds::of_points(vertices.iter().copied());
        Self {
            vertices,
            triangles,
            bounds,
        }
    }

    /// The corners of every triangle.
    pub fn triangles(&self) -> impl Iterator<Item = [Vector; 3]> + '_ {
        self.triangles
            .iter()
            .map(|corners| corners.map(|at| self.vertices[at as usize]))
    }

    /// The numbers of the vertices of every triangle.
    pub(crate) fn corners(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The vertices.
    pub fn vertices(&self) -> &[Vector] {
        &self.vertices
    }

    /// What the enclosed volume weighs: the sum over the tetrahedra between
    /// the origin and each triangle.
    pub(crate) fn mass(&self, density: f64) -> MassProperties {
        let mut volume = 0.0;
        let mut first = Vector::ZERO;
        let mut second = Matrix([Vector::ZERO; 3]);
        for [a, b, c] in self.triangles() {
            let six = a.dot(b.cross(c));
            let sum = a + b + c;
            volume += six / 6.0;
            first += sum * (six / 24.0);
            for at in 0..3 {
                let products = a * a[at] + b * b[at] + c * c[at] + sum * sum[at];
                second.0[at] += products * (six / 120.0);
            }
        }
        let volume_sign = if volume < 0.0 { -1.0 } else { 1.0 };
        let mass = density * volume * volume_sign;
        if mass <= 0.0 || !mass.is_finite() {
            return MassProperties::NONE;
        }
        let centre = first * (1.0 / volume);
        let scale = density * volume_sign;
        let square = centre.length_squared();
        let trace = scale * (second.0[0].x + second.0[1].y + second.0[2].z);
        let row = |at: usize, unit: Vector| {
            let about_origin = unit * trace - second.0[at] * scale;
            about_origin - (unit * square - centre * centre[at]) * mass
        };
        MassProperties {
            mass,
            centre,
            inertia: Matrix([row(0, Vector::X), row(1, Vector::Y), row(2, Vector::Z)]),
        }
    }
}

/// The most points a height field may have.
const MOST_HEIGHTS: usize = 1 << 26;

/// Heights over a grid in x and y, from the origin on.
#[derive(Clone, Debug)]
pub struct HeightField {
    columns: usize,
    rows: usize,
    spacing: [f64; 2],
    heights: Vec<f64>,
    thickness: f64,
}

impl HeightField {
    /// Heights row by row, `columns` of them along x. Missing heights are 0.
    /// `thickness` is how far the ground reaches below the lowest point.
    pub fn new(
        columns: usize,
        rows: usize,
        spacing: [f64; 2],
        mut heights: Vec<f64>,
        thickness: f64,
    ) -> Option<Self> {
        let count = columns.checked_mul(rows)?;
        if count > MOST_HEIGHTS
            || columns < 2
            || rows < 2
            || !(spacing[0] > 0.0 && spacing[1] > 0.0)
        {
            return None;
        }
        heights.resize(count, 0.0);
        Some(Self {
            columns,
            rows,
            spacing,
            heights,
            thickness,
        })
    }

    /// The point of the grid at a column and a row.
    pub(crate) fn point(&self, column: usize, row: usize) -> Vector {
        Vector::new(
            column as f64 * self.spacing[0],
            row as f64 * self.spacing[1],
            self.heights[row * self.columns + column],
        )
    }

    /// How far the ground reaches below its lowest point.
    pub const fn thickness(&self) -> f64 {
        self.thickness
    }

    fn bounds(&self) -> Bounds {
        let low = self.heights.iter().copied().fold(f64::INFINITY, f64::min);
        let high = self
            .heights
            .iter()
            .copied()
            .fold(f64::NEG_INFINITY, f64::max);
        Bounds {
            low: Vector::new(0.0, 0.0, low - self.thickness),
            high: Vector::new(
                (self.columns - 1) as f64 * self.spacing[0],
                (self.rows - 1) as f64 * self.spacing[1],
                high,
            ),
        }
    }

    /// The triangles of the cells that reach into bounds given in its frame.
    pub(crate) fn triangles_within(
        &self,
        bounds: &Bounds,
    ) -> impl Iterator<Item = [Vector; 3]> + '_ {
        let range = |low: f64, high: f64, spacing: f64, cells: usize| {
            let last = cells as f64;
            let from = limited((low / spacing).floor(), 0.0, last) as usize;
            let to = limited((high / spacing).ceil(), 0.0, last) as usize;
            from..to
        };
        let columns = range(
            bounds.low.x,
            bounds.high.x,
            self.spacing[0],
            self.columns - 1,
        );
        let rows = range(bounds.low.y, bounds.high.y, self.spacing[1], self.rows - 1);
        rows.flat_map(move |row| columns.clone().map(move |column| (column, row)))
            .flat_map(|(column, row)| {
                let a = self.point(column, row);
                let b = self.point(column + 1, row);
                let c = self.point(column, row + 1);
                let d = self.point(column + 1, row + 1);
                [[a, b, c], [d, c, b]]
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::AxisAngle;

    #[test]
    fn a_mesh_of_a_box_weighs_as_the_box() {
        let size = Vector::new(0.2, 0.3, 0.5);
        let offset = Vector::new(1.0, -2.0, 0.5);
        let vertices = (0..8)
            .map(|at| {
                let side =
                    |bit: usize, length: f64| if at & bit == 0 { -0.5 } else { 0.5 } * length;
                offset + Vector::new(side(1, size.x), side(2, size.y), side(4, size.z))
            })
            .collect();
        let triangles = vec![
            [0, 2, 1],
            [1, 2, 3],
            [4, 5, 6],
            [5, 7, 6],
            [0, 1, 4],
            [1, 5, 4],
            [2, 6, 3],
            [3, 6, 7],
            [0, 4, 2],
            [2, 4, 6],
            [1, 3, 5],
            [3, 7, 5],
        ];
        let mesh = Mesh::new(vertices, triangles).mass(1000.0);
        let solid = MassProperties::of(&Geometry::Box { size });
        assert!((mesh.mass - solid.mass).abs() < 1e-9);
        assert!((mesh.centre - offset).length() < 1e-12);
        for row in 0..3 {
            assert!((mesh.inertia.0[row] - solid.inertia.0[row]).length() < 1e-9);
        }
    }

    #[test]
    fn bounds_enclose_turned_shapes() {
        let pose = Pose::new(
            Vector::new(1.0, 2.0, 3.0),
            AxisAngle {
                axis: Vector::Y,
                angle: std::f64::consts::FRAC_PI_2,
            },
        );
        let cylinder = Geometry::Cylinder {
            radius: 0.1,
            height: 2.0,
        };
        let bounds = cylinder.bounds(&pose);
        assert!(bounds.is_some_and(|bounds| {
            (bounds.low - Vector::new(0.0, 1.9, 2.9)).length() < 1e-7
                && (bounds.high - Vector::new(2.0, 2.1, 3.1)).length() < 1e-7
        }));
        assert!(Geometry::Plane.bounds(&pose).is_none());
    }
}
