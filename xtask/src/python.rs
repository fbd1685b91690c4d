//! The Python package `foxden`: assembles it from the compiled part and the Python files,
//! and runs its tests.

use crate::environment;
use crate::library::{Build, copy_file, copy_folder};
use crate::process::{Done, built, cargo, root, run};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// The crate's folder.
pub(crate) const CRATE: &str = "crates/products/foxden-python";

/// The file name of the compiled module.
pub(crate) const MODULE: &str = "_foxden.abi3.so";

/// Builds the package and returns the folder that Python finds it in.
fn package(build: Build) -> Result<PathBuf, String> {
    let (arguments, profile, folder): (&[&str], _, _) = match build {
        // The features of the whole workspace, as the tests have them, so that nothing is
        // built twice.
        Build::Tests => (&["--workspace", "--lib"], "debug", "target/python"),
        Build::Users => (
            // the profile of the wheel that people install
            &["--profile", "dist", "--package", "foxden-python"],
            "dist",
            "target/python-release",
        ),
    };
    run(cargo().arg("build").args(arguments))?;
    let folder = root().join(folder);
    // The copy must not contain files that the package no longer has.
    let _ = fs::remove_dir_all(&folder);
    let package = folder.join("foxden");
    copy_folder(&root().join(CRATE).join("python/foxden"), &package)?;
    let library = built(profile, "lib_foxden").with_extension("so");
    copy_file(&library, &package.join(MODULE))?;
    Ok(folder)
}

/// `cargo xtask python`: the tests of the package, the examples in its documentation and
/// its types. Arguments go to pytest.
pub(crate) fn test(arguments: &[String]) -> Done {
    environment::prepare()?;
    let folder = package(Build::Tests)?;
    let python = environment::venv().join("bin/python");
    let settings = root().join(CRATE).join("pyproject.toml");
    let tool = |name: &str| {
        let mut command = Command::new(&python);
        command
            .args(["-m", name])
            .current_dir(root())
            .env("PYTHONPATH", &folder)
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .env("FOXDEN_ROOT", root());
        command
    };
    run(tool("pytest")
        .args(["-q", "-p", "no:cacheprovider", "--doctest-modules", "-c"])
        .arg(&settings)
        .arg(format!("--rootdir={}", root().display()))
        .arg(root().join(CRATE).join("tests"))
        .arg(folder.join("foxden"))
        .args(arguments))?;
    run(tool("mypy")
        .args(["--no-error-summary", "--config-file"])
        .arg(&settings)
        .arg("--cache-dir")
        .arg(root().join("target/mypy"))
        .arg(folder.join("foxden")))
}

/// The name of the benchmark.
pub(crate) const BENCH: &str = "python";

/// `cargo xtask bench python`: environment steps per CPU second, beside peers from PyPI.
pub(crate) fn bench() -> Done {
    environment::prepare()?;
    let folder = package(Build::Users)?;
    let peers = environment::python_peers();
    run(Command::new(environment::venv().join("bin/python"))
        .arg(root().join(CRATE).join("bench/bench.py"))
        .arg(peers)
        .current_dir(root())
        .env("PYTHONPATH", &folder))
}

/// `cargo xtask soak python`: random use of the package, with memory flat.
pub(crate) fn soak(minutes: &str) -> Done {
    environment::prepare()?;
    let folder = package(Build::Users)?;
    run(Command::new(environment::venv().join("bin/python"))
        .arg(root().join(CRATE).join("tests/soak.py"))
        .args(["--minutes", minutes])
        .current_dir(root())
        .env("PYTHONPATH", &folder))
}
