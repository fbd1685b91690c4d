//! The server under attack.

use std::io::Read;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use raconteur::discovery::DiscoveryOptions;
use raconteur::members::Wire;
use raconteur::schema::Schema;
use raconteur::service::{DynamicObject, Service};
use raconteur::{ListenOptions, Node};
use tracing::field::{Field, Visit};
use tracing::span;

const DEFINITION: &str = "service example.target\n\nobject Target\n    property string text\n    \
                          property varvalue any\n    wire double[] w [readonly]\n    \
                          function double add(double a, double b)\n    function void stream()\nend\n";

/// Serves until standard input is closed; prints the two ports.
#[tokio::main(worker_threads = 2)]
pub async fn serve() {
    tracing::subscriber::set_global_default(Log).unwrap();
    let node = Node::new("test.target").unwrap();
    let wire: Wire<Vec<f64>> = Wire::new();
    let sending = wire.clone();
    let running = Arc::new(AtomicBool::new(false));
    let object = DynamicObject::new("example.target.Target")
        .property("text", |_| Ok(String::new()), |_: String, _| Ok(()))
        .property("any", |_| Ok(0), |_: raconteur::value::Value, _| Ok(()))
        .function("add", |(a, b): (f64, f64), _| async move { Ok(a + b) })
        .function("stream", move |(): (), _| {
            let wire = sending.clone();
            let first = !running.swap(true, Ordering::AcqRel);
            async move {
                if first {
                    tokio::spawn(async move {
                        loop {
                            let _ = wire.send(vec![1.0; 1250]);
                            tokio::task::yield_now().await;
                        }
                    });
                }
                Ok(())
            }
        })
        .wire("w", &wire);
    let schema = Schema::parse(&[DEFINITION]).unwrap();
    node.register(Service::new("target", schema, object))
        .unwrap();
    let listener = node
        .listen("127.0.0.1:0", ListenOptions::default())
        .await
        .unwrap();
    let udp = std::net::UdpSocket::bind("127.0.0.1:0").unwrap();
    let options = DiscoveryOptions {
        link_local: false,
        local_sockets: false,
        ipv4_broadcast: true,
        port: udp.local_addr().unwrap().port(),
        ..DiscoveryOptions::default()
    };
    drop(udp);
    let _discovery = node.discover(options.clone()).await.unwrap();
    println!("{}\n{}", listener.address().port(), options.port);
    let end = tokio::task::spawn_blocking(|| std::io::stdin().read_to_end(&mut Vec::new()));
    end.await.unwrap().unwrap();
}

/// Writes log lines from `info` upwards to standard error.
struct Log;

struct Text(String);

impl Visit for Text {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        if field.name() == "message" {
            self.0 = format!("{value:?}");
        }
    }
}

impl tracing::Subscriber for Log {
    fn enabled(&self, metadata: &tracing::Metadata<'_>) -> bool {
        *metadata.level() <= tracing::Level::INFO
    }

    fn event(&self, event: &tracing::Event<'_>) {
        let mut text = Text(String::new());
        event.record(&mut text);
        eprintln!("{}", text.0);
    }

    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}
    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}
    fn enter(&self, _: &span::Id) {}
    fn exit(&self, _: &span::Id) {}
}
