//! Runs tests with cargo, and runs the targets that failed once more.
//!
//! Many tests use programs that nobody here wrote (the genuine controller library, genuine
//! Robot Raconteur nodes, a browser), and their timing depends on the machine. A target that
//! fails and then passes is reported as not reliable, and the run goes on. A target that fails
//! twice ends the run, and so do more failures than chance explains.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use crate::process::{Done, run, shown};

/// The most targets that are run once more. More failures have a cause of their own.
const MOST_TARGETS: usize = 3;

/// Runs `cargo test` as `command` makes it from further arguments.
pub(crate) fn test(command: &dyn Fn(&[&str]) -> Command) -> Done {
    let mut first = command(&["--no-fail-fast"]);
    let name = shown(&first);
    eprintln!("xtask: {name}");
    let mut child = first
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cannot run `{name}`: {error}"))?;
    let mut failed = Vec::new();
    if let Some(errors) = child.stderr.take() {
        for line in BufReader::new(errors).split(b'\n') {
            let line = line.map_err(|error| format!("`{name}`: {error}"))?;
            // Passed on as it comes, so that progress is seen; nobody may read it.
            let mut out = std::io::stderr().lock();
            let _ = out.write_all(&line).and_then(|()| out.write_all(b"\n"));
            failed.extend(failed_target(&String::from_utf8_lossy(&line)));
        }
    }
    let status = child.wait().map_err(|error| format!("`{name}`: {error}"))?;
    if status.success() {
        return Ok(());
    }
    if failed.is_empty() || failed.len() > MOST_TARGETS {
        return Err(format!("`{name}` ended with {status}"));
    }
    for target in failed {
        eprintln!("xtask: {target} failed and is run once more");
        // The package is left out: another choice of packages is another build.
        let arguments: Vec<_> = target.split(' ').skip(2).collect();
        run(&mut command(&arguments)).map_err(|reason| format!("{reason}, twice"))?;
        eprintln!("xtask: NOT RELIABLE: {target} failed, then passed");
    }
    Ok(())
}

/// The target that a line of cargo's output says failed, as `-p package --test name`.
fn failed_target(line: &str) -> Option<String> {
    let rest = line.strip_prefix("error: ")?;
    let (_, rest) = rest.split_once("to rerun pass `")?;
    let (target, _) = rest.split_once('`')?;
    target.starts_with("-p ").then(|| target.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_target_that_failed() {
        let line = "error: test failed, to rerun pass `-p raconteur --test per_client`";
        assert_eq!(
            failed_target(line).as_deref(),
            Some("-p raconteur --test per_client")
        );
        let line = "error: doctest failed, to rerun pass `-p foxden --doc`";
        assert_eq!(failed_target(line).as_deref(), Some("-p foxden --doc"));
        assert_eq!(failed_target("error: 1 target failed:"), None);
        assert_eq!(failed_target("error: could not compile `foxden`"), None);
    }
}
