//! Messages to viewers besides frames and values: events, messages of controllers to
//! their robot windows, and what supervisors want to be seen.

use super::{DESCRIPTION_SHARE, Viewer};
use foxden_runtime::run::Run;
use serde_json::json;
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

    /// Passes messages of controllers on to their robot windows. Returns whether there are any.
    pub(super) fn pass_window_messages(&mut self, run: &Run) -> bool {
        let messages = self.controllers.take_window_messages();
        let is_new = !messages.is_empty();
        for (robot, text) in messages {
            let log = &self.hub.window_log;
            log.add(robot.number(), run.world.time(), text);
        }
        is_new
    }
}
