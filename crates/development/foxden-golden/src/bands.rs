//! How near a run with fast physics must come to a recording.
//!
//! A band is a rule for a kind of column and a kind of motion; which one counts
//! follows from the column and from what the world holds, never from its name.

use crate::table::{Cell, MotionClass, Tolerance, parse};

/// How near resting bodies and sliding joints are, in metres.
const REST: f64 = 1e-3;
/// The share by which distances, heights of bounces, speeds and torques differ.
const SHARE: f64 = 0.05;
/// The same for bodies with edges, which meet the ground at other points there.
const EDGED_SHARE: f64 = 0.4;
/// How near bodies with edges that slide or creep end, in metres.
const EDGED_PLACE: f64 = 0.02;
/// A body that turns further than this tumbles, in radians.
const TUMBLE: f64 = 0.2;
/// How near joint angles are: half a degree.
const ANGLE: f64 = 0.5 * std::f64::consts::PI / 180.0;
/// How near bodies in free flight are, as a share.
const FLIGHT: f64 = 1e-6;
/// This number of rows without motion counts as rest.
const STILL_ROWS: usize = 10;
/// A body that moves less than this between two rows rests.
const STILL: f64 = 1e-4;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ColumnKind {
    /// A position in the world.
    Place,
    /// A rotation, as axis and angle or as a matrix.
    Orientation,
    /// The position of a joint.
    Joint,
    /// A force or torque.
    Effort,
    /// Commands, times and switches: as recorded.
    Plain,
    /// Velocities, which follow from the positions.
    Derived,
}

fn kind(name: &str, cell: &Cell) -> ColumnKind {
    match cell {
        Cell::Numbers(_, Tolerance::Rotation) => return ColumnKind::Orientation,
        Cell::Numbers(numbers, _) if numbers.len() == 9 => return ColumnKind::Orientation,
        Cell::Word(_) | Cell::Text(_) | Cell::Points(_) | Cell::Unset => return ColumnKind::Plain,
        Cell::Numbers(..) => {}
    }
    if name.ends_with(":translation") || name.starts_with("position ") {
        ColumnKind::Place
    } else if name.starts_with("velocity ") {
        ColumnKind::Derived
    } else if name.ends_with(".feedback") || name == "torque" {
        ColumnKind::Effort
    } else if name == "step" || name == "time" || name.contains('.') {
        ColumnKind::Plain
    } else {
        ColumnKind::Joint
    }
}

impl MotionClass {
    /// How near joint angles are. Rapier has one softness for a joint and its stops.
    fn angle(self) -> f64 {
        if self.has_own_stops {
            2.0 * ANGLE
        } else {
            ANGLE
        }
    }
}

/// Whether a value is too great; what is not a number always is.
fn is_beyond(value: f64, most: f64) -> bool {
    value > most || value.is_nan() || most.is_nan()
}

/// The values of one column, recorded and found, row by row.
struct Column {
    recorded: Vec<Vec<f64>>,
    found: Vec<Vec<f64>>,
}

/// The first column that leaves its band.
pub(crate) fn first_outside(
    recorded: &str,
    header: &[String],
    rows: &[Vec<Cell>],
    motion: MotionClass,
) -> Option<String> {
    let lines: Vec<Vec<&str>> = recorded
        .lines()
        .skip(1)
        .map(|line| line.split(',').collect())
        .collect();
    if lines.len() != rows.len() {
        return Some(format!(
            "{} rows recorded, {} found",
            lines.len(),
            rows.len()
        ));
    }
    for (at, name) in header.iter().enumerate() {
        let first = rows.first()?.get(at)?;
        let kind = kind(name, first);
        if matches!(kind, ColumnKind::Plain | ColumnKind::Derived) {
            continue;
        }
        let Some(column) = Column::read(at, &lines, rows) else {
            continue;
        };
        let tumbles = tumbles(name, header, &lines, rows);
        if let Some(difference) = column.outside(kind, motion, tumbles) {
            return Some(format!("{name}: {difference}"));
        }
    }
    None
}

/// Whether a recorded body turned over.
fn tumbles(name: &str, header: &[String], lines: &[Vec<&str>], rows: &[Vec<Cell>]) -> bool {
    let other = match (
        name.strip_suffix(":translation"),
        name.strip_prefix("position "),
    ) {
        (Some(node), _) => format!("{node}:rotation"),
        (_, Some(node)) => format!("orientation {node}"),
        _ => return false,
    };
    let at = header.iter().position(|name| *name == other);
    let Some(column) = at.and_then(|at| Column::read(at, lines, rows)) else {
        return false;
    };
    let start = &column.recorded[0];
    column
        .recorded
        .iter()
        .any(|now| turned(start, now) > TUMBLE)
}

impl Column {
    fn read(at: usize, lines: &[Vec<&str>], rows: &[Vec<Cell>]) -> Option<Self> {
        let mut column = Self {
            recorded: Vec::new(),
            found: Vec::new(),
        };
        for (line, row) in lines.iter().zip(rows) {
            let Cell::Numbers(found, _) = row.get(at)? else {
                return None;
            };
            let recorded: Option<Vec<f64>> = line.get(at)?.split(';').map(parse).collect();
            column.recorded.push(recorded?);
            column.found.push(found.clone());
        }
        Some(column)
    }

    fn outside(&self, kind: ColumnKind, motion: MotionClass, tumbles: bool) -> Option<String> {
        match kind {
            ColumnKind::Place if motion.has_contacts => self.contact_outside(motion, tumbles),
            ColumnKind::Place => {
                let share = if motion.has_joints { SHARE } else { FLIGHT };
                let most = self.reach() * share + if motion.has_joints { REST } else { 0.0 };
                self.each_row(distance, most)
            }
            // A body that falls on an edge may fall to either side.
            ColumnKind::Orientation if motion.has_contacts => None,
            ColumnKind::Orientation => self.each_row(turned, motion.angle()),
            // Joints that fall on something swing as chance has it.
            ColumnKind::Joint if motion.has_contacts => None,
            ColumnKind::Joint => self.each_row(distance, motion.angle()),
            ColumnKind::Effort => {
                let most = self.recorded.iter().flatten().fold(0.0_f64, |most, value| {
                    if value.is_finite() {
                        most.max(value.abs())
                    } else {
                        most
                    }
                });
                self.each_row(distance, most * SHARE + 1e-9)
            }
            ColumnKind::Plain | ColumnKind::Derived => None,
        }
    }

    fn each_row(&self, difference: impl Fn(&[f64], &[f64]) -> f64, most: f64) -> Option<String> {
        let worst = self
            .recorded
            .iter()
            .zip(&self.found)
            .enumerate()
            .map(|(row, (recorded, found))| (difference(recorded, found), row))
            .fold((0.0, 0), |worst, now| {
                if now.0 > worst.0 || now.0.is_nan() {
                    now
                } else {
                    worst
                }
            });
        is_beyond(worst.0, most).then(|| {
            format!(
                "row {}: differs by {:.3e}, the band is {most:.3e}",
                worst.1, worst.0
            )
        })
    }

    /// How far the recorded body went from where it began.
    fn reach(&self) -> f64 {
        let start = &self.recorded[0];
        self.recorded
            .iter()
            .map(|now| distance(start, now))
            .fold(0.0, f64::max)
    }

    /// Bodies that touch: heights at rest, heights of bounces, and how far they went.
    fn contact_outside(&self, motion: MotionClass, tumbles: bool) -> Option<String> {
        let (recorded, found) = (heights(&self.recorded), heights(&self.found));
        let (Some(last), Some(last_found)) = (self.recorded.last(), self.found.last()) else {
            return None;
        };
        let lowest = |heights: &[f64]| heights.iter().copied().fold(f64::INFINITY, f64::min);
        let (low, low_found) = (lowest(&recorded), lowest(&found));
        if tumbles && !motion.is_round {
            // on which side a body comes to lie is chance; nothing falls through the ground
            return (is_still(&self.recorded) && is_beyond(low - EDGED_PLACE, low_found))
                .then(|| format!("lowest height: recorded {low}, found {low_found}"));
        }
        let apart = (last[2] - last_found[2]).abs();
        if is_still(&self.recorded) && is_beyond(apart, REST + motion.sinking) {
            return Some(format!(
                "height at rest: recorded {}, found {}",
                last[2], last_found[2]
            ));
        }
        let (share, near) = match motion.is_round {
            true => (SHARE, REST),
            false => (EDGED_SHARE, EDGED_PLACE),
        };
        if let Some((peak, low)) = first_bounce(&recorded) {
            let highest = first_bounce(&found).map_or(f64::NAN, |(peak, _)| peak);
            if is_beyond((peak - highest).abs(), share * (peak - low) + REST) {
                return Some(format!(
                    "height of the first bounce: recorded {peak}, found {highest}"
                ));
            }
        }
        if motion.has_odd_friction {
            return None;
        }
        let went = |rows: &[Vec<f64>], end: &[f64]| {
            let start = &rows[0];
            (end[0] - start[0]).hypot(end[1] - start[1])
        };
        let (far, far_found) = (went(&self.recorded, last), went(&self.found, last_found));
        is_beyond((far - far_found).abs(), SHARE * far + near)
            .then(|| format!("distance: recorded {far}, found {far_found}"))
    }
}

fn heights(rows: &[Vec<f64>]) -> Vec<f64> {
    rows.iter()
        .map(|place| place.get(2).copied().unwrap_or(0.0))
        .collect()
}

fn is_still(rows: &[Vec<f64>]) -> bool {
    rows.len() > STILL_ROWS
        && rows[rows.len() - STILL_ROWS..]
            .windows(2)
            .all(|pair| distance(&pair[0], &pair[1]) < STILL)
}

/// The first highest point after the first lowest one, with that, if it is a bounce.
fn first_bounce(heights: &[f64]) -> Option<(f64, f64)> {
    let low = (1..heights.len().saturating_sub(1))
        .find(|&at| heights[at] < heights[at - 1] && heights[at] < heights[at + 1])?;
    let high = (low + 1..heights.len() - 1).find(|&at| heights[at + 1] <= heights[at])?;
    (heights[high] - heights[low] > 0.01).then_some((heights[high], heights[low]))
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    let sum: f64 = a
        .iter()
        .zip(b)
        .filter(|(a, b)| !(a.is_nan() && b.is_nan()))
        .map(|(a, b)| (a - b).powi(2))
        .sum();
    sum.sqrt()
}

/// The angle between two rotations.
fn turned(a: &[f64], b: &[f64]) -> f64 {
    let matrix = |r: &[f64]| -> [f64; 9] {
        if r.len() == 9 {
            return std::array::from_fn(|at| r[at]);
        }
        let (sine, cosine) = r[3].sin_cos();
        let rest = 1.0 - cosine;
        let [x, y, z] = [r[0], r[1], r[2]];
        [
            cosine + x * x * rest,
            x * y * rest - z * sine,
            x * z * rest + y * sine,
            x * y * rest + z * sine,
            cosine + y * y * rest,
            y * z * rest - x * sine,
            x * z * rest - y * sine,
            y * z * rest + x * sine,
            cosine + z * z * rest,
        ]
    };
    let (a, b) = (matrix(a), matrix(b));
    let trace: f64 = (0..9).map(|at| a[at] * b[at]).sum();
    ((trace - 1.0) * 0.5).clamp(-1.0, 1.0).acos()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOUCHING: MotionClass = MotionClass {
        has_bodies: true,
        has_contacts: true,
        has_joints: false,
        sinking: 0.0,
        is_round: true,
        has_odd_friction: false,
        has_own_stops: false,
        is_bitwise: false,
    };

    fn column(recorded: &[[f64; 3]], found: &[[f64; 3]]) -> Column {
        Column {
            recorded: recorded.iter().map(|row| row.to_vec()).collect(),
            found: found.iter().map(|row| row.to_vec()).collect(),
        }
    }

    #[test]
    fn bodies_at_rest_lie_within_a_millimetre() {
        let rest = |height: f64| vec![[0.0, 0.0, height]; 20];
        assert_eq!(
            column(&rest(0.1), &rest(0.1009)).contact_outside(TOUCHING, false),
            None
        );
        assert!(
            column(&rest(0.1), &rest(0.1011))
                .contact_outside(TOUCHING, false)
                .is_some()
        );
    }

    #[test]
    fn bounces_are_as_high_but_for_a_share() {
        let fall = |peak: f64| [1.0, 0.5, 0.0, peak / 2.0, peak, peak / 2.0].map(|z| [0.0, 0.0, z]);
        assert_eq!(
            column(&fall(0.5), &fall(0.52)).contact_outside(TOUCHING, false),
            None
        );
        assert!(
            column(&fall(0.5), &fall(0.54))
                .contact_outside(TOUCHING, false)
                .is_some()
        );
    }

    #[test]
    fn joints_turn_as_far_but_for_half_a_degree() {
        let turn = |angle: f64| Column {
            recorded: vec![vec![1.0]; 3],
            found: vec![vec![angle]; 3],
        };
        let swinging = MotionClass {
            has_contacts: false,
            ..TOUCHING
        };
        assert_eq!(
            turn(1.008).outside(ColumnKind::Joint, swinging, false),
            None
        );
        assert!(
            turn(1.01)
                .outside(ColumnKind::Joint, swinging, false)
                .is_some()
        );
        assert!((turned(&[0.0, 0.0, 1.0, 0.3], &[0.0, 0.0, -1.0, 0.2]) - 0.5).abs() < 1e-9);
    }
}
