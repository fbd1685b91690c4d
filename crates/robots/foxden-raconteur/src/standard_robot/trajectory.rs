//! Trajectories: what clients may ask for, and where the axes are at a time.

use super::axis::Axis;
use super::spline::Spline;
use crate::job::invalid;
use raconteur::Result;
use raconteur::value::{List, Record, Value};

/// The fewest points of a trajectory.
const FEWEST_POINTS: usize = 5;

/// The most points of a trajectory.
const MOST_POINTS: usize = 100_000;

/// The longest time between two points, in seconds.
const LONGEST_GAP: f64 = 0.1;

/// How far a trajectory may begin from where the robot is, and how far the robot may be from
/// its trajectory: 5 degrees, or 87 mm.
pub(super) const TOLERANCE: f64 = 0.087_266_462_599_716_47;

/// Rounding of times.
const ROUNDING: f64 = 1e-9;

/// A trajectory that can be executed.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Trajectory {
    times: Vec<f64>,
    curves: Vec<Spline>,
    end: Vec<f64>,
}

/// A point of a trajectory.
struct Point {
    time: f64,
    position: Vec<f64>,
}

impl Trajectory {
    /// Checks `JointTrajectory` of a client. `start` is where the axes will be when it begins.
    pub(super) fn read(
        mut record: Record,
        axes: &[Axis],
        start: &[f64],
        speed_ratio: f64,
    ) -> Result<Self> {
        let names: Option<List<String>> = record.take("joint_names")?.to()?;
        let names = names.unwrap_or_default();
        let is_same = names.len() == axes.len()
            && names
                .iter()
                .zip(axes)
                .all(|(name, axis)| *name == axis.name);
        if !names.is_empty() && !is_same {
            return Err(invalid(
                "Joint names in trajectory must match robot joint names",
            ));
        }
        let points: Option<List<Value>> = record.take("waypoints")?.to()?;
        let points = points.ok_or_else(|| invalid("Waypoint list must not be null"))?;
        if points.len() < FEWEST_POINTS {
            return Err(invalid("Waypoint list must contain five or more waypoints"));
        }
        if points.len() > MOST_POINTS {
            return Err(invalid(format!(
                "Waypoint list must contain at most {MOST_POINTS} waypoints"
            )));
        }
        let mut checked: Vec<Point> = Vec::with_capacity(points.len());
        for (at, point) in points.0.into_iter().enumerate() {
            let point = read_point(point, at, axes, speed_ratio)?;
            check_point(&point, at, checked.last(), axes)?;
            checked.push(point);
        }
        let is_far = checked[0]
            .position
            .iter()
            .zip(start)
            .any(|(wanted, now)| (wanted - now).abs() > TOLERANCE);
        if is_far {
            return Err(invalid(
                "Starting waypoint too far from current joint positions",
            ));
        }
        let times: Vec<f64> = checked.iter().map(|point| point.time).collect();
        let curves = (0..axes.len())
            .map(|axis| {
                let values: Vec<f64> = checked.iter().map(|point| point.position[axis]).collect();
                Spline::new(&times, &values)
            })
            .collect();
        let end = checked.pop().map(|last| last.position).unwrap_or_default();
        Ok(Self { times, curves, end })
    }

    /// Where the axes are at a time.
    pub(super) fn at(&self, time: f64) -> Vec<f64> {
        self.curves.iter().map(|curve| curve.at(time)).collect()
    }

    /// Where the axes are at the end.
    pub(super) fn end(&self) -> &[f64] {
        &self.end
    }

    /// How long it takes.
    pub(super) fn duration(&self) -> f64 {
        self.times.last().copied().unwrap_or(0.0)
    }

    /// The number of the last point that has been reached at a time.
    pub(super) fn waypoint(&self, time: f64) -> u32 {
        let passed = self.times.partition_point(|one| *one <= time + ROUNDING);
        u32::try_from(passed.saturating_sub(1)).unwrap_or(u32::MAX)
    }
}

fn read_point(point: Value, at: usize, axes: &[Axis], speed_ratio: f64) -> Result<Point> {
    let mut point: Record = match point {
        Value::Null => return Err(invalid(format!("Waypoint {at} must not be null"))),
        point => point.to()?,
    };
    let position: Option<Vec<f64>> = point.take("joint_position")?.to()?;
    let position = position.unwrap_or_default();
    if position.len() != axes.len() {
        return Err(invalid(format!("Waypoint {at} invalid joint array length")));
    }
    for (name, what) in [
        ("joint_velocity", "joint velocity"),
        ("position_tolerance", "position tolerance"),
        ("velocity_tolerance", "velocity tolerance"),
    ] {
        let numbers: Option<Vec<f64>> = point.take(name)?.to()?;
        let numbers = numbers.unwrap_or_default();
        if !numbers.is_empty() && numbers.len() != axes.len() {
            return Err(invalid(format!(
                "Waypoint {at} invalid {what} array length"
            )));
        }
        let is_fast = |(number, axis): (&f64, &Axis)| {
            let speed = number.abs() * speed_ratio;
            speed.is_nan() || speed > axis.velocity * (1.0 + ROUNDING)
        };
        if name == "joint_velocity" && numbers.iter().zip(axes).any(is_fast) {
            return Err(invalid(format!(
                "Waypoint {at} exceeds joint velocity limits"
            )));
        }
    }
    let time: f64 = point.take("time_from_start")?.to()?;
    if !time.is_finite() {
        return Err(invalid(format!(
            "Waypoint {at} time_from_start must be finite"
        )));
    }
    Ok(Point {
        time: time / speed_ratio,
        position,
    })
}

fn check_point(point: &Point, at: usize, before: Option<&Point>, axes: &[Axis]) -> Result<()> {
    match before {
        None if point.time != 0.0 => {
            return Err(invalid(
                "Trajectory time_from_start must equal zero for first waypoint",
            ));
        }
        Some(before) if point.time <= before.time => {
            return Err(invalid(format!(
                "Waypoint {at} time_from_start must be increasing"
            )));
        }
        Some(before) if point.time - before.time > LONGEST_GAP + ROUNDING => {
            return Err(invalid(format!(
                "Waypoint {at} more than 100 ms from previous waypoint"
            )));
        }
        _ => {}
    }
    let numbers = point.position.iter().zip(axes);
    // NaN is not within any limits
    if numbers
        .clone()
        .any(|(position, axis)| !axis.admits(*position))
    {
        return Err(invalid(format!("Waypoint {at} exceeds joint limits")));
    }
    if let Some(before) = before {
        let time = point.time - before.time;
        let is_fast = numbers
            .zip(&before.position)
            .any(|((to, axis), from)| (to - from).abs() / time > axis.velocity * (1.0 + ROUNDING));
        if is_fast {
            return Err(invalid(format!(
                "Waypoint {at} exceeds joint velocity limits"
            )));
        }
    }
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
pub(super) mod tests {
    use super::*;

    /// A trajectory of one axis through points of time and position.
    pub(in super::super) fn record(points: &[(f64, f64)]) -> Record {
        let points = points.iter().map(|(time, position)| {
            Record::new("com.robotraconteur.robotics.trajectory.JointTrajectoryWaypoint")
                .with("joint_position", vec![*position])
                .with("joint_velocity", Vec::<f64>::new())
                .with("position_tolerance", Vec::<f64>::new())
                .with("velocity_tolerance", Vec::<f64>::new())
                .with("interpolation_mode", 0)
                .with("waypoint_type", 0)
                .with("time_from_start", *time)
        });
        Record::new("com.robotraconteur.robotics.trajectory.JointTrajectory")
            .with("joint_names", Value::Null)
            .with("joint_units", Value::Null)
            .with("waypoints", List(points.collect::<Vec<_>>()))
            .with("extended", Value::Null)
    }

    /// A straight line of one axis.
    pub(in super::super) fn line(from: f64, to: f64, duration: f64) -> Record {
        let count = 20;
        let points: Vec<(f64, f64)> = (0..=count)
            .map(|at| f64::from(at) / f64::from(count))
            .map(|part| (part * duration, from + part * (to - from)))
            .collect();
        record(&points)
    }

    fn read(record: Record, ratio: f64) -> Result<Trajectory> {
        Trajectory::read(record, &[Axis::example()], &[0.0], ratio)
    }

    #[test]
    fn a_line_is_followed() {
        let trajectory = read(line(0.0, 1.0, 1.0), 1.0).unwrap();
        assert_eq!(trajectory.duration(), 1.0);
        assert!((trajectory.at(0.25)[0] - 0.25).abs() < 1e-12);
        assert_eq!(trajectory.end(), [1.0]);
        assert_eq!(trajectory.waypoint(0.0), 0);
        assert_eq!(trajectory.waypoint(0.5), 10);
        assert_eq!(trajectory.waypoint(1.0), 20);
        let quick = read(line(0.0, 1.0, 1.0), 2.0).unwrap();
        assert_eq!(quick.duration(), 0.5);
    }

    #[test]
    fn wrong_trajectories_are_refused() {
        let points = |change: fn(&mut Vec<(f64, f64)>)| {
            let mut points: Vec<(f64, f64)> =
                (0..9).map(|at| (f64::from(at) * 0.05, 0.0)).collect();
            change(&mut points);
            record(&points)
        };
        for (record, text) in [
            (points(|all| all.truncate(4)), "five or more"),
            (points(|all| all[0].0 = 0.01), "equal zero"),
            (points(|all| all[3].0 = all[2].0), "increasing"),
            (points(|all| all[8].0 = 0.6), "100 ms"),
            (points(|all| all[8].0 = f64::NAN), "finite"),
            (points(|all| all[8].1 = 9.0), "joint limits"),
            (points(|all| all[8].1 = f64::NAN), "joint limits"),
            (points(|all| all[8].1 = 0.2), "velocity limits"),
            (
                points(|all| all.iter_mut().for_each(|p| p.1 = 0.2)),
                "too far",
            ),
        ] {
            let error = read(record, 1.0).unwrap_err();
            assert!(error.message.contains(text), "{error}");
        }
        let error = read(line(0.0, 1.0, 1.0), 10.0).unwrap_err();
        assert!(error.message.contains("velocity limits"), "{error}");
    }
}
