//! The genuine Webots controller library, built in `tests/genuine`.

use crate::packages::{found, install};
use crate::process::{Done, cargo, root, run};
use std::path::{Path, PathBuf};
use std::process::Stdio;

/// What building the library takes: how to see that it is there, and Debian's package.
const NEEDS: [(Need, &str); 4] = [
    (Need::Command("rsync"), "rsync"),
    (Need::Command("make"), "make"),
    (Need::Command("g++"), "g++"),
    (Need::LibClang, "libclang-dev"),
];

/// What tests in other languages take besides.
const TEST_NEEDS: [(Need, &str); 2] = [
    (Need::Command("swig"), "swig"),
    (Need::Command("javac"), "default-jdk-headless"),
];

enum Need {
    Command(&'static str),
    LibClang,
}

impl Need {
    fn is_there(&self) -> bool {
        match self {
            Self::Command(name) => found(name).is_some(),
            Self::LibClang => has_libclang(),
        }
    }
}

/// Where Debian, Fedora and the variable that bindgen reads put it.
fn has_libclang() -> bool {
    if std::env::var_os("LIBCLANG_PATH").is_some() {
        return true;
    }
    let names = |folder: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).into_iter().flatten();
        entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .collect()
    };
    let has_its_name = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default();
        is_libclang(&name.to_string_lossy())
    };
    let llvm = names(Path::new("/usr/lib"))
        .into_iter()
        .map(|folder| folder.join("lib"));
    [
        "/usr/lib",
        "/usr/lib64",
        "/usr/lib/x86_64-linux-gnu",
        "/usr/lib/aarch64-linux-gnu",
    ]
    .iter()
    .map(PathBuf::from)
    .chain(llvm)
    .any(|folder| names(&folder).iter().any(has_its_name))
}

/// Whether a file is the library with the C interface; the one for C++ is not.
fn is_libclang(file_name: &str) -> bool {
    let of_version = |rest: &str| rest.starts_with(|first: char| first.is_ascii_digit());
    file_name.starts_with("libclang.so")
        || file_name.strip_prefix("libclang-").is_some_and(of_version)
}

/// Installs what is missing, if it may; else says so in a line.
fn prepare(needs: &[(Need, &str)], reason: &str) -> Done {
    let missing: Vec<&str> = needs
        .iter()
        .filter(|(need, _)| !need.is_there())
        .map(|(_, package)| *package)
        .collect();
    install(&missing, reason)
}

pub(crate) fn manifest() -> PathBuf {
    root().join("tests/genuine/Cargo.toml")
}

/// Builds the library and says where it is: a folder for `WEBOTS_HOME`.
pub(crate) fn home() -> Result<PathBuf, String> {
    prepare(&NEEDS, "the genuine controller library is built with them")?;
    eprintln!("xtask: the genuine controller library is built if need be");
    let output = cargo()
        .args([
            "run",
            "--quiet",
            "--locked",
            "--bin",
            "webots-home",
            "--manifest-path",
        ])
        .arg(manifest())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    let path = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    if output.status.success() && !path.is_empty() {
        Ok(path.into())
    } else {
        Err("the genuine controller library could not be built".to_owned())
    }
}

/// Runs the tests with the genuine library.
pub(crate) fn test() -> Done {
    prepare(&TEST_NEEDS, "tests of controllers in Java need them")?;
    home()?;
    let with = |arguments: &[&str]| {
        let mut command = cargo();
        command.args(&arguments[..1]).arg("--manifest-path");
        command.arg(manifest()).args(&arguments[1..]);
        run(&mut command)
    };
    with(&["fmt", "--check"])?;
    with(&[
        "clippy",
        "--locked",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ])?;
    with(&["test", "--locked"])
}

#[cfg(test)]
mod tests {
    use super::is_libclang;

    #[test]
    fn only_the_library_for_c_counts() {
        let right = ["libclang.so", "libclang.so.1", "libclang-14.so.14.0.6"];
        assert!(right.into_iter().all(is_libclang));
        let other = ["libclang-cpp.so.14", "libclang_rt.so", "libclang"];
        assert!(!other.into_iter().any(is_libclang));
    }
}
