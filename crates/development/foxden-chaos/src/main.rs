//! `foxden-chaos --seed N [--minutes M]`: runs episodes with consecutive seeds; and kills
//! and soaks real processes.
#![forbid(unsafe_code)]

use foxden_chaos::kills::{self, Programs};
use foxden_chaos::{EpisodeOptions, run, soak};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

const HELP: &str = "\
foxden-chaos [OPTIONS]

  --seed N       the first seed (1)
  --minutes M    run seeds one after the other for this time; without it, one seed
  --turns N      turns of an episode (4000)
  --transcript   print everything that clients saw

foxden-chaos kills --foxden PROGRAM [--times N] [--seed N]
                 kill programs while they write, and look at their files
foxden-chaos soak --foxden PROGRAM [--minutes M] [--seed N] [--only KIND]
                 use real processes for a long time, and watch what they hold";

/// `kills` and `soak`.
fn with_processes(words: &[String]) -> Result<String, String> {
    let value = |name: &str| {
        let at = words.iter().position(|word| word == name)?;
        words.get(at + 1)
    };
    let number = |name: &str, usual: f64| match value(name) {
        Some(text) => text.parse().map_err(|_| format!("{name} needs a number")),
        None => Ok(usual),
    };
    let seed = number("--seed", 1.0)? as u64;
    let foxden = PathBuf::from(value("--foxden").ok_or(HELP)?);
    let foxden = std::path::absolute(foxden).map_err(|error| error.to_string())?;
    match words[0].as_str() {
        "kills" => {
            let programs = Programs {
                foxden,
                own: std::env::current_exe().map_err(|error| error.to_string())?,
                address: kills::serve_file().map_err(|error| error.to_string())?,
            };
            let times = number("--times", 200.0)? as usize;
            kills::run(&programs, times, seed).map_err(|reason| {
                format!("{reason}\nagain: cargo xtask kills --times {times} --seed {seed}")
            })
        }
        _ => {
            let only = value("--only").map(String::as_str);
            let minutes = number("--minutes", 20.0)?;
            soak::run(&foxden, minutes, seed, only).map_err(|reason| {
                let only = only.map_or_else(String::new, |kind| format!(" --only {kind}"));
                format!(
                    "{reason}\nagain: cargo xtask soak all --minutes {minutes} --seed {seed}{only}"
                )
            })
        }
    }
}

fn ended(result: Result<String, String>) -> ExitCode {
    match result {
        Ok(text) => {
            println!("{text}");
            ExitCode::SUCCESS
        }
        Err(reason) => {
            eprintln!("foxden-chaos: {reason}");
            ExitCode::FAILURE
        }
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        Some("kills" | "soak") => return ended(with_processes(&arguments)),
        Some("download") if arguments.len() == 3 => {
            let folder = PathBuf::from(&arguments[2]);
            return ended(kills::download(&arguments[1], &folder).map(|()| String::new()));
        }
        _ => {}
    }
    let mut options = EpisodeOptions {
        seed: 1,
        turns: 4_000,
        has_text: false,
    };
    let mut minutes = None;
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|text| text.parse::<f64>().ok());
        let is_read = match word.as_str() {
            "--seed" => number().map(|seed| options.seed = seed as u64).is_some(),
            "--turns" => number().map(|turns| options.turns = turns as u64).is_some(),
            "--minutes" => {
                minutes = number();
                minutes.is_some()
            }
            "--transcript" => {
                options.has_text = true;
                true
            }
            _ => false,
        };
        if !is_read {
            eprintln!("{HELP}");
            return ExitCode::from(2);
        }
    }
    let started = Instant::now();
    let time = Duration::from_secs_f64(60.0 * minutes.unwrap_or(0.0));
    let (mut episodes, mut simulated, mut steps, mut replies, mut damaged) = (0, 0.0, 0, 0, 0);
    let mut descriptors = None;
    loop {
        let mut report = run(options);
        let held = std::fs::read_dir("/proc/self/fd").map_or(0, Iterator::count);
        // what the first episode holds on to is held once
        if held > *descriptors.get_or_insert(held) {
            let reason = || format!("{held} descriptors are open after the episode");
            report.violation.get_or_insert_with(reason);
        }
        if let Some(text) = &report.text {
            print!("{text}");
        }
        episodes += 1;
        simulated += report.simulated;
        steps += report.steps;
        replies += report.replies;
        damaged += report.damaged;
        if let Some(violation) = report.violation {
            println!("seed {}: {violation}", options.seed);
            println!(
                "again: cargo xtask chaos --seed {} --turns {}",
                options.seed, options.turns
            );
            return ExitCode::FAILURE;
        }
        println!(
            "seed {}: {} steps, {} replies, transcript {:016x}",
            options.seed, report.steps, report.replies, report.transcript
        );
        options.seed += 1;
        if started.elapsed() >= time {
            break;
        }
    }
    println!(
        "{episodes} episodes, {:.1} simulated minutes, {steps} steps, {replies} replies, {damaged} connections damaged, {:.0} s",
        simulated / 60.0,
        started.elapsed().as_secs_f64()
    );
    ExitCode::SUCCESS
}
