//! The service of the original, over Robot Raconteur.

use crate::command::{CommandRefusal, RobotCommand};
use crate::den_handle::DenHandle;
use crate::frame::{DenFrame, RobotFrame};
use crate::units::{degrees, millimetres};
use raconteur::members::Wire;
use raconteur::service::Context;
use raconteur::{Error, ErrorCode, Result};
use std::sync::Arc;

/// What the definition says.
#[allow(missing_docs, clippy::unwrap_used)]
mod definition {
    raconteur::service!("robdef/experimental.reynard_the_robot.robdef");
}

pub use definition::{Reynard, ReynardClient, ReynardMembers, ReynardObject, ReynardState};

/// The units of the `state` wire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WireUnits {
    /// Metres and radians, as documented.
    #[default]
    Si,
    /// Millimetres and degrees, as the original sends.
    Original,
}

/// One robot as a service.
#[derive(Debug)]
pub struct RobotService {
    handle: DenHandle,
    robot: usize,
    members: ReynardMembers,
}

impl RobotService {
    /// The service of a robot. Its wire is sent by [`state`], its event fired
    /// with every message from a page.
    pub fn new(handle: DenHandle, robot: usize, members: ReynardMembers) -> Self {
        let event = members.new_message.clone();
        handle.talk().listen(move |text| {
            // a client that has disconnected needs no message
            let _ = event.fire((text.to_owned(),));
        });
        Self {
            handle,
            robot,
            members,
        }
    }

    fn robot(&self) -> Result<RobotFrame> {
        self.handle.robot(self.robot).map_err(refused)
    }
}

/// Sends the state of a robot on its wire.
pub fn send_state(wire: &Wire<ReynardState>, frame: &DenFrame, robot: usize, units: WireUnits) {
    if let Some(robot) = frame.robots.get(robot) {
        // the connection disconnects a reader that is too slow
        let _ = wire.send_at_once(state(frame, robot, units));
    }
}

/// From metres or radians to what the wire carries.
type Scale = fn(f64) -> f64;

fn state(frame: &DenFrame, robot: &RobotFrame, units: WireUnits) -> ReynardState {
    let (length, angle): (Scale, Scale) = match units {
        WireUnits::Si => (|value| value, |value| value),
        WireUnits::Original => (millimetres, degrees),
    };
    ReynardState {
        time: frame.now(),
        robot_position: robot.position.map(length).to_vec(),
        arm_position: robot.arm.map(angle).to_vec(),
        robot_velocity: robot.velocity.map(length).to_vec(),
        arm_velocity: robot.arm_velocity.map(angle).to_vec(),
    }
}

/// A refusal as clients get it.
pub(crate) fn refused(refusal: CommandRefusal) -> Error {
    let code = match &refusal {
        CommandRefusal::NotANumber(_)
        | CommandRefusal::Speed
        | CommandRefusal::NoSuchRobot(_)
        | CommandRefusal::NoSuchTool { .. }
        | CommandRefusal::DoesNotFit(_) => ErrorCode::InvalidArgument,
        CommandRefusal::Missing(_) => ErrorCode::InvalidOperation,
        CommandRefusal::World(_) | CommandRefusal::Unavailable(_) => ErrorCode::OperationFailed,
    };
    Error::new(code, refusal.to_string())
}

fn invalid(text: impl Into<Arc<str>>) -> Error {
    let text: Arc<str> = text.into();
    Error::new(ErrorCode::InvalidArgument, text.to_string())
}

impl Reynard for RobotService {
    fn members(&self) -> &ReynardMembers {
        &self.members
    }

    async fn teleport(&self, _: &Context, x: f64, y: f64) -> Result<()> {
        let field = self.handle.field();
        if !field.contains([x, y]) && !x.is_nan() && !y.is_nan() {
            let [[left, right], [low, high]] = [0, 1].map(|axis| field.range(axis));
            return Err(invalid(format!(
                "({x:?}, {y:?}) is outside of the field: x is from {left} to {right} m, y from {low} to {high} m"
            )));
        }
        self.handle
            .command(self.robot, RobotCommand::Teleport([x, y]))
            .await
            .map_err(refused)?;
        Ok(())
    }

    async fn setf_arm_position(&self, _: &Context, q1: f64, q2: f64, q3: f64) -> Result<()> {
        self.handle
            .command(self.robot, RobotCommand::SetArm([q1, q2, q3]))
            .await
            .map_err(refused)?;
        Ok(())
    }

    async fn getf_arm_position(&self, _: &Context) -> Result<Vec<f64>> {
        Ok(self.robot()?.arm.to_vec())
    }

    async fn robot_position(&self, _: &Context) -> Result<Vec<f64>> {
        Ok(self.robot()?.position.to_vec())
    }

    async fn drive_robot(
        &self,
        _: &Context,
        vel_x: f64,
        vel_y: f64,
        timeout: f64,
        wait: bool,
    ) -> Result<()> {
        let act = RobotCommand::Drive([vel_x, vel_y], timeout);
        self.handle
            .command_and_wait(self.robot, act, wait)
            .await
            .map_err(refused)?;
        Ok(())
    }

    async fn drive_arm(
        &self,
        _: &Context,
        q1: f64,
        q2: f64,
        q3: f64,
        timeout: f64,
        wait: bool,
    ) -> Result<()> {
        let act = RobotCommand::DriveArm([q1, q2, q3], timeout);
        self.handle
            .command_and_wait(self.robot, act, wait)
            .await
            .map_err(refused)?;
        Ok(())
    }

    async fn say(&self, _: &Context, message: String) -> Result<()> {
        self.handle.talk().say(&self.robot()?.name, &message);
        Ok(())
    }

    async fn color(&self, _: &Context) -> Result<Vec<f64>> {
        Ok(self.robot()?.color.to_vec())
    }

    async fn set_color(&self, _: &Context, value: Vec<f64>) -> Result<()> {
        let color: [f64; 3] = value
            .try_into()
            .map_err(|_| invalid("a colour has three values: red, green and blue"))?;
        if !color.iter().all(|part| (0.0..=1.0).contains(part)) {
            return Err(invalid("the values of a colour are from 0 to 1"));
        }
        self.handle
            .command(self.robot, RobotCommand::Color(color))
            .await
            .map_err(refused)?;
        Ok(())
    }
}
