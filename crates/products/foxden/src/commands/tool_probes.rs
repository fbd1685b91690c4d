//! Programs of other makers that controllers need, tried by using them: a file that has
//! the right name may be broken, or may be for another machine.

use foxden_assets::temporary_folders::PrivateFolder;
use foxden_controllers::controller_search::ControllerPaths;
use rustix::process::{Pid, Signal, kill_process_group};
use std::fs::File;
use std::io::Read as _;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::NamedTempFile;

/// How long a program may take. MATLAB starts in half a minute on a slow disk.
const MOST_TIME: Duration = Duration::from_secs(60);

/// How often a program is asked whether it has ended.
const POLL_TIME: Duration = Duration::from_millis(5);

/// The most that is read of what a program prints.
const MOST_BYTES: u64 = 1 << 20;

/// The most characters of a message that are shown.
const MOST_CHARACTERS: usize = 200;

/// What controllers are built and run with.
pub(crate) struct Tools {
    folder: PrivateFolder,
    paths: ControllerPaths,
}

impl Tools {
    /// # Errors
    /// When there is no temporary folder.
    pub(crate) fn new(paths: ControllerPaths) -> std::io::Result<Self> {
        let folder = PrivateFolder::create(&std::env::temp_dir(), "foxden-doctor-")?;
        Ok(Self { folder, paths })
    }

    /// The folder with the controller library, if it has one.
    pub(crate) fn library(&self) -> Option<&Path> {
        let folder = self.paths.libraries.as_deref()?;
        folder.join("libController.so").is_file().then_some(folder)
    }

    /// The folder with the headers of the library.
    fn headers(&self) -> Option<PathBuf> {
        Some(
            self.library()?
                .parent()?
                .parent()?
                .join("include/controller"),
        )
    }

    /// Compiles a controller in C and starts it.
    pub(crate) fn c(&self) -> Result<String, String> {
        let source = match self.library() {
            Some(_) => {
                "#include <webots/robot.h>\nint main(int argc, char **argv) {\n  (void)argv;\n  return argc > 1 ? wb_robot_init() : 0;\n}\n"
            }
            None => "#include <stdio.h>\nint main() {\n  return printf(\"hello\") != 5;\n}\n",
        };
        self.compile("CC", "cc", "probe.c", source, &["-lController"])
    }

    /// Compiles a controller in C++ and starts it.
    pub(crate) fn cpp(&self) -> Result<String, String> {
        let source = match self.library() {
            Some(_) => {
                "#include <webots/Robot.hpp>\nint main(int argc, char **argv) {\n  (void)argv;\n  if (argc > 1)\n    webots::Robot robot;\n  return 0;\n}\n"
            }
            None => {
                "#include <string>\nint main() {\n  return std::string(\"hello\").size() != 5;\n}\n"
            }
        };
        let libraries = ["-lCppController", "-lController"];
        self.compile("CXX", "c++", "probe.cpp", source, &libraries)
    }

    fn compile(
        &self,
        variable: &str,
        usual: &str,
        file: &str,
        source: &str,
        libraries: &[&str],
    ) -> Result<String, String> {
        let compiler = std::env::var(variable).ok().filter(|name| !name.is_empty());
        let compiler = compiler.unwrap_or_else(|| usual.to_owned());
        // as make does, which splits the variable at blanks
        let mut words = compiler.split_whitespace();
        let mut command = Command::new(words.next().unwrap_or(usual));
        command.args(words);
        let path = self.folder.path().join(file);
        std::fs::write(&path, source).map_err(|error| format!("{}: {error}", path.display()))?;
        let program = path.with_extension(format!("{usual}-program"));
        command.arg("-o").arg(&program).arg(&path);
        if let (Some(library), Some(headers)) = (self.library(), self.headers()) {
            for language in ["c", "cpp"] {
                command.arg("-I").arg(headers.join(language));
            }
            command.arg("-L").arg(library).args(libraries);
        }
        self.output(&compiler, &mut command)?;
        let mut program = Command::new(program);
        if let Some(library) = self.library() {
            program.env("LD_LIBRARY_PATH", library);
        }
        self.output("the compiled program", &mut program)?;
        Ok(match self.library() {
            Some(_) => format!("{compiler} compiles and links controllers"),
            None => format!("{compiler} compiles; not tried with the controller library"),
        })
    }

    /// Starts Python, without and with the controller package.
    pub(crate) fn python(&self) -> Result<String, String> {
        let python = self.paths.python.clone();
        let python = python.unwrap_or_else(|| "python3".into());
        let shown = python.display().to_string();
        let mut command = Command::new(&python);
        command.args(["-c", "import platform; print(platform.python_version())"]);
        let version = self.output(&shown, &mut command)?;
        if !version.starts_with('3') {
            return Err(format!(
                "{shown} is Python {version}; controllers need Python 3"
            ));
        }
        let mut command = Command::new(&python);
        // only found, not imported: genuine packages connect when they are
        let script = "import importlib.util, sys; \
                      sys.exit(importlib.util.find_spec('controller') is None)";
        command.args(["-c", script]).current_dir(self.folder.path());
        if let Some(library) = self.library() {
            let mut path = library.join("python").into_os_string();
            if let Some(own) = std::env::var_os("PYTHONPATH") {
                path.push(":");
                path.push(own);
            }
            command.env("PYTHONPATH", path);
        }
        match self.output(&shown, &mut command) {
            Ok(_) => Ok(format!("{shown} {version} with the package 'controller'")),
            Err(_) => Err(format!("{shown} {version} has no package 'controller'")),
        }
    }

    /// Starts the Java compiler and the Java machine.
    pub(crate) fn java(&self) -> Result<String, String> {
        let compiler = self.output("javac", Command::new("javac").arg("-version"))?;
        let machine = self.output("java", Command::new("java").arg("--version"))?;
        if let Some(library) = self.library()
            && !library.join("java/Controller.jar").is_file()
        {
            return Err(format!(
                "{compiler}, but the controller library has no java/Controller.jar"
            ));
        }
        let machine = machine.lines().next().unwrap_or_default().to_owned();
        Ok(format!("{compiler}, {machine}"))
    }

    /// Starts GNU Octave, or MATLAB if there is no Octave, which takes longer.
    pub(crate) fn matlab(&self) -> Result<String, String> {
        let mut octave = Command::new("octave-cli");
        octave.args(["--norc", "--eval", "printf('%s', version())"]);
        let reason = match self.output("octave-cli", &mut octave) {
            Ok(version) => return Ok(format!("GNU Octave {version}")),
            Err(reason) => reason,
        };
        let mut matlab = Command::new("matlab");
        matlab.args(["-batch", "fprintf('%s', version())"]);
        match self.output("matlab", &mut matlab) {
            Ok(version) => Ok(format!("MATLAB {version}")),
            Err(other) => Err(format!("{reason}; {other}")),
        }
    }

    /// Starts `make`, which builds new projects in compiled languages.
    pub(crate) fn make(&self) -> Result<String, String> {
        let version = self.output("make", Command::new("make").arg("--version"))?;
        Ok(version.lines().next().unwrap_or_default().to_owned())
    }

    /// What a program prints, if it ends well and in time.
    fn output(&self, name: &str, command: &mut Command) -> Result<String, String> {
        let fail = |error: std::io::Error| match error.kind() {
            std::io::ErrorKind::NotFound => format!("{name} was not found"),
            _ => format!("{name} cannot be started: {error}"),
        };
        // files, because a pipe that nobody reads may fill
        let file = || tempfile::NamedTempFile::new_in(self.folder.path());
        let (output, errors) = (file().map_err(fail)?, file().map_err(fail)?);
        let stream = |file: &NamedTempFile| File::create(file.path());
        let mut child = command
            .stdin(Stdio::null())
            .stdout(stream(&output).map_err(fail)?)
            .stderr(stream(&errors).map_err(fail)?)
            .process_group(0)
            .spawn()
            .map_err(fail)?;
        let start = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().map_err(fail)? {
                break status;
            }
            if start.elapsed() > MOST_TIME {
                let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
                if let Some(group) = group {
                    // it may have ended at this moment
                    let _ = kill_process_group(group, Signal::KILL);
                }
                child.wait().map_err(fail)?;
                return Err(format!(
                    "{name} did not end within {} s",
                    MOST_TIME.as_secs()
                ));
            }
            std::thread::sleep(POLL_TIME);
        };
        let read = |file: &NamedTempFile| {
            let mut bytes = Vec::new();
            let opened = File::open(file.path()).map_err(fail)?;
            opened
                .take(MOST_BYTES)
                .read_to_end(&mut bytes)
                .map_err(fail)?;
            Ok::<_, String>(String::from_utf8_lossy(&bytes).trim().to_owned())
        };
        if status.success() {
            return read(&output);
        }
        let text = format!("{} {}", read(&errors)?, read(&output)?);
        let shown: String = text.chars().take(MOST_CHARACTERS).collect();
        let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
        Err(format!("{name} fails ({status}): {shown}"))
    }
}
