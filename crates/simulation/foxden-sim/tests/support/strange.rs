//! Strange small worlds, made from bytes: each byte is one choice.
#![allow(clippy::unwrap_used, dead_code)]

use foxden_sim::World;
use foxden_sim::controller::{Command, Request};
use foxden_sim::dynamics::Method;
use std::fmt::Write as _;

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

    /// One of several.
    fn one<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[usize::from(self.byte()) % of.len()]
    }

    /// A text with a number for each `#` and a shape for each `$`.
    fn fill(&mut self, template: &str) -> String {
        let mut text = String::new();
        for letter in template.chars() {
            match letter {
                '#' => text.push_str(self.number()),
                '$' => text.push_str(&self.shape()),
                _ => text.push(letter),
            }
        }
        text
    }

    fn shape(&mut self) -> String {
        let template = self.one(&[
            "Box { size # # # }",
            "Sphere { radius # }",
            "Cylinder { radius # height # }",
            "Capsule { radius # height # }",
            "IndexedFaceSet { coord Coordinate { point [ 0 0 0, # 0 0, 0 # 0, 0 0 # ] } coordIndex [ 0 2 1 -1, 0 1 3 -1, 1 2 3 -1, 0 3 2 -1 ] }",
            "Box { size 0.1 0.1 0.1 }",
        ]);
        self.fill(template)
    }

    fn joint(&mut self, name: usize) -> String {
        let motor = self.fill("maxVelocity # acceleration # controlPID # # #");
        let end = format!(
            "Solid {{ name \"e{name}\" {} }}",
            self.fill("translation # # 0 boundingObject $ physics Physics { density # mass # }")
        );
        let joint = self.one(&[
            "HingeJoint { jointParameters HingeJointParameters { PARAMETERS suspensionSpringConstant # } device [ RotationalMotor { name \"m\" MOTOR } PositionSensor { name \"p\" } ] endPoint END }",
            "SliderJoint { jointParameters JointParameters { PARAMETERS } device [ LinearMotor { name \"m\" MOTOR } Brake { name \"k\" } ] endPoint END }",
            "Hinge2Joint { jointParameters HingeJointParameters { PARAMETERS } jointParameters2 JointParameters { PARAMETERS } device2 [ RotationalMotor { name \"m\" MOTOR } ] endPoint END }",
            "BallJoint { jointParameters2 JointParameters { PARAMETERS } device [ RotationalMotor { name \"m\" MOTOR } ] endPoint END }",
        ]);
        let parameters = "axis # # # position # minStop # maxStop # springConstant # dampingConstant # staticFriction #";
        let joint = joint.replace("PARAMETERS", parameters);
        self.fill(&joint)
            .replace("MOTOR", &motor)
            .replace("END", &end)
    }
}

/// A world as text, without its header.
fn text(choices: &mut Choices<'_>) -> String {
    let mut text = choices.fill(
        "WorldInfo { basicTimeStep # gravity # CFM # ERP # physicsDisableTime # contactProperties [ ContactProperties { coulombFriction [ # ] bounce # softCFM # softERP # rollingFriction # 0 0 } ] }\n\
         Viewpoint {}\n\
         PointLight { location # 0 # attenuation # # # }\n\
         Charger { radius # battery [ # # # ] children [ Group {} ] }\n",
    );
    let floor = choices.one(&["Plane {}", "$"]);
    let _ = writeln!(
        text,
        "Solid {{ name \"floor\" boundingObject {} }}",
        choices.fill(floor)
    );
    for at in 0..2 + usize::from(choices.byte() % 3) {
        let (shape, joint) = (choices.shape(), choices.joint(at));
        let motion = choices.fill(
            "translation # # # rotation # # # # battery [ # # # ] linearVelocity # 0 # angularVelocity # 0 0",
        );
        let self_collision = choices.one(&["TRUE", "FALSE"]);
        let rest = choices.fill(
            "physics Physics { density -1 mass # damping Damping { linear # } } children [ \
             LightSensor { name \"l\" occlusion TRUE lookupTable [ # # #, # # # ] } DistanceSensor { name \"d\" numberOfRays 5 aperture # } \
             Accelerometer { name \"a\" } GPS { name \"g\" accuracy # }",
        );
        let _ = writeln!(
            text,
            "Robot {{ name \"r{at}\" selfCollision {self_collision} boundingObject {shape} {motion} {rest} {joint} ] }}"
        );
    }
    if choices.byte() % 2 == 1 {
        text.push_str(&devices(choices));
    }
    text
}

/// A robot with devices that look, touch, hold and call, and things around it.
fn devices(choices: &mut Choices<'_>) -> String {
    let mut text = choices.fill(
        "Robot { name \"x\" translation # # # children [ \
           TouchSensor { name \"t\" type \"force\" boundingObject $ resolution # lookupTable [ # # #, # # # ] } \
           TouchSensor { name \"b\" translation # # # boundingObject $ } \
           Connector { name \"c\" translation # # # isLocked TRUE autoLock TRUE distanceTolerance # axisTolerance # rotationTolerance # tensileStrength # } \
           Connector { name \"o\" rotation 0 0 1 # isLocked TRUE numberOfRotations 3 shearStrength # } \
           Emitter { name \"e\" type \"infra-red\" range # aperture # } \
           Receiver { name \"h\" type \"infra-red\" aperture # signalStrengthNoise # directionNoise # } \
           Radar { name \"w\" minRange # maxRange # horizontalFieldOfView # cellDistance # } \
           InertialUnit { name \"i\" noise # } Gyro { name \"y\" } Compass { name \"n\" resolution # } ",
    );
    for kind in ["generic", "infra-red", "sonar", "laser"] {
        let sensor = choices.fill(
            "translation # # # rotation # # # # numberOfRays 12 aperture # gaussianWidth # resolution # lookupTable [ # # #, # # # ]",
        );
        let _ = write!(
            text,
            "DistanceSensor {{ name \"{kind}\" type \"{kind}\" {sensor} }} "
        );
    }
    text.push_str(&choices.fill(
        "] }\n\
         Solid { name \"hills\" translation # # # boundingObject ElevationGrid { xDimension 2 yDimension 3 xSpacing # ySpacing # height [ # # # # # # ] } }\n\
         Solid { name \"seen\" translation # # # radarCrossSection # children [ Shape { geometry $ } Shape { geometry Cone { bottomRadius # height # } } Shape { geometry Plane { size # # } } ] }\n\
         Robot { name \"z\" translation # # # children [ Receiver { name \"h\" type \"infra-red\" aperture # } Connector { name \"c\" isLocked TRUE } ] boundingObject $ physics Physics { density # mass # } }\n",
    ));
    text
}

/// A world of choices whose devices all work.
pub fn world(bytes: &[u8]) -> World {
    prepared(&mut Choices(bytes.iter()))
}

/// Makes a world of choices and runs it; every position must stay finite.
pub fn run(bytes: &[u8], steps: usize) {
    let mut choices = Choices(bytes.iter());
    let mut world = prepared(&mut choices);
    let change = choices.byte() % 4;
    for step in 0..steps {
        if step == steps / 2 {
            disturb(&mut world, change);
        }
        world.step();
    }
    let robots: Vec<_> = world.robots().map(|(robot, _)| robot).collect();
    for robot in robots {
        let (position, _) = world.robot_pose(robot).unwrap();
        assert!(position.iter().all(|part| part.is_finite()), "{position:?}");
    }
    world.take_reports();
}

fn prepared(choices: &mut Choices<'_>) -> World {
    let method = match choices.byte() % 2 {
        0 => Method::Exact,
        _ => Method::Fast,
    };
    let mut world = super::loading::world(&text(choices));
    world.set_physics(method);
    let robots: Vec<_> = world.robots().map(|(robot, _)| robot).collect();
    for robot in &robots {
        let mut commands: Vec<Command> = world
            .devices(*robot)
            .map(|(tag, _)| Command::Enable(tag, 1))
            .collect();
        if let Some(emitter) = world.device(*robot, "e") {
            commands.push(Command::Send {
                tag: emitter,
                channel: -1,
                range: -1.0,
                data: vec![1],
            });
        }
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
    world
}

/// Changes the world while it runs; 0 leaves it as it is.
fn disturb(world: &mut World, change: u8) {
    let first = world
        .robots()
        .next()
        .map(|(robot, row)| (robot, row.node()));
    let Some((robot, node)) = first else { return };
    match change {
        1 => {
            let reset = Request {
                duration: 0,
                commands: vec![Command::Reset],
            };
            world.submit(robot, reset);
        }
        2 => {
            let top = world.scene().top_level();
            let text = "Robot { translation 0 0 1 boundingObject Sphere { radius 0.2 } physics Physics {} }";
            world.insert(top, 0, text).unwrap();
        }
        3 => world.remove(node).unwrap(),
        _ => {}
    }
}
