//! `foxden render`

use super::picture_source::{PictureSource, VisionArguments, pass_time, size};
use super::run_length::{RunLength, run_length};
use super::world::open_world;
use super::world_reports::report_lines;
use super::{AssetArguments, Outcome};
use crate::exit_code::ExitCode;
use crate::terminal::{warn, write};
use clap::Args;
use foxden_lang::diagnostic::printable;
use foxden_scene::save_file;
use foxden_sim::World;
use foxden_vision::{PictureFormat, encode_picture};
use std::path::{Path, PathBuf};

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
    /// Runs the world for this simulated time first, such as 2s, or for a number of steps, such as 400steps
    #[arg(long, value_name = "TIME|Nsteps", allow_hyphen_values = true, value_parser = run_length)]
    at: Option<RunLength>,
    #[command(flatten)]
    source: PictureSource,
    /// Width and height in pixels; those of the camera, or 640x480, if not given
    #[arg(long, value_name = "WxH", value_parser = size)]
    size: Option<[u32; 2]>,
    /// The file of the picture; its name ends with .png or .jpg
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    vision: VisionArguments,
    #[command(flatten)]
    assets: AssetArguments,
}

pub(crate) fn run(arguments: &RenderArguments) -> ExitCode {
    let (outcome, reason) = match render(arguments) {
        Ok(bytes) => match write_picture(&arguments.output, &bytes) {
            Ok(()) => return Outcome::Good.into(),
            Err(error) => {
                let file = arguments.output.display();
                let reason = match error.kind() {
                    // the message of the system names a temporary file
                    std::io::ErrorKind::NotFound => {
                        "its folder does not exist; create it first".to_owned()
                    }
                    _ => error.to_string(),
                };
                (
                    Outcome::Errors,
                    format!("{file}: the picture could not be written: {reason}"),
                )
            }
        },
        Err(reason) => (Outcome::Unusable, reason),
    };
    warn(&reason);
    outcome.into()
}

/// Writes the whole file or leaves what was there.
fn write_picture(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    match path.metadata() {
        // a pipe or a device is not replaced by a file
        Ok(about) if !about.is_file() => std::fs::write(path, bytes),
        _ => save_file(path, bytes).map_err(|error| error.reason),
    }
}

/// The bytes of the picture file.
fn render(arguments: &RenderArguments) -> Result<Vec<u8>, String> {
    let file = arguments.output.display().to_string();
    let format = PictureFormat::of_name(&file, QUALITY)
        .ok_or_else(|| format!("the name '{file}' must end with .png or .jpg"))?;
    let mut world: World = open_world(&arguments.world, &arguments.assets, None)?.into_simulation();
    world.set_vision_rules(arguments.vision.rules());
    let mut world = pass_time(world, arguments.at);
    let standpoint = arguments.source.standpoint(&world)?;
    let picture = world
        .render(&standpoint, arguments.size)
        .map_err(|error| error.to_string())?;
    for (line, _) in report_lines(world.take_reports()) {
        write(&mut std::io::stderr(), &format!("{}\n", printable(&line)));
    }
    encode_picture(picture.size, &picture.pixels, format)
        .map_err(|error| format!("the picture cannot be written: {error}"))
}
