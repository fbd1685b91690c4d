//! Uses the lamp of `lamp_service`: `cargo run -p raconteur --example lamp_client`

raconteur::service!("examples/example.lamp.robdef");

#[tokio::main]
async fn main() -> raconteur::Result<()> {
    let node = raconteur::Node::new("")?;
    let url = "rr+tcp://127.0.0.1:29201?service=lamp";
    let session = node.connect(url).await?;
    let lamp = LampClient::new(session.root())?;
    lamp.set_brightness(0.5).await?;
    println!("{} W", lamp.power().peek_in().await?.0);
    println!("it was {} bright", lamp.off().await?);
    session.disconnect().await;
    Ok(())
}
