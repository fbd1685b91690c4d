//! The command against a service of our own.
#![allow(clippy::unwrap_used)]

mod lamp;

use std::process::Output;

use tokio::process::Command;

async fn raconteur(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_raconteur"));
    command.args(arguments).env_remove("RACONTEUR_PASSWORD");
    command.kill_on_drop(true).output().await.unwrap()
}

/// What a command prints; it must succeed.
async fn printed(arguments: &[&str]) -> String {
    let output = raconteur(arguments).await;
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{arguments:?}: {errors}");
    assert_eq!(errors, "", "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// What a command that must fail says.
async fn complaint(arguments: &[&str]) -> String {
    let output = raconteur(arguments).await;
    assert!(!output.status.success(), "{arguments:?} did not fail");
    String::from_utf8(output.stderr).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn values_of_every_kind_are_written_and_read() {
    let server = lamp::start().await;
    let url = server.url("lamp");
    for (member, value, expected) in [
        ("brightness", "0.25", "0.25\n"),
        ("brightness", "-3", "-3.0\n"),
        ("label", "a lamp, \"quoted\"", "a lamp, \"quoted\"\n"),
        ("mood", "lively", "lively\n"),
        ("mood", "0", "calm\n"),
        (
            "colour",
            r#"{"red": 1, "green": 0.5, "blue": 0}"#,
            "{\"red\":1.0,\"green\":0.5,\"blue\":0.0}\n",
        ),
        (
            "colour",
            "[0.25, 0.5, 1]",
            "{\"red\":0.25,\"green\":0.5,\"blue\":1.0}\n",
        ),
        (
            "setting",
            r#"{"mood": "lively", "levels": [1, 2.5], "names": ["x", "y"]}"#,
            "{\"mood\":\"lively\",\"levels\":[1.0,2.5],\"names\":[\"x\",\"y\"]}\n",
        ),
        (
            "switches",
            r#"[{"position": 3, "limits": [0.5]}]"#,
            "[{\"position\":3,\"limits\":[0.5]}]\n",
        ),
        (
            "matrix",
            r#"{"dims": [2, 1], "array": [0.1, 2]}"#,
            "{\"dims\":[2,1],\"array\":[0.1,2.0]}\n",
        ),
        ("phase", "[1, -2]", "[1.0,-2.0]\n"),
        ("anything", "[1, 2]", "[1,2]\n"),
        (
            "anything",
            r#"{"a": "b", "c": null}"#,
            "{\"a\":\"b\",\"c\":null}\n",
        ),
        (
            "counts",
            r#"{"one": 1, "two": 2}"#,
            "{\"one\":1,\"two\":2}\n",
        ),
        ("neighbours[left].label", "the left one", "the left one\n"),
    ] {
        assert_eq!(printed(&["set", &url, member, value]).await, "", "{member}");
        assert_eq!(printed(&["get", &url, member]).await, expected, "{member}");
    }
    assert_eq!(printed(&["get", &url, "power"]).await, "40.5\n");
    printed(&["set", &url, "wanted", "60"]).await;
    assert_eq!(printed(&["get", &url, "samples"]).await, "[1,2,3]\n");
    assert_eq!(
        printed(&["--json", "get", &url, "label"]).await,
        "\"a lamp, \\\"quoted\\\"\"\n"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn functions_are_called_and_members_watched() {
    let server = lamp::start().await;
    let url = server.url("lamp");
    assert_eq!(printed(&["call", &url, "add", "1.5", "-2"]).await, "-0.5\n");
    assert_eq!(printed(&["call", &url, "count", "3"]).await, "1\n2\n3\n");
    assert_eq!(
        printed(&["call", &url, "scale", "2", "1", "2.5"]).await,
        "2.0\n5.0\n"
    );
    let lines = printed(&["watch", "-n", "2", &url, "power"]).await;
    assert_eq!(lines.lines().count(), 2);
    assert!(lines.lines().all(|line| line.contains(' ')), "{lines}");
    assert_eq!(
        printed(&["watch", "-n", "2", &url, "log"]).await,
        "lit\ndimmed\n"
    );
    let event = printed(&["watch", "-n", "1", &url, "broke"]).await;
    assert_eq!(event, "{\"reason\":\"old age\",\"times\":7}\n");
}

#[tokio::test(flavor = "multi_thread")]
async fn services_are_shown() {
    let server = lamp::start().await;
    let url = server.url("lamp");
    let info = printed(&["info", &url]).await;
    for expected in [
        "example.lamp.Lamp",
        "attribute   room = \"kitchen\"",
        "A lamp that can be dimmed.",
        "  # From 0 to 1.\n  property double brightness\n",
        "function double{generator} scale(double factor, double{generator} values)",
    ] {
        assert!(info.contains(expected), "{expected} is missing:\n{info}");
    }
    assert!(!info.contains('\x1b'), "no colours off a terminal");
    assert!(
        printed(&["info", "--colour", "always", &url])
            .await
            .contains("\x1b[")
    );
    let definition = printed(&["info", "--definition", &url]).await;
    assert!(definition.starts_with("## Lamps and their colours.\nservice example.lamp\n"));
    let json = printed(&["--json", "info", &url, "neighbours[left]"]).await;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["type"], "example.lamp.Lamp");
    assert_eq!(json["members"][0]["name"], "brightness");
    let list = printed(&["list", &url]).await;
    assert!(
        list.contains("test.lamps\n  lamp example.lamp.Lamp\n    room: \"kitchen\"\n"),
        "{list}"
    );
    let none = printed(&["list", "--type", "example.lamp.Heater", &url]).await;
    assert_eq!(none, "no services found\n");
}

#[tokio::test(flavor = "multi_thread")]
async fn failures_are_clear() {
    let server = lamp::start().await;
    let url = server.url("lamp");
    let said = complaint(&["get", &url, "brightnes"]).await;
    assert!(
        said.contains("error: example.lamp.Lamp has no member `brightnes`"),
        "{said}"
    );
    assert!(said.contains("hint: there are brightness, label"), "{said}");
    let said = complaint(&["get", &url, "add"]).await;
    assert!(
        said.contains("`add` is a function") && said.contains("raconteur call"),
        "{said}"
    );
    let said = complaint(&["set", &url, "brightness", "bright"]).await;
    assert!(said.contains("`bright` is no double"), "{said}");
    let said = complaint(&["set", &url, "mood", "sad"]).await;
    assert!(said.contains("there are calm, lively"), "{said}");
    let said = complaint(&["set", &url, "level", "3"]).await;
    assert!(said.contains("RobotRaconteur.ReadOnlyMember"), "{said}");
    let said = complaint(&["call", &url, "add", "1"]).await;
    assert!(said.contains("takes 2 parameters, not 1"), "{said}");
    let said = complaint(&["call", &url, "fail", "no power"]).await;
    assert_eq!(said, "error: example.lamp.Broken: no power\n");
    let said = complaint(&["get", &server.url("heater"), "x"]).await;
    assert!(
        said.contains("ServiceNotFound") && said.contains("raconteur list"),
        "{said}"
    );
    let said = complaint(&["get", &url, "a..b"]).await;
    assert!(said.contains("is no path to a member"), "{said}");
    let said = complaint(&["--user", "fox", "get", &url, "label"]).await;
    assert!(said.contains("RACONTEUR_PASSWORD is not set"), "{said}");
    let usage = raconteur(&["get"]).await;
    assert_eq!(usage.status.code(), Some(2));
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_that_a_service_says_controls_the_terminal() {
    let server = lamp::start().await;
    let url = server.url("lamp");
    printed(&["set", &url, "label", "a\x1b[31mred\u{9b}2J\nb"]).await;
    for (arguments, expected) in [
        (vec!["get", &url, "label"], "a\\u001b[31mred\\u009b2J\nb\n"),
        (
            vec!["--json", "get", &url, "label"],
            "\"a\\u001b[31mred\\u009b2J\\nb\"\n",
        ),
    ] {
        assert_eq!(printed(&arguments).await, expected);
    }
    let text = complaint(&["get", &url, "la\x1b[31mbel"]).await;
    assert!(!text.contains('\x1b') && text.contains("\\u001b"), "{text}");
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn output_that_is_lost_is_an_error() {
    let server = lamp::start().await;
    let url = server.url("lamp");
    for arguments in [
        vec!["get", &url, "label"],
        vec!["info", &url],
        vec!["--json", "info", &url],
        vec!["list", &url],
        vec!["watch", &url, "power"],
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
        let mut command = Command::new(env!("CARGO_BIN_EXE_raconteur"));
        command.args(&arguments).stdout(full.unwrap());
        command.stderr(std::process::Stdio::piped());
        let child = command.kill_on_drop(true).spawn().unwrap();
        let output = child.wait_with_output().await.unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {errors}");
        assert!(
            errors.contains("the output could not be written: No space left"),
            "{arguments:?}: {errors}"
        );
    }
}
