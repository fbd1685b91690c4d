//! What happens in a world, as packets of a pipe.

use crate::job::Scope;
use foxden_scene::NodeId;
use foxden_view::events::EventWatch;
use foxden_view::hub::ConsoleLine;
use raconteur::members::Pipe;
use raconteur::value::{IntoValue, Record, Value};
use std::collections::BTreeSet;

/// Numbers of `foxden.world.EventKind`.
const CONTACT_BEGAN: i32 = 6;
const CONTACT_ENDED: i32 = 7;
const RESET: i32 = 8;

/// The number of a kind of event.
fn kind(name: &str) -> i32 {
    match name {
        "robot" => 1,
        "battery" => 2,
        "charger" => 3,
        "slot" => 4,
        "controller" => 5,
        _ => 0,
    }
}

/// Compares the world with what it was, while somebody listens.
#[derive(Default)]
pub(crate) struct EventStream {
    watch: Option<EventWatch>,
    contacts: BTreeSet<[NodeId; 2]>,
    seqno: u64,
    epoch: u32,
}

impl EventStream {
    /// Sends what happened since the last call.
    pub(crate) fn send(&mut self, scope: &mut Scope<'_>, pipe: &Pipe) {
        if pipe.connections() == 0 {
            self.watch = None;
            return;
        }
        let is_first = self.watch.is_none();
        let watch = self.watch.get_or_insert_default();
        let happened = watch.look(scope.run, &*scope.state.access.controllers);
        let contacts = contacts(scope);
        if !is_first {
            if self.epoch != scope.state.epoch {
                self.packet(scope, pipe, RESET, [0; 2], "time started again");
            }
            for event in happened {
                let nodes = [event.node.unwrap_or(0), 0];
                self.packet(scope, pipe, kind(event.kind), nodes, &event.text);
            }
            let began: Vec<_> = contacts.difference(&self.contacts).copied().collect();
            let ended: Vec<_> = self.contacts.difference(&contacts).copied().collect();
            for (kind, pairs) in [(CONTACT_BEGAN, began), (CONTACT_ENDED, ended)] {
                for pair in pairs {
                    self.packet(scope, pipe, kind, pair.map(NodeId::number), "");
                }
            }
        }
        self.epoch = scope.state.epoch;
        self.contacts = contacts;
    }

    fn packet(
        &mut self,
        scope: &Scope<'_>,
        pipe: &Pipe,
        kind: i32,
        [node, other]: [u32; 2],
        text: &str,
    ) {
        self.seqno += 1;
        let event = Record::new("foxden.world.WorldEvent")
            .with("ts", scope.clock().stamp())
            .with("seqno", self.seqno)
            .with("kind", kind)
            .with("node_id", node)
            .with("other_id", other)
            .with("text", text);
        // the connection disconnects a reader that is too slow
        let _ = pipe.broadcast(event.into_value());
    }
}

/// The pairs of solids that touch each other.
fn contacts(scope: &Scope<'_>) -> BTreeSet<[NodeId; 2]> {
    let contacts = scope.run.world.shown_contacts();
    let pairs = contacts.into_iter().filter_map(|contact| {
        let [first, second] = contact.solids;
        let mut pair = [first?, second?];
        pair.sort_unstable();
        Some(pair)
    });
    pairs.collect()
}

/// `foxden.world.ConsoleLine`.
pub(crate) fn console_line(line: &ConsoleLine) -> Value {
    Record::new("foxden.world.ConsoleLine")
        .with("time", line.time)
        .with("robot", line.name.as_deref().unwrap_or(""))
        .with("stream", line.stream)
        .with("text", line.text.as_str())
        .into_value()
}
