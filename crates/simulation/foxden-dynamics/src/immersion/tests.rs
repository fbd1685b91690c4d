//! Wet parts against a count of many small cubes.

#![allow(clippy::unwrap_used)]

use super::*;
use crate::math::AxisAngle;

const STEPS: i32 = 60;

/// Volume and centre of the wet part by counting.
fn counted(
    is_inside: impl Fn(Vector) -> bool,
    reach: f64,
    pose: &Pose,
    surface: &FluidSurface,
) -> (f64, Vector) {
    let width = 2.0 * reach / f64::from(STEPS);
    let place = |at: i32| (f64::from(at) + 0.5) * width - reach;
    let (mut count, mut sum) = (0.0, Vector::ZERO);
    for x in 0..STEPS {
        for y in 0..STEPS {
            for z in 0..STEPS {
                let point = Vector::new(place(x), place(y), place(z));
                let world = pose.apply(point);
                if is_inside(point) && surface.depth(world) > 0.0 {
                    count += 1.0;
                    sum += world;
                }
            }
        }
    }
    (count * width * width * width, sum * (1.0 / count))
}

fn poses() -> Vec<Pose> {
    let mut poses = Vec::new();
    for (number, height) in [-0.14, -0.08, -0.03, 0.0, 0.04, 0.09]
        .into_iter()
        .enumerate()
    {
        for angle in [0.0, 0.3, 0.9, 1.5, 2.5] {
            let axis = Vector::new(1.0, 0.4 * number as f64, 0.2).normalized();
            poses.push(Pose::new(
                Vector::new(0.3, -0.2, height),
                AxisAngle { axis, angle },
            ));
        }
    }
    poses
}

const WATER: FluidSurface = FluidSurface {
    normal: Vector::Z,
    height: 0.0,
};

fn check(geometry: &Geometry, reach: f64, is_inside: impl Fn(Vector) -> bool) {
    for pose in poses() {
        let (volume, centre) = counted(&is_inside, reach, &pose, &WATER);
        let found = immersed(geometry, &pose, &pose.rotation, &WATER);
        let Some(found) = found else {
            assert!(volume < 1e-4, "{pose:?} {volume}");
            continue;
        };
        assert!(
            (found.volume - volume).abs() < 3e-4,
            "{pose:?}: {} {volume}",
            found.volume
        );
        if volume > 1e-3 {
            assert!(
                (found.centre - centre).length() < 5e-3,
                "{pose:?}: {found:?} {centre:?}"
            );
        }
    }
}

#[test]
fn boxes_displace_what_counting_says() {
    let size = Vector::new(0.2, 0.3, 0.24);
    check(&Geometry::Box { size }, 0.16, |point| {
        (0..3).all(|axis| point[axis].abs() < size[axis] * 0.5)
    });
}

#[test]
fn balls_displace_what_counting_says() {
    check(&Geometry::Sphere { radius: 0.13 }, 0.14, |point| {
        point.length() < 0.13
    });
}

#[test]
fn cylinders_displace_what_counting_says() {
    let geometry = Geometry::Cylinder {
        radius: 0.11,
        height: 0.26,
    };
    check(&geometry, 0.14, |point| {
        point.z.abs() < 0.13 && point.x.hypot(point.y) < 0.11
    });
}

#[test]
fn a_mesh_displaces_what_the_box_of_its_corners_does() {
    let size = Vector::new(0.2, 0.3, 0.24);
    let corners = (0..8)
        .map(|at| {
            let sign = |bit: usize| if at & bit == 0 { -0.5 } else { 0.5 };
            Vector::new(sign(4) * size.x, sign(2) * size.y, sign(1) * size.z)
        })
        .collect();
    let triangles = vec![
        [0, 1, 3],
        [0, 3, 2],
        [4, 7, 5],
        [4, 6, 7],
        [0, 5, 1],
        [0, 4, 5],
        [2, 3, 7],
        [2, 7, 6],
        [0, 2, 6],
        [0, 6, 4],
        [1, 5, 7],
        [1, 7, 3],
    ];
    let mesh = Geometry::Mesh(std::sync::Arc::new(crate::Mesh::new(corners, triangles)));
    for pose in poses() {
        let one = immersed(&mesh, &pose, &pose.rotation, &WATER);
        let other = immersed(&Geometry::Box { size }, &pose, &pose.rotation, &WATER);
        assert_eq!(one.is_some(), other.is_some());
        if let (Some(one), Some(other)) = (one, other) {
            // vertices have 32 bits
            assert!((one.volume - other.volume).abs() < 1e-9, "{pose:?}");
            assert!((one.centre - other.centre).length() < 1e-7, "{pose:?}");
        }
    }
}

#[test]
fn a_capsule_that_lies_flat_or_is_under_displaces_as_much_as_its_parts() {
    let geometry = Geometry::Capsule {
        radius: 0.1,
        height: 0.2,
    };
    let lying = AxisAngle {
        axis: Vector::X,
        angle: std::f64::consts::FRAC_PI_2,
    };
    for (height, rotation, share) in [
        (-0.5, AxisAngle::IDENTITY, 1.0),
        (-0.5, lying, 1.0),
        (0.0, lying, 0.5),
    ] {
        let pose = Pose::new(Vector::new(0.0, 0.0, height), rotation);
        let found = immersed(&geometry, &pose, &pose.rotation, &WATER).unwrap();
        let whole = PI * 0.01 * (0.2 + 4.0 / 3.0 * 0.1);
        assert!((found.volume - share * whole).abs() < 1e-12);
    }
}

#[test]
fn a_tilted_capsule_displaces_what_counting_says() {
    let geometry = Geometry::Capsule {
        radius: 0.08,
        height: 0.12,
    };
    let tilted = AxisAngle {
        axis: Vector::Y,
        angle: 1.1,
    };
    let pose = Pose::new(Vector::new(0.0, 0.0, -0.01), tilted);
    let (volume, centre) = counted(
        |point| {
            let beyond = (point.z.abs() - 0.06).max(0.0);
            Vector::new(point.x, point.y, beyond).length() < 0.08
        },
        0.15,
        &pose,
        &WATER,
    );
    let found = immersed(&geometry, &pose, &pose.rotation, &WATER).unwrap();
    assert!((found.volume - volume).abs() < 5e-5, "{found:?} {volume}");
    assert!(
        (found.centre - centre).length() < 5e-3,
        "{found:?} {centre:?}"
    );
}
