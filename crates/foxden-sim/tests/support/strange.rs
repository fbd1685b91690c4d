//! Strange small worlds, made from bytes: each byte is one choice.
#![allow(clippy::unwrap_used, dead_code)]

use foxden_lang::resolve::{Location, MemoryStorage, Search, Settings};
use foxden_scene::{Library, load};
use foxden_sim::World;
use foxden_sim::controller::{Command, Request};
use foxden_sim::dynamics::Method;
use std::fmt::Write as _;
use std::sync::Arc;

/// Numbers that files may hold and programs dislike, among plain ones.
const NUMBERS: [&str; 16] = [
    "0", "-1", "1", "0.1", "1e-300", "1e300", "-1e30", "3.5", "1e8", "0.0001", "0.05", "0.2",
    "-0.3", "2", "10", "0.5",
];

/// What is chosen next; when the bytes are used up, the first of all.
struct Choices<'a>(std::slice::Iter<'a, u8>);

impl Choices<'_> {
    fn byte(&mut self) -> u8 {
        self.0.next().copied().unwrap_or(0)
    }

    fn number(&mut self) -> &'static str {
        NUMBERS[usize::from(self.byte() % 16)]
    }

    fn shape(&mut self) -> String {
        match self.byte() % 6 {
            0 => format!(
                "Box {{ size {} {} {} }}",
                self.number(),
                self.number(),
                self.number()
            ),
            1 => format!("Sphere {{ radius {} }}", self.number()),
            2 => format!(
                "Cylinder {{ radius {} height {} }}",
                self.number(),
                self.number()
            ),
            3 => format!(
                "Capsule {{ radius {} height {} }}",
                self.number(),
                self.number()
            ),
            4 => format!(
                "IndexedFaceSet {{ coord Coordinate {{ point [ 0 0 0, {} 0 0, 0 {} 0, 0 0 {} ] }} coordIndex [ 0 2 1 -1, 0 1 3 -1, 1 2 3 -1, 0 3 2 -1 ] }}",
                self.number(),
                self.number(),
                self.number()
            ),
            _ => "Box { size 0.1 0.1 0.1 }".to_owned(),
        }
    }

    fn joint(&mut self, name: usize) -> String {
        let parameters = |choices: &mut Self| {
            format!(
                "axis {} {} {} position {} minStop {} maxStop {} springConstant {} dampingConstant {} staticFriction {}",
                choices.number(),
                choices.number(),
                choices.number(),
                choices.number(),
                choices.number(),
                choices.number(),
                choices.number(),
                choices.number(),
                choices.number()
            )
        };
        let motor = format!(
            "maxVelocity {} acceleration {} controlPID {} {} {}",
            self.number(),
            self.number(),
            self.number(),
            self.number(),
            self.number()
        );
        let end = format!(
            "Solid {{ translation {} {} 0 name \"e{name}\" boundingObject {} physics Physics {{ density {} mass {} }} }}",
            self.number(),
            self.number(),
            self.shape(),
            self.number(),
            self.number()
        );
        match self.byte() % 4 {
            0 => format!(
                "HingeJoint {{ jointParameters HingeJointParameters {{ {} suspensionSpringConstant {} }} device [ RotationalMotor {{ name \"m\" {motor} }} PositionSensor {{ name \"p\" }} ] endPoint {end} }}",
                parameters(self),
                self.number()
            ),
            1 => format!(
                "SliderJoint {{ jointParameters JointParameters {{ {} }} device [ LinearMotor {{ name \"m\" {motor} }} Brake {{ name \"k\" }} ] endPoint {end} }}",
                parameters(self)
            ),
            2 => format!(
                "Hinge2Joint {{ jointParameters HingeJointParameters {{ {} }} jointParameters2 JointParameters {{ {} }} device2 [ RotationalMotor {{ name \"m\" {motor} }} ] endPoint {end} }}",
                parameters(self),
                parameters(self)
            ),
            _ => format!(
                "BallJoint {{ jointParameters2 JointParameters {{ {} }} device [ RotationalMotor {{ name \"m\" {motor} }} ] endPoint {end} }}",
                parameters(self)
            ),
        }
    }
}

/// A world as text, without its header.
fn text(choices: &mut Choices<'_>) -> String {
    let mut text = String::new();
    let _ = writeln!(
        text,
        "WorldInfo {{ basicTimeStep {} gravity {} CFM {} ERP {} physicsDisableTime {} contactProperties [ ContactProperties {{ coulombFriction [ {} ] bounce {} softCFM {} softERP {} rollingFriction {} 0 0 }} ] }}\nViewpoint {{}}",
        choices.number(),
        choices.number(),
        choices.number(),
        choices.number(),
        choices.number(),
        choices.number(),
        choices.number(),
        choices.number(),
        choices.number(),
        choices.number()
    );
    let _ = writeln!(
        text,
        "PointLight {{ location {} 0 {} attenuation {} {} {} }}\nCharger {{ radius {} battery [ {} {} {} ] children [ Group {{}} ] }}\nSolid {{ name \"floor\" boundingObject {} }}",
        choices.number(),
        choices.number(),
        choices.number(),
        choices.number(),
        choices.number(),
        choices.number(),
        choices.number(),
        choices.number(),
        choices.number(),
        if choices.byte().is_multiple_of(2) {
            "Plane {}".to_owned()
        } else {
            choices.shape()
        }
    );
    for at in 0..2 + usize::from(choices.byte() % 3) {
        let (shape, joint) = (choices.shape(), choices.joint(at));
        let _ = writeln!(
            text,
            "Robot {{ translation {} {} {} rotation {} {} {} {} name \"r{at}\" battery [ {} {} {} ] linearVelocity {} 0 {} angularVelocity {} 0 0 selfCollision {} boundingObject {shape} physics Physics {{ density -1 mass {} damping Damping {{ linear {} }} }} children [ \
             LightSensor {{ name \"l\" occlusion TRUE lookupTable [ {} {} {}, {} {} {} ] }} DistanceSensor {{ name \"d\" numberOfRays 5 aperture {} }} \
             Accelerometer {{ name \"a\" }} GPS {{ name \"g\" accuracy {} }} {joint} ] }}",
            choices.number(),
            choices.number(),
            choices.number(),
            choices.number(),
            choices.number(),
            choices.number(),
            choices.number(),
            choices.number(),
            choices.number(),
            choices.number(),
            choices.number(),
            choices.number(),
            choices.number(),
            if choices.byte().is_multiple_of(2) {
                "TRUE"
            } else {
                "FALSE"
            },
            choices.number(),
            choices.number(),
            choices.number(),
            choices.number(),
            choices.number(),
            choices.number(),
            choices.number(),
            choices.number(),
            choices.number(),
            choices.number()
        );
    }
    text
}

/// Makes a world of choices and runs it; every position must stay finite.
pub fn run(bytes: &[u8], steps: usize) {
    let mut choices = Choices(bytes.iter());
    let method = match choices.byte() % 2 {
        0 => Method::Exact,
        _ => Method::Fast,
    };
    let mut storage = MemoryStorage::new();
    let text = format!("#VRML_SIM R2023b utf8\n{}", text(&mut choices));
    storage.insert("/test/worlds/test.wbt", text);
    let location = Location::file("/test/worlds/test.wbt");
    let search = Search::new(Settings::for_document(&location), storage);
    let mut library = Library::new(Arc::new(search));
    let scene = load(&location, &mut library).unwrap().scene;
    let mut world = World::new(scene, library);
    world.set_physics(method);
    let robots: Vec<_> = world.robots().map(|(robot, _)| robot).collect();
    for robot in &robots {
        let mut commands: Vec<Command> = world
            .devices(*robot)
            .map(|(tag, _)| Command::Enable(tag, 1))
            .collect();
        if let Some(motor) = world.device(*robot, "m") {
            commands.push(Command::MotorPosition(motor, f64::INFINITY));
            commands.push(Command::MotorVelocity(motor, 1e30));
        }
        world.submit(
            *robot,
            Request {
                duration: 1_000_000_000,
                commands,
            },
        );
    }
    for _ in 0..steps {
        world.step();
    }
    for robot in robots {
        let (position, _) = world.robot_pose(robot).unwrap();
        assert!(position.iter().all(|part| part.is_finite()), "{position:?}");
    }
    world.take_reports();
}
