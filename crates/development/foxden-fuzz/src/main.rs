//! Runs inputs of fuzz targets again, and writes dictionaries and first inputs.
#![forbid(unsafe_code)]

use foxden_fuzz::{TARGETS, Target, seeds, target};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
use std::{fs, io};

const HELP: &str = "\
foxden-fuzz COMMAND

  list                    the targets: name, longest input, what holds
  replay TARGET FILE...   run inputs again; a folder means all its files
  dictionary TARGET       print the words that mutations insert
  seeds TARGET FOLDER     write first inputs
  time TARGET FILE...     how long each input takes, the slowest first";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["list"] => {
            list();
            Ok(())
        }
        ["replay", name, paths @ ..] => find(name).and_then(|target| replay(target, paths)),
        ["time", name, paths @ ..] => find(name).and_then(|target| time(target, paths)),
        ["dictionary", name] => find(name).map(|target| print!("{}", target.words.text())),
        ["seeds", name, folder] => {
            find(name).and_then(|target| write_seeds(target, Path::new(folder)))
        }
        _ => Err(HELP.to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}

fn find(name: &str) -> Result<&'static Target, String> {
    target(name).ok_or_else(|| {
        let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
        format!(
            "there is no target '{name}'; there are: {}",
            names.join(", ")
        )
    })
}

fn list() {
    for target in TARGETS {
        println!("{} {} {}", target.name, target.longest, target.holds);
    }
}

/// The files that paths mean.
fn inputs(paths: &[&str]) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    for path in paths {
        let path = Path::new(path);
        let failed = |error: io::Error| format!("{}: {error}", path.display());
        if path.is_dir() {
            for entry in fs::read_dir(path).map_err(failed)? {
                found.push(entry.map_err(failed)?.path());
            }
        } else {
            found.push(path.to_owned());
        }
    }
    found.sort();
    Ok(found)
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn replay(target: &Target, paths: &[&str]) -> Result<(), String> {
    let inputs = inputs(paths)?;
    for path in &inputs {
        let bytes = read(path)?;
        eprintln!("{}: {} bytes", path.display(), bytes.len());
        (target.run)(&bytes);
    }
    println!("{}: {} inputs, nothing found", target.name, inputs.len());
    Ok(())
}

fn time(target: &Target, paths: &[&str]) -> Result<(), String> {
    let mut times = Vec::new();
    for path in inputs(paths)? {
        let bytes = read(&path)?;
        (target.run)(&bytes);
        let started = Instant::now();
        (target.run)(&bytes);
        times.push((started.elapsed(), bytes.len(), path));
    }
    times.sort();
    for (time, length, path) in times.iter().rev().take(20) {
        println!("{time:?} {length} bytes {}", path.display());
    }
    Ok(())
}

fn write_seeds(target: &Target, folder: &Path) -> Result<(), String> {
    let failed = |error: io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(folder).map_err(failed)?;
    for (number, seed) in seeds::seeds(target).iter().enumerate() {
        fs::write(folder.join(format!("seed-{number:03}")), seed).map_err(failed)?;
    }
    Ok(())
}
