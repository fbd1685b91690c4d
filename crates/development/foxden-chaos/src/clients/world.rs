//! A Robot Raconteur client of the services of a world: it reads, edits and watches.

use super::Client;
use crate::random::Random;
use raconteur::client::{ConnectOptions, ObjectRef};
use raconteur::value::{List, Record};
use raconteur::{Node, Result};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};

/// How long a client waits for a value of a wire, which a paused world does not send.
const WIRE_TIME: Duration = Duration::from_millis(500);

/// Calls members of the world until the connection ends.
///
/// # Errors
/// When the session cannot be opened.
///
/// # Panics
/// When an answer is not what was asked for.
pub async fn run<S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
    client: Client<S>,
    node: Node,
) -> Result<()> {
    let Client {
        id,
        mut random,
        stream,
        ledger,
        ..
    } = client;
    let options = ConnectOptions::default();
    let opening = ledger.request(id, "open", false);
    let session = node.connect_over(stream, "world", options).await?;
    ledger.replied(opening, "session");
    let world = session.root();
    loop {
        let kind = random.below(9);
        let request = ledger.request(id, format!("world {kind}"), true);
        match call(&world, kind, id, &mut random).await {
            Ok(()) => ledger.replied(request, "ok"),
            Err(error) if session.is_closed() => return Err(error),
            // another client may have removed what was named
            Err(error) => ledger.replied(request, &format!("{:?}", error.code)),
        }
        if random.happens(20) {
            session.disconnect().await;
            return Ok(());
        }
    }
}

async fn call(world: &ObjectRef, kind: usize, client: u64, random: &mut Random) -> Result<()> {
    match kind {
        0 => world.call::<u64>("getf_state_hash", ()).await.map(drop),
        1 => {
            let names: List<String> = world.get("robot_names").await?;
            let robot = world.object_at("robot", random.pick(&names.0)).await?;
            robot.get::<List<Record>>("devices").await.map(drop)
        }
        2 => {
            // what it adds it removes again, so that the world does not grow
            let text = format!(
                "Robot {{ name \"guest {client}\" controller \"void\" children [ LightSensor {{ }} ] }}"
            );
            let arguments = (0_u32, "children", -1, text.as_str());
            let added: Record = world.call("add_nodes", arguments).await?;
            let ids: Vec<u32> = match added.get("ids") {
                Some(ids) => ids.clone().to()?,
                None => panic!("the answer of another member"),
            };
            for id in ids {
                world.call::<()>("remove_node", (id,)).await?;
            }
            Ok(())
        }
        3 => {
            let name = format!("snapshot {client}");
            world.call::<()>("save_snapshot", (name.as_str(),)).await?;
            world.call::<()>("remove_snapshot", (name.as_str(),)).await
        }
        4 => {
            let info: u32 = world.call("find_def", ("INFO",)).await?;
            let title = format!("by client {client}");
            let arguments = (info, "title", title.as_str());
            world.call::<()>("setf_field", arguments).await?;
            world.call::<Record>("getf_field", (info, "title")).await?;
            Ok(())
        }
        5 => world
            .call::<List<Record>>("getf_energy", ())
            .await
            .map(drop),
        6 => world.peek_in::<Record>("poses").await.map(drop),
        7 => {
            let mut wire = world.wire::<Record>("time").await?;
            let _ = tokio::time::timeout(WIRE_TIME, wire.next()).await;
            wire.close().await
        }
        _ => world.get::<String>("title").await.map(drop),
    }
}
