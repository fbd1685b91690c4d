//! How evenly the `state` wire comes, while nothing else is asked and while
//! every door is.

use crate::server::Server;
use crate::{Note, load};
use raconteur::members::WireConnection;
use raconteur::value::Value;
use std::time::{Duration, Instant};

/// How long the wire is watched.
const SPAN: Duration = Duration::from_secs(5);

/// How long the load runs before and after.
const MARGIN: Duration = Duration::from_millis(500);

/// Whoever watches shall be late as little as possible: a niceness, if it is allowed.
const PRECEDENCE: i32 = -15;

pub(crate) fn measure(server: &Server, state: &str, note: Note<'_>) {
    let port = server.raconteur;
    note_spread(
        "wire jitter, idle",
        "wire, idle: longest gap",
        watch(port),
        note,
    );
    let span = SPAN + 2 * MARGIN;
    let loaded = std::thread::scope(|scope| {
        scope.spawn(|| load::http(server.http, state, 2, span));
        scope.spawn(|| load::ascii(server.ascii, "STATE\n", span));
        scope.spawn(|| load::ascii(server.ascii, "DRIVE 0 0\n", span));
        std::thread::sleep(MARGIN);
        watch(port)
    });
    note_spread(
        "wire jitter, REST and ASCII under load",
        "wire, under load: longest gap",
        loaded,
        note,
    );
}

fn note_spread(what: &'static str, longest: &'static str, gaps: Vec<f64>, note: Note<'_>) {
    let mean = gaps.iter().sum::<f64>() / gaps.len() as f64;
    let spread: f64 = gaps.iter().map(|gap| (gap - mean).powi(2)).sum();
    note(what, "ms", (spread / gaps.len() as f64).sqrt());
    note(longest, "ms", gaps.into_iter().fold(f64::NAN, f64::max));
}

/// The times between values of the wire in milliseconds, seen by a thread that
/// is served before others.
fn watch(port: u16) -> Vec<f64> {
    let watching = std::thread::spawn(move || {
        let _ = rustix::process::setpriority_process(None, PRECEDENCE);
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build();
        runtime.map_or_else(
            |_| Vec::new(),
            |runtime| runtime.block_on(arrivals(port)).unwrap_or_default(),
        )
    });
    let times = watching.join().unwrap_or_default();
    let gaps = times.windows(2).skip(1);
    gaps.map(|pair| 1e3 * (pair[1] - pair[0]).as_secs_f64())
        .collect()
}

async fn arrivals(port: u16) -> raconteur::Result<Vec<Instant>> {
    let url = format!("rr+tcp://127.0.0.1:{port}?service=reynard");
    let session = raconteur::Node::new("")?.connect(&url).await?;
    let mut wire: WireConnection<Value> = session.root().wire("state").await?;
    let end = Instant::now() + SPAN;
    let mut times = Vec::new();
    while Instant::now() < end && wire.next().await.is_some() {
        times.push(Instant::now());
    }
    session.disconnect().await;
    Ok(times)
}
