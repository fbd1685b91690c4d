//! How evenly the `state` wire comes, while nothing else is asked and while
//! every door is.
//!
//! Values carry the time at which they were sent, so that the server's
//! unrest can be told from that of whoever watches on the same cores; a thread
//! that only sleeps shows what the machine itself adds.

use crate::server::Server;
use crate::{Note, load};
use raconteur::members::WireConnection;
use raconteur::value::Value;
use std::time::{Duration, Instant};
use thread_priority::{
    RealtimeThreadSchedulePolicy, ThreadPriority, ThreadSchedulePolicy,
    set_thread_priority_and_policy, thread_native_id,
};

/// How long the wire is watched.
const SPAN: Duration = Duration::from_secs(10);

/// How long the load runs before and after.
const MARGIN: Duration = Duration::from_millis(500);

/// The time between two values.
const PERIOD: Duration = Duration::from_millis(50);

/// What one way of watching is called in the table.
struct Names {
    sent: &'static str,
    arrived: &'static str,
    longest: &'static str,
    sleeper: &'static str,
}

const IDLE: Names = Names {
    sent: "wire jitter, idle: as sent",
    arrived: "wire jitter, idle: as seen",
    longest: "wire, idle: longest gap as seen",
    sleeper: "jitter of a thread that sleeps, idle",
};

const LOADED: Names = Names {
    sent: "wire jitter, under load: as sent",
    arrived: "wire jitter, under load: as seen",
    longest: "wire, under load: longest gap as seen",
    sleeper: "jitter of a thread that sleeps, under load",
};

pub(crate) fn measure(server: &Server, state: &str, note: Note<'_>) {
    let port = server.raconteur;
    report(&IDLE, &watch(port), note);
    let span = SPAN + 2 * MARGIN;
    let loaded = std::thread::scope(|scope| {
        scope.spawn(|| load::http(server.http, state, 2, span));
        scope.spawn(|| load::ascii(server.ascii, "STATE\n", span));
        scope.spawn(|| load::ascii(server.ascii, "DRIVE 0 0\n", span));
        std::thread::sleep(MARGIN);
        watch(port)
    });
    report(&LOADED, &loaded, note);
}

fn report(names: &Names, seen: &Seen, note: Note<'_>) {
    let arrived = gaps(&seen.arrived);
    note(names.sent, "ms", spread(&gaps(&seen.sent)));
    note(names.arrived, "ms", spread(&arrived));
    note(
        names.longest,
        "ms",
        arrived.into_iter().fold(f64::NAN, f64::max),
    );
    note(names.sleeper, "ms", spread(&gaps(&seen.slept)));
}

/// Times between one and the next, in milliseconds. The first gap is left out:
/// a wire's first value comes when it is connected.
fn gaps(seconds: &[f64]) -> Vec<f64> {
    let pairs = seconds.windows(2).skip(1);
    pairs.map(|pair| 1e3 * (pair[1] - pair[0])).collect()
}

/// The standard deviation.
fn spread(gaps: &[f64]) -> f64 {
    let count = gaps.len() as f64;
    let mean = gaps.iter().sum::<f64>() / count;
    let squares: f64 = gaps.iter().map(|gap| (gap - mean).powi(2)).sum();
    (squares / count).sqrt()
}

/// Moments in seconds.
#[derive(Default)]
pub(crate) struct Seen {
    sent: Vec<f64>,
    arrived: Vec<f64>,
    slept: Vec<f64>,
}

/// Watches the wire, and a thread that only sleeps beside it; both run as soon
/// as they wake, if that is allowed.
pub(crate) fn watch(port: u16) -> Seen {
    let sleeping = std::thread::spawn(sleep);
    let watching = std::thread::spawn(move || {
        run_at_once();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build();
        runtime.map_or_else(
            |_| Seen::default(),
            |runtime| runtime.block_on(arrivals(port)).unwrap_or_default(),
        )
    });
    let seen = watching.join().unwrap_or_default();
    Seen {
        slept: sleeping.join().unwrap_or_default(),
        ..seen
    }
}

fn run_at_once() {
    let policy = ThreadSchedulePolicy::Realtime(RealtimeThreadSchedulePolicy::RoundRobin);
    let _ = set_thread_priority_and_policy(thread_native_id(), ThreadPriority::Min, policy);
}

/// When a thread woke that sleeps from beat to beat.
fn sleep() -> Vec<f64> {
    run_at_once();
    let start = Instant::now();
    let beats = SPAN.as_nanos() / PERIOD.as_nanos();
    (1..=beats as u32)
        .map(|beat| {
            let due = start + beat * PERIOD;
            std::thread::sleep(due.saturating_duration_since(Instant::now()));
            start.elapsed().as_secs_f64()
        })
        .collect()
}

async fn arrivals(port: u16) -> raconteur::Result<Seen> {
    let url = format!("rr+tcp://127.0.0.1:{port}?service=reynard");
    let session = raconteur::Node::new("")?.connect(&url).await?;
    let mut wire: WireConnection<Value> = session.root().wire("state").await?;
    let start = Instant::now();
    let mut seen = Seen::default();
    while start.elapsed() < SPAN {
        let Some((_, sent)) = wire.next().await else {
            break;
        };
        seen.arrived.push(start.elapsed().as_secs_f64());
        seen.sent
            .push(sent.seconds() as f64 + 1e-9 * f64::from(sent.nanoseconds()));
    }
    session.disconnect().await;
    Ok(seen)
}
