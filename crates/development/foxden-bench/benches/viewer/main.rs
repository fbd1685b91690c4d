//! `cargo xtask bench viewer`: what a viewer costs on the side of the server.
//! Bytes and processor time of a frame, how much viewers that never read slow a
//! run down, how large a recording is, and what a replay ticket costs. The page's
//! part (`web/bench/viewer.mjs`) adds its rows to the table of this one.
#![allow(missing_docs, clippy::unwrap_used)]

mod ticket;

use foxden_bench::{Goal, MeasuredRatio, Stopwatch, best_of, table};
use foxden_lang::resolve::{Location, MemoryStorage, Search, SearchSettings};
use foxden_runtime::pace::Pace;
use foxden_runtime::participant::Participant;
use foxden_runtime::run_loop::{RunLoop, Until};
use foxden_runtime::running_world::RunningWorld;
use foxden_runtime::stop_flag::StopFlag;
use foxden_scene::{Library, load_text};
use foxden_sim::World;
use foxden_view::description::BodyNumbers;
use foxden_view::frames::{FrameTable, Moment};
use foxden_view::hub::Hub;
use foxden_view::recording::{Recorder, SharedRecorder};
use foxden_view::server::{ViewServer, ViewServerOptions};
use foxden_view::viewer::{Viewer, WorldAbout};
use foxden_web::ports::Reach;
use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Where the table goes instead of the terminal, for the page's part.
const TABLE_FILE: &str = "FOXDEN_TABLE";

/// Simulated seconds of a step.
const STEP: f64 = 0.032;

/// Simulated seconds between two frames of a recording: at least 1/30, in whole steps.
const RECORDED_FRAME: f64 = 2.0 * STEP;

/// A world of solids that drift and turn.
fn world(count: usize) -> World {
    let mut text =
        "#VRML_SIM R2023b utf8\nWorldInfo { basicTimeStep 32 }\nViewpoint { }\n".to_owned();
    for at in 0..count {
        let (x, y) = (at % 100, at / 100);
        writeln!(
            text,
            "Solid {{ translation {x} {y} 0 name \"{at}\" linearVelocity 0.1 0.05 0.02 \
             angularVelocity 0 0 1 children [ Shape {{ geometry Box {{ }} }} ] }}"
        )
        .unwrap();
    }
    let location = Location::file("/bench/worlds/drift.wbt");
    let search = Search::new(
        SearchSettings::for_document(&location),
        MemoryStorage::new(),
    );
    let mut library = Library::new(Arc::new(search));
    let loaded = load_text(&location, text.as_bytes(), &mut library);
    World::new(loaded.scene, library)
}

/// Bytes and milliseconds of a frame in which all bodies moved.
fn frame(count: usize) -> (f64, f64) {
    let mut world = RunningWorld::new(world(count));
    let mut numbers = BodyNumbers::default();
    let groups = numbers.groups(&world);
    world.watch_moves(true);
    let table = FrameTable::default();
    let mut bytes = 0;
    let seconds = best_of(30, || {
        world.step();
        let moment = Moment {
            time: world.time(),
            step: world.steps(),
        };
        let version = table.version();
        let watch = Stopwatch::start();
        table.write(moment, |put| drop(world.take_moves(&groups, put)));
        let composition = table.compose(version);
        let seconds = watch.seconds();
        bytes = composition.frames.iter().map(|frame| frame.len()).sum();
        seconds
    });
    (bytes as f64, 1000.0 * seconds)
}

/// What a number of steps takes.
struct RunCost {
    /// Processor seconds of the thread of the world.
    worked: f64,
    /// Seconds on the clock; those who read share the machine.
    passed: f64,
}

/// The least cost of some runs, each part by itself.
fn least(rounds: usize, run: impl Fn() -> RunCost) -> RunCost {
    let costs = (0..rounds).map(|_| run());
    costs
        .reduce(|a, b| RunCost {
            worked: a.worked.min(b.worked),
            passed: a.passed.min(b.passed),
        })
        .unwrap()
}

fn server() -> ViewServer {
    let options = ViewServerOptions {
        port: 0,
        reach: Reach::Loopback,
        hosts: Vec::new(),
        frames: Vec::new(),
    };
    ViewServer::start(&options).unwrap()
}

/// Connects a viewer that may only look.
fn viewer_of(port: u16) -> TcpStream {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    write!(
        stream,
        "GET /viewer/socket HTTP/1.1\r\nHost: localhost:{port}\r\nUpgrade: websocket\r\n\
         Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    .unwrap();
    stream
}

/// The share of a processor that this program uses while viewers look at a world
/// that is paused.
fn idle(viewers: usize) -> f64 {
    const SETTLING: Duration = Duration::from_secs(3);
    const WATCHED: Duration = Duration::from_secs(3);
    let server = server();
    let stop = StopFlag::default();
    let (hub, own_stop) = (server.hub().clone(), stop.clone());
    let run = std::thread::spawn(move || {
        let world = RunningWorld::new(world(100));
        let mut run_loop = RunLoop::new(world, Pace::REAL_TIME.paused(true), &own_stop);
        let mut viewer = Viewer::new(hub.clone(), WorldAbout::default());
        hub.connect(run_loop.handle());
        run_loop.run(Until::Stopped, &mut [&mut viewer]);
        viewer.finish();
    });
    let streams: Vec<TcpStream> = (0..viewers).map(|_| viewer_of(server.port())).collect();
    while server.hub().viewers() < viewers {
        std::thread::yield_now();
    }
    std::thread::sleep(SETTLING);
    let before = seconds_of(rustix::time::ClockId::ProcessCPUTime);
    std::thread::sleep(WATCHED);
    let worked = seconds_of(rustix::time::ClockId::ProcessCPUTime) - before;
    drop(streams);
    stop.stop();
    run.join().unwrap();
    worked / WATCHED.as_secs_f64()
}

/// The cost of a number of steps with viewers.
fn run(viewers: usize, steps: u64) -> RunCost {
    let server = server();
    let hub = server.hub().clone();
    let mut run_loop = RunLoop::new(
        RunningWorld::new(world(500)),
        Pace::FASTEST,
        &StopFlag::default(),
    );
    let mut viewer = Viewer::new(hub.clone(), WorldAbout::default());
    hub.connect(run_loop.handle());
    let port = server.port();
    let mut silent = Vec::new();
    for at in 0..viewers {
        let mut stream = viewer_of(port);
        match at % 2 {
            0 => silent.push(stream),
            _ => drop(std::thread::spawn(move || {
                let mut buffer = [0; 1 << 16];
                while stream.read(&mut buffer).is_ok_and(|count| count > 0) {}
            })),
        }
    }
    while hub.viewers() < viewers {
        std::thread::yield_now();
    }
    let before = thread_seconds();
    let started = Instant::now();
    run_loop.run(Until::Steps(steps), &mut [&mut viewer]);
    let cost = RunCost {
        worked: thread_seconds() - before,
        passed: started.elapsed().as_secs_f64(),
    };
    viewer.finish();
    cost
}

/// What this thread has worked so far.
fn thread_seconds() -> f64 {
    seconds_of(rustix::time::ClockId::ThreadCPUTime)
}

fn seconds_of(clock: rustix::time::ClockId) -> f64 {
    let worked = rustix::time::clock_gettime(clock);
    worked.tv_sec as f64 + worked.tv_nsec as f64 * 1e-9
}

/// Bytes of a recording for each body and simulated second.
fn recording(count: usize, steps: u64) -> f64 {
    let path = std::env::temp_dir().join(format!("foxden-bench-{}.mcap", std::process::id()));
    let hub = Arc::<Hub>::default();
    let mut run_loop = RunLoop::new(
        RunningWorld::new(world(count)),
        Pace::FASTEST,
        &StopFlag::default(),
    );
    let recorder = SharedRecorder::new(Recorder::create(&path).unwrap());
    let mut viewer = Viewer::new(hub.clone(), WorldAbout::default()).with_recorder(recorder);
    hub.connect(run_loop.handle());
    run_loop.run(Until::Steps(steps), &mut [&mut viewer]);
    viewer.finish();
    viewer.finish_recording().unwrap();
    let bytes = std::fs::metadata(&path).unwrap().len();
    std::fs::remove_file(&path).unwrap();
    bytes as f64 / count as f64 / (steps as f64 * STEP)
}

fn main() {
    let mut rows = Vec::new();
    ticket::measure(&mut rows);
    for count in [1_000, 10_000] {
        let (bytes, milliseconds) = frame(count);
        rows.push(MeasuredRatio {
            what: format!("bytes of a frame for each of {count} moving bodies"),
            ours: format!("{bytes} bytes, {:.2} MB/s at 30 Hz", bytes * 30.0 / 1e6),
            theirs: "14 bytes for each, and heads".to_owned(),
            ratio: bytes / (14.0 * count as f64 + 112.0),
            goal: Goal::AtMost(1.0),
        });
        rows.push(MeasuredRatio {
            what: format!("processor time of a frame of {count} moving bodies"),
            ours: format!("{milliseconds:.3} ms"),
            theirs: "goal 1 ms".to_owned(),
            ratio: milliseconds,
            goal: Goal::AtMost(1.0),
        });
    }
    let alone = least(5, || run(0, 2_000));
    let watched = least(5, || run(100, 2_000));
    rows.push(MeasuredRatio {
        what: "speed with 100 viewers of which 50 never read, by the work of the world's thread"
            .to_owned(),
        ours: format!("{:.3} s", watched.worked),
        theirs: format!("no viewer {:.3} s", alone.worked),
        ratio: alone.worked / watched.worked,
        goal: Goal::AtLeast(0.95),
    });
    rows.push(MeasuredRatio {
        what: "the same by the clock, with those who read on the same machine".to_owned(),
        ours: format!("{:.3} s", watched.passed),
        theirs: format!("no viewer {:.3} s", alone.passed),
        ratio: alone.passed / watched.passed,
        goal: Goal::None,
    });
    let share = idle(1_000);
    rows.push(MeasuredRatio {
        what: "1,000 viewers of a world that is paused, share of a processor".to_owned(),
        ours: format!("{:.2} %", 100.0 * share),
        theirs: "goal: nothing, below 1 %".to_owned(),
        ratio: share,
        goal: Goal::AtMost(0.01),
    });
    let bytes = recording(1_000, 300);
    rows.push(MeasuredRatio {
        what: "recording, bytes for each of 1,000 moving bodies and second".to_owned(),
        ours: format!("{bytes:.0} bytes"),
        theirs: format!("{:.1} frames of 14 bytes", 1.0 / RECORDED_FRAME),
        ratio: bytes * RECORDED_FRAME / 14.0,
        goal: Goal::None,
    });
    match std::env::var_os(TABLE_FILE) {
        Some(file) => std::fs::write(file, table(&rows)).unwrap(),
        None => println!("{}", table(&rows)),
    }
}
