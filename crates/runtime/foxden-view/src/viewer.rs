//! The participant that shows a world: it executes what viewers ask for, and
//! after steps hands what is new to the hub.
//!
//! Nothing is computed while no viewer is connected.

mod clock;
mod execute;
mod hello;
mod news;
mod past;
mod scene;

use crate::controller_access::{ControllerAccess, UnreachableControllers};
use crate::description::{BodyNumbers, Description, NameCache};
use crate::editor::Editor;
use crate::events::EventWatch;
use crate::frames::Moment;
use crate::hub::{Attachment, Hub, Order, ViewerId};
use crate::recording::SharedRecorder;
use crate::topic::Topic;
use crate::values;
pub use crate::values::slots::Refusal;
use crate::world_list::WorldList;
use axum::extract::ws::Utf8Bytes;
use clock::ClockMessage;
use foxden_runtime::participant::Participant;
use foxden_runtime::run::Run;
use foxden_sim::viewer_data::{BodyGroups, ShownLight};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// How many orders are executed before the world continues.
const BATCH: usize = 256;

/// The shortest time between two descriptions of the scene.
const DESCRIPTION_TIME: Duration = Duration::from_millis(50);

/// A description may take a share of the time: the wait until the next is this
/// many times as long as it took.
const DESCRIPTION_SHARE: u32 = 5;

/// The shortest time between two computations of topics.
const VALUES_TIME: Duration = Duration::from_millis(33);

/// What viewers want of the program that runs the world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProgramRequest {
    /// Open the same world again.
    Reload,
    /// Open another world.
    Open(PathBuf),
    /// End.
    Quit,
}

/// What viewers get to know of a world.
#[derive(Clone, Debug, Default)]
pub struct WorldAbout {
    /// The file; empty for a world of the program's own.
    pub file: PathBuf,
    /// Whether the file is part of the program, so that saving must not replace it.
    pub is_bundled: bool,
    /// The folders in which robot windows are searched, the world's project first.
    pub projects: Vec<PathBuf>,
    /// Worlds that viewers may open instead of an empty one; the page shows them at
    /// once.
    pub worlds: Option<Arc<WorldList>>,
}

impl WorldAbout {
    /// Whether the world comes from a file, so that it can be saved and opened
    /// again from a page.
    fn has_file(&self) -> bool {
        !self.file.as_os_str().is_empty()
    }

    /// Whether a page may end the run or open another world.
    fn can_end(&self) -> bool {
        self.has_file() || self.worlds.is_some()
    }
}

/// Shows one world.
pub struct Viewer {
    hub: Arc<Hub>,
    about: WorldAbout,
    controllers: Box<dyn ControllerAccess>,
    names: NameCache,
    numbers: BodyNumbers,
    groups: BodyGroups,
    description: Description,
    /// The scene message, until the description changes.
    scene: Option<Utf8Bytes>,
    /// The changes of the world that the description has; `None` before the first.
    described: Option<u64>,
    next_description: Instant,
    emissives: Vec<[f64; 3]>,
    /// What displays and pens had painted when the scene was described.
    painted: Option<u64>,
    /// How far belts of tracks had gone then.
    belts: Vec<f64>,
    lights: Vec<ShownLight>,
    /// How often labels had changed.
    label_changes: u64,
    next_values: Instant,
    /// Whether something is to be shown as soon as its time has come.
    has_deferred: bool,
    /// How often viewers had changed what they watch.
    watched: u64,
    clock: ClockMessage,
    editor: Editor,
    pulls: BTreeMap<ViewerId, execute::Pull>,
    past: past::Past,
    program_request: Arc<Mutex<Option<ProgramRequest>>>,
    event_watch: EventWatch,
    next_events: Instant,
    /// The steps and edits of the world when it was last looked at for events.
    looked_at: Option<(u64, u64)>,
    refusals: Vec<Refusal>,
    /// Whether the world follows a recording, so that viewers must not change it.
    is_replay: bool,
}

impl Viewer {
    /// Shows a world to viewers of a hub; [`Hub::connect`] must follow.
    pub fn new(hub: Arc<Hub>, about: WorldAbout) -> Self {
        hub.frames.clear();
        hub.topics.clear();
        hub.history().clear();
        hub.windows.clear();
        hub.window_log.clear();
        hub.clear_events();
        hub.set_worlds(about.worlds.clone());
        Self {
            hub,
            about,
            controllers: Box::new(UnreachableControllers::NONE),
            names: NameCache::default(),
            numbers: BodyNumbers::default(),
            groups: BodyGroups::default(),
            description: Description::default(),
            scene: None,
            described: None,
            next_description: Instant::now(),
            emissives: Vec::new(),
            painted: None,
            belts: Vec::new(),
            lights: Vec::new(),
            label_changes: 0,
            next_values: Instant::now(),
            has_deferred: false,
            watched: 0,
            clock: ClockMessage::default(),
            editor: Editor::default(),
            pulls: BTreeMap::new(),
            past: past::Past::default(),
            program_request: Arc::default(),
            event_watch: EventWatch::default(),
            next_events: Instant::now(),
            looked_at: None,
            refusals: Vec::new(),
            is_replay: false,
        }
    }

    /// Shows a replay: viewers control the pace, but do not change the world.
    pub fn for_replay(mut self) -> Self {
        self.is_replay = true;
        self
    }

    /// Lets viewers use controllers.
    pub fn with_controllers(mut self, controllers: Box<dyn ControllerAccess>) -> Self {
        self.controllers = controllers;
        self
    }

    /// Says which parts Slots did not take when the world was opened.
    pub fn with_refusals(mut self, refusals: Vec<Refusal>) -> Self {
        self.refusals = refusals;
        self
    }

    /// Records what viewers would see, whether there are any or not.
    pub fn with_recorder(mut self, recorder: SharedRecorder) -> Self {
        self.past.record_to(recorder);
        self
    }

    /// Completes the recording, if there is one.
    ///
    /// # Errors
    /// When it could not be written.
    pub fn finish_recording(&mut self) -> std::io::Result<()> {
        self.past.finish()
    }

    /// What viewers want of the program, once.
    pub fn take_program_request(&self) -> Option<ProgramRequest> {
        self.program_request
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
    }

    fn request(&self, request: ProgramRequest) {
        *self
            .program_request
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = Some(request);
    }

    fn has_program_request(&self) -> bool {
        self.program_request
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .is_some()
    }

    /// Whether anybody wants to see anything.
    fn is_watched(&self) -> bool {
        self.hub.viewers() > 0 || self.is_recording()
    }

    /// Whether anything is recorded: by the user or by a supervisor.
    fn is_recording(&self) -> bool {
        self.past.is_recording() || self.hub.animation.is_recording()
    }

    /// Begins to follow the world, with everything that is there.
    fn begin(&mut self, run: &mut Run) {
        if self.described.is_none() {
            self.describe(run);
            self.clock.forget();
            self.begin_recording(run);
        }
    }

    /// Stops to follow it.
    fn rest(&mut self, run: &mut Run) {
        if self.described.take().is_some() {
            run.world.watch_moves(false);
            self.scene = None;
            self.description = Description::default();
            self.event_watch = EventWatch::default();
            self.looked_at = None;
        }
    }

    /// Computes what viewers watch.
    fn follow_values(&mut self, run: &mut Run) -> bool {
        let watched = self.hub.topics.watched();
        let has_contacts = watched.iter().any(|(topic, _)| *topic == Topic::Contacts);
        run.world.watch_contact_forces(has_contacts);
        if watched.is_empty() {
            return false;
        }
        if Instant::now() < self.next_values {
            self.has_deferred = true;
            return false;
        }
        let started = Instant::now();
        let mut is_new = false;
        for (topic, number) in watched {
            let context = values::Context {
                run,
                groups: &self.groups,
                controllers: &mut *self.controllers,
                refusals: &self.refusals,
                number,
            };
            if let Some(message) = values::compute(&topic, context) {
                is_new |= self.hub.topics.put(&topic, message);
            }
        }
        // topics that take long come less often
        self.next_values = Instant::now() + VALUES_TIME.max(started.elapsed() * DESCRIPTION_SHARE);
        is_new
    }

    fn attach(&mut self, run: &mut Run) -> Attachment {
        self.begin(run);
        Attachment {
            hello: self.hello(run),
            scene: self.scene_message(),
            lines: self.hub.told_lines(),
            events: self.hub.kept_events(),
            news: self.hub.listen(),
        }
    }

    /// Sends a message to viewers and to the recording.
    fn tell(&mut self, run: &Run, channel: &'static str, message: &Json) {
        self.hub.tell(message);
        self.record(channel, run.world.time(), || message.to_string());
    }

    /// How long what was deferred must still wait.
    fn deferred_for(&self) -> Duration {
        let due = [self.next_values, self.next_events].into_iter();
        let due = due.fold(self.next_description, Instant::max);
        due.saturating_duration_since(Instant::now())
    }

    /// Brings viewers and the recording up to date.
    fn show(&mut self, run: &mut Run) {
        self.has_deferred = false;
        self.begin(run);
        self.follow_scene(run);
        let mut is_new = self.follow_moves(run);
        is_new |= self.follow_values(run);
        self.remember(run);
        is_new |= self.pass_window_messages(run);
        self.follow_labels(run);
        self.follow_events(run);
        let lines = self.hub.take_lines(run.world.time());
        if !lines.is_empty() {
            self.tell(
                run,
                "console",
                &json!({ "type": "console", "lines": lines }),
            );
        }
        let span = self.hub.history().span();
        if let Some(message) = self.clock.update(run, span) {
            let text = message.to_string();
            self.record("clock", run.world.time(), || text.clone());
            self.hub.set_clock(text.into());
            is_new = true;
        }
        if is_new {
            self.hub.tick();
        }
    }
}

fn moment(run: &Run) -> Moment {
    Moment {
        time: run.world.time(),
        step: run.steps(),
    }
}

impl Participant for Viewer {
    fn take_commands(&mut self, run: &mut Run) -> bool {
        let (orders, has_more) = self.hub.take_orders(BATCH);
        let mut is_changed = false;
        for order in orders {
            match order {
                Order::Attach(sender) => {
                    // a viewer that has left needs no scene
                    let _ = sender.send(self.attach(run));
                    // the first viewer of a paused run needs the clock, too
                    is_changed = true;
                }
                Order::Leave(viewer) => {
                    self.pulls.remove(&viewer);
                }
                Order::Execute(viewer, command, reply) => {
                    is_changed |= command.is_change();
                    reply.send(self.execute(run, viewer, *command));
                }
            }
        }
        if has_more && let Some(handle) = self.hub.run() {
            handle.wake();
        }
        self.begin_animation(run);
        let is_due = self.has_deferred && self.deferred_for().is_zero();
        let watched = self.hub.topics.changes();
        let is_watched_anew = std::mem::replace(&mut self.watched, watched) != watched;
        is_changed || is_due || is_watched_anew
    }

    fn poll_ready(
        &mut self,
        _run: &mut Run,
        _limit: Duration,
    ) -> foxden_runtime::participant::Readiness {
        match self.has_program_request() {
            true => foxden_runtime::participant::Readiness::Finished,
            false => foxden_runtime::participant::Readiness::Ready,
        }
    }

    fn before_step(&mut self, run: &mut Run) {
        self.pull(run);
    }

    fn after_step(&mut self, run: &mut Run) -> ControlFlow<()> {
        // a recording has the same frames at any pace
        if self.is_recording() && self.past.is_due(run.world.time()) {
            self.show(run);
        }
        match self.has_program_request() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn publish(&mut self, run: &mut Run) {
        if !self.is_watched() {
            self.hub.set_time(run.world.time());
            self.pass_window_messages(run);
            self.rest(run);
            return;
        }
        self.show(run);
    }

    /// Lets the loop come back when something deferred is due; a paused run would
    /// sleep otherwise.
    fn idle(&mut self, _run: &mut Run, limit: Duration) -> bool {
        if self.has_deferred {
            std::thread::sleep(self.deferred_for().min(limit));
        }
        self.has_deferred
    }

    fn finish(&mut self) {
        self.hub.disconnect();
    }
}
