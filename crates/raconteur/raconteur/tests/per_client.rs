//! Properties that each client has of its own, and wires that send less to
//! some clients than to others, as `isoch` members of standard types do.
#![allow(clippy::unwrap_used)]

mod support;

use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::Mutex;
use raconteur::Node;
use raconteur::members::{Wire, WireConnection};
use raconteur::schema::Schema;
use raconteur::service::{DynamicObject, Service};

const DEFINITION: &str = "service example.counter\n\nstdver 0.9\n\nobject Counter\n    \
    property uint32 isoch_downsample [perclient]\n    \
    wire int32 count [readonly]\n    \
    function int32 step()\nend\n";

#[derive(Default)]
struct Counter {
    count: i32,
    downsampling: BTreeMap<u32, u32>,
    connections: Vec<WireConnection<i32>>,
}

fn service() -> Service {
    let state = Arc::new(Mutex::new(Counter::default()));
    let wire: Wire<i32> = Wire::new();
    let (connected, read, write, stepped) = (state.clone(), state.clone(), state.clone(), state);
    wire.on_connect(move |connection| connected.lock().connections.push(connection));
    let counter = DynamicObject::new("example.counter.Counter")
        .property(
            "isoch_downsample",
            move |context| {
                let factors = &read.lock().downsampling;
                Ok(factors.get(&context.endpoint()).copied().unwrap_or(0))
            },
            move |factor: u32, context| {
                let factors = &mut write.lock().downsampling;
                factors.insert(context.endpoint(), factor);
                Ok(())
            },
        )
        .wire("count", &wire)
        .function("step", move |(): (), _| {
            let mut state = stepped.lock();
            state.count += 1;
            let count = state.count;
            state
                .connections
                .retain(|connection| !connection.is_closed());
            for connection in &state.connections {
                let factor = state.downsampling.get(&connection.endpoint());
                let period = factor.copied().unwrap_or(0).saturating_add(1);
                if count.unsigned_abs() % period == 0 {
                    let _ = connection.send(count);
                }
            }
            async move { Ok(count) }
        });
    Service::new("counter", Schema::parse(&[DEFINITION]).unwrap(), counter)
}

#[tokio::test(flavor = "multi_thread")]
async fn genuine_clients_have_downsampling_of_their_own() {
    let Some(python) = support::python() else {
        return;
    };
    let server = Node::new("test.counter").unwrap();
    server.register(service()).unwrap();
    let listener = server
        .listen("127.0.0.1:0", Default::default())
        .await
        .unwrap();
    support::run_script(&python, "use_per_client.py", &[&listener.url("counter")]).await;
}
