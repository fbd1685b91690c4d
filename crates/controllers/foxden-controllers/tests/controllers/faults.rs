//! Controllers that break the rules. The others go on, and the fault is reported.

use crate::fake::{Fake, Received, Stream};
use crate::served_world::{ServedWorld, robot, serve};
use foxden_protocol::handshake::GreetingReply;
use std::net::{Ipv4Addr, Shutdown, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::Path;

fn two_robots() -> ServedWorld {
    let nodes = robot("bad", "synchronization FALSE") + &robot("good", "");
    serve(&nodes)
}

/// Runs a bad controller beside a good one; what was said.
fn beside_a_good_one(bad: impl Fn(&Path, u16) + Send + Sync) -> String {
    let mut world = two_robots();
    let (folder, port) = (world.folder.clone(), world.port());
    std::thread::scope(|scope| {
        let own = folder.clone();
        let stop = world.stop.clone();
        let said = world.said.clone();
        let good = scope.spawn(move || Fake::drive(&own, "good"));
        let bad = scope.spawn(move || {
            bad(&folder, port);
            // until the simulation has noticed
            let is_noticed = |said: &Vec<String>| {
                said.iter()
                    .any(|line| line.contains("'bad' was disconnected"))
            };
            while !is_noticed(&said.lock().unwrap()) {
                std::thread::yield_now();
            }
            stop.stop();
        });
        let steps = world.run(usize::MAX);
        bad.join().unwrap();
        let said = world.said();
        world.end();
        let good = good.join().unwrap();
        assert_eq!(good, steps);
        said
    })
}

#[test]
fn garbage_is_refused() {
    let said = beside_a_good_one(|folder, _| {
        let mut bad = Fake::local(folder, "bad");
        // a message of the robot that does not exist
        bad.write(b"\x0f\0\0\0\x20\0\0\0\0\0\x01\0\0\0\xee")
            .unwrap();
        assert_eq!(bad.hear(), Received::Closed);
    });
    assert!(
        said.contains("'bad' was disconnected: it sent garbage"),
        "{said}"
    );
}

#[test]
fn four_gigabytes_are_refused_at_their_announcement() {
    let said = beside_a_good_one(|folder, _| {
        let mut bad = Fake::knock(folder, "bad");
        bad.write(&[0xff; 8]).unwrap();
        assert_eq!(bad.hear(), Received::Closed);
    });
    assert!(said.contains("it sent garbage"), "{said}");
    assert!(said.contains("4294967295"), "{said}");
}

#[test]
fn half_a_packet_is_reported() {
    let connections: [fn(&Path, u16) -> Fake; 2] = [
        |folder, _| Fake::local(folder, "bad"),
        |_, port| Fake::tcp(port, Some("bad")).ok().unwrap(),
    ];
    for connect in connections {
        let said = beside_a_good_one(|folder, port| {
            let mut bad = connect(folder, port);
            bad.write(b"\x0f\0\0\0\x20\0").unwrap();
            match &bad.stream {
                Stream::Local(stream, _) => stream.shutdown(Shutdown::Both).unwrap(),
                Stream::Tcp(stream, _) => stream.shutdown(Shutdown::Both).unwrap(),
            }
        });
        assert!(said.contains("in the middle of a packet"), "{said}");
    }
}

#[test]
fn one_that_never_reads_is_left_behind() {
    let said = beside_a_good_one(|folder, _| {
        let mut bad = Fake::local(folder, "bad");
        // as many requests as it takes; each has an answer that nobody reads
        while bad.send(0, Vec::new()).is_ok() {}
    });
    assert!(said.contains("it does not take its answers"), "{said}");
}

#[test]
fn a_connection_that_breaks_at_any_point_harms_no_other() {
    let mut world = two_robots();
    let (folder, port) = (world.folder.clone(), world.port());
    let whole = b"\x11\0\0\0\0\0\0\0\0\0\x03\0\0\0\x23\0\0";
    std::thread::scope(|scope| {
        let own = folder.clone();
        let stop = world.stop.clone();
        let good = scope.spawn(move || Fake::drive(&own, "good"));
        let bad = scope.spawn(move || {
            for length in 0..=whole.len() {
                // refused while the one before is still being noticed
                let mut bad = Fake::knock(&folder, "bad");
                let _ = bad.write(&whole[..length]);
            }
            for length in 0..3 {
                let mut bad = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
                std::io::Write::write_all(&mut bad, &b"CTR"[..length]).unwrap();
            }
            let mut last = loop {
                match Fake::tcp(port, Some("bad")) {
                    Ok(fake) => break fake,
                    Err(reply) => assert_eq!(reply, GreetingReply::Forbidden),
                }
            };
            assert!(last.step(32).is_some(), "the robot can be driven again");
            stop.stop();
        });
        world.run(usize::MAX);
        bad.join().unwrap();
        world.end();
        good.join().unwrap();
    });
}

#[test]
fn a_thousand_connections_leave_nothing_behind() {
    let mut world = two_robots();
    let (folder, port) = (world.folder.clone(), world.port());
    std::thread::scope(|scope| {
        let own = folder.clone();
        let stop = world.stop.clone();
        let good = scope.spawn(move || Fake::drive(&own, "good"));
        let count = scope.spawn(move || {
            let mut keeper = Fake::tcp(port, Some("bad")).ok().unwrap();
            for number in 0..1000 {
                if number % 2 == 0 {
                    drop(TcpStream::connect((Ipv4Addr::LOCALHOST, port)));
                } else {
                    drop(UnixStream::connect(folder.join("ipc/bad/extern")));
                }
            }
            assert!(keeper.step(32).is_some());
            stop.stop();
        });
        world.run(usize::MAX);
        count.join().unwrap();
        world.end();
        good.join().unwrap();
    });
}

#[test]
fn no_descriptor_is_lost() {
    // descriptors are counted by process, and other tests run in this one
    if std::env::var_os("FOXDEN_COUNT_DESCRIPTORS").is_some() {
        return count_descriptors();
    }
    let own = std::env::current_exe().unwrap();
    let output = std::process::Command::new(own)
        .args(["--exact", "faults::no_descriptor_is_lost"])
        .env("FOXDEN_COUNT_DESCRIPTORS", "1")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
    assert!(text.contains("1 passed"), "{text}");
}

fn count_descriptors() {
    let descriptors = || std::fs::read_dir("/proc/self/fd").unwrap().count();
    let round = || {
        let mut world = two_robots();
        let (folder, port) = (world.folder.clone(), world.port());
        std::thread::scope(|scope| {
            let own = folder.clone();
            scope.spawn(move || Fake::drive(&own, "good"));
            let stop = world.stop.clone();
            scope.spawn(move || {
                for _ in 0..50 {
                    let mut bad = Fake::knock(&folder, "bad");
                    let _ = bad.write(&[0xff; 6]);
                    let _ = TcpStream::connect((Ipv4Addr::LOCALHOST, port));
                }
                stop.stop();
            });
            world.run(usize::MAX);
            world.end();
        });
    };
    round();
    let before = descriptors();
    for _ in 0..3 {
        round();
    }
    assert_eq!(descriptors(), before);
}
