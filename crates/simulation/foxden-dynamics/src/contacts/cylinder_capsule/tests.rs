//! Cylinders and capsules in all positions.

use super::*;
use crate::math::AxisAngle;
use std::f64::consts::FRAC_PI_2;

const UPRIGHT: Pose = Pose::IDENTITY;

fn touch(pose: &Pose) -> Vec<ContactPoint> {
    let cylinder = Cylinder {
        pose: &UPRIGHT,
        radius: 0.1,
        height: 0.2,
    };
    let mut out = Vec::new();
    cylinder_capsule(cylinder, (pose, 0.05, 0.2), &mut out);
    out
}

fn turned(x: f64, z: f64, angle: f64) -> Pose {
    Pose::new(
        Vector::new(x, 0.0, z),
        AxisAngle {
            axis: Vector::Y,
            angle,
        },
    )
}

#[test]
fn parallel_ones_touch_along_the_side() {
    let found = touch(&turned(0.149, 0.05, 0.0));
    assert_eq!(found.len(), 3);
    for point in &found {
        assert!((point.depth - 0.001).abs() < 1e-12);
        assert!((point.normal + Vector::X).length() < 1e-12);
    }
    assert_eq!(
        [0, 1, 2].map(|at| found[at].position.z),
        [0.1, -0.05, 0.025]
    );
    assert!(touch(&turned(0.151, 0.05, 0.0)).is_empty());
}

#[test]
fn an_end_stands_on_the_cap_and_beside_it() {
    let on = touch(&turned(0.02, 0.249, 0.0));
    assert_eq!(on.len(), 1);
    assert!((on[0].depth - 0.001).abs() < 1e-12);
    assert!((on[0].normal + Vector::Z).length() < 1e-12);
    let edge = touch(&turned(0.13, 0.23, 0.0));
    assert_eq!(edge.len(), 1);
    assert!((edge[0].position - Vector::new(0.1, 0.0, 0.1)).length() < 1e-12);
}

#[test]
fn a_lying_capsule_touches_the_cap() {
    let found = touch(&turned(0.01, 0.149, FRAC_PI_2));
    assert!(!found.is_empty());
    for point in &found {
        assert!((point.depth - 0.001).abs() < 1e-9, "{point:?}");
        assert!((point.normal + Vector::Z).length() < 1e-9);
    }
}

#[test]
fn any_placement_gives_finite_points() {
    for x in -6..=6 {
        for z in -9..=9 {
            for turn in 0..16 {
                let pose = turned(
                    f64::from(x) * 0.03,
                    f64::from(z) * 0.03,
                    f64::from(turn) * FRAC_PI_2 / 8.0,
                );
                for point in touch(&pose) {
                    assert!(point.position.is_finite());
                    assert!((point.normal.length() - 1.0).abs() < 1e-9);
                }
            }
        }
    }
}
