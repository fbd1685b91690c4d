//! The Python package `foxden`: assembles it from the compiled part and the Python files,
//! and runs its tests.

use crate::environment;
use crate::library::{copy_file, copy_folder};
use crate::process::{Done, built, cargo, root, run};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// The crate's folder.
const CRATE: &str = "crates/products/foxden-python";

/// Builds the package and returns the folder that Python finds it in.
fn package() -> Result<PathBuf, String> {
    // The features of the whole workspace, as the tests have them, so that nothing is
    // built twice.
    run(cargo().args(["build", "--workspace", "--lib"]))?;
    let folder = root().join("target/python");
    // The copy must not contain files that the package no longer has.
    let _ = fs::remove_dir_all(&folder);
    let package = folder.join("foxden");
    copy_folder(&root().join(CRATE).join("python/foxden"), &package)?;
    let library = built("debug", "lib_foxden").with_extension("so");
    copy_file(&library, &package.join("_foxden.abi3.so"))?;
    Ok(folder)
}

/// `cargo xtask python`: the tests of the package, the examples in its documentation and
/// its types. Arguments go to pytest.
pub(crate) fn test(arguments: &[String]) -> Done {
    environment::prepare()?;
    let folder = package()?;
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
