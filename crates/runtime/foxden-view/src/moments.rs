//! Moments of a run to which the world can return: a bounded number, spread over the
//! whole time that is kept.

use std::collections::VecDeque;
use std::sync::Arc;

/// Times closer together than this are equal: rounding of the page and of the clock.
const ROUNDING: f64 = 1e-9;

/// Moments in the order of their times.
#[derive(Debug)]
pub(crate) struct Moments<T> {
    kept: VecDeque<(f64, Arc<T>)>,
}

impl<T> Default for Moments<T> {
    fn default() -> Self {
        Self {
            kept: VecDeque::new(),
        }
    }
}

impl<T> Moments<T> {
    /// The time of the first.
    pub(crate) fn first(&self) -> Option<f64> {
        self.kept.front().map(|(time, _)| *time)
    }

    /// The time of the last.
    pub(crate) fn last(&self) -> Option<f64> {
        self.kept.back().map(|(time, _)| *time)
    }

    /// Keeps one that is later than all others, and returns those that made room for it.
    pub(crate) fn keep(&mut self, time: f64, moment: T, most: usize) -> Vec<Arc<T>> {
        self.kept.push_back((time, Arc::new(moment)));
        let mut dropped = Vec::new();
        while self.kept.len() > most.max(2) {
            let Some((_, moment)) = self.kept.remove(self.least_missed()) else {
                break;
            };
            dropped.push(moment);
        }
        dropped
    }

    /// The moment without which the gap is smallest; of equal ones the oldest, so that a gap
    /// becomes the larger the longer ago it is. The first and the last moment stay.
    fn least_missed(&self) -> usize {
        let gap = |at: usize| self.kept[at + 1].0 - self.kept[at - 1].0;
        let inner = 1..self.kept.len().saturating_sub(1);
        let least = inner.min_by(|a, b| gap(*a).total_cmp(&gap(*b)));
        least.unwrap_or(0)
    }

    /// The last one that is not later than a time.
    pub(crate) fn before(&self, time: f64) -> Option<Arc<T>> {
        let mut kept = self.kept.iter().rev();
        let found = kept.find(|(at, _)| *at <= time + ROUNDING);
        found.map(|(_, moment)| moment.clone())
    }

    /// Forgets what is not needed any more to return to a time or to a later one.
    pub(crate) fn drop_before(&mut self, time: f64) {
        while self.kept.get(1).is_some_and(|(next, _)| *next <= time) {
            self.kept.pop_front();
        }
    }

    /// Forgets what came after a time.
    pub(crate) fn cut(&mut self, time: f64) {
        self.kept.retain(|(at, _)| *at <= time);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Keeps a moment each second for a time.
    fn kept(seconds: u32, most: usize) -> (Moments<f64>, usize) {
        let mut moments = Moments::default();
        let mut dropped = 0;
        for second in 0..=seconds {
            let time = f64::from(second);
            dropped += moments.keep(time, time, most).len();
        }
        (moments, dropped)
    }

    #[test]
    fn moments_are_spread_over_the_whole_time() {
        let (moments, dropped) = kept(600, 120);
        assert_eq!((moments.kept.len(), dropped), (120, 481));
        assert_eq!((moments.first(), moments.last()), (Some(0.0), Some(600.0)));
        for asked in 0..=600 {
            let asked = f64::from(asked) + 0.5;
            let found = *moments.before(asked).unwrap();
            // evenly spread they would be five seconds apart
            assert!(found <= asked && asked - found <= 10.5, "{asked}: {found}");
        }
    }

    #[test]
    fn a_moment_is_never_later_than_what_was_asked() {
        let (mut moments, _) = kept(30, 4);
        assert_eq!(moments.kept.len(), 4);
        for asked in [0.0, 0.4, 5.0, 29.9, 30.0, 99.0] {
            assert!(*moments.before(asked).unwrap() <= asked, "{asked}");
        }
        assert_eq!(moments.before(-0.5), None);
        moments.drop_before(3.0);
        assert!(moments.before(3.0).is_some_and(|time| *time <= 3.0));
        moments.cut(12.0);
        assert!(moments.last() <= Some(12.0));
        let (mut two, dropped) = kept(9, 1);
        assert_eq!(
            (two.first(), two.last(), dropped),
            (Some(0.0), Some(9.0), 8)
        );
        two.drop_before(9.0);
        assert_eq!(two.before(8.0), None);
    }
}
