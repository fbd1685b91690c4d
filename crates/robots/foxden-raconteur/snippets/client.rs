//! Rust: the crate raconteur, and tokio with the features macros and rt-multi-thread
use raconteur::Node;
use raconteur::client::ConnectOptions;
use raconteur::value::{List, Record};

#[tokio::main]
async fn main() -> Result<(), raconteur::Error> {
    let node = Node::new("")?;
    let options = ConnectOptions::default();
    let connect = async |url| node.connect_with(url, options.clone()).await;
    let session = connect("rr+tcp://localhost:52511?service=world").await?;
    let world = session.root();
    let (time, _) = world.peek_in::<Record>("time").await?;
    println!("time {:?} s", time.get("time"));
    let names: List<String> = world.get("robot_names").await?;
    for name in names.0 {
        let robot = world.object_at("robot", &name).await?;
        let devices: List<Record> = robot.get("devices").await?;
        for device in devices.0 {
            println!("{name} has {:?}", device.get("name"));
        }
    }

    for url in [
        // all services
        "rr+tcp://localhost:52511?service=world",
    ] {
        let session = connect(url).await?;
        let info: Record = session.root().get("device_info").await?;
        println!("{url} is {:?}", info.get("device"));
    }
    Ok(())
}
