//! The service of ours that is measured.

use std::error::Error;
use std::io::Read;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use raconteur::members::Wire;
use raconteur::schema::Schema;
use raconteur::service::{DynamicObject, Service};
use raconteur::{ListenOptions, Node};

/// The definition that both services have.
pub const DEFINITION: &str = include_str!("../example.bench.robdef");

/// Serves until standard input is closed; prints the port.
pub fn serve() -> Result<(), Box<dyn Error>> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let node = Node::new("bench.ours")?;
        let wire: Wire<Vec<f64>> = Wire::new();
        let running = Arc::new(AtomicBool::new(false));
        let (sending, switch) = (wire.clone(), running.clone());
        let bench = DynamicObject::new("example.bench.Bench")
            .property("d", |_| Ok(1.5), |_: f64, _| Ok(()))
            .function("add", |(a, b): (f64, f64), _| async move { Ok(a + b) })
            .function("stream", move |(on,): (bool,), _| {
                let (wire, running) = (sending.clone(), switch.clone());
                async move {
                    if on && !running.swap(true, Ordering::AcqRel) {
                        tokio::spawn(async move {
                            while running.load(Ordering::Acquire) {
                                let _ = wire.send(vec![1.0, 2.0, 3.0]);
                                tokio::task::yield_now().await;
                            }
                        });
                    } else if !on {
                        running.store(false, Ordering::Release);
                    }
                    Ok(())
                }
            })
            .wire("w", &wire);
        let schema = Schema::parse(&[DEFINITION])?;
        node.register(Service::new("bench", schema, bench))?;
        let listener = node.listen("127.0.0.1:0", ListenOptions::default()).await?;
        println!("{}", listener.address().port());
        tokio::task::spawn_blocking(|| std::io::stdin().read_to_end(&mut Vec::new())).await??;
        Ok(())
    })
}
