//! Limits of motors: positions include that of the joint, and coupled motors follow each
//! other: the one that changed last leads.

use crate::bodies::joints::JointKind;
use crate::devices::motor::Motor;
use crate::devices::table::MotorIndex;
use crate::model::{Model, RowIndex, Table};
use crate::world::World;
use foxden_scene::{NodeId, Value};
use std::collections::HashMap;
use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;

/// How often limits are passed on from motor to motor: rounding may keep them from agreeing.
const PASSES: u32 = 32;

/// A limit of a motor that others follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    /// The least position.
    MinPosition,
    /// The greatest position.
    MaxPosition,
    /// The greatest speed.
    MaxVelocity,
    /// What commands are multiplied by; it has no limit of its own, but relates those of others.
    Multiplier,
}

impl Limit {
    /// Those that are written to the fields of others.
    const FOLLOWED: [Self; 3] = [Self::MinPosition, Self::MaxPosition, Self::MaxVelocity];

    /// Those in which two motors differ.
    fn differing(one: &Motor, two: &Motor) -> Vec<Self> {
        let all = [
            Self::MinPosition,
            Self::MaxPosition,
            Self::MaxVelocity,
            Self::Multiplier,
        ];
        let (mut one, mut two) = (one.clone(), two.clone());
        let differs = |limit: &Self| limit.of(&mut one) != limit.of(&mut two);
        all.into_iter().filter(differs).collect()
    }

    /// The limit that a field holds.
    pub(crate) fn of_field(name: &str) -> Option<Self> {
        Some(match name {
            "minPosition" => Self::MinPosition,
            "maxPosition" => Self::MaxPosition,
            "maxVelocity" => Self::MaxVelocity,
            "multiplier" => Self::Multiplier,
            _ => return None,
        })
    }

    fn field(self) -> &'static str {
        match self {
            Self::MinPosition => "minPosition",
            Self::MaxPosition => "maxPosition",
            Self::MaxVelocity => "maxVelocity",
            Self::Multiplier => "multiplier",
        }
    }

    fn of(self, motor: &mut Motor) -> &mut f64 {
        match self {
            Self::MinPosition => &mut motor.min_position,
            Self::MaxPosition => &mut motor.max_position,
            Self::MaxVelocity => &mut motor.max_velocity,
            Self::Multiplier => &mut motor.multiplier,
        }
    }
}

/// Motors whose limits are brought in line.
struct Limits<'a> {
    motors: &'a mut Table<MotorIndex, Motor>,
    /// Where the joint of each motor is.
    positions: &'a [f64],
    /// Which motors turn the second axis of a BallJoint.
    is_second_of_ball: Vec<bool>,
    /// Whether a change of a motor is passed on: not before the motor itself was looked at.
    is_live: Vec<bool>,
    passes: u32,
}

impl Limits<'_> {
    fn set(&mut self, at: usize, limit: Limit, value: f64) {
        if std::mem::replace(limit.of(&mut self.motors[at]), value) != value && self.is_live[at] {
            self.changed(at, limit);
        }
    }

    fn changed(&mut self, at: usize, limit: Limit) {
        if self.passes == 0 {
            return;
        }
        self.passes -= 1;
        match limit {
            Limit::MinPosition | Limit::MaxPosition => {
                self.include_position(at);
                self.pass_positions(at);
                self.keep_from_poles(at);
            }
            Limit::MaxVelocity => self.pass_velocity(at),
            Limit::Multiplier => {
                self.pass_positions(at);
                self.pass_velocity(at);
            }
        }
    }

    fn is_unlimited(&self, at: usize) -> bool {
        let motor = &self.motors[at];
        motor.min_position == 0.0 && motor.max_position == 0.0
    }

    /// Limits that leave out the position of the joint are widened to it.
    fn include_position(&mut self, at: usize) {
        if self.is_unlimited(at) {
            return;
        }
        let position = self.positions[at];
        if self.motors[at].max_position < position {
            self.set(at, Limit::MaxPosition, position);
        }
        if self.motors[at].min_position > position {
            self.set(at, Limit::MinPosition, position);
        }
    }

    /// The second axis of a BallJoint turns by a quarter at most: further on its other axes
    /// would change places.
    fn keep_from_poles(&mut self, at: usize) {
        if !self.is_second_of_ball[at] {
            return;
        }
        let is_unlimited = self.is_unlimited(at);
        if is_unlimited || self.motors[at].min_position < -FRAC_PI_2 {
            self.set(at, Limit::MinPosition, -FRAC_PI_2);
        }
        if is_unlimited || self.motors[at].max_position > FRAC_PI_2 {
            self.set(at, Limit::MaxPosition, FRAC_PI_2);
        }
    }

    fn pass_positions(&mut self, at: usize) {
        for other in self.coupled(at) {
            if self.is_unlimited(at) && !self.is_unlimited(other) {
                self.set(other, Limit::MinPosition, 0.0);
                self.set(other, Limit::MaxPosition, 0.0);
            }
        }
        if self.is_unlimited(at) {
            return;
        }
        for other in self.coupled(at) {
            let (own, factor) = (&self.motors[at], self.motors[other].multiplier);
            let low = own.min_position * factor / own.multiplier;
            let high = own.max_position * factor / own.multiplier;
            let (low, high) = if high < low { (high, low) } else { (low, high) };
            self.set(other, Limit::MinPosition, low);
            self.set(other, Limit::MaxPosition, high);
        }
    }

    fn pass_velocity(&mut self, at: usize) {
        for other in self.coupled(at) {
            let (own, factor) = (&self.motors[at], self.motors[other].multiplier);
            let velocity = own.max_velocity * factor.abs() / own.multiplier.abs();
            self.set(other, Limit::MaxVelocity, velocity);
        }
    }

    fn coupled(&self, at: usize) -> Vec<usize> {
        self.motors[at]
            .coupled
            .iter()
            .map(|other| other.at())
            .collect()
    }
}

/// Which motors turn the second axis of a BallJoint: the first motor there.
fn seconds_of_balls(model: &Model) -> Vec<bool> {
    let is_second = |(at, motor): (usize, &Motor)| {
        motor.joint.is_some_and(|(joint, axis)| {
            let row = &model.joints[joint];
            axis == 1
                && row.kind == JointKind::Ball
                && row.axes[1].motor == Some(MotorIndex::new(at))
        })
    };
    model
        .devices
        .motors
        .iter()
        .enumerate()
        .map(is_second)
        .collect()
}

/// Brings the limits of the motors of a model that was just compiled in line with their
/// joints and with coupled motors. New motors are looked at from the ends of chains to the
/// robot: the first one leads. Of those that were there before, with the same name, only
/// what was written counts.
pub(crate) fn settle_motors(model: &mut Model, positions: &[f64], before: Option<&Model>) {
    let mut known: HashMap<NodeId, &Motor> = HashMap::new();
    for motor in before.into_iter().flat_map(|before| &before.devices.motors) {
        known.insert(motor.mount.node, motor);
    }
    let motors = model.devices.motors.iter();
    let known: Vec<Option<&Motor>> = motors
        .map(|motor| {
            let before = known.get(&motor.mount.node).copied();
            before.filter(|before| before.name == motor.name)
        })
        .collect();
    let mut order: Vec<usize> = (0..known.len()).filter(|at| known[*at].is_none()).collect();
    order.sort_by_key(|at| {
        let motor = &model.devices.motors[*at];
        let place = match motor.joint {
            Some((joint, _)) => model.joints[joint].end_place,
            None => motor.mount.place,
        };
        let branch = model.transform_tree.branch(place.at());
        (branch.end, std::cmp::Reverse(branch.start))
    });
    let is_second_of_ball = seconds_of_balls(model);
    let mut limits = Limits {
        motors: &mut model.devices.motors,
        positions,
        is_second_of_ball,
        is_live: known.iter().map(Option::is_some).collect(),
        passes: PASSES,
    };
    for at in &order {
        limits.include_position(*at);
        limits.keep_from_poles(*at);
    }
    for at in order {
        limits.passes = PASSES;
        limits.changed(at, Limit::Multiplier);
        limits.is_live[at] = true;
    }
    for (at, before) in known.into_iter().enumerate() {
        let Some(before) = before else { continue };
        for limit in Limit::differing(before, &limits.motors[at]) {
            limits.passes = PASSES;
            limits.changed(at, limit);
        }
    }
}

impl World {
    /// Where the joints of the motors of a model are: as they are now where the world has
    /// them, as the file says otherwise.
    pub(crate) fn positions_of_motors(model: &Model, running: Option<&Self>) -> Vec<f64> {
        let position = |motor: &Motor| {
            let Some((joint, axis)) = motor.joint else {
                return motor.loose_position;
            };
            let row = &model.joints[joint];
            let now = running.and_then(|world| {
                let joint = world.model.joint_of(row.node)?;
                Some(world.state.joints[joint])
            });
            now.unwrap_or_else(|| row.initial_positions())[axis as usize]
        };
        model.devices.motors.iter().map(position).collect()
    }

    /// A limit of a motor was written: it includes the position of its joint, and coupled
    /// motors follow. Their fields show it.
    pub(crate) fn settle_motor(&mut self, motor: MotorIndex, limit: Limit) {
        let positions = Self::positions_of_motors(&self.model, Some(self));
        let mut motors = self.model.devices.motors.clone();
        let count = motors.len();
        let mut limits = Limits {
            motors: &mut motors,
            positions: &positions,
            is_second_of_ball: seconds_of_balls(&self.model),
            is_live: vec![true; count],
            passes: PASSES,
        };
        limits.changed(motor.at(), limit);
        for at in 0..count {
            let (before, now) = (&self.model.devices.motors[at], &motors[at]);
            if before.spec() == now.spec() {
                continue;
            }
            let index = MotorIndex::new(at);
            let is_woken = before.max_velocity != now.max_velocity;
            self.adapt_motor(index, now);
            Arc::make_mut(&mut self.model).devices.motors[at] = now.clone();
            if is_woken && index != motor {
                self.wake_driven(index);
            }
        }
        self.write_limits();
    }

    /// Writes the limits of motors to their fields where these say something else; whether
    /// any does.
    pub(crate) fn write_limits(&mut self) -> bool {
        let mut writes: Vec<(NodeId, Limit, f64)> = Vec::new();
        for motor in self.model.devices.motors.iter() {
            let mut motor = motor.clone();
            for limit in Limit::FOLLOWED {
                let value = *limit.of(&mut motor);
                let node = motor.mount.node;
                let shown = self.scene.value_of(node, limit.field());
                if shown.and_then(|shown| shown.as_number()) != Some(value) {
                    writes.push((node, limit, value));
                }
            }
        }
        let is_any = !writes.is_empty();
        for (node, limit, value) in writes {
            if let Some(field) = self.scene.base_field(node, limit.field()) {
                // a value that the scene refuses stays in the motor
                let _ = self.scene.set(self.source_of(field), Value::Float(value));
            }
        }
        is_any
    }
}
