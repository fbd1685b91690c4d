//! Output that cannot be written, and output that would control a terminal.

use crate::limits::{project, said, shell};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Output};

fn run(folder: &Path, script: &str) -> Output {
    shell(folder, script).output().unwrap()
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A small world beside the others.
fn small() -> tempfile::TempDir {
    let folder = project();
    let world = "#VRML_SIM R2023b utf8\nWorldInfo {\n}\nViewpoint {\n}\n\
                 Robot {\n  controller \"<none>\"\n  children [\n    LightSensor {\n    }\n  ]\n}\n";
    std::fs::write(folder.path().join("worlds/small.wbt"), world).unwrap();
    folder
}

const COMMANDS: [&str; 9] = [
    "--help",
    "--version",
    "run --help",
    "devices",
    "tree worlds/small.wbt",
    "tree --format json worlds/small.wbt",
    "check --format json worlds/small.wbt",
    "run --offline --steps 2 worlds/small.wbt",
    "fmt - < worlds/small.wbt",
];

#[test]
fn a_full_disk_is_an_error_of_every_command() {
    let folder = small();
    for command in COMMANDS {
        let output = run(folder.path(), &format!("\"$FOXDEN\" {command} > /dev/full"));
        assert_eq!(output.status.code(), Some(1), "{command}");
        assert!(
            errors(&output).contains("the output could not be written: No space left"),
            "{command}: {}",
            errors(&output)
        );
    }
}

#[test]
fn files_that_cannot_be_written_are_an_error_and_nothing_is_left() {
    let folder = small();
    let world = "#VRML_SIM R2023b utf8\nWorldInfo{}\n";
    std::fs::write(folder.path().join("worlds/loose.wbt"), world).unwrap();
    let names = || {
        let entries = std::fs::read_dir(folder.path()).unwrap().flatten();
        let mut names: Vec<_> = entries.map(|entry| entry.file_name()).collect();
        names.sort();
        names
    };
    let before = names();
    for command in ["fmt worlds/loose.wbt", "new my_robot", "manual pages"] {
        // no file may have any bytes; the signal for that must not end the program
        let script = format!("trap '' XFSZ; ulimit -f 0; exec \"$FOXDEN\" {command}");
        let output = run(folder.path(), &script);
        assert_eq!(output.status.code(), Some(1), "{command}");
        let text = errors(&output);
        assert!(text.contains("File too large"), "{command}: {text}");
        assert_eq!(names(), before, "{command}");
    }
    let kept = std::fs::read_to_string(folder.path().join("worlds/loose.wbt")).unwrap();
    assert_eq!(kept, world);
}

#[test]
fn a_picture_that_cannot_be_written_is_an_error() {
    let folder = small();
    let script =
        "ln -s /dev/full full.png; exec \"$FOXDEN\" render --output full.png worlds/small.wbt";
    let output = run(folder.path(), script);
    assert_eq!(output.status.code(), Some(1));
    let text = errors(&output);
    assert!(
        text.contains("full.png: the picture could not be written: No space left"),
        "{text}"
    );
}

#[test]
fn a_reader_that_is_gone_is_an_error_of_every_command() {
    let folder = small();
    for command in COMMANDS {
        // the reader ends before anything is written
        let script = format!(
            "mkfifo gone; sleep 1000 < gone & exec 3> gone; kill $!; wait; \
             \"$FOXDEN\" {command} >&3; code=$?; rm gone; exit $code"
        );
        let output = run(folder.path(), &script);
        assert_eq!(output.status.code(), Some(1), "{command}");
        assert!(
            errors(&output).contains("Broken pipe"),
            "{command}: {}",
            errors(&output)
        );
    }
}

/// What a port of this machine answers to a request.
fn answer(port: u16) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    let request = format!("GET / HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut text = Vec::new();
    stream.read_to_end(&mut text).unwrap();
    String::from_utf8_lossy(&text).into_owned()
}

#[test]
fn a_server_needs_no_reader_of_its_output() {
    let folder = small();
    for command in [
        "view --offline worlds/small.wbt",
        "run --offline --view=0 worlds/small.wbt",
        "reynard --http-port 0 --disable-robotraconteur --disable-ascii-socket",
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut child = shell(folder.path(), &format!("exec \"$FOXDEN\" {command}"))
            .stdout(writer)
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        // the address is not lost
        let mut texts = lines.by_ref().map_while(Result::ok);
        let page = texts.find(|line| line.contains("page ")).unwrap();
        let port = page.split("localhost:").nth(1).unwrap();
        let digits: String = port.chars().take_while(char::is_ascii_digit).collect();
        let answer = answer(digits.parse().unwrap());
        assert!(answer.starts_with("HTTP/1.1 "), "{command}: {answer}");
        let id = child.id().to_string();
        let killed = Command::new("kill").args(["-TERM", &id]).status().unwrap();
        assert!(killed.success());
        let rest: Vec<String> = lines.map_while(Result::ok).collect();
        let rest = rest.join("\n");
        assert!(!rest.contains("Broken pipe"), "{command}: {rest}");
        assert!(!rest.contains("could not"), "{command}: {rest}");
        // 130: the world was still being opened
        let code = child.wait().unwrap().code();
        assert!(matches!(code, Some(0 | 130)), "{command}: {code:?}, {rest}");
    }
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let script = "exec \"$FOXDEN\" run --offline --view=0 --steps 3 worlds/small.wbt";
    let ended = shell(folder.path(), script)
        .stdout(writer)
        .output()
        .unwrap();
    let said = errors(&ended);
    assert_eq!(ended.status.code(), Some(0), "{said}");
    assert!(!said.contains("Broken pipe"), "{said}");
}

#[test]
fn text_that_cannot_be_formatted_comes_out_as_it_is() {
    let folder = project();
    for bytes in [
        &b"#VRML_SIM R2023b utf8\nSolid { name \"open\n}\n"[..],
        b"\xff\xfe",
    ] {
        std::fs::write(folder.path().join("a"), bytes).unwrap();
        let output = run(folder.path(), "\"$FOXDEN\" fmt - < a > b");
        assert!(!output.status.success());
        assert!(!errors(&output).is_empty());
        assert_eq!(std::fs::read(folder.path().join("b")).unwrap(), bytes);
    }
}

/// Runs with a log in a file with a limit of this number of blocks.
fn logged(folder: &Path, log: &str) -> Output {
    // the signal for too large files must not end the program
    let script = format!(
        "trap '' XFSZ; ulimit -f 256; exec \"$FOXDEN\" run --offline --quiet --log {log} --steps 20000 worlds/small.wbt"
    );
    let output = run(folder, &script);
    assert_eq!(output.status.code(), Some(1), "{}", errors(&output));
    let message = errors(&output);
    assert!(
        message.contains("could not be written: File too large"),
        "{message}"
    );
    output
}

#[test]
fn a_table_ends_with_a_whole_row_when_the_disk_is_full() {
    let folder = small();
    logged(folder.path(), "log.csv");
    let text = std::fs::read_to_string(folder.path().join("log.csv")).unwrap();
    assert!(text.ends_with('\n'));
    let columns = |line: &str| line.split(',').count();
    let mut lines = text.lines();
    let first = columns(lines.next().unwrap());
    assert!(lines.clone().count() > 1000);
    assert!(lines.all(|line| columns(line) == first));
}

#[test]
fn messages_can_be_read_when_the_disk_is_full() {
    let folder = small();
    logged(folder.path(), "log.mcap");
    let bytes = std::fs::read(folder.path().join("log.mcap")).unwrap();
    let messages: Result<Vec<_>, _> = mcap::MessageStream::new(&bytes).unwrap().collect();
    let messages = messages.unwrap();
    // three of each row
    assert!(
        messages.len() > 300 && messages.len() % 3 == 0,
        "{}",
        messages.len()
    );
}

#[test]
fn nothing_of_a_file_controls_the_terminal() {
    let folder = project();
    for command in [
        "check worlds/ansi.wbt",
        "check --format json worlds/ansi.wbt",
        "tree worlds/ansi.wbt",
        "tree --format json worlds/ansi.wbt",
        "run --offline --steps 2 --energy --log log.csv worlds/ansi.wbt",
        "run --offline --steps 2 --no-controllers \"$(printf 'worlds/a\\033[31m.wbt')\"",
        "fmt --check \"$(printf 'worlds/a\\033[31m.wbt')\"",
    ] {
        let output = run(folder.path(), &format!("\"$FOXDEN\" {command}"));
        let text = said(&output);
        let is_bad = |c: char| c.is_control() && c != '\n';
        assert!(!text.contains(is_bad), "{command}: {text:?}");
        assert!(!text.is_empty(), "{command}");
    }
    let log = std::fs::read_to_string(folder.path().join("log.csv")).unwrap();
    assert!(!log.contains('\x1b') && log.contains("\\u001b"), "{log:?}");
}
