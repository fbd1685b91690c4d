//! Running other programs.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Success, or one line that says what failed.
pub(crate) type Done = Result<(), String>;

/// The workspace's folder.
pub(crate) fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own).to_owned()
}

/// The cargo that runs this.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    // Cargo sets these for xtask; passed on, they make cargo rebuild dependencies.
    for (name, _) in std::env::vars() {
        if name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_") {
            command.env_remove(name);
        }
    }
    // CI builds once, so what a second build would need only costs time and disk.
    if is_ci() && std::env::var_os("CARGO_INCREMENTAL").is_none() {
        command.env("CARGO_INCREMENTAL", "0");
    }
    command
}

/// Whether this runs under CI: the environment variable `CI` is set.
pub(crate) fn is_ci() -> bool {
    std::env::var_os("CI").is_some_and(|value| !value.is_empty() && value != "false")
}

/// Builds programs with the features of the whole workspace, as the tests do, so that no
/// dependency is built twice. Cargo shows its progress.
pub(crate) fn build(programs: &[&str]) -> Done {
    let mut command = cargo();
    command.args(["build", "--workspace"]);
    for program in programs {
        command.args(["--bin", program]);
    }
    run(&mut command)
}

/// Builds `foxden` in the release profile and returns its path.
pub(crate) fn release() -> Result<PathBuf, String> {
    run(cargo().args(["build", "--release", "--package", "foxden"]))?;
    Ok(built("release", "foxden"))
}

/// The path of a program in the debug profile.
pub(crate) fn binary(name: &str) -> PathBuf {
    built("debug", name)
}

/// The path of a program in a profile.
pub(crate) fn built(profile: &str, name: &str) -> PathBuf {
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    target
        .join(profile)
        .join(name)
        .with_extension(std::env::consts::EXE_EXTENSION)
}

/// Runs a command and waits for it; any status but success is an error.
pub(crate) fn run(command: &mut Command) -> Done {
    let shown = shown(command);
    eprintln!("xtask: {shown}");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{shown}` ended with {status}")),
        Err(error) => Err(format!("cannot run `{shown}`: {error}")),
    }
}

/// A command as a person would type it.
pub(crate) fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program())
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let arguments = command
        .get_args()
        .map(|argument| argument.to_string_lossy().into_owned());
    std::iter::once(program)
        .chain(arguments)
        .collect::<Vec<_>>()
        .join(" ")
}
