//! `foxden render`

use super::picture_source::{PictureSource, VisionArguments, size};
use super::run::duration;
use super::world::open_world;
use super::world_reports::report_lines;
use super::{AssetArguments, Outcome};
use crate::terminal::write;
use clap::Args;
use foxden_sim::World;
use foxden_vision::{PictureFormat, encode_picture};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// The quality of JPEG files.
const QUALITY: u8 = 90;

#[derive(Args)]
#[command(after_help = "Examples:
  foxden render worlds/my_world.wbt --output picture.png
  foxden render worlds/my_world.wbt --at 2s --size 1280x720 --output picture.png
  foxden render worlds/my_world.wbt --camera \"e-puck/camera\" --output seen.png
  foxden render worlds/my_world.wbt --viewpoint \"0 -3 2 0 0 1 1.57\" --output side.png

Controllers are not started: the world runs by itself until --at.")]
pub(crate) struct RenderArguments {
    /// The world
    #[arg(value_name = "WORLD")]
    world: PathBuf,
    /// When: how much simulated time passes first
    #[arg(long, value_name = "TIME", value_parser = duration)]
    at: Option<Duration>,
    #[command(flatten)]
    source: PictureSource,
    /// Width and height in pixels: those of the camera, or 640x480
    #[arg(long, value_name = "WxH", value_parser = size)]
    size: Option<[u32; 2]>,
    /// The picture: a .png or .jpg file
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    vision: VisionArguments,
    #[command(flatten)]
    assets: AssetArguments,
}

pub(crate) fn run(arguments: &RenderArguments) -> ExitCode {
    let (outcome, reason) = match render(arguments) {
        Ok(bytes) => match std::fs::write(&arguments.output, bytes) {
            Ok(()) => return Outcome::Good.into(),
            Err(error) => {
                let file = arguments.output.display();
                (
                    Outcome::Errors,
                    format!("{file}: the picture could not be written: {error}"),
                )
            }
        },
        Err(reason) => (Outcome::Unusable, reason),
    };
    write(&mut std::io::stderr(), &format!("foxden: {reason}\n"));
    outcome.into()
}

/// The bytes of the picture file.
fn render(arguments: &RenderArguments) -> Result<Vec<u8>, String> {
    let file = arguments.output.display().to_string();
    let format = PictureFormat::of_name(&file, QUALITY)
        .ok_or_else(|| format!("'{file}' should end with .png or .jpg"))?;
    let mut world: World = open_world(&arguments.world, &arguments.assets, None)?.into_simulation();
    world.set_vision_rules(arguments.vision.rules());
    let mut world = arguments.source.wait(world, arguments.at);
    let standpoint = arguments.source.standpoint(&world)?;
    let picture = world
        .render(&standpoint, arguments.size)
        .map_err(|error| error.to_string())?;
    for (line, _) in report_lines(world.take_reports()) {
        write(&mut std::io::stderr(), &format!("{line}\n"));
    }
    encode_picture(picture.size, &picture.pixels, format)
        .map_err(|error| format!("the picture cannot be written: {error}"))
}
