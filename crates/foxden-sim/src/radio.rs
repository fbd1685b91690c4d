//! Packets between robots.

use crate::controller;
use crate::devices::emitter::{Emitter, Medium, Packet, Receiver, is_heard};
use crate::math::{Pose, Vector, acos};
use crate::model::{EmitterIndex, ReceiverIndex};
use crate::rays::Ray;
use crate::rays::caster::PassesThrough;
use crate::world::World;
use std::sync::Arc;

/// A receiver that is never read keeps this many bytes; later packets are lost.
const MOST_WAITING: usize = 16 << 20;

impl World {
    /// A controller sends a packet; it leaves in the next step.
    pub(crate) fn send(&mut self, emitter: EmitterIndex, channel: i32, range: f64, data: Vec<u8>) {
        let row = &self.model.emitters[emitter.at()];
        let state = &mut self.state.emitters[emitter.at()];
        state.channel = row.allowed(channel);
        state.range = row.limited(range);
        state.queue.push(Packet {
            emitter,
            channel: state.channel,
            data: data.into(),
            direction: Vector::ZERO,
            strength: 0.0,
        });
    }

    /// Packets leave for every receiver that listens.
    pub(crate) fn emit(&mut self, emitter: EmitterIndex) {
        let sender = &self.model.emitters[emitter.at()];
        for packet in std::mem::take(&mut self.state.emitters[emitter.at()].queue) {
            for (row, state) in self.model.receivers.iter().zip(&mut self.state.receivers) {
                let is_listening = state.sampling.period != 0
                    && row.medium == sender.medium
                    && is_heard(packet.channel, state.channel)
                    && row.robot != sender.robot;
                if !is_listening {
                    continue;
                }
                let queue = match row.medium {
                    Medium::InfraRed => &mut state.coming,
                    Medium::Radio | Medium::Serial => &mut state.waiting,
                };
                let used: usize = queue.iter().map(|packet| packet.data.len()).sum();
                if used + packet.data.len() <= MOST_WAITING {
                    queue.push(packet.clone());
                }
            }
        }
    }

    /// Looks which packets arrive, and how. Packets that wait are looked at
    /// again in each step; infra-red ones only in the step that sent them.
    pub(crate) fn receive(&mut self, receiver: ReceiverIndex) {
        let at = receiver.at();
        if self.state.receivers[at].coming.is_empty() && self.state.receivers[at].waiting.is_empty()
        {
            return;
        }
        self.state.refresh_poses(&self.model);
        let model = self.model.clone();
        let row = &model.receivers[at];
        let pose = self.state.poses[row.place.at()];
        let is_infra_red = row.medium == Medium::InfraRed;
        let state = &mut self.state.receivers[at];
        let mut packets = match is_infra_red {
            true => std::mem::take(&mut state.coming),
            false => std::mem::take(&mut state.waiting),
        };
        packets.retain(|packet| {
            let sender = &model.emitters[packet.emitter.at()];
            let from = self.state.poses[sender.place.at()];
            let range = self.state.emitters[packet.emitter.at()].range;
            is_in_range(range, &from, &pose)
                && (!is_infra_red
                    || is_in_cones(sender, row, &from, &pose)
                        && !self.is_light_blocked(sender, row, &from, &pose))
        });
        for packet in &mut packets {
            let sender = &model.emitters[packet.emitter.at()];
            let from = self.state.poses[sender.place.at()].translation;
            self.measure_signal(row, packet, pose.unapply(from));
        }
        self.state.receivers[at].waiting.extend(packets);
    }

    fn measure_signal(&mut self, row: &Receiver, packet: &mut Packet, from: Vector) {
        let distance = from.length();
        let mut seen = from;
        if row.own.direction_noise != 0.0 {
            for axis in 0..3 {
                seen[axis] += distance * row.own.direction_noise * self.state.random.gaussian();
            }
        }
        let length = if row.own.direction_noise == 0.0 {
            distance
        } else {
            seen.length()
        };
        packet.direction = Vector::new(seen.x / length, seen.y / length, seen.z / length);
        packet.strength = 1.0 / (distance * distance);
        if row.own.strength_noise != 0.0 {
            packet.strength *= 1.0 + row.own.strength_noise * self.state.random.gaussian();
            packet.strength = packet.strength.max(0.0);
        }
    }

    /// Whether something other than the two robots stands between.
    fn is_light_blocked(
        &mut self,
        sender: &Emitter,
        row: &Receiver,
        from: &Pose,
        to: &Pose,
    ) -> bool {
        let way = to.translation - from.translation;
        let length = way.length();
        if length == 0.0 {
            return false;
        }
        self.prepare_rays();
        let model = self.model.clone();
        let ray = Ray {
            origin: from.translation,
            direction: way * (1.0 / length),
            length,
        };
        let has_self_collision = model.robots[row.robot.at()].has_self_collision;
        let passes = PassesThrough((!has_self_collision).then_some(row.robot));
        let counts = |at: u32, _: &crate::rays::Hit| {
            model.colliders[at as usize].robot != Some(sender.robot)
        };
        let caster = &self.rays.caster;
        caster
            .nearest(&model.colliders, &ray, counts, passes)
            .is_some()
    }

    /// A receiver that is due hands over what waits.
    pub(crate) fn refresh_receiver(&mut self, receiver: ReceiverIndex) {
        let state = &mut self.state.receivers[receiver.at()];
        state.ready.append(&mut state.waiting);
        state.sampling.refresh(self.state.clock);
    }

    /// What a controller gets of a receiver.
    pub(crate) fn packets(&mut self, receiver: ReceiverIndex) -> controller::Reading {
        let state = &mut self.state.receivers[receiver.at()];
        controller::Reading::Packets {
            channel: state.channel,
            packets: std::mem::take(&mut state.ready)
                .into_iter()
                .map(|packet| controller::Packet {
                    data: Arc::clone(&packet.data),
                    direction: packet.direction.to_array(),
                    strength: packet.strength,
                })
                .collect(),
        }
    }
}

fn is_in_range(range: f64, from: &Pose, to: &Pose) -> bool {
    let distance = (to.translation - from.translation).length_squared();
    range == -1.0 || distance <= range * range
}

fn is_in_cones(sender: &Emitter, receiver: &Receiver, from: &Pose, to: &Pose) -> bool {
    let is_in = |aperture: f64, pose: &Pose, point: Vector| {
        let way = point - pose.translation;
        let cosine = pose.rotation.column(0).dot(way) / way.length();
        let angle = acos(cosine.clamp(-1.0, 1.0));
        let is_out = aperture > 0.0 && angle > aperture / 2.0;
        !is_out
    };
    is_in(sender.aperture, from, to.translation) && is_in(receiver.aperture, to, from.translation)
}
