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
