//! What keeps light from a sensor: each shape of a boundingObject, from
//! outside and from inside, and the robots that count.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_sim::controller::{Command, Reading, Request};

/// The light 2 m straight above the sensor, and a robot with the sensor at the origin.
fn is_lit_with(robot: &str, others: &str) -> bool {
    let text = format!(
        "WorldInfo {{}}\nViewpoint {{}}\nPointLight {{ location 0 0 2 attenuation 1 0 0 }}\n\
         Robot {{ name \"r\" controller \"c\" {robot} children [ \
           LightSensor {{ name \"ls\" rotation 0 1 0 -1.5707963267948966 occlusion TRUE lookupTable [] }} ] }}\n\
         {others}\n"
    );
    let mut world = support::world(&text);
    let robot = support::robot(&world, "r");
    let sensor = world.device(robot, "ls").unwrap();
    let request = Request {
        duration: 32,
        commands: vec![Command::Enable(sensor, 32)],
    };
    let answer = support::wait(&mut world, robot, request);
    match answer.readings[..] {
        [(_, Reading::Number(value))] => value > 0.0,
        ref other => panic!("{other:?}"),
    }
}

/// Whether light passes a shape whose solid stands there.
fn is_lit(at: &str, shape: &str) -> bool {
    is_lit_with(
        "",
        &format!("Solid {{ translation {at} boundingObject {shape} }}"),
    )
}

const TETRAHEDRON: &str = "IndexedFaceSet { \
    coord Coordinate { point [ -0.5 -0.5 -0.2, 0.5 -0.5 -0.2, 0 0.5 -0.2, 0 0 0.4 ] } \
    coordIndex [ 0 2 1 -1 0 1 3 -1 1 2 3 -1 2 0 3 -1 ] }";
const HILLS: &str = "ElevationGrid { xDimension 3 yDimension 3 xSpacing 0.5 ySpacing 0.5 \
    height [ 0 0.1 0, 0.1 0.2 0.1, 0 0.1 0 ] }";

#[test]
fn every_shape_between_light_and_sensor_blocks() {
    let shapes = [
        "Box { size 0.5 0.4 0.3 }",
        "Sphere { radius 0.3 }",
        "Cylinder { radius 0.3 height 0.4 }",
        "Capsule { radius 0.3 height 0.4 }",
        TETRAHEDRON,
        "Shape { geometry Box { size 0.5 0.4 0.3 } }",
        "Group { children [ Pose { translation 4 0 0 children [ Sphere { radius 0.3 } ] } Box { size 0.5 0.4 0.3 } ] }",
        "Pose { rotation 1 0 0 1 children [ Cylinder { radius 0.3 height 0.4 } ] }",
    ];
    for shape in shapes {
        assert!(!is_lit("0.05 0.05 1", shape), "{shape}");
        assert!(is_lit("1 0 1", shape), "{shape} beside the ray");
        assert!(is_lit("0 0 3", shape), "{shape} behind the light");
        assert!(is_lit("0 0 -1", shape), "{shape} behind the sensor");
    }
    assert!(!is_lit("-0.6 -0.45 1", HILLS));
    assert!(is_lit("1 1 1", HILLS));
}

#[test]
fn a_plane_blocks_everywhere_from_both_sides() {
    assert!(!is_lit("50 -20 1", "Plane {}"));
    let upside_down = "0 0 1 rotation 1 0 0 3.141592653589793";
    assert!(!is_lit(upside_down, "Plane {}"));
    assert!(is_lit("0 0 -0.1", "Plane {}"));
    assert!(is_lit("0 0 2.1", "Plane {}"));
    // exactly on it counts
    assert!(!is_lit("0 0 0", "Plane {}"));
}

#[test]
fn who_starts_inside_is_in_the_shade_where_the_ray_leaves() {
    for shape in [
        "Box { size 1 1 1 }",
        "Sphere { radius 0.5 }",
        "Capsule { radius 0.5 height 0.2 }",
    ] {
        assert!(!is_lit("0.05 0.05 0", shape), "{shape}");
    }
    // the light is inside too
    for shape in ["Box { size 9 9 9 }", "Sphere { radius 5 }"] {
        assert!(is_lit("0 0 1", shape), "{shape}");
    }
}

#[test]
fn a_ray_along_a_cylinder_is_blocked_only_by_both_of_its_ends() {
    let cylinder = "Cylinder { radius 0.5 height 1 }";
    assert!(!is_lit("0.05 0.05 1", cylinder));
    assert!(is_lit("0.05 0.05 0", cylinder), "sensor inside");
    assert!(is_lit("0.05 0.05 2", cylinder), "light inside");
    let slanted = "0.05 0.05 0 rotation 1 0 0 0.1";
    assert!(!is_lit(slanted, cylinder));
}

#[test]
fn the_own_robot_blocks_only_if_it_collides_with_itself() {
    let roof = "boundingObject Pose { translation 0 0 1 children [ Box { size 0.5 0.5 0.1 } ] }";
    assert!(is_lit_with(roof, ""));
    assert!(!is_lit_with(&format!("selfCollision TRUE {roof}"), ""));
    let other = format!("Robot {{ name \"other\" {roof} }}");
    assert!(!is_lit_with("", &other));
}
