//! What a supervisor follows without asking again.

use super::bodies::{contact_points, pose};
use super::{Knowledge, RequestHandler};
use crate::devices::KnownDevice;
use crate::scene_access as access;
use foxden_protocol::supervisor::{FieldReport, SupervisorAnswer, TrackingPeriod};
use foxden_protocol::{AnswerMessage, FieldId, Uid};
use foxden_sim::World;
use std::collections::BTreeMap;

/// When something tracked is due: in the next answer, and then after each period.
#[derive(Clone, Copy, Debug)]
struct TrackingClock {
    period: f64,
    last: f64,
}

impl TrackingClock {
    fn new(period: &TrackingPeriod) -> Self {
        Self {
            period: f64::from(period.milliseconds),
            last: f64::NEG_INFINITY,
        }
    }

    fn is_due(&mut self, now: f64) -> bool {
        // time goes back when the simulation is reset
        let is_due = now < self.last || now >= self.last + self.period;
        if is_due {
            self.last = now;
        }
        is_due
    }
}

/// Everything that one supervisor follows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tracks {
    fields: BTreeMap<(Uid, FieldId, bool), TrackingClock>,
    poses: BTreeMap<(Uid, Uid), TrackingClock>,
    contacts: BTreeMap<Uid, (bool, TrackingClock)>,
}

impl RequestHandler<'_> {
    /// Begins to track a field, or ends it.
    pub(super) fn track_field(
        &mut self,
        node: Uid,
        field: FieldId,
        internal: bool,
        tracking: Option<&TrackingPeriod>,
    ) {
        let fields = &mut self.knowledge.tracks.fields;
        put(
            fields,
            (node, field, internal),
            tracking.map(TrackingClock::new),
        );
    }

    /// Begins to track a pose, or ends it.
    pub(super) fn track_pose(&mut self, from: Uid, node: Uid, tracking: Option<&TrackingPeriod>) {
        let poses = &mut self.knowledge.tracks.poses;
        put(poses, (from, node), tracking.map(TrackingClock::new));
    }

    /// Begins to track contact points, or ends it.
    pub(super) fn track_contact_points(
        &mut self,
        node: Uid,
        descendants: bool,
        tracking: Option<&TrackingPeriod>,
    ) {
        let track = tracking.map(|period| (descendants, TrackingClock::new(period)));
        put(&mut self.knowledge.tracks.contacts, node, track);
    }
}

fn put<K: Ord, V>(map: &mut BTreeMap<K, V>, key: K, value: Option<V>) {
    match value {
        Some(value) => {
            map.insert(key, value);
        }
        None => {
            map.remove(&key);
        }
    }
}

impl Knowledge {
    /// Tells what is tracked and due. What is gone is tracked no more.
    pub(crate) fn tell_tracked(
        &mut self,
        world: &World,
        devices: &[KnownDevice],
        answers: &mut Vec<AnswerMessage>,
    ) {
        let now = world.clock();
        let scene = world.scene();
        let tracks = &mut self.tracks;
        tracks
            .fields
            .retain(|(node, ..), _| access::node(scene, *node).is_some());
        tracks
            .poses
            .retain(|(_, node), _| access::node(scene, *node).is_some());
        tracks
            .contacts
            .retain(|node, _| access::node(scene, *node).is_some());
        for ((from, node), clock) in &mut tracks.poses {
            if clock.is_due(now) {
                answers.extend(pose(world, *from, *node).map(AnswerMessage::from));
            }
        }
        for (node, (descendants, clock)) in &mut tracks.contacts {
            if clock.is_due(now) {
                let points = contact_points(world, *node, *descendants);
                answers.extend(points.map(AnswerMessage::from));
            }
        }
        for ((node, field, internal), clock) in &mut tracks.fields {
            let value = access::field(scene, *node, None, *field, *internal)
                .filter(|_| clock.is_due(now))
                .and_then(|at| access::read(world, devices, at, None));
            if let Some(value) = value {
                let report = FieldReport::Value {
                    node: *node,
                    proto: None,
                    field: *field,
                    is_item: false,
                    value,
                };
                answers.push(SupervisorAnswer::Value(report).into());
            }
        }
    }
}
