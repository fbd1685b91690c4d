//! Motors: how commands become a speed with a bounded force, or a plain force.

use serde::{Deserialize, Serialize};

/// The fields of a motor node.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MotorSpec {
    /// The most force (newtons) or torque (newton metres).
    pub max_force: f64,
    /// The most speed.
    pub max_velocity: f64,
    /// The most acceleration; none: whatever the force allows.
    pub acceleration: Option<f64>,
    /// Proportional, integral and derivative gain of the position control.
    pub pid: [f64; 3],
    /// The least target position, where it differs from the greatest.
    pub min_position: f64,
    /// The greatest target position.
    pub max_position: f64,
    /// What every command is multiplied by.
    pub multiplier: f64,
}

impl Default for MotorSpec {
    fn default() -> Self {
        Self {
            max_force: 10.0,
            max_velocity: 10.0,
            acceleration: None,
            pid: [10.0, 0.0, 0.0],
            min_position: 0.0,
            max_position: 0.0,
            multiplier: 1.0,
        }
    }
}

/// A command did not fit and was brought to the nearest allowed value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clipped {
    /// What was asked for, multiplied.
    pub asked: f64,
    /// What was taken instead.
    pub taken: f64,
}

/// What a motor does to its joint in one step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Effort {
    /// Reach a speed with at most this force.
    Speed {
        /// The speed of the joint.
        speed: f64,
        /// The greatest force or torque, without sign.
        bound: f64,
    },
    /// Push with this force or torque.
    Force(f64),
}

/// How close to its target a motor without physics stops.
const REACHED: f64 = 1e-6;

/// A motor and its state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Motor {
    /// Its fields, which may be changed at any time.
    pub spec: MotorSpec,
    target_position: f64,
    target_velocity: f64,
    available: f64,
    direct: Option<f64>,
    current: f64,
    integral: f64,
    previous_error: f64,
}

impl Motor {
    /// A motor that holds the position its joint has.
    pub const fn new(spec: MotorSpec, position: f64) -> Self {
        Self {
            spec,
            target_position: position,
            target_velocity: spec.max_velocity,
            available: spec.max_force,
            direct: None,
            current: 0.0,
            integral: 0.0,
            previous_error: 0.0,
        }
    }

    /// Where the motor wants to go; infinite in velocity control.
    pub const fn target_position(&self) -> f64 {
        self.target_position
    }

    /// The target velocity, in rad/s or m/s.
    pub const fn target_velocity(&self) -> f64 {
        self.target_velocity
    }

    /// The force or torque it may use.
    pub const fn available(&self) -> f64 {
        self.available
    }

    /// The speed it has reached on the way to its target speed.
    pub const fn current_velocity(&self) -> f64 {
        self.current
    }

    /// Goes to a position, or with an infinite one turns at the target velocity.
    pub fn set_position(&mut self, position: f64) -> Option<Clipped> {
        self.direct = None;
        if position.is_infinite() {
            self.target_position = position;
            return None;
        }
        let asked = position * self.spec.multiplier;
        let (low, high) = (self.spec.min_position, self.spec.max_position);
        let taken = if low == high {
            asked
        } else if asked > high {
            high
        } else if asked < low {
            low
        } else {
            asked
        };
        self.target_position = taken;
        (asked != taken).then_some(Clipped { asked, taken })
    }

    /// Sets the target velocity.
    pub fn set_velocity(&mut self, velocity: f64) -> Option<Clipped> {
        let asked = velocity * self.spec.multiplier;
        let (taken, clipped) = bounded(asked, self.spec.max_velocity);
        self.target_velocity = taken;
        clipped
    }

    /// Sets the most acceleration.
    pub const fn set_acceleration(&mut self, acceleration: Option<f64>) {
        self.spec.acceleration = acceleration;
    }

    /// Sets the gains of the position control and forgets what it has summed up.
    pub const fn set_pid(&mut self, pid: [f64; 3]) {
        self.spec.pid = pid;
        self.integral = 0.0;
        self.previous_error = 0.0;
    }

    /// Sets the force or torque the motor may use.
    pub fn set_available(&mut self, force: f64) -> Option<Clipped> {
        let taken = force.min(self.spec.max_force);
        self.available = taken;
        (taken != force).then_some(Clipped {
            asked: force,
            taken,
        })
    }

    /// Pushes with a force or torque until the next target position.
    pub fn set_force(&mut self, force: f64) -> Option<Clipped> {
        let asked = force * self.spec.multiplier;
        let (taken, clipped) = bounded(asked, self.available);
        self.direct = Some(taken);
        clipped
    }

    /// Whether the motor pushes with a force that was set.
    pub const fn is_force_controlled(&self) -> bool {
        self.direct.is_some()
    }

    /// Takes the speed that it has reached for the opposite one.
    pub const fn reverse(&mut self) {
        self.current = -self.current;
    }

    /// Loses the speed that it has reached.
    pub const fn halt(&mut self) {
        self.current = 0.0;
    }

    /// Switches the power of the robot: without it nothing is available.
    pub const fn set_power(&mut self, on: bool) {
        self.available = if on { self.spec.max_force } else { 0.0 };
    }

    /// One step of the control of a joint whose end point has a body.
    pub fn effort(&mut self, position: f64, step: f64, static_friction: f64) -> Effort {
        if let Some(force) = self.direct {
            return Effort::Force(force);
        }
        Effort::Speed {
            speed: self.dynamic_velocity(position, step),
            bound: static_friction.max(self.available),
        }
    }

    fn dynamic_velocity(&mut self, position: f64, step: f64) -> f64 {
        if self.available == 0.0 {
            self.current = 0.0;
            return 0.0;
        }
        let wanted = if self.target_position.is_infinite() {
            self.target_velocity
        } else {
            let error = self.target_position - position;
            self.integral += error * step;
            let derivative = (error - self.previous_error) / step;
            self.previous_error = error;
            let [p, i, d] = self.spec.pid;
            let output = p * error + i * self.integral + d * derivative;
            let most = self.target_velocity.abs();
            if output.abs() < most {
                output
            } else if output > 0.0 {
                most
            } else {
                -most
            }
        };
        self.current = match self.spec.acceleration {
            None => wanted,
            Some(most) => {
                let change = ((wanted - self.current).abs() / step).min(most) * step;
                if wanted > self.current {
                    self.current + change
                } else {
                    self.current - change
                }
            }
        };
        self.current
    }

    /// One step of a joint whose end point has no physics: the new position.
    ///
    /// There is no braking ramp, and a reversed target keeps the speed.
    ///
    /// ```
    /// use foxden_dynamics::{Motor, MotorSpec};
    /// let mut motor = Motor::new(MotorSpec::default(), 0.0);
    /// motor.set_position(1.0);
    /// assert!((motor.kinematic_step(0.0, 0.032) - 0.01024).abs() < 1e-15);
    /// ```
    pub fn kinematic_step(&mut self, position: f64, step: f64) -> f64 {
        let has_arrived = if self.target_position.is_infinite() {
            let (low, high) = (self.spec.min_position, self.spec.max_position);
            low != high
                && ((position >= high && self.target_velocity >= 0.0)
                    || (position <= low && self.target_velocity <= 0.0))
        } else {
            (self.target_position - position).abs() < REACHED
        };
        if has_arrived {
            self.current = 0.0;
            return position;
        }
        let most = match self.spec.acceleration {
            Some(acceleration) => acceleration.min(self.available),
            None => self.available,
        };
        let missing = self.target_velocity - self.current;
        if missing.abs() > REACHED {
            self.current = if missing > 0.0 {
                (self.current + most * step).min(self.target_velocity)
            } else {
                (self.current - most * step).max(self.target_velocity)
            };
        }
        if self.target_position > position {
            (position + self.current * step).min(self.target_position)
        } else {
            (position - self.current * step).max(self.target_position)
        }
    }
}

fn bounded(asked: f64, most: f64) -> (f64, Option<Clipped>) {
    if asked.abs() <= most {
        return (asked, None);
    }
    let taken = if asked >= 0.0 { most } else { -most };
    (taken, Some(Clipped { asked, taken }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_multiplied_and_clipped() {
        let mut motor = Motor::new(
            MotorSpec {
                multiplier: -2.0,
                min_position: -1.0,
                max_position: 1.5,
                ..MotorSpec::default()
            },
            0.0,
        );
        assert_eq!(motor.set_position(0.25), None);
        assert_eq!(motor.target_position(), -0.5);
        assert_eq!(
            motor.set_position(2.0),
            Some(Clipped {
                asked: -4.0,
                taken: -1.0
            })
        );
        motor.set_position(f64::INFINITY);
        assert_eq!(motor.target_position(), f64::INFINITY);
        assert_eq!(
            motor.set_velocity(-7.0).map(|clipped| clipped.taken),
            Some(10.0)
        );
    }

    #[test]
    fn without_power_a_moving_kinematic_motor_keeps_its_speed() {
        let mut motor = Motor::new(MotorSpec::default(), 0.0);
        motor.set_position(f64::INFINITY);
        motor.set_velocity(1.0);
        let mut position = 0.0;
        for _ in 0..4 {
            position = motor.kinematic_step(position, 0.032);
        }
        motor.set_power(false);
        motor.set_velocity(0.0);
        let before = motor.current_velocity();
        motor.kinematic_step(position, 0.032);
        assert_eq!(motor.current_velocity(), before);
    }
}
