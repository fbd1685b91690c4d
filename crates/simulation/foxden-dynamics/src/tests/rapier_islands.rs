//! Bodies that rapier moves: what it does by default must not show, and large
//! islands go there and come back.

use super::*;
use crate::math::Matrix;

fn fast(step: f64) -> Scene {
    let mut scene = Scene::new(step);
    scene.world.settings.method = Method::Fast;
    scene
}

/// The same world moved in both ways.
fn both(build: impl Fn(&mut Scene) -> BodyId, step: f64, steps: usize) -> (Body, Body) {
    let run = |method: Method| {
        let mut scene = Scene::new(step);
        scene.world.settings.method = method;
        let body = build(&mut scene);
        scene.run_to(steps);
        scene.world.body(body).unwrap().clone()
    };
    (run(Method::Exact), run(Method::Fast))
}

#[test]
fn free_fall_is_not_divided_into_smaller_steps() {
    let (exact, fast) = both(
        |scene| scene.body(cube(), None, at(0.0, 0.0, 9.0)),
        0.032,
        40,
    );
    assert!((exact.centre() - fast.centre()).length() < 1e-9);
    assert!((exact.linear_velocity() - fast.linear_velocity()).length() < 1e-9);
}

#[test]
fn a_free_joint_keeps_its_spin() {
    let mut scene = fast(0.016);
    scene.world.settings.gravity = Vector::ZERO;
    let arm = scene.moving(cube(), None, at(0.0, 0.0, 1.0), [0.0; 3], [0.0, 0.0, 2.0]);
    let joint = scene.joint(
        None,
        arm,
        at(0.0, 0.0, 1.0),
        hinge(AxisSpec::new(Vector::Z)),
    );
    scene.run_to(200);
    let speed = scene.world.body(arm).unwrap().angular_velocity().z;
    assert!((speed - 2.0).abs() < 1e-6, "{speed}");
    let position = scene.world.joint(joint).unwrap().position(0).unwrap();
    // an angle grows by its tangent in a step
    assert!((position - 6.4).abs() < 1e-3, "{position}");
}

#[test]
fn motors_are_reported_in_newton_metres() {
    let mut scene = fast(0.016);
    scene.world.settings.gravity = Vector::ZERO;
    let arm = scene.body(cube(), Some(4.0), at(0.0, 0.0, 1.0));
    let mut axis = AxisSpec::new(Vector::Z);
    axis.motor = Some(MotorSpec {
        max_force: 0.01,
        ..MotorSpec::default()
    });
    let joint = scene.joint(None, arm, at(0.0, 0.0, 1.0), hinge(axis));
    scene.motor(joint, 0).set_position(f64::INFINITY);
    scene.motor(joint, 0).set_velocity(9.0);
    scene.run_to(50);
    // torque over moment of inertia, for 50 steps
    let wanted = 0.01 / (4.0 * 0.01 / 6.0) * 0.8;
    let speed = scene.world.body(arm).unwrap().angular_velocity().z;
    assert!((speed / wanted - 1.0).abs() < 0.01, "{speed} for {wanted}");
}

#[test]
fn motors_reach_their_speed_and_feel_their_load() {
    let mut scene = fast(0.016);
    let base = scene.body(cuboid(1.0, 1.0, 0.1), Some(50.0), at(0.0, 0.0, 1.0));
    let arm = scene.body(cuboid(0.4, 0.05, 0.05), Some(1.0), at(0.2, 0.0, 1.0));
    scene.joint(None, base, Pose::IDENTITY, JointKind::Fixed);
    let mut axis = AxisSpec::new(Vector::Y);
    axis.motor = Some(MotorSpec::default());
    let joint = scene.joint(Some(base), arm, at(0.0, 0.0, 1.0), hinge(axis));
    scene.run_to(100);
    let position = scene.world.joint(joint).unwrap().position(0).unwrap();
    assert!(position.abs() < 0.02, "{position}");
    // the motor holds the arm: its weight at half of its length
    let felt = scene.world.feedback(joint, 0).unwrap();
    assert!((felt + 9.81 * 0.2).abs() < 0.1, "{felt}");
}

#[test]
fn joints_hold_bodies_where_they_are() {
    let mut scene = fast(0.016);
    scene.world.settings.gravity = Vector::ZERO;
    let pose = turned(0.3, 0.2, 1.0, [0.6, 0.0, 0.8, 0.7]);
    let arm = scene.body(cube(), None, pose);
    let mut axis = AxisSpec::new(Vector::new(0.0, 0.6, 0.8));
    axis.position = 0.4;
    let joint = scene.joint(None, arm, at(0.1, 0.1, 1.0), hinge(axis));
    scene.run_to(50);
    let body = scene.world.body(arm).unwrap();
    assert!((body.pose().translation - pose.translation).length() < 1e-9);
    assert!((scene.world.joint(joint).unwrap().position(0).unwrap() - 0.4).abs() < 1e-9);
}

#[test]
fn the_mass_counts_from_the_first_step() {
    let mut scene = fast(0.016);
    scene.world.settings.gravity = Vector::ZERO;
    let body = scene.body(cube(), Some(8.0), at(0.0, 0.0, 1.0));
    scene.world.add_force(body, Vector::new(2.0, 0.0, 0.0));
    scene.run_to(1);
    let speed = scene.world.body(body).unwrap().linear_velocity().x;
    assert!((speed - 2.0 / 8.0 * 0.016).abs() < 1e-12, "{speed}");
}

#[test]
fn small_bodies_do_not_touch_from_afar() {
    let mut scene = fast(0.016);
    scene.world.settings.gravity = Vector::ZERO;
    scene.floor(Pose::IDENTITY);
    // a wheel of an e-puck, three millimetres above the floor
    let wheel = Geometry::Sphere { radius: 0.02 };
    let body = scene.moving(
        wheel,
        None,
        at(0.0, 0.0, 0.023),
        [0.5, 0.0, -0.01],
        [0.0; 3],
    );
    scene.run_to(15);
    let body = scene.world.body(body).unwrap();
    assert!((body.centre().z - (0.023 - 0.01 * 0.24)).abs() < 1e-9);
    assert!((body.linear_velocity().x - 0.5).abs() < 1e-9);
}

#[test]
fn balls_bounce_as_high_in_both_ways() {
    let highest = |method: Method| {
        let mut scene = Scene::new(0.008);
        scene.world.settings.method = method;
        scene.floor(Pose::IDENTITY);
        let body = scene.body(ball(), None, at(0.0, 0.0, 0.5));
        let mut most: f64 = 0.0;
        scene.run_to(36);
        for step in 37..100 {
            scene.run_to(step);
            let now = scene.world.body(body).unwrap();
            if step > 40 {
                most = most.max(now.centre().z);
            }
        }
        most
    };
    let (exact, fast) = (highest(Method::Exact), highest(Method::Fast));
    assert!(
        ((exact - fast) / (exact - 0.05)).abs() < 0.05,
        "{exact} {fast}"
    );
}

/// A compact cube of boxes on the floor.
fn pile(scene: &mut Scene, side: usize) -> Vec<BodyId> {
    scene.floor(Pose::IDENTITY);
    let mut bodies = Vec::new();
    for number in 0..side.pow(3) {
        let place = |count: usize| (number / count % side) as f64 * 0.0999;
        let pose = at(place(1), place(side), 0.05 + place(side * side));
        bodies.push(scene.body(cube(), None, pose));
    }
    bodies
}

#[test]
fn a_large_island_becomes_a_rapier_island_and_stays_a_cube() {
    let mut scene = Scene::new(0.032);
    let bodies = pile(&mut scene, 4);
    scene.run_to(1);
    assert_eq!(scene.world.bodies_in_rapier(), 64);
    let before: Vec<_> = bodies
        .iter()
        .map(|&id| scene.world.body(id).unwrap().centre())
        .collect();
    scene.run_to(100);
    for (&id, before) in bodies.iter().zip(before) {
        let moved = (scene.world.body(id).unwrap().centre() - before).length();
        assert!(moved < 0.02, "moved by {moved}");
    }
    assert!(scene.world.take_faults().is_empty());
}

#[test]
fn a_heap_that_falls_apart_is_solved_exactly_again() {
    let mut scene = Scene::new(0.016);
    let bodies = pile(&mut scene, 3);
    scene.world.settings.rapier_rows = 100;
    scene.run_to(2);
    assert_eq!(scene.world.bodies_in_rapier(), 27);
    for (number, &id) in bodies.iter().enumerate() {
        scene.world.set_body_pose(id, &at(number as f64, 0.0, 0.05));
        scene.world.set_velocity(id, Vector::ZERO, Vector::ZERO);
    }
    scene.run_to(10);
    assert_eq!(scene.world.bodies_in_rapier(), 0);
    scene.run_to(40);
    // the rest height of a single box, as the rows give it
    let height = scene.world.body(bodies[5]).unwrap().centre().z;
    let mut alone = Scene::new(0.016);
    alone.floor(Pose::IDENTITY);
    let single = alone.body(cube(), None, at(0.0, 0.0, 0.05));
    alone.run_to(40);
    let expected = alone.world.body(single).unwrap().centre().z;
    assert!((height - expected).abs() < 1e-5, "{height} {expected}");
}

#[test]
fn a_body_that_touches_a_rapier_island_joins_it() {
    let mut scene = Scene::new(0.016);
    let bodies = pile(&mut scene, 3);
    scene.world.settings.rapier_rows = 100;
    let late = scene.body(cube(), None, at(0.1, 0.1, 0.5));
    scene.run_to(2);
    assert_eq!(scene.world.bodies_in_rapier(), bodies.len());
    scene.run_to(60);
    assert_eq!(scene.world.bodies_in_rapier(), bodies.len() + 1);
    let height = scene.world.body(late).unwrap().centre().z;
    assert!((height - 0.35).abs() < 0.01, "{height}");
}

#[test]
fn a_copy_of_a_rapier_island_goes_on_alike() {
    for method in [Method::Exact, Method::Fast] {
        let mut scene = Scene::new(0.016);
        scene.world.settings.method = method;
        scene.world.settings.rapier_rows = 100;
        let bodies = pile(&mut scene, 3);
        scene
            .world
            .set_velocity(bodies[20], Vector::new(1.0, 2.0, 0.5), Vector::ZERO);
        scene.run_to(20);
        let mut copy = scene.world.clone();
        scene.run_to(80);
        for _ in 20..80 {
            copy.step(0.016);
        }
        for id in bodies {
            assert_eq!(
                scene.world.body(id).unwrap().centre(),
                copy.body(id).unwrap().centre()
            );
        }
    }
}

#[test]
fn stops_springs_and_sliders_hold_in_rapier() {
    let mut scene = fast(0.016);
    let arm = scene.body(cube(), Some(1.0), at(0.3, 0.0, 1.0));
    let mut axis = AxisSpec::new(Vector::Y);
    (axis.min_stop, axis.max_stop) = (-0.2, 0.3);
    let stopped = scene.joint(None, arm, at(0.0, 0.0, 1.0), hinge(axis));
    let weight = scene.body(cube(), Some(1.0), at(2.0, 0.0, 1.0));
    let mut axis = AxisSpec::new(Vector::Z);
    (axis.spring, axis.damping) = (100.0, 10.0);
    let sprung = scene.joint(None, weight, at(2.0, 0.0, 1.0), JointKind::Slider { axis });
    scene.run_to(200);
    let position = |joint| scene.world.joint(joint).unwrap().position(0).unwrap();
    assert!(
        (position(stopped) - 0.3).abs() < 0.01,
        "{}",
        position(stopped)
    );
    assert!(
        (position(sprung) + 0.0981).abs() < 0.001,
        "{}",
        position(sprung)
    );
}

#[test]
fn friction_and_materials_count_in_rapier() {
    let slid = |friction: f64| {
        let mut scene = fast(0.016);
        let mut properties = ContactProperties::new([Material(0), Material(0)]);
        properties.coulomb_friction = vec![friction];
        properties.bounce = 0.0;
        scene.world.contact_properties = vec![properties];
        scene.floor(Pose::IDENTITY);
        let body = scene.moving(cube(), None, at(0.0, 0.0, 0.05), [1.0, 0.0, 0.0], [0.0; 3]);
        scene.run_to(100);
        scene.world.body(body).unwrap().centre().x
    };
    // v² / (2 µ g)
    let (rough, smooth) = (slid(0.5), slid(0.2));
    assert!((rough / 0.102 - 1.0).abs() < 0.15, "{rough}");
    assert!((smooth / 0.255 - 1.0).abs() < 0.1, "{smooth}");
    assert!((slid(0.0) - 1.6).abs() < 1e-3);
}

#[test]
fn rapier_islands_fall_asleep_and_wake() {
    let mut scene = fast(0.032);
    scene.floor(Pose::IDENTITY);
    let body = scene.body(cube(), None, at(0.0, 0.0, 0.05));
    let bar = ShapeSpec::new(
        cuboid(0.1, 1.0, 0.1),
        Attachment::World(at(-0.5, 0.0, 0.06)),
    );
    let bar = scene.world.add_shape(bar);
    scene.run_to(120);
    assert!(scene.world.body(body).unwrap().is_asleep());
    // an obstacle without a body pushes it on
    for step in 0..60 {
        scene
            .world
            .set_shape_pose(bar, at(-0.5 + 0.01 * f64::from(step), 0.0, 0.06));
        scene.run_to(121 + step as usize);
    }
    let x = scene.world.body(body).unwrap().centre().x;
    assert!(x > 0.13, "{x}");
}

#[test]
fn joints_tell_what_they_do_in_both_ways() {
    let felt = |method: Method| {
        let mut scene = Scene::new(0.016);
        scene.world.settings.method = method;
        let base = scene.body(cuboid(0.5, 0.5, 0.1), Some(5.0), at(0.0, 0.0, 1.0));
        let held = scene.body(cube(), Some(2.0), at(0.3, 0.0, 1.0));
        scene.joint(None, base, Pose::IDENTITY, JointKind::Fixed);
        let joint = scene.joint(Some(base), held, Pose::IDENTITY, JointKind::Fixed);
        scene.run_to(100);
        *scene.world.joint(joint).unwrap().reaction()
    };
    let (exact, fast) = (felt(Method::Exact), felt(Method::Fast));
    assert!(
        (exact.parent_force - fast.parent_force).length() < 0.2,
        "{exact:?} {fast:?}"
    );
    assert!((exact.end_force - fast.end_force).length() < 0.2);
}

/// Half a second of a belt that runs forwards, turned by a right angle about the
/// vertical: where the body came that it moves.
fn belted(
    method: Method,
    rapier_rows: usize,
    build: impl Fn(&mut Scene, Belt) -> BodyId,
) -> Vector {
    let mut scene = Scene::new(0.016);
    scene.world.settings.method = method;
    scene.world.settings.rapier_rows = rapier_rows;
    let belt = Belt {
        speed: 0.5,
        rotation: Matrix::IDENTITY,
        up: Vector::Z,
    };
    let body = build(&mut scene, belt);
    scene.run_to(31);
    scene.world.body(body).unwrap().pose().translation
}

fn belt_shape(belt: Belt, attachment: Attachment) -> ShapeSpec {
    ShapeSpec {
        belt: Some(belt),
        ..ShapeSpec::new(cuboid(0.6, 0.2, 0.1), attachment)
    }
}

const QUARTER: [f64; 4] = [0.0, 0.0, 1.0, std::f64::consts::FRAC_PI_2];

/// A body with a belt of its own on the floor.
fn crawler(scene: &mut Scene, belt: Belt) -> BodyId {
    scene.floor(Pose::IDENTITY);
    let mass = MassProperties::of(&cuboid(0.6, 0.2, 0.1));
    let pose = turned(0.0, 0.0, 0.05, QUARTER);
    let body = scene.world.add_body(&BodySpec::new(mass, pose));
    let attachment = Attachment::Body(body, Pose::IDENTITY);
    scene.world.add_shape(belt_shape(belt, attachment));
    body
}

/// A body that lies on a belt which has none.
fn freight(scene: &mut Scene, belt: Belt) -> BodyId {
    let attachment = Attachment::World(turned(0.0, 0.0, 0.05, QUARTER));
    scene.world.add_shape(belt_shape(belt, attachment));
    scene.body(cube(), None, at(0.0, 0.0, 0.15))
}

#[test]
fn belts_drive_in_rapier_as_elsewhere() {
    for build in [crawler, freight] {
        let exact = belted(Method::Exact, usize::MAX, build);
        assert!(exact.length() > 0.2, "{exact:?}");
        for (method, rapier_rows) in [(Method::Fast, usize::MAX), (Method::Exact, 0)] {
            let found = belted(method, rapier_rows, build);
            let off = (found - exact).length();
            assert!(off < 0.02, "{method:?}: {found:?} for {exact:?}");
        }
    }
}
