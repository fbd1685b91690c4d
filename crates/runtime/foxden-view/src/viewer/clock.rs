//! The clock message: simulated time, pace and measured speed.

use foxden_runtime::pace::Speed;
use foxden_runtime::run::Run;
use serde_json::{Value as Json, json};
use std::collections::VecDeque;
use std::time::Duration;
use tokio::time::Instant;

/// The shortest time between two messages while nothing but the time changes.
const PERIOD: Duration = Duration::from_millis(100);

/// The speed is measured over this time.
const WINDOW: Duration = Duration::from_secs(1);

/// What was sent last, and the speed.
#[derive(Debug, Default)]
pub(super) struct ClockMessage {
    sent: Option<(Instant, f64, u64, bool, Option<f64>)>,
    past: VecDeque<(Instant, f64)>,
}

impl ClockMessage {
    /// The next message is sent whatever it says.
    pub(super) fn forget(&mut self) {
        self.sent = None;
    }

    /// The message, if it is time for one.
    pub(super) fn update(&mut self, run: &Run, [from, to]: [f64; 2]) -> Option<Json> {
        let now = Instant::now();
        let pace = run.pace();
        let (time, step) = (run.world.time(), run.steps());
        let speed = match pace.speed {
            Speed::Fastest => None,
            Speed::Factor(factor) => Some(factor),
        };
        let is_due = match &self.sent {
            None => true,
            Some((_, _, _, paused, before)) if (*paused, *before) != (pace.is_paused, speed) => {
                true
            }
            Some((_, before, steps, paused, _)) if *paused => (*before, *steps) != (time, step),
            Some((at, before, ..)) => *before != time && now - *at >= PERIOD,
        };
        if !is_due {
            return None;
        }
        // a world that went back is measured from there
        if pace.is_paused || self.past.back().is_some_and(|(_, last)| *last > time) {
            self.past.clear();
        }
        self.past.push_back((now, time));
        while self.past.len() > 2 && now - self.past[1].0 > WINDOW {
            self.past.pop_front();
        }
        let measured = match (self.past.front(), self.past.back()) {
            (Some((from, first)), Some((to, last))) if to > from => {
                (last - first) / (*to - *from).as_secs_f64()
            }
            _ => 0.0,
        };
        self.sent = Some((now, time, step, pace.is_paused, speed));
        Some(json!({
            "type": "clock",
            "time": time,
            "step": step,
            "paused": pace.is_paused,
            "speed": speed,
            "measured": measured,
            "history": { "from": from, "to": to },
        }))
    }
}
