//! Ways of running a world that must agree to the last bit.

use crate::check::Verdict;
use crate::stage::StagedWorld;
use foxden_golden::GoldenReplay;
use foxden_scene::Value;
use foxden_sim::controller::Write;

/// The most steps of a run.
pub(crate) const MOST_STEPS: usize = 600;

/// Steps that are taken and then undone by going back to a snapshot.
const UNDONE_STEPS: usize = 5;

/// A Solid that nothing sees, for a change that is changed back.
const BYSTANDER: &str = "Solid { translation 500 500 500 name \"bystander\" children [ \
     Shape { geometry Box { } } ] boundingObject Box { } }";

/// What a run left behind.
struct Trace {
    /// The state after each step.
    states: Vec<u64>,
    tables: Vec<(String, String)>,
}

/// Runs a world to its end; `meddle` may do something before each step.
fn trace(
    sample: &StagedWorld,
    mut meddle: impl FnMut(usize, &mut GoldenReplay) -> Result<(), String>,
) -> Result<Trace, String> {
    let mut replay = sample.play()?;
    let mut states = Vec::new();
    for step in 0..MOST_STEPS {
        meddle(step, &mut replay)?;
        if !replay.step() {
            break;
        }
        states.push(replay.world().observable_hash());
    }
    match replay.beyond() {
        Some(reason) => Err(reason),
        None => Ok(Trace {
            states,
            tables: replay.tables(),
        }),
    }
}

fn plain(sample: &StagedWorld) -> Result<Trace, String> {
    trace(sample, |_, _| Ok(()))
}

/// What differs between two runs.
fn difference(first: &Trace, second: &Trace) -> Option<String> {
    for ((suffix, one), (_, other)) in first.tables.iter().zip(&second.tables) {
        let mut lines = one.lines().zip(other.lines()).enumerate();
        if let Some((row, (one, other))) = lines.find(|(_, (one, other))| one != other) {
            let at = one.split(',').zip(other.split(','));
            let cell = at.clone().position(|(one, other)| one != other);
            let header = first_line(&first.tables, suffix);
            let column = cell.and_then(|cell| header.split(',').nth(cell));
            let (one, other) = at
                .into_iter()
                .find(|(one, other)| one != other)
                .unwrap_or((one, other));
            let column = column.unwrap_or("a cell");
            return Some(format!("row {row}, {column}: {one} and {other}"));
        }
        if one.lines().count() != other.lines().count() {
            let (one, other) = (one.lines().count(), other.lines().count());
            return Some(format!("{one} and {other} rows"));
        }
    }
    let step = first
        .states
        .iter()
        .zip(&second.states)
        .position(|(one, other)| one != other);
    if let Some(step) = step {
        return Some(format!("the states differ after step {}", step + 1));
    }
    let (one, other) = (first.states.len(), second.states.len());
    (one != other).then(|| format!("{one} and {other} steps"))
}

fn first_line<'a>(tables: &'a [(String, String)], suffix: &str) -> &'a str {
    let table = tables.iter().find(|(other, _)| other == suffix);
    table
        .and_then(|(_, table)| table.lines().next())
        .unwrap_or("")
}

pub(crate) fn threads(sample: &StagedWorld) -> Result<Verdict, String> {
    let two = trace(sample, |step, replay| {
        if step == 0 && !replay.world_mut().set_threads(2) {
            return Err("no thread can be had".to_owned());
        }
        Ok(())
    })?;
    Ok(Verdict::of(difference(&plain(sample)?, &two)))
}

/// The step in the middle of a run, where something is done to it.
fn middle(trace: &Trace) -> usize {
    trace.states.len() / 2
}

pub(crate) fn snapshot(sample: &StagedWorld) -> Result<Verdict, String> {
    let straight = plain(sample)?;
    let middle = middle(&straight);
    let back = trace(sample, |step, replay| {
        if step == middle {
            let world = replay.world_mut();
            let snapshot = world.snapshot();
            (0..UNDONE_STEPS).for_each(|_| world.step());
            world.restore(&snapshot);
        }
        Ok(())
    })?;
    Ok(Verdict::of(difference(&straight, &back)))
}

/// A world that was saved is read back as the same text, and runs the same.
pub(crate) fn saved(sample: &StagedWorld) -> Result<Verdict, String> {
    let (scene, _) = sample.open()?;
    let once = sample.with_scene(&scene);
    let (scene, _) = match once.open() {
        Ok(opened) => opened,
        Err(reason) => return Ok(Verdict::Fails(format!("the saved world: {reason}"))),
    };
    let twice = sample.with_scene(&scene);
    let mut lines = once.world.lines().zip(twice.world.lines());
    if let Some((one, other)) = lines.find(|(one, other)| one != other) {
        return Ok(Verdict::Fails(format!("saved {one:?}, then {other:?}")));
    }
    Ok(Verdict::of(difference(&plain(sample)?, &plain(&once)?)))
}

/// Changes the document in the middle of a run, and changes it back.
pub(crate) fn edited(sample: &StagedWorld) -> Result<Verdict, String> {
    let straight = plain(sample)?;
    let middle = middle(&straight);
    let meddled = trace(sample, |step, replay| {
        if step == middle {
            edit_and_undo(replay)?;
        }
        Ok(())
    })?;
    Ok(Verdict::of(difference(&straight, &meddled)))
}

fn edit_and_undo(replay: &mut GoldenReplay) -> Result<(), String> {
    let world = replay.world_mut();
    let top = world.scene().top_level();
    let end = world.scene().nodes_in(top).len();
    let text = |error: foxden_scene::EditError| error.to_string();
    let (inserted, _) = world.insert(top, end, BYSTANDER).map_err(text)?;
    for node in inserted {
        world.remove(node).map_err(text)?;
    }
    let info = world.scene().nodes_in(top).first().copied();
    let title = info.and_then(|info| world.scene().field(info, "title"));
    if let Some(title) = title
        && let Some(before) = world.get(title)
    {
        let other = Value::String("another title".into());
        world.set(title, Write::Whole(other)).map_err(text)?;
        world.set(title, Write::Whole(before)).map_err(text)?;
    }
    Ok(())
}
