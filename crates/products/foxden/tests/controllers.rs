//! `foxden run` with controllers, and `foxden controller`: how a run ends, what
//! is printed, and that nothing stays behind.
#![allow(clippy::unwrap_used)]

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A controller's bytes, in a few lines of Python.
const WIRE: &str = include_str!("wire.py");

const WALKER: &str = "while True:\n    request(32)\n";

struct Project {
    folder: TempDir,
    temporary: TempDir,
}

impl Project {
    /// A world with a robot for each controller; controllers are Python.
    fn new(controllers: &[(&str, &str)]) -> Self {
        let project = Self {
            folder: TempDir::new().unwrap(),
            temporary: TempDir::new().unwrap(),
        };
        let mut world =
            "#VRML_SIM R2023b utf8\nWorldInfo { basicTimeStep 32 }\nViewpoint { }\n".to_owned();
        for (name, script) in controllers {
            let supervisor = if *name == "boss" { "TRUE" } else { "FALSE" };
            world.push_str(&format!(
                "Robot {{ name \"{name}\" controller \"{name}\" controllerArgs [ \"a\" \"b c\" ] supervisor {supervisor} }}\n"
            ));
            project.add(
                &format!("controllers/{name}/{name}.py"),
                &format!("{WIRE}{script}"),
            );
        }
        project.add("worlds/den.wbt", &world);
        project
    }

    fn add(&self, path: &str, text: &str) -> PathBuf {
        let path = self.folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }

    fn add_program(&self, path: &str, text: &str) {
        let path = self.add(path, text);
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_foxden"));
        command
            .args(["run", "--offline", "--port", "0", "worlds/den.wbt"])
            .args(arguments);
        self.settle(&mut command);
        command
    }

    fn settle(&self, command: &mut Command) {
        command
            .current_dir(self.folder.path())
            .env_remove("WEBOTS_HOME")
            .env("WEBOTS_TMPDIR", self.temporary.path())
            .env("XDG_CACHE_HOME", self.folder.path().join("cache"))
            .env("USER", "fox")
            .stdin(Stdio::null());
    }

    fn run(&self, arguments: &[&str]) -> Ran {
        let ran = Ran::from(self.command(arguments).output().unwrap());
        self.check_clean(&ran.stdout);
        ran
    }

    /// Nothing on the disk, and no controller that printed its number lives.
    fn check_clean(&self, printed: &str) {
        let left: Vec<_> = std::fs::read_dir(self.temporary.path()).unwrap().collect();
        assert!(left.is_empty(), "{left:?}");
        for number in numbers(printed) {
            let path = format!("/proc/{number}");
            assert!(!Path::new(&path).exists(), "{number} lives");
        }
    }
}

/// The process numbers that controllers printed.
fn numbers(printed: &str) -> Vec<u32> {
    printed
        .lines()
        .filter_map(|line| line.split_once("my number is ")?.1.parse().ok())
        .collect()
}

struct Ran {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

impl Ran {
    /// What went wrong, without notices of a machine that stands still for a while.
    fn troubles(&self) -> String {
        let lines = self.stderr.split_inclusive('\n');
        lines
            .filter(|line| !line.contains("the simulation waits for it"))
            .collect()
    }
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

#[test]
fn a_run_ends_when_its_time_is_over() {
    let project = Project::new(&[("cub", WALKER), ("vixen", WALKER)]);
    let ran = project.run(&["--duration", "1s"]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert_eq!(numbers(&ran.stdout).len(), 2, "{}", ran.stdout);
    assert!(ran.stdout.contains("[cub] my number"), "{}", ran.stdout);
    assert!(ran.stdout.contains("32 steps, 1.024 s"), "{}", ran.stdout);
    assert_eq!(ran.troubles(), "");
}

#[test]
fn a_supervisor_ends_a_run_with_its_code() {
    let quits =
        "for i in range(5):\n    request(32)\nsupervise(struct.pack('<Bi', 54, 7))\nrequest(32)\n";
    let project = Project::new(&[("cub", WALKER), ("boss", quits)]);
    let ran = project.run(&[]);
    assert_eq!(ran.code, Some(7), "{}", ran.stderr);
    // the step that is under way is finished, unless its supervisor takes seconds to ask for it
    let is_right = |steps| ran.stdout.contains(&format!("{steps} steps"));
    assert!([5, 6].into_iter().any(is_right), "{}", ran.stdout);
}

#[test]
fn a_run_ends_with_its_controllers() {
    let leaves = "for i in range(9):\n    request(32)\nprint('bye')\n";
    let project = Project::new(&[("cub", leaves), ("vixen", leaves)]);
    let ran = project.run(&["--until-controllers-end"]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(ran.stdout.contains("[vixen] bye"), "{}", ran.stdout);
    assert_eq!(ran.troubles(), "");
    let nobody = Project::new(&[]);
    assert_eq!(nobody.run(&["--until-controllers-end"]).code, Some(0));
}

#[test]
fn a_supervisor_opens_another_world_and_the_port_stays() {
    let loads = "request(32)\npath = os.path.abspath('../../worlds/second.wbt')\nsupervise(b'\\x33' + path.encode() + b'\\0')\nwhile True:\n    request(32)\n";
    let project = Project::new(&[("boss", loads)]);
    project.add(
        "worlds/second.wbt",
        "#VRML_SIM R2023b utf8\nWorldInfo { basicTimeStep 32 }\nViewpoint { }\nRobot { name \"heir\" controller \"heir\" supervisor TRUE }\n",
    );
    let tells = "print('instance', os.environ['WEBOTS_INSTANCE_PATH'])\n";
    let quits = "supervise(struct.pack('<Bi', 54, 9))\nrequest(32)\n";
    project.add("controllers/heir/heir.py", &format!("{WIRE}{tells}{quits}"));
    project.add("controllers/boss/boss.py", &format!("{WIRE}{tells}{loads}"));
    let ran = project.run(&[]);
    assert_eq!(ran.code, Some(9), "{}{}", ran.stdout, ran.stderr);
    let folders: Vec<&str> = ran
        .stdout
        .lines()
        .filter_map(|line| Some(line.split_once("instance ")?.1))
        .collect();
    assert_eq!(folders.len(), 2, "{}", ran.stdout);
    assert_eq!(folders[0], folders[1]);
    assert_eq!(numbers(&ran.stdout).len(), 2);
}

/// Starts a run and waits until its controllers have started.
fn started(project: &Project, arguments: &[&str], controllers: usize) -> (Child, String) {
    let mut child = project
        .command(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut printed = String::new();
    let mut reader = BufReader::new(child.stdout.as_mut().unwrap());
    while numbers(&printed).len() < controllers {
        assert!(reader.read_line(&mut printed).unwrap() > 0, "{printed}");
    }
    (child, printed)
}

#[test]
fn a_run_ends_when_it_is_interrupted() {
    for signal in ["INT", "TERM"] {
        let hangs = "import time\nrequest(32)\ntime.sleep(1000)\n";
        let project = Project::new(&[("cub", WALKER), ("stone", hangs)]);
        let (mut child, printed) = started(&project, &[], 2);
        let number = child.id().to_string();
        let kill = Command::new("kill").args(["-s", signal, &number]).status();
        assert!(kill.unwrap().success());
        let status = child.wait().unwrap();
        assert_eq!(status.code(), Some(0), "{signal}");
        project.check_clean(&printed);
    }
}

#[test]
fn a_pause_that_no_controller_can_end_ends_the_run() {
    let pauses = "request(32)\nsupervise(struct.pack('<Bi', 56, 0))\n";
    let project = Project::new(&[("boss", pauses)]);
    let ran = project.run(&["--steps", "100"]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(ran.stdout.contains("1 steps"), "{}", ran.stdout);
    assert!(ran.stderr.contains("is paused"), "{}", ran.stderr);
}

#[test]
fn one_robot_and_quiet_is_raw() {
    let leaves =
        "print('to you\\r\\n 10 %\\r 20 %', end='')\nprint('oops', file=sys.stderr)\nrequest(32)\n";
    let project = Project::new(&[("cub", leaves)]);
    let ran = project.run(&["--quiet", "--until-controllers-end"]);
    let (number, rest) = ran.stdout.split_once('\n').unwrap();
    assert!(number.starts_with("my number is "), "{}", ran.stdout);
    assert_eq!(rest, "to you\r\n 10 %\r 20 %");
    assert_eq!(ran.troubles(), "oops\n");
}

#[test]
fn controllers_get_their_arguments_folder_and_variables() {
    let tells = "print(sys.argv[1:], os.getcwd(), os.environ['WEBOTS_CONTROLLER_NAME'], os.environ['ANSWER'])\n";
    let project = Project::new(&[("cub", tells)]);
    project.add(
        "controllers/cub/runtime.ini",
        "[environment variables]\nANSWER = 42\n",
    );
    let ran = project.run(&["--quiet", "--until-controllers-end"]);
    let folder = project.folder.path().join("controllers/cub");
    let expected = format!("['a', 'b c'] {} cub 42", folder.display());
    assert_eq!(ran.stdout.lines().nth(1), Some(expected.as_str()));
}

#[test]
fn a_missing_controller_is_named_with_every_place() {
    let project = Project::new(&[("cub", WALKER), ("ghost", "")]);
    let folder = project.folder.path().join("controllers/ghost");
    let other = project.folder.path().join("controllers/ghosts");
    std::fs::rename(&folder, &other).unwrap();
    let ran = project.run(&["--steps", "3"]);
    let hint = "there is no controller 'ghost'; perhaps 'ghosts' is meant; looked for\n";
    assert!(ran.stderr.contains(hint), "{}", ran.stderr);
    std::fs::remove_dir_all(&other).unwrap();
    let ran = project.run(&["--steps", "3"]);
    assert_eq!(ran.code, Some(0));
    assert!(!ran.stderr.contains("is meant"), "{}", ran.stderr);
    let tried = folder.join("ghost.py");
    for part in [
        "robot 'ghost'",
        "there is no controller",
        tried.to_str().unwrap(),
    ] {
        assert!(ran.stderr.contains(part), "{}", ran.stderr);
    }
    std::fs::remove_dir_all(project.folder.path().join("controllers/cub")).unwrap();
    let ran = project.run(&["--until-controllers-end"]);
    assert_eq!(ran.code, Some(0), "with nobody left it is over");
    let strict = project.run(&["--steps", "3", "--strict"]);
    assert_eq!(strict.code, Some(1));
    assert!(strict.stderr.contains("controllers are missing"));
}

#[test]
fn a_controller_that_dies_is_reported_with_its_status() {
    let dies = "for i in range(3):\n    request(32)\nos.kill(os.getpid(), 9)\n";
    let fails = "request(32)\nsys.exit(3)\n";
    let walks = "for i in range(625):\n    request(32)\n";
    let project = Project::new(&[("cub", walks), ("victim", dies), ("clumsy", fails)]);
    project.add_program("controllers/early/early", "#!/bin/sh\nexit 4\n");
    let world = project.folder.path().join("worlds/den.wbt");
    let text = std::fs::read_to_string(&world).unwrap();
    std::fs::write(
        &world,
        text + "Robot { name \"early\" controller \"early\" }\n",
    )
    .unwrap();
    // how a program ended is known when it has, which may be after the last step
    let ran = project.run(&["--until-controllers-end"]);
    assert_eq!(ran.code, Some(0));
    assert!(ran.stdout.contains("625 steps"), "{}", ran.stdout);
    for sentence in [
        "the controller of robot 'victim' was killed by signal 9 (kill)",
        "the controller of robot 'clumsy' ended with status 3",
        "the controller of robot 'early' ended with status 4 before it connected",
    ] {
        assert!(ran.stderr.contains(sentence), "{}", ran.stderr);
    }
}

#[test]
fn a_controller_that_hangs_is_left_behind() {
    let hangs = "import time\nrequest(32)\ntime.sleep(1000)\n";
    let project = Project::new(&[("stone", hangs)]);
    project.add_program(
        "controllers/deaf/deaf",
        "#!/bin/sh\necho my number is $$\nexec sleep 1000\n",
    );
    let world = project.folder.path().join("worlds/den.wbt");
    let text = std::fs::read_to_string(&world).unwrap();
    std::fs::write(
        &world,
        text + "Robot { name \"deaf\" controller \"deaf\" }\n",
    )
    .unwrap();
    let ran = project.run(&["--steps", "10", "--controller-timeout", "2s"]);
    assert_eq!(ran.code, Some(0));
    assert!(ran.stdout.contains("10 steps"), "{}", ran.stdout);
    for sentence in [
        // on a busy machine it may not even have come so far
        "the controller of robot 'stone' has not",
        "the controller of robot 'deaf' has not connected for 2s",
    ] {
        assert!(ran.stderr.contains(sentence), "{}", ran.stderr);
    }
}

#[test]
fn a_connection_that_outlives_its_controller_blocks_no_other() {
    let forks = "import time\nrequest(32)\nif os.fork() == 0:\n    time.sleep(1000)\nos._exit(3)\n";
    let project = Project::new(&[("parent", forks)]);
    let ran = project.run(&["--until-controllers-end"]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(
        ran.stderr.contains("'parent' ended with status 3"),
        "{}",
        ran.stderr
    );
}

#[test]
fn one_that_has_left_and_does_not_end_is_reported_and_left_behind() {
    let lingers = "import time\nrequest(32)\nconnection.close()\ntime.sleep(1000)\n";
    let project = Project::new(&[("ghost", lingers)]);
    let sentence = "the controller of robot 'ghost' has left the simulation and not ended for 5s";
    // on a machine that stands still it may not even come
    eventually(|| {
        let ran = project.run(&["--until-controllers-end", "--controller-timeout", "5s"]);
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        ran.stderr.contains(sentence)
    });
}

/// Tries what a controller can only do within some seconds until it is done.
fn eventually(attempt: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(120);
    while !attempt() {
        assert!(Instant::now() < deadline, "it is never done");
    }
}

#[test]
fn a_controller_may_write_before_it_ends() {
    let writes = "import time\ntry:\n    while True:\n        request(32)\nfinally:\n    time.sleep(1.5)\n    open('written.txt', 'w').write('all')\n";
    let project = Project::new(&[("scribe", writes)]);
    let written = project.folder.path().join("controllers/scribe/written.txt");
    eventually(|| {
        let ran = project.run(&["--steps", "3"]);
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        std::fs::read_to_string(&written).is_ok_and(|text| text == "all")
    });
}

#[test]
fn a_full_disk_for_output_is_reported_once() {
    let talks = "for i in range(20):\n    print('line', i)\n    request(32)\n";
    let project = Project::new(&[("cub", talks), ("vixen", talks)]);
    let full = File::options().write(true).open("/dev/full").unwrap();
    let child = project
        .command(&["--until-controllers-end"])
        .stdout(full)
        .stderr(Stdio::piped())
        .spawn();
    let ran = Ran::from(child.unwrap().wait_with_output().unwrap());
    project.check_clean(&ran.stderr);
    assert_eq!(ran.code, Some(1));
    let reports = ran.stderr.matches("what controllers print is lost").count();
    assert_eq!(reports, 1, "{}", ran.stderr);
}

#[test]
fn a_reader_that_goes_away_ends_nothing() {
    let talks = "for i in range(50):\n    print('line', i)\n    request(32)\n";
    let project = Project::new(&[("cub", talks)]);
    let (mut child, printed) = started(&project, &["--until-controllers-end"], 1);
    drop(child.stdout.take());
    let mut errors = String::new();
    let mut pipe = child.stderr.take().unwrap();
    pipe.read_to_string(&mut errors).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1), "{errors}");
    project.check_clean(&printed);
}

#[test]
fn the_next_port_is_taken_and_reported() {
    let project = Project::new(&[]);
    project.add(
        "worlds/den.wbt",
        "#VRML_SIM R2023b utf8\nWorldInfo { }\nViewpoint { }\nRobot { name \"cub\" controller \"<extern>\" synchronization FALSE }\n",
    );
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let mut command = Command::new(env!("CARGO_BIN_EXE_foxden"));
    command.args(["run", "--offline", "worlds/den.wbt", "--steps", "1"]);
    command.args(["--port", &port]);
    project.settle(&mut command);
    let ran = Ran::from(command.output().unwrap());
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(
        ran.stderr.contains(&format!("port {port} is taken")),
        "{}",
        ran.stderr
    );
    assert!(
        ran.stderr
            .contains("robot 'cub' waits for an extern controller at port"),
        "{}",
        ran.stderr
    );
    project.check_clean("");
}

#[test]
fn an_extern_controller_is_started_with_its_address() {
    let project = Project::new(&[]);
    project.add(
        "controllers/cub/cub.py",
        "import os, sys\nprint(os.environ.get('WEBOTS_CONTROLLER_URL'), os.environ.get('WEBOTS_ROBOT_NAME'), os.environ.get('WEBOTS_STDOUT_REDIRECT'), os.getcwd().split('/')[-1], sys.argv[1:])\nsys.exit(5)\n",
    );
    let start = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_foxden"));
        command.arg("controller").args(arguments);
        project.settle(&mut command);
        command.env("WEBOTS_ROBOT_NAME", "other");
        Ran::from(command.output().unwrap())
    };
    for (arguments, expected) in [
        (&["controllers/cub/cub.py"][..], "\u{20}None None cub []\n"),
        (
            &["--robot-name", "my cub", "controllers/cub", "-x", "3"],
            "my cub None None cub ['-x', '3']\n",
        ),
        (
            &["--port", "1235", "--stdout-redirect", "controllers/cub"],
            "ipc://1235 None 1 cub []\n",
        ),
        (
            &[
                "--protocol",
                "tcp",
                "--robot-name",
                "cub",
                "controllers/cub",
            ],
            "tcp://127.0.0.1:1234/cub None None cub []\n",
        ),
        (
            &["--ip-address", "10.0.0.7", "--port", "7", "controllers/cub"],
            "tcp://10.0.0.7:7 None None cub []\n",
        ),
    ] {
        let ran = start(arguments);
        assert_eq!(ran.code, Some(5), "{arguments:?}: {}", ran.stderr);
        assert_eq!(ran.stdout, expected, "{arguments:?}");
    }
    for wrong in [
        &[
            "--protocol",
            "ipc",
            "--ip-address",
            "10.0.0.7",
            "controllers/cub",
        ][..],
        &["controllers/nobody"],
        &["--port", "70000", "controllers/cub"],
        &[],
    ] {
        let ran = start(wrong);
        assert_eq!(ran.code, Some(2), "{wrong:?}");
        assert!(!ran.stderr.is_empty());
    }
}
