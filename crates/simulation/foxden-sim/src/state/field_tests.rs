//! One case for each value of a state: changing it changes the hash. The state
//! is that of a world with every kind of row.
#![allow(clippy::unwrap_used)]

use super::State;
use super::decoding::{from_bytes, to_bytes};
use super::encoding::{Sink, encode};
use crate::controller::{Command, Request};
use crate::world::World;
use foxden_lang::resolve::{Location, MemoryStorage, Search, SearchSettings};
use foxden_scene::{Library, load};
use std::sync::Arc;

const WORLD: &str = r#"#VRML_SIM R2023b utf8
WorldInfo { basicTimeStep 16 contactProperties [ ContactProperties { material1 "rubber" coulombFriction [ 0.5 ] } ] }
Viewpoint { }
PointLight { attenuation 0 0 1 location 0 0 2 }
Solid { name "floor" boundingObject Plane { } }
Fluid { translation 5 0 0 boundingObject Box { size 2 2 1 } }
Solid { translation 5 0 0.4 name "float" boundingObject Box { size 0.2 0.2 0.2 } physics Physics { } immersionProperties [ ImmersionProperties { fluidName "fluid" } ] }
Solid { translation 2 0 0.1 name "box" radarCrossSection 5 boundingObject Box { size 0.2 0.2 0.2 } physics Physics { } }
Charger { translation 0 1 0 battery [ 10 100 5 ] radius 3 children [ Shape { appearance PBRAppearance { } geometry Sphere { } } ] }
Robot { translation 0 0 0.11 name "r" battery [ 50 60 5 ] boundingObject Box { size 0.2 0.2 0.2 } physics Physics { } children [
  LightSensor { name "light" occlusion TRUE } DistanceSensor { translation 0.2 0 0 name "distance" }
  TouchSensor { translation 0 0 0.1 name "touch" boundingObject Box { size 0.1 0.1 0.1 } }
  GPS { name "gps" } Accelerometer { name "accelerometer" } Gyro { name "gyro" } Compass { name "compass" }
  Altimeter { name "altimeter" } InertialUnit { name "imu" } Radar { name "radar" occlusion TRUE }
  LED { name "led" children [ PointLight { attenuation 0 0 1 } ] } Emitter { name "emitter" }
  Connector { translation -0.1 0 0 rotation 0 0 1 3.1416 name "connector" isLocked TRUE autoLock TRUE distanceTolerance 0.5 }
  VacuumGripper { translation 0 0.12 0 name "gripper" isOn TRUE boundingObject Box { size 0.05 0.05 0.05 } }
  HingeJoint { jointParameters HingeJointParameters { axis 0 1 0 } device [ RotationalMotor { name "motor" } PositionSensor { name "position" } Brake { name "brake" } ]
    endPoint Solid { translation 0.2 0.2 0.1 name "wheel" boundingObject Sphere { radius 0.05 } physics Physics { } } }
  SliderJoint { jointParameters JointParameters { axis 0 0 1 } device LinearMotor { name "lift" } endPoint Solid { translation 0 0 0.3 name "arm" } }
] }
Robot { translation -0.3 0 0.11 name "other" boundingObject Box { size 0.2 0.2 0.2 } physics Physics { } children [
  Receiver { name "receiver" }
  Connector { translation 0.1 0 0 name "connector" isLocked TRUE autoLock TRUE distanceTolerance 0.5 }
  Track { translation 0 0 -0.1 boundingObject Box { size 0.1 0.1 0.1 } device LinearMotor { name "belt" } }
] }
"#;

fn world() -> World {
    let mut storage = MemoryStorage::new();
    storage.insert("/test/worlds/test.wbt", WORLD);
    let location = Location::file("/test/worlds/test.wbt");
    let search = Search::new(SearchSettings::for_document(&location), storage);
    let mut library = Library::new(Arc::new(search));
    let scene = load(&location, &mut library).unwrap().scene;
    let mut world = World::new(scene, library);
    for (name, commands) in [("r", true), ("other", false)] {
        let found = world.robots().find(|(_, robot)| robot.name == name);
        let robot = found.map(|(index, _)| index).unwrap();
        let tags = world.devices(robot).map(|(tag, _)| tag);
        let mut all: Vec<Command> = tags.map(|tag| Command::Enable(tag, 16)).collect();
        if commands {
            let tag = |name: &str| world.device(robot, name).unwrap();
            all.push(Command::MotorVelocity(tag("motor"), 1.0));
            all.push(Command::EnableFeedback(tag("motor"), 16));
            all.push(Command::Led(tag("led"), 1));
            all.push(Command::EnableBattery(16));
            all.push(Command::Send {
                tag: tag("emitter"),
                channel: 0,
                range: -1.0,
                data: vec![1, 2, 3],
            });
            all.push(Command::SaveState(world.scene().root(), "here".to_owned()));
        }
        let request = Request {
            duration: 1000,
            commands: all,
        };
        world.submit(robot, request);
    }
    for _ in 0..12 {
        world.step();
    }
    world
}

/// Where each value is in the bytes of a state.
#[derive(Default)]
struct Leaves {
    at: usize,
    /// Where it begins and ends, and whether it is a number.
    found: Vec<(usize, usize, bool)>,
}

impl Leaves {
    fn add(&mut self, size: usize, is_number: bool) {
        self.found.push((self.at, self.at + size, is_number));
        self.at += size;
    }
}

impl Sink for Leaves {
    fn bits(&mut self, bits: u64) {
        self.add((70 - bits.max(1).leading_zeros() as usize) / 7, false);
    }

    fn number(&mut self, _: f64) {
        self.add(8, true);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for _ in bytes {
            self.add(1, false);
        }
    }
}

#[test]
fn each_value_of_a_state_counts_in_its_hash() {
    let state = world().state;
    let bytes = to_bytes(&state);
    let hash = from_bytes::<State>(&bytes).unwrap().hash();
    assert_eq!(hash, state.hash());
    let mut leaves = Leaves::default();
    encode(&state, &mut leaves).unwrap();
    assert_eq!(leaves.at, bytes.len());
    let mut cases = 0;
    for (at, end, is_number) in leaves.found {
        let mut changed = bytes.clone();
        if is_number {
            let raw: [u8; 8] = bytes[at..end].try_into().unwrap();
            let number = f64::from_le_bytes(raw);
            let other = if number == 0.5 { 0.25 } else { 0.5_f64 };
            changed[at..end].copy_from_slice(&other.to_le_bytes());
        } else {
            changed[at] ^= 1;
        }
        // a changed length or variant may make the rest unreadable
        match from_bytes::<State>(&changed) {
            Ok(other) => {
                cases += 1;
                assert_ne!(other.hash(), hash, "the value at byte {at}");
            }
            Err(_) => assert!(!is_number, "the number at byte {at}"),
        }
    }
    assert!(cases > 2_000, "only {cases} values");
}

/// Fields that are no part of the state: no step reads them.
const SKIPPED: [&str; 1] = [
    // what moved since a viewer asked
    "journal: MoveJournal,",
];

#[test]
fn no_field_of_a_state_is_left_out() {
    let mut found = Vec::new();
    let source = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![source];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                let lines: Vec<&str> = text.lines().map(str::trim).collect();
                for pair in lines.windows(2) {
                    if pair[0].starts_with("#[serde(skip") {
                        found.push(pair[1].to_owned());
                    }
                }
            }
        }
    }
    found.sort();
    assert_eq!(found, SKIPPED);
}
