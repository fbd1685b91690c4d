//! What holds after each turn, whatever happened.

use crate::random::Random;
use foxden_runtime::input::Input;
use foxden_runtime::pace::Pace;
use foxden_runtime::run_loop::{RunLoop, Until};
use foxden_runtime::running_world::RunningWorld;
use foxden_runtime::stop_flag::StopFlag;
use foxden_runtime::ticket::file::RecordedWorld;
use foxden_runtime::ticket::replay::{Replay, ReplayEnd, Replayer};
use foxden_sim::World;
use std::path::Path;
use std::sync::Arc;

/// The largest error of an account of energy, as a share of what went through it.
const ENERGY_ERROR: f64 = 1e-9;

/// What was violated, in words.
pub type Violation = String;

/// Every account of energy balances.
///
/// # Errors
/// When one does not.
pub fn energy(world: &World) -> Result<(), Violation> {
    for (robot, about) in world.robots() {
        if let (Some(ledger), Some(energy)) = (world.robot_ledger(robot), world.robot_energy(robot))
        {
            let error = (ledger.balance() - energy).abs();
            if error.is_nan() || error > ENERGY_ERROR * ledger.throughput().max(1.0) {
                return Err(format!(
                    "the account of robot '{}' says {} J, its battery has {energy} J",
                    about.name,
                    ledger.balance()
                ));
            }
        }
    }
    for charger in world.chargers() {
        if let (Some(ledger), Some(energy)) =
            (world.charger_ledger(charger), world.charger_energy(charger))
        {
            let error = (ledger.balance() - energy).abs();
            if error.is_nan() || error > ENERGY_ERROR * ledger.throughput().max(1.0) {
                return Err(format!(
                    "the account of a charger says {} J, it has {energy} J",
                    ledger.balance()
                ));
            }
        }
    }
    Ok(())
}

/// A snapshot that is restored steps to the same state, in the same world and in a fork.
///
/// # Errors
/// When a state differs.
pub fn snapshot(world: &World) -> Result<(), Violation> {
    let mut plain = world.fork();
    let mut restored = world.fork();
    let snapshot = restored.snapshot();
    restored.step();
    restored.restore(&snapshot);
    if restored.state_hash() != world.state_hash() {
        return Err("a restored snapshot has another state".to_owned());
    }
    plain.step();
    restored.step();
    if restored.state_hash() != plain.state_hash() {
        return Err("a step after a restored snapshot gives another state".to_owned());
    }
    let bytes = world.snapshot_bytes();
    let mut other = world.fork();
    other.step();
    if other.restore_bytes(&bytes).is_ok() && other.state_hash() != world.state_hash() {
        return Err("restored bytes have another state".to_owned());
    }
    Ok(())
}

/// Two states that differ in their bytes differ in their hash.
///
/// # Errors
/// When a change is not part of the hash.
pub fn hash(world: &World, random: &mut Random) -> Result<(), Violation> {
    let robots: Vec<_> = world.robots().map(|(robot, _)| robot).collect();
    if robots.is_empty() {
        return Ok(());
    }
    let mut changed = RunningWorld::new(world.fork());
    let robot = *random.pick(&robots);
    let input = match random.below(4) {
        0 => Input::SetLoad {
            robot,
            watts: 1.0 + random.real().abs(),
        },
        1 => Input::RestartController { robot },
        2 => Input::Reset,
        _ => Input::DeviceCommands {
            robot,
            commands: vec![foxden_sim::controller::Command::EnableBattery(
                50 + random.below(9) as i16,
            )],
        },
    };
    let shown = format!("{input:?}");
    let (_, before) = world.hashed_state(Vec::new());
    let _ = changed.apply(input);
    let after_bytes = changed.snapshot_bytes();
    let is_different = body(&after_bytes) != body(&world.snapshot_bytes());
    let (_, after) = changed.hashed_state(Vec::new());
    if (is_different || before != after) && world.state_hash() == changed.state_hash() {
        return Err(format!("{shown} changes the state, but not its hash"));
    }
    Ok(())
}

/// The bytes of a state without the head, which has hashes.
fn body(bytes: &[u8]) -> &[u8] {
    &bytes[bytes.len().min(64)..]
}

/// A ticket replays to the same states, up to where it ends.
///
/// # Errors
/// When the replay differs.
pub fn replay(mut world: World, blocks: &[Vec<u8>], threads: usize) -> Result<u64, Violation> {
    let recorded = Arc::new(RecordedWorld {
        blocks: blocks.to_vec(),
        ..RecordedWorld::default()
    });
    world.set_threads(threads);
    let world = RunningWorld::new(world);
    let mut replayer = Replayer::new(Replay::new(&recorded), true, None);
    let mut run_loop = RunLoop::new(world, Pace::FASTEST, &StopFlag::default());
    let summary = run_loop.run(Until::Stopped, &mut [&mut replayer]);
    match (replayer.end(), replayer.divergence()) {
        (Some(ReplayEnd::Complete), None) => Ok(summary.steps),
        (_, Some(divergence)) => Err(format!("the replay differs: {divergence}")),
        (end, None) => Err(format!("the replay ended with {end:?}")),
    }
}

/// A world that has ended leaves no file but the one that viewers have saved.
///
/// # Errors
/// When there is another one.
pub fn files(folder: &Path) -> Result<(), Violation> {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => files(&path)?,
            false if path.file_name() == Some("den.wbt".as_ref()) => {}
            false => return Err(format!("{} is left", path.display())),
        }
    }
    Ok(())
}
