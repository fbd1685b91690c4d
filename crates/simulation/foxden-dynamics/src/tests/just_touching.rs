//! Shapes that just touch: whether there is a contact is decided by the last digit, so the
//! numbers of points are those of the genuine engine.

use super::*;
use crate::math::Matrix;
use crate::{Geometry, HeightField, Mesh};
use std::sync::Arc;

/// How many points two shapes have in common.
fn points(one: (Geometry, Pose), two: (Geometry, Pose)) -> usize {
    let mut world = Dynamics::new(Settings::default());
    let [one, two] = [one, two]
        .map(|(geometry, pose)| world.add_shape(ShapeSpec::new(geometry, Attachment::World(pose))));
    let mut found = Vec::new();
    world.contact_points(one, two, &mut found);
    found.len()
}

fn placed(x: f64, y: f64, z: f64) -> Pose {
    Pose {
        translation: Vector::new(x, y, z),
        rotation: Matrix::IDENTITY,
    }
}

/// Leaning by a hundredth.
fn leaning(x: f64, y: f64, z: f64) -> Pose {
    Pose {
        translation: Vector::new(x, y, z),
        rotation: Matrix([
            Vector::X,
            Vector::new(0.0, 0.9999500004166653, -0.009999833334166664),
            Vector::new(0.0, 0.009999833334166664, 0.9999500004166653),
        ]),
    }
}

/// The corner of a box: three faces along the axes and a slanted one.
fn corner(x: f64, y: f64, z: f64) -> Geometry {
    let corners = [Vector::ZERO, Vector::X * x, Vector::Y * y, Vector::Z * z];
    let faces = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    Geometry::Mesh(Arc::new(Mesh::new(corners.to_vec(), faces)))
}

#[test]
fn the_cap_of_a_cylinder_is_cut_from_a_mesh_as_in_the_genuine_engine() {
    let cylinder = Geometry::Cylinder {
        radius: 0.02,
        height: 0.05,
    };
    let on_tip = leaning(0.01, 0.0, 0.12419874667709999);
    let near = (corner(0.1, 0.1, 0.1), Pose::IDENTITY);
    assert_eq!(points((cylinder, on_tip), near), 3);
    let disc = Geometry::Cylinder {
        radius: 0.1,
        height: 0.02,
    };
    let on_tip = leaning(0.5, 1.01, -1.8976260344766314);
    let far = (corner(0.5, 0.1, 0.1), placed(0.5, 1.0, -2.0));
    assert_eq!(points((disc, on_tip), far), 3);
}

#[test]
fn a_capsule_on_the_tip_of_a_mesh_finds_the_faces_of_the_genuine_engine() {
    let capsule = Geometry::Capsule {
        radius: 0.14948309507657062,
        height: 0.2,
    };
    let upside_down = Pose {
        rotation: Matrix([
            Vector::X,
            Vector::new(0.0, -1.0, -1.2246467991473532e-16),
            Vector::new(0.0, 1.2246467991473532e-16, -1.0),
        ]),
        ..Pose::IDENTITY
    };
    let tip = Pose {
        translation: Vector::new(0.0, 0.0, 0.1),
        rotation: Matrix([
            Vector::new(0.955336489125606, -0.29552020666133955, 0.0),
            Vector::new(0.29552020666133955, 0.955336489125606, 0.0),
            Vector::Z,
        ]),
    };
    let mesh = corner(0.2, 0.11389115407374203, 0.2);
    assert_eq!(points((mesh, tip), (capsule, upside_down)), 4);
}

#[test]
fn a_ball_touches_the_faces_whose_squared_distance_is_rounded_down() {
    let ball = |radius: f64| Geometry::Sphere { radius };
    let mesh = (corner(0.2, 0.5, 0.5), Pose::IDENTITY);
    assert_eq!(points((ball(0.2), placed(0.0, 0.0, 0.7)), mesh), 2);
}

#[test]
fn cells_of_a_grid_are_one_plane_if_their_normals_differ_by_the_last_digit() {
    let heights = [
        0.1, 0.1, 0.0, 0.0, 0.1, 0.1, 0.1, 0.1, 0.0, 0.1, 0.05, 0.0, 0.05, 0.05, 0.05, 0.05,
    ];
    let field = HeightField::new(4, 4, [0.1, 0.1], &heights, 0.0).expect("cells");
    let cuboid = Geometry::Box {
        size: Vector::new(0.16314402959584673, 0.1736510601440795, 0.13098950329218237),
    };
    let leaning = Pose {
        translation: Vector::new(
            0.04620040518752054,
            0.0046728834714755835,
            0.1611067409214206,
        ),
        rotation: Matrix([
            Vector::new(
                -0.8616298809108243,
                -0.47725675784137345,
                -0.17268449674576866,
            ),
            Vector::new(
                0.4844585119732736,
                -0.8748140924273335,
                0.0005038523416146037,
            ),
            Vector::new(
                -0.15130729823191022,
                -0.08322434010120666,
                0.9849770610102948,
            ),
        ]),
    };
    let ground = (Geometry::HeightField(Arc::new(field)), Pose::IDENTITY);
    assert_eq!(points(ground, (cuboid, leaning)), 1);
}

#[test]
fn the_normal_of_a_plane_is_brought_to_length_one() {
    let cylinder = Geometry::Cylinder {
        radius: 0.19525332790973046,
        height: 0.2,
    };
    let slope = Pose {
        translation: Vector::ZERO,
        rotation: Matrix([
            Vector::new(
                0.9939050967296897,
                0.10738389078281686,
                -0.024927067518865035,
            ),
            Vector::new(
                -0.10580959598825261,
                0.9927143542763802,
                0.057641479946581864,
            ),
            Vector::new(
                0.03093522412313755,
                -0.05465263775860689,
                0.9980261024113937,
            ),
        ]),
    };
    let standing = placed(0.0, 0.0, 0.1);
    assert_eq!(points((cylinder, standing), (Geometry::Plane, slope)), 1);
}
