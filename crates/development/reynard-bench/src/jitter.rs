//! The jitter of the `state` wire, without other requests and with requests to
//! every server.
//!
//! The arrival times are those of the kernel, because a process that watches
//! on the same cores has jitter itself. A thread that only sleeps shows what
//! the machine adds.

use crate::server::MeasuredServer;
use crate::stamps::{Arrival, Stamped};
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

/// The share of gaps that is most of them.
const MOST: f64 = 0.95;

/// What one way of watching is called in the table.
struct Names {
    arrived: &'static str,
    undisturbed: &'static str,
    most: &'static str,
    longest: &'static str,
    seen: &'static str,
    sleeper: &'static str,
}

const IDLE: Names = Names {
    arrived: "wire jitter, idle",
    undisturbed: "wire jitter, idle: without stolen time",
    most: "wire, idle: 95 % of gaps differ by less than",
    longest: "wire, idle: longest gap",
    seen: "wire jitter, idle: as a client sees it",
    sleeper: "jitter of a thread that sleeps, idle",
};

const LOADED: Names = Names {
    arrived: "wire jitter, under load",
    undisturbed: "wire jitter, under load: without stolen time",
    most: "wire, under load: 95 % of gaps differ by less than",
    longest: "wire, under load: longest gap",
    seen: "wire jitter, under load: as a client sees it",
    sleeper: "jitter of a thread that sleeps, under load",
};

pub(crate) fn measure(server: &MeasuredServer, note: Note<'_>) {
    let port = server.raconteur;
    report(&IDLE, &watch(port), note);
    let span = SPAN + 2 * MARGIN;
    let state = server.get("/api/state", "");
    let loaded = std::thread::scope(|scope| {
        scope.spawn(|| load::http(server.http, &state, 2, span));
        scope.spawn(|| load::ascii(server.ascii, "STATE\n", span));
        scope.spawn(|| load::ascii(server.ascii, "DRIVE 0 0\n", span));
        std::thread::sleep(MARGIN);
        watch(port)
    });
    report(&LOADED, &loaded, note);
}

fn report(names: &Names, seen: &SeenMoments, note: Note<'_>) {
    let times: Vec<f64> = seen.arrived.iter().map(|arrival| arrival.time).collect();
    let arrived = gaps(&times);
    note(names.arrived, "ms", spread(&arrived));
    note(names.undisturbed, "ms", spread(&undisturbed(&seen.arrived)));
    note(names.most, "ms", most(&arrived));
    let longest = arrived.into_iter().fold(f64::NAN, f64::max);
    note(names.longest, "ms", longest);
    note(names.seen, "ms", spread(&gaps(&seen.seen)));
    note(names.sleeper, "ms", spread(&gaps(&seen.slept)));
}

/// Times between one and the next, in milliseconds. The first gap is left out:
/// a wire's first value comes when it is connected.
fn gaps(seconds: &[f64]) -> Vec<f64> {
    let pairs = seconds.windows(2).skip(1);
    pairs.map(|pair| 1e3 * (pair[1] - pair[0])).collect()
}

/// The gaps of a time in which the machine had its processors to itself; one
/// value that is late makes the gap before it longer and the next one shorter.
fn undisturbed(arrivals: &[Arrival]) -> Vec<f64> {
    let triples = arrivals.windows(3);
    let quiet = triples.filter(|triple| triple[0].stolen == triple[2].stolen);
    quiet
        .map(|triple| 1e3 * (triple[2].time - triple[1].time))
        .collect()
}

/// The standard deviation.
fn spread(gaps: &[f64]) -> f64 {
    let count = gaps.len() as f64;
    let mean = gaps.iter().sum::<f64>() / count;
    let squares: f64 = gaps.iter().map(|gap| (gap - mean).powi(2)).sum();
    (squares / count).sqrt()
}

/// By how much most gaps differ from the period at most.
fn most(gaps: &[f64]) -> f64 {
    let period = 1e3 * PERIOD.as_secs_f64();
    let mut differences: Vec<f64> = gaps.iter().map(|gap| (gap - period).abs()).collect();
    differences.sort_by(f64::total_cmp);
    let at = (MOST * differences.len() as f64) as usize;
    differences.get(at).copied().unwrap_or(f64::NAN)
}

/// Moments in seconds.
#[derive(Default)]
pub(crate) struct SeenMoments {
    arrived: Vec<Arrival>,
    seen: Vec<f64>,
    slept: Vec<f64>,
}

/// Watches the wire, and a thread that only sleeps beside it; both run as soon
/// as they wake, if that is allowed.
pub(crate) fn watch(port: u16) -> SeenMoments {
    let sleeping = std::thread::spawn(sleep);
    let Ok(stamped) = Stamped::open(port) else {
        return SeenMoments::default();
    };
    let port = stamped.port;
    let watching = std::thread::spawn(move || {
        run_at_once();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build();
        runtime.map_or_else(
            |_| Vec::new(),
            |runtime| runtime.block_on(see(port)).unwrap_or_default(),
        )
    });
    SeenMoments {
        seen: watching.join().unwrap_or_default(),
        slept: sleeping.join().unwrap_or_default(),
        arrived: stamped.values(),
    }
}

/// Lets the calling thread run as soon as it wakes, if that is allowed.
pub(crate) fn run_at_once() {
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

/// When a client got values.
async fn see(port: u16) -> raconteur::Result<Vec<f64>> {
    let url = format!("rr+tcp://127.0.0.1:{port}?service=reynard");
    let session = raconteur::Node::new("")?.connect(&url).await?;
    let mut wire: WireConnection<Value> = session.root().wire("state").await?;
    let start = Instant::now();
    let mut seen = Vec::new();
    while start.elapsed() < SPAN && wire.next().await.is_some() {
        seen.push(start.elapsed().as_secs_f64());
    }
    session.disconnect().await;
    Ok(seen)
}
