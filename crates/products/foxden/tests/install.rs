//! What a person uses after installing Foxden: `foxden new`, `doctor`, `self-test`,
//! `completions` and `manual`. That new projects run in each language is tested with the
//! controller library, in `tests/library/projects.py`.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::io::Write;
use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use tempfile::TempDir;

const LANGUAGES: [&str; 5] = ["c", "cpp", "python", "java", "matlab"];

/// A folder to work in, and one for temporary files.
struct Workplace {
    folder: TempDir,
    temporary: TempDir,
}

struct Ran {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

impl Workplace {
    fn new() -> Self {
        Self {
            folder: TempDir::new().unwrap(),
            temporary: TempDir::new().unwrap(),
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A command with the environment of a new user.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command
            .current_dir(self.folder.path())
            .env_remove("WEBOTS_HOME")
            .env_remove("VIRTUAL_ENV")
            .env_remove("PYTHONPATH")
            .env_remove("CC")
            .env_remove("CXX")
            .env("USER", "fox")
            .env("FOXDEN", env!("CARGO_BIN_EXE_foxden"))
            .env("WEBOTS_TMPDIR", self.temporary.path())
            .env("TMPDIR", self.temporary.path())
            .env("XDG_CACHE_HOME", self.temporary.path().join("cache"))
            .stdin(Stdio::null());
        command
    }

    fn foxden(&self, arguments: &[&str]) -> Ran {
        run(self.command(env!("CARGO_BIN_EXE_foxden")).args(arguments))
    }

    /// The names in a folder.
    fn names(&self, folder: &str) -> Vec<String> {
        let entries = std::fs::read_dir(self.path(folder)).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }
}

fn run(command: &mut Command) -> Ran {
    let output = command.output().unwrap();
    Ran {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// The status and the text of each subject.
fn diagnosis(workplace: &Workplace) -> BTreeMap<String, (String, String)> {
    let mut command = workplace.command(env!("CARGO_BIN_EXE_foxden"));
    command.args(["doctor", "--format", "json"]);
    let ran = run(&mut command);
    assert_eq!(ran.code, Some(0), "{}{}", ran.stdout, ran.stderr);
    let findings: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    let findings = findings.as_array().unwrap().iter();
    findings
        .map(|finding| {
            let text = |name: &str| finding[name].as_str().unwrap_or_default().to_owned();
            assert_eq!(
                finding["fix"].is_null(),
                text("status") == "ok",
                "{finding}"
            );
            (text("subject"), (text("status"), text("found")))
        })
        .collect()
}

#[test]
fn a_new_project_has_a_world_a_controller_a_read_me_and_a_test() {
    let workplace = Workplace::new();
    for language in LANGUAGES {
        let name = format!("my_{language}");
        let ran = workplace.foxden(&["new", &name, "--language", language]);
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        assert!(
            ran.stdout.starts_with(&format!("created {name}\n")),
            "{}",
            ran.stdout
        );
        let ending = match language {
            "python" => "py",
            "matlab" => "m",
            other => other,
        };
        let source = format!("{name}/controllers/{name}/{name}.{ending}");
        let world = format!("{name}/worlds/{name}.wbt");
        for file in [&source, &world, &format!("{name}/README.md")] {
            let text = std::fs::read_to_string(workplace.path(file)).unwrap();
            assert!(!text.contains("light_meter"), "{file}: {text}");
        }
        let test = workplace.path(&format!("{name}/test.sh"));
        assert_eq!(test.metadata().unwrap().permissions().mode() & 0o100, 0o100);
        let checked = workplace.foxden(&["check", "--offline", &world]);
        assert_eq!(
            checked.stderr, "no problems in 1 file\n",
            "{}",
            checked.stdout
        );
    }
    let default = workplace.foxden(&["new", "plain-name"]);
    assert_eq!(default.code, Some(0), "{}", default.stderr);
    assert_eq!(
        workplace.names("plain-name/controllers/plain-name"),
        ["plain-name.py"]
    );
    // nothing else was left in the folder
    assert_eq!(workplace.names(".").len(), LANGUAGES.len() + 1);
}

#[test]
fn a_project_is_refused_and_nothing_is_left() {
    let workplace = Workplace::new();
    std::fs::write(workplace.path("taken"), "a file").unwrap();
    std::fs::create_dir(workplace.path("empty")).unwrap();
    let cases: [(&[&str], &str); 9] = [
        (&["new", "taken"], "'taken' exists already"),
        (&["new", "empty"], "'empty' exists already"),
        (&["new", "1st"], "starts with a letter"),
        (&["new", "fox\nden"], "starts with a letter"),
        (&["new", ".."], "is not a valid name for a project"),
        (&["new", "controller"], "has another meaning in Python"),
        (&["new", "my-robot", "--language", "java"], "use 'my_robot'"),
        (&["new", "nowhere/den"], "there is no folder 'nowhere'"),
        (
            &["new", "taken/den"],
            "'taken/den' cannot be created in 'taken'",
        ),
    ];
    for (arguments, reason) in cases {
        let ran = workplace.foxden(arguments);
        assert_eq!(
            (ran.code, ran.stdout.as_str()),
            (Some(2), ""),
            "{arguments:?}"
        );
        assert!(ran.stderr.contains(reason), "{arguments:?}: {}", ran.stderr);
    }
    assert_eq!(workplace.names("."), ["empty", "taken"]);
    assert_eq!(workplace.names("empty").len(), 0);
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let workplace = Workplace::new();
    let closed = workplace.path("closed");
    std::fs::create_dir(&closed).unwrap();
    std::fs::set_permissions(&closed, std::fs::Permissions::from_mode(0o555)).unwrap();
    if std::fs::write(closed.join("probe"), "").is_ok() {
        // the superuser may write everywhere; the kernel's own folders refuse all
        let ran = workplace.foxden(&["new", "/proc/den"]);
        assert_eq!(ran.code, Some(2), "{}", ran.stdout);
        assert!(
            ran.stderr.contains("'/proc/den' cannot be created"),
            "{}",
            ran.stderr
        );
        return;
    }
    let ran = workplace.foxden(&["new", "closed/den"]);
    assert_eq!(ran.code, Some(2), "{}", ran.stdout);
    assert!(
        ran.stderr.contains("cannot be created in 'closed'"),
        "{}",
        ran.stderr
    );
}

#[test]
fn the_doctor_says_what_is_missing_and_how_to_fix_it() {
    let workplace = Workplace::new();
    let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 29202));
    let findings = diagnosis(&workplace);
    let status = |subject: &str| findings[subject].0.as_str();
    assert_eq!(status("controller library"), "missing");
    assert_eq!(status("WEBOTS_HOME"), "missing");
    assert_eq!(status("cache folder"), "ok");
    assert_eq!(status("instance folder"), "ok");
    assert_eq!(status("C"), "ok", "{}", findings["C"].1);
    // if the port is not ours, another program has it
    assert_eq!(status("port 29202"), "missing");
    drop(taken);

    // tools are used: programs with the right names that do nothing useful do not count
    let tools = workplace.path("tools");
    std::fs::create_dir(&tools).unwrap();
    for name in [
        "cc",
        "c++",
        "python3",
        "javac",
        "java",
        "octave-cli",
        "matlab",
    ] {
        let path = tools.join(name);
        std::fs::write(&path, "#!/bin/sh\necho broken >&2\nexit 1\n").unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    let mut command = workplace.command(env!("CARGO_BIN_EXE_foxden"));
    let broken = run(command
        .arg("doctor")
        .env("PATH", format!("{}:/bin", tools.display())));
    assert_eq!(broken.code, Some(0), "{}", broken.stderr);
    for subject in ["C ", "C++ ", "Python ", "Java ", "MATLAB or Octave "] {
        let line = broken
            .stdout
            .lines()
            .find(|line| line.contains(&format!(" {subject}")));
        let line = line.unwrap_or_else(|| panic!("{}", broken.stdout));
        assert!(
            line.starts_with("missing") && line.contains("install"),
            "{line}"
        );
        assert!(line.contains("broken"), "{line}");
    }
    let left: Vec<_> = std::fs::read_dir(workplace.temporary.path())
        .unwrap()
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn the_doctor_fails_for_what_foxden_needs() {
    let workplace = Workplace::new();
    let mut command = workplace.command(env!("CARGO_BIN_EXE_foxden"));
    command.arg("doctor").env("WEBOTS_TMPDIR", "/proc/nowhere");
    let ran = run(&mut command);
    assert_eq!(ran.code, Some(1), "{}", ran.stdout);
    let line = ran.stdout.lines().find(|line| line.starts_with("failed"));
    assert!(
        line.is_some_and(|line| line.contains("WEBOTS_TMPDIR")),
        "{}",
        ran.stdout
    );
}

#[test]
fn the_self_test_passes() {
    let workplace = Workplace::new();
    let ran = workplace.foxden(&["self-test"]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.stdout, ran.stderr);
    assert_eq!(ran.stdout.lines().count(), 7, "{}", ran.stdout);
    assert!(
        ran.stdout.lines().all(|line| line.starts_with("passed")),
        "{}",
        ran.stdout
    );
    assert_eq!(workplace.names(".").len(), 0);
}

#[test]
fn completions_are_scripts_with_all_commands() {
    let workplace = Workplace::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let ran = workplace.foxden(&["completions", shell]);
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        for word in ["self-test", "until-controllers-end", "completions"] {
            assert!(ran.stdout.contains(word), "{shell} lacks {word}");
        }
        if ["bash", "zsh", "fish"].contains(&shell) && is_there(shell) {
            let mut child = Command::new(shell)
                .arg("-n")
                .stdin(Stdio::piped())
                .spawn()
                .unwrap();
            let mut input = child.stdin.take().unwrap();
            input.write_all(ran.stdout.as_bytes()).unwrap();
            drop(input);
            assert!(
                child.wait().unwrap().success(),
                "{shell} cannot read its script"
            );
        }
    }
    assert_eq!(workplace.foxden(&["completions", "cobol"]).code, Some(2));
}

fn is_there(shell: &str) -> bool {
    let mut command = Command::new(shell);
    command.args(["-c", "true"]).stdin(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

#[test]
fn bash_completes_a_command() {
    let workplace = Workplace::new();
    let script = workplace.foxden(&["completions", "bash"]).stdout;
    let asks = "\nCOMP_WORDS=(foxden self)\nCOMP_CWORD=1\n_foxden foxden self foxden\necho \"${COMPREPLY[@]}\"\n";
    let completed = run(workplace.command("bash").args(["-c", &(script + asks)]));
    assert_eq!(completed.stdout, "self-test\n", "{}", completed.stderr);
}

#[test]
fn there_is_a_manual_page_for_each_command() {
    let workplace = Workplace::new();
    let ran = workplace.foxden(&["manual", "share/man1"]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let names = workplace.names("share/man1");
    for name in [
        "foxden.1",
        "foxden-run.1",
        "foxden-new.1",
        "foxden-self-test.1",
    ] {
        assert!(names.iter().any(|found| found == name), "{names:?}");
    }
    let page = std::fs::read_to_string(workplace.path("share/man1/foxden-run.1")).unwrap();
    assert!(page.starts_with(".ie") || page.starts_with(".TH"), "{page}");
    assert!(page.contains("until\\-controllers\\-end"), "{page}");
    std::fs::write(workplace.path("file"), "").unwrap();
    let refused = workplace.foxden(&["manual", "file/man1"]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("file/man1"), "{}", refused.stderr);
}
