//! Steps of different lengths, pauses, and requests that need no step.

use crate::fake::{Fake, Received};
use crate::served_world::{robot, serve, serve_with};
use foxden_protocol::robot::{self as robot_messages, SimulationMode, UserInputSet};
use foxden_protocol::supervisor::SupervisorRequest;
use foxden_protocol::{AnswerMessage, RequestMessages};
use foxden_runtime::pace::Pace;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

#[test]
fn each_controller_has_its_own_step() {
    let mut world = serve(&(robot("short", "") + &robot("long", "")));
    let folder = world.folder.clone();
    std::thread::scope(|scope| {
        let own = folder.clone();
        let short = scope.spawn(move || {
            let mut fake = Fake::local(&own, "short");
            let mut delays = Vec::new();
            while let Some(delay) = fake.step(16) {
                delays.push(delay);
            }
            delays
        });
        let long = scope.spawn(move || {
            let mut fake = Fake::local(&folder, "long");
            let (mut delays, mut times) = (Vec::new(), Vec::new());
            while let Some(delay) = fake.step(48) {
                delays.push(delay);
                times.push((fake.time * 1000.0).round());
            }
            (delays, times)
        });
        assert_eq!(world.run(8), 8);
        world.end();
        assert_eq!(short.join().unwrap(), [0, 16, 16, 16, 16, 16, 16, 16]);
        let (delays, times) = long.join().unwrap();
        assert_eq!(delays, [0, 16, 16, 16]);
        assert_eq!(times, [64.0, 128.0, 192.0, 256.0]);
    });
}

/// Changes the mode; the answer tells the new one.
fn set_mode(fake: &mut Fake, mode: SimulationMode) {
    match fake.supervise(SupervisorRequest::SetMode(mode)) {
        Received::Answer(0, messages) => {
            assert!(messages.contains(&robot_messages::RobotAnswer::Mode(mode).into()));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_paused_simulation_answers_and_can_be_woken() {
    let nodes = robot("boss", "supervisor TRUE") + &robot("guard", "supervisor TRUE");
    let mut world = serve(&nodes);
    let folder = world.folder.clone();
    let (paused, is_paused) = channel();
    std::thread::scope(|scope| {
        let own = folder.clone();
        let boss = scope.spawn(move || {
            let mut fake = Fake::local(&own, "boss");
            assert_eq!(fake.step(32), Some(0));
            set_mode(&mut fake, SimulationMode::Pause);
            paused.send(()).unwrap();
            fake.step_to_the_end(32)
        });
        let guard = scope.spawn(move || {
            let mut fake = Fake::local(&folder, "guard");
            assert_eq!(fake.step(32), Some(0));
            is_paused.recv().unwrap();
            for _ in 0..20 {
                assert!(matches!(fake.ask(Vec::new()), Received::Answer(0, _)));
            }
            assert_eq!(fake.time, 0.032, "time stands still");
            set_mode(&mut fake, SimulationMode::Fast);
            fake.step_to_the_end(32)
        });
        assert_eq!(world.run(4), 4);
        world.end();
        assert_eq!((boss.join().unwrap(), guard.join().unwrap()), (3, 3));
    });
}

#[test]
fn requests_are_answered_while_the_clock_is_waited_for() {
    let mut world = serve(&robot("cub", "synchronization FALSE"));
    let folder = world.folder.clone();
    std::thread::scope(|scope| {
        let stop = world.stop.clone();
        let asks = scope.spawn(move || {
            let mut fake = Fake::local(&folder, "cub");
            for _ in 0..100 {
                assert!(matches!(fake.ask(Vec::new()), Received::Answer(0, _)));
            }
            stop.stop();
        });
        // steps are seconds apart: only the answers end it soon
        world.run_loop.set_pace(Pace::factor(0.01));
        world.run(1000);
        asks.join().unwrap();
        world.end();
    });
}

#[test]
fn a_controller_that_hangs_is_named_and_left_behind() {
    let nodes = robot("stone", "") + &robot("cub", "") + &robot("nobody", "");
    let mut world = serve_with(&nodes, Some(Duration::from_millis(50)));
    let folder = world.folder.clone();
    std::thread::scope(|scope| {
        let own = folder.clone();
        // on a machine that stands still it may be left behind earlier than meant
        let stone = scope.spawn(move || {
            let mut stone = Fake::knock(&own, "stone");
            stone.ask(Vec::new());
            stone.step(32);
            // it does not ask again
            stone.hear()
        });
        let cub = scope.spawn(move || Fake::drive(&folder, "cub"));
        let left_behind = [
            "the controller of robot 'stone' has not asked for a step for 50ms",
            "the controller of robot 'nobody' has not connected for 50ms",
        ];
        let deadline = Instant::now() + Duration::from_secs(120);
        while !left_behind.iter().all(|text| world.said().contains(text)) {
            assert_eq!(world.run(1), 1);
            assert!(Instant::now() < deadline, "{}", world.said());
        }
        world.end();
        assert!(matches!(
            stone.join().unwrap(),
            Received::Quit | Received::Closed
        ));
        cub.join().unwrap();
    });
}

/// Waits for somebody who is not there.
fn wait_for_input(timeout: i32) -> Vec<RequestMessages> {
    let wait = robot_messages::RobotRequest::WaitForUserInput {
        events: UserInputSet::NONE,
        timeout,
    };
    vec![RequestMessages::Robot(vec![wait.into()])]
}

#[test]
fn waiting_for_user_input_ends_with_its_time_and_with_its_controller() {
    let mut world = serve(&robot("cub", ""));
    let folder = world.folder.clone();
    let nobody = AnswerMessage::from(robot_messages::RobotAnswer::UserInput {
        event: UserInputSet::NONE,
    });
    std::thread::scope(|scope| {
        let cub = scope.spawn(move || {
            let mut first = Fake::local(&folder, "cub");
            for timeout in [0, 1, 70] {
                assert!(matches!(
                    first.ask(wait_for_input(timeout)),
                    Received::Answer(..)
                ));
                assert_eq!(first.hear(), Received::Answer(0, vec![nobody.clone()]));
            }
            assert!(matches!(first.ask(wait_for_input(1)), Received::Answer(..)));
            drop(first);
            let mut second = loop {
                let mut fake = Fake::knock(&folder, "cub");
                // long enough for what the first one waited for
                std::thread::sleep(Duration::from_millis(5));
                match fake.ask(Vec::new()) {
                    Received::Closed => {}
                    Received::Answer(_, messages) => {
                        assert!(!messages.contains(&nobody), "{messages:?}");
                        break fake;
                    }
                    Received::Quit => panic!("nobody ended anything"),
                }
            };
            second.step_to_the_end(32)
        });
        assert_eq!(world.run(1), 1);
        world.end();
        assert_eq!(cub.join().unwrap(), 1);
    });
}
