//! The recording of a run: what viewers see, and the ticket to replay it.

use super::simulation::SimulationArguments;
use super::world_record::{PROGRAM, WorldRecord, platform};
use clap::Args;
use foxden_assets::asset_journal::{AssetJournal, NewAssets};
use foxden_runtime::running_world::RunningWorld;
use foxden_runtime::ticket;
use foxden_runtime::ticket::recorder::{CheckRhythm, TicketRecorder};
use foxden_view::recording::{Recorder, SharedRecorder};
use std::io;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// What is recorded.
#[derive(Args, Clone)]
#[command(next_help_heading = "Recording")]
pub(crate) struct RecordingArguments {
    /// Records the run: an MCAP file, which the viewer shows and 'foxden replay' runs again, or one HTML file that shows the run in any browser without a server
    #[arg(long, value_name = "FILE.mcap|FILE.html", value_parser = recording_file)]
    record: Option<PathBuf>,
    /// Records only what 'foxden replay' needs, not what the viewer shows; the file is smaller and the run is not slower
    #[arg(long, requires = "record")]
    ticket_only: bool,
    /// Does not store the files that the world uses; a replay then needs the same files
    #[arg(long, requires = "record")]
    thin: bool,
    /// Records the state of the world every N steps, to compare it in a replay; without it every 128 steps, and less often while the same happens in each step
    #[arg(long, value_name = "N", requires = "record")]
    check_every: Option<NonZeroU64>,
}

/// Reads the name of a recording.
fn recording_file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match Recorder::has_form(&path) {
        true => Ok(path),
        false => Err("the name of a recording must end with .mcap or .html".to_owned()),
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
            checks: self.check_every.map(CheckRhythm::from).unwrap_or_default(),
        })
    }
}

/// What is recorded and where.
pub(crate) struct RecordingPlan<'a> {
    pub(crate) file: &'a Path,
    is_ticket_only: bool,
    is_thin: bool,
    checks: CheckRhythm,
}

impl<'a> RecordingPlan<'a> {
    /// The file.
    pub(crate) fn file(&self) -> &'a Path {
        self.file
    }

    /// A recording whose file is created with the first world.
    pub(crate) fn start(&self) -> Result<Recording<'a>, String> {
        let fail = |error: io::Error| format!("{}: {error}", self.file.display());
        let has_ticket = Recorder::has_ticket(self.file);
        if self.is_ticket_only && !has_ticket {
            return Err(format!(
                "{}: an .html file has no ticket; use a .mcap file, or leave out --ticket-only",
                self.file.display()
            ));
        }
        Recorder::check(self.file).map_err(fail)?;
        Ok(Recording {
            file: self.file,
            recorder: OnceLock::new(),
            has_reported: AtomicBool::new(false),
            has_viewer: !self.is_ticket_only,
            is_first: AtomicBool::new(true),
            has_ticket,
            is_thin: self.is_thin,
            checks: self.checks,
        })
    }
}

/// A recording of one world, or of several that were opened one after the other.
pub(crate) struct Recording<'a> {
    file: &'a Path,
    /// None before the first world is open: a world that cannot be opened must not cost
    /// the recording that was there before.
    recorder: OnceLock<SharedRecorder>,
    has_reported: AtomicBool,
    has_viewer: bool,
    /// Whether no world was recorded for viewers: they see the first one.
    is_first: AtomicBool,
    has_ticket: bool,
    is_thin: bool,
    checks: CheckRhythm,
}

impl Recording<'_> {
    /// The recorder; the file is created by the first call.
    fn recorder(&self) -> Result<&SharedRecorder, String> {
        if let Some(recorder) = self.recorder.get() {
            return Ok(recorder);
        }
        let created = Recorder::create(self.file);
        let created = created.map_err(|error| format!("{}: {error}", self.file.display()))?;
        Ok(self.recorder.get_or_init(|| SharedRecorder::new(created)))
    }

    /// Why the recording is not complete, once.
    pub(crate) fn take_failure(&self) -> Option<String> {
        if self.has_reported.load(Ordering::Relaxed) {
            return None;
        }
        let mut failure = None;
        self.recorder.get()?.with(|recorder| {
            failure = recorder.failure().map(ToString::to_string);
        });
        let failure = failure?;
        self.has_reported.store(true, Ordering::Relaxed);
        Some(failure)
    }

    /// Whether what viewers see is recorded.
    pub(crate) fn has_viewer(&self) -> bool {
        self.has_viewer
    }

    /// The recorder for the viewer of the first world.
    pub(crate) fn for_viewer(&self) -> Result<Option<SharedRecorder>, String> {
        let is_wanted = self.has_viewer && self.is_first.swap(false, Ordering::Relaxed);
        match is_wanted {
            true => self.recorder().cloned().map(Some),
            false => Ok(None),
        }
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
            check_steps: self.checks.least_steps(),
            is_thin: self.is_thin,
        };
        let text = serde_json::to_string(&record).map_err(|error| fail(&error))?;
        let is_thin = self.is_thin;
        let recorder = self.recorder()?.clone();
        recorder.with(|recorder| {
            recorder.write(ticket::WORLD_TOPIC, world.time(), text.as_bytes());
        });
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
        let recorder = TicketRecorder::new(world, self.checks, sink);
        world.record(Box::new(recorder));
        Ok(())
    }

    /// Completes the file.
    pub(crate) fn finish(&self) -> io::Result<()> {
        self.recorder.get().map_or(Ok(()), SharedRecorder::finish)
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
