//! Sends packets to receivers.

use super::{DeviceWire, RequestTarget, WorldDevice};
use foxden_protocol::devices::emitter::{EmitterAnswer, EmitterRequest};
use foxden_scene::Value;
use foxden_sim::controller::{Command, Reading};

/// An emitter on the wire.
pub(super) struct EmitterWire;

impl DeviceWire for EmitterWire {
    type Request = EmitterRequest;

    fn configuration(device: &WorldDevice<'_>) -> Option<EmitterAnswer> {
        let size = |field: &str| f64::from(device.limit(field));
        let (baud_rate, byte_size) = (size("baudRate"), size("byteSize"));
        Some(EmitterAnswer::Configure {
            buffer_size: device.limit("bufferSize"),
            channel: device.integer_now("channel"),
            // bytes per millisecond
            byte_rate: match baud_rate {
                baud_rate if baud_rate < 0.0 => -1.0,
                baud_rate => baud_rate / byte_size / 1000.0,
            },
            range: match device.now("range") {
                Some(Value::Float(range)) => range,
                _ => -1.0,
            },
            max_range: device.number("maxRange"),
            allowed_channels: device.integers("allowedChannels"),
        })
    }

    fn obey(
        request: &EmitterRequest,
        target: &RequestTarget<'_>,
        commands: &mut Vec<Command>,
        _: impl FnMut(EmitterAnswer),
    ) {
        match request {
            EmitterRequest::Send {
                channel,
                range,
                data,
            } => commands.push(Command::Send {
                tag: target.device.port,
                channel: *channel,
                range: *range,
                data: data.clone(),
            }),
            // no library sends these: each packet names its channel and range
            EmitterRequest::SetChannel { .. } | EmitterRequest::SetRange { .. } => {}
        }
    }

    fn report(_: &Reading, _: impl FnMut(EmitterAnswer)) {}

    /// An emitter has a message for each field that may change.
    fn changes(
        before: Option<&EmitterAnswer>,
        after: &EmitterAnswer,
        _: bool,
    ) -> Vec<EmitterAnswer> {
        let (
            Some(EmitterAnswer::Configure {
                buffer_size: old_size,
                channel: old_channel,
                range: old_range,
                allowed_channels: old_channels,
                ..
            }),
            EmitterAnswer::Configure {
                buffer_size,
                channel,
                range,
                allowed_channels,
                ..
            },
        ) = (before, after)
        else {
            return Vec::new();
        };
        let parts = [
            (old_channels != allowed_channels).then(|| EmitterAnswer::AllowedChannels {
                channels: allowed_channels.clone(),
            }),
            (old_channel != channel).then_some(EmitterAnswer::Channel { channel: *channel }),
            (old_range != range).then_some(EmitterAnswer::Range { range: *range }),
            (old_size != buffer_size).then_some(EmitterAnswer::BufferSize {
                buffer_size: *buffer_size,
            }),
        ];
        parts.into_iter().flatten().collect()
    }
}
