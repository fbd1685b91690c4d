//! Our typed client passes the exchanges of the reference suite: with our own
//! conformance server, with the genuine node, and with any server named by
//! `RACONTEUR_CONFORMANCE_URL` (such as the reference suite's own).
#![cfg(feature = "macros")]
#![allow(clippy::unwrap_used)]

#[path = "../../examples/conformance_server/sequence.rs"]
#[allow(dead_code)]
mod sequence;
#[path = "../support/conformance_server.rs"]
mod server;
#[path = "../../examples/conformance_server/structures.rs"]
mod structures;
#[path = "../support/mod.rs"]
mod support;
#[path = "../../examples/conformance_server/values.rs"]
#[allow(dead_code)]
mod values;

/// Writes what the suite writes, reads what it expects.
macro_rules! exchange {
    ($root:ident, $get:ident, $set:ident, $sent:expr, $given:expr) => {
        $root.$set($sent).await.expect(stringify!($set));
        assert_eq!(
            $root.$get().await.expect(stringify!($get)),
            $given,
            stringify!($get)
        );
    };
    // the array of numbers that the suite keeps under the member's name
    ($root:ident, $get:ident, $set:ident: [$number:ty]) => {
        let name = stringify!($get);
        exchange!(
            $root,
            $get,
            $set,
            $crate::values::sent(name, 0),
            $crate::values::given::<$number>(name, 0)
        );
    };
}

mod locks;
mod members;
mod properties;
mod third;

use raconteur::client::{ConnectOptions, Session};
use raconteur::{ErrorCode, Node};

raconteur::service! {
    mod test_service1 = "examples/conformance_server/definitions/com.robotraconteur.testing.TestService1.robdef";
    mod test_service2 = "examples/conformance_server/definitions/com.robotraconteur.testing.TestService2.robdef";
    mod test_service3 = "examples/conformance_server/definitions/com.robotraconteur.testing.TestService3.robdef";
    mod test_service5 = "examples/conformance_server/definitions/com.robotraconteur.testing.TestService5.robdef";
    nullable "com.robotraconteur.testing.TestService1.testroot.nulltest";
}

/// A server to talk to.
struct Peer {
    node: Node,
    base: String,
}

impl Peer {
    fn new(base: String) -> Self {
        Peer {
            node: Node::new("").unwrap(),
            base,
        }
    }

    async fn try_connect(&self, service: &str) -> raconteur::Result<Session> {
        let url = format!("{}?service={service}", self.base);
        self.node.connect(&url).await
    }

    async fn connect(&self, service: &str) -> Session {
        self.try_connect(service).await.unwrap()
    }

    async fn log_in(&self, user: &str, password: &str) -> raconteur::Result<Session> {
        let url = format!("{}?service=RobotRaconteurTestService_auth", self.base);
        let options = ConnectOptions::default().password(user, password);
        self.node.connect_with(&url, options).await
    }

    async fn first(&self) -> (Session, test_service1::TestrootClient) {
        let session = self.connect("RobotRaconteurTestService").await;
        let root = test_service1::TestrootClient::new(session.root()).unwrap();
        (session, root)
    }

    async fn third(&self) -> (Session, test_service3::Testroot3Client) {
        let session = self.connect("RobotRaconteurTestService2").await;
        let root = test_service3::Testroot3Client::new(session.root()).unwrap();
        (session, root)
    }
}

/// The code of a failure.
fn code<T>(result: raconteur::Result<T>) -> Option<ErrorCode> {
    result.err().map(|error| error.code)
}

async fn fifth_service(peer: &Peer) {
    let session = peer.connect("RobotRaconteurTestService3").await;
    let root = test_service5::AsynctestrootClient::new(session.root()).unwrap();
    assert_eq!(root.d1().await.unwrap(), 8.5515);
    root.set_d1(3.0819).await.unwrap();
    assert_eq!(
        code(root.set_d1(1.0).await),
        Some(ErrorCode::InvalidArgument)
    );
    let error = root.err().await.unwrap_err();
    assert_eq!(
        (error.code, error.message.as_str()),
        (ErrorCode::InvalidArgument, "Test message 1")
    );
    assert_eq!(
        code(root.set_err(100.0).await),
        Some(ErrorCode::InvalidOperation)
    );
    root.f1().await.unwrap();
    root.f2(247).await.unwrap();
    assert_eq!(root.f3(1.0, 2.0).await.unwrap(), 3);
    assert_eq!(
        code(root.err_func().await),
        Some(ErrorCode::InvalidOperation)
    );
    let error = root.err_func2().await.unwrap_err();
    assert!(test_service5::Asynctestexp::matches(&error), "{error}");
    session.disconnect().await;
}

/// All exchanges, one after the other.
async fn exercise(base: String) {
    let peer = Peer::new(base);
    properties::check(&peer).await;
    members::check(&peer).await;
    locks::check(&peer).await;
    third::check(&peer).await;
    fifth_service(&peer).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn with_our_own_server() {
    let (_server, port) = server::start().await;
    exercise(format!("rr+tcp://127.0.0.1:{port}")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn with_the_genuine_node() {
    let Some(python) = support::python() else {
        return;
    };
    let mut genuine = support::script(&python, "serve_conformance.py")
        .spawn()
        .unwrap();
    let port = server::first_line(&mut genuine).await;
    exercise(format!("rr+tcp://127.0.0.1:{port}")).await;
    genuine.kill().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a server: tests/raconteur/reference_suite.py starts one and runs this"]
async fn with_the_server_that_is_named() {
    let base = std::env::var("RACONTEUR_CONFORMANCE_URL")
        .expect("RACONTEUR_CONFORMANCE_URL names the server to test with");
    exercise(base).await;
}
