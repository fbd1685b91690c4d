//! Emitters and receivers.

use super::{DeviceCache, DeviceKey, part, sampled, stamped};
use crate::job::{FoundDevice, Scope, WorldLink, invalid};
use crate::members::Members;
use crate::stream::Occasion;
use crate::values::vector3;
use foxden_sim::controller::{Command, Reading};
use raconteur::members::Pipe;
use raconteur::value::IntoValue;

/// The longest packet that can be sent.
const LONGEST_PACKET: usize = 1 << 20;

/// `foxden.devices.Medium` of an antenna.
fn medium(scope: &Scope<'_>, device: FoundDevice) -> i32 {
    let kind = scope.run.world.scene().value_of(device.node, "type");
    match kind.as_deref().and_then(|kind| kind.as_str()) {
        Some("infra-red") => 1,
        Some("serial") => 2,
        _ => 0,
    }
}

/// A receiver.
pub(super) fn receiver(
    scope: &mut Scope<'_>,
    key: &DeviceKey,
    device: FoundDevice,
    link: &WorldLink,
) -> Members {
    let (members, sampled) = sampled(scope, "foxden.devices.Receiver", key, device, link);
    let pipe = Pipe::new();
    let channel = key.clone();
    let members = members
        .fixed("medium", medium(scope, device))
        .call("setf_channel", move |scope, (number,): (i32,), context| {
            let device = scope.drive_device(&channel.robot, &channel.name, context)?;
            if number < -1 {
                return Err(invalid("a channel is -1 (all) or more"));
            }
            let command = Command::ReceiverChannel(device.tag, number);
            scope.command(device.robot, vec![command]);
            Ok(())
        })
        .pipe("packets", &pipe);
    let mut cache = DeviceCache::new(key);
    let mut seqno = 0;
    let alive = members.alive.clone();
    scope.stream(&alive, move |scope, occasion| {
        if occasion != Occasion::Step {
            return;
        }
        let Some(device) = cache.find(scope) else {
            return;
        };
        // packets come with the answers of the world, each once
        let Some(readings) = scope.state.answers.get(&device.robot_node) else {
            return;
        };
        let received = readings.iter().find_map(|(tag, reading)| match reading {
            Reading::Packets { packets, .. } if *tag == device.tag => Some(packets.clone()),
            _ => None,
        });
        for packet in received.into_iter().flatten() {
            seqno += 1;
            let value = stamped(scope, "foxden.devices.Packet", seqno)
                .with("data", packet.data.to_vec())
                .with("signal_strength", packet.strength)
                .with("direction", vector3(packet.direction));
            let _ = pipe.broadcast(value.into_value());
        }
        sampled.send_clock(scope, seqno);
    });
    members
}

/// An emitter.
pub(super) fn emitter(
    key: &DeviceKey,
    device: FoundDevice,
    scope: &Scope<'_>,
    link: &WorldLink,
) -> Members {
    let send = key.clone();
    part("foxden.devices.Emitter", key, link)
        .fixed("medium", medium(scope, device))
        .call(
            "send",
            move |scope, (channel, range, data): (i32, f64, Vec<u8>), context| {
                let device = scope.drive_device(&send.robot, &send.name, context)?;
                if channel < -1 {
                    return Err(invalid("a channel is -1 (all) or more"));
                }
                if range.is_nan() {
                    return Err(invalid("a range is a number of metres, or -1"));
                }
                if data.is_empty() || data.len() > LONGEST_PACKET {
                    return Err(invalid(format!(
                        "a packet has from 1 to {LONGEST_PACKET} bytes"
                    )));
                }
                let command = Command::Send {
                    tag: device.tag,
                    channel,
                    range,
                    data,
                };
                scope.command(device.robot, vec![command]);
                Ok(())
            },
        )
}
