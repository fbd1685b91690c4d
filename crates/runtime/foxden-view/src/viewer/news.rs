//! What viewers hear besides frames and values: events, and messages of
//! controllers to their robot windows.

use super::{DESCRIPTION_SHARE, Viewer};
use crate::topic::Topic;
use foxden_runtime::run::Run;
use serde_json::json;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The shortest time between two looks for events.
const EVENTS_TIME: Duration = Duration::from_millis(100);

impl Viewer {
    /// Sends what happened since the last look.
    pub(super) fn follow_events(&mut self, run: &mut Run) {
        let mut events = self.hub.take_events(run.world.time());
        let now = (run.steps(), run.world.edits());
        let is_new = self.looked_at != Some(now);
        if is_new && Instant::now() < self.next_events {
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
