//! A Robot Raconteur client of the den's services.

use super::Client;
use raconteur::client::ConnectOptions;
use raconteur::connection::Settings;
use raconteur::{ErrorCode, Node, Result};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};

/// Calls members until the connection ends.
///
/// # Errors
/// When the session cannot be opened.
///
/// # Panics
/// When an answer does not belong to its request.
pub async fn run<S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
    client: Client<S>,
    node: Node,
    service: &str,
) -> Result<()> {
    let Client {
        id,
        mut random,
        stream,
        ledger,
        ..
    } = client;
    let options = ConnectOptions {
        timeout: Duration::from_secs(1_000_000),
        settings: Settings::default(),
        ..ConnectOptions::default()
    };
    let opening = ledger.request(id, "open", false);
    let session = node.connect_over(stream, service, options).await?;
    ledger.replied(opening, "session");
    let _endpoint = ledger.own_endpoint(session.endpoint());
    let root = session.root();
    loop {
        let [x, y] = [100.0 * random.real(), 100.0 * random.real()];
        let kind = random.below(6);
        let request = ledger.request(id, format!("member {kind}"), false);
        let answer = match kind {
            0 => root.call::<()>("teleport", (x, y)).await.map(|()| 0),
            1 => root
                .call::<()>("drive_robot", (x, y, 0.5, false))
                .await
                .map(|()| 0),
            2 => root.call::<()>("say", ("hello",)).await.map(|()| 0),
            3 => root
                .get::<Vec<f64>>("robot_position")
                .await
                .map(|position| position.len()),
            4 => root
                .call::<Vec<f64>>("getf_arm_position", ())
                .await
                .map(|arm| arm.len()),
            _ => match root.call::<f64>("no_such_member", ()).await {
                Err(error) if error.code == ErrorCode::MemberNotFound => Ok(0),
                Err(error) => Err(error),
                Ok(_) => panic!("a member that does not exist has an answer"),
            },
        };
        let expected = match kind {
            3 => 2,
            4 => 3,
            _ => 0,
        };
        match answer {
            Ok(length) => {
                assert_eq!(length, expected, "the answer of another member");
                ledger.replied(request, "ok");
            }
            Err(error) if session.is_closed() => return Err(error),
            Err(error) => ledger.replied(request, &format!("{:?}", error.code)),
        }
        if random.happens(20) {
            session.disconnect().await;
            return Ok(());
        }
    }
}
