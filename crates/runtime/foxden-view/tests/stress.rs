//! Many viewers, viewers that never read, and viewers that send too fast: nothing
//! is lost, and the world goes on.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_runtime::pace::Pace;
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use std::fmt::Write as _;
use support::Shown;
use tokio_tungstenite::tungstenite::Message;

/// A world with a number of balls in the air.
fn balls(count: usize) -> String {
    let mut text = "WorldInfo { basicTimeStep 16 gravity 0.1 }\nViewpoint { }\n".to_owned();
    for at in 0..count {
        let (x, y) = (at % 20, at / 20);
        writeln!(
            text,
            "Solid {{ translation {x} {y} 50 name \"{at}\" children [ Shape {{ geometry Sphere {{ }} }} ] \
             boundingObject Sphere {{ radius 0.1 }} physics Physics {{ }} }}"
        )
        .unwrap();
    }
    text
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn half_of_a_hundred_viewers_never_read() {
    let shown = Shown::new(&balls(100), Pace::REAL_TIME.paused(true));
    let mut silent = Vec::new();
    let mut readers = Vec::new();
    for at in 0..100 {
        match at % 2 {
            0 => silent.push(shown.guest().await),
            _ => readers.push(shown.guest().await),
        }
    }
    for reader in &mut readers {
        reader.message("scene").await;
        reader.frame(|frame| frame.flags & 1 == 1).await;
    }
    let mut operator = shown.viewer().await;
    operator.message("scene").await;
    // each of these steps is made although fifty viewers take nothing
    for _ in 0..20 {
        operator.order(json!({ "do": "step", "count": 5 })).await;
    }
    for reader in &mut readers {
        let last = reader.frame(|frame| frame.moment.step == 100).await;
        assert!(!last.bodies.is_empty());
    }
    drop(silent);
    assert_eq!(shown.end().steps, 100);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn commands_that_come_too_fast_are_all_answered() {
    let shown = Shown::new(&balls(1), Pace::REAL_TIME.paused(true));
    let mut viewer = shown.viewer().await;
    viewer.message("scene").await;
    let mut other = shown.viewer().await;
    other.message("scene").await;
    const COUNT: usize = 2_000;
    let (mut sink, mut stream) = futures_util::StreamExt::split(viewer.socket);
    let sender = tokio::spawn(async move {
        for id in 0..COUNT {
            let command = json!({ "id": id, "do": "pull", "node": 1 }).to_string();
            sink.send(Message::text(command)).await.unwrap();
        }
        sink
    });
    // meanwhile others are served
    for _ in 0..10 {
        other.order(json!({ "do": "step", "count": 1 })).await;
    }
    let mut answered = 0;
    while answered < COUNT {
        let message = futures_util::StreamExt::next(&mut stream)
            .await
            .unwrap()
            .unwrap();
        if let Message::Text(text) = message
            && text.contains("\"reply\"")
        {
            answered += 1;
        }
    }
    drop(sender.await.unwrap());
    assert_eq!(shown.end().steps, 10);
}

#[tokio::test]
async fn broken_messages_get_a_reason_and_the_connection_stays() {
    let shown = Shown::new(&balls(1), Pace::REAL_TIME.paused(true));
    let mut viewer = shown.viewer().await;
    viewer.message("scene").await;
    for text in [
        "",
        "{",
        "null",
        "[]",
        "{\"id\":1}",
        "{\"do\":\"play\"}",
        "\u{0}\u{1}",
    ] {
        viewer.socket.send(Message::text(text)).await.unwrap();
        let reply = viewer.message("reply").await;
        assert!(reply["error"].is_string(), "{text}: {reply}");
    }
    viewer.order(json!({ "do": "step" })).await;
}

#[tokio::test]
async fn a_message_that_is_too_large_ends_only_its_own_connection() {
    let shown = Shown::new(&balls(1), Pace::REAL_TIME.paused(true));
    let mut viewer = shown.viewer().await;
    viewer.message("scene").await;
    let huge = "x".repeat(4 << 20);
    // the server may hang up while this is sent
    let _ = viewer.socket.send(Message::text(huge)).await;
    let mut other = shown.viewer().await;
    other.message("scene").await;
    other.order(json!({ "do": "step" })).await;
}

#[tokio::test]
async fn a_viewer_that_may_only_look_sends_no_large_messages() {
    let shown = Shown::new(&balls(1), Pace::REAL_TIME.paused(true));
    let large = json!({ "id": 1, "do": "fields", "node": 0, "more": "x".repeat(200 << 10) });
    let mut viewer = shown.viewer().await;
    viewer.message("scene").await;
    viewer
        .socket
        .send(Message::text(large.to_string()))
        .await
        .unwrap();
    viewer.message("reply").await;
    let mut guest = shown.guest().await;
    guest.message("scene").await;
    let _ = guest.socket.send(Message::text(large.to_string())).await;
    // it gets no reply, and the connection ends
    while let Some(Ok(message)) = guest.socket.next().await {
        let is_reply = message
            .to_text()
            .is_ok_and(|text| text.contains("\"reply\""));
        assert!(!is_reply, "{message}");
    }
}

#[tokio::test]
async fn nothing_is_computed_while_nobody_watches() {
    let shown = Shown::new(&balls(3), Pace::REAL_TIME.paused(true));
    let handle = loop {
        match shown.server.hub().run() {
            Some(run) => break run,
            None => tokio::time::sleep(std::time::Duration::from_millis(5)).await,
        }
    };
    let before = shown.server.hub().frames.version();
    handle.step(50).await.unwrap();
    assert_eq!(shown.server.hub().frames.version(), before);
    assert!(shown.server.hub().blobs.names().is_empty());
}
