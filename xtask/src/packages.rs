//! Debian's packages, where they may be installed.

use crate::process::{Done, run};
use std::process::{Command, Stdio};

/// Installs Debian packages as root, or says in a line that they are needed.
pub(crate) fn install(packages: &[&str], reason: &str) -> Done {
    if packages.is_empty() {
        return Ok(());
    }
    let refused = || format!("install {} first: {reason}", packages.join(", "));
    if !is_root() || !has_apt() {
        return Err(refused());
    }
    let apt = |arguments: &[&str]| {
        run(Command::new("apt-get")
            .args(arguments)
            .env("DEBIAN_FRONTEND", "noninteractive")
            .stdout(Stdio::null()))
    };
    // lists may be fresh enough already
    let wanted = [&["install", "--yes", "--no-install-recommends"], packages].concat();
    apt(&wanted)
        .or_else(|_| apt(&["update"]).and_then(|()| apt(&wanted)))
        .map_err(|error| format!("{error}; {}", refused()))
}

fn has_apt() -> bool {
    Command::new("apt-get")
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

fn is_root() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    status
        .lines()
        .find_map(|line| line.strip_prefix("Uid:"))
        .and_then(|ids| ids.split_whitespace().nth(1))
        == Some("0")
}
