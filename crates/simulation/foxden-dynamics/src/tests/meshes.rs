//! Shapes on meshes and on height fields: nothing is thrown, nothing sinks in,
//! and what may rest comes to rest.

use super::*;
use std::f64::consts::{PI, TAU};
use std::sync::Arc;

fn mesh(vertices: Vec<Vector>, triangles: Vec<[u32; 3]>) -> Geometry {
    Geometry::Mesh(Arc::new(Mesh::new(vertices, triangles)))
}

/// A cube of triangles. Each face may have vertices of its own.
fn cube_mesh(half: f64, has_own_vertices: bool) -> Geometry {
    let corner = |at: u32| {
        let side = |bit: u32| if at & bit == 0 { -half } else { half };
        Vector::new(side(1), side(2), side(4))
    };
    let faces: [[u32; 4]; 6] = [
        [0, 2, 3, 1],
        [4, 5, 7, 6],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 4, 6, 2],
        [1, 3, 7, 5],
    ];
    let mut vertices: Vec<Vector> = (0..8).map(corner).collect();
    let mut triangles = Vec::new();
    for face in faces {
        let [a, b, c, d] = if has_own_vertices {
            let first = vertices.len() as u32;
            vertices.extend(face.map(corner));
            [first, first + 1, first + 2, first + 3]
        } else {
            face
        };
        triangles.extend([[a, b, c], [a, c, d]]);
    }
    mesh(vertices, triangles)
}

/// A round body of many triangles.
fn round_mesh(radius: f64, parts: u32) -> Geometry {
    let mut vertices = Vec::new();
    for ring in 0..=parts {
        for at in 0..2 * parts {
            let (down, around) = (
                PI * f64::from(ring) / f64::from(parts),
                TAU * f64::from(at) / f64::from(2 * parts),
            );
            let across = radius * crate::math::sin(down);
            vertices.push(Vector::new(
                across * crate::math::cos(around),
                across * crate::math::sin(around),
                radius * crate::math::cos(down),
            ));
        }
    }
    let mut triangles = Vec::new();
    for ring in 0..parts {
        for at in 0..2 * parts {
            let number = |ring: u32, at: u32| ring * 2 * parts + at % (2 * parts);
            let (a, b) = (number(ring, at), number(ring, at + 1));
            let (c, d) = (number(ring + 1, at), number(ring + 1, at + 1));
            triangles.extend([[a, c, b], [b, c, d]]);
        }
    }
    mesh(vertices, triangles)
}

/// A floor of many triangles around the origin.
fn tiles(cells: u32, size: f64) -> Geometry {
    let step = size / f64::from(cells);
    let place = |at: u32| f64::from(at) * step - size / 2.0;
    let vertices = (0..=cells)
        .flat_map(|y| (0..=cells).map(move |x| (x, y)))
        .map(|(x, y)| Vector::new(place(x), place(y), 0.0))
        .collect();
    let mut triangles = Vec::new();
    for y in 0..cells {
        for x in 0..cells {
            let at = y * (cells + 1) + x;
            let above = at + cells + 1;
            triangles.extend([[at, at + 1, above + 1], [at, above + 1, above]]);
        }
    }
    mesh(vertices, triangles)
}

/// Level ground of a height field, its corner at the origin.
fn field() -> Geometry {
    let field = HeightField::new(9, 6, [0.5, 0.4], &[], 0.1);
    Geometry::HeightField(Arc::new(field.unwrap()))
}

fn visitors() -> Vec<(&'static str, Geometry)> {
    vec![
        ("ball", ball()),
        ("box", cube()),
        (
            "capsule",
            Geometry::Capsule {
                radius: 0.05,
                height: 0.1,
            },
        ),
        (
            "cylinder",
            Geometry::Cylinder {
                radius: 0.05,
                height: 0.1,
            },
        ),
        ("mesh", cube_mesh(0.05, false)),
        ("mesh with doubled corners", cube_mesh(0.05, true)),
        ("round mesh", round_mesh(0.05, 8)),
    ]
}

/// Lets a shape fall on a ground and returns where it is at the end. Its speed
/// never exceeds that of the fall, but for what pushing out adds.
fn drop_on(ground: &Geometry, pose: Pose, visitor: &Geometry, name: &str, step: f64) -> Body {
    let mut scene = Scene::new(step);
    let floor = ShapeSpec::new(ground.clone(), Attachment::World(pose));
    scene.world.add_shape(floor);
    let start = turned(1.03, 0.97, 0.3, [0.6, 0.0, 0.8, 0.4]);
    let body = scene.body(visitor.clone(), Some(1.0), start);
    let steps = (4.0 / step) as usize;
    for at in 1..=steps {
        scene.run_to(at);
        let state = scene.world.body(body).unwrap();
        let speed = state.linear_velocity().length();
        let fallen = (0.3 - state.centre().z).max(0.0);
        let limit = (2.0 * 9.81 * fallen).sqrt() + 0.8;
        assert!(speed < limit, "{name}, step {at} of {step} s: {speed}");
    }
    scene.world.body(body).unwrap().clone()
}

/// Whether a shape has faces to rest on.
fn has_faces(visitor: &Geometry) -> bool {
    match visitor {
        Geometry::Mesh(mesh) => mesh.corners().len() == 12,
        Geometry::Box { .. } => true,
        _ => false,
    }
}

#[test]
fn every_shape_stays_on_level_ground_and_rests_on_its_faces() {
    let grounds = [
        ("plane", Geometry::Plane),
        ("box", cuboid(5.0, 5.0, 1.0)),
        ("mesh", tiles(20, 5.0)),
        ("large triangles", tiles(1, 5.0)),
        ("mesh of a box", cube_mesh(2.5, false)),
        ("height field", field()),
    ];
    for (ground_name, ground) in &grounds {
        for (name, visitor) in visitors() {
            for step in [0.008, 0.016, 0.032] {
                let depth = match ground {
                    Geometry::Box { .. } => 0.5,
                    Geometry::Mesh(mesh) => mesh.bounds.high.z,
                    _ => 0.0,
                };
                let pose = at(0.0, 0.0, -depth);
                let name = format!("{name} on {ground_name}");
                let end = drop_on(ground, pose, &visitor, &name, step);
                let (place, speed) = (end.centre(), end.linear_velocity().length());
                // the triangles beside the one below a round shape make it roll
                let may_roll = !has_faces(&visitor);
                assert!(speed < 0.15 || may_roll, "{name}, {step} s: {speed}");
                assert!(
                    (0.03..0.11).contains(&place.z),
                    "{name}, {step} s: {place:?}"
                );
            }
        }
    }
}

#[test]
fn nothing_is_thrown_off_a_slope() {
    let slope = turned(1.0, 1.0, 0.0, [0.0, 1.0, 0.0, 0.15]);
    for ground in [tiles(20, 20.0), tiles(1, 20.0)] {
        for (name, visitor) in visitors() {
            for step in [0.008, 0.032] {
                drop_on(&ground, slope, &visitor, name, step);
            }
        }
    }
}

#[test]
fn size_does_not_matter() {
    for scale in [0.02, 1.0, 50.0] {
        let mut scene = Scene::with_gravity(0.008, 9.81 * scale);
        let floor = tiles(10, 4.0 * scale);
        let floor = ShapeSpec::new(floor, Attachment::World(Pose::IDENTITY));
        scene.world.add_shape(floor);
        let start = at(0.03 * scale, 0.1 * scale, 0.3 * scale);
        let visitor = cube_mesh(0.25 * scale, false);
        let body = scene.body(visitor, Some(1.0), start);
        scene.run_to(500);
        let state = scene.world.body(body).unwrap();
        let height = state.centre().z / scale;
        assert!((0.2..0.26).contains(&height), "{scale}: {height}");
    }
}
