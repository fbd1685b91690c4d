//! What clients and trajectories command in each step.

use super::super::joint_command::Quantity;
use super::super::mode::flags;
use super::super::trajectory::TOLERANCE;
use super::Control;

impl Control {
    pub(super) fn follow_position(&mut self, seconds: f64, window: u64) {
        let now = self.take_over();
        let (axes, seqno) = (&self.axes, self.seqno);
        let newest = self
            .position_wire
            .newest(axes, Quantity::Position, seqno, window);
        let Some(wanted) = newest else {
            self.brake();
            return;
        };
        let positions: Vec<f64> = wanted
            .iter()
            .zip(axes)
            .zip(&now.positions)
            .map(|((wanted, axis), now)| {
                let most = axis.velocity * seconds;
                axis.clamp(now + (axis.clamp(*wanted) - now).clamp(-most, most))
            })
            .collect();
        self.go_to(&now, positions, seconds);
        self.valid = flags::VALID_POSITION;
    }

    pub(super) fn follow_velocity(&mut self, seconds: f64, window: u64) {
        let now = self.take_over();
        let (axes, seqno) = (&self.axes, self.seqno);
        let newest = self
            .velocity_wire
            .newest(axes, Quantity::Velocity, seqno, window);
        let Some(wanted) = newest else {
            self.brake();
            return;
        };
        let velocities: Vec<f64> = wanted
            .iter()
            .zip(axes)
            .map(|(wanted, axis)| wanted.clamp(-axis.velocity, axis.velocity))
            .collect();
        // from where the axes are: what is held must not jump when it is let go
        let positions = velocities
            .iter()
            .zip(axes)
            .zip(&self.measured)
            .map(|((velocity, axis), now)| axis.clamp(now + velocity * seconds))
            .collect();
        self.go_to(&now, positions, seconds);
        self.commanded = (None, Some(velocities));
        self.valid = flags::VALID_VELOCITY;
    }

    pub(super) fn follow_trajectory(&mut self, seconds: f64) {
        let now = self.take_over();
        let is_off = |(wanted, is): (&f64, &f64)| (wanted - is).abs() > TOLERANCE;
        let is_off = now.positions.iter().zip(&self.measured).any(is_off);
        if self.trajectories.is_running() && is_off {
            self.trajectories.fail("Trajectory tolerance failure");
            self.brake();
            return;
        }
        if let Some(positions) = self.trajectories.step(seconds, self.seqno + 1) {
            self.go_to(&now, positions, seconds);
        }
    }
}
