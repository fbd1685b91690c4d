//! Time: pause, speed, steps, reset and snapshots.

use crate::access::Role;
use crate::job::{Scope, WorldLink, impossible, invalid, shown, unavailable};
use crate::members::Members;
use foxden_runtime::input::{Input, PastMoment};
use foxden_runtime::pace::{Pace, SPEEDS, Speed};
use foxden_runtime::run_handle::MOST_STEPS;
use raconteur::members::{Generator, generator};
use raconteur::service::Context;
use raconteur::value::{List, Record};
use raconteur::{Error, Result};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How many snapshots a world keeps.
const MOST_SNAPSHOTS: usize = 32;

/// The longest name of a snapshot.
const LONGEST_NAME: usize = 200;

/// How long one Next of `run_until` may take.
const NEXT_TIME: Duration = Duration::from_secs(1);

/// How many steps `run_until` makes before it looks at the clock.
const CHUNK: u32 = 64;

/// Numbers of `foxden.world.RunMode`.
const PAUSED: i32 = 0;
const REAL_TIME: i32 = 1;
const FAST: i32 = 2;

fn mode(pace: Pace) -> i32 {
    match pace {
        Pace {
            is_paused: true, ..
        } => PAUSED,
        Pace {
            speed: Speed::Fastest,
            ..
        } => FAST,
        _ => REAL_TIME,
    }
}

/// `foxden.world.WorldTime`.
pub(crate) fn world_time(scope: &Scope<'_>) -> Record {
    let clock = scope.clock();
    Record::new("foxden.world.WorldTime")
        .with("ts", clock.stamp())
        .with("seqno", scope.run.steps())
        .with("time", clock.time)
        .with("mode", mode(scope.run.pace()))
        .with("epoch", scope.state.epoch)
}

fn set_mode(scope: &mut Scope<'_>, mode: i32, context: &Context) -> Result<()> {
    Role::Edit.check(context)?;
    let pace = scope.run.pace();
    let pace = match (mode, pace.speed) {
        (PAUSED, _) => pace.paused(true),
        (REAL_TIME, Speed::Factor(_)) => pace.paused(false),
        (REAL_TIME, Speed::Fastest) => Pace::REAL_TIME,
        (FAST, _) => Pace::FASTEST,
        _ => return Err(invalid("the mode is paused, real_time or fast")),
    };
    scope.run.set_pace(pace);
    Ok(())
}

fn set_speed(scope: &mut Scope<'_>, factor: f64, context: &Context) -> Result<()> {
    Role::Edit.check(context)?;
    if !SPEEDS.contains(&factor) {
        let (least, most) = (SPEEDS.start(), SPEEDS.end());
        return Err(invalid(format!("the speed is from {least} to {most}")));
    }
    let is_paused = scope.run.pace().is_paused;
    scope.run.set_pace(Pace::factor(factor).paused(is_paused));
    Ok(())
}

fn reset(scope: &mut Scope<'_>, context: &Context) -> Result<()> {
    Role::Edit.check(context)?;
    // a reset does not fail
    let _ = scope.run.world.apply(Input::Reset);
    scope.state.access.controllers.restart_all();
    scope.forget_requests();
    Ok(())
}

fn save_snapshot(scope: &mut Scope<'_>, name: String, context: &Context) -> Result<()> {
    Role::Edit.check(context)?;
    if name.is_empty() || name.len() > LONGEST_NAME {
        return Err(invalid(format!(
            "the name of a snapshot has from 1 to {LONGEST_NAME} bytes"
        )));
    }
    let snapshots = &mut scope.state.snapshots;
    if !snapshots.contains_key(&name) && snapshots.len() >= MOST_SNAPSHOTS {
        return Err(impossible(format!(
            "there are {MOST_SNAPSHOTS} snapshots already; remove one first"
        )));
    }
    let moment = PastMoment {
        position: scope.run.world.run_position(),
        time: scope.run.world.time(),
        snapshot: scope.run.world.snapshot(),
    };
    snapshots.insert(name, Arc::new(moment));
    Ok(())
}

fn unknown_snapshot(name: &str) -> Error {
    invalid(format!("there is no snapshot {}", shown(name)))
}

fn restore_snapshot(scope: &mut Scope<'_>, name: &str, context: &Context) -> Result<()> {
    Role::Edit.check(context)?;
    let moment = scope.state.snapshots.get(name).cloned();
    let moment = moment.ok_or_else(|| unknown_snapshot(name))?;
    scope.state.epoch = scope.state.epoch.wrapping_add(1);
    // going back does not fail
    let _ = scope.run.world.apply(Input::Restore(moment));
    scope.forget_requests();
    Ok(())
}

async fn step(link: &WorldLink, count: u32) -> Result<()> {
    match count {
        0 => Ok(()),
        count if count > MOST_STEPS => Err(invalid(format!("at most {MOST_STEPS} steps at once"))),
        count => link.run.step(count).await.map_err(unavailable),
    }
}

/// Makes steps for a second, or until a time has come.
async fn run_for_a_second(link: &WorldLink, until: f64) -> Result<Option<Record>> {
    let started = Instant::now();
    let mut has_stepped = false;
    loop {
        let (left, time) = link
            .query(move |scope| {
                let step = scope.run.world.settings().seconds();
                // a rounding must not cost a step
                let left = ((until - scope.run.world.time()) / step - 1e-9).ceil();
                Ok((left, world_time(scope)))
            })
            .await?;
        if left <= 0.0 {
            return Ok(has_stepped.then_some(time));
        }
        if started.elapsed() >= NEXT_TIME {
            return Ok(Some(time));
        }
        let count = left.min(f64::from(CHUNK)) as u32;
        step(link, count).await?;
        has_stepped = true;
    }
}

fn run_until(link: WorldLink, until: f64) -> Box<dyn Generator> {
    generator(move |(): ()| {
        let link = link.clone();
        async move { run_for_a_second(&link, until).await }
    })
}

/// Adds the members about time.
pub(super) fn add(members: Members) -> Members {
    let [stepped, ran, reloaded] = std::array::from_fn(|_| members.link().clone());
    members
        .read("basic_time_step", |scope| {
            Ok(scope.run.world.settings().seconds())
        })
        .read("mode", |scope| Ok(mode(scope.run.pace())))
        .write("mode", set_mode)
        .read("speed", |scope| {
            Ok(match scope.run.pace().speed {
                Speed::Factor(factor) => factor,
                Speed::Fastest => f64::INFINITY,
            })
        })
        .write("speed", set_speed)
        .call_and_wait("step", move |(count,): (u32,), context| {
            let link = stepped.clone();
            async move {
                Role::Edit.check(&context)?;
                step(&link, count).await
            }
        })
        .generator("run_until", move |(time,): (f64,), context| {
            Role::Edit.check(&context)?;
            crate::job::finite(&[time], "a time")?;
            Ok(run_until(ran.clone(), time))
        })
        .call("reset", |scope, (): (), context| reset(scope, context))
        .call_and_wait("reload", move |(): (), context| {
            let link = reloaded.clone();
            async move {
                Role::Edit.check(&context)?;
                if !link.query(|scope| Ok(scope.state.is_reloadable)).await? {
                    return Err(impossible("this world cannot be opened again; reset it"));
                }
                // Services close with the world, and the answer has to be on its way by then:
                // the node has one thread, which sends it before it starts this task.
                tokio::spawn(async move { link.post(|scope| scope.state.wants_reload = true) });
                Ok(())
            }
        })
        .query("getf_state_hash", |scope, (): ()| {
            Ok(scope.run.world.state_hash())
        })
        .read("snapshot_names", |scope| {
            let names = scope.state.snapshots.keys().cloned();
            Ok(List(names.collect::<Vec<_>>()))
        })
        .call("save_snapshot", |scope, (name,): (String,), context| {
            save_snapshot(scope, name, context)
        })
        .call("restore_snapshot", |scope, (name,): (String,), context| {
            restore_snapshot(scope, &name, context)
        })
        .call("remove_snapshot", |scope, (name,): (String,), context| {
            Role::Edit.check(context)?;
            let removed = scope.state.snapshots.remove(&name);
            removed.map(drop).ok_or_else(|| unknown_snapshot(&name))
        })
}
