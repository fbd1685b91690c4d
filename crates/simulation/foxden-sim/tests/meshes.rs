//! Meshes from files, in Poses and in scaled Transforms: what they keep from
//! light and distance sensors is what the same triangles in the world do, and
//! what geometry says.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_scene::Value;
use foxden_sim::World;
use foxden_sim::controller::{Command, Reading, Request, Write};

/// A square of two triangles in the plane of x and y, seen from above: of half
/// a metre to each side in a file, and as large as asked for in a world.
const OBJ: &str = "v -0.5 -0.5 0\nv 0.5 -0.5 0\nv 0.5 0.5 0\nv -0.5 0.5 0\nf 1 2 3\nf 1 3 4\n";
const STL: &str = "solid plate\n\
    facet normal 0 0 1\nouter loop\nvertex -0.5 -0.5 0\nvertex 0.5 -0.5 0\nvertex 0.5 0.5 0\nendloop\nendfacet\n\
    facet normal 0 0 1\nouter loop\nvertex -0.5 -0.5 0\nvertex 0.5 0.5 0\nvertex -0.5 0.5 0\nendloop\nendfacet\n\
    endsolid plate\n";
const FILES: [(&str, &str); 2] = [("plate.obj", OBJ), ("plate.stl", STL)];

const QUARTER: f64 = std::f64::consts::FRAC_PI_2;

fn face_set(half: f64) -> String {
    format!(
        "IndexedFaceSet {{ coord Coordinate {{ point [ -{half} -{half} 0, {half} -{half} 0, {half} {half} 0, -{half} {half} 0 ] }} \
         coordIndex [ 0 1 2 -1 0 2 3 -1 ] }}"
    )
}

fn file(name: &str) -> String {
    format!("Mesh {{ url [ \"{name}\" ] }}")
}

/// The plate in a file of each kind and in the world.
fn plates() -> [String; 3] {
    [face_set(0.5), file("plate.obj"), file("plate.stl")]
}

/// What sensors of a robot read after a step.
fn readings(devices: &str, others: &str) -> Vec<f64> {
    let text = format!(
        "WorldInfo {{}}\nViewpoint {{}}\nRobot {{ name \"r\" controller \"c\" children [ {devices} ] }}\n{others}\n"
    );
    let mut world = support::world_with(&text, &FILES);
    assert!(world.take_reports().is_empty());
    read(&mut world)
}

/// Enables all devices of the robot and steps: what they read.
fn read(world: &mut World) -> Vec<f64> {
    let robot = support::robot(world, "r");
    let tags: Vec<_> = world.devices(robot).map(|(tag, _)| tag).collect();
    let commands = tags.iter().map(|tag| Command::Enable(*tag, 32)).collect();
    let request = Request {
        duration: 32,
        commands,
    };
    let answer = support::wait(world, robot, request);
    let number = |(_, reading): (_, Reading)| match reading {
        Reading::Number(value) => value,
        other => panic!("{other:?}"),
    };
    answer.readings.into_iter().map(number).collect()
}

/// Where light sensors stand on the floor, by their coordinates: none where the
/// shadow of the edge between the two triangles falls.
const FLOOR_X: [f64; 6] = [-1.4, -1.05, -0.95, 0.1, 0.9, 1.2];
const FLOOR_Y: [f64; 6] = [-1.3, -1.1, -0.9, 0.2, 0.8, 1.1];

/// Which of the places on the floor a lamp at a height of 2 m lights.
fn lit(others: &str) -> Vec<bool> {
    let mut sensors = String::new();
    for x in FLOOR_X {
        for y in FLOOR_Y {
            sensors += &format!(
                "LightSensor {{ translation {x} {y} 0 rotation 0 1 0 -{QUARTER} name \"{x} {y}\" occlusion TRUE lookupTable [] }} "
            );
        }
    }
    let lamp = "PointLight { location 0 0 2 attenuation 1 0 0 }";
    let values = readings(&sensors, &format!("{lamp}\n{others}"));
    values.into_iter().map(|value| value > 0.0).collect()
}

/// The places that the shadow of a rectangle at half the height leaves out,
/// which is twice as large as the rectangle.
fn beside(half_x: f64, half_y: f64) -> Vec<bool> {
    let is_lit = |x: f64, y: f64| x.abs() > 2.0 * half_x || y.abs() > 2.0 * half_y;
    FLOOR_X
        .iter()
        .flat_map(|x| FLOOR_Y.map(|y| is_lit(*x, y)))
        .collect()
}

#[test]
fn a_mesh_casts_the_shadow_of_its_triangles() {
    for plate in plates() {
        let solid = format!("Solid {{ translation 0 0 1 boundingObject {plate} }}");
        assert_eq!(lit(&solid), beside(0.5, 0.5), "{plate}");
        let below = format!("Solid {{ translation 0 0 -1 boundingObject {plate} }}");
        assert!(lit(&below).into_iter().all(|is_lit| is_lit), "{plate}");
    }
}

#[test]
fn a_mesh_in_poses_is_turned_and_moved() {
    for plate in plates() {
        // each of the two turns it by a right angle, so it lies flat again
        let turned = format!(
            "Pose {{ translation 0 0.3 0 children [ Solid {{ translation 0 -0.3 1 rotation 1 0 0 {QUARTER} \
               boundingObject Pose {{ rotation 1 0 0 {QUARTER} children [ {plate} ] }} }} ] }}"
        );
        assert_eq!(lit(&turned), beside(0.5, 0.5), "{plate}");
        // on its edge it hides nothing but a line
        let edge = format!(
            "Solid {{ translation 0 0 1 boundingObject Pose {{ rotation 0 1 0 {QUARTER} children [ {plate} ] }} }}"
        );
        assert!(lit(&edge).into_iter().all(|is_lit| is_lit), "{plate}");
    }
}

#[test]
fn what_is_below_a_scaled_transform_hides_nothing() {
    let solid = "Transform { scale 2 2 2 children [ Solid { translation 0 0 0.5 boundingObject Box { size 1 1 0.1 } } ] }";
    assert!(lit(solid).into_iter().all(|is_lit| is_lit));
}

/// Sensors of a kind that look down from a height of 2 m, straight and slanted.
fn looking_down(kind: &str) -> String {
    let angles = [0.0, 0.1, 0.2, 0.3];
    angles
        .iter()
        .map(|angle| {
            let down = QUARTER - angle;
            format!(
                "DistanceSensor {{ translation 0.05 0.1 2 rotation 0 1 0 {down} name \"{angle}\" type \"{kind}\" lookupTable [ 0 0 0, 10 10 0 ] }} "
            )
        })
        .collect()
}

/// How far it is to a horizontal plate of this half size at a height, where a
/// ray that is slanted by an angle meets it; 10 where it does not.
fn ways(half: f64, height: f64) -> [f64; 4] {
    [0.0_f64, 0.1, 0.2, 0.3].map(|angle| {
        let drop = 2.0 - height;
        let x = 0.05 + drop * angle.tan();
        if x < half { drop / angle.cos() } else { 10.0 }
    })
}

fn assert_near(found: &[f64], expected: &[f64], tolerance: f64, what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (found, expected) in found.iter().zip(expected) {
        let off = (found - expected).abs();
        assert!(off < tolerance, "{what}: {found} for {expected}");
    }
}

#[test]
fn rays_meet_a_mesh_where_its_triangles_are() {
    let sensors = looking_down("laser");
    let seen = plates().map(|plate| {
        let solid = format!(
            "Solid {{ translation 0 0 0.5 boundingObject Pose {{ translation 0 0 -0.25 children [ {plate} ] }} }}"
        );
        let found = readings(&sensors, &solid);
        // collisions with meshes are found in 32 bits
        assert_near(&found, &ways(0.5, 0.25), 1e-6, &plate);
        found
    });
    assert_eq!(seen[0], seen[1]);
    assert_eq!(seen[0], seen[2]);
}

const WHITE: &str = "appearance PBRAppearance { roughness 0 baseColor 1 1 1 }";

#[test]
fn infra_red_light_comes_back_from_scaled_meshes() {
    let sensors = looking_down("infra-red");
    let plain = format!(
        "Pose {{ translation 0 0 0.4 children [ Shape {{ {WHITE} geometry {} }} ] }}",
        face_set(0.25)
    );
    let expected = readings(&sensors, &plain);
    assert_near(&expected, &ways(0.25, 0.4), 1e-12, "plain");
    for plate in plates() {
        // half as large, and what is moved inside is moved half as far
        let scaled = format!(
            "Transform {{ translation 0 0 0.2 scale 0.5 0.5 0.5 children [ \
               Pose {{ translation 0 0 0.4 children [ Shape {{ {WHITE} geometry {plate} }} ] }} ] }}"
        );
        assert_near(&readings(&sensors, &scaled), &expected, 1e-12, &plate);
        let twice = format!(
            "Transform {{ translation 0 0 0.4 scale 2 2 2 children [ \
               Transform {{ scale -0.25 0.25 0.25 children [ Shape {{ {WHITE} geometry {plate} }} ] }} ] }}"
        );
        assert_near(&readings(&sensors, &twice), &expected, 1e-12, &plate);
    }
    // other shapes are as large as their factors make them
    for shape in [
        "Box { size 1 1 1 }",
        "Sphere { radius 0.5 }",
        "Cylinder { radius 0.5 height 1 }",
        "Capsule { radius 0.25 height 0.5 }",
    ] {
        let scaled = format!(
            "Transform {{ scale 2 2 2 children [ Shape {{ {WHITE} geometry {shape} }} ] }}"
        );
        let above = format!(
            "DistanceSensor {{ translation 0 0 3 rotation 0 1 0 {QUARTER} type \"infra-red\" lookupTable [ 0 0 0, 10 10 0 ] }}"
        );
        assert_near(&readings(&above, &scaled), &[2.0], 1e-9, shape);
    }
}

#[test]
fn what_is_scaled_can_be_moved() {
    let mut world = support::world_with(
        &format!(
            "WorldInfo {{}}\nViewpoint {{}}\n\
             Robot {{ name \"r\" controller \"c\" children [ DistanceSensor {{ translation 0 0.1 3 rotation 0 1 0 {QUARTER} \
               type \"infra-red\" lookupTable [ 0 0 0, 10 10 0 ] }} ] }}\n\
             DEF T Transform {{ scale 2 2 2 children [ DEF P Pose {{ children [ Shape {{ {WHITE} geometry {} }} ] }} ] }}\n",
            file("plate.obj")
        ),
        &FILES,
    );
    assert_near(&read(&mut world), &[3.0], 1e-12, "at first");
    let mut set = |def: &str, name: &str, to: [f64; 3], expected: f64| {
        let node = world.scene().find_def(def).unwrap();
        let field = world.scene().field(node, name).unwrap();
        world.set(field, Write::Whole(Value::Vec3(to))).unwrap();
        assert_eq!(world.get(field), Some(Value::Vec3(to)));
        assert_near(&read(&mut world), &[expected], 1e-12, name);
    };
    set("P", "translation", [0.0, 0.0, 0.5], 2.0);
    set("T", "translation", [0.0, 0.0, 0.25], 1.75);
    set("T", "scale", [1.0, 1.0, 3.0], 1.25);
}
