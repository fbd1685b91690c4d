//! The ASCII server with plain sockets.

use super::support::{Line, start, until};
use reynard::worlds::WorldSource;
use std::cell::Cell;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

fn numbers(reply: &str) -> Vec<f64> {
    reply
        .split_whitespace()
        .skip(1)
        .map(|word| word.parse().unwrap())
        .collect()
}

async fn place(line: &mut Line) -> Vec<f64> {
    numbers(&line.ask("STATE").await)[1..].to_vec()
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_and_replies_of_the_original() {
    let server = start(WorldSource::Classic).await;
    let mut line = server.line().await;
    let state = line.ask("STATE").await;
    assert!(
        state.starts_with("STATE ") && state.ends_with(" 0.0 0.0 0.0 0.0 0.0\n"),
        "{state}"
    );
    for (command, reply) in [
        ("COLORGET", "COLOR 0.929 0.49 0.192"),
        ("TELEPORT 10 20", "OK"),
        (
            "TELEPORT a b",
            "ERROR ValueError(\"could not convert string to float: 'a'\")",
        ),
        ("TELEPORT 1", "ERROR AssertionError()"),
        ("", "ERROR IndexError('list index out of range')"),
        ("   ", "ERROR IndexError('list index out of range')"),
        ("FOO", "ERROR AssertionError('Invalid command')"),
        ("state", "ERROR AssertionError('Invalid command')"),
        ("#", "ERROR AssertionError('Invalid command')"),
        ("GETCOLOR", "ERROR AssertionError('Invalid command')"),
        ("SAY \"x", "ERROR ValueError('No closing quotation')"),
        ("SAY", "ERROR AssertionError()"),
        ("SAY a b", "ERROR AssertionError()"),
        ("SAY \"\"", "OK"),
        ("SAY 'it is Ünicode'", "OK"),
        ("SAY \\", "OK"),
        ("MESSAGE", "NOMESSAGE"),
        (
            "TELEPORT 0x10 1",
            "ERROR ValueError(\"could not convert string to float: '0x10'\")",
        ),
        ("TELEPORT 1_0 2", "OK"),
        ("TELEPORT '1' \"2\"", "OK"),
        ("SETARM 10 20 30", "OK"),
        ("SETARM 1", "ERROR AssertionError()"),
        ("DRIVE 1", "ERROR AssertionError()"),
        (
            "DRIVE a b",
            "ERROR ValueError(\"could not convert string to float: 'a'\")",
        ),
        (
            "DRIVE 0 0 x",
            "ERROR ValueError(\"could not convert string to float: 'x'\")",
        ),
        ("DRIVEARM 1 2", "ERROR AssertionError()"),
        ("DRIVE 0 0 0.1 0 5 6", "OK"),
        ("COLORSET 1 0.5 2", "OK"),
        ("COLORGET", "COLOR 1.0 0.5 1.0"),
        ("STATE x", "ERROR AssertionError()"),
    ] {
        assert_eq!(line.ask(command).await, format!("{reply}\n"), "{command}");
    }
    assert_eq!(place(&mut line).await, [1.0, 2.0, 10.0, 20.0, 30.0]);
    assert_eq!(line.ask("TELEPORT -inf 1e999").await, "OK\n");
    assert_eq!(line.ask("SETARM 999 -999 999").await, "OK\n");
    assert_eq!(
        place(&mut line).await,
        [-1000.0, 500.0, 180.0, -140.0, 175.0]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn drives_and_waits() {
    let server = start(WorldSource::Classic).await;
    let mut line = server.line().await;
    let mut other = server.line().await;
    let clock = server.opened.handle.clock();
    clock.pause(true).await.unwrap();
    let is_answered = Cell::new(false);
    let drive = async {
        // any word after the timeout means to wait
        assert_eq!(line.ask("DRIVE 100 1e9 0.5 False").await, "OK\n");
        is_answered.set(true);
    };
    let steps = async {
        until("he sets out", async || {
            server.state().await["vel_x"] == 100.0
        })
        .await;
        clock.step(9).await.unwrap();
        // meanwhile others are served
        assert_eq!(place(&mut other).await[..2], [45.0, 45.0]);
        assert!(!is_answered.get(), "the wait is over too early");
        clock.step(2).await.unwrap();
    };
    tokio::join!(drive, steps);
    assert_eq!(place(&mut other).await[..2], [55.0, 55.0]);
    clock.pause(false).await.unwrap();
    assert_eq!(line.ask("DRIVEARM 100 -100 50 0.001 ''").await, "OK\n");
    until("the arm stops", async || {
        place(&mut other).await[2..] == [5.0, -5.0, 2.5]
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_number_poisons_nothing() {
    let server = start(WorldSource::Classic).await;
    let mut line = server.line().await;
    for command in [
        "TELEPORT nan 0",
        "DRIVE nan 0 1",
        "DRIVEARM 0 nan 0 1",
        "SETARM nan 0 0",
        "COLORSET nan 0 0",
    ] {
        let reply = line.ask(command).await;
        assert!(reply.starts_with("ERROR ValueError("), "{command}: {reply}");
    }
    assert_eq!(place(&mut line).await, [0.0; 5]);
}

#[tokio::test(flavor = "multi_thread")]
async fn pipelined_lines_are_all_answered_in_order() {
    let server = start(WorldSource::Classic).await;
    let mut line = server.line().await;
    line.send(b"TELEPORT 1 2\r\nSTATE\nDRIVE 0 0 0.2 1\rCOLORGET\nFOO\n")
        .await;
    assert_eq!(line.reply().await, "OK\n");
    assert!(line.reply().await.contains(" 1.0 2.0 "));
    assert_eq!(line.reply().await, "OK\n");
    assert_eq!(line.reply().await, "COLOR 0.929 0.49 0.192\n");
    assert!(line.reply().await.starts_with("ERROR"));
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_wait_for_each_connection_on_its_own() {
    let server = start(WorldSource::Classic).await;
    let mut reader = server.line().await;
    let mut silent = server.line().await;
    assert_eq!(silent.ask("MESSAGE").await, "NOMESSAGE\n");
    assert_eq!(reader.ask("MESSAGE").await, "NOMESSAGE\n");
    for text in ["say \"hi\"", "two\nlines"] {
        server.opened.handle.talk().hear(text);
    }
    // one reply is one line, and quoting can be undone
    assert_eq!(reader.ask("MESSAGE").await, "MESSAGE \"say \\\"hi\\\"\"\n");
    assert_eq!(reader.ask("MESSAGE").await, "MESSAGE \"two\\nlines\"\n");
    assert_eq!(reader.ask("MESSAGE").await, "NOMESSAGE\n");
    for at in 0..20 {
        server.opened.handle.talk().hear(&at.to_string());
        assert_eq!(reader.ask("MESSAGE").await, format!("MESSAGE \"{at}\"\n"));
    }
    let all = server.get("/api/messages").await.json();
    assert_eq!(all.as_array().unwrap().len(), 22);
    assert_eq!(silent.ask("MESSAGE").await, "MESSAGE \"say \\\"hi\\\"\"\n");
}

#[tokio::test(flavor = "multi_thread")]
async fn odd_peers_are_dealt_with() {
    let server = start(WorldSource::Classic).await;
    // half closed: what was asked is answered, then the connection ends
    let mut line = server.line().await;
    line.send(b"COLORGET\nSTA").await;
    line.0.get_mut().shutdown().await.unwrap();
    let mut rest = String::new();
    line.0.read_to_string(&mut rest).await.unwrap();
    assert_eq!(rest, "COLOR 0.929 0.49 0.192\n");
    // not UTF-8: an error, and the connection lives
    let mut line = server.line().await;
    line.send(b"SAY \xff\xfe\n").await;
    assert!(line.reply().await.starts_with("ERROR ValueError"));
    assert_eq!(line.ask("COLORGET").await, "COLOR 0.929 0.49 0.192\n");
    // a megabyte of words is said at once
    assert_eq!(
        line.ask(&format!("SAY {}", "x".repeat(1 << 20))).await,
        "OK\n"
    );
    // and a line without an end is ended
    let mut line = server.line().await;
    let flood = vec![b'x'; 1 << 20];
    for _ in 0..4 {
        if line.0.get_mut().write_all(&flood).await.is_err() {
            break;
        }
    }
    let mut bytes = Vec::new();
    let _ = line.0.read_to_end(&mut bytes).await;
    assert!(bytes.len() < 100, "{}", bytes.len());
    // leaving stops no drive
    let mut line = server.line().await;
    assert_eq!(line.ask("DRIVE 100 0").await, "OK\n");
    drop(line);
    let mut line = server.line().await;
    until("he goes on", async || place(&mut line).await[0] > 20.0).await;
}
