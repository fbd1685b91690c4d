//! `cargo xtask bench viewer`: what a viewer costs on the side of the server.
//! Bytes and processor time of a frame, how much viewers that never read slow a
//! run down, how large a recording is, and what a replay ticket costs.
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
use foxden_view::server::{Options, ViewServer};
use foxden_view::viewer::{Viewer, WorldAbout};
use foxden_web::ports::Reach;
use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::sync::Arc;

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

/// Processor seconds of the thread of the world for a number of steps, with viewers.
fn run(viewers: usize, steps: u64) -> f64 {
    let options = Options {
        port: 0,
        reach: Reach::Loopback,
        hosts: Vec::new(),
    };
    let server = ViewServer::start(&options).unwrap();
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
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        write!(
            stream,
            "GET /viewer/socket HTTP/1.1\r\nHost: localhost:{port}\r\nUpgrade: websocket\r\n\
             Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        .unwrap();
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
    run_loop.run(Until::Steps(steps), &mut [&mut viewer]);
    let seconds = thread_seconds() - before;
    viewer.finish();
    seconds
}

/// What this thread has worked so far.
fn thread_seconds() -> f64 {
    let worked = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
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
    bytes as f64 / count as f64 / (steps as f64 * 0.032)
}

fn main() {
    let mut rows = Vec::new();
    ticket::measure(&mut rows);
    for count in [1_000, 10_000] {
        let (bytes, milliseconds) = frame(count);
        rows.push(MeasuredRatio {
            what: format!("bytes of a frame for each of {count} moving bodies"),
            ours: format!("{bytes} bytes"),
            theirs: "goal 14 bytes, and the head".to_owned(),
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
    let alone = best_of(3, || run(0, 2_000));
    let watched = best_of(3, || run(100, 2_000));
    rows.push(MeasuredRatio {
        what: "100 viewers of which 50 never read, time of the world's thread".to_owned(),
        ours: format!("{watched:.3} s"),
        theirs: format!("no viewer {alone:.3} s"),
        ratio: alone / watched,
        goal: Goal::AtLeast(0.95),
    });
    let bytes = recording(1_000, 300);
    rows.push(MeasuredRatio {
        what: "recording, bytes for each of 1,000 moving bodies and second".to_owned(),
        ours: format!("{bytes:.0} bytes"),
        theirs: "30 frames of 14 bytes".to_owned(),
        ratio: bytes / 420.0,
        goal: Goal::None,
    });
    println!("{}", table(&rows));
}
