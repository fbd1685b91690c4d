//! Which rule finds the contact points of which two shapes.

use super::ContactPoint;
use super::box_box::box_box;
use super::capsules::{capsule_box, capsule_capsule};
use super::cylinder_box::cylinder_box;
use super::cylinder_capsule::cylinder_capsule;
use super::cylinder_pair::cylinder_cylinder;
use super::cylinders::{Cylinder, cylinder_sphere};
use super::height_field::height_field_shape;
use super::mesh::{Placed, cylinder_mesh, mesh_ball, mesh_capsule, mesh_cuboid, mesh_mesh};
use super::plane::Plane;
use super::spheres::{capsule_sphere, sphere_box, sphere_sphere};
use crate::geometry::Geometry;
use crate::math::Pose;

/// How many points of two shapes are asked for, and how many if these were
/// not enough.
const MOST_POINTS: [usize; 2] = [100, 1000];

/// Adds the points where two shapes touch; normals point towards the first.
pub(crate) fn touch(
    first: (&Geometry, &Pose),
    second: (&Geometry, &Pose),
    out: &mut Vec<ContactPoint>,
) {
    let start = out.len();
    for most in MOST_POINTS {
        out.truncate(start);
        touch_at_most(first, second, most, out);
        if out.len() - start < most {
            return;
        }
    }
}

fn touch_at_most(
    first: (&Geometry, &Pose),
    second: (&Geometry, &Pose),
    most: usize,
    out: &mut Vec<ContactPoint>,
) {
    let start = out.len();
    if ordered(first, second, most, out) {
        return;
    }
    if ordered(second, first, most, out) {
        for point in &mut out[start..] {
            point.normal = -point.normal;
        }
    }
}

/// The rules in the order of shapes they are written for; false if there is none.
fn ordered(
    (one, pose_one): (&Geometry, &Pose),
    (two, pose_two): (&Geometry, &Pose),
    most: usize,
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
        (Geometry::Mesh(mesh), _) => {
            let placed = Placed {
                mesh,
                pose: pose_one,
            };
            return on_mesh(placed, (two, pose_two), most, out);
        }
        (Geometry::HeightField(_), Geometry::Plane | Geometry::HeightField(_)) => return false,
        (Geometry::HeightField(field), _) => {
            height_field_shape((field, pose_one), (two, pose_two), most, out);
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
            return on_cylinder(cylinder, (other, pose_two), most, out);
        }
        _ => return false,
    }
    true
}

/// What a cylinder meets, planes excepted.
fn on_cylinder(
    cylinder: Cylinder,
    (other, pose): (&Geometry, &Pose),
    most: usize,
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
        Geometry::Mesh(mesh) => cylinder_mesh(cylinder, Placed { mesh, pose }, most, out),
        Geometry::Plane | Geometry::HeightField(_) => return false,
    }
    true
}

/// What a mesh meets; a cylinder and a height field see to it themselves.
fn on_mesh(
    placed: Placed,
    (other, pose): (&Geometry, &Pose),
    most: usize,
    out: &mut Vec<ContactPoint>,
) -> bool {
    match other {
        Geometry::Plane => {
            let vertices = placed.mesh.used_vertices();
            let points = vertices.map(|vertex| placed.pose.apply(vertex));
            Plane::new(pose).points(points, most, out);
        }
        Geometry::Sphere { radius } => mesh_ball(placed, (pose.translation, *radius), most, out),
        Geometry::Box { size } => mesh_cuboid(placed, (pose, *size), most, out),
        Geometry::Capsule { radius, height } => {
            mesh_capsule(placed, (pose, *radius, *height), most, out);
        }
        Geometry::Mesh(mesh) => mesh_mesh(placed, Placed { mesh, pose }, most, out),
        Geometry::Cylinder { .. } | Geometry::HeightField(_) => return false,
    }
    true
}
