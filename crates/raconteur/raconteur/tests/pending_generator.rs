//! A client can close or abort a generator while one of its steps is pending.
#![allow(clippy::unwrap_used)]

mod support;

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use raconteur::members::Generator;
use raconteur::schema::Schema;
use raconteur::service::{BoxFuture, DynamicObject, Service};
use raconteur::value::Value;
use raconteur::{ErrorCode, ListenOptions, Listener, Node, Result};

const DEFINITION: &str = "service example.waiting

stdver 0.9.2

object Waiting
    function double{generator} wait()
end
";

/// Never gives a value; notes how it was ended.
struct Endless(Arc<Mutex<Vec<&'static str>>>);

impl Generator for Endless {
    fn next(&mut self, _: Value) -> BoxFuture<'_, Result<Value>> {
        Box::pin(std::future::pending())
    }

    fn close(&mut self) -> BoxFuture<'_, Result<()>> {
        self.0.lock().push("closed");
        Box::pin(async { Ok(()) })
    }

    fn abort(&mut self) -> BoxFuture<'_, Result<()>> {
        self.0.lock().push("aborted");
        Box::pin(async { Ok(()) })
    }
}

/// A service with an endless generator.
struct Waiting {
    node: Node,
    /// Listens until it is dropped.
    _listener: Listener,
    url: String,
    /// How generators were ended.
    ends: Arc<Mutex<Vec<&'static str>>>,
}

async fn waiting() -> Waiting {
    let ends = Arc::new(Mutex::new(Vec::new()));
    let noted = ends.clone();
    let object = DynamicObject::new("example.waiting.Waiting")
        .generator("wait", move |(): (), _| {
            Ok(Box::new(Endless(noted.clone())))
        });
    let node = Node::new("test.pending_generator").unwrap();
    let schema = Schema::parse(&[DEFINITION]).unwrap();
    node.register(Service::new("waiting", schema, object))
        .unwrap();
    let listener = node
        .listen("127.0.0.1:0", ListenOptions::default())
        .await
        .unwrap();
    let port = listener.address().port();
    Waiting {
        node,
        url: format!("rr+tcp://127.0.0.1:{port}/?service=waiting"),
        _listener: listener,
        ends,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_end_reaches_pending_steps() {
    let service = waiting().await;
    let client = Node::new("test.pending_generator_client").unwrap();
    let session = client.connect(&service.url).await.unwrap();
    for closes in [true, false] {
        let generator = session
            .root()
            .generate::<(), f64>("wait", ())
            .await
            .unwrap();
        let end = async {
            // Both steps are at the service before the end is asked for.
            tokio::time::sleep(Duration::from_millis(100)).await;
            if closes {
                generator.close().await
            } else {
                generator.abort().await
            }
        };
        let all = async { tokio::join!(generator.next(()), generator.next(()), end) };
        let (first, second, end) = tokio::time::timeout(Duration::from_secs(30), all)
            .await
            .expect("the steps end");
        for step in [first, second] {
            assert_eq!(step.unwrap_err().code, ErrorCode::OperationAborted);
        }
        end.unwrap();
    }
    assert_eq!(*service.ends.lock(), ["closed", "aborted"]);
    service.node.shutdown();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_genuine_client_ends_pending_steps() {
    let Some(python) = support::python() else {
        return;
    };
    let service = waiting().await;
    support::run_script(&python, "end_pending_generator.py", &[&service.url]).await;
    assert_eq!(*service.ends.lock(), ["closed", "aborted"]);
    service.node.shutdown();
}
