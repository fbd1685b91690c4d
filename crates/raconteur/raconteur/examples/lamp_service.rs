//! A lamp on the network: `cargo run -p raconteur --example lamp_service`

use raconteur::{Result, service::Context};

raconteur::service!("examples/example.lamp.robdef", stored);

impl Lamp for LampMembers {
    async fn set_brightness(&self, _: &Context, value: f64) -> Result<()> {
        self.brightness.set(value.clamp(0.0, 1.0));
        self.power.send(8.0 * self.brightness.get())
    }
}

#[tokio::main]
async fn main() -> Result<()> {
    let lamp = LampObject::new(LampMembers::default());
    lamp.service("lamp")?.serve("127.0.0.1:29201").await
}
