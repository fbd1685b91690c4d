//! Tickets of worlds in memory: what was recorded replays to the same bits, and a
//! difference is found and named.
#![allow(clippy::unwrap_used)]

use foxden_lang::resolve::{Location, MemoryStorage, Search, SearchSettings};
use foxden_runtime::input::{Input, PastMoment, RunPosition};
use foxden_runtime::pace::Pace;
use foxden_runtime::run_loop::{RunLoop, Until};
use foxden_runtime::running_world::RunningWorld;
use foxden_runtime::stop_flag::StopFlag;
use foxden_runtime::ticket::block::BlockWriter;
use foxden_runtime::ticket::event_stream::{EventStream, TicketEvent};
use foxden_runtime::ticket::file::RecordedWorld;
use foxden_runtime::ticket::operation::Operation;
use foxden_runtime::ticket::recorder::{CheckRhythm, TicketRecorder};
use foxden_runtime::ticket::replay::{Divergence, Replay, ReplayEnd, Replayer};
use foxden_runtime::ticket::state_delta;
use foxden_scene::{Library, Value, load_text};
use foxden_sim::controller::{Command, Request, Tag, Write};
use foxden_sim::{ExternalForce, World};
use std::num::NonZeroU64;
use std::sync::{Arc, Mutex};

const WORLD: &str = r#"#VRML_SIM R2023b utf8
WorldInfo { basicTimeStep 16 }
Viewpoint { }
DEF FLOOR Solid { name "floor" boundingObject Plane { size 10 10 } }
DEF BALL Solid {
  translation 0 0 1
  name "ball"
  boundingObject Sphere { radius 0.1 }
  physics Physics { }
}
DEF CUB Robot {
  translation 1 0 0.1
  name "cub"
  battery [ 100 100 10 ]
  children [
    HingeJoint {
      jointParameters HingeJointParameters { axis 0 0 1 }
      device [ RotationalMotor { name "motor" maxVelocity 20 } PositionSensor { name "position" } ]
      endPoint Solid { translation 0.2 0 0.2 boundingObject Box { size 0.1 0.1 0.1 } physics Physics { } }
    }
    LightSensor { name "light" lookupTable [ 0 0 0.1 1000 1000 0 ] }
    DistanceSensor { name "distance" }
  ]
  boundingObject Box { size 0.2 0.2 0.2 }
  physics Physics { }
}
DEF LAMP PointLight { location 2 0 1 }
"#;

fn world(threads: usize) -> RunningWorld {
    let location = Location::file("/den/worlds/a.wbt");
    let search = Search::new(
        SearchSettings::for_document(&location),
        MemoryStorage::new(),
    );
    let mut library = Library::new(Arc::new(search));
    let scene = load_text(&location, WORLD.as_bytes(), &mut library).scene;
    let mut world = World::new(scene, library);
    world.set_threads(threads);
    RunningWorld::new(world)
}

type Blocks = Arc<Mutex<Vec<Vec<u8>>>>;

fn every(steps: u64) -> NonZeroU64 {
    NonZeroU64::new(steps).unwrap()
}

/// A world whose blocks are gathered.
fn recorded_world(rhythm: impl Into<CheckRhythm>) -> (RunningWorld, Blocks) {
    let mut world = world(1);
    let blocks = Blocks::default();
    let sink = Arc::clone(&blocks);
    let recorder = TicketRecorder::new(
        &world,
        rhythm,
        Box::new(move |_, block| sink.lock().unwrap().push(block.to_owned())),
    );
    world.record(Box::new(recorder));
    (world, blocks)
}

fn finished(mut world: RunningWorld, blocks: &Blocks) -> Arc<RecordedWorld> {
    world.finish_recorders();
    Arc::new(RecordedWorld {
        blocks: std::mem::take(&mut *blocks.lock().unwrap()),
        ..RecordedWorld::default()
    })
}

/// Replays a ticket; how it ended, and the steps that were made.
fn replay(recorded: &Arc<RecordedWorld>, threads: usize) -> (Option<Divergence>, u64, u64) {
    let mut replayer = Replayer::new(Replay::new(recorded), true, None);
    let mut run_loop = RunLoop::new(world(threads), Pace::FASTEST, &StopFlag::default());
    let summary = run_loop.run(Until::Stopped, &mut [&mut replayer]);
    match replayer.end() {
        Some(ReplayEnd::Complete) => {}
        Some(ReplayEnd::Divergence(_)) => assert!(replayer.divergence().is_some()),
        other => panic!("{other:?}"),
    }
    (
        replayer.divergence().cloned(),
        summary.steps,
        replayer.checks(),
    )
}

/// Numbers without order, the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) % most
    }

    fn real(&mut self) -> f64 {
        self.below(2_001) as f64 / 1_000.0 - 1.0
    }
}

fn steer(world: &mut RunningWorld, velocity: f64) {
    let (robot, _) = world.robots().next().unwrap();
    let tag = world.device(robot, "motor").unwrap();
    let position = Command::MotorPosition(tag, f64::INFINITY);
    let commands = vec![position, Command::MotorVelocity(tag, velocity)];
    world.submit(
        robot,
        Request {
            duration: 16,
            commands,
        },
    );
}

/// Something that controllers, supervisors or viewers do.
fn disturb(world: &mut RunningWorld, random: &mut Numbers, moments: &mut Vec<Arc<PastMoment>>) {
    let node = |world: &RunningWorld, def: &str| {
        let scene = world.scene();
        scene.ids().find(|id| {
            let node = scene.get(*id);
            node.is_some_and(|node| node.def() == Some(def))
        })
    };
    let (robot, _) = world.robots().next().unwrap();
    let input = match random.below(13) {
        0 => return steer(world, 10.0 * random.real()),
        1 => Input::SetLoad {
            robot,
            watts: random.real().abs(),
        },
        2 => {
            let Some(ball) = node(world, "BALL") else {
                return;
            };
            let field = world.scene().field(ball, "translation").unwrap();
            let place = [random.real(), random.real(), 1.0 + random.real().abs()];
            Input::SetField {
                field,
                write: Write::Whole(Value::Vec3(place)),
            }
        }
        3 => Input::InsertNodes {
            field: world.scene().top_level(),
            at: world.scene().nodes_in(world.scene().top_level()).len(),
            source: format!(
                "DEF MORE Solid {{ translation {} 2 1 name \"m{}\" boundingObject Sphere {{ radius 0.1 }} physics Physics {{ }} }}",
                random.real(),
                random.below(1_000_000)
            ),
        },
        4 => match node(world, "MORE") {
            Some(node) => Input::RemoveNode { node },
            None => return,
        },
        5 => {
            let Some(node) = node(world, "BALL") else {
                return;
            };
            Input::Push {
                node,
                force: ExternalForce::Force([random.real(), random.real(), 5.0]),
                is_relative: false,
            }
        }
        6 => Input::DeviceCommands {
            robot,
            commands: vec![Command::Enable(Tag(3), 16), Command::EnableBattery(32)],
        },
        7 => Input::Reset,
        8 => Input::KeepImported,
        9 => return world.mark_start(),
        10 => Input::RestoreStart,
        11 => {
            moments.push(Arc::new(PastMoment {
                position: world.run_position(),
                time: world.time(),
                snapshot: world.snapshot(),
            }));
            return;
        }
        _ => match moments.len() {
            0 => Input::RestartController { robot },
            count => Input::Restore(Arc::clone(&moments[random.below(count as u64) as usize])),
        },
    };
    // what the scene rejects, it rejects in the replay
    let _ = world.apply(input);
}

#[test]
fn random_runs_replay_to_the_same_bits_on_any_number_of_threads() {
    for seed in 0..12 {
        let mut random = Numbers(seed);
        let (mut world, blocks) = recorded_world(every(1 + random.below(40)));
        let mut moments = Vec::new();
        for _ in 0..400 {
            while random.below(4) == 0 {
                disturb(&mut world, &mut random, &mut moments);
            }
            world.step();
        }
        disturb(&mut world, &mut random, &mut moments);
        let recorded = finished(world, &blocks);
        for threads in [1, 2] {
            let (divergence, steps, checks) = replay(&recorded, threads);
            assert_eq!(divergence, None, "seed {seed}, {threads} threads");
            assert_eq!(steps, 400);
            assert!(checks > 10, "{checks}");
        }
    }
}

#[test]
fn a_planted_divergence_is_found_and_named() {
    let (mut world, blocks) = recorded_world(every(1));
    for at in 0..60 {
        steer(&mut world, if at < 30 { 2.0 } else { 3.0 });
        world.step();
    }
    let recorded = finished(world, &blocks);
    // the same run, but for one request
    let mut events = EventStream::new(recorded);
    let mut block = BlockWriter::default();
    let (mut operations, mut state, mut steps) = (Vec::new(), Arc::<[u8]>::default(), 0);
    while let Some(event) = events.next_event().unwrap() {
        match event {
            TicketEvent::Operation(Operation::Input(mut input)) => {
                if let (40, Input::ControllerRequest { request, .. }) = (steps, &mut input) {
                    request.commands[1] = Command::MotorVelocity(Tag(1), 3.0 + 1e-9);
                }
                Operation::encode_input(&input, &mut operations);
            }
            TicketEvent::Operation(other) => panic!("{other}"),
            TicketEvent::Step => {
                steps += 1;
                block.turn(&operations);
                operations.clear();
            }
            TicketEvent::Check(check) => {
                let mut changes = Vec::new();
                state_delta::encode(&state, &check.state, &mut changes);
                block.check(check.hash, &changes);
                state = check.state;
            }
        }
    }
    let changed = Arc::new(RecordedWorld {
        blocks: vec![block.take()],
        ..RecordedWorld::default()
    });
    let (divergence, steps, checks) = replay(&changed, 1);
    let divergence = divergence.unwrap();
    assert_eq!((divergence.steps, steps), (41, 41));
    assert_eq!(checks, 42);
    let difference = divergence.difference.clone().unwrap();
    assert!(
        difference.field.contains("motors[0]") || difference.field.contains('['),
        "{difference}"
    );
    assert_ne!(difference.recorded, difference.found);
    let text = divergence.to_string();
    assert!(
        text.contains("at step 41") && text.contains("first field"),
        "{text}"
    );
}

#[test]
fn a_ticket_without_its_last_blocks_replays_up_to_its_end() {
    let (mut world, blocks) = recorded_world(every(10));
    let mut random = Numbers(5);
    // requests that do not compress, so that there are several blocks
    for _ in 0..3_000 {
        steer(&mut world, random.real());
        world.step();
    }
    let whole = finished(world, &blocks);
    assert!(whole.blocks.len() > 3, "{}", whole.blocks.len());
    for count in 0..whole.blocks.len() {
        let part = Arc::new(RecordedWorld {
            blocks: whole.blocks[..count].to_vec(),
            ..RecordedWorld::default()
        });
        let (divergence, steps, _) = replay(&part, 1);
        assert_eq!(divergence, None);
        assert!(steps < 3_000 || count + 1 == whole.blocks.len());
        assert!(count < 2 || steps > 0);
    }
}

#[test]
fn a_ticket_does_not_go_back_without_end() {
    let snapshot = world(1).snapshot();
    let mut operations = Vec::new();
    for steps in 0..200_000 {
        let moment = PastMoment {
            position: RunPosition { steps, inputs: 0 },
            time: 0.0,
            snapshot: snapshot.clone(),
        };
        Operation::encode_input(&Input::Restore(Arc::new(moment)), &mut operations);
    }
    let mut block = BlockWriter::default();
    block.rest(&operations);
    let recorded = RecordedWorld {
        blocks: vec![block.take()],
        ..RecordedWorld::default()
    };
    let positions = EventStream::restored_positions(&recorded);
    assert!(positions.len() <= 100_001, "{}", positions.len());
}

/// Bytes of a ticket whose robot has a controller that only steps, after the ball came to rest.
fn bytes_of_an_idle_robot(minutes: u64) -> usize {
    let (mut world, blocks) = recorded_world(CheckRhythm::default());
    let (robot, _) = world.robots().next().unwrap();
    for _ in 0..2_000 {
        world.step();
    }
    for _ in 0..minutes * 60 * 1000 / 16 {
        let request = Request {
            duration: 16,
            commands: Vec::new(),
        };
        world.submit(robot, request);
        world.step();
    }
    let recorded = finished(world, &blocks);
    recorded.blocks.iter().map(Vec::len).sum()
}

#[test]
fn an_idle_robot_costs_few_bytes() {
    let bytes = bytes_of_an_idle_robot(10) - bytes_of_an_idle_robot(0);
    assert!(bytes < 10 * 200, "{bytes} bytes in ten minutes");
}
