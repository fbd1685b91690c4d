//! A viewer that edits the world, pauses it and looks at it.

use super::Client;
use foxden_view::frames::decode;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::io;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;

/// The word that lets a viewer change the world.
pub const TOKEN: &str = "chaos";

/// Watches and commands until the connection ends.
///
/// # Errors
/// When the connection breaks.
///
/// # Panics
/// When a reply has no request, or a message cannot be read.
pub async fn run<S: AsyncRead + AsyncWrite + Unpin>(
    client: Client<S>,
    token: &str,
) -> io::Result<()> {
    let Client {
        id,
        mut random,
        stream,
        ledger,
        may_edit,
    } = client;
    let address = format!("ws://localhost/viewer/socket?token={token}");
    let Ok((mut socket, _)) = client_async(address, stream).await else {
        return Ok(());
    };
    let mut waiting: BTreeMap<u64, u64> = BTreeMap::new();
    let mut number = 0;
    let mut allowed = 3;
    loop {
        while waiting.len() < allowed {
            number += 1;
            let mut command = command(&mut random, may_edit);
            let what = command["do"].to_string();
            command["id"] = number.into();
            // steps are made when controllers have asked for them
            let is_patient = command["do"] == "step";
            waiting.insert(number, ledger.request(id, what, is_patient));
            let message = Message::Text(command.to_string().into());
            if socket.send(message).await.is_err() {
                return Ok(());
            }
        }
        let Some(Ok(message)) = socket.next().await else {
            return Ok(());
        };
        match message {
            Message::Text(text) => {
                let message: Json = serde_json::from_str(&text).expect("messages are JSON");
                ledger.note(&format!("{id} {} {}", message["type"], text.len()));
                if message["type"] == "reply" {
                    let number = message["to"].as_u64().expect("a reply names its request");
                    let request = waiting.remove(&number).expect("a reply has a request");
                    let kind = if message["ok"] == true {
                        "ok"
                    } else {
                        "refused"
                    };
                    ledger.replied(request, kind);
                    allowed = 1 + random.below(4);
                    if random.happens(10) {
                        return Ok(());
                    }
                }
            }
            Message::Binary(bytes) if bytes.first() == Some(&1) => {
                assert!(decode(&bytes).is_some(), "a frame is whole");
                ledger.note(&format!("{id} frame {}", bytes.len()));
            }
            _ => {}
        }
    }
}

fn command(random: &mut crate::random::Random, may_edit: bool) -> Json {
    let node = random.below(60);
    let place = [random.real(), random.real(), 1.0 + random.real()];
    let kind = random.below(16);
    match kind {
        6..=10 | 14 if !may_edit => json!({ "do": "play" }),
        0 => json!({ "do": "pause" }),
        1..=3 => json!({ "do": "play" }),
        4 => json!({ "do": "step", "count": 1 + random.below(3) }),
        5 => json!({ "do": "fields", "node": node }),
        6 => {
            json!({ "do": "set", "node": node, "field": "translation", "text": format!("{} {} 0", place[0], place[1]) })
        }
        7 => {
            json!({ "do": "insert", "node": 0, "field": "children", "text": "Solid { name \"more\" boundingObject Sphere { radius 0.05 } physics Physics { } translation 0 0 1 }" })
        }
        8 => json!({ "do": "remove", "node": 40 + node }),
        9 => json!({ "do": "undo" }),
        10 => json!({ "do": "redo" }),
        11 => json!({ "do": "move", "node": node, "position": place }),
        12 => json!({ "do": "pull", "node": node, "point": [0, 0, 0], "target": place }),
        13 => json!({ "do": "watch", "topics": ["contacts", "energy", format!("node:{node}")] }),
        14 => json!({ "do": "save" }),
        _ => match random.below(16) {
            0 if may_edit => json!({ "do": "reload" }),
            1..=4 => json!({ "do": "reset" }),
            5..=8 => json!({ "do": "continue", "time": random.below(10) as f64 * 0.1 }),
            _ => json!({ "do": "look", "time": null }),
        },
    }
}
