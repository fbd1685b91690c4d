use super::super::touch;
use super::*;
use crate::contacts::ContactPoint;
use crate::geometry::Geometry;
use crate::math::AxisAngle;
use std::sync::Arc;

fn cube_mesh(half: f64) -> Geometry {
    let side = |at: usize, bit: usize| if at & bit == 0 { -half } else { half };
    let vertices = (0..8)
        .map(|at| Vector::new(side(at, 1), side(at, 2), side(at, 4)))
        .collect();
    let faces = [
        [0, 2, 3, 1],
        [4, 5, 7, 6],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 4, 6, 2],
        [1, 3, 7, 5],
    ];
    let triangles = faces
        .into_iter()
        .flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]])
        .collect();
    Geometry::Mesh(Arc::new(Mesh::new(vertices, triangles)))
}

fn ground() -> Geometry {
    let corner = |x: f64, y: f64| Vector::new(x, y, 0.0);
    let vertices = vec![
        corner(-1.0, -1.0),
        corner(1.0, -1.0),
        corner(1.0, 1.0),
        corner(-1.0, 1.0),
    ];
    Geometry::Mesh(Arc::new(Mesh::new(vertices, vec![[0, 1, 2], [0, 2, 3]])))
}

fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose {
        translation: Vector::new(x, y, z),
        ..Pose::IDENTITY
    }
}

fn points(one: &Geometry, pose: &Pose, two: &Geometry, other: &Pose) -> Vec<ContactPoint> {
    let mut out = Vec::new();
    touch((one, pose), (two, other), &mut out);
    out
}

fn lying() -> AxisAngle {
    AxisAngle {
        axis: Vector::X,
        angle: std::f64::consts::FRAC_PI_2,
    }
}

#[test]
fn vertices_are_in_32_bits_on_a_plane() {
    let found = points(
        &cube_mesh(0.05),
        &at(0.0, 0.0, 0.049),
        &Geometry::Plane,
        &Pose::IDENTITY,
    );
    assert_eq!(found.len(), 4);
    for point in found {
        assert_eq!(point.depth, f64::from(0.05_f32) - 0.049);
        assert_eq!(point.normal, Vector::Z);
    }
}

#[test]
fn a_cube_sinks_into_a_box_with_its_corners_and_its_sides() {
    let floor = Geometry::Box {
        size: Vector::new(5.0, 5.0, 1.0),
    };
    let found = points(
        &cube_mesh(0.05),
        &at(0.1, 0.03, 0.0495),
        &floor,
        &at(0.0, 0.0, -0.5),
    );
    assert_eq!(found.len(), 12);
    let deep = found.iter().filter(|point| point.depth > 4e-4).count();
    assert_eq!(deep, 4);
    assert!(found.iter().all(|point| point.normal == Vector::Z));
}

#[test]
fn a_ball_is_pushed_by_the_front_of_each_triangle() {
    let ball = Geometry::Sphere { radius: 0.1 };
    let found = points(&ball, &at(0.2, 0.2, 0.09), &ground(), &Pose::IDENTITY);
    // the centre is above the diagonal: both triangles are met there
    assert_eq!(found.len(), 2);
    for point in found {
        assert!((point.depth - 0.01).abs() < 1e-12);
        assert!((point.normal - Vector::Z).length() < 1e-12);
    }
    let from_below = points(&ball, &at(0.2, 0.2, -0.09), &ground(), &Pose::IDENTITY);
    assert!(from_below.is_empty());
    // beyond the edge the normal stays that of the triangle
    let beside = points(&ball, &at(1.05, 0.2, 0.05), &ground(), &Pose::IDENTITY);
    assert_eq!(beside.len(), 1);
    assert!((beside[0].normal - Vector::Z).length() < 1e-12);
    let distance = 0.05 * 2.0_f64.sqrt();
    assert!((beside[0].depth - (0.1 - distance) / 2.0_f64.sqrt()).abs() < 1e-9);
}

#[test]
fn round_shapes_lie_on_triangles_with_the_ends_of_a_line() {
    for shape in [
        Geometry::Capsule {
            radius: 0.1,
            height: 0.4,
        },
        Geometry::Cylinder {
            radius: 0.1,
            height: 0.4,
        },
    ] {
        let pose = Pose::new(Vector::new(0.5, -0.3, 0.099), lying());
        let found = points(&shape, &pose, &ground(), &Pose::IDENTITY);
        assert_eq!(found.len(), 2, "{shape:?}");
        for (point, y) in found.iter().zip([-0.5, -0.1]) {
            assert!((point.position - Vector::new(0.5, y, -0.001)).length() < 1e-6);
            assert!((point.depth - 0.001).abs() < 1e-9);
            assert!((point.normal - Vector::Z).length() < 1e-9);
        }
    }
}

#[test]
fn an_upright_cylinder_stands_on_an_octagon() {
    let shape = Geometry::Cylinder {
        radius: 0.1,
        height: 0.4,
    };
    let found = points(&shape, &at(0.5, -0.3, 0.199), &ground(), &Pose::IDENTITY);
    assert_eq!(found.len(), 8);
    let radius = 0.1 / (std::f64::consts::PI / 8.0).cos();
    for point in found {
        let away = point.position - Vector::new(0.5, -0.3, 0.0);
        assert!((away.length() - radius).abs() < 1e-9);
        assert!((point.depth - 0.001).abs() < 1e-9);
    }
}

#[test]
fn two_meshes_touch_where_their_surfaces_meet() {
    let (small, large) = (cube_mesh(0.05), cube_mesh(0.5));
    let found = points(&small, &at(0.1, 0.03, 0.549), &large, &Pose::IDENTITY);
    assert!(!found.is_empty());
    for point in &found {
        assert!(point.normal.z > 0.99, "{point:?}");
        assert!((point.depth - 0.001).abs() < 1e-6);
    }
    // normals point into the first
    let turned = points(&large, &Pose::IDENTITY, &small, &at(0.1, 0.03, 0.549));
    assert!(turned.iter().all(|point| point.normal.z < -0.99));
    let inside = points(&small, &Pose::IDENTITY, &large, &Pose::IDENTITY);
    assert!(inside.is_empty());
}

#[test]
fn a_mesh_of_one_triangle_touches_shapes_but_no_mesh() {
    let corners = vec![Vector::ZERO, Vector::X, Vector::Y];
    let single = Geometry::Mesh(Arc::new(Mesh::new(corners, vec![[0, 1, 2]])));
    let ball = Geometry::Sphere { radius: 0.1 };
    let pose = at(0.2, 0.2, 0.05);
    assert_eq!(points(&ball, &pose, &single, &Pose::IDENTITY).len(), 1);
    let cube = cube_mesh(0.1);
    assert!(points(&cube, &pose, &single, &Pose::IDENTITY).is_empty());
}

#[test]
fn more_points_are_asked_for_if_a_hundred_are_not_enough() {
    let vertices: Vec<Vector> = (0..300)
        .map(|at| Vector::new(f64::from(at) * 0.01, 0.0, -0.1))
        .collect();
    let triangles = (0..100)
        .map(|at| [3 * at, 3 * at + 1, 3 * at + 2])
        .collect();
    let strip = Geometry::Mesh(Arc::new(Mesh::new(vertices, triangles)));
    let found = points(&strip, &Pose::IDENTITY, &Geometry::Plane, &Pose::IDENTITY);
    assert_eq!(found.len(), 300);
}
