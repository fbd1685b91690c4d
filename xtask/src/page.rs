//! Reynard's page: its packages, checks and build, and its tests in a browser.

use crate::environment;
use crate::genuine;
use crate::process::{self, Done, binary, root, run};
use crate::tools;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds the page into `web/dist`, where the build of the server finds it,
/// after checking its types and running its unit tests.
pub(crate) fn prepare() -> Done {
    install()?;
    run(npm().args(["run", "--silent", "check"]))?;
    run(npm().args(["run", "--silent", "test"]))?;
    run(npm().args(["run", "--silent", "build"]))
}

/// Builds the page without running its tests.
pub(crate) fn build() -> Done {
    install()?;
    run(npm().args(["run", "--silent", "build"]))
}

/// Opens the page of the real server in a real browser.
pub(crate) fn browse() -> Done {
    let chromium = tools::chromium().ok_or("the page's tests need a browser")?;
    process::build(&["foxden", "raconteur"])?;
    run(npm()
        .args(["run", "--silent", "test:browser"])
        .env("FOXDEN_BINARY", binary("foxden"))
        .env("FOXDEN_CHROMIUM", chromium)
        .env("FOXDEN_GENUINE_HOME", genuine::home()?)
        .env("FOXDEN_VENV", environment::venv()))
}

/// Where the server's part of the viewer's benchmark leaves its table.
pub(crate) fn bench_table() -> PathBuf {
    process::built("release", "bench-viewer.md")
}

/// Measures the viewer's page in a browser, beside other viewers.
pub(crate) fn bench(foxden: &Path) -> Done {
    let chromium = tools::chromium().ok_or("the viewer's benchmark needs a browser")?;
    let mut command = Command::new("node");
    command
        .current_dir(folder())
        .arg("bench/viewer.mjs")
        .arg("--binary")
        .arg(foxden)
        .arg("--table")
        .arg(bench_table())
        .env("FOXDEN_CHROMIUM", chromium);
    if let Some(python) = environment::viewers() {
        command.arg("--python").arg(python);
    } else {
        eprintln!("xtask: the packages of viser, rerun and MeshCat cannot be had");
    }
    run(&mut command)
}

/// `npm ci`, unless the packages are those of the lock file already.
fn install() -> Done {
    let lock = folder().join("package-lock.json");
    let wanted = std::fs::read_to_string(&lock)
        .map_err(|error| format!("cannot read {}: {error}", lock.display()))?;
    let stamp = folder().join("node_modules/installed-lock.json");
    if std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    run(npm().args(["ci", "--no-audit", "--no-fund"]))
        .map_err(|reason| format!("{reason}; the page needs Node 20.19 or newer with npm"))?;
    std::fs::write(&stamp, wanted)
        .map_err(|error| format!("cannot write {}: {error}", stamp.display()))
}

fn folder() -> PathBuf {
    root().join("web")
}

fn npm() -> Command {
    let mut command = Command::new("npm");
    command.current_dir(folder());
    command
}
