//! The file that `raconteur generate` writes can be compiled and used.
#![allow(clippy::unwrap_used)]

use lamp::{Lamp, LampClient, LampMembers, LampObject};
use raconteur::service::Context;
use raconteur::{Node, Result};

#[allow(dead_code, reason = "the file has more than this test uses")]
mod lamp {
    include!("data/generated_lamp.rs");
}

impl Lamp for LampMembers {
    async fn set_brightness(&self, _: &Context, value: f64) -> Result<()> {
        self.brightness.set(value);
        self.power.send(8.0 * value)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_written_file_serves_and_connects() {
    let node = Node::new("test.generated").unwrap();
    let lamp = LampObject::new(LampMembers::default());
    node.register(lamp.service("lamp").unwrap()).unwrap();
    let listener = node.listen("127.0.0.1:0", Default::default()).await;
    let listener = listener.unwrap();
    let lamp = LampClient::connect(&listener.url("lamp")).await.unwrap();
    lamp.set_brightness(0.5).await.unwrap();
    assert_eq!(lamp.brightness().await.unwrap(), 0.5);
    assert_eq!(lamp.power().peek_in().await.unwrap().0, 4.0);
    assert_eq!(lamp::DEFINITION_NAME, "example.lamp");
}
