//! `foxden explain`

use super::picture_source::{PictureSource, pass_time, pixel};
use super::run_length::{RunLength, run_length};
use super::world::open_world;
use super::{AssetArguments, Failure, print_result};
use crate::exit_code::ExitCode;
use clap::Args;
use foxden_lang::diagnostic::printable;
use foxden_sim::light::explain::{Explanation, LightShare};
use foxden_sim::picture_requests::SeenPixel;
use foxden_sim::{RobotIndex, World};
use std::fmt::Write as _;
use std::path::PathBuf;

#[derive(Args)]
#[command(group = clap::ArgGroup::new("subject").required(true))]
#[command(after_help = "Examples:
  foxden explain worlds/my_world.wbt --sensor \"e-puck/ls0\"
  foxden explain worlds/my_world.wbt --sensor \"e-puck/ls0\" --at 1.5s
  foxden explain worlds/my_world.wbt --camera \"e-puck/camera\" --pixel 26,19

Controllers are not started: the world runs by itself until --at.")]
pub(crate) struct ExplainArguments {
    /// The world
    #[arg(value_name = "WORLD")]
    world: PathBuf,
    /// The light sensor: name of the robot, a slash, name of the sensor
    #[arg(long, value_name = "ROBOT/NAME", group = "subject")]
    sensor: Option<String>,
    #[command(flatten)]
    source: PictureSource,
    /// The pixel of a picture: column and row, counted from 0 at the upper left
    #[arg(long, group = "subject", value_name = "X,Y", value_parser = pixel)]
    pixel: Option<[u32; 2]>,
    /// Runs the world for this simulated time first, such as 2s, or for a number of steps, such as 400steps
    #[arg(long, value_name = "TIME|Nsteps", allow_hyphen_values = true, value_parser = run_length)]
    at: Option<RunLength>,
    #[command(flatten)]
    assets: AssetArguments,
}

pub(crate) fn run(arguments: &ExplainArguments) -> ExitCode {
    print_result(explain(arguments).map_err(Failure::Unusable))
}

fn explain(arguments: &ExplainArguments) -> Result<String, String> {
    let mut world = open_world(&arguments.world, &arguments.assets, None)?.into_simulation();
    let Some(name) = &arguments.sensor else {
        return explain_pixel(arguments, world);
    };
    let Some((robot_name, sensor)) = name.rsplit_once('/') else {
        return Err(format!(
            "'{name}' is not of the form ROBOT/NAME\n{}",
            sensors(&world)
        ));
    };
    let robot = world
        .robots()
        .find(|(_, robot)| robot.name == robot_name)
        .map(|(index, _)| index);
    let Some(robot) = robot else {
        return Err(format!(
            "no robot is called '{robot_name}'\n{}",
            sensors(&world)
        ));
    };
    world = pass_time(world, arguments.at);
    let time = world.time();
    let explanation = world.explain(robot, sensor);
    let Some(explanation) = explanation else {
        return Err(format!(
            "'{robot_name}' has no light sensor called '{sensor}'\n{}",
            sensors(&world)
        ));
    };
    Ok(text(name, time, &explanation))
}

/// What is seen at a pixel, and why it has its colour.
fn explain_pixel(arguments: &ExplainArguments, world: World) -> Result<String, String> {
    let pixel = arguments.pixel.unwrap_or_default();
    let mut world = pass_time(world, arguments.at);
    let standpoint = arguments.source.standpoint(&world)?;
    let seen = world
        .explain_pixel(&standpoint, None, pixel)
        .map_err(|error| error.to_string())?;
    let from = arguments.source.camera.as_deref().unwrap_or("the view");
    let time = world.time();
    Ok(pixel_text(from, pixel, time, &seen))
}

fn pixel_text(from: &str, [column, row]: [u32; 2], time: f64, seen: &SeenPixel) -> String {
    let [red, green, blue] = seen.color;
    let mut text =
        format!("{from} at {time} s, pixel {column},{row}: #{red:02x}{green:02x}{blue:02x}\n\n");
    let three = |[x, y, z]: [f64; 3]| format!("{x:.4} {y:.4} {z:.4}");
    let tones = |text: &mut String| {
        let Some(light) = seen.light else { return };
        let _ = writeln!(
            text,
            "\nlight       {}  (red green blue, linear)",
            three(light)
        );
        let exposure = seen.exposure;
        let _ = writeln!(
            text,
            "tones       (1 − e^(−{exposure}·light))^(1/2.2) gives #{red:02x}{green:02x}{blue:02x}"
        );
    };
    let Some(shape) = &seen.shape else {
        text.push_str("the background\n");
        tones(&mut text);
        return text;
    };
    let _ = writeln!(text, "shape       {}", printable(&shape.path));
    let _ = writeln!(text, "distance    {:.4} m", shape.distance);
    let _ = writeln!(text, "point       {}", three(shape.point));
    let _ = writeln!(text, "normal      {}", three(shape.normal));
    let _ = writeln!(text, "material    {}", shape.material);
    let _ = writeln!(text, "fog         {:.1} %", 100.0 * shape.fog);
    let _ = writeln!(
        text,
        "\n{:<17} {:>9} {:>10} {:>12} {:>8} {:>8}",
        "light", "intensity", "distance", "attenuation", "cosine", "share"
    );
    let percent = |share: Option<f64>| {
        share.map_or_else(String::new, |share| format!("{:.1} %", 100.0 * share))
    };
    for light in &shape.lights {
        let distance = light
            .distance
            .map_or_else(String::new, |far| format!("{far:.4}"));
        let _ = writeln!(
            text,
            "{:<17} {:>9.4} {distance:>10} {:>12.6} {:>8.4} {:>8}",
            light.kind,
            light.intensity,
            light.attenuation,
            light.cosine,
            percent(light.share)
        );
    }
    if shape.lights.is_empty() {
        text.push_str("(no light is on)\n");
    }
    if let Some(other) = shape.other_share {
        let other = percent(Some(other));
        let _ = writeln!(text, "{:<59} {other:>8}", "sky, glow and fog");
    }
    tones(&mut text);
    text
}

/// What could have been meant.
fn sensors(world: &World) -> String {
    let names: Vec<String> = world
        .robots()
        .flat_map(|(index, robot)| {
            light_sensors(world, index)
                .into_iter()
                .map(move |name| printable(&format!("{}/{name}", robot.name)).into_owned())
        })
        .collect();
    match names.is_empty() {
        true => "the world has no light sensors".to_owned(),
        false => format!("the light sensors of this world are: {}", names.join(", ")),
    }
}

fn light_sensors(world: &World, robot: RobotIndex) -> Vec<String> {
    world
        .devices(robot)
        .filter(|(_, device)| device.node_type.name() == "LightSensor")
        .map(|(_, device)| device.name.clone())
        .collect()
}

fn text(sensor: &str, time: f64, explanation: &Explanation) -> String {
    let mut text = format!("{sensor} at {time} s\n\n");
    let width = explanation
        .parts
        .iter()
        .map(|part| printable(&part.light).len())
        .max()
        .unwrap_or(0)
        .max("light".len());
    let _ = writeln!(
        text,
        "{:<width$} {:>10} {:>12} {:>8} {:>6} {:>8} {:>8}  in the way",
        "light", "distance", "attenuation", "cosine", "spot", "ambient", "direct"
    );
    for part in &explanation.parts {
        let _ = writeln!(text, "{}", row(part, width));
    }
    if explanation.parts.is_empty() {
        let _ = writeln!(text, "(no light is on)");
    }
    let show = |channels: [f64; 3]| format!("{} {} {}", channels[0], channels[1], channels[2]);
    let _ = writeln!(
        text,
        "\nsum         {}  (red green blue)",
        show(explanation.sum)
    );
    let _ = writeln!(text, "filter      {}", show(explanation.filter));
    let _ = writeln!(text, "irradiance  {} W/m²", explanation.irradiance);
    match explanation.row {
        Some(row) => {
            let _ = writeln!(
                text,
                "table       {} with a noise of {} %",
                row.output,
                100.0 * row.noise
            );
        }
        None => text.push_str("table       empty: the irradiance itself\n"),
    }
    match explanation.resolution {
        -1.0 => text.push_str("resolution  none\n"),
        resolution => {
            let _ = writeln!(text, "resolution  {resolution}");
        }
    }
    let _ = writeln!(text, "value       {} (without noise)", explanation.value);
    text
}

fn row(part: &LightShare, width: usize) -> String {
    let contribution = &part.contribution;
    let blocker = match &part.occluder {
        Some(occluder) => {
            let [x, y, z] = occluder.point;
            format!("{} at {x:.4} {y:.4} {z:.4}", printable(&occluder.solid))
        }
        None => String::new(),
    };
    format!(
        "{:<width$} {:>10.4} {:>12.6} {:>8.4} {:>6.3} {:>8.4} {:>8.4}  {blocker}",
        printable(&part.light),
        contribution.distance,
        contribution.attenuation,
        contribution.cosine,
        contribution.spot,
        part.ambient,
        contribution.direct,
    )
}
