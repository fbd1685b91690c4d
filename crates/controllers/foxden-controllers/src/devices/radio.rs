//! Sends and receives radio messages. Radio waves are not simulated: settings are
//! accepted and messages are lost, as in the genuine program without its radio plugin.

use super::{DeviceWire, RequestTarget, WorldDevice};
use foxden_protocol::devices::radio::{RadioAnswer, RadioRequest};
use foxden_sim::controller::{Command, Reading};

/// A radio on the wire.
pub(super) struct RadioWire;

impl DeviceWire for RadioWire {
    type Request = RadioRequest;

    fn configuration(device: &WorldDevice<'_>) -> Option<RadioAnswer> {
        Some(RadioAnswer::Configure {
            address: device.text("address"),
            frequency: device.number("frequency"),
            channel: device.integer_now("channel"),
            bitrate: device.integer_now("bitrate"),
            rx_sensitivity: device.number("rxSensitivity"),
            tx_power: device.number("txPower"),
        })
    }

    fn obey(
        _: &RadioRequest,
        target: &RequestTarget<'_>,
        commands: &mut Vec<Command>,
        _: impl FnMut(RadioAnswer),
    ) {
        commands.push(target.not_simulated());
    }

    fn report(_: &Reading, _: impl FnMut(RadioAnswer)) {}
}
