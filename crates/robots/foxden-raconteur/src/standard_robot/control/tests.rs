//! The control of a robot with one axis that follows its orders.

#![allow(clippy::unwrap_used)]

use super::super::trajectory::tests::line;
use super::super::trajectory_queue::Progress;
use super::*;
use raconteur::ErrorCode;

const STEP: f64 = 0.01;

/// An ideal robot: its axis follows its command.
struct Ideal {
    control: Control,
    position: f64,
}

impl Ideal {
    fn new() -> Self {
        Self {
            control: Control::new(vec![Axis::example()]),
            position: 0.0,
        }
    }

    fn in_mode(mode: CommandMode) -> Self {
        let mut robot = Self::new();
        robot.control.set_mode(mode as i32).unwrap();
        robot
    }

    fn step(&mut self) -> Orders {
        let orders = self.control.step(STEP, 10);
        if let Orders::Move(velocities) = &orders {
            self.position += velocities[0] * STEP;
        }
        self.control.observe(vec![self.position]);
        self.control.seqno += 1;
        orders
    }

    fn steps(&mut self, count: usize) {
        for _ in 0..count {
            self.step();
        }
    }

    /// Steps until a jog ends; how many it took.
    fn steps_to_end(&mut self, mut end: JogWatch) -> (usize, Result<()>) {
        for count in 1..10_000 {
            self.step();
            if let Ok(result) = end.try_recv() {
                return (count, result);
            }
        }
        panic!("the jog does not end");
    }

    fn add(&mut self, record: Record) -> (u64, tokio::sync::watch::Receiver<Progress>) {
        let id = self.control.add_trajectory(record).unwrap();
        (id, self.control.trajectories.watch(id).unwrap())
    }
}

#[test]
fn a_jog_takes_the_time_of_the_reference_and_reaches_its_target() {
    let mut robot = Ideal::in_mode(CommandMode::Jog);
    let end = robot.control.jog_freespace(&[0.5], &[1.0]).unwrap();
    let (count, result) = robot.steps_to_end(end);
    assert_eq!((count, result), (82, Ok(())));
    assert!((robot.position - 0.5).abs() < 1e-12, "{}", robot.position);
    assert_eq!(robot.control.commanded_positions(), [0.5]);
    robot.step();
    assert!(robot.control.commanded_positions().is_empty());
    robot.control.set_speed_ratio(0.5).unwrap();
    let end = robot.control.jog_freespace(&[0.0], &[1.0]).unwrap();
    assert_eq!(robot.steps_to_end(end).0, 132);
}

#[test]
fn another_jog_takes_over_without_a_jerk() {
    let mut robot = Ideal::in_mode(CommandMode::Jog);
    let mut first = robot.control.jog_freespace(&[1.0], &[0.5]).unwrap();
    robot.steps(50);
    let second = robot.control.jog_freespace(&[0.0], &[0.5]).unwrap();
    let error = first.try_recv().unwrap().unwrap_err();
    assert_eq!(error.code, ErrorCode::OperationAborted);
    let mut last = robot.position;
    robot.step();
    assert!(robot.position > last, "it still goes on");
    last = robot.position;
    let (count, result) = robot.steps_to_end(second);
    assert_eq!(result, Ok(()));
    assert!((75..90).contains(&count), "{count}");
    assert!(last > 0.2 && robot.position.abs() < 1e-9);
}

#[test]
fn velocities_last_for_their_time_and_stop_at_limits() {
    let mut robot = Ideal::in_mode(CommandMode::Jog);
    let end = robot.control.jog_joint(&[0.3], 0.5).unwrap();
    let (count, _) = robot.steps_to_end(end);
    assert!((59..62).contains(&count), "{count}");
    assert!((robot.position - 0.15).abs() < 1e-9, "{}", robot.position);
    let end = robot.control.jog_joint(&[3.0], 10.0).unwrap();
    let (_, result) = robot.steps_to_end(end);
    assert_eq!(result, Ok(()));
    assert!((robot.position - 6.0).abs() < 1e-6, "{}", robot.position);
}

#[test]
fn wrong_jogs_are_refused() {
    let mut robot = Ideal::new();
    let error = robot.control.jog_freespace(&[0.0], &[1.0]).unwrap_err();
    assert_eq!(error.code, ErrorCode::InvalidOperation);
    robot.control.set_mode(1).unwrap();
    for (positions, velocities) in [
        (&[0.0, 0.0][..], &[1.0][..]),
        (&[0.0], &[1.0, 1.0]),
        (&[0.0], &[0.0]),
        (&[0.0], &[-1.0]),
        (&[0.0], &[10.0]),
        (&[7.0], &[1.0]),
        (&[18.0], &[1.0]),
        (&[f64::NAN], &[1.0]),
        (&[0.0], &[f64::NAN]),
    ] {
        let error = robot.control.jog_freespace(positions, velocities);
        assert_eq!(error.unwrap_err().code, ErrorCode::InvalidArgument);
    }
    for (velocities, timeout) in [
        (&[0.1, 0.1][..], 1.0),
        (&[0.1], 0.0),
        (&[0.1], -1.0),
        (&[0.1], f64::NAN),
        (&[10.0], 1.0),
        (&[-10.0], 1.0),
        (&[f64::INFINITY], 1.0),
    ] {
        let error = robot.control.jog_joint(velocities, timeout);
        assert_eq!(error.unwrap_err().code, ErrorCode::InvalidArgument);
    }
    for ratio in [0.05, 0.0, 10.5, f64::NAN] {
        assert!(robot.control.set_speed_ratio(ratio).is_err());
    }
}

#[test]
fn halt_brakes_and_then_leaves_the_motors_alone() {
    let mut robot = Ideal::in_mode(CommandMode::Jog);
    let mut end = robot.control.jog_freespace(&[5.0], &[1.0]).unwrap();
    robot.steps(100);
    robot.control.set_mode(0).unwrap();
    assert_eq!(end.try_recv().unwrap(), Ok(()), "it ends with success");
    let before = robot.position;
    let mut count = 0;
    while let Orders::Move(_) = robot.step() {
        count += 1;
    }
    assert!((30..35).contains(&count), "{count}");
    assert!((robot.position - before - 0.5 / 3.15).abs() < 0.01);
    assert_eq!(robot.step(), Orders::Nothing);
    assert!(!robot.control.is_active());
}

#[test]
fn errors_stop_the_robot_until_they_are_reset() {
    let mut robot = Ideal::in_mode(CommandMode::Jog);
    robot.step();
    robot.control.is_faulty = true;
    robot.step();
    assert_eq!(robot.control.mode(), CommandMode::Invalid);
    assert_eq!(robot.control.flags(), 0x20001);
    robot.control.set_mode(0).unwrap();
    robot.step();
    assert_eq!(robot.control.mode(), CommandMode::Invalid);
    robot.control.reset_errors();
    robot.step();
    assert_eq!(robot.control.mode(), CommandMode::Halt);
    robot.control.disable();
    robot.step();
    assert_eq!(
        (robot.control.mode(), robot.control.flags()),
        (CommandMode::Halt, 0)
    );
    assert!(robot.control.set_mode(1).is_err());
    robot.control.enable();
    robot.control.is_silent = true;
    robot.steps(20);
    assert_eq!(robot.control.flags(), 0x60000);
    robot.steps(10);
    assert_eq!(robot.control.flags(), 0x20_0000);
    assert!(robot.control.set_mode(0).is_err());
}

#[test]
fn trajectories_begin_when_they_are_wanted() {
    let mut robot = Ideal::in_mode(CommandMode::Trajectory);
    let (first, mut watch) = robot.add(line(0.0, 0.3, 2.0));
    robot.steps(30);
    assert_eq!(robot.position, 0.0);
    assert_eq!(robot.control.flags(), 0x406_0000);
    let (second, mut other) = robot.add(line(0.3, 0.0, 2.0));
    assert!(robot.control.trajectories.want(second), "it is queued");
    assert!(!robot.control.trajectories.want(first));
    robot.steps(199);
    assert_eq!(*watch.borrow_and_update(), Progress::Running);
    assert_eq!(*other.borrow_and_update(), Progress::Waiting);
    robot.step();
    assert!(matches!(*watch.borrow_and_update(), Progress::Complete(_)));
    assert!((robot.position - 0.3).abs() < 1e-9);
    robot.step();
    assert_eq!(*other.borrow_and_update(), Progress::Running);
    robot.steps(199);
    assert!(matches!(*other.borrow_and_update(), Progress::Complete(_)));
    assert!(robot.position.abs() < 1e-9);
    assert_eq!(robot.control.flags(), 0x6_0000);
}

fn ended(watch: &mut tokio::sync::watch::Receiver<Progress>) -> ErrorCode {
    match &*watch.borrow_and_update() {
        Progress::Ended(error) => error.code,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_end_of_a_trajectory_ends_those_behind_it() {
    for aborts in [false, true] {
        let mut robot = Ideal::in_mode(CommandMode::Trajectory);
        let (first, mut watch) = robot.add(line(0.0, 0.3, 2.0));
        let (_, mut other) = robot.add(line(0.3, 0.0, 2.0));
        robot.control.trajectories.want(first);
        robot.steps(50);
        match aborts {
            true => robot.control.abort_trajectory(first),
            false => robot.control.close_trajectory(first),
        }
        assert_eq!(ended(&mut watch), ErrorCode::OperationAborted);
        assert_eq!(ended(&mut other), ErrorCode::OperationAborted);
        let expected = match aborts {
            true => CommandMode::Halt,
            false => CommandMode::Trajectory,
        };
        assert_eq!(robot.control.mode(), expected);
        robot.steps(20);
        let place = robot.position;
        robot.steps(20);
        assert_eq!(robot.position, place, "it stands");
    }
}

#[test]
fn a_queued_trajectory_is_closed_alone() {
    let mut robot = Ideal::in_mode(CommandMode::Trajectory);
    let (first, mut watch) = robot.add(line(0.0, 0.3, 2.0));
    let (second, mut other) = robot.add(line(0.3, 0.0, 2.0));
    robot.control.trajectories.want(first);
    robot.control.close_trajectory(second);
    assert_eq!(ended(&mut other), ErrorCode::OperationAborted);
    robot.steps(200);
    assert!(matches!(*watch.borrow_and_update(), Progress::Complete(_)));
}

#[test]
fn a_robot_that_cannot_follow_fails() {
    let mut robot = Ideal::in_mode(CommandMode::Trajectory);
    let (first, mut watch) = robot.add(line(0.0, 2.0, 1.0));
    robot.control.trajectories.want(first);
    for _ in 0..20 {
        robot.control.step(STEP, 10);
        // it is held
        robot.control.observe(vec![0.0]);
    }
    assert_eq!(ended(&mut watch), ErrorCode::OperationFailed);
    assert_eq!(robot.control.mode(), CommandMode::Trajectory);
    assert!(!robot.control.is_trajectory_running());
}

#[test]
fn a_trajectory_begins_where_the_one_before_ends() {
    let mut robot = Ideal::in_mode(CommandMode::Trajectory);
    robot.add(line(0.0, 0.3, 2.0));
    assert!(robot.control.add_trajectory(line(0.0, 0.3, 2.0)).is_err());
    robot.add(line(0.3, 0.5, 2.0));
    robot.control.set_mode(0).unwrap();
    assert!(robot.control.add_trajectory(line(0.0, 0.3, 2.0)).is_err());
}
