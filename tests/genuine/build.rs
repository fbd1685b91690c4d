//! Builds the genuine controller library from the sources in the crate
//! `webots-bindings`, with the C compiler alone.
//!
//! That crate's own build script also needs rsync, make and a libclang with its
//! headers, and many machines have a libclang without them. So cargo downloads
//! the crate but never compiles it: `Cargo.toml` names it for no platform.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, thread};

/// The crate with the sources.
const SOURCES: &str = "webots-bindings";

/// The parts of an installation that controllers are built with, and the
/// library's own sources.
const PARTS: [&str; 6] = [
    "include/controller",
    "include/plugins",
    "lib/controller",
    "resources",
    "src/controller",
    "src/stb",
];

/// The library tells the simulator its release, and warns of another.
const RELEASE: &str = "R2023b";

fn main() -> Result<(), String> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=Cargo.lock");
    println!("cargo::rerun-if-env-changed=CC");
    let home = PathBuf::from(variable("OUT_DIR")?).join("webots");
    let _ = fs::remove_dir_all(&home);
    let sources = sources()?.join("webots");
    for part in PARTS {
        copy_folder(&sources.join(part), &home.join(part))?;
    }
    compile(&home)?;
    println!("cargo::rustc-env=GENUINE_HOME={}", home.display());
    Ok(())
}

fn variable(name: &str) -> Result<String, String> {
    env::var(name).map_err(|error| format!("{name}: {error}"))
}

/// Where cargo keeps the crate with the sources; it downloads it if need be.
fn sources() -> Result<PathBuf, String> {
    let manifest = Path::new(&variable("CARGO_MANIFEST_DIR")?).join("Cargo.toml");
    let output = Command::new(variable("CARGO")?)
        .args(["metadata", "--format-version=1", "--locked"])
        .arg("--manifest-path")
        .arg(manifest)
        .output()
        .map_err(|error| format!("cannot run cargo metadata: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    String::from_utf8_lossy(&output.stdout)
        .split("\"manifest_path\":\"")
        .skip(1)
        .filter_map(|rest| Path::new(rest.split('"').next()?).parent())
        .find(|folder| {
            let name = folder.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with(SOURCES)
        })
        .map(Path::to_owned)
        .ok_or_else(|| format!("cargo metadata does not name {SOURCES}"))
}

/// Compiles `libController.so` with the options of the genuine makefile.
fn compile(home: &Path) -> Result<(), String> {
    let folder = home.join("src/controller/c");
    let objects = home.join("objects");
    make_folder(&objects)?;
    make_folder(&home.join("lib/controller"))?;
    let sources = c_files(&folder)?;
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let share = sources.len().div_ceil(workers).max(1);
    thread::scope(|scope| {
        let running: Vec<_> = sources
            .chunks(share)
            .map(|files| {
                let objects = &objects;
                scope.spawn(move || {
                    let mut compiler = compiler();
                    compiler
                        .args(["-c", "-fPIC", "-w", "-O3", "-DNDEBUG"])
                        .arg(format!("-DLIBCONTROLLER_VERSION=\"{RELEASE}\""))
                        .arg("-I")
                        .arg(home.join("include/controller/c"))
                        .arg("-I")
                        .arg(home.join("include"))
                        .arg("-isystem")
                        .arg(home.join("src/stb"))
                        .args(files)
                        .current_dir(objects);
                    run(&mut compiler)
                })
            })
            .collect();
        running.into_iter().try_for_each(|worker| {
            worker
                .join()
                .unwrap_or_else(|_| Err("a worker panicked".to_owned()))
        })
    })?;
    let mut linker = compiler();
    linker
        .args(["-shared", "-s", "-Wl,-soname,libController.so", "-o"])
        .arg(home.join("lib/controller/libController.so"))
        .args(
            sources
                .iter()
                .filter_map(|file| file.file_name())
                .map(|name| objects.join(name).with_extension("o")),
        )
        .args(["-lm", "-lpthread", "-ldl", "-lrt"]);
    run(&mut linker)?;
    fs::remove_dir_all(&objects).map_err(|error| format!("{}: {error}", objects.display()))
}

fn compiler() -> Command {
    Command::new(env::var_os("CC").unwrap_or_else(|| "cc".into()))
}

fn run(command: &mut Command) -> Result<(), String> {
    let status = command
        .status()
        .map_err(|error| format!("no C compiler: {error}"))?;
    match status.success() {
        true => Ok(()),
        false => Err(format!("the C compiler ended with {status}")),
    }
}

fn c_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files: Vec<PathBuf> = entries(folder)?
        .into_iter()
        .filter(|path| path.extension().is_some_and(|end| end == "c"))
        .collect();
    files.sort();
    Ok(files)
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    fs::read_dir(folder)
        .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect())
        .map_err(|error| format!("{}: {error}", folder.display()))
}

fn make_folder(folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

fn copy_folder(from: &Path, to: &Path) -> Result<(), String> {
    make_folder(to)?;
    for path in entries(from)? {
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy_folder(&path, &target)?;
        } else {
            fs::copy(&path, &target).map_err(|error| format!("{}: {error}", path.display()))?;
        }
    }
    Ok(())
}
