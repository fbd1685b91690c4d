//! The command as people and scripts meet it: exit codes, streams, formats.
#![allow(clippy::unwrap_used)]

#[path = "../../../../tests/support/prerequisites.rs"]
#[allow(dead_code)]
mod prerequisites;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

const GOOD: &str = "#VRML_SIM R2023b utf8\nWorldInfo {\n}\nViewpoint {\n}\nDEF BOX Solid {\n}\n";
const WARNED: &str = "#VRML_SIM R2023b utf8\nSolid {\n}\n";
const BAD: &str = "#VRML_SIM R2023b utf8\nWorldInfo {\n}\nViewpoint {\n}\nSoild {\n}\n";

struct Project(TempDir);

impl Project {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = TempDir::new().unwrap();
        for (name, text) in files {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        Self(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn foxden(&self, arguments: &[&str]) -> Ran {
        run(foxden(self.0.path()).args(arguments))
    }
}

fn foxden(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_foxden"));
    command
        .current_dir(folder)
        .env_remove("WEBOTS_HOME")
        .env_remove("NO_COLOR")
        .env("XDG_CACHE_HOME", folder.join("cache"))
        .stdin(Stdio::null());
    command
}

struct Ran {
    code: i32,
    stdout: String,
    stderr: String,
}

fn run(command: &mut Command) -> Ran {
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().unwrap();
    Ran {
        code: status.code().unwrap(),
        stdout: String::from_utf8(stdout).unwrap(),
        stderr: String::from_utf8(stderr).unwrap(),
    }
}

#[test]
fn check_warns_once_of_what_has_no_effect() {
    let world = GOOD.replace("WorldInfo {", "WorldInfo {\n  physics \"plugin\"")
        + "Robot { children [ Speaker { name \"a\" } Speaker { name \"b\" } ] }\n";
    let project = Project::new(&[("w.wbt", &world)]);
    let checked = project.foxden(&["check", "--offline", "w.wbt"]);
    assert_eq!(checked.code, 0, "warnings are allowed");
    assert_eq!(
        checked.stderr, "2 warnings in 1 file\n",
        "{}",
        checked.stdout
    );
    for subject in ["'physics' of WorldInfo", "Speaker"] {
        let words = format!("{subject} has no effect: ");
        assert!(checked.stdout.contains(&words), "{}", checked.stdout);
    }
}

#[test]
fn check_tells_by_its_exit_code() {
    let project = Project::new(&[("good.wbt", GOOD), ("warned.wbt", WARNED), ("bad.wbt", BAD)]);
    let good = project.foxden(&["check", "--offline", "good.wbt"]);
    assert_eq!((good.code, good.stdout.as_str()), (0, ""));
    assert_eq!(good.stderr, "no problems in 1 file\n");

    let warned = project.foxden(&["check", "--offline", "warned.wbt"]);
    assert_eq!(warned.code, 0, "warnings are allowed");
    assert_eq!(warned.stderr, "2 warnings in 1 file\n");

    let bad = project.foxden(&["check", "--offline", "bad.wbt", "good.wbt"]);
    assert_eq!(bad.code, 1);
    assert!(
        bad.stdout.contains("bad.wbt:6:1: error[unknown-node]"),
        "{}",
        bad.stdout
    );
    assert!(bad.stdout.contains("did you mean Solid?"), "{}", bad.stdout);
    assert_eq!(bad.stderr, "1 error in 2 files\n");
}

#[test]
fn a_place_is_one_word() {
    let project = Project::new(&[("bad.wbt", BAD)]);
    let bad = project.foxden(&["check", "--offline", "bad.wbt"]);
    let first = bad.stdout.split_whitespace().next().unwrap();
    assert!(first.ends_with("bad.wbt:6:1:"), "{first}");
}

#[test]
fn an_unreadable_file_is_exit_code_2_and_the_others_are_checked() {
    let project = Project::new(&[("bad.wbt", BAD)]);
    let ran = project.foxden(&["check", "--offline", "nowhere.wbt", "bad.wbt"]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.stderr.contains("nowhere.wbt: there is no such file"),
        "{}",
        ran.stderr
    );
    assert!(ran.stdout.contains("unknown-node"), "{}", ran.stdout);
    for command in ["check", "tree", "fmt"] {
        let ran = project.foxden(&[command, "."]);
        assert_eq!(ran.code, 2, "{command} of a folder: {}", ran.stderr);
        assert!(!ran.stderr.is_empty());
    }
}

#[test]
fn messages_say_what_is_wrong_and_what_to_do() {
    let project = Project::new(&[("good.wbt", GOOD), ("notes.txt", "Buy milk.")]);
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let page = format!("--view={port}");
    let services = format!("--raconteur={port}");
    let in_use = "another program uses it; choose another one, or 0 for any free port";
    for (arguments, words) in [
        (&["run", "."][..], "this is a folder; name a file in it"),
        (&["tree", "."], "this is a folder; name a file in it"),
        (
            &["run", "notes.txt"],
            "notes.txt: this is no world (.wbt) and no PROTO file (.proto)",
        ),
        (&["check", "notes.txt"], "#VRML_SIM R2023b utf8"),
        (&["replay", "."], "this is a folder; name an .mcap file"),
        (&["replay", "no.mcap"], "no.mcap: there is no such file"),
        (
            &["diff", "no.mcap", "no.mcap"],
            "no.mcap: there is no such file",
        ),
        (&["fmt", "no.wbt"], "no.wbt: there is no such file"),
        (
            &["tree", "--offline", "good.wbt", "--node", "BOXX"],
            "no node has the DEF name 'BOXX'; did you mean 'BOX'?",
        ),
        (
            &["run", "good.wbt", "--steps", "ten"],
            "give a whole number, such as 400",
        ),
        (
            &["run", "good.wbt", "--threads", "0"],
            "give a whole number from 1 on",
        ),
        (
            &["run", "good.wbt", "--duration", "-3s"],
            "give a positive number with a unit",
        ),
        (
            &["check", "good.wbt", "--project", "no"],
            "there is no such folder",
        ),
        (
            &["run", "good.wbt", "--controller-library", "no"],
            "there is no such folder",
        ),
        (
            &["render", "--offline", "good.wbt", "--output", "no/a.png"],
            "no/a.png: the picture could not be written: its folder does not exist; create it first\n",
        ),
        (&["explain", "good.wbt"], "--pixel <X,Y>"),
        (&["view", "good.wbt", "--port", &port], in_use),
        (&["run", "good.wbt", &page], in_use),
        (&["run", "good.wbt", &services], in_use),
    ] {
        let ran = project.foxden(arguments);
        assert!(ran.code > 0, "{arguments:?}: {}", ran.code);
        assert!(ran.stderr.contains(words), "{arguments:?}: {}", ran.stderr);
    }
}

#[test]
fn options_are_listed_with_their_subject() {
    let ran = Project::new(&[]).foxden(&["run", "--help"]);
    let part = |heading: &str| {
        let text = ran.stdout.split(&format!("\n{heading}:\n")).nth(1);
        let text = text.unwrap_or_else(|| panic!("no part {heading}"));
        let lines = text
            .lines()
            .take_while(|line| line.is_empty() || line.starts_with(' '));
        lines.collect::<Vec<_>>().join("\n")
    };
    for (heading, option) in [
        ("Page", "--view"),
        ("Controllers", "--port"),
        ("Simulation", "--seed"),
        ("Simulation", "--vision"),
        ("Simulation", "--quiet"),
        ("Recording", "--check-every"),
        ("Robot Raconteur", "--raconteur-public"),
    ] {
        assert!(part(heading).contains(option), "{heading}: {option}");
    }
    assert!(!part("Robot Raconteur").contains("--seed"));
}

#[test]
fn wrong_usage_is_exit_code_2() {
    let project = Project::new(&[("good.wbt", GOOD)]);
    for arguments in [
        &["check"][..],
        &["check", "--colour", "good.wbt"],
        &["check", "--format", "xml", "good.wbt"],
        &["tree"],
        &["fmt"],
        &["frob"],
    ] {
        let ran = project.foxden(arguments);
        assert_eq!(ran.code, 2, "{arguments:?}");
        assert!(ran.stdout.is_empty(), "{arguments:?} writes to stdout");
        assert!(!ran.stderr.is_empty(), "{arguments:?} says nothing");
    }
}

#[test]
fn json_is_an_array_of_findings() {
    let project = Project::new(&[("bad.wbt", BAD), ("good.wbt", GOOD)]);
    let bad = project.foxden(&[
        "check",
        "--offline",
        "--format",
        "json",
        "bad.wbt",
        "good.wbt",
    ]);
    assert_eq!(bad.code, 1);
    let findings: serde_json::Value = serde_json::from_str(&bad.stdout).unwrap();
    let finding = &findings[0];
    assert_eq!(findings.as_array().unwrap().len(), 1);
    assert_eq!(finding["code"], "unknown-node");
    assert_eq!(finding["severity"], "error");
    assert_eq!(
        (finding["line"].as_u64(), finding["column"].as_u64()),
        (Some(6), Some(1))
    );
    assert!(finding["file"].as_str().unwrap().ends_with("bad.wbt"));
    assert!(finding["place"].as_str().unwrap().ends_with("bad.wbt:6:1"));
    assert!(finding["message"].as_str().unwrap().contains("Soild"));
    assert!(finding["hint"].as_str().unwrap().contains("Solid"));

    let good = project.foxden(&["check", "--offline", "--format", "json", "good.wbt"]);
    assert_eq!((good.code, good.stdout.as_str()), (0, "[]\n"));
}

#[test]
fn there_are_no_colours_outside_a_terminal() {
    let project = Project::new(&[("bad.wbt", BAD)]);
    for arguments in [
        &["check", "--offline", "bad.wbt"][..],
        &["tree", "--offline", "bad.wbt"],
        &["check", "--help"],
        &["check", "--wrong"],
    ] {
        let ran = project.foxden(arguments);
        assert!(
            !ran.stdout.contains('\x1b'),
            "{arguments:?}: {}",
            ran.stdout
        );
        assert!(
            !ran.stderr.contains('\x1b'),
            "{arguments:?}: {}",
            ran.stderr
        );
    }
}

/// `script` runs a command in a terminal of its own.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_gets_colours_unless_no_color_is_set() {
    let project = Project::new(&[("bad.wbt", BAD)]);
    let typed = format!("{} check --offline bad.wbt", env!("CARGO_BIN_EXE_foxden"));
    let in_terminal = |no_color: Option<&str>| {
        let mut script = Command::new("script");
        script
            .args(["--quiet", "--return", "--command", &typed, "/dev/null"])
            .current_dir(project.0.path())
            .env_remove("WEBOTS_HOME")
            .env_remove("NO_COLOR")
            .env("TERM", "xterm")
            .stdin(Stdio::null());
        if let Some(value) = no_color {
            script.env("NO_COLOR", value);
        }
        script.output().ok().map(|output| {
            (
                output.status.code(),
                String::from_utf8_lossy(&output.stdout).into_owned(),
            )
        })
    };
    let Some((code, colored)) = in_terminal(None) else {
        prerequisites::missing("script", "the program `script` is not installed");
        return;
    };
    assert_eq!(code, Some(1));
    assert!(colored.contains("\x1b[1;31merror"), "{colored}");
    let (code, plain) = in_terminal(Some("1")).unwrap();
    assert_eq!(code, Some(1));
    assert!(!plain.contains("\x1b[1;31m"), "{plain}");
}

#[test]
fn every_help_has_examples() {
    let project = Project::new(&[]);
    for command in ["check", "fmt", "tree"] {
        let ran = project.foxden(&[command, "--help"]);
        assert_eq!(ran.code, 0);
        assert!(ran.stdout.contains("Examples:"), "{command}");
        assert!(
            ran.stdout.contains(&format!("  foxden {command} ")),
            "{command}"
        );
    }
    let ran = project.foxden(&["--help"]);
    assert_eq!(ran.code, 0);
    assert!(ran.stdout.contains("Exit codes"));
}

#[test]
fn fmt_formats_in_place_and_only_once() {
    let untidy = "#VRML_SIM R2023b utf8\nSolid{\nname  \"a\"# note\n   }\n";
    let tidy = "#VRML_SIM R2023b utf8\nSolid {\n  name \"a\" # note\n}\n";
    let project = Project::new(&[("a.wbt", untidy)]);
    let would = project.foxden(&["fmt", "--check", "a.wbt"]);
    assert_eq!(
        (would.code, would.stdout.as_str()),
        (1, "a.wbt would change\n")
    );
    assert_eq!(
        std::fs::read_to_string(project.path("a.wbt")).unwrap(),
        untidy
    );

    assert_eq!(project.foxden(&["fmt", "a.wbt"]).code, 0);
    assert_eq!(
        std::fs::read_to_string(project.path("a.wbt")).unwrap(),
        tidy
    );
    assert_eq!(project.foxden(&["fmt", "--check", "a.wbt"]).code, 0);
    let left: Vec<_> = std::fs::read_dir(project.0.path()).unwrap().collect();
    assert_eq!(left.len(), 1, "no temporary file stays behind");
}

#[test]
fn fmt_leaves_what_it_cannot_read() {
    let broken = "#VRML_SIM R2023b utf8\nSolid { name\"a\"\n}\n";
    let project = Project::new(&[("a.wbt", broken)]);
    let ran = project.foxden(&["fmt", "a.wbt"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("a.wbt:2:9"), "{}", ran.stderr);
    assert!(ran.stderr.contains("was not changed"), "{}", ran.stderr);
    assert_eq!(
        std::fs::read_to_string(project.path("a.wbt")).unwrap(),
        broken
    );

    std::fs::write(
        project.path("b.wbt"),
        b"#VRML_SIM R2023b utf8\n# \xFF\nSolid{}\n",
    )
    .unwrap();
    assert_eq!(project.foxden(&["fmt", "b.wbt"]).code, 2);
}

#[test]
fn numbers_below_zero_are_read_as_numbers() {
    let project = Project::new(&[("good.wbt", GOOD)]);
    let run = ["run", "good.wbt", "--offline", "--steps", "1", "--seed"];
    let ran = project.foxden(&[&run[..], &["-3"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    for option in ["--steps", "--threads"] {
        let ran = project.foxden(&["run", "good.wbt", option, "-3"]);
        assert_eq!(ran.code, 2);
        assert!(ran.stderr.contains("give a whole number"), "{}", ran.stderr);
    }
}

#[test]
fn a_file_that_cannot_be_checked_has_no_summary() {
    let project = Project::new(&[("good.wbt", GOOD)]);
    let ran = project.foxden(&["check", "missing.wbt"]);
    assert_eq!(ran.code, 2);
    assert_eq!(ran.stderr, "foxden: missing.wbt: there is no such file\n");
    let ran = project.foxden(&["check", "--offline", "missing.wbt", "good.wbt"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.ends_with(" in 1 file\n"), "{}", ran.stderr);
}

/// Formats a text as standard input: the exit code, the output and the errors.
fn fmt_input(options: &[&str], text: &str) -> (Option<i32>, String, String) {
    let project = Project::new(&[]);
    let mut child = foxden(project.0.path())
        .args(["fmt", "-"])
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut input, text.as_bytes()).unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

#[test]
fn fmt_reads_standard_input() {
    let (text, formatted) = (
        "#VRML_SIM R2023b utf8\nSolid{\n}\n",
        "#VRML_SIM R2023b utf8\nSolid {\n}\n",
    );
    let (code, output, _) = fmt_input(&[], text);
    assert_eq!((code, output.as_str()), (Some(0), formatted));
    // a check prints no file
    let (code, output, _) = fmt_input(&["--check"], text);
    assert_eq!(
        (code, output.as_str()),
        (Some(1), "standard input would change\n")
    );
    let (code, output, _) = fmt_input(&["--check"], formatted);
    assert_eq!((code, output.as_str()), (Some(0), ""));
    let (code, output, errors) = fmt_input(&["--check"], "Solid { name\"a\" }\n");
    assert_eq!((code, output.as_str()), (Some(1), ""), "{errors}");
}

#[test]
fn the_name_of_a_file_does_not_look_like_a_message() {
    let project = Project::new(&[("a\nfoxden: b.wbt", "no world")]);
    for command in ["check", "fmt", "tree", "run"] {
        let ran = project.foxden(&[command, "a\nfoxden: b.wbt/c.wbt"]);
        assert_ne!(ran.code, 0);
        let mut lines = ran.stderr.lines().skip(1);
        let found = lines.find(|line| line.starts_with("foxden:"));
        assert_eq!(found, None, "{command}: {}", ran.stderr);
    }
}

#[test]
fn tree_shows_what_loads_and_tells_of_errors() {
    let project = Project::new(&[("good.wbt", GOOD), ("bad.wbt", BAD)]);
    let good = project.foxden(&["tree", "--offline", "good.wbt"]);
    assert_eq!((good.code, good.stderr.as_str()), (0, ""));
    assert!(good.stdout.contains("DEF BOX Solid"), "{}", good.stdout);

    let node = project.foxden(&[
        "tree",
        "--offline",
        "good.wbt",
        "--node",
        "BOX",
        "--format",
        "json",
    ]);
    let json: serde_json::Value = serde_json::from_str(&node.stdout).unwrap();
    assert_eq!(
        (json["type"].as_str(), json["def"].as_str()),
        (Some("Solid"), Some("BOX"))
    );

    let bad = project.foxden(&["tree", "--offline", "bad.wbt"]);
    assert_eq!(bad.code, 1);
    assert!(bad.stderr.contains("unknown-node"), "{}", bad.stderr);
    assert!(bad.stdout.contains("Viewpoint"), "{}", bad.stdout);

    let nobody = project.foxden(&["tree", "--offline", "good.wbt", "--node", "NOBODY"]);
    assert_eq!(nobody.code, 2);
    assert!(nobody.stderr.contains("NOBODY"), "{}", nobody.stderr);
}

#[test]
fn a_reader_that_leaves_early_is_an_error_in_a_line() {
    let many: String = (0..20_000)
        .map(|at| format!("DEF S{at} Solid {{ name \"{at}\" }}\n"))
        .collect();
    let project = Project::new(&[("many.wbt", &format!("{GOOD}{many}"))]);
    let mut child = foxden(project.0.path())
        .args(["tree", "--offline", "many.wbt"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(errors.lines().count(), 1, "{errors}");
    assert!(!errors.contains("panicked"), "{errors}");
}

#[test]
fn a_string_of_a_gigabyte_is_refused_before_it_is_read() {
    let project = Project::new(&[("huge.wbt", "#VRML_SIM R2023b utf8\nSolid { name \"")]);
    let file = std::fs::OpenOptions::new()
        .write(true)
        .open(project.path("huge.wbt"))
        .unwrap();
    // a hole in the file: it takes no room on the disk
    file.set_len(1 << 30).unwrap();
    for arguments in [
        &["check", "huge.wbt"][..],
        &["fmt", "huge.wbt"],
        &["tree", "huge.wbt"],
    ] {
        let ran = project.foxden(arguments);
        assert_eq!(ran.code, 2, "{arguments:?}: {}", ran.stderr);
        assert!(ran.stderr.contains("larger than"), "{}", ran.stderr);
    }
}
