//! The thread that owns a running world.

use super::{Pace, Pilot, SPEEDS, WorldHandle};
use foxden_sim::World;
use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tokio::sync::{oneshot, watch};

/// How many steps may be asked for at once.
pub const MOST_STEPS: u32 = 100_000;

/// How many commands may wait.
pub(super) const MOST_ORDERS: usize = 16_384;

/// How many commands are taken before the world is looked at again.
const BATCH: usize = 256;

/// While time stands still, there is nothing to do for so long at a time.
const REST: Duration = Duration::from_secs(3600);

/// A world that cannot keep up loses this much time at most before the pace gives in.
const PATIENCE: f64 = 0.25;

#[derive(Debug)]
pub(super) enum Order<C> {
    Pilot(C),
    Pause(bool, oneshot::Sender<()>),
    Speed(f64, oneshot::Sender<()>),
    Step(u32, oneshot::Sender<()>),
    End,
}

/// A world that runs; it stops when this is dropped.
#[derive(Debug)]
pub struct Running<C> {
    orders: SyncSender<Order<C>>,
    thread: Option<JoinHandle<()>>,
}

impl<C> Drop for Running<C> {
    fn drop(&mut self) {
        // waits while there is no room; the thread makes some
        let _ = self.orders.send(Order::End);
        if let Some(thread) = self.thread.take() {
            // a panic there was reported by its own thread
            let _ = thread.join();
        }
    }
}

/// What whoever starts a world holds: what `open` gave, the way to speak to it,
/// and its thread.
pub type Started<T, C> = (T, WorldHandle<C>, Running<C>);

/// Lets a world run at a speed. It is opened in the thread that will own it;
/// `open` also gives what whoever starts it wants to hold.
///
/// # Errors
/// When the world cannot be opened or no thread can be had.
pub fn start<P, T, E>(
    open: impl FnOnce() -> Result<(World, P, T), E> + Send + 'static,
    speed: f64,
) -> Result<Started<T, P::Command>, E>
where
    P: Pilot,
    T: Send + 'static,
    E: From<io::Error> + Send + 'static,
{
    let (orders, inbox) = mpsc::sync_channel(MOST_ORDERS);
    let (opened, result) = mpsc::channel();
    let thread = std::thread::Builder::new()
        .name("simulation".into())
        .spawn(move || match open() {
            Ok((world, pilot, held)) => {
                let (pace, seen) = watch::channel(Pace::new(Instant::now(), 0.0, speed, false));
                let simulation = Simulation::new(world, pilot, pace);
                if opened.send(Ok((held, seen))).is_ok() {
                    simulation.run(&inbox);
                }
            }
            // if nobody listens, nobody is missed
            Err(error) => drop(opened.send(Err(error))),
        })?;
    let running = Running {
        orders: orders.clone(),
        thread: Some(thread),
    };
    let (held, pace) = result
        .recv()
        .map_err(|_| io::Error::other("the simulation ended while its world was opened"))??;
    Ok((held, WorldHandle { orders, pace }, running))
}

struct Simulation<P> {
    world: World,
    pilot: P,
    pace: watch::Sender<Pace>,
    /// Steps since the start; time never goes back, also when the world is reset.
    steps: u64,
    asked: Vec<(u32, oneshot::Sender<()>)>,
}

impl<P: Pilot> Simulation<P> {
    fn new(world: World, pilot: P, pace: watch::Sender<Pace>) -> Self {
        Self {
            world,
            pilot,
            pace,
            steps: 0,
            asked: Vec::new(),
        }
    }

    /// The simulated time after the last step, in seconds.
    fn time(&self) -> f64 {
        self.time_of(self.steps)
    }

    fn time_of(&self, steps: u64) -> f64 {
        steps as f64 * self.world.settings().basic_time_step / 1000.0
    }

    fn run(mut self, inbox: &Receiver<Order<P::Command>>) {
        self.publish();
        loop {
            if !self.asked.is_empty() {
                self.step_as_asked();
            } else if self.due().is_some_and(|due| due <= Instant::now()) {
                self.step();
                self.catch_up();
                self.publish();
            }
            let now = Instant::now();
            let until = match self.due() {
                _ if !self.asked.is_empty() => now,
                Some(due) => due,
                None => now + REST,
            };
            match inbox.recv_timeout(until.saturating_duration_since(now)) {
                Ok(order) => {
                    let mut orders = std::iter::once(order).chain(inbox.try_iter()).take(BATCH);
                    if !orders.all(|order| self.take(order)) {
                        return;
                    }
                    self.publish();
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// When the next step is due; `None` while time stands still.
    fn due(&self) -> Option<Instant> {
        let pace = *self.pace.borrow();
        (!pace.is_paused())
            .then(|| pace.when(self.time_of(self.steps + 1)))
            .flatten()
    }

    fn step(&mut self) {
        self.pilot.before_step(&mut self.world);
        self.world.step();
        self.steps += 1;
        let time = self.time();
        self.pilot.after_step(&mut self.world, time);
    }

    /// Steps that were asked for, some at a time, so that commands are heard in between.
    fn step_as_asked(&mut self) {
        for _ in 0..BATCH {
            let Some((left, _)) = self.asked.first_mut() else {
                break;
            };
            if *left == 0 {
                let (_, done) = self.asked.remove(0);
                self.publish();
                let _ = done.send(());
                continue;
            }
            *left -= 1;
            self.step();
        }
        self.set_pace(self.time(), |pace| (pace.speed(), pace.is_paused()));
        self.publish();
    }

    /// Simulated time follows the world if the world cannot follow it.
    fn catch_up(&mut self) {
        let pace = *self.pace.borrow();
        if pace.at(Instant::now()) - self.time() > PATIENCE * pace.speed().max(1.0) {
            self.set_pace(self.time(), |pace| (pace.speed(), pace.is_paused()));
        }
    }

    /// The simulated time now, which lies between two steps: what comes while
    /// a step is late comes before it.
    fn now(&self) -> f64 {
        let (last, next) = (self.time(), self.time_of(self.steps + 1));
        let now = self.pace.borrow().at(Instant::now());
        now.clamp(last, next - 1e-3 * (next - last))
    }

    /// Starts a new pace at a simulated time.
    fn set_pace(&self, from: f64, change: impl FnOnce(Pace) -> (f64, bool)) {
        let (speed, is_paused) = change(*self.pace.borrow());
        let pace = Pace::new(Instant::now(), from, speed, is_paused);
        self.pace.send_replace(pace);
    }

    /// `false` when the world shall stop.
    fn take(&mut self, order: Order<P::Command>) -> bool {
        match order {
            Order::Pilot(command) => {
                let now = self.now();
                self.pilot.obey(&mut self.world, now, command);
            }
            Order::Pause(is_paused, done) => {
                if is_paused != self.pace.borrow().is_paused() {
                    let now = self.now();
                    self.set_pace(now, |pace| (pace.speed(), is_paused));
                }
                self.publish();
                let _ = done.send(());
            }
            Order::Speed(speed, done) => {
                if SPEEDS.contains(&speed) {
                    let now = self.now();
                    self.set_pace(now, |pace| (speed, pace.is_paused()));
                }
                self.publish();
                let _ = done.send(());
            }
            Order::Step(count, done) => {
                self.set_pace(self.time(), |pace| (pace.speed(), true));
                self.asked.push((count.min(MOST_STEPS), done));
            }
            Order::End => return false,
        }
        true
    }

    fn publish(&mut self) {
        let pace = *self.pace.borrow();
        let time = self.time();
        self.pilot.publish(&mut self.world, time, pace);
    }
}
