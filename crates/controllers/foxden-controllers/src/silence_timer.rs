//! For how long a controller has kept the simulation waiting.

use std::time::{Duration, Instant};

/// After this time a controller that keeps all waiting is named.
const NOTICE_TIME: Duration = Duration::from_secs(10);

/// How long one controller has been silent while it was waited for.
#[derive(Clone, Debug, Default)]
pub(crate) struct SilenceTimer {
    since: Option<Instant>,
    was_noticed: bool,
}

/// What is to be done about a silent controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Silence {
    /// Nothing.
    Short,
    /// Serve the others.
    Long,
    /// Serve the others, and report the controller that they wait for.
    Notable(Duration),
    /// Continue without it.
    TooLong(Duration),
}

impl SilenceTimer {
    /// The controller has sent something: the time starts again.
    pub(crate) fn reset(&mut self) {
        *self = Self::default();
    }

    /// The controller is waited for and has sent nothing.
    pub(crate) fn silence(&mut self, limit: Option<Duration>, order_time: Duration) -> Silence {
        let since = *self.since.get_or_insert_with(Instant::now);
        self.silence_of(since.elapsed(), limit, order_time)
    }

    fn silence_of(
        &mut self,
        silent: Duration,
        limit: Option<Duration>,
        order_time: Duration,
    ) -> Silence {
        match limit {
            Some(limit) if silent >= limit => Silence::TooLong(limit),
            _ if silent >= NOTICE_TIME && !self.was_noticed => {
                self.was_noticed = true;
                Silence::Notable(NOTICE_TIME)
            }
            _ if silent >= order_time => Silence::Long,
            _ => Silence::Short,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn silence_is_reported_once_and_ends_with_a_message() {
        let seconds = Duration::from_secs;
        let order_time = seconds(2);
        let mut watch = SilenceTimer::default();
        assert_eq!(
            watch.silence_of(seconds(1), None, order_time),
            Silence::Short
        );
        assert_eq!(
            watch.silence_of(seconds(3), None, order_time),
            Silence::Long
        );
        assert_eq!(
            watch.silence_of(seconds(11), None, order_time),
            Silence::Notable(NOTICE_TIME)
        );
        assert_eq!(
            watch.silence_of(seconds(12), None, order_time),
            Silence::Long
        );
        let limit = Some(seconds(1));
        assert_eq!(
            watch.silence_of(seconds(12), limit, order_time),
            Silence::TooLong(seconds(1))
        );
        watch.reset();
        assert_eq!(
            watch.silence(Some(seconds(3600)), seconds(3600)),
            Silence::Short
        );
    }
}
