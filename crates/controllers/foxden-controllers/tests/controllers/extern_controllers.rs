//! Controllers that are started elsewhere.

use crate::fake::{Fake, Received};
use crate::served_world::{robot, serve, serve_in, serve_until_controllers_end};
use foxden_protocol::handshake::GreetingReply;
use foxden_protocol::{RequestMessages, robot as robot_messages};
use std::net::{Ipv4Addr, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::sync::Arc;
use std::time::Duration;

#[test]
fn local_sockets_and_tcp_lead_to_the_same() {
    let mut world = serve(&(robot("one", "") + &robot("two", "")));
    let (folder, port) = (world.folder.clone(), world.port());
    std::thread::scope(|scope| {
        let local = scope.spawn(move || {
            let mut fake = Fake::local(&folder, "one");
            (fake.step_to_the_end(32), fake.time)
        });
        let remote = scope.spawn(move || {
            let mut fake = Fake::tcp(port, Some("two")).ok().unwrap();
            (fake.step_to_the_end(32), fake.time)
        });
        assert_eq!(world.run(10), 10);
        world.end();
        assert_eq!(local.join().unwrap(), (10, 0.32));
        assert_eq!(remote.join().unwrap(), (10, 0.32));
    });
}

#[test]
fn a_synchronous_robot_is_waited_for_and_an_asynchronous_one_is_not() {
    let nodes = robot("late", "synchronization FALSE");
    let mut free = serve(&nodes);
    assert_eq!(free.run(5), 5, "nobody came, nobody was waited for");
    free.end();

    let mut bound = serve(&robot("late", ""));
    let folder = bound.folder.clone();
    std::thread::scope(|scope| {
        let late = scope.spawn(move || {
            std::thread::sleep(Duration::from_millis(50));
            Fake::local(&folder, "late").step_to_the_end(32)
        });
        assert_eq!(bound.run(3), 3);
        bound.end();
        assert_eq!(late.join().unwrap(), 3);
    });
}

#[test]
fn one_that_leaves_may_come_back_and_is_reported_everything_again() {
    let mut world = serve(&robot("cub", ""));
    let (folder, port) = (world.folder.clone(), world.port());
    std::thread::scope(|scope| {
        let visits = scope.spawn(move || {
            let mut first = Fake::local(&folder, "cub");
            assert_eq!(first.step(32), Some(0));
            assert_eq!(first.step(32), Some(0));
            first.leave();
            // the robot is free as soon as the simulation has noticed
            let mut second = loop {
                match Fake::tcp(port, None) {
                    Ok(fake) => break fake,
                    Err(reply) => assert_eq!(reply, GreetingReply::Forbidden),
                }
            };
            assert_eq!(second.told_name.as_deref(), Some("cub"));
            assert!(second.step(64).is_some());
            assert_eq!(second.time, 0.128);
            drop(second);
            let mut third = loop {
                let mut fake = Fake::knock(&folder, "cub");
                if !matches!(fake.ask(Vec::new()), Received::Closed) {
                    break fake;
                }
            };
            assert_eq!(third.told_name.as_deref(), Some("cub"));
            third.step_to_the_end(32)
        });
        assert_eq!(world.run(6), 6);
        let said = world.said();
        world.end();
        assert_eq!(visits.join().unwrap(), 2);
        assert!(
            said.contains("the extern controller of robot 'cub' has left"),
            "{said}"
        );
    });
}

#[test]
fn a_run_that_ends_with_its_controllers_goes_on_without_those_who_left() {
    let mut world = serve_until_controllers_end(&(robot("short", "") + &robot("long", "")));
    let folder = world.folder.clone();
    std::thread::scope(|scope| {
        let visit = |name, steps| {
            let mut fake = Fake::local(&folder, name);
            for _ in 0..steps {
                assert!(fake.step(32).is_some(), "{name}");
            }
            fake.leave();
        };
        scope.spawn(move || visit("short", 3));
        scope.spawn(move || visit("long", 10));
        assert_eq!(world.run(usize::MAX), 10);
        world.end();
    });
}

#[test]
fn one_that_does_not_wait_for_its_answer_has_left() {
    let mut world = serve(&robot("cub", "synchronization FALSE"));
    let (folder, stop, said) = (world.folder.clone(), world.stop.clone(), world.said.clone());
    std::thread::scope(|scope| {
        let hasty = scope.spawn(move || {
            let mut fake = Fake::local(&folder, "cub");
            fake.send(32, Vec::new()).unwrap();
            drop(fake);
            let is_missed = |line: &String| line.contains("left") || line.contains("disconnected");
            while !said.lock().unwrap().iter().any(is_missed) {
                std::thread::yield_now();
            }
            stop.stop();
        });
        world.run(usize::MAX);
        hasty.join().unwrap();
        let said = world.said();
        world.end();
        assert!(!said.contains("disconnected"), "{said}");
    });
}

#[test]
fn robots_of_one_name_and_without_a_name_have_their_own_sockets() {
    let nodes = [robot("fox", ""), robot("fox", ""), robot("", "")].concat();
    let mut world = serve(&nodes);
    let (folder, port) = (world.folder.clone(), world.port());
    std::thread::scope(|scope| {
        let own = folder.clone();
        let first = scope.spawn(move || Fake::local(&own, "fox").step_to_the_end(32));
        let second = scope.spawn(move || {
            let mut fake = Fake::tcp(port, Some("fox%281%29")).ok().unwrap();
            assert_eq!(fake.told_name.as_deref(), Some("fox"));
            fake.step_to_the_end(32)
        });
        let third = scope.spawn(move || Fake::local(&folder, "robot").step_to_the_end(32));
        assert_eq!(world.run(4), 4);
        world.end();
        for controller in [first, second, third] {
            assert_eq!(controller.join().unwrap(), 4);
        }
    });
}

#[test]
fn a_controller_for_no_waiting_robot_is_rejected() {
    let nodes = robot("one", "synchronization FALSE")
        + &robot("two", "synchronization FALSE")
        + "Robot { name \"still\" controller \"<none>\" }\n";
    let mut world = serve(&nodes);
    let (folder, port) = (world.folder.clone(), world.port());
    std::thread::scope(|scope| {
        let stop = world.stop.clone();
        let claims = scope.spawn(move || {
            let refusal = |robot| Fake::tcp(port, robot).err();
            assert_eq!(refusal(Some("three")), Some(GreetingReply::Failed));
            assert_eq!(refusal(Some("still")), Some(GreetingReply::Failed));
            assert_eq!(refusal(None), Some(GreetingReply::Failed), "there are two");
            let mut first = Fake::tcp(port, Some("one")).ok().unwrap();
            assert_eq!(refusal(Some("one")), Some(GreetingReply::Forbidden));
            let mut claimant = Fake::knock(&folder, "one");
            assert_eq!(claimant.ask(Vec::new()), Received::Closed);
            assert!(first.step(32).is_some(), "the first one is not disturbed");
            stop.stop();
        });
        world.run(usize::MAX);
        claims.join().unwrap();
        let said = world.said();
        for sentence in [
            "a controller for robot 'three' was rejected: no robot with controller \"<extern>\" has that name",
            "a controller for robot 'still' was rejected",
            "a controller that names no robot was rejected: 2 robots have",
            "a second controller for robot 'one' was rejected",
        ] {
            assert_eq!(said.matches(sentence).count(), 1, "{said}");
        }
        world.end();
    });
}

#[test]
fn a_silent_peer_blocks_no_other() {
    let mut world = serve(&robot("cub", ""));
    let (folder, port) = (world.folder.clone(), world.port());
    let _silent: Vec<TcpStream> = (0..5)
        .map(|_| TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap())
        .collect();
    std::thread::scope(|scope| {
        let fake = scope.spawn(move || Fake::local(&folder, "cub").step_to_the_end(32));
        assert_eq!(world.run(20), 20);
        world.end();
        assert_eq!(fake.join().unwrap(), 20);
    });
}

#[test]
fn several_instances_stand_side_by_side() {
    let temporary = Arc::new(tempfile::tempdir().unwrap());
    let nodes = robot("cub", "");
    let mut worlds: Vec<_> = (0..3)
        .map(|_| serve_in(temporary.clone(), &nodes, None))
        .collect();
    let folders: Vec<_> = worlds.iter().map(|world| world.folder.clone()).collect();
    std::thread::scope(|scope| {
        let fakes: Vec<_> = folders
            .iter()
            .map(|folder| scope.spawn(move || Fake::local(folder, "cub").step_to_the_end(32)))
            .collect();
        for (number, world) in worlds.iter_mut().enumerate() {
            assert_eq!(world.run(number + 1), number + 1);
        }
        for world in worlds {
            world.end();
        }
        for (number, fake) in fakes.into_iter().enumerate() {
            assert_eq!(fake.join().unwrap(), number + 1);
        }
    });
    assert_eq!(std::fs::read_dir(temporary.path()).unwrap().count(), 0);
}

#[test]
fn sockets_are_private_and_long_names_have_their_hashes() {
    let name = "a robot with a name that goes on and on ".repeat(4);
    let world = serve(&(robot(&name, "") + &robot("my robot", "")));
    let ipc = world.folder.join("ipc");
    assert!(ipc.join("my%20robot/extern").exists());
    let entries: Vec<_> = std::fs::read_dir(&ipc).unwrap().flatten().collect();
    let is_hash = |name: &str| name.len() <= 40 && name.chars().all(|c| c.is_ascii_hexdigit());
    let hashes = entries
        .iter()
        .filter(|entry| is_hash(entry.file_name().to_str().unwrap()))
        .filter(|entry| entry.path().join("extern").exists());
    assert!(hashes.count() >= 1, "{entries:?}");
    for entry in &entries {
        let mode = entry.metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
    }
    world.end();
}

#[test]
fn redirected_lines_are_put_together() {
    let mut world = serve(&robot("cub", ""));
    let folder = world.folder.clone();
    std::thread::scope(|scope| {
        let fake = scope.spawn(move || {
            let mut fake = Fake::local(&folder, "cub");
            for piece in ["one\ntw", "o\n", "th", "ree\n"] {
                let console = robot_messages::RobotRequest::Console {
                    stream: robot_messages::OutputStream::Out,
                    text: piece.into(),
                };
                fake.ask(vec![RequestMessages::Robot(vec![console.into()])]);
            }
            fake.step_to_the_end(32)
        });
        assert_eq!(world.run(1), 1);
        let printed = world.printed.clone();
        world.end();
        fake.join().unwrap();
        assert_eq!(
            *printed.lock().unwrap(),
            ["cub: one", "cub: two", "cub: three"]
        );
    });
}
