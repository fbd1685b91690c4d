//! Numbers and shapes as rapier has them.

use crate::geometry::{Bounds, Geometry, HeightField};
use crate::mass::MassProperties;
use crate::math::{Pose, Quaternion, Vector};
use rapier3d_f64::math as rapier;
use rapier3d_f64::prelude::SharedShape;
use std::f64::consts::FRAC_PI_2;

/// The smallest and the largest length of a shape, in metres.
const SIZES: (f64, f64) = (1e-5, 1e5);

pub(super) fn vector(v: Vector) -> rapier::Vector {
    rapier::Vector::new(v.x, v.y, v.z)
}

pub(super) fn vector_back(v: rapier::Vector) -> Vector {
    Vector::new(v.x, v.y, v.z)
}

pub(super) fn rotation(q: Quaternion) -> rapier::Rotation {
    rapier::Rotation::from_xyzw(q.v.x, q.v.y, q.v.z, q.w)
}

pub(super) fn rotation_back(q: rapier::Rotation) -> Quaternion {
    Quaternion {
        w: q.w,
        v: Vector::new(q.x, q.y, q.z),
    }
}

pub(super) fn placed(translation: Vector, turned: Quaternion) -> rapier::Pose {
    rapier::Pose::from_parts(vector(translation), rotation(turned))
}

pub(super) fn pose(pose: &Pose) -> rapier::Pose {
    placed(
        pose.translation,
        pose.rotation.quaternion_of_body().normalized(),
    )
}

/// The mass about the centre of mass, which is the origin of a body there.
pub(super) fn mass(mass: &MassProperties) -> rapier3d_f64::prelude::MassProperties {
    let rows = &mass.inertia.0;
    let inertia = rapier::Matrix::from_cols(vector(rows[0]), vector(rows[1]), vector(rows[2]));
    rapier3d_f64::prelude::MassProperties::with_inertia_matrix(
        rapier::Vector::ZERO,
        mass.mass,
        inertia,
    )
}

/// A shape, and how it is turned in ours: cylinders stand along y there. There
/// is none for surfaces without extent.
pub(super) fn shape(geometry: &Geometry, moves: bool) -> Option<(SharedShape, rapier::Pose)> {
    let upright = rapier::Pose::IDENTITY;
    let shape = match geometry {
        Geometry::Box { size } => {
            let half = *size * 0.5;
            is_positive(&[half.x, half.y, half.z])
                .then(|| SharedShape::cuboid(half.x, half.y, half.z))?
        }
        Geometry::Sphere { radius } => {
            is_positive(&[*radius]).then(|| SharedShape::ball(*radius))?
        }
        Geometry::Capsule { radius, height } => is_positive(&[*radius, *height])
            .then(|| SharedShape::capsule_z(height * 0.5, *radius))?,
        Geometry::Cylinder { radius, height } => {
            let turned = rapier::Pose::from_parts(
                rapier::Vector::ZERO,
                rapier::Rotation::from_rotation_x(FRAC_PI_2),
            );
            let shape = is_positive(&[*radius, *height])
                .then(|| SharedShape::cylinder(height * 0.5, *radius))?;
            return Some((shape, turned));
        }
        // A plane cannot move.
        Geometry::Plane if moves => return None,
        Geometry::Plane => SharedShape::halfspace(rapier::Vector::Z),
        Geometry::Mesh(mesh) => {
            let points: Vec<_> = mesh.vertices().iter().map(|&point| vector(point)).collect();
            if !points.iter().all(|point| point.is_finite()) {
                return None;
            }
            if moves {
                // Moving meshes touch with their convex hull.
                return convex_hull(&points).map(|hull| (hull, upright));
            }
            surface(points, mesh.corners().iter().copied())?
        }
        Geometry::HeightField(field) => {
            if moves {
                return None;
            }
            let (points, corners) = ground(field);
            surface(points, corners)?
        }
    };
    Some((shape, upright))
}

/// Lengths that rapier can compute with; shapes of others touch nothing there.
fn is_positive(lengths: &[f64]) -> bool {
    lengths
        .iter()
        .all(|&length| (SIZES.0..SIZES.1).contains(&length))
}

/// The triangles that rapier can compute with; the others touch nothing there.
fn surface(
    points: Vec<rapier::Vector>,
    corners: impl IntoIterator<Item = [u32; 3]>,
) -> Option<SharedShape> {
    let is_usable = |corners: &[u32; 3]| {
        let [a, b, c] = corners.map(|at| points[at as usize]);
        let sides = [b - a, c - b, a - c].map(|side| side.length());
        let longest = sides.into_iter().fold(0.0, f64::max);
        // the least height of the triangle
        let height = (b - a).cross(c - a).length() / longest;
        is_positive(&sides) && is_positive(&[height])
    };
    let corners: Vec<_> = corners.into_iter().filter(is_usable).collect();
    SharedShape::trimesh(points, corners).ok()
}

/// The hull of points that enclose a volume.
fn convex_hull(points: &[rapier::Vector]) -> Option<SharedShape> {
    let bounds = Bounds::of_points(points.iter().map(|&point| vector_back(point)));
    let extent = bounds.high - bounds.low;
    is_positive(&[extent.x, extent.y, extent.z])
        .then(|| SharedShape::convex_hull(points))
        .flatten()
}

fn ground(field: &HeightField) -> (Vec<rapier::Vector>, Vec<[u32; 3]>) {
    let (points, corners) = field.grid().triangles();
    (points.into_iter().map(vector).collect(), corners)
}
