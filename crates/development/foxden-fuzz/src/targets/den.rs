//! A den without sockets and threads: requests are executed while a future is polled.

use foxden_runtime::pace::Pace;
use foxden_runtime::participant::Participant as _;
use foxden_runtime::run_loop::RunLoop;
use foxden_runtime::running_world::RunningWorld;
use foxden_runtime::stop_flag::StopFlag;
use reynard::den::Den;
use reynard::den_handle::DenHandle;
use reynard::messages::Messages;
use reynard::trail::Trails;
use reynard::worlds::WorldSource;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use tokio::runtime::Runtime;

/// How often a future is polled: an answer comes after the second time.
const ROUNDS: usize = 8;

/// A den and the runtime that its servers run in.
pub(super) struct FuzzDen {
    run_loop: RunLoop,
    den: Den,
    /// Reaches the den.
    pub(super) handle: DenHandle,
    runtime: Runtime,
}

impl FuzzDen {
    /// The classic field.
    pub(super) fn new() -> Self {
        let (world, field) = WorldSource::Classic.open(1).expect("the world is built in");
        let mut world = RunningWorld::new(world);
        let (talk, trails) = (Messages::new("reynard"), Arc::<Trails>::default());
        let (den, channels) = Den::new(&mut world, field, talk.clone(), trails.clone())
            .expect("Reynard is in the world");
        let run_loop = RunLoop::new(world, Pace::REAL_TIME.paused(true), &StopFlag::default());
        let handle = DenHandle::new(run_loop.handle(), field, channels, talk, trails);
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .expect("a runtime without sockets");
        Self {
            run_loop,
            den,
            handle,
            runtime,
        }
    }

    /// Polls work and executes what it asks for; `None` if it waits for simulated time.
    pub(super) fn serve<T>(&mut self, work: impl Future<Output = T>) -> Option<T> {
        let _context = self.runtime.enter();
        let mut work = pin!(work);
        let mut context = Context::from_waker(Waker::noop());
        for _ in 0..ROUNDS {
            if let Poll::Ready(done) = work.as_mut().poll(&mut context) {
                return Some(done);
            }
            let run = self.run_loop.run_state();
            if self.den.take_commands(run) {
                self.den.publish(run);
            }
        }
        None
    }
}
