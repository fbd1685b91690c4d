//! Packets between robots.

use crate::bodies::is_below;
use crate::controller;
use crate::devices::emitter::{Emitter, Medium, Packet, Receiver, ReceiverState, is_heard};
use crate::math::{Pose, Vector, acos};
use crate::model::{EmitterIndex, PlaceIndex, ReceiverIndex, SolidIndex};
use crate::spatial::rays::Ray;
use crate::spatial::rays::caster::PassesThrough;
use crate::world::World;
use std::sync::Arc;

/// A receiver that is never read keeps this many bytes; later packets are lost.
const MOST_WAITING: usize = 16 << 20;

/// Where antennas were before bodies moved in a step, if packets are on their way.
#[derive(Debug, Default)]
pub(crate) struct HeldAntennas {
    emitters: Vec<Pose>,
    receivers: Vec<Pose>,
}

impl World {
    /// Remembers where antennas are before bodies move: a receiver that is
    /// visited before the body of an emitter still sees that one there.
    pub(crate) fn hold_antennas(&mut self) {
        let (model, state) = (&self.model, &self.state);
        let has_packets = |row: &ReceiverState| !row.coming.is_empty() || !row.waiting.is_empty();
        let held = &mut self.rays.antennas;
        held.emitters.clear();
        held.receivers.clear();
        if state.receivers.iter().any(has_packets) {
            let pose = |place: PlaceIndex| state.poses[place.at()];
            held.emitters
                .extend(model.emitters.iter().map(|row| pose(row.place)));
            held.receivers
                .extend(model.receivers.iter().map(|row| pose(row.place)));
        }
    }

    /// Whether a receiver that does its work after physics still sees an
    /// emitter where it was before: bodies show where they are now one by one,
    /// in the order of visits, unless the rays of a sensor on them asked before.
    fn is_seen_late(&self, emitter: &Emitter, receiver: &Receiver) -> bool {
        let model = &self.model;
        let solid_of = |node| model.solid_of(node);
        let (Some(solid), Some(hearer)) = (solid_of(emitter.node), solid_of(receiver.node)) else {
            return false;
        };
        let Some(owner) = self.body_owner(solid) else {
            return false;
        };
        let visits = &model.visits;
        visits[owner.at()].number >= visits[hearer.at()].entered && !self.has_rays_on(owner)
    }

    /// The solid at or above one whose pose comes from a body.
    fn body_owner(&self, solid: SolidIndex) -> Option<SolidIndex> {
        let owners = &self.state.bodies.owners;
        let mut at = Some(solid);
        while let Some(solid) = at {
            if owners.iter().any(|(owner, _)| *owner == solid) {
                return Some(solid);
            }
            at = self.model.solids[solid.at()].parent;
        }
        None
    }

    /// Whether the rays of a sensor in or below a solid were cast in this step.
    fn has_rays_on(&self, owner: SolidIndex) -> bool {
        let (model, state) = (&self.model, &self.state);
        let above = model.solids[owner.at()].place;
        let is_on = |place: PlaceIndex| is_below(model, place, above);
        let lights = model.light_sensors.iter().zip(&state.light_sensors);
        let radars = model.radars.iter().zip(&state.radars);
        let others = model.sensors.iter().zip(&state.sensors);
        let is_lit = !self.rays.shining.is_empty();
        let mut places = lights
            .filter(|(_, state)| is_lit && state.is_looking)
            .map(|(row, _)| row.place)
            .chain(
                radars
                    .filter(|(_, state)| state.is_looking)
                    .map(|(row, _)| row.mount.place),
            )
            .chain(
                others
                    .filter(|(_, state)| state.is_looking)
                    .map(|(row, _)| row.mount.place),
            );
        places.any(is_on)
    }

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
            let from = self.pose_of_emitter(packet.emitter, row);
            let range = self.state.emitters[packet.emitter.at()].range;
            is_in_range(range, &from, &pose)
                && (!is_infra_red
                    || is_in_cones(sender, row, &from, &pose)
                        && !self.is_light_blocked(sender, receiver, &from))
        });
        for packet in &mut packets {
            let from = self.pose_of_emitter(packet.emitter, row).translation;
            self.measure_signal(row, packet, pose.unapply(from));
        }
        self.state.receivers[at].waiting.extend(packets);
    }

    /// Where a receiver sees an emitter.
    fn pose_of_emitter(&self, emitter: EmitterIndex, receiver: &Receiver) -> Pose {
        let row = &self.model.emitters[emitter.at()];
        let held = self.rays.antennas.emitters.get(emitter.at());
        match held.filter(|_| self.is_seen_late(row, receiver)) {
            Some(before) => *before,
            None => self.state.poses[row.place.at()],
        }
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

    /// Whether something other than the two robots stands between. The way from
    /// an emitter that is seen late ends where the receiver was then.
    fn is_light_blocked(&mut self, sender: &Emitter, receiver: ReceiverIndex, from: &Pose) -> bool {
        let model = self.model.clone();
        let row = &model.receivers[receiver.at()];
        let held = self.rays.antennas.receivers.get(receiver.at());
        let to = match held.filter(|_| self.is_seen_late(sender, row)) {
            Some(before) => *before,
            None => self.state.poses[row.place.at()],
        };
        let way = to.translation - from.translation;
        let length = way.length();
        if length == 0.0 {
            return false;
        }
        self.prepare_rays();
        let ray = Ray {
            origin: from.translation,
            direction: way * (1.0 / length),
            length,
        };
        let has_self_collision = model.robots[row.robot.at()].has_self_collision;
        let passes = PassesThrough((!has_self_collision).then_some(row.robot));
        let counts = |at: u32, _: &crate::spatial::rays::Hit| {
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
