//! Stepping a world against the clock, or as fast as it goes.

use foxden_sim::World;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

/// How fast simulated time passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// As fast as it goes.
    Fast,
    /// One simulated second in one second, or slower if the machine is.
    RealTime,
}

/// When a run ends by itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Until {
    /// After so many steps.
    Steps(u64),
    /// When so much simulated time has passed.
    Elapsed(Duration),
    /// Never: it must be stopped.
    Stopped,
}

/// A flag that ends a run at the next step; clones share it.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<Stop>);

#[derive(Debug, Default)]
struct Stop {
    is_set: AtomicBool,
    lock: Mutex<()>,
    changed: Condvar,
}

impl StopFlag {
    /// Asks the run to end. Wakes those who rest.
    pub fn stop(&self) {
        self.0.is_set.store(true, Ordering::Relaxed);
        // whoever is about to rest has seen the flag or is woken
        drop(self.0.lock.lock());
        self.0.changed.notify_all();
    }

    /// Whether it was asked to end.
    pub fn is_set(&self) -> bool {
        self.0.is_set.load(Ordering::Relaxed)
    }

    /// Rests for a time, or until the run is asked to end.
    pub fn rest(&self, time: Duration) {
        let lock = match self.0.lock.lock() {
            Ok(lock) => lock,
            Err(poisoned) => poisoned.into_inner(),
        };
        let rested = self
            .0
            .changed
            .wait_timeout_while(lock, time, |()| !self.is_set());
        drop(rested);
    }
}

/// What a run did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// How many steps it made.
    pub steps: u64,
    /// How much simulated time passed.
    pub simulated: Duration,
    /// How long it took.
    pub took: Duration,
    /// The hash of the state at the end.
    pub state_hash: u64,
}

impl Summary {
    /// Simulated time over time.
    pub fn speed(&self) -> f64 {
        self.simulated.as_secs_f64() / self.took.as_secs_f64().max(f64::MIN_POSITIVE)
    }
}

/// What goes on around the steps of a run.
pub trait Attendant {
    /// Before every step.
    fn before(&mut self, _world: &mut World) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// After every step, with the number of steps so far.
    fn after(&mut self, _world: &mut World, _steps: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// The pace, if it is not to stay as it was given.
    fn pace(&self) -> Option<Pace> {
        None
    }

    /// Lets time pass until the next step is due, or the run is stopped.
    fn rest(&mut self, _world: &mut World, time: Duration, stop: &StopFlag) {
        stop.rest(time);
    }
}

/// Nobody attends: the world just runs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Alone;

impl Attendant for Alone {}

/// How far the clock may run ahead before the simulation gives up catching up:
/// it was paused, or waited for a controller.
const LARGEST_LAG: Duration = Duration::from_millis(500);

/// Longer than anybody waits; keeps instants representable.
const FAR: Duration = Duration::from_secs(100_000_000);

/// Steps a world until it has run long enough, is stopped, or its attendant
/// breaks off.
pub fn run(
    world: &mut World,
    pace: Pace,
    until: Until,
    stop: &StopFlag,
    attendant: &mut impl Attendant,
) -> Summary {
    let started = Instant::now();
    let first = world.clock();
    // more time than can be told apart is the longest there is
    let elapsed = |world: &World| {
        Duration::try_from_secs_f64(((world.clock() - first) / 1000.0).max(0.0))
            .unwrap_or(Duration::MAX)
    };
    let mut steps = 0;
    // a moment of the clock and the simulated time that belongs to it
    let mut anchor: Option<(Instant, Duration)> = Some((started, Duration::ZERO));
    while !stop.is_set() {
        let is_over = match until {
            Until::Steps(wanted) => steps >= wanted,
            Until::Elapsed(wanted) => elapsed(world) >= wanted,
            Until::Stopped => false,
        };
        if is_over || attendant.before(world).is_break() {
            break;
        }
        world.step();
        steps += 1;
        if attendant.after(world, steps).is_break() {
            break;
        }
        if attendant.pace().unwrap_or(pace) == Pace::Fast {
            anchor = None;
            continue;
        }
        let (now, simulated) = (Instant::now(), elapsed(world));
        let (moment, then) = *anchor.get_or_insert((now, simulated));
        let ahead = simulated.saturating_sub(then).min(FAR);
        let due = moment + ahead;
        if simulated < then || now.saturating_duration_since(due) > LARGEST_LAG {
            anchor = Some((now, simulated));
        } else if due > now {
            attendant.rest(world, due - now, stop);
        }
    }
    Summary {
        steps,
        simulated: elapsed(world),
        took: started.elapsed(),
        state_hash: world.state_hash(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use foxden_lang::resolve::{Location, MemoryStorage, Search, SearchSettings};
    use foxden_scene::{Library, load};

    fn world() -> World {
        let mut storage = MemoryStorage::new();
        let text = "#VRML_SIM R2023b utf8\nWorldInfo { basicTimeStep 10 }\nViewpoint { }\nSolid { linearVelocity 1 0 0 }\n";
        storage.insert("/den/worlds/a.wbt", text);
        let location = Location::file("/den/worlds/a.wbt");
        let mut library = Library::new(Arc::new(Search::new(
            SearchSettings::for_document(&location),
            storage,
        )));
        let scene = load(&location, &mut library).unwrap().scene;
        World::new(scene, library)
    }

    /// Breaks off after so many steps.
    struct Breaks(u64);

    impl Attendant for Breaks {
        fn after(&mut self, _: &mut World, steps: u64) -> ControlFlow<()> {
            match steps == self.0 {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        }
    }

    #[test]
    fn a_run_ends_when_it_is_told_to() {
        let stop = StopFlag::default();
        let run_until = |until| run(&mut world(), Pace::Fast, until, &stop, &mut Alone);
        assert_eq!(run_until(Until::Steps(7)).steps, 7);
        let summary = run_until(Until::Elapsed(Duration::from_millis(95)));
        assert_eq!(
            (summary.steps, summary.simulated),
            (10, Duration::from_millis(100))
        );
        let mut breaks = Breaks(3);
        let broken = run(&mut world(), Pace::Fast, Until::Stopped, &stop, &mut breaks);
        assert_eq!(broken.steps, 3);
        stop.stop();
        let never = run(&mut world(), Pace::Fast, Until::Stopped, &stop, &mut Alone);
        assert_eq!(never.steps, 0);
    }

    #[test]
    fn a_long_rest_ends_when_the_run_is_stopped() {
        let stop = StopFlag::default();
        std::thread::scope(|scope| {
            // without a word it would rest for longer than any test may take
            let resting = scope.spawn(|| stop.rest(Duration::from_secs(1_000_000)));
            stop.stop();
            resting.join().unwrap();
        });
        stop.rest(Duration::from_secs(1_000_000));
    }

    /// Counts the time that it is told to rest.
    #[derive(Default)]
    struct Rests(Duration);

    impl Attendant for Rests {
        fn rest(&mut self, _: &mut World, time: Duration, stop: &StopFlag) {
            self.0 += time;
            stop.rest(time);
        }
    }

    #[test]
    fn real_time_is_spent_resting() {
        let (stop, until) = (StopFlag::default(), Until::Steps(5));
        // a machine that stands still may be late with every step of a run
        let rested = (0..100).any(|_| {
            let mut rests = Rests::default();
            let summary = run(&mut world(), Pace::RealTime, until, &stop, &mut rests);
            assert!(summary.took >= summary.simulated);
            assert!(rests.0 <= summary.took);
            !rests.0.is_zero()
        });
        assert!(rested);
    }
}
