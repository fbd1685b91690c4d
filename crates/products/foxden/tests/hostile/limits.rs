//! Running Foxden within limits.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Address space of a limited run, in kB. Threads reserve some of it.
const MEMORY: u64 = 3 << 20;
/// Processor time of a limited run, in seconds: tests are hardly optimised.
const SECONDS: u64 = 40;

/// The files that are kept.
pub fn kept() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/hostile")
}

/// A copy of the kept files, with room for those that are made.
pub fn project() -> tempfile::TempDir {
    fn copy(from: &Path, to: &Path) {
        std::fs::create_dir_all(to).unwrap();
        for entry in std::fs::read_dir(from).unwrap() {
            let entry = entry.unwrap();
            let target = to.join(entry.file_name());
            match entry.file_type().unwrap().is_dir() {
                true => copy(&entry.path(), &target),
                false => drop(std::fs::copy(entry.path(), target).unwrap()),
            }
        }
    }
    let folder = tempfile::tempdir().unwrap();
    copy(&kept(), folder.path());
    folder
}

/// A script of a shell in a project, in which `$FOXDEN` is the program.
pub fn shell(folder: &Path, script: &str) -> Command {
    let mut command = Command::new("/bin/sh");
    command
        .args(["-c", script])
        .current_dir(folder)
        .env("FOXDEN", env!("CARGO_BIN_EXE_foxden"))
        .env("XDG_CACHE_HOME", folder.join("cache"))
        .env("XDG_STATE_HOME", folder.join("state"))
        .env("WEBOTS_TMPDIR", folder)
        .env("TMPDIR", folder)
        .env_remove("WEBOTS_HOME")
        .env_remove("FOXDEN_CONTROLLER_SECRET")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs Foxden with limits on memory and processor time.
pub fn limited(folder: &Path, arguments: &str) -> Output {
    let script = format!("ulimit -v {MEMORY}; ulimit -t {SECONDS}; exec \"$FOXDEN\" {arguments}");
    shell(folder, &script).output().unwrap()
}

/// What a run said, if it ended by itself.
pub fn said(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        matches!(output.status.code(), Some(0..=2)),
        "{:?}: {errors}",
        output.status
    );
    format!("{}{errors}", String::from_utf8_lossy(&output.stdout))
}
