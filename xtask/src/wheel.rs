//! The wheel `foxden`: the Python package, and the packages `controller` and `vehicle` with
//! the controller library inside. The command `foxden` runs in the compiled module.
//!
//! maturin builds the wheel that people install. For tests it writes only the description
//! of the wheel: the compiled module is the one that all tests share, because maturin
//! would build every dependency a second time with the features of this package alone.

use crate::environment;
use crate::library::{self, Build, copy_file, copy_folder};
use crate::process::{Done, built, root, run};
use crate::python::{CRATE, MODULE};
use crate::vehicle;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The greatest size of a wheel that people download, in bytes.
const MOST_BYTES: u64 = 12_000_000;

/// `cargo xtask wheel [--release | --try]`: a wheel with the build of the tests, or the one
/// that people install, or a trial of the first.
pub(crate) fn build(arguments: &[String]) -> Done {
    let build = match arguments {
        [] => Build::Tests,
        [option] if option == "--release" => Build::Users,
        [option] if option == "--try" => return test(),
        _ => return Err("`cargo xtask wheel` knows only --release and --try".to_owned()),
    };
    environment::prepare()?;
    let wheel = make(build)?;
    println!("python3 -m pip install {}", wheel.display());
    Ok(())
}

/// Builds the wheel and returns its path.
fn make(build: Build) -> Result<PathBuf, String> {
    let source = root().join("target/wheel-source");
    let wheels = root().join("target/wheels");
    // The copies must not contain files that the sources no longer have.
    for folder in [&source, &wheels] {
        let _ = fs::remove_dir_all(folder);
    }
    stage(build, &source)?;
    match build {
        Build::Tests => pack(&source, &wheels)?,
        Build::Users => run(maturin()
            .args(["build", "--quiet", "--strip", "--profile", "dist"])
            .args(["--compression-level", "9", "--out"])
            .arg(&wheels)
            .current_dir(&source))?,
    }
    let wheel = entry(&wheels, ".whl")?;
    let size = fs::metadata(&wheel).map_or(0, |data| data.len());
    eprintln!("xtask: the wheel has {:.1} MB", size as f64 / 1e6);
    if matches!(build, Build::Users) && size > MOST_BYTES {
        return Err(format!(
            "the wheel has {size} bytes; at most {MOST_BYTES} are allowed"
        ));
    }
    Ok(wheel)
}

fn maturin() -> Command {
    Command::new(environment::venv().join("bin/maturin"))
}

/// Gathers what the wheel contains besides the compiled module.
fn stage(build: Build, source: &Path) -> Done {
    let own = root().join(CRATE);
    let packages = source.join("python");
    copy_folder(&own.join("python"), &packages)?;
    for package in ["controller", "vehicle"] {
        copy_folder(
            &root().join("bindings/python").join(package),
            &packages.join(package),
        )?;
    }
    let libraries = packages.join("controller/lib");
    library::controller(build, &libraries.join("libController.so"))?;
    vehicle::build_c(&libraries)?;
    copy_file(&own.join("README.md"), &source.join("README.md"))?;
    let settings = fs::read_to_string(own.join("pyproject.toml"))
        .map_err(|error| format!("pyproject.toml: {error}"))?;
    // The copy is in another folder than the crate.
    let here = format!(
        "[tool.maturin]\nmanifest-path = {:?}\npython-packages = {:?}\n",
        own.join("Cargo.toml"),
        ["foxden", "controller", "vehicle"]
    );
    let settings = settings.replace("[tool.maturin]\n", &here);
    fs::write(source.join("pyproject.toml"), settings)
        .map_err(|error| format!("cannot write pyproject.toml: {error}"))
}

/// Packs a wheel around the module that the tests use.
fn pack(source: &Path, wheels: &Path) -> Done {
    let content = source.join("wheel");
    copy_folder(&source.join("python"), &content)?;
    let module = built("debug", "lib_foxden").with_extension("so");
    let place = content.join("foxden").join(MODULE);
    copy_file(&module, &place)?;
    run(Command::new("strip").arg("--strip-unneeded").arg(&place))?;
    run(maturin()
        .args(["pep517", "write-dist-info", "--metadata-directory"])
        .arg(&content)
        .current_dir(source))?;
    fs::create_dir_all(wheels).map_err(|error| format!("{}: {error}", wheels.display()))?;
    run(Command::new(environment::venv().join("bin/python"))
        .args(["-m", "wheel", "pack", "--dest-dir"])
        .arg(wheels)
        .arg(&content))
}

/// The entry of a folder whose name ends in a certain way.
fn entry(folder: &Path, end: &str) -> Result<PathBuf, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths = entries.filter_map(Result::ok).map(|entry| entry.path());
    paths
        .find(|path| path.to_string_lossy().ends_with(end))
        .ok_or_else(|| format!("{} has no entry *{end}", folder.display()))
}

/// Installs the wheel into a fresh environment and uses it there as a person would: the
/// README's example, the command, and the package of the controller library.
pub(crate) fn test() -> Done {
    environment::prepare()?;
    let wheel = make(Build::Tests)?;
    let fresh = root().join("target/wheel-venv");
    let _ = fs::remove_dir_all(&fresh);
    run(Command::new("python3").args(["-m", "venv"]).arg(&fresh))?;
    let python = fresh.join("bin/python");
    run(Command::new(&python)
        .args(["-m", "pip", "install", "--quiet", "--no-index"])
        .arg("--disable-pip-version-check")
        .arg(&wheel))?;
    try_deepbots(&fresh)?;
    run(Command::new(&python)
        .arg(root().join(CRATE).join("tests/wheel_use.py"))
        .arg(root().join(CRATE).join("README.md"))
        // the example names a world of the project
        .current_dir(root())
        .env_remove("PYTHONPATH"))
}

/// A program for deepbots learns with the controller package of the wheel. It ends the run
/// with an error if it does not.
fn try_deepbots(venv: &Path) -> Done {
    let project = root().join("tests/deepbots");
    run(Command::new(venv.join("bin/python"))
        .args(["-m", "pip", "install", "--quiet", "--no-deps"])
        .args(["--disable-pip-version-check", "-r"])
        .arg(project.join("requirements.txt")))?;
    // the controller is a Python program: this environment's Python has to be found first
    let own = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(venv.join("bin")).chain(std::env::split_paths(&own));
    let path = std::env::join_paths(folders).map_err(|error| error.to_string())?;
    run(Command::new(venv.join("bin/foxden"))
        .args(["run", "--duration", "30min", "--port", "0"])
        .arg(project.join("worlds/cart_pole.wbt"))
        .env("PATH", path)
        .env_remove("WEBOTS_HOME")
        .env_remove("PYTHONPATH"))
}
