//! Commands that clients send on wires: what they mean and whether they count.

use super::axis::{Axis, AxisKind};
use parking_lot::Mutex;
use raconteur::value::Record;
use std::f64::consts::TAU;
use std::sync::Arc;

/// How many ticks a turn or a metre has.
const TICKS: f64 = 1_048_576.0;

/// A value of `position_command` or `velocity_command`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct JointCommand {
    /// The client's session.
    endpoint: u32,
    seqno: u64,
    state_seqno: u64,
    numbers: Vec<f64>,
    units: Vec<u8>,
}

impl JointCommand {
    /// Reads `RobotJointCommand`.
    pub(super) fn read(mut record: Record, endpoint: u32) -> raconteur::Result<Self> {
        let units: Option<Vec<u8>> = record.take("units")?.to()?;
        Ok(Self {
            endpoint,
            seqno: record.take("seqno")?.to()?,
            state_seqno: record.take("state_seqno")?.to()?,
            numbers: record.take("command")?.to()?,
            units: units.unwrap_or_default(),
        })
    }
}

/// What is commanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quantity {
    Position,
    Velocity,
}

/// The size of a unit of `JointPositionUnits` or `JointVelocityUnits` in radians or metres,
/// if it fits the axis.
fn unit_size(unit: u8, quantity: Quantity, is_linear: bool) -> Option<f64> {
    // units of velocities are those of positions, 15 numbers later
    let unit = match (unit, quantity) {
        (0, _) => return Some(1.0),
        (unit, Quantity::Position) => unit,
        (unit, Quantity::Velocity) => unit.checked_sub(15)?,
    };
    match (unit, is_linear) {
        (1, true) | (2, false) => Some(1.0),
        (3, false) => Some(TAU / 360.0),
        (4, true) => Some(1.0 / TICKS),
        (5, false) => Some(TAU / TICKS),
        (6, true) => Some(1e-9 / TICKS),
        (7, false) => Some(1e-9 * TAU / TICKS),
        _ => None,
    }
}

/// The newest value of a wire, for the thread of the world.
pub(super) type Inbox = Arc<Mutex<Option<JointCommand>>>;

/// A wire of commands: the newest value, and which one counted last.
#[derive(Debug, Default)]
pub(super) struct CommandWire {
    pub(super) inbox: Inbox,
    /// The session and number of the command that counted last.
    last: Option<(u32, u64)>,
}

impl CommandWire {
    /// Forgets the newest command if its client may not command the robot.
    pub(super) fn keep_if(&self, may_command: impl FnOnce(u32) -> bool) {
        let mut inbox = self.inbox.lock();
        let is_refused = |command: &JointCommand| !may_command(command.endpoint);
        if inbox.as_ref().is_some_and(is_refused) {
            *inbox = None;
        }
    }

    /// What is commanded in radians or metres, if the newest command counts now: its
    /// `state_seqno` is at most `window` away from `seqno`, and its number is not lower
    /// than the last one of the same client.
    pub(super) fn newest(
        &mut self,
        axes: &[Axis],
        quantity: Quantity,
        seqno: u64,
        window: u64,
    ) -> Option<Vec<f64>> {
        let mut inbox = self.inbox.lock();
        let command = inbox.as_ref()?;
        if command.state_seqno > seqno.saturating_add(window) {
            // it must not become valid later
            *inbox = None;
            return None;
        }
        let is_old = self
            .last
            .is_some_and(|(endpoint, last)| endpoint == command.endpoint && command.seqno < last);
        if is_old || command.state_seqno.abs_diff(seqno) > window {
            return None;
        }
        let numbers = command.in_si_units(axes, quantity)?;
        self.last = Some((command.endpoint, command.seqno));
        Some(numbers)
    }
}

impl JointCommand {
    fn in_si_units(&self, axes: &[Axis], quantity: Quantity) -> Option<Vec<f64>> {
        let has_units = match self.units.len() {
            0 => false,
            count if count == axes.len() => true,
            _ => return None,
        };
        if self.numbers.len() != axes.len() {
            return None;
        }
        let numbers = self.numbers.iter().zip(axes).enumerate();
        numbers
            .map(|(at, (number, axis))| {
                let unit = if has_units { self.units[at] } else { 0 };
                let is_linear = axis.kind == AxisKind::Prismatic;
                let number = number * unit_size(unit, quantity, is_linear)?;
                number.is_finite().then_some(number)
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wire(state_seqno: u64, seqno: u64, units: &[u8]) -> CommandWire {
        let command = JointCommand {
            endpoint: 1,
            seqno,
            state_seqno,
            numbers: vec![90.0],
            units: units.to_vec(),
        };
        CommandWire {
            inbox: Arc::new(Mutex::new(Some(command))),
            last: Some((1, 5)),
        }
    }

    fn newest(mut wire: CommandWire, quantity: Quantity) -> Option<f64> {
        let axes = [Axis::example()];
        wire.newest(&axes, quantity, 100, 10).map(|found| found[0])
    }

    #[test]
    fn commands_count_for_a_window_of_states() {
        for (state_seqno, counts) in [(89, false), (90, true), (110, true), (111, false)] {
            let found = newest(wire(state_seqno, 5, &[]), Quantity::Position);
            assert_eq!(found.is_some(), counts, "{state_seqno}");
        }
        assert_eq!(newest(wire(100, 4, &[]), Quantity::Position), None);
        // another client starts from the beginning
        let mut other = wire(100, 4, &[]);
        other.last = Some((2, 1000));
        assert!(newest(other, Quantity::Position).is_some());
    }

    #[test]
    fn a_command_from_the_future_never_counts() {
        let mut early = wire(111, 9, &[]);
        let axes = [Axis::example()];
        assert_eq!(early.newest(&axes, Quantity::Position, 100, 10), None);
        assert_eq!(early.newest(&axes, Quantity::Position, 111, 10), None);
    }

    #[test]
    fn units_fit_their_axes() {
        for (units, quantity, expected) in [
            (&[2_u8][..], Quantity::Position, Some(90.0)),
            (&[3], Quantity::Position, Some(TAU / 4.0)),
            (&[18], Quantity::Velocity, Some(TAU / 4.0)),
            (&[1], Quantity::Position, None),
            (&[3], Quantity::Velocity, None),
            (&[18], Quantity::Position, None),
            (&[2, 2], Quantity::Position, None),
            (&[99], Quantity::Position, None),
        ] {
            let found = newest(wire(100, 5, units), quantity);
            match (found, expected) {
                (Some(found), Some(expected)) => assert!((found - expected).abs() < 1e-12),
                (found, expected) => assert_eq!(found, expected, "{units:?}"),
            }
        }
    }

    #[test]
    fn numbers_that_are_not_finite_do_not_count() {
        let wire = wire(100, 5, &[]);
        if let Some(command) = wire.inbox.lock().as_mut() {
            command.numbers[0] = f64::NAN;
        }
        assert_eq!(newest(wire, Quantity::Position), None);
    }
}
