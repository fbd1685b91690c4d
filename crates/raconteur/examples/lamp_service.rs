//! A lamp on the network: `cargo run -p raconteur --example lamp_service`

use std::sync::Mutex;

use raconteur::service::Context;
use raconteur::{Node, Result};

raconteur::service!("examples/example.lamp.robdef");

#[derive(Default)]
struct DeskLamp {
    members: LampMembers,
    brightness: Mutex<f64>,
}

impl DeskLamp {
    fn change(&self, brightness: f64) -> Result<f64> {
        self.members.power.send(8.0 * brightness)?;
        let mut current = self.brightness.lock().unwrap_or_else(|e| e.into_inner());
        Ok(std::mem::replace(&mut *current, brightness))
    }
}

impl Lamp for DeskLamp {
    fn members(&self) -> &LampMembers {
        &self.members
    }

    async fn brightness(&self, _: &Context) -> Result<f64> {
        Ok(*self.brightness.lock().unwrap_or_else(|e| e.into_inner()))
    }

    async fn set_brightness(&self, _: &Context, value: f64) -> Result<()> {
        self.change(value.clamp(0.0, 1.0)).map(drop)
    }

    async fn off(&self, _: &Context) -> Result<f64> {
        self.change(0.0)
    }
}

#[tokio::main]
async fn main() -> Result<()> {
    let node = Node::new("example.lamp")?;
    node.register(LampObject::new(DeskLamp::default()).service("lamp")?)?;
    let listener = node.listen("127.0.0.1:29201", Default::default()).await?;
    println!("{}", listener.url("lamp"));
    std::future::pending().await
}
