//! Stepping a world against the clock, or as fast as it goes.

use foxden_sim::World;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
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
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Asks the run to end.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked to end.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
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

/// Steps a world until it has run long enough, is stopped, or one of the calls
/// breaks off: `before` is called before every step, `each` after it with the
/// number of steps so far.
pub fn run(
    world: &mut World,
    pace: Pace,
    until: Until,
    stop: &StopFlag,
    mut before: impl FnMut(&mut World) -> ControlFlow<()>,
    mut each: impl FnMut(&mut World, u64) -> ControlFlow<()>,
) -> Summary {
    let started = Instant::now();
    let first = world.clock();
    let elapsed =
        |world: &World| Duration::from_secs_f64(((world.clock() - first) / 1000.0).max(0.0));
    let mut steps = 0;
    while !stop.is_set() {
        let is_over = match until {
            Until::Steps(wanted) => steps >= wanted,
            Until::Elapsed(wanted) => elapsed(world) >= wanted,
            Until::Stopped => false,
        };
        if is_over || before(world).is_break() {
            break;
        }
        world.step();
        steps += 1;
        if each(world, steps).is_break() {
            break;
        }
        if pace == Pace::RealTime {
            let ahead = elapsed(world).saturating_sub(started.elapsed());
            std::thread::sleep(ahead);
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
    use foxden_lang::resolve::{Location, MemoryStorage, Search, Settings};
    use foxden_scene::{Library, load};

    fn world() -> World {
        let mut storage = MemoryStorage::new();
        let text = "#VRML_SIM R2023b utf8\nWorldInfo { basicTimeStep 10 }\nViewpoint { }\nSolid { linearVelocity 1 0 0 }\n";
        storage.insert("/den/worlds/a.wbt", text);
        let location = Location::file("/den/worlds/a.wbt");
        let mut library = Library::new(Arc::new(Search::new(
            Settings::for_document(&location),
            storage,
        )));
        let scene = load(&location, &mut library).unwrap().scene;
        World::new(scene, library)
    }

    #[test]
    fn a_run_ends_when_it_is_told_to() {
        let stop = StopFlag::default();
        let go_on = |_: &mut World, _| ControlFlow::Continue(());
        let ready = |_: &mut World| ControlFlow::Continue(());
        assert_eq!(
            run(
                &mut world(),
                Pace::Fast,
                Until::Steps(7),
                &stop,
                ready,
                go_on
            )
            .steps,
            7
        );
        let summary = run(
            &mut world(),
            Pace::Fast,
            Until::Elapsed(Duration::from_millis(95)),
            &stop,
            ready,
            go_on,
        );
        assert_eq!(
            (summary.steps, summary.simulated),
            (10, Duration::from_millis(100))
        );
        let broken = run(
            &mut world(),
            Pace::Fast,
            Until::Stopped,
            &stop,
            ready,
            |_, steps| match steps {
                3 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            },
        );
        assert_eq!(broken.steps, 3);
        stop.stop();
        assert_eq!(
            run(
                &mut world(),
                Pace::Fast,
                Until::Stopped,
                &stop,
                ready,
                go_on
            )
            .steps,
            0
        );
    }
}
