//! The shapes that bodies and obstacles are made of.

mod height_field;
mod height_grid;
mod mesh;
mod mesh_mass;
mod mesh_tree;
pub(crate) mod single;

pub use height_field::HeightField;
pub use height_grid::HeightGrid;
pub use mesh::Mesh;
pub(crate) use mesh_tree::{Branch, MeshTree, Node};

use crate::math::{Matrix, Pose, Vector};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A shape about its own origin. Cylinders and capsules stand along z.
#[derive(Clone, Debug, Default)]
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
    #[default]
    Plane,
    /// Triangles.
    Mesh(Arc<Mesh>),
    /// Heights over a grid.
    HeightField(Arc<HeightField>),
}

/// A box along the axes that encloses something.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bounds {
    /// The corner with the least coordinates.
    pub low: Vector,
    /// The corner with the greatest coordinates.
    pub high: Vector,
}

impl Bounds {
    /// The box of no point.
    pub const EMPTY: Self = Self {
        low: Vector::new(f64::INFINITY, f64::INFINITY, f64::INFINITY),
        high: Vector::new(f64::NEG_INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY),
    };

    /// The greatest coordinate, whatever its sign.
    pub fn reach(&self) -> f64 {
        let parts = [self.low, self.high].map(Vector::to_array);
        parts
            .as_flattened()
            .iter()
            .fold(0.0, |most: f64, part| most.max(part.abs()))
    }

    /// The smallest box that also holds a point.
    pub fn with(self, point: Vector) -> Self {
        let low = |at: usize| self.low[at].min(point[at]);
        let high = |at: usize| self.high[at].max(point[at]);
        Self {
            low: Vector::new(low(0), low(1), low(2)),
            high: Vector::new(high(0), high(1), high(2)),
        }
    }

    /// Whether two boxes have a point in common.
    pub fn overlaps(&self, other: &Self) -> bool {
        (0..3).all(|at| self.low[at] <= other.high[at] && other.low[at] <= self.high[at])
    }

    /// The smallest box that holds all points.
    pub fn of_points(points: impl IntoIterator<Item = Vector>) -> Self {
        points.into_iter().fold(Self::EMPTY, Self::with)
    }

    fn around(centre: Vector, reach: Vector) -> Self {
        Self {
            low: centre - reach,
            high: centre + reach,
        }
    }

    /// The bounds of a turned and moved box.
    pub fn placed(&self, pose: &Pose) -> Self {
        let middle = (self.low + self.high) * 0.5;
        let reach = reach(&pose.rotation, self.high - middle);
        Self::around(pose.apply(middle), reach)
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
            Self::HeightField(field) => Some(field.bounds(pose)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::AxisAngle;

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
