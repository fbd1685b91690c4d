//! Joints that something moves from outside: positions, poses of end points,
//! axes and parameters that are written, and ancestors that are put elsewhere.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_scene::{FieldRef, NodeId, Value};
use foxden_sim::World;
use foxden_sim::controller::{Command, Request, Write};

/// A hinge and what it holds, with gravity across its axis.
fn arm(parent: &str, parameters: &str, device: &str, end: &str) -> String {
    format!(
        "WorldInfo {{ basicTimeStep 16 }}\nViewpoint {{}}\n\
         DEF A Pose {{ children [ DEF R Robot {{ name \"r\" controller \"<none>\" {parent} children [\n\
           DEF J HingeJoint {{ jointParameters DEF P HingeJointParameters {{ axis 0 1 0 anchor 0.1 0 0 {parameters} }}\n\
             device [ {device} ]\n\
             endPoint DEF E Solid {{ translation 0.3 0 0 boundingObject Box {{ size 0.1 0.1 0.1 }} {end} }} }} ] }} ] }}\n"
    )
}

const MOTOR: &str = "RotationalMotor { name \"m\" maxTorque 100 }";
const BODY: &str = "physics Physics {}";

fn node(world: &World, def: &str) -> NodeId {
    world.scene().find_def(def).unwrap()
}

fn field(world: &World, def: &str, name: &str) -> FieldRef {
    world.scene().field(node(world, def), name).unwrap()
}

fn write(world: &mut World, def: &str, name: &str, value: Value) {
    let field = field(world, def, name);
    world.set(field, Write::Whole(value)).unwrap();
}

fn position(world: &World) -> f64 {
    match world.get(field(world, "P", "position")) {
        Some(Value::Float(position)) => position,
        other => panic!("{other:?}"),
    }
}

fn place(world: &World, def: &str) -> [f64; 3] {
    world.position(node(world, def)).unwrap()
}

fn velocity(world: &World, def: &str) -> [f64; 6] {
    world.velocity(node(world, def)).unwrap()
}

fn steps(world: &mut World, count: usize) {
    for _ in 0..count {
        world.step();
    }
}

fn assert_near(found: [f64; 3], wanted: [f64; 3], within: f64) {
    let apart = found.iter().zip(wanted).map(|(a, b)| (a - b).abs());
    assert!(apart.fold(0.0, f64::max) < within, "{found:?} {wanted:?}");
}

#[test]
fn a_position_that_is_written_puts_the_end_point_there_at_rest() {
    let mut world = support::world(&arm("", "", "", BODY));
    steps(&mut world, 20);
    assert!(velocity(&world, "E")[4].abs() > 0.1);
    write(&mut world, "P", "position", Value::Float(0.5));
    assert_eq!(velocity(&world, "E"), [0.0; 6]);
    let (sine, cosine) = 0.5_f64.sin_cos();
    let wanted = [0.1 + 0.2 * cosine, 0.0, -0.2 * sine];
    assert_near(place(&world, "E"), wanted, 1e-12);
    // one step of falling from there, about an anchor that is where it was
    world.step();
    assert!((position(&world) - 0.5).abs() < 0.02);
    assert_near(place(&world, "E"), wanted, 0.005);
}

#[test]
fn a_motor_without_a_controller_holds_a_position_that_is_written() {
    let mut world = support::world(&arm("", "", MOTOR, BODY));
    steps(&mut world, 3);
    write(&mut world, "P", "position", Value::Float(0.5));
    steps(&mut world, 20);
    assert!((position(&world) - 0.5).abs() < 1e-3);
}

#[test]
fn a_motor_with_a_controller_goes_back_to_its_own_target() {
    let mut world = support::world(&arm("", "", MOTOR, BODY));
    let robot = support::robot(&world, "r");
    let request = |commands| Request {
        duration: 16,
        commands,
    };
    support::wait(&mut world, robot, request(Vec::new()));
    write(&mut world, "P", "position", Value::Float(0.5));
    steps(&mut world, 60);
    assert!(position(&world).abs() < 1e-2);
    // a supervisor's own function sets the motor, even if another controller drives it
    let joint = node(&world, "J");
    let put = Command::JointPosition(joint, 1, 0.4);
    support::wait(&mut world, robot, request(vec![put]));
    steps(&mut world, 60);
    assert!((position(&world) - 0.4).abs() < 1e-2);
}

#[test]
fn a_pose_of_an_end_point_is_kept_and_its_joint_attached_there() {
    for parent in [
        "",
        "boundingObject Box { size 0.1 0.1 0.1 } physics Physics {}",
    ] {
        let mut world = support::world(&arm(parent, "", MOTOR, BODY));
        steps(&mut world, 3);
        let before = position(&world);
        let robot = place(&world, "R");
        write(&mut world, "E", "translation", Value::Vec3([0.5, 0.2, 0.1]));
        assert_eq!(position(&world), before);
        world.step();
        assert!((position(&world) - before).abs() < 1e-4);
        let fallen = place(&world, "R")[2] - robot[2];
        let end = place(&world, "E");
        let above = place(&world, "R");
        assert_near(
            [end[0] - above[0], end[1] - above[1], end[2] - above[2]],
            [0.5, 0.2, 0.1],
            1e-3,
        );
        // nothing is pulled: the robot falls as before, or stands
        assert!((-0.02..=0.0).contains(&fallen), "{fallen}");
    }
}

#[test]
fn an_end_point_without_physics_goes_back_when_its_motor_moves() {
    let mut world = support::world(&arm("", "", MOTOR, ""));
    let robot = support::robot(&world, "r");
    write(&mut world, "E", "translation", Value::Vec3([0.5, 0.2, 0.1]));
    assert_eq!(place(&world, "E"), [0.5, 0.2, 0.1]);
    let motor = world.device(robot, "m").unwrap();
    let request = Request {
        duration: 16,
        commands: vec![Command::MotorPosition(motor, 1.0)],
    };
    support::wait(&mut world, robot, request);
    let angle = position(&world);
    assert!(angle > 0.0);
    let (sine, cosine) = angle.sin_cos();
    let wanted = [0.1 + 0.2 * cosine, 0.0, -0.2 * sine];
    assert_near(place(&world, "E"), wanted, 1e-12);
}

#[test]
fn a_moved_ancestor_takes_the_anchor_of_a_hinge_with_it() {
    for (def, name) in [("A", "translation"), ("R", "translation")] {
        let mut world = support::world(&arm("", "", MOTOR, BODY));
        steps(&mut world, 3);
        write(&mut world, def, name, Value::Vec3([1.0, 2.0, 3.0]));
        world.step();
        assert_near(place(&world, "E"), [1.3, 2.0, 3.0], 1e-3);
        assert!(position(&world).abs() < 1e-3);
        assert!(velocity(&world, "E").iter().all(|part| part.abs() < 1e-2));
    }
}

#[test]
fn a_slider_below_a_moved_ancestor_stays_attached_where_it_was() {
    let mut world = support::world(
        "WorldInfo { basicTimeStep 16 gravity 0 }\nViewpoint {}\n\
         DEF R Robot { name \"r\" controller \"<none>\" children [\n\
           SliderJoint { jointParameters JointParameters { axis 1 0 0 }\n\
             endPoint DEF E Solid { boundingObject Box { size 0.1 0.1 0.1 } physics Physics {} } } ] }\n",
    );
    world.step();
    write(&mut world, "R", "translation", Value::Vec3([0.0, 0.0, 0.1]));
    world.step();
    // pulled back by a fifth of the way, as in the genuine simulator
    assert!((place(&world, "E")[2] - 0.08).abs() < 1e-3);
}

#[test]
fn a_new_axis_turns_the_end_point_at_once() {
    for end in ["", BODY] {
        let mut world = support::world(&arm("", "position 0.5", MOTOR, end));
        write(&mut world, "P", "axis", Value::Vec3([0.0, 0.0, 1.0]));
        // at position 0 the end point is where it was written, turned back by 0.5
        let (sine, cosine) = 0.5_f64.sin_cos();
        let zero = [0.1 + 0.2 * cosine, 0.0, 0.2 * sine];
        let wanted = [
            0.1 + (zero[0] - 0.1) * cosine,
            (zero[0] - 0.1) * sine,
            zero[2],
        ];
        assert_near(place(&world, "E"), wanted, 1e-12);
    }
}

#[test]
fn a_new_spring_does_not_attach_the_joint_again() {
    let text = arm("", "", MOTOR, BODY);
    let run = |constant: Option<f64>| {
        let mut world = support::world(&text);
        steps(&mut world, 3);
        if let Some(constant) = constant {
            write(&mut world, "P", "dampingConstant", Value::Float(constant));
        }
        world.step();
        place(&world, "E")
    };
    // what the joint has given way stays, so a damper of nothing changes nothing
    assert_near(run(Some(1e-12)), run(None), 1e-12);
}

#[test]
fn stops_of_a_hinge_are_put_in_order_and_those_of_a_slider_ignored() {
    let mut world = support::world(&arm("", "minStop 0.3 maxStop -0.1", "", BODY));
    steps(&mut world, 60);
    assert!(
        (position(&world) - 0.3).abs() < 0.02,
        "{}",
        position(&world)
    );
    let mut world = support::world(
        "WorldInfo { basicTimeStep 16 }\nViewpoint {}\n\
         Robot { name \"r\" children [\n\
           SliderJoint { jointParameters DEF P JointParameters { axis 0 0 1 minStop 0.3 maxStop -0.1 }\n\
             endPoint Solid { boundingObject Box { size 0.1 0.1 0.1 } physics Physics {} } } ] }\n",
    );
    steps(&mut world, 60);
    assert!(position(&world) < -1.0);
}

#[test]
fn bodies_below_a_moving_end_point_without_physics_are_carried() {
    let inner = "children [ HingeJoint { jointParameters HingeJointParameters { axis 1 0 0 }\n\
         endPoint DEF I Solid { translation 0 0 -0.2 name \"i\" boundingObject Box { size 0.1 0.1 0.1 } physics Physics {} } } ]";
    let mut world = support::world(&arm("", "", MOTOR, inner));
    let robot = support::robot(&world, "r");
    let motor = world.device(robot, "m").unwrap();
    let commands = vec![
        Command::MotorVelocity(motor, 1.0),
        Command::MotorPosition(motor, -1.0),
    ];
    let request = Request {
        duration: 16 * 200,
        commands,
    };
    support::wait(&mut world, robot, request);
    let (end, inner) = (place(&world, "E"), place(&world, "I"));
    assert!((position(&world) + 1.0).abs() < 1e-6);
    let apart = end.iter().zip(inner).map(|(a, b)| (a - b) * (a - b));
    let length = apart.sum::<f64>().sqrt();
    assert!((length - 0.2).abs() < 0.01, "{length}");
}

#[test]
fn end_points_come_to_rest_when_the_mass_of_their_body_changes() {
    let parent = "boundingObject Box { size 0.1 0.1 0.1 } physics Physics {}";
    let mut world = support::world(&arm(parent, "", "", BODY));
    steps(&mut world, 5);
    let falling = velocity(&world, "R")[2];
    assert!(falling < -0.5);
    let children = field(&world, "R", "children");
    let text = "Solid { translation 0 0.2 0 name \"n\" boundingObject Box { size 0.05 0.05 0.05 } physics Physics {} }";
    world.insert(children, 1, text).unwrap();
    assert_eq!(velocity(&world, "E"), [0.0; 6]);
    assert_eq!(velocity(&world, "R")[2], falling);
}

#[test]
fn a_reset_puts_end_points_where_their_joints_say_now() {
    let mut world = support::world(&arm("", "position 0.5", "", ""));
    let robot = support::robot(&world, "r");
    write(&mut world, "P", "axis", Value::Vec3([0.0, 0.0, 1.0]));
    let turned = place(&world, "E");
    write(&mut world, "P", "position", Value::Float(0.0));
    let request = Request {
        duration: 16,
        commands: vec![Command::Reset],
    };
    support::wait(&mut world, robot, request);
    // the position of the start about the axis of now
    assert_near(place(&world, "E"), turned, 1e-12);
}

#[test]
fn a_joint_that_has_lost_its_parameters_still_holds() {
    for (end, is_dynamic) in [("", false), (BODY, true)] {
        let mut world = support::world(&arm("", "position 0.5", MOTOR, end));
        steps(&mut world, 3);
        let before = place(&world, "E");
        let parameters = node(&world, "P");
        world.remove(parameters).unwrap();
        assert_eq!(place(&world, "E"), before);
        steps(&mut world, 3);
        let within = if is_dynamic { 1e-3 } else { 1e-15 };
        assert_near(place(&world, "E"), before, within);
    }
}

#[test]
fn joints_of_a_chain_move_together_without_a_controller() {
    let joint = |name: &str, inner: &str| {
        format!(
            "HingeJoint {{ jointParameters HingeJointParameters {{ axis 0 1 0 }}\n\
               device RotationalMotor {{ name \"{name}\" }} endPoint Solid {{ name \"{name}\" {inner} }} }}\n"
        )
    };
    let chain = joint("a", &format!("children [ {} ]", joint("b", "")));
    let text = format!(
        "WorldInfo {{ basicTimeStep 16 }}\nViewpoint {{}}\n\
         Robot {{ name \"r\" controller \"<none>\" children [ {chain} ] }}\n"
    );
    let mut world = support::world(&text);
    let robot = world.robots().next().unwrap().0;
    let tags = ["a", "b"].map(|name| world.device(robot, name).unwrap());
    let spin = tags.iter().flat_map(|tag| {
        [
            Command::MotorPosition(*tag, f64::INFINITY),
            Command::MotorVelocity(*tag, 0.5),
        ]
    });
    // as programs do that command devices without being controllers
    world.command_devices(robot, spin.collect());
    steps(&mut world, 10);
    let reached = tags.map(|tag| world.motor_status(robot, tag).unwrap().position.unwrap());
    // 10 rad/s² up to 0.5 rad/s, in steps of 16 ms; the second one loses its speed whenever the
    // first one moves it
    let first = (0.16 + 0.32 + 0.48 + 7.0 * 0.5) * 0.016;
    let second = 10.0 * 0.16 * 0.016;
    assert!((reached[0] - first).abs() < 1e-9, "{reached:?}");
    assert!((reached[1] - second).abs() < 1e-9, "{reached:?}");
}
