//! Drives a joint.

use foxden_protocol::devices::{JointKind, motor};
use foxden_protocol::{NodeTypeNumber, Tag};

use super::DeviceRules;
use crate::{Misuse, Period};

/// A motor, turning or sliding.
#[derive(Clone, Debug)]
pub struct Motor {
    /// The configuration that the simulator sent.
    pub configuration: motor::MotorConfiguration,
    /// Where it goes; infinite if it follows its velocity.
    pub position: f64,
    /// The target velocity, in rad/s or m/s.
    pub velocity: f64,
    /// How fast the velocity changes; -1 for immediately.
    pub acceleration: f64,
    /// The force it may use.
    pub available_force: f64,
    /// How often the force is measured.
    pub feedback_period: Period,
    /// The newest measurement.
    pub feedback: f64,
    /// The device that was last asked for.
    pub associated: Option<Tag>,
    force: f64,
    gains: [f64; 3],
    previous_available_force: f64,
    is_configured: bool,
    unsent: UnsentSettings,
    wanted: Option<NodeTypeNumber>,
}

/// Which settings are still to be sent.
#[derive(Clone, Debug, Default)]
struct UnsentSettings {
    position: bool,
    velocity: bool,
    available_force: bool,
    force: bool,
    acceleration: bool,
    gains: bool,
}

impl Default for Motor {
    fn default() -> Self {
        Self {
            configuration: motor::MotorConfiguration {
                joint: JointKind::Rotational,
                min_position: 0.0,
                max_position: 0.0,
                max_velocity: 10.0,
                acceleration: 0.0,
                max_force: 10.0,
                gains: [0.0; 3],
                target_position: 0.0,
                target_velocity: 0.0,
                multiplier: 1.0,
                coupled: Vec::new(),
            },
            position: 0.0,
            velocity: 0.0,
            acceleration: 0.0,
            available_force: 0.0,
            feedback_period: Period::default(),
            feedback: f64::NAN,
            associated: None,
            force: 0.0,
            gains: [0.0; 3],
            previous_available_force: 10.0,
            is_configured: false,
            unsent: UnsentSettings::default(),
            wanted: None,
        }
    }
}

impl Motor {
    /// Goes to a position; infinite to follow the velocity.
    pub fn set_position(&mut self, position: f64) -> Result<(), Misuse> {
        not_nan(position, "position")?;
        self.position = position;
        self.unsent.position = true;
        Ok(())
    }

    /// Changes the velocity. Backwards only if no position is to be reached.
    pub fn set_velocity(&mut self, velocity: f64) -> Result<(), Misuse> {
        not_nan(velocity, "velocity")?;
        if velocity < 0.0 && !self.position.is_infinite() {
            return Err(Misuse::NegativeVelocity {
                position: self.position,
            });
        }
        self.velocity = velocity;
        self.unsent.velocity = true;
        Ok(())
    }

    /// Changes the acceleration; -1 for none.
    pub fn set_acceleration(&mut self, acceleration: f64) -> Result<(), Misuse> {
        if acceleration < 0.0 && acceleration != -1.0 {
            return Err(Misuse::Negative {
                argument: "acceleration",
            });
        }
        not_nan(acceleration, "acceleration")?;
        self.acceleration = acceleration;
        self.unsent.acceleration = true;
        Ok(())
    }

    /// Applies a force instead of controlling the position.
    pub fn set_force(&mut self, force: f64) -> Result<(), Misuse> {
        not_nan(force, "force")?;
        self.force = force;
        self.unsent.force = true;
        Ok(())
    }

    /// Changes the force it may use.
    pub fn set_available_force(&mut self, force: f64) -> Result<(), Misuse> {
        not_nan(force, "force")?;
        if force < 0.0 {
            return Err(Misuse::Negative { argument: "force" });
        }
        self.available_force = force;
        self.unsent.available_force = true;
        Ok(())
    }

    /// Changes the gains of the position control.
    pub fn set_gains(&mut self, gains: [f64; 3]) -> Result<(), Misuse> {
        if gains[0] <= 0.0 {
            return Err(Misuse::NotPositive { argument: "p" });
        }
        for (gain, argument) in [(gains[1], "i"), (gains[2], "d")] {
            if gain < 0.0 {
                return Err(Misuse::Negative { argument });
            }
        }
        self.gains = gains;
        self.unsent.gains = true;
        Ok(())
    }

    /// Asks for another device of the joint.
    pub fn ask_for(&mut self, wanted: NodeTypeNumber) {
        self.wanted = Some(wanted);
    }

    /// A coupled motor got a new position. The simulator moves this motor too;
    /// here only the getters change.
    pub fn follow_position(&mut self, position: f64) {
        self.position = if position.is_infinite() {
            position
        } else {
            position * self.configuration.multiplier
        };
    }

    /// A coupled motor got a new velocity.
    pub fn follow_velocity(&mut self, velocity: f64) {
        self.velocity = velocity * self.configuration.multiplier;
    }

    /// A coupled motor got a new force.
    pub fn follow_force(&mut self, force: f64) {
        self.force = force * self.configuration.multiplier;
    }

    fn configure(&mut self, configuration: motor::MotorConfiguration) {
        let most = configuration.max_force;
        if !self.is_configured || self.available_force == self.previous_available_force {
            self.previous_available_force = most;
            self.available_force = most;
        } else {
            self.previous_available_force = self.previous_available_force.min(most);
            self.available_force = self.available_force.min(most);
        }
        self.acceleration = configuration.acceleration;
        self.gains = configuration.gains;
        self.position = configuration.target_position;
        self.velocity = configuration.target_velocity;
        self.configuration = configuration;
        self.is_configured = true;
    }
}

fn not_nan(value: f64, argument: &'static str) -> Result<(), Misuse> {
    match value.is_nan() {
        true => Err(Misuse::NotANumber { argument }),
        false => Ok(()),
    }
}

impl DeviceRules for Motor {
    type Request = motor::MotorRequest;

    /// By ascending number of the message.
    fn requests(&mut self, _: u32) -> Vec<motor::MotorRequest> {
        let unsent = std::mem::take(&mut self.unsent);
        let mut requests = Vec::new();
        if unsent.position {
            let position = self.position;
            requests.push(motor::MotorRequest::SetPosition { position });
        }
        if unsent.velocity {
            let velocity = self.velocity;
            requests.push(motor::MotorRequest::SetVelocity { velocity });
        }
        if unsent.available_force {
            let force = self.available_force;
            requests.push(motor::MotorRequest::SetAvailableForce { force });
        }
        if unsent.force {
            requests.push(motor::MotorRequest::SetForce { force: self.force });
        }
        if let Some(period) = self.feedback_period.take() {
            requests.push(motor::MotorRequest::SetFeedbackPeriod { period });
        }
        if unsent.acceleration {
            let acceleration = self.acceleration;
            requests.push(motor::MotorRequest::SetAcceleration { acceleration });
        }
        if unsent.gains {
            requests.push(motor::MotorRequest::SetControl { gains: self.gains });
        }
        if let Some(wanted) = self.wanted.take() {
            requests.push(motor::MotorRequest::FindAssociated { wanted });
        }
        requests
    }

    fn apply(&mut self, answer: motor::MotorAnswer) {
        match answer {
            motor::MotorAnswer::Configure(configuration) => self.configure(configuration),
            motor::MotorAnswer::Feedback { force } => self.feedback = force,
            motor::MotorAnswer::Associated { tag } => self.associated = tag,
        }
    }

    fn period_mut(&mut self) -> Option<&mut Period> {
        Some(&mut self.feedback_period)
    }
}
