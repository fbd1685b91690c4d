//! What devices keep: rays where they were left, velocities and forces through a reset, what
//! they were at first, and how strong they were when they took hold.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_scene::Value;
use foxden_sim::controller::{Command, Reading, Request, Tag, Write};
use foxden_sim::{RobotIndex, World};

/// The robot `r` of a world, and its device `d`.
struct Watched {
    world: World,
    robot: RobotIndex,
    tag: Tag,
}

impl Watched {
    fn new(text: &str) -> Self {
        let world = support::world(&format!("Viewpoint {{}}\n{text}"));
        let robot = support::robot(&world, "r");
        let tag = world.device(robot, "d").unwrap();
        Self { world, robot, tag }
    }

    /// Waits for the answer to these commands; what the device read last.
    fn ask(&mut self, duration: u32, commands: Vec<Command>) -> Option<Reading> {
        let request = Request { duration, commands };
        let answer = support::wait(&mut self.world, self.robot, request);
        let own = answer
            .readings
            .into_iter()
            .filter(|(tag, _)| *tag == self.tag);
        own.map(|(_, reading)| reading).last()
    }

    fn number(&mut self, duration: u32, commands: Vec<Command>) -> Option<f64> {
        match self.ask(duration, commands) {
            Some(Reading::Number(number)) => Some(number),
            None => None,
            Some(other) => panic!("{other:?}"),
        }
    }

    fn vector(&mut self, duration: u32, commands: Vec<Command>) -> [f64; 3] {
        match self.ask(duration, commands) {
            Some(Reading::Vector(vector)) => vector,
            other => panic!("{other:?}"),
        }
    }

    fn write(&self, def: &str, name: &str, value: Value) -> Command {
        let node = self.world.scene().find_def(def).unwrap();
        let field = self.world.scene().field(node, name).unwrap();
        Command::Write(field, Write::Whole(value))
    }

    fn put(&self, def: &str, x: f64) -> Command {
        self.write(def, "translation", Value::Vec3([x, 0.0, 0.0]))
    }

    fn value(&self, def: &str, name: &str) -> Value {
        let node = self.world.scene().find_def(def).unwrap();
        let field = self.world.scene().field(node, name).unwrap();
        self.world.get(field).unwrap()
    }
}

/// A distance sensor that looks along x at a wall 3.5 m away.
fn ranging(info: &str, robot: &str, sensor: &str) -> Watched {
    Watched::new(&format!(
        "WorldInfo {{ {info} }}\n\
         DEF R Robot {{ name \"r\" {robot} children [ \
           DEF D DistanceSensor {{ name \"d\" lookupTable [ 0 0 0, 10 10 0 ] {sensor} }} ] }}\n\
         DEF WALL Solid {{ translation 4 0 0 boundingObject Box {{ size 1 1 1 }} }}\n"
    ))
}

#[test]
fn a_distance_sensor_that_was_not_to_be_due_reads_rays_where_they_were_left() {
    let mut sensor = ranging("", "", "");
    let forward = sensor.put("R", 1.0);
    let enable = Command::Enable(sensor.tag, 96);
    assert_eq!(sensor.number(96, vec![enable, forward]), Some(2.5));
    // the robot is back, its rays are not
    assert_eq!(sensor.number(32, vec![Command::Reset]), Some(2.5));
    assert_eq!(sensor.number(96, vec![]), Some(3.5));
}

#[test]
fn rays_that_were_left_meet_what_crosses_them_later() {
    let mut sensor = ranging("", "", "");
    let enable = Command::Enable(sensor.tag, 96);
    assert_eq!(sensor.number(96, vec![enable]), Some(3.5));
    let near = sensor.put("WALL", 2.0);
    assert_eq!(sensor.number(32, vec![near]), None);
    assert_eq!(sensor.number(32, vec![Command::Reset]), Some(1.5));
    assert_eq!(sensor.number(96, vec![]), Some(3.5));
}

#[test]
fn rays_of_a_step_with_a_reset_also_meet_what_is_there_after_it() {
    for (before, after) in [(2.0, 1.5), (6.0, 3.5)] {
        let mut sensor = ranging("", "", "");
        let moved = sensor.put("WALL", before);
        let enable = Command::Enable(sensor.tag, 32);
        assert_eq!(sensor.number(32, vec![enable, moved]), Some(before - 0.5));
        assert_eq!(sensor.number(32, vec![Command::Reset]), Some(after));
        assert_eq!(sensor.number(32, vec![]), Some(3.5));
    }
}

#[test]
fn a_sensor_whose_power_comes_back_reads_what_its_rays_met_before() {
    let mut sensor = ranging("", "battery [ 0.5 10 1 ] cpuConsumption 10", "");
    let enable = Command::Enable(sensor.tag, 32);
    assert_eq!(sensor.number(32, vec![enable]), Some(3.5));
    assert_eq!(sensor.number(32, vec![]), None);
    let battery = sensor.write("R", "battery", Value::FloatList(vec![5.0, 10.0, 1.0]));
    let far = sensor.put("WALL", 6.0);
    assert_eq!(sensor.number(32, vec![battery, far]), Some(3.5));
    assert_eq!(sensor.number(32, vec![]), Some(5.5));
}

#[test]
fn rays_that_were_never_taken_along_go_up_from_the_origin() {
    // no step of half a millisecond is seen to make the sensor due
    let mut sensor = ranging("basicTimeStep 0.5", "translation 0 3 0", "");
    let above = sensor.write("WALL", "translation", Value::Vec3([0.0, 0.0, 2.5]));
    let enable = Command::Enable(sensor.tag, 1);
    assert_eq!(sensor.number(1, vec![enable, above]), Some(2.0));
}

#[test]
fn other_fields_make_other_rays() {
    let mut sensor = ranging("", "", "");
    let enable = Command::Enable(sensor.tag, 96);
    assert_eq!(sensor.number(96, vec![enable]), Some(3.5));
    let aperture = sensor.write("D", "aperture", Value::Float(1.0));
    // the new rays met nothing yet
    assert_eq!(
        sensor.number(32, vec![aperture, Command::Reset]),
        Some(10.0)
    );
}

#[test]
fn infra_red_light_needs_no_rays_that_are_left() {
    let mut sensor = Watched::new(
        "WorldInfo {}\n\
         DEF R Robot { name \"r\" children [ \
           DistanceSensor { name \"d\" type \"infra-red\" lookupTable [ 0 0 0, 10 10 0 ] } ] }\n\
         Solid { translation 4 0 0 children [ Shape { geometry Box { size 1 1 1 } \
           appearance PBRAppearance { roughness 0 baseColor 1 1 1 } } ] }\n",
    );
    let forward = sensor.put("R", 1.0);
    let enable = Command::Enable(sensor.tag, 96);
    assert_eq!(sensor.number(96, vec![enable, forward]), Some(2.5));
    assert_eq!(sensor.number(32, vec![Command::Reset]), Some(3.5));
}

#[test]
fn light_of_a_step_with_a_reset_is_blocked_by_what_is_there_after_it() {
    let mut sensor = Watched::new(
        "WorldInfo {}\n\
         PointLight { location 2 0 0 attenuation 0 0 1 }\n\
         DEF WALL Solid { translation 1 0 0 boundingObject Box { size 0.1 1 1 } }\n\
         Robot { name \"r\" children [ LightSensor { name \"d\" lookupTable [] occlusion TRUE } ] }\n",
    );
    let aside = sensor.write("WALL", "translation", Value::Vec3([1.0, 9.0, 0.0]));
    let enable = Command::Enable(sensor.tag, 32);
    assert_eq!(sensor.number(32, vec![enable, aside]), Some(0.25));
    assert_eq!(sensor.number(32, vec![Command::Reset]), Some(0.0));
}

/// A device in a box of 1 kg.
fn carried(info: &str, robot: &str, device: &str) -> Watched {
    Watched::new(&format!(
        "WorldInfo {{ {info} }}\n\
         DEF R Robot {{ name \"r\" {robot} children [ {device} ] \
           boundingObject Box {{ size 0.1 0.1 0.1 }} \
           physics DEF PHYSICS Physics {{ density -1 mass 1 }} }}\n"
    ))
}

#[test]
fn an_accelerometer_keeps_its_velocity_through_a_reset() {
    let mut sensor = carried("", "", "Accelerometer { name \"d\" }");
    let (enable, disable) = (
        Command::Enable(sensor.tag, 32),
        Command::Enable(sensor.tag, 0),
    );
    assert!(sensor.vector(32, vec![enable.clone()])[2].abs() < 1e-9);
    assert_eq!(sensor.ask(32, vec![disable, Command::Reset]), None);
    // it falls as fast as when it was last sampled
    let [_, _, felt] = sensor.vector(32, vec![enable]);
    assert!((felt - 9.81).abs() < 1e-9, "{felt}");
}

#[test]
fn a_gyro_without_a_body_repeats_what_it_measured_with_one() {
    let turning = "angularVelocity 0 0 2";
    let mut sensor = carried("gravity 0", turning, "Gyro { name \"d\" }");
    let enable = Command::Enable(sensor.tag, 32);
    let measured = sensor.vector(32, vec![enable]);
    assert!((measured[2] - 2.0).abs() < 0.1, "{measured:?}");
    let physics = sensor.world.scene().find_def("PHYSICS").unwrap();
    sensor.world.remove(physics).unwrap();
    assert_eq!(sensor.vector(32, vec![]), measured);
}

#[test]
fn a_negative_noise_of_a_file_is_no_noise_of_a_position() {
    let mut sensor = Watched::new(
        "WorldInfo {}\n\
         Robot { name \"r\" children [ HingeJoint { jointParameters HingeJointParameters { position 0.25 } \
           device PositionSensor { name \"d\" noise -0.5 } endPoint Solid {} } ] }\n",
    );
    let enable = Command::Enable(sensor.tag, 32);
    assert_eq!(sensor.number(32, vec![enable]), Some(0.25));
}

#[test]
fn a_channel_that_is_no_longer_allowed_is_left() {
    for kind in ["Emitter", "Receiver"] {
        let mut device = Watched::new(&format!(
            "WorldInfo {{}}\n\
             Robot {{ name \"r\" children [ DEF D {kind} {{ name \"d\" channel 2 }} ] }}\n"
        ));
        let list = device.write("D", "allowedChannels", Value::IntList(vec![5, 7]));
        device.ask(32, vec![list]);
        assert_eq!(device.value("D", "channel"), Value::Int(5), "{kind}");
    }
}

#[test]
fn what_devices_were_at_first_comes_back_whatever_was_written() {
    let mut device = Watched::new(
        "WorldInfo {}\n\
         Robot { name \"r\" children [ DEF D Connector { name \"d\" } DEF G VacuumGripper {} ] }\n",
    );
    let commands = vec![
        device.write("D", "isLocked", Value::Bool(true)),
        device.write("G", "isOn", Value::Bool(true)),
        // the fields are read again
        device.write("D", "autoLock", Value::Bool(true)),
        device.write("G", "shearStrength", Value::Float(4.0)),
    ];
    device.ask(32, commands);
    let now = |device: &Watched| {
        [("D", "isLocked"), ("G", "isOn")].map(|(def, name)| device.value(def, name))
    };
    assert_eq!(now(&device), [Value::Bool(true), Value::Bool(true)]);
    device.ask(32, vec![Command::Reset]);
    assert_eq!(now(&device), [Value::Bool(false), Value::Bool(false)]);
}

#[test]
fn a_lock_that_is_written_again_looks_for_no_other_connector() {
    let mut device = Watched::new(
        "WorldInfo { gravity 0 }\n\
         Robot { name \"r\" boundingObject Box { size 0.01 0.01 0.01 } physics Physics {} \
           children [ DEF D Connector { name \"d\" isLocked TRUE } ] }\n\
         DEF B Robot { name \"b\" translation 5 0 0 rotation 0 0 1 3.14159265358979 children [ Connector {} ] }\n",
    );
    let enable = Command::Enable(device.tag, 32);
    device.ask(32, vec![enable, device.put("B", 5.0)]);
    let near = device.put("B", 0.0);
    device.ask(32, vec![near]);
    let locked = device.write("D", "isLocked", Value::Bool(true));
    device.ask(32, vec![locked]);
    // nothing holds the other one, so this one does not follow it
    let away = device.put("B", 5.0);
    assert_eq!(device.ask(32, vec![away]), Some(Reading::Presence(0)));
}

/// A force sensor under a box of 1 kg that hangs on a static robot.
fn hanging(kind: &str) -> Watched {
    Watched::new(&format!(
        "WorldInfo {{}}\n\
         Robot {{ name \"r\" translation 0 0 1 children [ \
           DEF D TouchSensor {{ name \"d\" type \"{kind}\" rotation 0 1 0 -1.5707963267948966 lookupTable [] \
             boundingObject Box {{ size 0.1 0.1 0.1 }} physics Physics {{ density -1 mass 1 }} }} ] }}\n"
    ))
}

#[test]
fn the_force_of_the_last_step_is_felt_after_a_reset() {
    let mut sensor = hanging("force-3d");
    let enable = Command::Enable(sensor.tag, 32);
    let first = sensor.vector(32, vec![enable]);
    assert!((first[0].abs() - 9.81).abs() < 0.1, "{first:?}");
    let after = sensor.vector(32, vec![Command::Reset]);
    assert!((after[0] - first[0]).abs() < 0.1, "{after:?}");
}

#[test]
fn a_sensor_that_was_no_sensor_of_forces_at_first_feels_none() {
    let mut sensor = hanging("bumper");
    let enable = Command::Enable(sensor.tag, 32);
    let kind = sensor.write("D", "type", Value::String("force-3d".into()));
    assert_eq!(sensor.vector(32, vec![enable, kind]), [0.0; 3]);
}

#[test]
fn a_value_that_waits_while_the_table_changes_is_lost() {
    for (device, lost) in [
        ("LightSensor", Reading::Number(-3.0)),
        ("TouchSensor", Reading::Number(-3.0)),
        ("Compass", Reading::Vector([0.0; 3])),
    ] {
        let mut sensor = Watched::new(&format!(
            "WorldInfo {{}}\n\
             Robot {{ name \"r\" children [ DEF D {device} {{ name \"d\" lookupTable [ 0 7 0 ] }} ] }}\n"
        ));
        let request = Request {
            duration: 96,
            commands: vec![Command::Enable(sensor.tag, 64)],
        };
        sensor.world.submit(sensor.robot, request);
        sensor.world.step();
        sensor.world.step();
        let node = sensor.world.scene().find_def("D").unwrap();
        let field = sensor.world.scene().field(node, "lookupTable").unwrap();
        let rows = vec![[0.0, 9.0, 0.0], [1.0, -3.0, 0.0]];
        let write = Write::Whole(Value::Vec3List(rows));
        sensor.world.set(field, write).unwrap();
        sensor.world.step();
        let answer = sensor.world.answer(sensor.robot).unwrap();
        assert_eq!(answer.readings, [(sensor.tag, lost)], "{device}");
    }
}

#[test]
fn a_state_brings_back_locks_and_switches() {
    let mut device = Watched::new(
        "WorldInfo {}\n\
         DEF R Robot { name \"r\" children [ DEF D Connector { name \"d\" isLocked TRUE } DEF G VacuumGripper { isOn TRUE } ] }\n",
    );
    let robot = device.world.scene().find_def("R").unwrap();
    device.ask(32, vec![Command::SaveState(robot, "on".to_owned())]);
    let now = |device: &Watched| {
        [("D", "isLocked"), ("G", "isOn")].map(|(def, name)| device.value(def, name))
    };
    // a state that was never saved is one in which all is off
    for (state, is_on) in [("other", false), ("on", true)] {
        device.ask(32, vec![Command::LoadState(robot, state.to_owned())]);
        assert_eq!(now(&device), [Value::Bool(is_on), Value::Bool(is_on)]);
    }
}
