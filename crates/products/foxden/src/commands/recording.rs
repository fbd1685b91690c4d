//! The recording of a run: what viewers see, and the ticket to replay it.

use super::simulation::SimulationArguments;
use super::world_record::{PROGRAM, WorldRecord, platform};
use clap::Args;
use foxden_assets::asset_journal::{AssetJournal, NewAssets};
use foxden_runtime::running_world::RunningWorld;
use foxden_runtime::ticket;
use foxden_runtime::ticket::recorder::{CHECK_STEPS, TicketRecorder};
use foxden_view::recording::{Recorder, SharedRecorder};
use std::io;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// What is recorded.
#[derive(Args, Clone)]
#[command(next_help_heading = "Recording")]
pub(crate) struct RecordingArguments {
    /// Records the run: an MCAP file, which the viewer shows and 'foxden replay' runs again, or one HTML file that shows the run in any browser without a server
    #[arg(long, value_name = "FILE.mcap|FILE.html", value_parser = recording_file)]
    record: Option<PathBuf>,
    /// Records only what 'foxden replay' needs, not what the viewer shows: smaller, and the run stays as fast
    #[arg(long, requires = "record")]
    ticket_only: bool,
    /// Leaves out the contents of the files that the world uses; a replay needs the same files then
    #[arg(long, requires = "record")]
    thin: bool,
    /// Records the state of the world every N steps, to compare it in a replay
    #[arg(long, value_name = "N", requires = "record", default_value_t = check_steps())]
    check_every: NonZeroU64,
}

const fn check_steps() -> NonZeroU64 {
    match NonZeroU64::new(CHECK_STEPS) {
        Some(steps) => steps,
        None => NonZeroU64::MIN,
    }
}

/// Reads the name of a recording.
fn recording_file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match Recorder::has_form(&path) {
        true => Ok(path),
        false => Err("a recording is a .mcap or .html file".to_owned()),
    }
}

impl RecordingArguments {
    /// What is recorded, if anything is.
    pub(crate) fn plan(&self) -> Option<RecordingPlan<'_>> {
        let file = self.record.as_deref()?;
        Some(RecordingPlan {
            file,
            is_ticket_only: self.ticket_only,
            is_thin: self.thin,
            check_steps: self.check_every,
        })
    }
}

/// What is recorded and where.
pub(crate) struct RecordingPlan<'a> {
    file: &'a Path,
    is_ticket_only: bool,
    is_thin: bool,
    check_steps: NonZeroU64,
}

impl RecordingPlan<'_> {
    /// Creates the file.
    pub(crate) fn start(&self) -> Result<Recording, String> {
        let fail = |error: io::Error| format!("{}: {error}", self.file.display());
        let has_ticket = Recorder::has_ticket(self.file);
        if self.is_ticket_only && !has_ticket {
            return Err(format!(
                "{}: an .html file has no ticket; use a .mcap file, or leave out --ticket-only",
                self.file.display()
            ));
        }
        let recorder = Recorder::create(self.file).map_err(fail)?;
        Ok(Recording {
            recorder: SharedRecorder::new(recorder),
            has_viewer: !self.is_ticket_only,
            is_first: AtomicBool::new(true),
            has_ticket,
            is_thin: self.is_thin,
            check_steps: self.check_steps,
        })
    }
}

/// A recording of one world, or of several that were opened one after the other.
pub(crate) struct Recording {
    recorder: SharedRecorder,
    has_viewer: bool,
    /// Whether no world was recorded for viewers: they see the first one.
    is_first: AtomicBool,
    has_ticket: bool,
    is_thin: bool,
    check_steps: NonZeroU64,
}

impl Recording {
    /// Whether what viewers see is recorded.
    pub(crate) fn has_viewer(&self) -> bool {
        self.has_viewer
    }

    /// The recorder for the viewer of the first world.
    pub(crate) fn for_viewer(&self) -> Option<SharedRecorder> {
        let is_wanted = self.has_viewer && self.is_first.swap(false, Ordering::Relaxed);
        is_wanted.then(|| self.recorder.clone())
    }

    /// The journal for the files of the next world, if there is a ticket.
    pub(crate) fn journal(&self) -> Option<AssetJournal> {
        self.has_ticket.then(AssetJournal::default)
    }

    /// Begins the ticket of a world.
    pub(crate) fn begin_ticket(
        &self,
        world: &mut RunningWorld,
        journal: AssetJournal,
        file: &Path,
        simulation: &SimulationArguments,
        threads: usize,
    ) -> Result<(), String> {
        let fail = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
        let record = WorldRecord {
            format: ticket::FORMAT,
            program: PROGRAM.to_owned(),
            platform: platform(),
            file: std::path::absolute(file).map_err(|error| fail(&error))?,
            seed: simulation.seed(),
            physics: simulation.physics(),
            vision: simulation.vision(),
            threads,
            basic_time_step: world.settings().basic_time_step,
            check_steps: self.check_steps.get(),
            is_thin: self.is_thin,
        };
        let text = serde_json::to_string(&record).map_err(|error| fail(&error))?;
        let is_thin = self.is_thin;
        self.recorder.with(|recorder| {
            recorder.write(ticket::WORLD_TOPIC, world.time(), text.as_bytes());
        });
        let recorder = self.recorder.clone();
        let sink = Box::new(move |world: &foxden_sim::World, block: &[u8]| {
            recorder.with(|recorder| {
                let time = world.time();
                if journal.has_new() {
                    write_assets(recorder, time, journal.take(), is_thin);
                }
                recorder.write(ticket::INPUTS_TOPIC, time, block);
                recorder.flush();
            });
        });
        let recorder = TicketRecorder::new(world, self.check_steps, sink);
        world.record(Box::new(recorder));
        Ok(())
    }

    /// Completes the file.
    pub(crate) fn finish(&self) -> io::Result<()> {
        self.recorder.finish()
    }
}

fn write_assets(recorder: &mut Recorder, time: f64, assets: NewAssets, is_thin: bool) {
    if !is_thin {
        for (hash, content) in &assets.contents {
            recorder.attach_asset(&hash.0, content);
        }
    }
    match serde_json::to_string(&assets.events) {
        Ok(text) => recorder.write(ticket::ASSETS_TOPIC, time, text.as_bytes()),
        // a path that is not UTF-8
        Err(error) => recorder.fail(io::Error::other(error)),
    }
}
