//! What the controller library keeps of emitters and receivers: queues of
//! limited size, and the pace at which packets leave.

use foxden_scene::{NodeId, Value};
use foxden_sim::World;
use foxden_sim::controller::{Command, Packet, Tag};
use std::collections::VecDeque;

/// The library's side of an emitter.
pub(crate) struct KnownEmitter {
    channel: i32,
    range: f64,
    max_range: f64,
    buffer_size: i32,
    /// Bytes per millisecond; negative for any number.
    byte_rate: f64,
    allowed_channels: Vec<i32>,
    /// What time has given for the packets that wait.
    budget: f64,
    queue: VecDeque<(i32, f64, Vec<u8>)>,
}

impl KnownEmitter {
    pub(crate) fn new(world: &World, node: NodeId) -> Self {
        let baud_rate = number(world, node, "baudRate");
        let byte_size = number(world, node, "byteSize");
        Self {
            channel: number(world, node, "channel") as i32,
            range: number(world, node, "range"),
            max_range: number(world, node, "maxRange"),
            buffer_size: number(world, node, "bufferSize") as i32,
            byte_rate: if baud_rate < 0.0 {
                -1.0
            } else {
                baud_rate / byte_size / 1000.0
            },
            allowed_channels: channels(world, node),
            budget: 0.0,
            queue: VecDeque::new(),
        }
    }

    pub(crate) fn send(&mut self, data: Vec<u8>) {
        let used: usize = self.queue.iter().map(|(_, _, data)| data.len()).sum();
        let fits =
            self.buffer_size == -1 || (used + data.len()) as i64 <= i64::from(self.buffer_size);
        if data.is_empty() || !fits {
            return;
        }
        if self.queue.is_empty() {
            self.budget = 0.0;
        }
        self.queue.push_back((self.channel, self.range, data));
    }

    pub(crate) fn set_channel(&mut self, channel: i32) {
        if channel >= -1 && is_allowed(&self.allowed_channels, channel) {
            self.channel = channel;
        }
    }

    pub(crate) fn set_range(&mut self, range: f64) {
        if range < 0.0 && range != -1.0 {
            return;
        }
        let is_beyond = self.max_range != -1.0 && range > self.max_range;
        self.range = if range == -1.0 || is_beyond {
            self.max_range
        } else {
            range
        };
    }

    /// What goes out with a request for a step.
    pub(crate) fn commands(&mut self, tag: Tag, duration: u32, commands: &mut Vec<Command>) {
        let is_paced = self.byte_rate != -1.0;
        if !self.queue.is_empty() && is_paced {
            self.budget += self.byte_rate * f64::from(duration);
        }
        let fits = |size: usize, budget: f64| !is_paced || size as f64 <= budget;
        while let Some((_, _, waiting)) = self.queue.front()
            && fits(waiting.len(), self.budget)
            && let Some((channel, range, data)) = self.queue.pop_front()
        {
            self.budget -= data.len() as f64;
            commands.push(Command::Send {
                tag,
                channel,
                range,
                data,
            });
        }
    }
}

/// The library's side of a receiver.
pub(crate) struct KnownReceiver {
    channel: i32,
    buffer_size: i32,
    allowed_channels: Vec<i32>,
    pub(crate) queue: VecDeque<Packet>,
}

impl KnownReceiver {
    pub(crate) fn new(world: &World, node: NodeId) -> Self {
        Self {
            channel: number(world, node, "channel") as i32,
            buffer_size: number(world, node, "bufferSize") as i32,
            allowed_channels: channels(world, node),
            queue: VecDeque::new(),
        }
    }

    pub(crate) fn receive(&mut self, channel: i32, packets: Vec<Packet>) {
        for packet in packets {
            self.channel = channel;
            let used: usize = self.queue.iter().map(|packet| packet.data.len()).sum();
            if self.buffer_size == -1
                || (used + packet.data.len()) as i64 <= i64::from(self.buffer_size)
            {
                self.queue.push_back(packet);
            }
        }
    }

    /// Whether the simulator is to be told.
    pub(crate) fn set_channel(&mut self, channel: i32) -> bool {
        let is_changed =
            channel >= -1 && channel != self.channel && is_allowed(&self.allowed_channels, channel);
        if is_changed {
            self.channel = channel;
        }
        is_changed
    }
}

fn is_allowed(allowed: &[i32], channel: i32) -> bool {
    allowed.is_empty() || allowed.contains(&channel)
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
