//! Sends packets to receivers.

use std::collections::VecDeque;

use foxden_protocol::devices::emitter;

use super::DeviceRules;
use crate::{Misuse, Period};

/// An emitter and what waits to be sent.
#[derive(Clone, Debug)]
pub struct Emitter {
    /// Bytes; -1 for no limit.
    pub buffer_size: i32,
    /// The channel of new packets.
    pub channel: i32,
    /// The range of new packets; -1 for no limit.
    pub range: f64,
    byte_rate: f64,
    max_range: f64,
    allowed_channels: Vec<i32>,
    queue: VecDeque<QueuedPacket>,
    used: usize,
    allowance: f64,
}

#[derive(Clone, Debug)]
struct QueuedPacket {
    channel: i32,
    range: f64,
    data: Vec<u8>,
}

impl Default for Emitter {
    fn default() -> Self {
        Self {
            buffer_size: -1,
            channel: -1,
            range: -1.0,
            byte_rate: -1.0,
            max_range: -1.0,
            allowed_channels: Vec::new(),
            queue: VecDeque::new(),
            used: 0,
            allowance: 0.0,
        }
    }
}

pub(super) fn check_channel(channel: i32, allowed: &[i32]) -> Result<(), Misuse> {
    if channel < -1 {
        return Err(Misuse::Channel { channel });
    }
    if !allowed.is_empty() && !allowed.contains(&channel) {
        return Err(Misuse::ForbiddenChannel { channel });
    }
    Ok(())
}

impl Emitter {
    /// Queues a packet. Returns whether there was space.
    pub fn send(&mut self, data: &[u8]) -> bool {
        let room = match self.buffer_size {
            -1 => usize::MAX,
            size => usize::try_from(size).map_or(0, |size| size.saturating_sub(self.used)),
        };
        if data.len() > room {
            return false;
        }
        // What was left over while nothing waited does not count.
        if self.queue.is_empty() {
            self.allowance = 0.0;
        }
        self.used += data.len();
        self.queue.push_back(QueuedPacket {
            channel: self.channel,
            range: self.range,
            data: data.to_vec(),
        });
        true
    }

    /// Changes the channel of new packets.
    pub fn set_channel(&mut self, channel: i32) -> Result<(), Misuse> {
        check_channel(channel, &self.allowed_channels)?;
        self.channel = channel;
        Ok(())
    }

    /// Changes the range of new packets; -1 for the greatest.
    pub fn set_range(&mut self, range: f64) -> Result<(), Misuse> {
        if range < 0.0 && range != -1.0 {
            return Err(Misuse::Other(format!("invalid range={range} argument")));
        }
        self.range = match self.max_range {
            most if range == -1.0 => most,
            -1.0 => range,
            most if range > most => most,
            _ => range,
        };
        Ok(())
    }
}

impl DeviceRules for Emitter {
    type Request = emitter::EmitterRequest;

    fn requests(&mut self, step_duration: u32) -> Vec<emitter::EmitterRequest> {
        let unlimited = self.byte_rate == -1.0;
        if !self.queue.is_empty() && !unlimited {
            self.allowance += self.byte_rate * f64::from(step_duration);
        }
        let mut requests = Vec::new();
        while let Some(packet) = self.queue.front() {
            let size = packet.data.len();
            if !unlimited && size as f64 > self.allowance {
                break;
            }
            let Some(packet) = self.queue.pop_front() else {
                break;
            };
            self.allowance -= size as f64;
            self.used -= size;
            requests.push(emitter::EmitterRequest::Send {
                channel: packet.channel,
                range: packet.range,
                data: packet.data,
            });
        }
        requests
    }

    fn apply(&mut self, answer: emitter::EmitterAnswer) {
        match answer {
            emitter::EmitterAnswer::Configure {
                buffer_size,
                channel,
                byte_rate,
                range,
                max_range,
                allowed_channels,
            } => {
                self.buffer_size = buffer_size;
                self.channel = channel;
                self.byte_rate = byte_rate;
                self.range = range;
                self.max_range = max_range;
                self.allowed_channels = allowed_channels;
            }
            emitter::EmitterAnswer::Channel { channel } => self.channel = channel,
            emitter::EmitterAnswer::Range { range } => self.range = range,
            emitter::EmitterAnswer::BufferSize { buffer_size } => self.buffer_size = buffer_size,
            emitter::EmitterAnswer::AllowedChannels { channels } => {
                self.allowed_channels = channels
            }
        }
    }

    fn period_mut(&mut self) -> Option<&mut Period> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_buffer_of_a_size_that_is_neither_a_size_nor_minus_one_holds_nothing() {
        for (buffer_size, is_sent) in [(-1, true), (4, true), (0, false), (-5, false)] {
            let mut emitter = Emitter {
                buffer_size,
                ..Emitter::default()
            };
            assert_eq!(emitter.send(b"a"), is_sent, "{buffer_size}");
        }
    }
}
