//! Same world, same requests, same bits.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_sim::World;
use foxden_sim::controller::{Command, Request};

/// Steps with controllers that sample everything and turn their motors.
fn drive(world: &mut World, steps: usize) -> Vec<u64> {
    let robots: Vec<_> = world.robots().map(|(robot, _)| robot).collect();
    let duration = world.settings().basic_time_step as u32;
    let mut hashes = Vec::new();
    for step in 0..steps {
        for robot in &robots {
            let mut commands = Vec::new();
            if world.clock() == 0.0 {
                for name in ["a", "b", "p"] {
                    let tag = world.device(*robot, name).unwrap();
                    commands.push(Command::Enable(tag, 32));
                }
                let motor = world.device(*robot, "m").unwrap();
                commands.push(Command::MotorPosition(motor, f64::INFINITY));
                commands.push(Command::MotorVelocity(motor, 3.0));
            } else if step % 50 == 7 {
                let motor = world.device(*robot, "m").unwrap();
                commands.push(Command::MotorVelocity(motor, -2.0 + (step % 5) as f64));
            }
            world.submit(*robot, Request { duration, commands });
        }
        world.step();
        hashes.push(world.state_hash());
    }
    hashes
}

#[test]
fn two_runs_are_equal_bit_for_bit() {
    let text = support::mixed(9);
    let first = drive(&mut support::world(&text), 300);
    let second = drive(&mut support::world(&text), 300);
    assert_eq!(first, second);
    assert_ne!(first[298], first[299]);
}

#[test]
fn threads_change_nothing() {
    let text = support::mixed(100);
    let mut alone = support::world(&text);
    let mut together = support::world(&text);
    assert!(together.set_threads(2));
    assert_eq!(drive(&mut alone, 60), drive(&mut together, 60));
}

#[test]
fn restored_worlds_go_on_as_they_did() {
    let mut world = support::world(&support::mixed(4));
    drive(&mut world, 40);
    let mut snapshots = Vec::new();
    for _ in 0..20 {
        snapshots.push((world.snapshot(), world.state_hash()));
        drive(&mut world, 7);
    }
    for (at, (snapshot, hash)) in snapshots.iter().enumerate().rev() {
        world.restore(snapshot);
        assert_eq!(world.state_hash(), *hash);
        drive(&mut world, 7);
        if let Some((_, next)) = snapshots.get(at + 1) {
            assert_eq!(world.state_hash(), *next, "after snapshot {at}");
        }
    }
}

#[test]
fn going_back_gives_the_saved_state_unless_a_controller_waits() {
    let mut world = support::world(&support::mixed(4));
    // before and after the first requests of controllers
    for steps in [0, 40] {
        drive(&mut world, steps);
        let (snapshot, hash) = (world.snapshot(), world.state_hash());
        let ahead = drive(&mut world, 7);
        world.return_to(&snapshot);
        assert_eq!(world.state_hash(), hash);
        assert_eq!(drive(&mut world, 7), ahead);
        // one that waits now is answered in time
        let robot = world.robots().next().unwrap().0;
        let _ = world.answer(robot);
        let duration = world.settings().basic_time_step as u32;
        let commands = Vec::new();
        world.submit(robot, Request { duration, commands });
        world.return_to(&snapshot);
        assert!(world.answer(robot).is_none());
        world.step();
        assert_eq!(world.answer(robot).unwrap().time, world.time());
        world.return_to(&snapshot);
    }
}

#[test]
fn bytes_of_a_state_are_restored_in_another_world() {
    let text = support::mixed(4);
    let mut world = support::world(&text);
    drive(&mut world, 40);
    let bytes = world.snapshot_bytes();
    let mut other = support::world(&text);
    let edits = other.edits();
    other.restore_bytes(&bytes).unwrap();
    assert_ne!(other.edits(), edits);
    assert_eq!(other.state_hash(), world.state_hash());
    assert_eq!(drive(&mut other, 60), drive(&mut world, 60));
}

#[test]
fn bytes_of_another_world_or_version_are_rejected() {
    let mut world = support::world(&support::mixed(2));
    let mut other = support::world(&support::mixed(3));
    let bytes = other.snapshot_bytes();
    let hash = world.state_hash();
    assert_eq!(
        world.restore_bytes(&bytes),
        Err(foxden_sim::RestoreError::OtherDocument)
    );
    for end in (0..bytes.len()).step_by(97) {
        assert!(other.restore_bytes(&bytes[..end]).is_err());
    }
    let mut spoiled = bytes.clone();
    let last = spoiled.len() / 2;
    spoiled[last] ^= 0x40;
    assert!(other.restore_bytes(&spoiled).is_err());
    assert_eq!(world.state_hash(), hash);
}

#[test]
fn a_restored_document_has_another_number() {
    let mut world = support::world(&support::mixed(2));
    let snapshot = world.snapshot();
    let before = world.edits();
    world.restore(&snapshot);
    assert_ne!(world.edits(), before);
}

/// How long the long run is.
const STEPS: usize = 10_000;

/// A hundred robots with noisy sensors among falling boxes; a tenth of them
/// drive about, and every two thousand steps others do.
fn drive_long(world: &mut World, from: usize, to: usize) {
    let robots: Vec<_> = world.robots().map(|(robot, _)| robot).collect();
    for step in from..to {
        if step == 0 {
            for robot in &robots {
                let names = ["a", "b", "p"];
                let tags = names.map(|name| world.device(*robot, name).unwrap());
                let commands = tags.map(|tag| Command::Enable(tag, 64)).to_vec();
                world.submit(
                    *robot,
                    Request {
                        duration: u32::MAX,
                        commands,
                    },
                );
            }
        }
        if step % 2000 == 1 {
            let turn = step / 2000;
            for (number, robot) in robots.iter().enumerate() {
                let motor = world.device(*robot, "m").unwrap();
                let speed = if number % 10 == turn { 2.0 } else { 0.0 };
                let commands = vec![
                    Command::MotorPosition(motor, f64::INFINITY),
                    Command::MotorVelocity(motor, speed),
                ];
                world.submit(
                    *robot,
                    Request {
                        duration: u32::MAX,
                        commands,
                    },
                );
            }
        }
        world.step();
    }
}

fn long_hash() -> u64 {
    let mut world = support::world(&support::mixed(100));
    drive_long(&mut world, 0, STEPS);
    world.state_hash()
}

/// Asked for by the test below, in a process of its own.
#[test]
fn hash_of_another_process() {
    if std::env::var_os("FOXDEN_PRINT_HASH").is_some() {
        println!("hash {:016x}", long_hash());
        return;
    }
    let short = || {
        let mut world = support::world(&support::mixed(100));
        drive_long(&mut world, 0, 20);
        world.state_hash()
    };
    assert_eq!(short(), short());
}

#[test]
fn ten_thousand_steps_end_alike() {
    let other = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "hash_of_another_process", "--nocapture"])
        .env("FOXDEN_PRINT_HASH", "1")
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // two threads, and at twenty places a way that is gone back
    let mut world = support::world(&support::mixed(100));
    assert!(world.set_threads(2));
    let mut random = foxden_sim::random::Random::new(7);
    let mut places: Vec<usize> = (0..20).map(|_| random.bits() as usize % STEPS).collect();
    places.sort_unstable();
    let mut done = 0;
    for place in places {
        drive_long(&mut world, done, place);
        done = place;
        let snapshot = world.snapshot();
        drive_long(&mut world, done, (done + 20).min(STEPS));
        world.restore(&snapshot);
    }
    drive_long(&mut world, done, STEPS);
    let hash = format!("hash {:016x}", world.state_hash());
    let output = other.wait_with_output().unwrap();
    let output = String::from_utf8(output.stdout).unwrap();
    assert!(output.contains(&hash), "{hash} here, elsewhere: {output}");
}
