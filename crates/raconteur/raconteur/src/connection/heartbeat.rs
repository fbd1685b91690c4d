//! Signs of life, driven by what was last sent.

use std::time::{Duration, Instant};

/// When heartbeats are sent and when a silent peer counts as lost.
///
/// ```
/// use raconteur::connection::{Settings, Timing};
/// let patient = Settings { timing: Timing::LOCAL, ..Settings::default() };
/// assert!(patient.timing.lost > Timing::TCP.lost);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// A client sends one after this time without sending.
    pub client: Duration,
    /// A server sends one after this time without sending.
    pub server: Duration,
    /// A connection ends when the last message sent is younger than the last
    /// one received by more than this.
    pub lost: Duration,
}

impl Timing {
    /// For TCP and WebSocket.
    pub const TCP: Self = Self {
        client: Duration::from_secs(10),
        server: Duration::from_secs(12),
        lost: Duration::from_secs(15),
    };

    /// For local sockets.
    pub const LOCAL: Self = Self {
        client: Duration::from_secs(30),
        server: Duration::from_secs(36),
        lost: Duration::from_secs(600),
    };
}

#[derive(Debug)]
pub(super) struct Heartbeat {
    every: Duration,
    lost: Duration,
    last_sent: Instant,
    last_received: Instant,
    last_asked: Instant,
}

impl Heartbeat {
    pub fn new(timing: Timing, client: bool, now: Instant) -> Self {
        Self {
            every: if client { timing.client } else { timing.server },
            lost: timing.lost,
            last_sent: now,
            last_received: now,
            last_asked: now,
        }
    }

    pub fn sent(&mut self, now: Instant) {
        self.last_sent = now;
    }

    pub fn received(&mut self, now: Instant) {
        self.last_received = now;
    }

    /// A peer that only listens is asked for a sign of life although we send
    /// all the time; the reference node would cut it off.
    fn asks_at(&self) -> Instant {
        let quiet = self.last_received.max(self.last_asked) + self.every;
        quiet.min(self.last_sent + self.every)
    }

    pub fn wants_to_send(&mut self, now: Instant) -> bool {
        let wants = now >= self.asks_at();
        if wants {
            self.last_asked = now;
        }
        wants
    }

    pub fn is_lost(&self, _now: Instant) -> bool {
        self.last_sent.saturating_duration_since(self.last_received) > self.lost
    }

    pub fn due(&self) -> Instant {
        self.asks_at()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_idle_silent_client_is_asked_twice_and_lost_at_24_seconds() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut heartbeat = Heartbeat::new(Timing::TCP, false, start);
        assert!(!heartbeat.wants_to_send(at(11)));
        assert!(heartbeat.wants_to_send(at(12)));
        heartbeat.sent(at(12));
        assert!(!heartbeat.is_lost(at(23)));
        assert!(heartbeat.wants_to_send(at(24)));
        heartbeat.sent(at(24));
        assert!(heartbeat.is_lost(at(24)));
    }

    #[test]
    fn a_listener_is_asked_although_the_server_is_busy() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut heartbeat = Heartbeat::new(Timing::TCP, false, start);
        heartbeat.sent(at(11));
        assert!(heartbeat.wants_to_send(at(12)));
        heartbeat.received(at(13));
        heartbeat.sent(at(16));
        assert!(!heartbeat.is_lost(at(16)));
    }
}
