//! Tools of the machine that tests use. A tool counts only if it works: a file
//! of its name may be a stub, a broken link, or lack half of its package.

use crate::packages::install;
use crate::process::Done;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A tool, how to see that it works, and where it comes from.
#[derive(Clone, Copy)]
pub(crate) enum Tool {
    /// A C compiler with the headers of the C library.
    C,
    /// A C++ compiler with its standard library.
    Cpp,
    /// GNU make, for the examples.
    Make,
    /// Python 3 that can make environments with pip.
    Python,
    /// Node with npm, in a version that the page's tools accept.
    Node,
    /// Writes the genuine Java binding.
    Swig,
    /// A JDK with the headers of JNI.
    Jdk,
    /// GNU Octave with its compiler for MEX files.
    Octave,
    /// A browser for the page's tests.
    Chromium,
    /// Netcat that ends with its input.
    Netcat,
}

impl Tool {
    /// Debian's packages of it; none where Debian's may be too old.
    fn packages(self) -> &'static [&'static str] {
        match self {
            Self::C => &["gcc", "libc6-dev"],
            Self::Cpp => &["g++"],
            Self::Make => &["make"],
            Self::Python => &["python3", "python3-venv"],
            Self::Node => &[],
            Self::Swig => &["swig"],
            Self::Jdk => &["default-jdk-headless"],
            Self::Octave => &["octave", "octave-dev"],
            Self::Chromium => &["chromium"],
            Self::Netcat => &["netcat-openbsd"],
        }
    }

    /// What to say that is missing.
    fn name(self) -> String {
        match self {
            Self::Node => "Node 20.19 or newer with npm".to_owned(),
            _ => self.packages().join(" and "),
        }
    }

    /// Whether it does its work.
    pub(crate) fn works(self) -> bool {
        match self {
            Self::C => compiles("cc", "c", "#include <math.h>\n#include <pthread.h>\n"),
            Self::Cpp => compiles("c++", "c++", "#include <string>\n"),
            Self::Make => answers("make", &["--version"]),
            Self::Python => answers("python3", &["-c", "import venv, ensurepip"]),
            Self::Node => answers("npm", &["--version"]) && answers("node", &["-e", NODE_VERSION]),
            Self::Swig => answers("swig", &["-version"]),
            Self::Jdk => jdk().is_some(),
            Self::Octave => {
                answers("octave-cli", &["--version"]) && answers("mkoctfile", &["--version"])
            }
            Self::Chromium => chromium().is_some(),
            Self::Netcat => answers("nc", &["-h"]),
        }
    }
}

/// Fails in a Node that is older than the page's tools accept.
const NODE_VERSION: &str = "const [a, b] = process.versions.node.split('.').map(Number); \
     process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)";

/// Installs the tools that do not work, if it may, or says which are missing.
pub(crate) fn require(tools: &[Tool], reason: &str) -> Done {
    let missing: Vec<Tool> = tools.iter().copied().filter(|tool| !tool.works()).collect();
    let packages: Vec<&str> = missing
        .iter()
        .flat_map(|tool| tool.packages())
        .copied()
        .collect();
    let by_hand = missing.iter().find(|tool| tool.packages().is_empty());
    install(&packages, reason).map_err(|reason| match by_hand {
        Some(tool) => format!("{reason}; install {} too", tool.name()),
        None => reason,
    })?;
    match missing.iter().find(|tool| !tool.works()) {
        None => Ok(()),
        Some(tool) => Err(format!("{} does not work here: {reason}", tool.name())),
    }
}

/// Whether a program can be started by its name and ends well.
fn answers(program: &str, arguments: &[&str]) -> bool {
    Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Whether a compiler makes a program with these headers.
fn compiles(compiler: &str, language: &str, headers: &str) -> bool {
    let name = format!("foxden-probe-{}-{language}", std::process::id());
    let program = std::env::temp_dir().join(name);
    let made = feed(
        Command::new(compiler)
            .args(["-x", language, "-", "-o"])
            .arg(&program),
        &format!("{headers}int main(void) {{ return 0; }}\n"),
    );
    let _ = std::fs::remove_file(program);
    made
}

/// Runs a command with a text on its input; whether it ended well.
fn feed(command: &mut Command, text: &str) -> bool {
    let started = command
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut child) = started else {
        return false;
    };
    let is_written = child
        .stdin
        .take()
        .is_some_and(|mut input| input.write_all(text.as_bytes()).is_ok());
    child.wait().is_ok_and(|status| status.success()) && is_written
}

/// Where the JDK is, with a compiler that starts and the headers of JNI.
pub(crate) fn jdk() -> Option<PathBuf> {
    let from_variable = std::env::var_os("JAVA_HOME").map(PathBuf::from);
    let from_path = || {
        let path = std::env::var_os("PATH")?;
        let compiler = std::env::split_paths(&path)
            .filter_map(|folder| std::fs::canonicalize(folder.join("javac")).ok())
            .next()?;
        Some(compiler.parent()?.parent()?.to_owned())
    };
    let works = |jdk: &PathBuf| {
        jdk.join("include/jni.h").is_file()
            && answers(&jdk.join("bin/javac").display().to_string(), &["-version"])
    };
    from_variable
        .filter(works)
        .or_else(|| from_path().filter(works))
}

/// Chromium as `FOXDEN_CHROMIUM` says, or as Debian installs it.
pub(crate) fn chromium() -> Option<PathBuf> {
    if let Some(given) = std::env::var_os("FOXDEN_CHROMIUM") {
        return Some(given.into());
    }
    let usual = Path::new("/usr/bin/chromium");
    let works = answers(&usual.display().to_string(), &["--version"]);
    works.then(|| usual.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{answers, compiles};

    #[test]
    fn a_compiler_counts_when_it_finds_the_headers() {
        assert!(compiles("cc", "c", "#include <stddef.h>\n"));
        assert!(!compiles("cc", "c", "#include <no_such_header.h>\n"));
        assert!(!compiles("no-such-compiler", "c", ""));
    }

    #[test]
    fn a_program_counts_when_it_ends_well() {
        assert!(answers("true", &[]));
        assert!(!answers("false", &[]));
        assert!(!answers("no-such-program", &[]));
    }
}
