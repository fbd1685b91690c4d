//! Steps per second with genuine controllers, beside the floor: processes that
//! only pass bytes of the same sizes to and fro.
//!
//! `bench-controllers --foxden PROGRAM`

use foxden_genuine::workshop::Workshop;
use std::io::{Read, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode};
use std::time::Instant;

/// What a step request and its answer take: a header, the time, and a reading
/// of eleven bytes for each sensor.
const REQUEST: usize = 8;
const fn answer(sensors: usize) -> usize {
    8 + 11 + 11 * sensors
}

/// The genuine simulator on two cores, in steps per second.
const GENUINE_ONE: f64 = 50_000.0;
const GENUINE_HUNDRED: f64 = 60.0;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["pong", socket, size] => pong(Path::new(socket), size),
        ["--foxden", foxden] => bench(Path::new(foxden)),
        _ => Err("usage: bench-controllers --foxden PROGRAM".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("bench-controllers: {reason}");
            ExitCode::FAILURE
        }
    }
}

fn text(error: std::io::Error) -> String {
    error.to_string()
}

/// The other side of the floor: sends a request, waits for the answer, again and again.
fn pong(socket: &Path, size: &str) -> Result<(), String> {
    let size: usize = size.parse().map_err(|_| "no size")?;
    let mut stream = UnixStream::connect(socket).map_err(text)?;
    let (request, mut answer) = ([0; REQUEST], vec![0; size]);
    // ends when the other side does
    while stream.write_all(&request).is_ok() && stream.read_exact(&mut answer).is_ok() {}
    Ok(())
}

/// Rounds per second when nothing but bytes is passed between processes.
struct Floor {
    streams: Vec<UnixStream>,
    children: Vec<Child>,
    answer: Vec<u8>,
    _folder: tempfile::TempDir,
}

impl Floor {
    fn new(controllers: usize, sensors: usize) -> Result<Self, String> {
        let folder = tempfile::tempdir().map_err(text)?;
        let socket = folder.path().join("floor");
        let listener = UnixListener::bind(&socket).map_err(text)?;
        let own = std::env::current_exe().map_err(text)?;
        let mut floor = Self {
            streams: Vec::new(),
            children: Vec::new(),
            answer: vec![0; answer(sensors)],
            _folder: folder,
        };
        for _ in 0..controllers {
            let child = Command::new(&own)
                .arg("pong")
                .arg(&socket)
                .arg(answer(sensors).to_string())
                .spawn()
                .map_err(text)?;
            floor.children.push(child);
            floor.streams.push(listener.accept().map_err(text)?.0);
        }
        Ok(floor)
    }

    fn rounds(&mut self, rounds: usize) -> Result<f64, String> {
        let start = Instant::now();
        let mut request = [0; REQUEST];
        for _ in 0..rounds {
            for stream in &mut self.streams {
                stream.read_exact(&mut request).map_err(text)?;
            }
            for stream in &mut self.streams {
                stream.write_all(&self.answer).map_err(text)?;
            }
        }
        Ok(rounds as f64 / start.elapsed().as_secs_f64())
    }
}

impl Drop for Floor {
    fn drop(&mut self) {
        self.streams.clear();
        for child in &mut self.children {
            let _ = child.wait();
        }
    }
}

fn bench(foxden: &Path) -> Result<(), String> {
    println!("steps per second, median of the blocks (lowest to highest)\n");
    let one = one_sensor();
    let hundred = hundred_robots();
    measure(
        foxden,
        "1 controller, 1 sensor",
        &one,
        1,
        1,
        20_000,
        GENUINE_ONE,
    )?;
    measure(
        foxden,
        "100 controllers, 8 occluded sensors each",
        &hundred,
        100,
        8,
        300,
        GENUINE_HUNDRED,
    )
}

fn measure(
    foxden: &Path,
    what: &str,
    world: &dyn Fn(usize, usize) -> String,
    controllers: usize,
    sensors: usize,
    steps: usize,
    genuine: f64,
) -> Result<(), String> {
    let blocks = 7;
    // before and after, because others use this machine too
    let mut floor = Floor::new(controllers, sensors)?;
    floor.rounds(steps / 10)?;
    let mut rounds: Vec<f64> = Vec::new();
    for _ in 0..blocks {
        rounds.push(floor.rounds(steps)?);
    }
    let ours = run(foxden, &world(blocks, steps))?;
    for _ in 0..blocks {
        rounds.push(floor.rounds(steps)?);
    }
    drop(floor);
    let (ours, floor) = (Figures::of(ours), Figures::of(rounds));
    println!("{what}");
    println!("  Foxden          {ours}");
    println!("  bytes only      {floor}");
    println!(
        "  {:.0} % of bytes only; {:.1} times the genuine simulator's {genuine:.0}\n",
        100.0 * ours.median / floor.median,
        ours.median / genuine
    );
    Ok(())
}

/// Runs a world to its end; the steps per second of its blocks.
fn run(foxden: &Path, world: &str) -> Result<Vec<f64>, String> {
    let workshop = Workshop::open()?;
    workshop.controller("metronome")?;
    let file: PathBuf = workshop.world(world)?;
    let output = workshop
        .foxden(foxden)?
        .args(["run", "--offline", "--port", "0"])
        .arg(file)
        .output()
        .map_err(text)?;
    let printed = String::from_utf8_lossy(&output.stdout);
    let blocks: Vec<f64> = printed
        .lines()
        .filter_map(|line| {
            let mut words = line.split_once("block ")?.1.split_whitespace();
            let steps: f64 = words.next()?.parse().ok()?;
            let seconds: f64 = words.next()?.parse().ok()?;
            Some(steps / seconds)
        })
        .collect();
    match output.status.success() && !blocks.is_empty() {
        true => Ok(blocks),
        false => Err(format!(
            "foxden failed: {printed}{}",
            String::from_utf8_lossy(&output.stderr)
        )),
    }
}

struct Figures {
    median: f64,
    lowest: f64,
    highest: f64,
}

impl Figures {
    fn of(mut values: Vec<f64>) -> Self {
        values.sort_by(f64::total_cmp);
        Self {
            median: values[values.len() / 2],
            lowest: values[0],
            highest: values[values.len() - 1],
        }
    }
}

impl std::fmt::Display for Figures {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            formatter,
            "{:8.0} ({:.0} to {:.0})",
            self.median, self.lowest, self.highest
        )
    }
}

const LAMP: &str = "PointLight { location 0 0 5 attenuation 1 0 0.1 }\n";

fn one_sensor() -> impl Fn(usize, usize) -> String {
    |blocks, steps| {
        format!(
            "{LAMP}Robot {{ name \"timer\" supervisor TRUE controller \"metronome\" controllerArgs [ \"{blocks}\" \"{steps}\" ] children [ LightSensor {{ rotation 0 1 0 -1.5708 }} ] }}\n"
        )
    }
}

/// A square of robots, each with eyes all around and a body that hides the lamp from others.
fn hundred_robots() -> impl Fn(usize, usize) -> String {
    |blocks, steps| {
        let mut text = LAMP.to_owned();
        for number in 0..100 {
            let (x, y) = (
                f64::from(number % 10) * 0.5 - 2.5,
                f64::from(number / 10) * 0.5 - 2.5,
            );
            let eyes: String = (0..8)
                .map(|eye| {
                    let angle = f64::from(eye) * std::f64::consts::FRAC_PI_4;
                    format!(
                        "LightSensor {{ translation {:.4} {:.4} 0.05 rotation 0 0 1 {angle:.6} name \"eye{eye}\" occlusion TRUE }}\n",
                        0.04 * angle.cos(),
                        0.04 * angle.sin()
                    )
                })
                .collect();
            let role = match number {
                0 => format!("supervisor TRUE controllerArgs [ \"{blocks}\" \"{steps}\" ]"),
                _ => String::new(),
            };
            text.push_str(&format!(
                "Robot {{ translation {x} {y} 0.05 name \"r{number}\" controller \"metronome\" {role} children [\n{eyes}] boundingObject Cylinder {{ height 0.1 radius 0.035 }} }}\n"
            ));
        }
        text
    }
}
