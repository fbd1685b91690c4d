//! Uses the lamp of `lamp_service`: `cargo run -p raconteur --example lamp_client`

raconteur::service!("examples/example.lamp.robdef");

#[tokio::main]
async fn main() -> raconteur::Result<()> {
    let lamp = LampClient::connect("rr+tcp://127.0.0.1:29201?service=lamp").await?;
    lamp.set_brightness(0.5).await?;
    println!("{} bright", lamp.brightness().await?);
    println!("{} W", lamp.power().peek_in().await?.0);
    Ok(())
}
