//! Measures orientation.

use super::{DeviceWire, RequestTarget, WorldDevice};
use foxden_protocol::devices::inertial_unit::{InertialUnitAnswer, InertialUnitRequest};
use foxden_sim::controller::{Command, Reading};

/// An inertial unit on the wire.
pub(super) struct InertialUnitWire;

impl DeviceWire for InertialUnitWire {
    type Request = InertialUnitRequest;

    fn configuration(device: &WorldDevice<'_>) -> Option<InertialUnitAnswer> {
        Some(InertialUnitAnswer::Configure {
            noise: device.number("noise"),
            coordinate_system: device.world_text("coordinateSystem"),
        })
    }

    fn obey(
        request: &InertialUnitRequest,
        target: &RequestTarget<'_>,
        commands: &mut Vec<Command>,
        _: impl FnMut(InertialUnitAnswer),
    ) {
        let InertialUnitRequest::SetPeriod { period } = request;
        commands.push(target.enable(*period));
    }

    fn report(reading: &Reading, mut answer: impl FnMut(InertialUnitAnswer)) {
        if let Reading::Attitude(quaternion) = reading {
            answer(InertialUnitAnswer::Value {
                quaternion: *quaternion,
            });
        }
    }

    /// Reported only if the noise changed; the axes of the world go with it.
    fn changes(
        before: Option<&InertialUnitAnswer>,
        after: &InertialUnitAnswer,
        _: bool,
    ) -> Vec<InertialUnitAnswer> {
        match (before, after) {
            (
                Some(InertialUnitAnswer::Configure { noise: old, .. }),
                InertialUnitAnswer::Configure { noise: new, .. },
            ) if old != new => vec![after.clone()],
            _ => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_axes_of_the_world_are_told_with_another_noise_only() {
        let configure = |noise, axes: &str| InertialUnitAnswer::Configure {
            noise,
            coordinate_system: axes.to_owned(),
        };
        let before = configure(0.0, "ENU");
        let turned = configure(0.0, "NUE");
        let both = configure(0.1, "NUE");
        let changes = |after| InertialUnitWire::changes(Some(&before), after, true);
        assert!(changes(&turned).is_empty());
        assert_eq!(changes(&both), std::slice::from_ref(&both));
    }
}
