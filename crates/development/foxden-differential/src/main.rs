//! Runs random worlds and prints what fails, reduced: see `cargo xtask differential`.

use foxden_differential::{Area, Check, StagedWorld, Verdict, generate, library, reduce};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "usage: foxden-differential [--area A,B] [--seed N] [--worlds N] [--out DIR]
       foxden-differential --world FILE [--check A,B] [--print tables]
       foxden-differential [--area A,B] [--seed N] [--worlds N] --webots HOME --foxden FILE";

/// What is to be run.
#[derive(Default)]
struct DifferentialArguments {
    areas: Vec<Area>,
    checks: Vec<Check>,
    seed: u64,
    worlds: Option<u64>,
    world: Option<PathBuf>,
    prints_tables: bool,
    out: Option<PathBuf>,
    home: Option<PathBuf>,
    foxden: Option<PathBuf>,
}

impl DifferentialArguments {
    fn read(mut arguments: impl Iterator<Item = String>) -> Option<Self> {
        let mut orders = Self::default();
        while let Some(key) = arguments.next() {
            let value = arguments.next()?;
            match key.as_str() {
                "--area" => {
                    orders.areas = value.split(',').map(Area::by_name).collect::<Option<_>>()?;
                }
                "--check" => {
                    orders.checks = value
                        .split(',')
                        .map(Check::by_name)
                        .collect::<Option<_>>()?;
                }
                "--seed" => orders.seed = value.parse().ok()?,
                "--worlds" => orders.worlds = Some(value.parse().ok()?),
                "--world" => orders.world = Some(value.into()),
                "--print" if value == "tables" => orders.prints_tables = true,
                "--out" => orders.out = Some(value.into()),
                "--webots" => orders.home = Some(value.into()),
                "--foxden" => orders.foxden = Some(value.into()),
                _ => return None,
            }
        }
        if orders.areas.is_empty() {
            orders.areas = Area::ALL.to_vec();
        }
        Some(orders)
    }

    /// The worlds by number: area and seed.
    fn choices(&self, usual: u64) -> impl Iterator<Item = (Area, u64)> + '_ {
        let count = self.areas.len() as u64;
        (0..self.worlds.unwrap_or(usual)).map(move |number| {
            let area = self.areas[(number % count) as usize];
            (area, self.seed + number / count)
        })
    }
}

fn main() -> ExitCode {
    let Some(orders) = DifferentialArguments::read(std::env::args().skip(1)) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let failures = match (&orders.world, &orders.home, &orders.foxden) {
        (Some(world), ..) => run_file(world, &orders),
        (None, Some(home), Some(foxden)) => run_library(&orders, home, foxden),
        (None, ..) => run_worlds(&orders),
    };
    match failures {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(reason) => {
            eprintln!("foxden-differential: {reason}");
            ExitCode::from(2)
        }
    }
}

/// Runs one file by all checks that are wanted.
fn run_file(path: &Path, orders: &DifferentialArguments) -> Result<usize, String> {
    let text = |error: std::io::Error| format!("{}: {error}", path.display());
    let mut sample = StagedWorld::new(std::fs::read_to_string(path).map_err(text)?);
    // PROTO files of a failing world are written beside it
    let folder = path.parent().unwrap_or(Path::new("."));
    for entry in std::fs::read_dir(folder)
        .map_err(text)?
        .filter_map(Result::ok)
    {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(".proto") {
            let proto = std::fs::read_to_string(entry.path()).map_err(text)?;
            sample.protos.push((name, proto));
        }
    }
    if orders.prints_tables {
        for table in sample.tables()? {
            print!("{table}");
        }
    }
    let mut failures = 0;
    let checks = match &orders.checks[..] {
        [] => &Check::ALL[..],
        wanted => wanted,
    };
    for check in checks {
        let verdict = check.run(&sample);
        println!("{}: {verdict:?}", check.name());
        failures += usize::from(verdict != Verdict::Holds);
    }
    Ok(failures)
}

/// Runs random worlds, and reduces those that fail.
fn run_worlds(orders: &DifferentialArguments) -> Result<usize, String> {
    let mut counts: BTreeMap<(Area, Check), [usize; 2]> = BTreeMap::new();
    let (mut worlds, mut failures) = (0, 0);
    for (area, seed) in orders.choices(320) {
        let sample = generate(area, seed);
        worlds += 1;
        let wanted = |check: &&Check| orders.checks.is_empty() || orders.checks.contains(check);
        for check in area.checks().iter().filter(wanted) {
            let count = counts.entry((area, *check)).or_default();
            count[0] += 1;
            let found = match check.run(&sample) {
                Verdict::Holds => continue,
                Verdict::Fails(found) => found,
                Verdict::Unusable(reason) => format!("cannot be run: {reason}"),
            };
            count[1] += 1;
            failures += 1;
            println!("{} {seed}: {}: {found}", area.name(), check.name());
            let again = replay_command(area, seed);
            println!("again: {again} --check {}", check.name());
            // many failures of a kind have one cause; a few of them are made small
            if count[1] <= 3 {
                report(orders, area, seed, *check, &sample)?;
            }
        }
    }
    println!(
        "{:12} {:10} {:>6} {:>6}",
        "area", "check", "worlds", "failed"
    );
    for ((area, check), [run, failed]) in &counts {
        println!("{:12} {:10} {run:6} {failed:6}", area.name(), check.name());
    }
    println!("{worlds} worlds, {failures} failures");
    Ok(failures)
}

/// The command that makes a world again and runs it.
fn replay_command(area: Area, seed: u64) -> String {
    let area = area.name();
    format!("cargo xtask differential --area {area} --seed {seed} --worlds 1")
}

/// Writes the smallest failing world, and says how to run it again.
fn report(
    orders: &DifferentialArguments,
    area: Area,
    seed: u64,
    check: Check,
    sample: &StagedWorld,
) -> Result<(), String> {
    let small = reduce(sample, check);
    println!("{}", small.world);
    let Some(out) = &orders.out else {
        return Ok(());
    };
    let text = |error: std::io::Error| format!("{}: {error}", out.display());
    let folder = out.join(format!("{}-{seed}-{}", area.name(), check.name()));
    std::fs::create_dir_all(&folder).map_err(text)?;
    let file = folder.join("world.wbt");
    std::fs::write(&file, &small.world).map_err(text)?;
    std::fs::write(folder.join("whole.wbt"), &sample.world).map_err(text)?;
    for (name, proto) in &small.protos {
        std::fs::write(folder.join(name), proto).map_err(text)?;
    }
    let (file, check) = (file.display(), check.name());
    println!("made small: cargo xtask differential --world {file} --check {check}");
    Ok(())
}

/// Runs random worlds with a controller library and in process.
fn run_library(
    orders: &DifferentialArguments,
    home: &Path,
    foxden: &Path,
) -> Result<usize, String> {
    let choices: Vec<(Area, u64)> = orders.choices(32).collect();
    let samples: Vec<StagedWorld> = choices
        .iter()
        .map(|(area, seed)| generate(*area, *seed))
        .collect();
    let failures = library::compare(&samples, home, foxden).map_err(|error| error.to_string())?;
    for (at, difference) in &failures {
        let (area, seed) = choices[*at];
        println!("{} {seed}: {difference}", area.name());
        println!("again: {} --via own", replay_command(area, seed));
    }
    println!("{} worlds, {} failures", samples.len(), failures.len());
    Ok(failures.len())
}
