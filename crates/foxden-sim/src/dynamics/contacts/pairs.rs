//! Which rule finds the contact points of which two shapes.

use super::ContactPoint;
use super::box_box::box_box;
use super::plane::Plane;
use super::round::{capsule_sphere, sphere_box, sphere_sphere};
use crate::dynamics::geometry::Geometry;
use crate::math::Pose;

/// Adds the points where two shapes touch; normals point towards the first.
pub(crate) fn touch(
    first: (&Geometry, &Pose),
    second: (&Geometry, &Pose),
    out: &mut Vec<ContactPoint>,
) {
    let start = out.len();
    if ordered(first, second, out) {
        return;
    }
    if ordered(second, first, out) {
        for point in &mut out[start..] {
            point.normal = -point.normal;
        }
    }
}

/// The rules in the order of shapes they are written for; false if there is none.
fn ordered(
    (one, pose_one): (&Geometry, &Pose),
    (two, pose_two): (&Geometry, &Pose),
    out: &mut Vec<ContactPoint>,
) -> bool {
    let (at_one, at_two) = (pose_one.translation, pose_two.translation);
    match (one, two) {
        (Geometry::Sphere { radius }, Geometry::Plane) => {
            Plane::new(pose_two).sphere(at_one, *radius, out);
        }
        (Geometry::Box { size }, Geometry::Plane) => {
            Plane::new(pose_two).cuboid(pose_one, *size, out);
        }
        (Geometry::Capsule { radius, height }, Geometry::Plane) => {
            Plane::new(pose_two).capsule(pose_one, *radius, *height, out);
        }
        (Geometry::Cylinder { radius, height }, Geometry::Plane) => {
            Plane::new(pose_two).cylinder(pose_one, *radius, *height, out);
        }
        (Geometry::Mesh(mesh), Geometry::Plane) => {
            let points = mesh.vertices().iter().map(|&vertex| pose_one.apply(vertex));
            Plane::new(pose_two).points(points, out);
        }
        (Geometry::Sphere { radius: a }, Geometry::Sphere { radius: b }) => {
            sphere_sphere(at_one, *a, at_two, *b, out);
        }
        (Geometry::Capsule { radius, height }, Geometry::Sphere { radius: ball }) => {
            capsule_sphere(pose_one, *radius, *height, at_two, *ball, out);
        }
        (Geometry::Sphere { radius }, Geometry::Box { size }) => {
            sphere_box(at_one, *radius, pose_two, *size, out);
        }
        (Geometry::Box { size: a }, Geometry::Box { size: b }) => {
            box_box(pose_one, *a, pose_two, *b, out);
        }
        _ => return false,
    }
    true
}
