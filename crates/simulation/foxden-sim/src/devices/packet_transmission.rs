//! What emitters and receivers share: antennas, packets and the way between them.

use crate::bodies::is_below;
use crate::devices::Mount;
use crate::devices::distance_sensor::DistanceKind;
use crate::devices::emitter::Emitter;
use crate::devices::receiver::{Receiver, ReceiverState};
use crate::devices::table::{EmitterIndex, ReceiverIndex};
use crate::math::{Pose, Vector, acos};
use crate::model::compile::read;
use crate::model::{PoseIndex, RowIndex, SolidIndex};
use crate::spatial::rays::Ray;
use crate::spatial::rays::caster::PassesThrough;
use crate::state::random::Random;
use crate::world::World;
use foxden_scene::{NodeId, Scene};
use serde::{Deserialize, Serialize};
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

/// The channel that sends to, or receives from, all others.
const BROADCAST: i32 = -1;

/// What Emitters and Receivers have in common, and what each has of its own.
#[derive(Clone, Debug)]
pub(crate) struct Antenna<Own> {
    pub(crate) mount: Mount,
    pub(crate) medium: Medium,
    /// The full angle of the cone; -1 for all around.
    pub(crate) aperture: f64,
    pub(crate) channel: i32,
    /// All if there are none.
    pub(crate) allowed_channels: Vec<i32>,
    pub(crate) own: Own,
}

/// A packet on its way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct RadioPacket {
    pub(crate) emitter: EmitterIndex,
    pub(crate) channel: i32,
    pub(crate) data: Arc<[u8]>,
    pub(crate) direction: Vector,
    pub(crate) strength: f64,
}

impl<Own> Antenna<Own> {
    /// Reads what both have in common.
    pub(crate) fn of(scene: &Scene, mount: Mount, own: Own) -> Self {
        let node = mount.node;
        Self {
            mount,
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

fn allowed(channel: i32, channels: &[i32]) -> i32 {
    match channels.first() {
        Some(first) if !channels.contains(&channel) => *first,
        _ => channel,
    }
}

/// Whether a packet on one channel is received on another.
pub(crate) fn is_heard(sent: i32, heard: i32) -> bool {
    sent == heard || sent == BROADCAST || heard == BROADCAST
}

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
        if state.devices.receivers.iter().any(has_packets) {
            let pose = |place: PoseIndex| state.poses[place];
            held.emitters.extend(
                model
                    .devices
                    .emitters
                    .iter()
                    .map(|row| pose(row.mount.place)),
            );
            held.receivers.extend(
                model
                    .devices
                    .receivers
                    .iter()
                    .map(|row| pose(row.mount.place)),
            );
        }
    }

    /// Whether a receiver that does its work after physics still sees an
    /// emitter where it was before: bodies show where they are now one by one,
    /// in the order of visits, unless the rays of a sensor on them asked before.
    fn is_seen_late(&self, emitter: &Emitter, receiver: &Receiver) -> bool {
        let model = &self.model;
        let solid_of = |node| model.solid_of(node);
        let (Some(solid), Some(hearer)) =
            (solid_of(emitter.mount.node), solid_of(receiver.mount.node))
        else {
            return false;
        };
        let Some(owner) = self.body_owner(solid) else {
            return false;
        };
        let visits = &model.visits;
        visits[owner].number >= visits[hearer].entered && !self.has_rays_on(owner)
    }

    /// The solid at or above one whose pose comes from a body.
    fn body_owner(&self, solid: SolidIndex) -> Option<SolidIndex> {
        let owners = &self.state.bodies.owners;
        let mut at = Some(solid);
        while let Some(solid) = at {
            if owners.iter().any(|(owner, _)| *owner == solid) {
                return Some(solid);
            }
            at = self.model.solids[solid].parent;
        }
        None
    }

    /// Whether the rays of a sensor in or below a solid were cast in this step.
    fn has_rays_on(&self, owner: SolidIndex) -> bool {
        let (model, state) = (&self.model, &self.state);
        let above = model.solids[owner].place;
        let is_on = |place: PoseIndex| is_below(model, place, above);
        let lights = model
            .devices
            .light_sensors
            .iter()
            .zip(&state.devices.light_sensors);
        let radars = model.devices.radars.iter().zip(&state.devices.radars);
        let others = model
            .devices
            .distance_sensors
            .iter()
            .zip(&state.devices.distance_sensors);
        let is_lit = !self.rays.active_lights.is_empty();
        let mut places = lights
            .filter(|(_, state)| is_lit && state.is_looking)
            .map(|(row, _)| row.mount.place)
            .chain(
                radars
                    .filter(|(_, state)| state.is_looking)
                    .map(|(row, _)| row.mount.place),
            )
            .chain(
                others
                    .filter(|(row, state)| row.kind != DistanceKind::InfraRed && state.is_looking)
                    .map(|(row, _)| row.mount.place),
            );
        places.any(is_on)
    }

    /// Looks which packets arrive, and how. Packets that wait are looked at
    /// again in each step; infra-red ones only in the step that sent them.
    pub(crate) fn receive(&mut self, receiver: ReceiverIndex) {
        if self.state.devices.receivers[receiver].coming.is_empty()
            && self.state.devices.receivers[receiver].waiting.is_empty()
        {
            return;
        }
        self.state.refresh_poses(&self.model);
        let is_infra_red = self.model.devices.receivers[receiver].medium == Medium::InfraRed;
        if is_infra_red {
            self.prepare_rays();
        }
        let model = &self.model;
        let row = &model.devices.receivers[receiver];
        let pose = self.state.poses[row.mount.place];
        let state = &mut self.state.devices.receivers[receiver];
        let mut packets = match is_infra_red {
            true => std::mem::take(&mut state.coming),
            false => std::mem::take(&mut state.waiting),
        };
        packets.retain(|packet| {
            let sender = &model.devices.emitters[packet.emitter];
            let from = self.pose_of_emitter(packet.emitter, row);
            let range = self.state.devices.emitters[packet.emitter].range;
            is_in_range(range, &from, &pose)
                && (!is_infra_red
                    || is_in_cones(sender, row, &from, &pose)
                        && !self.is_light_blocked(sender, receiver, &from))
        });
        for packet in &mut packets {
            let from = self.pose_of_emitter(packet.emitter, row).translation;
            measure_signal(row, packet, pose.unapply(from), &mut self.state.random);
        }
        self.state.devices.receivers[receiver]
            .waiting
            .extend(packets);
    }

    /// Where a receiver sees an emitter.
    fn pose_of_emitter(&self, emitter: EmitterIndex, receiver: &Receiver) -> Pose {
        let row = &self.model.devices.emitters[emitter];
        let held = self.rays.antennas.emitters.get(emitter.at());
        match held.filter(|_| self.is_seen_late(row, receiver)) {
            Some(before) => *before,
            None => self.state.poses[row.mount.place],
        }
    }

    /// Whether something other than the two robots is between; the tree of rays is
    /// up to date. The way from
    /// an emitter that is seen late ends where the receiver was then.
    fn is_light_blocked(&self, sender: &Emitter, receiver: ReceiverIndex, from: &Pose) -> bool {
        let model = &self.model;
        let row = &model.devices.receivers[receiver];
        let held = self.rays.antennas.receivers.get(receiver.at());
        let to = match held.filter(|_| self.is_seen_late(sender, row)) {
            Some(before) => *before,
            None => self.state.poses[row.mount.place],
        };
        let way = to.translation - from.translation;
        let length = way.length();
        if length == 0.0 {
            return false;
        }
        let ray = Ray {
            origin: from.translation,
            direction: way * (1.0 / length),
            length,
        };
        let has_self_collision = model.robots[row.mount.robot].has_self_collision;
        let passes = PassesThrough((!has_self_collision).then_some(row.mount.robot));
        let counts = |at: u32, _: &crate::spatial::rays::Hit| {
            model.colliders[at as usize].robot != Some(sender.mount.robot)
        };
        let caster = &self.rays.caster;
        caster
            .nearest(&model.colliders, &ray, counts, passes)
            .is_some()
    }
}

/// Writes direction and strength of a packet as a receiver measures them.
fn measure_signal(row: &Receiver, packet: &mut RadioPacket, from: Vector, random: &mut Random) {
    let distance = from.length();
    let mut seen = from;
    if row.own.direction_noise != 0.0 {
        for axis in 0..3 {
            seen[axis] += distance * row.own.direction_noise * random.gaussian();
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
        packet.strength *= 1.0 + row.own.strength_noise * random.gaussian();
        packet.strength = packet.strength.max(0.0);
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
