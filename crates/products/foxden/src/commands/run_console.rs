//! What a run prints on the terminal: progress, reports of the world, the summary.

use super::recording::Recording;
use super::world_reports::report_lines;
use crate::terminal::{is_colored, warn, write, write_bytes};
use foxden_lang::diagnostic::{Code, printable, render_human};
use foxden_runtime::pace::Speed;
use foxden_runtime::participant::Participant;
use foxden_runtime::run::Run as RunState;
use foxden_runtime::run_loop::{Summary, Until};
use foxden_runtime::running_world::RunningWorld;
use foxden_sim::{Exactness, World};
use foxden_view::hub::Hub;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Shows progress and what the world reports.
pub(crate) struct RunConsole<'a> {
    pub(crate) bar: &'a ProgressBar,
    /// Whether the run ends when physics goes wrong, and what did.
    pub(crate) is_strict: bool,
    pub(crate) fault: Option<String>,
    /// Viewers that see the same.
    pub(crate) hub: Option<&'a Arc<Hub>>,
    /// The recording, which may not be written any more.
    pub(crate) recording: Option<&'a Recording<'a>>,
}

impl RunConsole<'_> {
    /// Says once that the recording is not complete; the run continues, and fails at its end.
    fn say_failure(&self) {
        let failure = self.recording.and_then(Recording::take_failure);
        if let Some(failure) = failure {
            let text = format!("nothing more is recorded: {failure}");
            self.bar.suspend(|| warn(&text));
        }
    }
}

impl Participant for RunConsole<'_> {
    fn after_step(&mut self, run: &mut RunState) -> ControlFlow<()> {
        let steps = run.steps();
        let is_slow = matches!(run.pace().speed, Speed::Factor(_));
        if steps.is_multiple_of(256) || is_slow {
            show_progress(self.bar, &run.world, steps);
        }
        self.say_failure();
        let fault = say(&mut run.world, self.bar, self.hub).filter(|_| self.is_strict);
        match fault {
            Some(_) => {
                self.fault = fault;
                ControlFlow::Break(())
            }
            None => ControlFlow::Continue(()),
        }
    }
}

/// A bar on a terminal, nothing elsewhere. A quiet run has none: controllers may print parts of
/// lines, and the bar would erase them.
pub(crate) fn progress_bar(world: &World, until: Until, is_quiet: bool) -> ProgressBar {
    if is_quiet || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let step = world.settings().seconds();
    let bar = match until {
        Until::Steps(steps) => ProgressBar::new(steps),
        Until::Elapsed(time) => ProgressBar::new((time.as_secs_f64() / step).ceil() as u64),
        Until::Stopped => ProgressBar::no_length(),
    };
    let template = match until {
        Until::Stopped => "{msg}, {per_sec} {spinner}",
        Until::Steps(_) | Until::Elapsed(_) => "{msg}, {eta} left {wide_bar}",
    };
    let style =
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    bar.with_style(style)
}

/// Tells how much time has been simulated and how fast that goes.
fn show_progress(bar: &ProgressBar, world: &World, steps: u64) {
    if bar.is_hidden() {
        return;
    }
    let simulated = world.time();
    let factor = simulated / bar.elapsed().as_secs_f64().max(f64::MIN_POSITIVE);
    bar.set_message(format!(
        "{simulated:.1} s simulated, {factor:.1} times real time"
    ));
    bar.set_position(steps);
}

/// What the world has to say, a line each. Returns the first fault of physics.
fn say(world: &mut RunningWorld, bar: &ProgressBar, hub: Option<&Arc<Hub>>) -> Option<String> {
    let mut fault = None;
    for finding in world.take_findings() {
        let text = render_human(&finding, is_colored(&std::io::stderr()));
        bar.suspend(|| write_bytes(&mut std::io::stderr(), text.as_bytes()));
        if let Some(hub) = hub {
            let kind = match finding.code {
                Code::Slot => "slot",
                _ => "report",
            };
            hub.print(None, "foxden", &finding.message);
            hub.report(kind, &finding.message, None);
        }
    }
    for (line, is_fault) in report_lines(world.take_reports()) {
        let shown = format!("{}\n", printable(&line));
        bar.suspend(|| write(&mut std::io::stderr(), &shown));
        if let Some(hub) = hub {
            hub.print(None, "foxden", &line);
            hub.report("report", &line, None);
        }
        if is_fault {
            fault.get_or_insert(line);
        }
    }
    fault
}

pub(crate) fn print_summary(summary: &Summary, exactness: &Exactness) {
    let memory = peak_memory()
        .map(|megabytes| format!(", {megabytes} MB at most"))
        .unwrap_or_default();
    let text = format!(
        "{} steps, {:.3} s simulated in {:.3} s ({:.1} times real time){memory}, state {:016x}\n{exactness}\n",
        summary.steps,
        summary.simulated.as_secs_f64(),
        summary.took.as_secs_f64(),
        summary.speed(),
        summary.state_hash,
    );
    write(&mut std::io::stdout(), &text);
}

/// The most memory that this process had, in megabytes.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kilobytes.div_ceil(1024))
}
