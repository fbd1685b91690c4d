//! One run of the whole system.

use crate::faults;
use crate::invariants::{self, Violation};
use crate::network::Network;
use crate::random::Random;
use crate::request_ledger::RequestLedger;
use crate::system::{System, fresh_world, locked};
use crate::visitors::{Servers, Shared, Visitors};
use foxden_view::hub::Hub;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::path::Path;
use std::sync::{Arc, Once};
use std::time::Duration;

/// How many turns a request may wait over a healthy connection.
const PATIENCE: u64 = 3_000;

/// How often the more expensive invariants are looked at, in turns.
const RARELY: u64 = 64;

/// How a run is made.
#[derive(Clone, Copy, Debug)]
pub struct EpisodeOptions {
    /// The seed: it decides everything.
    pub seed: u64,
    /// How many turns it has.
    pub turns: u64,
    /// Whether the transcript is kept as text.
    pub has_text: bool,
}

/// What a run did.
#[derive(Clone, Debug, Default)]
pub struct EpisodeReport {
    /// The violation that ended it, with its turn.
    pub violation: Option<String>,
    /// Simulated seconds.
    pub simulated: f64,
    /// Steps.
    pub steps: u64,
    /// Replies that clients got.
    pub replies: u64,
    /// Connections that were damaged.
    pub damaged: u64,
    /// A hash of everything that clients and controllers saw.
    pub transcript: u64,
    /// The transcript, if it was kept.
    pub text: Option<String>,
}

thread_local! {
    /// The first panic of this thread, in words. The whole system runs in one thread, and
    /// some of its tasks end without anybody who would notice that.
    static FIRST_PANIC: RefCell<Option<Violation>> = const { RefCell::new(None) };
}

/// Keeps the first panic of each thread.
fn watch_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let print = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic: &PanicHookInfo<'_>| {
            FIRST_PANIC.with_borrow_mut(|first| {
                first.get_or_insert_with(|| panic.to_string());
            });
            print(panic);
        }));
    });
}

/// Runs one episode.
///
/// # Panics
/// When there is no temporary folder or no runtime.
pub fn run(options: EpisodeOptions) -> EpisodeReport {
    watch_panics();
    FIRST_PANIC.take();
    let report = catch_unwind(AssertUnwindSafe(|| run_watched(options)));
    let panic = FIRST_PANIC.take();
    let mut report = report.unwrap_or_default();
    report.violation = report.violation.or(panic);
    report
}

fn run_watched(options: EpisodeOptions) -> EpisodeReport {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .start_paused(true)
        .build()
        .expect("a runtime");
    let folder = tempfile::tempdir().expect("a temporary folder");
    runtime.block_on(Episode::run(options, folder.path()))
}

struct Episode {
    random: Random,
    network: Network,
    ledger: RequestLedger,
    hub: Arc<Hub>,
    visitors: Visitors,
}

impl Episode {
    async fn run(options: EpisodeOptions, folder: &Path) -> EpisodeReport {
        let mut random = Random::new(options.seed);
        let damage = *random.pick(&[0, 0, 1, 3]);
        let mut episode = Self {
            network: Network::new(random.fork(), damage),
            ledger: RequestLedger::with_text(options.has_text),
            hub: Arc::default(),
            visitors: Visitors::new(1 + random.below(6)),
            random,
        };
        let mut report = EpisodeReport::default();
        let mut left = options.turns;
        while left > 0 && report.violation.is_none() {
            // a world that is opened again has a part of the turns
            let turns = left.min(200 + episode.random.below(2_000) as u64);
            let first = options.turns - left;
            match episode.world(folder, first, turns, &mut report).await {
                Ok(made) => left -= made,
                Err(violation) => report.violation = Some(violation),
            }
        }
        report.replies = episode.ledger.replies();
        report.transcript = episode.ledger.transcript();
        report.text = episode.ledger.text();
        report.damaged = episode.network.damaged;
        report
    }

    /// The life of one world; returns how many turns it had.
    async fn world(
        &mut self,
        folder: &Path,
        first: u64,
        turns: u64,
        report: &mut EpisodeReport,
    ) -> Result<u64, Violation> {
        let failed = |error: &dyn std::fmt::Display| format!("the system does not start: {error}");
        let check_steps = 1 + self.random.below(40) as u64;
        let mut system =
            System::open(folder, &self.hub, check_steps).map_err(|error| failed(&error))?;
        let servers = Servers::start(&system.handle, &self.hub).map_err(|error| failed(&error))?;
        let mut made = 0;
        while made < turns && !system.wants_reload() {
            let turn = first + made;
            made += 1;
            self.ledger.turn(turn);
            let at = |violation: Violation| format!("turn {turn}: {violation}");
            faults::turn(&mut self.random, &system.disk, &self.visitors).await;
            let mut shared = Shared {
                random: &mut self.random,
                network: &mut self.network,
                ledger: &self.ledger,
            };
            let talk = self.visitors.turn(&mut shared, &system.handle, &servers);
            talk.await.map_err(at)?;
            system.turn_controllers(&mut self.random, &self.ledger);
            system.turn_world();
            self.check(&mut system, turn).map_err(at)?;
        }
        self.end(system, servers, report).await?;
        invariants::files(folder)?;
        Ok(made)
    }

    fn check(&mut self, system: &mut System, turn: u64) -> Result<(), Violation> {
        let world = system.run_loop.world();
        invariants::energy(world)?;
        if turn.is_multiple_of(RARELY) {
            invariants::snapshot(world)?;
        }
        if turn.is_multiple_of(RARELY / 4) {
            invariants::hash(world, &mut self.random)?;
        }
        if let Some(panic) = FIRST_PANIC.with_borrow(Clone::clone) {
            return Err(panic);
        }
        match self.ledger.overdue(PATIENCE) {
            Some(late) => Err(late),
            None => Ok(()),
        }
    }

    /// Ends a world: everything that belonged to it must go, and its ticket must replay.
    async fn end(
        &mut self,
        system: System,
        servers: Servers,
        report: &mut EpisodeReport,
    ) -> Result<(), Violation> {
        self.visitors.leave(&self.ledger).await;
        let mut system = system;
        for _ in 0..100 {
            self.network.turn();
            // half-open connections end by their heartbeats and timeouts
            tokio::time::advance(Duration::from_secs(5)).await;
            for _ in 0..4 {
                tokio::task::yield_now().await;
            }
            system.turn_world();
        }
        let leaks = [
            (servers.node.endpoints(), "endpoints of the server"),
            (self.visitors.endpoints(), "endpoints of clients"),
            (self.hub.viewers(), "viewers"),
            (self.hub.topics.watched().len(), "topics"),
        ];
        for (count, what) in leaks {
            if count > 0 {
                return Err(format!(
                    "{count} {what} are left after all clients have gone"
                ));
            }
        }
        report.steps += system.run_loop.world().steps();
        let world = system.run_loop.world();
        report.simulated += world.steps() as f64 * world.settings().seconds();
        let is_full = locked(&system.disk).is_full;
        let steps = system.run_loop.world().steps();
        servers.end().await;
        let blocks = system.finish();
        let threads = 1 + self.random.below(2);
        let replayed = invariants::replay(fresh_world(), &blocks, threads)?;
        if !is_full && replayed != steps {
            return Err(format!("the replay made {replayed} of {steps} steps"));
        }
        Ok(())
    }
}
