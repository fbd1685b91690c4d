//! What viewers hear besides frames and values: events, messages of controllers to
//! their robot windows, and what supervisors want to be seen.

use super::{DESCRIPTION_SHARE, Viewer};
use crate::topic::Topic;
use foxden_runtime::run::Run;
use serde_json::json;
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::time::Instant;

/// The shortest time between two looks for events.
const EVENTS_TIME: Duration = Duration::from_millis(100);

impl Viewer {
    /// Sends what happened since the last look.
    pub(super) fn follow_events(&mut self, run: &mut Run) {
        let mut events = self.hub.take_events(run.world.time());
        let now = (run.steps(), run.world.edits());
        let is_new = self.looked_at != Some(now);
        // a recording has the same events at any pace
        let is_early = !self.is_recording() && Instant::now() < self.next_events;
        if is_new && is_early {
            self.has_deferred = true;
        } else if is_new {
            self.looked_at = Some(now);
            let started = Instant::now();
            let seen = self.event_watch.look(run, &*self.controllers);
            events.extend(self.hub.keep_events(seen));
            let wait = EVENTS_TIME.max(started.elapsed() * DESCRIPTION_SHARE);
            self.next_events = Instant::now() + wait;
        }
        if !events.is_empty() {
            let message = json!({ "type": "events", "events": events });
            self.tell(run, "events", &message);
        }
    }

    /// Sends the texts of supervisors if they changed, and what to look at.
    pub(super) fn follow_labels(&mut self, run: &Run) {
        let changes = self.controllers.label_changes();
        if changes != self.label_changes {
            self.label_changes = changes;
            self.description.labels = self.controllers.labels();
            self.scene = None;
            let message = json!({ "type": "changes", "labels": self.description.labels });
            self.tell(run, "changes", &message);
        }
        if let Some(node) = self.controllers.take_look() {
            self.hub
                .tell(&json!({ "type": "look", "node": node.number() }));
        }
    }

    /// Passes messages of controllers on to their robot windows.
    pub(super) fn pass_window_messages(&mut self, run: &Run) {
        let mut messages: BTreeMap<u32, Vec<String>> = BTreeMap::new();
        for (robot, text) in self.controllers.take_window_messages() {
            messages.entry(robot.number()).or_default().push(text);
        }
        for (robot, texts) in messages {
            let topic = Topic::Window(robot);
            let message = json!({
                "type": "values",
                "topic": topic.to_string(),
                "time": run.world.time(),
                "messages": texts,
            });
            self.hub.tell_watchers(topic, &message);
        }
    }
}
