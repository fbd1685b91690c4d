//! Numbers that are read of a world after each step of an environment. Observations,
//! rewards and ends of episodes are made of them, so that no Python code runs for them.

use foxden::{Device, Reading, Robot, World};
use foxden_scene::NodeId;
use foxden_sim::math::{asin, atan2, cos, sin};

/// A device, found again after each change of the world's nodes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DeviceSlot {
    pub(crate) node: NodeId,
    pub(crate) device: Device,
}

/// A number of a world.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Signal {
    /// What a sensor measured: the index of the device, and which of its numbers.
    Reading(usize, usize),
    /// A coordinate of a node in the world.
    Position(NodeId, usize),
    /// A component of the velocity of a solid: linear, then angular.
    Velocity(NodeId, usize),
    /// An entry of the rotation matrix of a node; 8 is 1 when it stands upright.
    Orientation(NodeId, usize),
    /// The distance between two nodes.
    Distance(NodeId, NodeId),
    /// The distance of a node from a point.
    DistanceTo(NodeId, [f64; 3]),
    /// A coordinate of the second node in the frame of the first.
    Relative(NodeId, NodeId, usize),
    /// The energy in a robot's battery.
    Battery(Robot),
    /// What a robot got of chargers so far.
    Received(Robot),
    /// What a robot used so far.
    Used(Robot),
    /// 1 while a solid touches another one, or a certain one.
    Contact(NodeId, Option<NodeId>),
    /// An action of this step.
    Action(usize),
    /// The sum of the squares of all actions of this step.
    Effort,
    /// 1.
    One,
}

/// What is made of a signal.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Form {
    /// The signal itself.
    Plain,
    /// Its change since the step before.
    Change,
    /// Its cosine.
    Cosine,
    /// Its sine.
    Sine,
    /// Its absolute value.
    Absolute,
    /// Its square.
    Square,
}

/// A signal, formed, scaled and limited.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Channel {
    pub(crate) signal: Signal,
    pub(crate) form: Form,
    pub(crate) gain: f64,
    pub(crate) offset: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Channel {
    /// The value now. `before` is the signal of the step before, which is replaced.
    pub(crate) fn value(&self, source: &Source<'_>, before: &mut f64) -> f64 {
        let signal = source.value(self.signal);
        let formed = match self.form {
            Form::Plain => signal,
            Form::Change => signal - *before,
            Form::Cosine => cos(signal),
            Form::Sine => sin(signal),
            Form::Absolute => signal.abs(),
            Form::Square => signal * signal,
        };
        *before = signal;
        // not `clamp`, which panics where the limits are not in order
        (formed * self.gain + self.offset)
            .max(self.low)
            .min(self.high)
    }
}

/// A world with what its signals need.
pub(crate) struct Source<'w> {
    pub(crate) world: &'w World,
    pub(crate) devices: &'w [DeviceSlot],
    pub(crate) actions: &'w [f64],
}

impl Source<'_> {
    /// A signal now; 0 where there is none, as before the first measurement.
    fn value(&self, signal: Signal) -> f64 {
        self.find(signal).unwrap_or(0.0)
    }

    fn find(&self, signal: Signal) -> Option<f64> {
        let simulation = self.world.simulation();
        let position = |node| simulation.position(node);
        let length = |a: [f64; 3], b: [f64; 3]| {
            let squares = (0..3).map(|at| (a[at] - b[at]) * (a[at] - b[at]));
            squares.sum::<f64>().sqrt()
        };
        match signal {
            Signal::Reading(device, index) => {
                let device = self.devices.get(device)?.device;
                component(self.world.readings(device), index)
            }
            Signal::Position(node, axis) => position(node)?.get(axis).copied(),
            Signal::Velocity(node, axis) => simulation.velocity(node)?.get(axis).copied(),
            Signal::Orientation(node, entry) => simulation.orientation(node)?.get(entry).copied(),
            Signal::Distance(a, b) => Some(length(position(a)?, position(b)?)),
            Signal::DistanceTo(node, point) => Some(length(position(node)?, point)),
            Signal::Relative(frame, node, axis) => {
                let turn = simulation.orientation(frame)?;
                let (from, to) = (position(frame)?, position(node)?);
                Some(
                    (0..3)
                        .map(|row| turn[3 * row + axis.min(2)] * (to[row] - from[row]))
                        .sum(),
                )
            }
            Signal::Battery(robot) => self.world.energy(robot),
            Signal::Received(robot) => Some(self.ledger(robot)?.received),
            Signal::Used(robot) => {
                let ledger = self.ledger(robot)?;
                Some(ledger.computer + ledger.motors)
            }
            Signal::Contact(node, other) => {
                let contacts = simulation.contact_points(node, true);
                let is_meant = |one: NodeId| other.is_none_or(|other| other == one);
                let touches = contacts.iter().any(|contact| is_meant(contact.other));
                Some(f64::from(u8::from(touches)))
            }
            Signal::Action(at) => self.actions.get(at).copied(),
            Signal::Effort => Some(self.actions.iter().map(|action| action * action).sum()),
            Signal::One => Some(1.0),
        }
    }

    fn ledger(&self, robot: Robot) -> Option<&foxden_sim::energy::RobotLedger> {
        let simulation = self.world.simulation();
        simulation.robot_ledger(simulation.robot_of(robot.node())?)
    }
}

/// One of the numbers that a sensor measures. An inertial unit has its quaternion (0 to
/// 3) and roll, pitch and yaw (4 to 6); a GPS position, speed and velocity.
fn component(readings: &[Reading], index: usize) -> Option<f64> {
    let flag = |flag: bool| f64::from(u8::from(flag));
    readings.iter().find_map(|reading| match reading {
        Reading::Number(number) | Reading::Feedback(number) => Some(*number),
        Reading::Vector(vector) => vector.get(index).copied(),
        Reading::Fix {
            position,
            speed,
            velocity,
        } => match index {
            0..=2 => position.get(index).copied(),
            3 => Some(*speed),
            _ => velocity.get(index - 4).copied(),
        },
        Reading::Attitude(quaternion) => match index {
            0..=3 => quaternion.get(index).copied(),
            _ => roll_pitch_yaw(*quaternion).get(index - 4).copied(),
        },
        Reading::Presence(presence) => Some(f64::from(*presence)),
        Reading::Held(held) => Some(flag(*held)),
        _ => None,
    })
}

fn roll_pitch_yaw([x, y, z, w]: [f64; 4]) -> [f64; 3] {
    [
        atan2(2.0 * (w * x + y * z), 1.0 - 2.0 * (x * x + y * y)),
        asin((2.0 * (w * y - x * z)).clamp(-1.0, 1.0)),
        atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z)),
    ]
}
