//! Values that a thread writes past the task of a connection.
#![allow(clippy::unwrap_used)]

use raconteur::members::Wire;
use raconteur::schema::Schema;
use raconteur::service::{DynamicObject, Service};
use raconteur::{ListenOptions, Node};
use std::time::Duration;

const DEFINITION: &str = "\
service example.rows

object Rows
    function double add(double a, double b)
    wire double[] row [readonly]
end
";

/// So long that several of them do not fit into the buffers of a socket.
const LENGTH: usize = 40_000;

const LAST: u32 = 200;

const PATIENCE: Duration = Duration::from_secs(120);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thread_that_writes_itself_breaks_no_message_of_others() {
    let row = Wire::<Vec<f64>>::new();
    let object = DynamicObject::new("example.rows.Rows")
        .function("add", |(a, b): (f64, f64), _| async move { Ok(a + b) })
        .wire("row", &row);
    let node = Node::new("").unwrap();
    let schema = Schema::parse(&[DEFINITION]).unwrap();
    node.register(Service::new("rows", schema, object)).unwrap();
    let listener = node
        .listen("127.0.0.1:0", ListenOptions::default())
        .await
        .unwrap();
    let session = node.connect(&listener.url("rows")).await.unwrap();
    let mut received = session.root().wire::<Vec<f64>>("row").await.unwrap();

    let sender = std::thread::spawn(move || {
        for number in 1..=LAST {
            row.send_at_once(vec![f64::from(number); LENGTH]).unwrap();
        }
    });
    let root = session.root();
    let adding = tokio::spawn(async move {
        for number in 0..LAST {
            let sum: f64 = root.call("add", (f64::from(number), 1.0)).await.unwrap();
            assert_eq!(sum, f64::from(number + 1));
        }
    });
    let mut last = 0.0;
    while last < f64::from(LAST) {
        let next = tokio::time::timeout(PATIENCE, received.next());
        let (values, _) = next.await.unwrap().unwrap();
        assert_eq!(values.len(), LENGTH);
        assert!(values[0] > last, "{} after {last}", values[0]);
        last = values[0];
        assert!(values.iter().all(|value| *value == last));
    }
    adding.await.unwrap();
    sender.join().unwrap();
    session.disconnect().await;
}
