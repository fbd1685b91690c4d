//! Offers what the reference implementation's own client test suite expects,
//! on the typed API alone.
//!
//! ```text
//! cargo run --release -p raconteur --example conformance_server -- --port 0
//! ```
//!
//! prints the port number and serves until it is stopped.

#[macro_use]
mod stored;
mod fifth_service;
mod first_service;
mod objects;
mod sequence;
mod structures;
mod third_service;
mod values;

use std::error::Error;

use raconteur::Node;
use raconteur::service::{PasswordFile, Security};

raconteur::service! {
    mod test_service1 = "examples/conformance_server/definitions/com.robotraconteur.testing.TestService1.robdef";
    mod test_service2 = "examples/conformance_server/definitions/com.robotraconteur.testing.TestService2.robdef";
    mod test_service3 = "examples/conformance_server/definitions/com.robotraconteur.testing.TestService3.robdef";
    mod test_service5 = "examples/conformance_server/definitions/com.robotraconteur.testing.TestService5.robdef";
    nullable "com.robotraconteur.testing.TestService1.testroot.nulltest";
}

/// Users of the service that asks for passwords.
const USERS: &str = "\
testuser1 0b91dec4fe98266a03b136b59219d0d6 objectlock
testuser2 841c4221c2e7e0cefbc0392a35222512 objectlock
testsuperuser 503ed776c50169f681ad7bbc14198b68 objectlock,objectlockoverride
";

/// The port after `--port`; 0 lets the system choose.
fn port() -> Result<u16, Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    match (arguments.next().as_deref(), arguments.next()) {
        (None, _) => Ok(0),
        (Some("--port"), Some(port)) => Ok(port.parse()?),
        _ => Err("usage: conformance_server [--port PORT]".into()),
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let node = Node::new("raconteur.conformance_server")?;
    let first = test_service1::TestrootObject::new(first_service::Root::new());
    node.register(
        first
            .service("RobotRaconteurTestService")?
            .attribute("test", "This is a test attribute")
            .attribute("test2", 42),
    )?;
    let guarded = test_service1::TestrootObject::new(first_service::Root::new());
    node.register(
        guarded
            .service("RobotRaconteurTestService_auth")?
            .security(Security::require(PasswordFile::parse(USERS)?)),
    )?;
    let third = test_service3::Testroot3Object::new(third_service::Root::new());
    node.register(third.service("RobotRaconteurTestService2")?)?
        .lock("RobotRaconteurTestService2.nolock_test", "server")?;
    let fifth = test_service5::AsynctestrootObject::new(fifth_service::Root::default());
    node.register(fifth.service("RobotRaconteurTestService3")?)?;

    let listener = node
        .listen(("127.0.0.1", port()?), Default::default())
        .await?;
    println!("{}", listener.address().port());
    std::future::pending().await
}
