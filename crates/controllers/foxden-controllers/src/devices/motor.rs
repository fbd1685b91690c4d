//! Drives a joint, turning or sliding.

use super::joint::associated;
use super::world_device::text;
use super::{DeviceWire, RequestTarget, WorldDevice, tag_at};
use foxden_protocol::devices::motor::{MotorAnswer, MotorConfiguration, MotorRequest};
use foxden_protocol::devices::{DeviceKind, JointKind};
use foxden_scene::NodeId;
use foxden_sim::controller::{Command, Reading};
use foxden_sim::motor_group;

/// Whether a device is a motor.
pub(super) fn is_motor(kind: DeviceKind) -> bool {
    matches!(kind, DeviceKind::RotationalMotor | DeviceKind::LinearMotor)
}

/// A motor on the wire.
pub(super) struct MotorWire;

impl DeviceWire for MotorWire {
    type Request = MotorRequest;

    fn configuration(device: &WorldDevice<'_>) -> Option<MotorAnswer> {
        let motor = device.world.motor(device.robot, device.device.port)?;
        let group = |node: NodeId| {
            let name = text(device.scene(), node, "name");
            motor_group(&name).map(str::to_owned)
        };
        let own = group(device.node());
        let is_coupled = |other: NodeId| own.is_some() && group(other) == own;
        let others = device.known.iter().enumerate();
        let coupled = others
            .filter(|(at, other)| {
                *at != device.at && is_motor(other.kind) && is_coupled(other.node)
            })
            .map(|(at, _)| tag_at(at))
            .collect();
        let spec = &motor.spec;
        Some(MotorAnswer::Configure(MotorConfiguration {
            joint: match device.kind() {
                DeviceKind::LinearMotor => JointKind::Linear,
                _ => JointKind::Rotational,
            },
            min_position: spec.min_position,
            max_position: spec.max_position,
            max_velocity: spec.max_velocity,
            acceleration: spec.acceleration.unwrap_or(-1.0),
            max_force: spec.max_force,
            gains: spec.pid,
            target_position: motor.target_position(),
            target_velocity: motor.target_velocity(),
            multiplier: spec.multiplier,
            coupled,
        }))
    }

    fn obey(
        request: &MotorRequest,
        target: &RequestTarget<'_>,
        commands: &mut Vec<Command>,
        mut answer: impl FnMut(MotorAnswer),
    ) {
        let port = target.device.port;
        commands.push(match request {
            MotorRequest::SetPosition { position } => Command::MotorPosition(port, *position),
            MotorRequest::SetVelocity { velocity } => Command::MotorVelocity(port, *velocity),
            MotorRequest::SetAvailableForce { force } => Command::MotorAvailableForce(port, *force),
            MotorRequest::SetForce { force } => Command::MotorForce(port, *force),
            MotorRequest::SetFeedbackPeriod { period } => {
                Command::EnableFeedback(port, *period as i16)
            }
            MotorRequest::SetAcceleration { acceleration } => {
                Command::MotorAcceleration(port, *acceleration)
            }
            MotorRequest::SetControl { gains } => Command::MotorControl(port, *gains),
            MotorRequest::FindAssociated { wanted } => {
                let tag = associated(target, *wanted);
                return answer(MotorAnswer::Associated { tag });
            }
        });
    }

    fn report(reading: &Reading, mut answer: impl FnMut(MotorAnswer)) {
        if let Reading::Feedback(force) = reading {
            answer(MotorAnswer::Feedback { force: *force });
        }
    }

    /// A new target comes from the controller itself, so it is not reported alone.
    fn changes(before: Option<&MotorAnswer>, after: &MotorAnswer, _: bool) -> Vec<MotorAnswer> {
        match before.is_none_or(|before| without_target(before) == without_target(after)) {
            true => Vec::new(),
            false => vec![after.clone()],
        }
    }

    fn writes_field(request: &MotorRequest) -> bool {
        matches!(
            request,
            MotorRequest::SetAcceleration { .. } | MotorRequest::SetControl { .. }
        )
    }
}

fn without_target(answer: &MotorAnswer) -> MotorAnswer {
    match answer {
        MotorAnswer::Configure(configuration) => MotorAnswer::Configure(MotorConfiguration {
            target_position: 0.0,
            target_velocity: 0.0,
            ..configuration.clone()
        }),
        other => other.clone(),
    }
}
