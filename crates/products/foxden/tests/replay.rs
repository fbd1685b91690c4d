//! `foxden run --record`, `foxden replay` and `foxden diff`: a recorded run is made
//! again without its controllers, and every difference is found.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A controller's bytes, in a few lines of Python.
const WIRE: &str = include_str!("wire.py");

/// Drives a motor this way and that, and looks at a sensor.
const DRIVER: &str = r#"
def motor(velocity):
    return struct.pack("<HiHd", 1, 10, 1, float("inf")) + struct.pack("<HiHd", 1, 10, 2, velocity)

velocity = 1.0
number = 0
while True:
    number += 1
    if number % 7 == 0:
        velocity = -velocity * 1.01
    request(16, motor(velocity))
"#;

/// Moves, adds and removes things, and resets the simulation.
const BOSS: &str = r#"
def node(name):
    answer = supervise(b"\x54" + name + b"\0" + struct.pack("<i", -1))
    return struct.unpack("<i", answer[3:7])[0]

for number in range(200):
    request(16)
    if number == 20:
        supervise(struct.pack("<Bi", 97, node(b"BALL")))
    if number == 60:
        supervise(b"\x37")
"#;

const WORLD: &str = r#"#VRML_SIM R2023b utf8
EXTERNPROTO "../protos/Crate.proto"
WorldInfo { basicTimeStep 16 }
Viewpoint { }
DEF FLOOR Solid { name "floor" boundingObject Plane { size 10 10 } }
DEF BALL Solid {
  translation 0 0 1
  name "ball"
  children [ Shape { geometry Sphere { radius 0.1 } } ]
  boundingObject Sphere { radius 0.1 }
  physics Physics { }
}
Crate { translation 0 2 1 }
DEF LAMP PointLight { location 2 0 1 }
DEF CUB Robot {
  translation 1 0 0.1
  name "cub"
  controller "cub"
  battery [ 100 100 10 ]
  children [
    HingeJoint {
      jointParameters HingeJointParameters { axis 0 0 1 }
      device [ RotationalMotor { name "motor" maxVelocity 100 } ]
      endPoint Solid { translation 0.2 0 0.2 boundingObject Box { size 0.1 0.1 0.1 } physics Physics { } }
    }
    LightSensor { name "light" }
  ]
  boundingObject Box { size 0.2 0.2 0.2 }
  physics Physics { }
}
"#;

const CRATE: &str = "#VRML_SIM R2023b utf8\nPROTO Crate [ field SFVec3f translation 0 0 0 ] {\n\
    Solid { translation IS translation name \"crate\" boundingObject Box { size 0.2 0.2 0.2 } physics Physics { } }\n}\n";

struct Project {
    folder: TempDir,
    temporary: TempDir,
}

impl Project {
    fn new() -> Self {
        let project = Self {
            folder: TempDir::new().unwrap(),
            temporary: TempDir::new().unwrap(),
        };
        project.add("worlds/den.wbt", WORLD);
        project.add("protos/Crate.proto", CRATE);
        project.add("controllers/cub/cub.py", &format!("{WIRE}{DRIVER}"));
        project.add("controllers/boss/boss.py", &format!("{WIRE}{BOSS}"));
        project
    }

    fn add(&self, path: &str, text: &str) -> PathBuf {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }

    fn add_boss(&self, script: &str) {
        let boss = "Robot { name \"boss\" controller \"boss\" supervisor TRUE }\n";
        self.add("worlds/den.wbt", &format!("{WORLD}{boss}"));
        self.add("controllers/boss/boss.py", &format!("{WIRE}{script}"));
    }

    fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_foxden"));
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .env_remove("WEBOTS_HOME")
            .env("WEBOTS_TMPDIR", self.temporary.path())
            .env("XDG_CACHE_HOME", self.folder.path().join("cache"))
            .env("USER", "fox")
            .stdin(Stdio::null());
        command
    }

    fn foxden(&self, arguments: &[&str]) -> Ran {
        Ran::from(self.command(arguments).output().unwrap())
    }

    /// Records a run.
    fn record(&self, file: &str, arguments: &[&str]) -> Ran {
        let first = [
            "run",
            "--offline",
            "--port",
            "0",
            "worlds/den.wbt",
            "--record",
            file,
        ];
        let ran = self.foxden(&[&first[..], arguments].concat());
        assert_eq!(ran.code, Some(0), "{}{}", ran.stdout, ran.stderr);
        ran
    }

    /// Takes away everything that the run was made from.
    fn remove_files(&self) {
        for folder in ["worlds", "protos", "controllers"] {
            std::fs::remove_dir_all(self.path(folder)).unwrap();
        }
    }
}

struct Ran {
    code: Option<i32>,
    stdout: String,
    stderr: String,
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

impl Ran {
    /// The hash of the state at the end.
    fn state(&self) -> &str {
        let (_, rest) = self.stdout.split_once("state ").unwrap();
        rest.lines().next().unwrap()
    }
}

#[test]
fn a_run_with_a_controller_replays_without_it_on_any_number_of_threads() {
    let project = Project::new();
    let run = project.record("run.mcap", &["--steps", "500", "--check-every", "20"]);
    project.remove_files();
    for threads in ["1", "2"] {
        let replay = project.foxden(&["replay", "run.mcap", "--verify", "--threads", threads]);
        assert_eq!(replay.code, Some(0), "{}{}", replay.stdout, replay.stderr);
        assert_eq!(replay.state(), run.state());
        assert!(replay.stdout.contains("500 steps"), "{}", replay.stdout);
        assert!(
            replay.stdout.contains("27 recorded states, all equal"),
            "{}",
            replay.stdout
        );
        assert_eq!(replay.stderr, "");
    }
    let part = project.foxden(&[
        "replay", "run.mcap", "--until", "1.6s", "--export", "run.csv",
    ]);
    assert_eq!(part.code, Some(0), "{}", part.stderr);
    assert!(part.stdout.contains("100 steps"), "{}", part.stdout);
    let table = std::fs::read_to_string(project.path("run.csv")).unwrap();
    assert_eq!(table.lines().count(), 102, "{table}");
    let inputs = project.foxden(&["replay", "run.mcap", "--inputs"]);
    let requests = inputs
        .stdout
        .lines()
        .filter(|line| line.contains("MotorVelocity"));
    assert!((499..=501).contains(&requests.count()), "{}", inputs.stdout);
}

#[test]
fn edits_and_resets_of_a_supervisor_replay() {
    let project = Project::new();
    project.add_boss(BOSS);
    let run = project.record("run.mcap", &["--steps", "150", "--check-every", "7"]);
    let inputs = project.foxden(&["replay", "run.mcap", "--inputs"]).stdout;
    assert!(inputs.contains("RemoveNode"), "{inputs}");
    assert!(inputs.contains("Reset"), "{inputs}");
    let replay = project.foxden(&["replay", "run.mcap", "--verify"]);
    assert_eq!(replay.code, Some(0), "{}{}", replay.stdout, replay.stderr);
    assert_eq!(replay.state(), run.state());
}

#[test]
fn worlds_that_are_opened_again_replay_one_after_the_other() {
    let project = Project::new();
    let reloads = "import os.path\nmark = '../../mark'\nfor number in range(30):\n    request(16)\n\
        if not os.path.exists(mark):\n    open(mark, 'w').close()\n    supervise(b'\\x34')\n\
        while True:\n    request(16)\n";
    project.add_boss(reloads);
    let options = "--steps 60 --check-every 10 --log log.csv";
    let options: Vec<&str> = options.split(' ').collect();
    project.record("run.mcap", &options);
    // both worlds together make the steps that were asked for, and no log replaces another
    let rows = ["log.csv", "log.2.csv"].map(|name| {
        let table = std::fs::read_to_string(project.path(name)).unwrap();
        // the first line names the columns, the second one is the start
        table.lines().count() - 2
    });
    assert!(rows[0] >= 30 && rows[0] + rows[1] == 60, "{rows:?}");
    let replay = project.foxden(&["replay", "run.mcap", "--verify"]);
    assert_eq!(replay.code, Some(0), "{}{}", replay.stdout, replay.stderr);
    assert!(replay.stdout.contains("world 2 of 2"), "{}", replay.stdout);
    for steps in rows {
        let made = format!("{steps} steps");
        assert!(replay.stdout.contains(&made), "{}", replay.stdout);
    }
}

#[test]
fn a_world_that_is_always_opened_again_comes_to_an_end() {
    let project = Project::new();
    project.add_boss(
        "for number in range(3):\n    request(16)\nsupervise(b'\\x34')\nrequest(16)\nrequest(16)\n",
    );
    let run = "run --offline --port 0 worlds/den.wbt --duration 200ms --log log.csv";
    let run: Vec<&str> = run.split(' ').collect();
    let ran = project.foxden(&run);
    assert_eq!(ran.code, Some(0), "{}{}", ran.stdout, ran.stderr);
    assert!(project.path("log.3.csv").exists(), "{}", ran.stdout);
    assert!(!project.path("log.9.csv").exists(), "{}", ran.stdout);
}

#[test]
fn the_first_difference_of_two_runs_is_named() {
    let project = Project::new();
    let run = |file: &str, more: &[&str]| {
        project.record(file, &[&["--steps", "200", "--ticket-only"], more].concat());
    };
    run("a.mcap", &[]);
    run("b.mcap", &["--threads", "1"]);
    let same = project.foxden(&["diff", "a.mcap", "b.mcap"]);
    assert_eq!(
        (same.code, same.stdout.as_str()),
        (Some(0), "the runs are the same\n")
    );
    // another controller
    let other = DRIVER.replace("number % 7 == 0", "number % 70 == 0");
    project.add("controllers/cub/cub.py", &format!("{WIRE}{other}"));
    run("c.mcap", &[]);
    let different = project.foxden(&["diff", "a.mcap", "c.mcap"]);
    assert_eq!(different.code, Some(1), "{}", different.stderr);
    assert!(
        different
            .stdout
            .contains("the inputs differ, the states before were equal")
            && different.stdout.contains("MotorVelocity(Tag(1), -1.01)"),
        "{}",
        different.stdout
    );
    // another world
    project.add(
        "worlds/den.wbt",
        &WORLD.replace("translation 0 0 1\n", "translation 0 0 1.5\n"),
    );
    run("d.mcap", &[]);
    let different = project.foxden(&["diff", "c.mcap", "d.mcap"]);
    assert_eq!(different.code, Some(1), "{}", different.stderr);
    assert!(
        different.stdout.contains("the world file: SHA-256"),
        "{}",
        different.stdout
    );
    assert!(
        different.stdout.contains("step 0 (0.000 s)") && different.stdout.contains("1.0 and 1.5"),
        "{}",
        different.stdout
    );
    // a shorter run
    project.add("worlds/den.wbt", WORLD);
    project.record("e.mcap", &["--steps", "100"]);
    let shorter = project.foxden(&["diff", "c.mcap", "e.mcap"]);
    assert_eq!(shorter.code, Some(1), "{}", shorter.stderr);
    assert!(
        shorter.stdout.contains("e.mcap ends after step 100"),
        "{}",
        shorter.stdout
    );
}

#[test]
fn a_thin_ticket_needs_the_same_files() {
    let project = Project::new();
    project.record("run.mcap", &["--steps", "50", "--thin"]);
    let verify = || project.foxden(&["replay", "run.mcap", "--verify", "--offline"]);
    let good = verify();
    assert_eq!(good.code, Some(0), "{}{}", good.stdout, good.stderr);
    project.add(
        "protos/Crate.proto",
        &CRATE.replace("0.2 0.2 0.2", "0.2 0.2 0.3"),
    );
    let changed = verify();
    assert_eq!(changed.code, Some(2));
    assert!(
        changed.stderr.contains("Crate.proto") && changed.stderr.contains("has changed"),
        "{}",
        changed.stderr
    );
    project.remove_files();
    let missing = verify();
    assert_eq!(missing.code, Some(2));
    assert!(
        missing.stderr.contains("does not have it"),
        "{}",
        missing.stderr
    );
}

fn cut(whole: &[u8], end: usize, path: &Path) {
    std::fs::write(path, &whole[..end]).unwrap();
}

#[test]
fn a_recording_that_is_cut_off_anywhere_replays_up_to_its_end() {
    let project = Project::new();
    project.record("run.mcap", &["--steps", "300", "--check-every", "10"]);
    let whole = std::fs::read(project.path("run.mcap")).unwrap();
    let path = project.path("cut.mcap");
    let (mut replayed, mut rejected) = (0, 0);
    for part in 0..40 {
        cut(&whole, whole.len() * part / 40, &path);
        let ran = project.foxden(&["replay", "cut.mcap", "--verify"]);
        match ran.code {
            Some(0) => {
                replayed += 1;
                assert!(ran.stderr.contains("is cut off"), "{part}: {}", ran.stderr);
            }
            Some(2) => rejected += 1,
            other => panic!("{part}: {other:?} {}{}", ran.stdout, ran.stderr),
        }
    }
    assert!(replayed > 3 && rejected > 0, "{replayed} {rejected}");
}

#[test]
fn flipped_bytes_are_noticed() {
    let project = Project::new();
    project.record(
        "run.mcap",
        &["--steps", "300", "--check-every", "10", "--ticket-only"],
    );
    let whole = std::fs::read(project.path("run.mcap")).unwrap();
    let summary = mcap::Summary::read(&whole).unwrap().unwrap();
    let data_end = summary
        .chunk_indexes
        .iter()
        .map(|one| one.chunk_start_offset + one.chunk_length);
    let data_end = data_end.max().unwrap() as usize;
    let mut outcomes = [0; 3];
    for part in 0..60 {
        let at = 8 + (data_end - 8) * part / 60;
        let mut flipped = whole.clone();
        flipped[at] ^= 0x20;
        std::fs::write(project.path("flipped.mcap"), &flipped).unwrap();
        let ran = project.foxden(&["replay", "flipped.mcap", "--verify"]);
        match ran.code {
            Some(code @ 0..=2) => outcomes[code as usize] += 1,
            other => panic!("{at}: {other:?} {}{}", ran.stdout, ran.stderr),
        }
        assert!(!ran.stderr.contains("panicked"), "{at}: {}", ran.stderr);
    }
    // names of the header and indexes, which are not read, may change
    assert!(outcomes[1] + outcomes[2] > 45, "{outcomes:?}");
}

#[test]
fn a_wrong_length_of_a_record_is_damage_and_not_a_cut() {
    let project = Project::new();
    project.record("run.mcap", &["--steps", "300", "--ticket-only"]);
    let whole = std::fs::read(project.path("run.mcap")).unwrap();
    let summary = mcap::Summary::read(&whole).unwrap().unwrap();
    let last = summary
        .chunk_indexes
        .iter()
        .map(|one| one.chunk_start_offset);
    let last = last.max().unwrap() as usize;
    // after the kind of the record come eight bytes of its length
    for byte in 3..6 {
        let mut flipped = whole.clone();
        flipped[last + byte] ^= 0x08;
        std::fs::write(project.path("flipped.mcap"), &flipped).unwrap();
        let ran = project.foxden(&["replay", "flipped.mcap", "--verify"]);
        assert_ne!(ran.code, Some(0), "{byte}: {}", ran.stderr);
        assert!(!ran.stderr.contains("is cut off"), "{byte}: {}", ran.stderr);
        assert!(ran.stderr.contains("damaged"), "{byte}: {}", ran.stderr);
    }
}

/// Records while the disk takes a number of kilobytes only.
fn record_on_small_disk(project: &Project, kilobytes: usize) -> Ran {
    // the system refuses to write more, as on a full disk; the signal is ignored
    let limit = format!("trap '' XFSZ; ulimit -f {kilobytes}; exec \"$@\"");
    let command = project.command(&[]);
    let program = command.get_program();
    let mut shell = Command::new("bash");
    shell.args(["-c", &limit, "bash"]).arg(program);
    shell.args(["run", "--offline", "--port", "0", "worlds/den.wbt"]);
    shell.args([
        "--record",
        "run.mcap",
        "--steps",
        "2000",
        "--check-every",
        "10",
    ]);
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    shell
        .current_dir(project.folder.path())
        .stdin(Stdio::null());
    Ran::from(shell.output().unwrap())
}

#[test]
fn a_recording_on_a_full_disk_says_so_and_replays_up_to_its_end() {
    let project = Project::new();
    let ran = record_on_small_disk(&project, 24);
    assert_ne!(ran.code, Some(0), "{}{}", ran.stdout, ran.stderr);
    assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
    assert!(ran.stderr.contains("run.mcap"), "{}", ran.stderr);
    let length = std::fs::metadata(project.path("run.mcap")).unwrap().len();
    assert!(length <= 24 * 1024, "{length}");
    let ran = project.foxden(&["replay", "run.mcap", "--verify"]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stderr.contains("is cut off"), "{}", ran.stderr);
}

#[test]
fn a_recording_of_a_program_that_is_killed_replays_up_to_its_end() {
    let project = Project::new();
    let mut replayed = 0;
    for wait in [300, 700, 1500] {
        let mut running = project
            .command(&["run", "--offline", "--port", "0", "worlds/den.wbt"])
            .args(["--record", "run.mcap", "--check-every", "10"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(wait));
        running.kill().unwrap();
        running.wait().unwrap();
        let ran = project.foxden(&["replay", "run.mcap", "--verify"]);
        match ran.code {
            Some(0) => replayed += 1,
            // killed before the world was written
            Some(2) => {}
            other => panic!("{wait} ms: {other:?} {}{}", ran.stdout, ran.stderr),
        }
    }
    assert!(replayed > 0);
}

#[test]
fn what_is_no_ticket_is_rejected() {
    let project = Project::new();
    project.add("text.mcap", "nothing");
    let ran = project.foxden(&["replay", "text.mcap"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("no MCAP file"), "{}", ran.stderr);
    let ran = project.foxden(&["replay", "missing.mcap"]);
    assert_eq!(ran.code, Some(2));
    let run = [
        "run",
        "--offline",
        "worlds/den.wbt",
        "--no-controllers",
        "--steps",
        "3",
    ];
    project.foxden(&[&run[..], &["--log", "log.mcap"]].concat());
    let ran = project.foxden(&["replay", "log.mcap"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("no replay ticket"), "{}", ran.stderr);
    let html = project.foxden(&[&run[..], &["--record", "a.html", "--ticket-only"]].concat());
    assert_eq!(html.code, Some(1));
    assert!(html.stderr.contains("use a .mcap file"), "{}", html.stderr);
}
