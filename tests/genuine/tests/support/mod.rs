//! Foxden, the genuine library, and projects for tests.
#![allow(dead_code, reason = "each test file uses its part")]

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Output, Stdio};
use std::sync::OnceLock;

/// The folder of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The folder that replaces an installation of Webots.
pub fn home() -> PathBuf {
    foxden_genuine::home().unwrap()
}

/// The command `foxden`, built once.
pub fn foxden() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut build = Command::new(cargo);
        build
            // as the workspace's tests build it, so that they share one build
            .args(["build", "--quiet", "--workspace", "--bin", "foxden"])
            .current_dir(root())
            .env_remove("LD_LIBRARY_PATH");
        // the variables that cargo sets for these tests would make it build dependencies again
        for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("CARGO_")) {
            if name != "CARGO_HOME" {
                build.env_remove(name);
            }
        }
        let status = build.status().unwrap();
        assert!(status.success());
        root().join("target/debug/foxden")
    })
}

/// `foxden` with the genuine library and temporary files of its own.
pub fn command(temporary: &Path) -> Command {
    let mut command = Command::new(foxden());
    command
        .env("WEBOTS_HOME", home())
        .env("WEBOTS_TMPDIR", temporary)
        .env("USER", "fox")
        .stdin(Stdio::null());
    command
}

/// Compiles a C program against the library.
pub fn compile(source: &Path, program: &Path) {
    let home = home();
    let status = Command::new("cc")
        .arg("-I")
        .arg(home.join("include/controller/c"))
        .arg("-o")
        .arg(program)
        .arg(source)
        .arg("-L")
        .arg(home.join("lib/controller"))
        .args(["-lController", "-lm"])
        .status()
        .unwrap();
    assert!(status.success());
}

/// What a command printed; it must have ended well.
pub fn printed(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}{errors}");
    text
}

/// Starts a run and waits for its port.
pub fn waiting(run: &mut Command) -> (Child, String, BufReader<ChildStderr>) {
    let mut child = run
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    errors.read_line(&mut line).unwrap();
    let (_, rest) = line
        .split_once("at port ")
        .unwrap_or_else(|| panic!("{line}"));
    let port = rest.chars().take_while(char::is_ascii_digit).collect();
    (child, port, errors)
}

/// A project for one test.
pub struct Scratch {
    folder: tempfile::TempDir,
    temporary: tempfile::TempDir,
}

impl Scratch {
    /// A project without worlds.
    pub fn empty() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("worlds")).unwrap();
        Self {
            folder,
            temporary: tempfile::tempdir().unwrap(),
        }
    }

    /// A project with one of the worlds of these tests and their PROTOs.
    pub fn new(world: &str) -> Self {
        let project = Self::empty();
        let worlds = root().join("tests/genuine/worlds");
        std::fs::copy(worlds.join(world), project.world(world)).unwrap();
        let protos = project.world("protos");
        std::fs::create_dir(&protos).unwrap();
        for proto in std::fs::read_dir(worlds.join("protos")).unwrap() {
            let proto = proto.unwrap();
            std::fs::copy(proto.path(), protos.join(proto.file_name())).unwrap();
        }
        project
    }

    /// The file of a world.
    pub fn world(&self, name: &str) -> PathBuf {
        self.folder.path().join("worlds").join(name)
    }

    /// A file in the folder of a controller.
    pub fn controller(&self, name: &str, file: &str) -> PathBuf {
        let folder = self.folder.path().join("controllers").join(name);
        std::fs::create_dir_all(&folder).unwrap();
        folder.join(file)
    }

    /// `foxden run` with a world of the project.
    pub fn command(&self, world: &str) -> Command {
        let mut run = command(self.temporary.path());
        run.args([
            "run",
            "--quiet",
            "--offline",
            "--until-controllers-end",
            "--port",
            "0",
        ])
        .arg(self.world(world));
        run
    }

    /// Runs a world to its end.
    pub fn run(&self, world: &str) -> Output {
        self.command(world).output().unwrap()
    }
}
