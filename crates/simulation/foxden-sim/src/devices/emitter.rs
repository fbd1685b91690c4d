//! Emitters and receivers: what is sent, how far, and what is heard.

use crate::controller::Sampling;
use crate::math::Vector;
use crate::model::compile::read;
use crate::model::{EmitterIndex, PlaceIndex, RobotIndex};
use foxden_scene::{NodeId, Scene};
use std::sync::Arc;

/// What carries packets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Medium {
    Radio,
    Serial,
    InfraRed,
}

impl Medium {
    fn read(scene: &Scene, node: NodeId) -> Self {
        match read::text(scene, node, "type").as_str() {
            "serial" => Self::Serial,
            "infra-red" => Self::InfraRed,
            _ => Self::Radio,
        }
    }
}

/// The channel that reaches, or hears, all others.
const BROADCAST: i32 = -1;

/// What Emitters and Receivers have in common, and what each has of its own.
#[derive(Clone, Debug)]
pub struct Antenna<Own> {
    pub(crate) node: NodeId,
    pub(crate) robot: RobotIndex,
    pub(crate) place: PlaceIndex,
    pub(crate) medium: Medium,
    /// The full angle of the cone; -1 for all around.
    pub(crate) aperture: f64,
    pub(crate) channel: i32,
    /// All if there are none.
    pub(crate) allowed_channels: Vec<i32>,
    pub(crate) own: Own,
}

/// An Emitter.
pub type Emitter = Antenna<Sending>;

/// A Receiver.
pub type Receiver = Antenna<Hearing>;

/// How far an Emitter reaches.
#[derive(Clone, Debug)]
pub struct Sending {
    /// Metres; -1 for any distance.
    pub(crate) range: f64,
    /// Metres; -1 for any distance.
    pub(crate) max_range: f64,
}

/// How exactly a Receiver hears.
#[derive(Clone, Debug)]
pub struct Hearing {
    pub(crate) strength_noise: f64,
    pub(crate) direction_noise: f64,
}

/// A packet on its way.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Packet {
    pub(crate) emitter: EmitterIndex,
    pub(crate) channel: i32,
    pub(crate) data: Arc<[u8]>,
    pub(crate) direction: Vector,
    pub(crate) strength: f64,
}

/// What may change about an emitter while the world runs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct EmitterState {
    pub(crate) channel: i32,
    pub(crate) range: f64,
    /// Packets that leave in the next step.
    pub(crate) queue: Vec<Packet>,
}

/// What may change about a receiver while the world runs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ReceiverState {
    pub(crate) sampling: Sampling,
    pub(crate) channel: i32,
    /// Infra-red packets of this step, whose way was not looked at yet.
    pub(crate) coming: Vec<Packet>,
    /// Packets that wait for the receiver to be due.
    pub(crate) waiting: Vec<Packet>,
    /// Packets that wait for the controller.
    pub(crate) ready: Vec<Packet>,
}

impl<Own> Antenna<Own> {
    fn of(scene: &Scene, node: NodeId, place: PlaceIndex, robot: RobotIndex, own: Own) -> Self {
        Self {
            node,
            robot,
            place,
            medium: Medium::read(scene, node),
            aperture: read::number(scene, node, "aperture"),
            channel: read::integer(scene, node, "channel"),
            allowed_channels: read::integers(scene, node, "allowedChannels"),
            own,
        }
    }

    /// The channel that it uses when asked for this one.
    pub(crate) fn allowed(&self, channel: i32) -> i32 {
        allowed(channel, &self.allowed_channels)
    }
}

impl Emitter {
    pub(crate) fn read(scene: &Scene, node: NodeId, place: PlaceIndex, robot: RobotIndex) -> Self {
        let own = Sending {
            range: read::number(scene, node, "range"),
            max_range: read::number(scene, node, "maxRange"),
        };
        Self::of(scene, node, place, robot, own)
    }

    pub(crate) fn state(&self) -> EmitterState {
        EmitterState {
            channel: self.allowed(self.channel),
            range: self.own.range,
            queue: Vec::new(),
        }
    }

    /// The range that it has when asked for this one.
    pub(crate) fn limited(&self, range: f64) -> f64 {
        let range = if range <= 0.0 { -1.0 } else { range };
        let most = self.own.max_range;
        if most != -1.0 && (range > most || range == -1.0) {
            most
        } else {
            range
        }
    }
}

impl Receiver {
    pub(crate) fn read(scene: &Scene, node: NodeId, place: PlaceIndex, robot: RobotIndex) -> Self {
        let own = Hearing {
            strength_noise: read::number(scene, node, "signalStrengthNoise"),
            direction_noise: read::number(scene, node, "directionNoise"),
        };
        Self::of(scene, node, place, robot, own)
    }

    pub(crate) fn state(&self) -> ReceiverState {
        ReceiverState {
            sampling: Sampling::OFF,
            channel: self.allowed(self.channel),
            coming: Vec::new(),
            waiting: Vec::new(),
            ready: Vec::new(),
        }
    }
}

impl ReceiverState {
    /// Forgets all packets.
    pub(crate) fn clear(&mut self) {
        self.coming.clear();
        self.waiting.clear();
        self.ready.clear();
    }
}

fn allowed(channel: i32, channels: &[i32]) -> i32 {
    match channels.first() {
        Some(first) if !channels.contains(&channel) => *first,
        _ => channel,
    }
}

/// Whether a packet on one channel is heard on another.
pub(crate) fn is_heard(sent: i32, heard: i32) -> bool {
    sent == heard || sent == BROADCAST || heard == BROADCAST
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn channels_match_themselves_and_the_broadcast_channel() {
        assert!(is_heard(3, 3) && is_heard(-1, 3) && is_heard(3, -1));
        assert!(!is_heard(3, 4));
        assert_eq!(allowed(4, &[1, 2]), 1);
        assert_eq!(allowed(2, &[1, 2]), 2);
        assert_eq!(allowed(7, &[]), 7);
    }
}
