//! Gets packets from emitters.

use std::collections::VecDeque;

use foxden_protocol::devices::receiver;

use super::{DeviceRules, emitter::check_channel};
use crate::{Misuse, Period};

/// A packet that came.
#[derive(Clone, Debug)]
pub struct ReceivedPacket {
    /// Where the emitter is, seen from the receiver.
    pub direction: [f64; 3],
    /// How strong the signal is.
    pub signal: f64,
    /// What was sent.
    pub data: Vec<u8>,
}

/// A receiver and what came.
#[derive(Clone, Debug)]
pub struct Receiver {
    /// How often it listens.
    pub period: Period,
    /// The channel it listens to.
    pub channel: i32,
    buffer_size: i32,
    allowed_channels: Vec<i32>,
    channel_unsent: bool,
    queue: VecDeque<ReceivedPacket>,
    used: usize,
}

impl Default for Receiver {
    fn default() -> Self {
        Self {
            period: Period::default(),
            channel: -1,
            buffer_size: -1,
            allowed_channels: Vec::new(),
            channel_unsent: false,
            queue: VecDeque::new(),
            used: 0,
        }
    }
}

impl Receiver {
    /// Listens to another channel.
    pub fn set_channel(&mut self, channel: i32) -> Result<(), Misuse> {
        if channel < -1 || channel != self.channel {
            check_channel(channel, &self.allowed_channels)?;
            self.channel = channel;
            self.channel_unsent = true;
        }
        Ok(())
    }

    /// How many packets there are.
    pub fn queue_length(&self) -> usize {
        self.queue.len()
    }

    /// The first packet.
    pub fn packet(&self) -> Result<&ReceivedPacket, Misuse> {
        self.queue.front().ok_or(Misuse::EmptyQueue)
    }

    /// Goes on to the next packet.
    pub fn next_packet(&mut self) {
        if let Some(packet) = self.queue.pop_front() {
            self.used -= packet.data.len();
        }
    }
}

impl DeviceRules for Receiver {
    type Request = receiver::ReceiverRequest;

    fn requests(&mut self, _: u32) -> Vec<receiver::ReceiverRequest> {
        let period = self
            .period
            .take()
            .map(|period| receiver::ReceiverRequest::SetPeriod { period });
        let channel = self.channel;
        let channel = std::mem::take(&mut self.channel_unsent)
            .then_some(receiver::ReceiverRequest::SetChannel { channel });
        period.into_iter().chain(channel).collect()
    }

    fn apply(&mut self, answer: receiver::ReceiverAnswer) {
        match answer {
            receiver::ReceiverAnswer::Configure {
                buffer_size,
                channel,
                allowed_channels,
            } => {
                self.buffer_size = buffer_size;
                self.channel = channel;
                self.allowed_channels = allowed_channels;
            }
            receiver::ReceiverAnswer::Packet {
                channel,
                direction,
                signal,
                data,
            } => {
                self.channel = channel;
                let room = usize::try_from(self.buffer_size)
                    .map_or(usize::MAX, |size| size.saturating_sub(self.used));
                if data.len() <= room {
                    self.used += data.len();
                    self.queue.push_back(ReceivedPacket {
                        direction,
                        signal,
                        data,
                    });
                }
            }
        }
    }

    fn period_mut(&mut self) -> Option<&mut Period> {
        Some(&mut self.period)
    }
}
