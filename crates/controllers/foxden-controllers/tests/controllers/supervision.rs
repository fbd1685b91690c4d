//! What supervisors ask for, message by message.

use crate::fake::{Fake, Received};
use crate::served_world::{ServedWorld, robot, serve, serve_as};
use foxden_controllers::simulation_requests::SimulationEnd;
use foxden_controllers::view_requests::ViewRequests;
use foxden_protocol::robot as robot_messages;
use foxden_protocol::supervisor::{
    FieldGet, FieldInsert, FieldReport, FieldSet, Label, NewItem, PlainValue, ReadValue,
    SupervisorAnswer, SupervisorRequest, TrackingPeriod,
};
use foxden_protocol::{AnswerMessage, FieldId, RequestMessages, Uid};
use foxden_runtime::stop_flag::StopFlag;
use std::sync::Arc;
use std::time::{Duration, Instant};

const NODES: &str = r#"
DEF BALL Solid {
  translation 0 0 1
  name "ball"
  boundingObject Sphere { radius 0.1 }
  physics Physics { density -1 mass 1 }
}
DEF PLATE Solid { name "plate" translation 5 0 0 children [ DEF LAMP PointLight { attenuation 0 0 1 } ] }
"#;

/// Ends the world if a check of the supervisor fails: the world would wait for it.
struct StopAfterPanic(StopFlag);

impl Drop for StopAfterPanic {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop();
        }
    }
}

/// Runs a supervisor beside a world until it wants the end.
fn supervise(nodes: &str, talk: impl FnOnce(&mut Fake) + Send) -> ServedWorld {
    let mut world = serve(&(nodes.to_owned() + &robot("boss", "supervisor TRUE")));
    let folder = world.folder.clone();
    let failure = StopAfterPanic(world.stop.clone());
    std::thread::scope(|scope| {
        let boss = scope.spawn(move || {
            let _failure = failure;
            let mut fake = Fake::local(&folder, "boss");
            talk(&mut fake);
            fake.supervise(SupervisorRequest::Quit { status: 3 });
            fake.step(32);
        });
        world.run(100);
        boss.join().unwrap();
    });
    assert_eq!(world.controllers.ending(), Some(&SimulationEnd::Quit(3)));
    world
}

fn ask(fake: &mut Fake, request: SupervisorRequest) -> Vec<SupervisorAnswer> {
    let Received::Answer(_, messages) = fake.supervise(request) else {
        panic!("no answer");
    };
    let answers = messages.into_iter();
    answers
        .filter_map(|message| match message {
            AnswerMessage::Supervisor(answer) => Some(answer),
            _ => None,
        })
        .collect()
}

fn by_def(fake: &mut Fake, def: &str) -> Uid {
    let def = def.to_owned();
    match &ask(fake, SupervisorRequest::NodeByDef { def, proto: None })[..] {
        [SupervisorAnswer::NodeByDef(node)] => node.node,
        other => panic!("{other:?}"),
    }
}

fn field(fake: &mut Fake, node: Uid, name: &str) -> FieldId {
    let request = SupervisorRequest::FieldByName {
        node,
        proto: None,
        name: name.to_owned(),
        internal: false,
    };
    match &ask(fake, request)[..] {
        [SupervisorAnswer::Field(found)] => found.field.unwrap(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_path_names_direct_children_only() {
    let world = supervise(NODES, |fake| {
        assert_ne!(by_def(fake, "LAMP"), Uid::ROOT);
        assert_eq!(by_def(fake, "PLATE.LAMP"), by_def(fake, "LAMP"));
        assert_eq!(by_def(fake, "BALL.LAMP"), Uid::ROOT);
        assert_eq!(by_def(fake, "NOBODY"), Uid::ROOT);
    });
    world.end();
}

#[test]
fn lists_that_change_and_nodes_that_go_are_reported() {
    let world = supervise(NODES, |fake| {
        let children = field(fake, Uid::ROOT, "children");
        let lamp = by_def(fake, "LAMP");
        let plate = by_def(fake, "PLATE");
        let answers = ask(
            fake,
            SupervisorRequest::Insert(FieldInsert {
                node: Uid::ROOT,
                field: children,
                index: Some(0),
                item: NewItem::NodeSource("DEF NEW Solid { name \"new\" }".to_owned()),
            }),
        );
        let counted = |answers: &[SupervisorAnswer], wanted: i32| {
            answers.iter().any(|answer| {
                matches!(answer, SupervisorAnswer::FieldCountChanged { count, .. } if *count == wanted)
            })
        };
        assert!(counted(&answers, 6), "{answers:?}");
        let answers = ask(fake, SupervisorRequest::RemoveNode { node: plate });
        assert!(counted(&answers, 5), "{answers:?}");
        for node in [plate, lamp] {
            assert!(
                answers.contains(&SupervisorAnswer::NodeRemoved { node }),
                "{answers:?}"
            );
        }
    });
    world.end();
}

#[test]
fn forces_velocities_and_centres() {
    let world = supervise(NODES, |fake| {
        let ball = by_def(fake, "BALL");
        let plate = by_def(fake, "PLATE");
        let lamp = by_def(fake, "LAMP");
        assert_eq!(
            ask(fake, SupervisorRequest::CentreOfMass { node: ball }),
            [SupervisorAnswer::CentreOfMass {
                position: [0.0, 0.0, 1.0]
            }]
        );
        assert!(ask(fake, SupervisorRequest::Position { node: lamp }).is_empty());
        ask(
            fake,
            SupervisorRequest::AddForce {
                node: ball,
                force: [1.0, 0.0, 0.0],
                relative: false,
            },
        );
        // it touches nothing
        assert!(
            ask(fake, SupervisorRequest::StaticBalance { node: plate })
                .contains(&SupervisorAnswer::StaticBalance { balanced: true })
        );
        fake.step(32).unwrap();
        let answers = ask(fake, SupervisorRequest::Velocity { node: ball });
        let [SupervisorAnswer::Velocity { linear, .. }] = &answers[..] else {
            panic!("{answers:?}");
        };
        assert!((linear[0] - 0.032).abs() < 1e-12, "{linear:?}");
        ask(fake, SupervisorRequest::ResetNodePhysics { node: ball });
        let answers = ask(fake, SupervisorRequest::Velocity { node: ball });
        assert_eq!(
            answers,
            [SupervisorAnswer::Velocity {
                linear: [0.0; 3],
                angular: [0.0; 3]
            }]
        );
    });
    let said = world.said();
    assert!(said.contains("node_get_position needs a Pose"), "{said}");
    world.end();
}

#[test]
fn what_is_tracked_comes_by_itself() {
    let world = supervise(NODES, |fake| {
        let plate = by_def(fake, "PLATE");
        let place = field(fake, plate, "translation");
        let tracking = Some(TrackingPeriod { milliseconds: 32 });
        ask(
            fake,
            SupervisorRequest::TrackPose {
                from: Uid::ROOT,
                node: plate,
                tracking: tracking.clone(),
            },
        );
        let answers = ask(
            fake,
            SupervisorRequest::TrackField {
                node: plate,
                field: place,
                internal: false,
                tracking,
            },
        );
        // at once, and then every 32 ms
        assert!(
            answers
                .iter()
                .any(|one| matches!(one, SupervisorAnswer::Value(_))),
            "{answers:?}"
        );
        let set = SupervisorRequest::SetValue(FieldSet {
            node: plate,
            field: place,
            index: None,
            value: PlainValue::Vec3f([1.0, 2.0, 3.0]),
        });
        fake.send(32, vec![RequestMessages::Robot(vec![set.into()])])
            .unwrap();
        let Received::Answer(_, messages) = fake.hear() else {
            panic!("no answer");
        };
        let moved = messages.iter().any(|message| {
            matches!(
                message,
                AnswerMessage::Supervisor(SupervisorAnswer::Value(FieldReport::Value {
                    value: ReadValue::Value(PlainValue::Vec3f([1.0, 2.0, 3.0])),
                    ..
                }))
            )
        });
        let posed = messages.iter().any(|message| {
            matches!(
                message,
                AnswerMessage::Supervisor(SupervisorAnswer::Pose { .. })
            )
        });
        assert!(moved && posed, "{messages:?}");
    });
    world.end();
}

#[test]
fn what_is_gone_is_said_to_be_gone() {
    let world = supervise(NODES, |fake| {
        let answers = ask(
            fake,
            SupervisorRequest::GetValue(FieldGet {
                node: Uid(99_999),
                proto: None,
                field: FieldId(0),
                internal: false,
                index: None,
            }),
        );
        assert_eq!(answers, [SupervisorAnswer::Value(FieldReport::Gone)]);
    });
    world.end();
}

#[test]
fn a_device_that_comes_late_is_announced() {
    let world = supervise("", |fake| {
        let children = field(fake, Uid::ROOT, "children");
        let get = FieldGet {
            node: Uid::ROOT,
            proto: None,
            field: children,
            internal: false,
            index: Some(2),
        };
        let answers = ask(fake, SupervisorRequest::GetValue(get));
        let [
            SupervisorAnswer::Value(FieldReport::Value {
                value: ReadValue::Node(Some(own)),
                ..
            }),
        ] = &answers[..]
        else {
            panic!("{answers:?}");
        };
        let own = own.node;
        let inside = field(fake, own, "children");
        let answers = fake.supervise(SupervisorRequest::Insert(FieldInsert {
            node: own,
            field: inside,
            index: Some(0),
            item: NewItem::NodeSource("LightSensor { name \"late\" }".to_owned()),
        }));
        let Received::Answer(_, messages) = answers else {
            panic!("no answer");
        };
        let names: Vec<&str> = messages
            .iter()
            .filter_map(|message| match message {
                AnswerMessage::Robot(robot_messages::RobotAnswer::NewDevices { devices }) => {
                    Some(devices[0].name.as_str())
                }
                _ => None,
            })
            .collect();
        assert_eq!(names, ["late"], "{messages:?}");
    });
    world.end();
}

#[test]
fn a_wait_for_user_input_ends_with_its_time() {
    let world = supervise("", |fake| {
        let wait = robot_messages::RobotRequest::WaitForUserInput {
            events: robot_messages::UserInputSet::KEYBOARD,
            timeout: 20,
        };
        let answers = fake.ask(vec![RequestMessages::Robot(vec![wait.into()])]);
        assert!(matches!(answers, Received::Answer(0, _)));
        let Received::Answer(0, messages) = fake.hear() else {
            panic!("no second answer");
        };
        let event = robot_messages::UserInputSet::NONE;
        assert_eq!(
            messages,
            [AnswerMessage::Robot(
                robot_messages::RobotAnswer::UserInput { event }
            )]
        );
    });
    world.end();
}

/// A supervisor asks for the world to be loaded again, makes the last step and asks once more.
/// Whether it was answered, and within which time.
fn ask_after_the_last_step() -> (bool, Duration) {
    let mut world = serve(&robot("boss", "supervisor TRUE"));
    let folder = world.folder.clone();
    let failure = StopAfterPanic(world.stop.clone());
    std::thread::scope(|scope| {
        let boss = scope.spawn(move || {
            let _failure = failure;
            let mut fake = Fake::local(&folder, "boss");
            let asked = Instant::now();
            fake.supervise(SupervisorRequest::ReloadWorld);
            let is_stepped = fake.step(32).is_some();
            let (def, proto) = ("NOBODY".to_owned(), None);
            let answers = fake.supervise(SupervisorRequest::NodeByDef { def, proto });
            let took = asked.elapsed();
            assert_eq!(fake.step(32), None, "the next step is the end");
            (is_stepped && matches!(answers, Received::Answer(..)), took)
        });
        world.run(100);
        assert_eq!(world.controllers.ending(), Some(&SimulationEnd::Load(None)));
        world.end();
        boss.join().unwrap()
    })
}

#[test]
fn the_end_is_reported_by_a_step_and_not_by_a_question() {
    // who is later than this is not waited for
    let patience = Duration::from_secs(3);
    let (is_answered, _) = std::iter::repeat_with(ask_after_the_last_step)
        .find(|(is_answered, took)| *is_answered || *took < patience)
        .unwrap();
    assert!(is_answered);
}

/// Adds a node to the world.
fn import(fake: &mut Fake, source: &str) {
    let children = field(fake, Uid::ROOT, "children");
    let insert = FieldInsert {
        node: Uid::ROOT,
        field: children,
        index: Some(0),
        item: NewItem::NodeSource(source.to_owned()),
    };
    ask(fake, SupervisorRequest::Insert(insert));
}

#[test]
fn a_removed_robot_delays_no_other_and_its_socket_is_gone() {
    let victim = robot("victim", "");
    let nodes = robot("boss", "supervisor TRUE") + "DEF VICTIM " + &victim;
    let mut world = serve(&nodes);
    let folder = &world.folder.clone();
    let socket = &folder.join("ipc/victim/extern");
    let (is_back, comes_back) = std::sync::mpsc::channel();
    std::thread::scope(|scope| {
        let first = scope.spawn(|| Fake::local(folder, "victim").step_to_the_end(32));
        let second = scope.spawn(move || {
            comes_back.recv().unwrap();
            while !socket.exists() {
                std::thread::yield_now();
            }
            Fake::local(folder, "victim").step_to_the_end(32)
        });
        let boss = scope.spawn(move || {
            let mut fake = Fake::local(folder, "boss");
            assert!(fake.step(32).is_some());
            let node = by_def(&mut fake, "VICTIM");
            ask(&mut fake, SupervisorRequest::RemoveNode { node });
            assert!(fake.step(32).is_some(), "nobody waits for the victim");
            assert!(!socket.exists());
            import(&mut fake, &victim);
            is_back.send(()).unwrap();
            assert!(fake.step(32).is_some());
            fake.supervise(SupervisorRequest::Quit { status: 0 });
            fake.step(32);
        });
        world.run(usize::MAX);
        boss.join().unwrap();
        world.end();
        assert_eq!(first.join().unwrap(), 1);
        assert!(second.join().unwrap() > 0);
    });
}

#[test]
fn labels_and_looks_reach_the_program_that_shows_the_world() {
    let view = ViewRequests::default();
    let temporary = Arc::new(tempfile::tempdir().unwrap());
    let nodes = NODES.to_owned() + &robot("boss", "supervisor TRUE");
    let shown = view.clone();
    let mut world = serve_as(temporary, &nodes, move |options| {
        options.view_requests = Some(shown.clone());
    });
    let folder = world.folder.clone();
    let failure = StopAfterPanic(world.stop.clone());
    std::thread::scope(|scope| {
        let boss = scope.spawn(move || {
            let _failure = failure;
            let mut fake = Fake::local(&folder, "boss");
            let node = by_def(&mut fake, "BALL");
            let label = |id: u16, text: &str| {
                SupervisorRequest::SetLabel(Label {
                    id,
                    x: 0.25,
                    y: 0.5,
                    size: 0.125,
                    colour: 0x80ff_8000,
                    text: text.to_owned(),
                    font: "Arial".to_owned(),
                })
            };
            fake.supervise(label(0, "gone"));
            fake.supervise(label(3, "f\u{f6}x"));
            fake.supervise(label(0, ""));
            fake.supervise(SupervisorRequest::MoveViewpoint { node });
            fake.supervise(SupervisorRequest::Quit { status: 3 });
            fake.step(32);
        });
        world.run(100);
        boss.join().unwrap();
    });
    let labels = view.labels();
    assert_eq!(labels.len(), 1);
    assert_eq!((labels[0].1.id, labels[0].1.text.as_str()), (3, "f\u{f6}x"));
    assert!(view.take_look().is_some());
}
