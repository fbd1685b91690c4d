//! Feels contact.

use super::{DeviceWire, RequestTarget, WorldDevice};
use foxden_protocol::devices::touch_sensor::{
    TouchSensorAnswer, TouchSensorKind, TouchSensorRequest,
};
use foxden_sim::controller::{Command, Reading};

/// A touch sensor on the wire.
pub(super) struct TouchSensorWire;

impl DeviceWire for TouchSensorWire {
    type Request = TouchSensorRequest;

    fn configuration(device: &WorldDevice<'_>) -> Option<TouchSensorAnswer> {
        Some(TouchSensorAnswer::Configure {
            kind: match device.text("type").as_str() {
                "force" => TouchSensorKind::Force,
                "force-3d" => TouchSensorKind::Force3d,
                _ => TouchSensorKind::Bumper,
            },
            lookup_table: device.lookup_table(),
        })
    }

    fn obey(
        request: &TouchSensorRequest,
        target: &RequestTarget<'_>,
        commands: &mut Vec<Command>,
        _: impl FnMut(TouchSensorAnswer),
    ) {
        let TouchSensorRequest::SetPeriod { period } = request;
        commands.push(target.enable(*period));
    }

    fn report(reading: &Reading, mut answer: impl FnMut(TouchSensorAnswer)) {
        match reading {
            Reading::Number(value) => answer(TouchSensorAnswer::Value { value: *value }),
            Reading::Vector(force) => answer(TouchSensorAnswer::Force3d { force: *force }),
            _ => {}
        }
    }

    /// Reported only if the table changed; the type goes with it.
    fn changes(
        before: Option<&TouchSensorAnswer>,
        after: &TouchSensorAnswer,
        _: bool,
    ) -> Vec<TouchSensorAnswer> {
        match (before, after) {
            (
                Some(TouchSensorAnswer::Configure {
                    lookup_table: old, ..
                }),
                TouchSensorAnswer::Configure {
                    lookup_table: new, ..
                },
            ) if old != new => vec![after.clone()],
            _ => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use foxden_protocol::devices::LookupRow;

    #[test]
    fn another_type_is_told_with_another_table_only() {
        let configure = |kind, input| TouchSensorAnswer::Configure {
            kind,
            lookup_table: vec![LookupRow {
                input,
                output: 1.0,
                noise: 0.0,
            }],
        };
        let before = configure(TouchSensorKind::Bumper, 0.0);
        let changed = configure(TouchSensorKind::Force, 0.0);
        let both = configure(TouchSensorKind::Force, 2.0);
        let changes = |after| TouchSensorWire::changes(Some(&before), after, true);
        assert!(changes(&changed).is_empty());
        assert_eq!(changes(&both), std::slice::from_ref(&both));
    }
}
