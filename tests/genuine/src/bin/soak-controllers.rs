//! Fifty controllers that come and go for a long time, while memory,
//! descriptors, threads and processes of the simulator are watched.
//!
//! `soak-controllers --foxden PROGRAM --minutes N`

use foxden_genuine::workshop::Workshop;
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

const SPAWNED: usize = 40;
const EXTERN: usize = 10;
const LOOK_EVERY: Duration = Duration::from_secs(5);

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["--foxden", foxden, "--minutes", minutes] => match minutes.parse() {
            Ok(minutes) => soak(Path::new(foxden), minutes),
            Err(_) => Err(format!("{minutes} is no number of minutes")),
        },
        _ => Err("usage: soak-controllers --foxden PROGRAM --minutes N".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("soak-controllers: {reason}");
            ExitCode::FAILURE
        }
    }
}

/// What the simulator holds.
#[derive(Clone, Copy, Debug)]
struct Look {
    kilobytes: u64,
    descriptors: usize,
    threads: u64,
    children: usize,
}

fn look(process: u32) -> Option<Look> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let number = |key: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(key))?;
        line.split_whitespace().next()?.parse().ok()
    };
    let children = format!("/proc/{process}/task/{process}/children");
    Some(Look {
        kilobytes: number("VmRSS:")?,
        descriptors: std::fs::read_dir(format!("/proc/{process}/fd"))
            .ok()?
            .count(),
        threads: number("Threads:")?,
        children: std::fs::read_to_string(children)
            .unwrap_or_default()
            .split_whitespace()
            .count(),
    })
}

/// Ends a process with the value.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn soak(foxden: &Path, minutes: f64) -> Result<(), String> {
    let text = |error: std::io::Error| error.to_string();
    let workshop = Workshop::open()?;
    let mayfly = workshop.controller("mayfly")?;
    workshop.controller("midwife")?;
    let world = workshop.world(&world())?;
    let port = free_port()?.to_string();
    let output = std::fs::File::create(workshop.folder().join("printed.txt")).map_err(text)?;
    let errors = output.try_clone().map_err(text)?;
    let simulator = workshop
        .foxden(foxden)?
        .args(["run", "--offline", "--port", &port])
        .arg(world)
        .stdin(Stdio::null())
        .stdout(output)
        .stderr(errors)
        .spawn()
        .map_err(text)?;
    let mut simulator = Running(simulator);
    let start = Instant::now();
    let end = start + Duration::from_secs_f64(60.0 * minutes);
    let mut controllers: Vec<Option<Running>> = (0..EXTERN).map(|_| None).collect();
    let (mut looks, mut visits, mut chance) = (Vec::new(), 0_u64, 1_u64);
    let mut next_look = start + LOOK_EVERY;
    while Instant::now() < end {
        if let Some(status) = simulator.0.try_wait().map_err(text)? {
            return Err(format!("foxden ended: {status}"));
        }
        for (number, controller) in controllers.iter_mut().enumerate() {
            chance = chance
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let is_gone = match controller {
                // some are killed in the middle
                Some(Running(child)) if chance >> 60 > 0 => {
                    child.try_wait().map_err(text)?.is_some()
                }
                Some(_) => true,
                None => true,
            };
            if is_gone {
                *controller = Some(visit(&mayfly, &port, number)?);
                visits += 1;
            }
        }
        if Instant::now() >= next_look {
            next_look += LOOK_EVERY;
            let look = look(simulator.0.id()).ok_or("foxden is gone")?;
            looks.push(look);
            if looks.len() % 12 == 0 {
                println!("{:5.1} min  {look:?}", start.elapsed().as_secs_f64() / 60.0);
            }
        }
        std::thread::sleep(Duration::from_millis(200));
    }
    drop(controllers);
    let interrupt = Command::new("kill")
        .args(["-s", "INT", &simulator.0.id().to_string()])
        .status()
        .map_err(text)?;
    let status = simulator.0.wait().map_err(text)?;
    if !interrupt.success() || !status.success() {
        return Err(format!("foxden did not end well: {status}"));
    }
    let left = std::fs::read_dir(workshop.folder().join("tmp"))
        .map_err(text)?
        .count();
    let printed = std::fs::read_to_string(workshop.folder().join("printed.txt")).map_err(text)?;
    report(&looks, visits, &printed, left)
}

fn visit(mayfly: &Path, port: &str, number: usize) -> Result<Running, String> {
    let library = foxden_genuine::home()?.join("lib/controller");
    Command::new(mayfly)
        .arg(number.to_string())
        .env("LD_LIBRARY_PATH", library)
        .env(
            "WEBOTS_CONTROLLER_URL",
            format!("tcp://127.0.0.1:{port}/controller{number}"),
        )
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map(Running)
        .map_err(|error| error.to_string())
}

fn free_port() -> Result<u16, String> {
    let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).map_err(|e| e.to_string())?;
    let address = listener.local_addr().map_err(|e| e.to_string())?;
    Ok(address.port())
}

fn world() -> String {
    let eye = "children [ LightSensor { name \"eye\" } ]";
    let mut text = String::from("PointLight { location 0 0 5 }\n");
    for number in 0..SPAWNED {
        text.push_str(&format!(
            "DEF R{number} Robot {{ translation {number} 0 0 name \"r{number}\" controller \"mayfly\" controllerArgs [ \"{number}\" ] {eye} }}\n"
        ));
    }
    for number in 0..EXTERN {
        text.push_str(&format!(
            "Robot {{ translation {number} 1 0 name \"controller{number}\" controller \"<extern>\" synchronization FALSE {eye} }}\n"
        ));
    }
    text.push_str(&format!(
        "Robot {{ name \"midwife\" supervisor TRUE controller \"midwife\" controllerArgs [ \"{SPAWNED}\" ] }}\n"
    ));
    text
}

/// What of a look is compared.
type Measure = fn(&Look) -> u64;

fn report(looks: &[Look], visits: u64, printed: &str, left: usize) -> Result<(), String> {
    let quarter = looks.len() / 4;
    if quarter == 0 {
        return Err("too short to tell".to_owned());
    }
    let most = |looks: &[Look], of: Measure| looks.iter().map(of).max().unwrap_or(0);
    // the first quarter warms up; the second is compared with the last
    let (early, late) = (
        &looks[quarter..2 * quarter],
        &looks[looks.len() - quarter..],
    );
    let births = printed
        .lines()
        .filter_map(|line| {
            line.split_once("[midwife] ")?
                .1
                .split_whitespace()
                .next()?
                .parse()
                .ok()
        })
        .max()
        .unwrap_or(0_u64);
    println!(
        "controllers started again by the supervisor: {births} or more; extern visits: {visits}"
    );
    let mut is_flat = left == 0;
    println!("left in the temporary folder: {left}");
    let measures: [(&str, Measure, u64); 4] = [
        ("kilobytes", |look| look.kilobytes, 3000),
        ("descriptors", |look| look.descriptors as u64, 10),
        ("threads", |look| look.threads, 0),
        ("children", |look| look.children as u64, 4),
    ];
    for (name, of, slack) in measures {
        let (before, after) = (most(early, of), most(late, of));
        println!("{name:12} at most {before} in the second quarter, {after} in the last");
        is_flat &= after <= before + slack + before / 20;
    }
    match is_flat {
        true => Ok(()),
        false => Err("something grows".to_owned()),
    }
}
