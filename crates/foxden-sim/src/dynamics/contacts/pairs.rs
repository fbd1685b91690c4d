//! Which rule finds the contact points of which two shapes.

use super::ContactPoint;
use super::box_box::box_box;
use super::capsules::{capsule_box, capsule_capsule};
use super::cylinders::{
    Cylinder, cylinder_box, cylinder_capsule, cylinder_cylinder, cylinder_sphere,
};
use super::plane::Plane;
use super::round::{capsule_sphere, sphere_box, sphere_sphere};
use super::triangles::on_triangles;
use crate::dynamics::geometry::{Bounds, Geometry};
use crate::math::{Pose, Vector};

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
        (
            Geometry::Capsule { radius, height },
            Geometry::Capsule {
                radius: radius_two,
                height: height_two,
            },
        ) => capsule_capsule(
            (pose_one, *radius, *height),
            (pose_two, *radius_two, *height_two),
            out,
        ),
        (Geometry::Capsule { radius, height }, Geometry::Box { size }) => {
            capsule_box((pose_one, *radius, *height), (pose_two, *size), out);
        }
        (Geometry::Cylinder { radius, height }, other) => {
            let cylinder = Cylinder {
                pose: pose_one,
                radius: *radius,
                height: *height,
            };
            return on_cylinder(cylinder, one, (other, pose_two), out);
        }
        (Geometry::Plane | Geometry::HeightField(_), _) => return false,
        (_, Geometry::Mesh(mesh)) => {
            let triangles = mesh.triangles().map(|corners| placed(pose_two, corners));
            on_triangles((one, pose_one), triangles, out);
            if let Geometry::Mesh(own) = one {
                let start = out.len();
                let triangles = own.triangles().map(|corners| placed(pose_one, corners));
                on_triangles((two, pose_two), triangles, out);
                for point in &mut out[start..] {
                    point.normal = -point.normal;
                }
            }
        }
        (_, Geometry::HeightField(field)) => {
            let Some(bounds) = one.bounds(&seen_from(pose_two, pose_one)) else {
                return true;
            };
            let triangles = field.triangles_within(&bounds);
            let triangles = triangles.map(|corners| placed(pose_two, corners));
            on_triangles((one, pose_one), triangles, out);
        }
        _ => return false,
    }
    true
}

/// What a cylinder meets, planes excepted.
fn on_cylinder(
    cylinder: Cylinder,
    geometry: &Geometry,
    (other, pose): (&Geometry, &Pose),
    out: &mut Vec<ContactPoint>,
) -> bool {
    match other {
        Geometry::Sphere { radius } => cylinder_sphere(cylinder, pose.translation, *radius, out),
        Geometry::Box { size } => cylinder_box(cylinder, (pose, *size), out),
        Geometry::Capsule { radius, height } => {
            cylinder_capsule(cylinder, (pose, *radius, *height), out);
        }
        Geometry::Cylinder { radius, height } => {
            let second = Cylinder {
                pose,
                radius: *radius,
                height: *height,
            };
            cylinder_cylinder(cylinder, second, out);
        }
        Geometry::Mesh(mesh) => {
            let triangles = mesh.triangles().map(|corners| placed(pose, corners));
            on_triangles((geometry, cylinder.pose), triangles, out);
        }
        Geometry::HeightField(field) => {
            let Some(bounds): Option<Bounds> = geometry.bounds(&seen_from(pose, cylinder.pose))
            else {
                return true;
            };
            let triangles = field.triangles_within(&bounds);
            on_triangles(
                (geometry, cylinder.pose),
                triangles.map(|corners| placed(pose, corners)),
                out,
            );
        }
        Geometry::Plane => return false,
    }
    true
}

fn placed(pose: &Pose, corners: [Vector; 3]) -> [Vector; 3] {
    corners.map(|corner| pose.apply(corner))
}

/// A pose in the frame of another.
fn seen_from(frame: &Pose, pose: &Pose) -> Pose {
    Pose {
        rotation: frame.rotation.transposed() * pose.rotation,
        translation: frame.unapply(pose.translation),
    }
}
