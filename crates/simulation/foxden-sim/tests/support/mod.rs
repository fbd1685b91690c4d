//! Worlds from text, in memory.
// each test file uses some of it
#![allow(clippy::unwrap_used, dead_code, unused_imports)]

pub mod loading;
pub mod strange;

pub use loading::{world, world_with, world_with_bytes};

use foxden_sim::controller::{Answer, Request};
use foxden_sim::{RobotIndex, World};

/// The robot with a name.
pub fn robot(world: &World, name: &str) -> RobotIndex {
    world
        .robots()
        .find(|(_, robot)| robot.name == name)
        .map(|(index, _)| index)
        .unwrap()
}

/// Submits a request and steps until it is answered.
pub fn wait(world: &mut World, robot: RobotIndex, request: Request) -> Answer {
    world.submit(robot, request);
    for _ in 0..1000 {
        world.step();
        if let Some(answer) = world.answer(robot) {
            return answer;
        }
    }
    panic!("no answer");
}

/// A world with robots that roll, light sensors with noise and occlusion, batteries,
/// a charger and boxes that fall.
pub fn mixed(robots: usize) -> String {
    let mut text = String::from(
        "WorldInfo { basicTimeStep 16 randomSeed 5 }\n\
         Viewpoint {}\n\
         DirectionalLight { direction 0.3 0.2 -1 }\n\
         PointLight { location 0 0 3 attenuation 0 0 1 }\n\
         Solid { name \"floor\" boundingObject Plane {} }\n\
         Charger { translation 0 0 0.1 radius 2 battery [ 500 1000 20 ] children [ PointLight { attenuation 0 0 1 } ] }\n",
    );
    let side = (robots as f64).sqrt().ceil() as usize;
    for at in 0..robots {
        let (x, y) = ((at % side) as f64, (at / side) as f64);
        text.push_str(&format!(
            "Robot {{ translation {x} {y} 0.2 name \"r{at}\" controller \"c\" battery [ 20 50 10 ] \
               boundingObject Box {{ size 0.2 0.2 0.1 }} physics Physics {{}} \
               children [ \
                 LightSensor {{ translation 0.1 0 0.1 rotation 0 1 0 -1.2 name \"a\" occlusion TRUE lookupTable [ 0 0 0.1, 10 1000 0.1 ] }} \
                 LightSensor {{ translation 0 0.1 0.1 name \"b\" occlusion TRUE lookupTable [ 0 0 0, 10 1000 0 ] }} \
                 HingeJoint {{ jointParameters HingeJointParameters {{ axis 0 1 0 anchor 0.15 0 0 }} \
                   device [ RotationalMotor {{ name \"m\" }} PositionSensor {{ name \"p\" noise 0.01 }} ] \
                   endPoint Solid {{ translation 0.15 0 0 rotation 1 0 0 1.5708 name \"wheel\" boundingObject Cylinder {{ radius 0.06 height 0.03 }} physics Physics {{}} }} }} ] }}\n"
        ));
        if at % 2 == 0 {
            let height = 0.6 + 0.1 * (at % 5) as f64;
            text.push_str(&format!(
                "Solid {{ translation {} {} {height} name \"b{at}\" boundingObject Box {{ size 0.1 0.1 0.1 }} physics Physics {{}} }}\n",
                x + 0.45, y + 0.4
            ));
        }
    }
    text
}
