//! Emitters and receivers, kept as the controller library keeps them.

use foxden_catalogue::NodeType;
use foxden_client::devices::State;
use foxden_protocol::DeviceKind;
use foxden_protocol::devices::{Answer, Request, emitter, receiver};
use foxden_scene::{NodeId, Value};
use foxden_sim::World;
use foxden_sim::controller::{Command, Packet, Tag};

/// The library's side of a device that sends or gets packets, as the simulator describes it.
pub(crate) fn device(world: &World, node: NodeId, kind: NodeType) -> Option<State> {
    let (kind, description) = match kind {
        NodeType::Emitter => (DeviceKind::Emitter, describe_emitter(world, node)),
        NodeType::Receiver => (DeviceKind::Receiver, describe_receiver(world, node)),
        _ => return None,
    };
    let mut state = State::new(kind);
    state.hear(description);
    Some(state)
}

fn describe_emitter(world: &World, node: NodeId) -> Answer {
    let baud_rate = number(world, node, "baudRate");
    let bytes_per_second = baud_rate / number(world, node, "byteSize");
    Answer::Emitter(emitter::Answer::Configure {
        buffer_size: number(world, node, "bufferSize") as i32,
        channel: number(world, node, "channel") as i32,
        byte_rate: match baud_rate < 0.0 {
            true => -1.0,
            false => bytes_per_second / 1000.0,
        },
        range: number(world, node, "range"),
        max_range: number(world, node, "maxRange"),
        allowed_channels: channels(world, node),
    })
}

fn describe_receiver(world: &World, node: NodeId) -> Answer {
    Answer::Receiver(receiver::Answer::Configure {
        buffer_size: number(world, node, "bufferSize") as i32,
        channel: number(world, node, "channel") as i32,
        allowed_channels: channels(world, node),
    })
}

/// Hands packets to a receiver.
pub(crate) fn receive(state: &mut State, channel: i32, packets: Vec<Packet>) {
    for packet in packets {
        state.hear(Answer::Receiver(receiver::Answer::Packet {
            channel,
            direction: packet.direction,
            signal: packet.strength,
            data: packet.data.to_vec(),
        }));
    }
}

/// What the library tells the simulator with a request for a step.
pub(crate) fn commands(state: &mut State, tag: Tag, duration: u32) -> Vec<Command> {
    let command = |request| match request {
        Request::Emitter(emitter::Request::Send {
            channel,
            range,
            data,
        }) => Some(Command::Send {
            tag,
            channel,
            range,
            data,
        }),
        Request::Receiver(receiver::Request::SetChannel { channel }) => {
            Some(Command::ReceiverChannel(tag, channel))
        }
        _ => None,
    };
    state
        .requests(duration)
        .into_iter()
        .filter_map(command)
        .collect()
}

fn value(world: &World, node: NodeId, name: &str) -> Option<Value> {
    world.get(world.scene().base_field(node, name)?)
}

fn number(world: &World, node: NodeId, name: &str) -> f64 {
    value(world, node, name)
        .and_then(|value| value.as_number())
        .unwrap_or(-1.0)
}

fn channels(world: &World, node: NodeId) -> Vec<i32> {
    match value(world, node, "allowedChannels") {
        Some(Value::IntList(channels)) => channels,
        _ => Vec::new(),
    }
}
