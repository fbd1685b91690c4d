//! `foxden diff`

use super::recorded_world::{ReplayedWorld, asset_events, open_recorded, read_ticket};
use super::world_record::WorldRecord;
use super::{AssetArguments, Outcome, unusable};
use crate::exit_code::ExitCode;
use crate::progress::Progress;
use crate::terminal::write;
use clap::Args;
use foxden_assets::asset_journal::AssetEvent;
use foxden_runtime::ticket::file::{RecordedWorld, TicketFile};
use foxden_runtime::ticket::replay::{Divergence, Replay, Turn};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(Args)]
#[command(after_help = "Examples:
  foxden run worlds/my_world.wbt --duration 10s --record a.mcap
  foxden run worlds/my_world.wbt --duration 10s --record b.mcap
  foxden diff a.mcap b.mcap

Both runs are repeated, step by step. The first input or state value that differs is printed.
Exit codes: 0 the runs are the same, 1 they differ, 2 wrong usage or a file without a ticket.")]
pub(crate) struct DiffArguments {
    /// A recording that 'foxden run --record FILE.mcap' made
    #[arg(value_name = "A.mcap")]
    first: PathBuf,
    /// The recording to compare it with
    #[arg(value_name = "B.mcap")]
    second: PathBuf,
    #[command(flatten)]
    assets: AssetArguments,
}

pub(crate) fn run(arguments: &DiffArguments) -> ExitCode {
    match diff(arguments) {
        Ok(lines) if lines.is_empty() => {
            write(&mut std::io::stdout(), "the runs are the same\n");
            Outcome::Good.into()
        }
        Ok(lines) => {
            write(&mut std::io::stdout(), &format!("{}\n", lines.join("\n")));
            Outcome::Errors.into()
        }
        Err(reason) => unusable(&reason),
    }
}

/// The differences; none if the runs are the same.
fn diff(arguments: &DiffArguments) -> Result<Vec<String>, String> {
    let read =
        |path: &Path| read_ticket(path).map_err(|reason| format!("{}: {reason}", path.display()));
    let tickets = [read(&arguments.first)?, read(&arguments.second)?];
    let [first, second] = &tickets;
    for (one, other) in first.worlds.iter().zip(&second.worlds) {
        let mut lines = settings(one, other)?;
        lines.extend(files(one, other)?);
        lines.extend(run_both(arguments, &tickets, [one, other])?);
        if !lines.is_empty() {
            return Ok(lines);
        }
    }
    let counts = [first.worlds.len(), second.worlds.len()];
    Ok(match counts[0] == counts[1] {
        true => Vec::new(),
        false => vec![format!(
            "the first run opened {} worlds, the second {}",
            counts[0], counts[1]
        )],
    })
}

/// How the worlds were opened and run. What results do not depend on is left out.
fn settings(one: &RecordedWorld, other: &RecordedWorld) -> Result<Vec<String>, String> {
    let [one, other] = [
        WorldRecord::read(&one.opened)?,
        WorldRecord::read(&other.opened)?,
    ];
    let seed = |record: &WorldRecord| match record.seed {
        Some(seed) => seed.to_string(),
        None => "that of the world".to_owned(),
    };
    let rows = [
        ("program", one.program.clone(), other.program.clone()),
        ("seed", seed(&one), seed(&other)),
        (
            "physics",
            format!("{:?}", one.physics),
            format!("{:?}", other.physics),
        ),
        (
            "vision",
            format!("{:?}", one.vision),
            format!("{:?}", other.vision),
        ),
    ];
    let different = rows.into_iter().filter(|(_, one, other)| one != other);
    let lines = different.map(|(name, one, other)| format!("{name}: {one} and {other}"));
    Ok(lines.collect())
}

/// Files of the same name with another content. Files may have been at another place.
fn files(one: &RecordedWorld, other: &RecordedWorld) -> Result<Vec<String>, String> {
    let contents = |recorded: &RecordedWorld| -> Result<BTreeMap<String, String>, String> {
        let record = WorldRecord::read(&recorded.opened)?;
        let events = asset_events(recorded)?;
        let reads = events.iter().filter_map(|event| match event {
            AssetEvent::Read { location, content } => {
                let is_world = location.as_file() == Some(&*record.file);
                let name = match is_world {
                    true => "the world file".to_owned(),
                    false => location.to_string(),
                };
                Some((name, content.as_ref().ok()?.to_string()))
            }
            _ => None,
        });
        Ok(reads.collect())
    };
    let (one, other) = (contents(one)?, contents(other)?);
    let changed = one.iter().filter_map(|(name, hash)| {
        let now = other.get(name).filter(|now| *now != hash)?;
        Some(format!("{name}: SHA-256 {hash} and {now}"))
    });
    Ok(changed.collect())
}

/// One of the two runs.
struct Side<'a> {
    name: &'a Path,
    opened: ReplayedWorld,
    replay: Replay,
}

impl<'a> Side<'a> {
    fn open(
        name: &'a Path,
        ticket: &TicketFile,
        recorded: &Arc<RecordedWorld>,
        assets: &AssetArguments,
    ) -> Result<Self, String> {
        let opened = open_recorded(ticket, recorded, assets, 1);
        Ok(Self {
            name,
            opened: opened.map_err(|reason| format!("{}: {reason}", name.display()))?,
            replay: Replay::new(recorded),
        })
    }

    /// Reads on to the next step. A replay that differs from its own recording cannot
    /// be compared.
    fn advance(&mut self) -> Result<(), String> {
        let advanced = self.replay.advance(&self.opened.world);
        self.checked(advanced.map_err(|error| format!("{}: {error}", self.name.display()))?)
    }

    fn apply(&mut self) -> Result<(), String> {
        let divergence = self.replay.apply(&mut self.opened.world);
        self.checked(divergence)
    }

    fn checked(&self, divergence: Option<Divergence>) -> Result<(), String> {
        match divergence {
            Some(divergence) => Err(format!("{}: {divergence}", self.name.display())),
            None => Ok(()),
        }
    }
}

/// Makes both runs again until they differ.
fn run_both(
    arguments: &DiffArguments,
    [first, second]: &[TicketFile; 2],
    [one, other]: [&Arc<RecordedWorld>; 2],
) -> Result<Vec<String>, String> {
    let assets = &arguments.assets;
    let mut a = Side::open(&arguments.first, first, one, assets)?;
    let mut b = Side::open(&arguments.second, second, other, assets)?;
    let _progress = Progress::of("comparing the runs".to_owned());
    loop {
        if let Some(line) = state_difference(&a, &b) {
            return Ok(vec![line]);
        }
        a.advance()?;
        b.advance()?;
        if let Some(line) = input_difference(&a, &b) {
            return Ok(vec![line]);
        }
        a.apply()?;
        b.apply()?;
        match [&a, &b].map(|side| side.replay.turn().has_step) {
            [true, true] => {
                a.opened.world.step();
                b.opened.world.step();
            }
            [false, false] => return Ok(Vec::new()),
            [is_longer, _] => {
                let (longer, shorter) = match is_longer {
                    true => (a.name, b.name),
                    false => (b.name, a.name),
                };
                return Ok(vec![format!(
                    "{} ends after step {}, {} continues; the runs are equal up to this step",
                    shorter.display(),
                    a.opened.world.steps(),
                    longer.display()
                )]);
            }
        }
    }
}

fn state_difference(a: &Side<'_>, b: &Side<'_>) -> Option<String> {
    let (one, other) = (&a.opened.world, &b.opened.world);
    if one.state_hash() == other.state_hash() {
        return None;
    }
    let (_, state) = one.hashed_state(Vec::new());
    let difference = other.first_difference(&state);
    let value = match &difference {
        Some(difference) => format!(": {difference}"),
        None => String::new(),
    };
    Some(format!(
        "step {} ({:.3} s): the states differ before the inputs do{value}",
        one.steps(),
        one.time()
    ))
}

fn input_difference(a: &Side<'_>, b: &Side<'_>) -> Option<String> {
    let texts = |turn: &Turn| -> Vec<String> {
        let operations = turn.operations.iter();
        operations.map(ToString::to_string).collect()
    };
    let (one, other) = (texts(a.replay.turn()), texts(b.replay.turn()));
    // the end of a run is reported apart
    let is_end = |side: &Side<'_>| !side.replay.turn().has_step;
    if one == other || is_end(a) || is_end(b) {
        return None;
    }
    let pairs = one.iter().zip(&other);
    let at = pairs.take_while(|(one, other)| one == other).count();
    let shown = |texts: &[String]| match texts.get(at) {
        Some(text) => text.chars().take(2_000).collect(),
        None => "nothing".to_owned(),
    };
    let world = &a.opened.world;
    Some(format!(
        "step {} ({:.3} s): the inputs differ, the states before were equal\n  {}: {}\n  {}: {}",
        world.steps(),
        world.time(),
        a.name.display(),
        shown(&one),
        b.name.display(),
        shown(&other)
    ))
}
