//! Where the pictures of `foxden render` and `foxden explain` are taken from.

use super::run_length::RunLength;
use crate::progress::Progress;
use clap::{Args, ValueEnum};
use foxden_lang::diagnostic::printable;
use foxden_runtime::pace::Pace;
use foxden_runtime::run_loop::RunLoop;
use foxden_runtime::running_world::RunningWorld;
use foxden_runtime::stop_flag::StopFlag;
use foxden_sim::World;
use foxden_sim::picture_requests::Standpoint;
use foxden_vision::VisionRules;
use serde::{Deserialize, Serialize};

/// The geometry of pictures.
#[derive(Args, Clone)]
pub(crate) struct VisionArguments {
    /// The geometry of camera and lidar pictures and of recognised objects
    #[arg(long, value_enum, default_value_t = Vision::Genuine)]
    vision: Vision,
}

#[derive(Clone, Copy, Debug, ValueEnum, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Vision {
    /// As in Webots
    Genuine,
    /// As the fields say, where Webots is wrong: cylindrical and spherical pictures, tiltAngle of lidars, the size of recognised objects
    Corrected,
}

impl VisionArguments {
    pub(crate) fn choice(&self) -> Vision {
        self.vision
    }

    pub(crate) fn rules(&self) -> VisionRules {
        self.vision.rules()
    }
}

impl Vision {
    pub(crate) fn rules(self) -> VisionRules {
        match self {
            Self::Genuine => VisionRules::Genuine,
            Self::Corrected => VisionRules::Corrected,
        }
    }
}

/// Where a picture is taken from.
#[derive(Args, Clone)]
pub(crate) struct PictureSource {
    /// A point of view instead of the world's Viewpoint: position x y z, then axis and
    /// angle of the rotation; without rotation it looks along x, and z is up
    #[arg(
        long,
        value_name = "X Y Z AX AY AZ ANGLE",
        value_parser = place,
        allow_hyphen_values = true,
        conflicts_with = "camera"
    )]
    viewpoint: Option<[f64; 7]>,
    /// The camera that takes the picture: name of the robot, a slash, name of the camera
    #[arg(long, value_name = "ROBOT/NAME")]
    pub(crate) camera: Option<String>,
}

/// Lets time pass in a world without controllers.
pub(crate) fn pass_time(world: World, length: Option<RunLength>) -> World {
    let Some(length) = length else { return world };
    let _progress = Progress::of("running the world".to_owned());
    let stop = StopFlag::default();
    let mut run_loop = RunLoop::new(RunningWorld::new(world), Pace::FASTEST, &stop);
    run_loop.run(length.into(), &mut []);
    run_loop.into_world().into_world()
}

impl PictureSource {
    /// Where that is in a world.
    pub(crate) fn standpoint(&self, world: &World) -> Result<Standpoint, String> {
        if let Some([x, y, z, axis_x, axis_y, axis_z, angle]) = self.viewpoint {
            let rotation = [axis_x, axis_y, axis_z, angle];
            return Ok(Standpoint::Place([x, y, z], rotation));
        }
        let Some(camera) = &self.camera else {
            return Ok(Standpoint::Viewpoint);
        };
        let Some((robot, name)) = camera.rsplit_once('/') else {
            return Err(format!(
                "'{camera}' is not of the form ROBOT/NAME\n{}",
                cameras(world)
            ));
        };
        let found = world.robots().find(|(_, other)| other.name == robot);
        match found {
            Some((index, _)) if has_camera(world, index, name) => {
                Ok(Standpoint::Camera(index, name.to_owned()))
            }
            Some(_) => Err(format!(
                "'{robot}' has no camera called '{name}'\n{}",
                cameras(world)
            )),
            None => Err(format!("no robot is called '{robot}'\n{}", cameras(world))),
        }
    }
}

fn has_camera(world: &World, robot: foxden_sim::RobotIndex, name: &str) -> bool {
    let mut devices = world.devices(robot);
    devices.any(|(_, device)| device.name == name && device.node_type.name() == "Camera")
}

/// What could have been meant.
fn cameras(world: &World) -> String {
    let names: Vec<String> = world
        .robots()
        .flat_map(|(index, robot)| {
            let devices = world.devices(index);
            let cameras = devices.filter(|(_, device)| device.node_type.name() == "Camera");
            cameras.map(move |(_, device)| {
                let name = format!("{}/{}", robot.name, device.name);
                printable(&name).into_owned()
            })
        })
        .collect();
    match names.is_empty() {
        true => "the world has no cameras".to_owned(),
        false => format!("the cameras of this world are: {}", names.join(", ")),
    }
}

/// A size such as 640x480.
pub(crate) fn size(text: &str) -> Result<[u32; 2], String> {
    let parsed = text.split_once(['x', 'X']).and_then(|(width, height)| {
        let side = |text: &str| text.parse::<u32>().ok().filter(|side| *side > 0);
        Some([side(width)?, side(height)?])
    });
    parsed.ok_or_else(|| format!("'{text}' should be a width and a height such as 640x480"))
}

fn place(text: &str) -> Result<[f64; 7], String> {
    let numbers: Vec<f64> = text
        .split([' ', ','])
        .filter(|word| !word.is_empty())
        .map_while(|word| word.parse().ok())
        .filter(|number: &f64| number.is_finite())
        .collect();
    let wrong = || "seven numbers are needed: x y z, then the axis and the angle".to_owned();
    numbers.try_into().map_err(|_| wrong())
}

/// A pixel such as 12,30.
pub(crate) fn pixel(text: &str) -> Result<[u32; 2], String> {
    let parsed = text
        .split_once(',')
        .and_then(|(x, y)| Some([x.trim().parse().ok()?, y.trim().parse().ok()?]));
    parsed.ok_or_else(|| format!("'{text}' should be a column and a row such as 12,30"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn sizes_places_and_pixels_are_read() {
        assert_eq!(size("640x480"), Ok([640, 480]));
        assert!(size("640").is_err() && size("0x10").is_err() && size("ax10").is_err());
        assert_eq!(place("0 -3 2 0 0 1 1.5").unwrap()[1], -3.0);
        assert!(place("0 1 2").is_err() && place("0 1 2 3 4 5 nan").is_err());
        assert_eq!(pixel("12, 30"), Ok([12, 30]));
        assert!(pixel("12").is_err() && pixel("-1,3").is_err());
    }
}
