//! What the viewer keeps of the past: frames and moments for the time line, and
//! the recording.

use super::Viewer;
use crate::recording::{Recorder, SharedRecorder};
use crate::topic::Topic;
use crate::values;
use axum::extract::ws::{Message, Utf8Bytes};
use foxden_runtime::input::PastMoment;
use foxden_runtime::run::Run;
use std::collections::BTreeMap;
use std::io;
use std::time::Duration;
use tokio::time::Instant;

/// The least simulated time between two frames that are kept, in seconds.
const FRAME_TIME: f64 = 1.0 / 30.0;

/// The least simulated time between two values of robots in a recording.
const VALUES_TIME: f64 = 0.2;

/// Keeping a moment may take a share of the time: the wait until the next is this
/// many times as long as it took.
const MOMENT_SHARE: u32 = 50;

/// About how many bytes a node takes in a moment.
const NODE_BYTES: usize = 2_000;

/// What is kept of the past.
#[derive(Debug, Default)]
pub(super) struct Past {
    /// The version of the frames that are kept.
    version: u64,
    last_frame: Option<f64>,
    last_values: Option<f64>,
    /// The values of robots in the recording, without their times.
    recorded_values: BTreeMap<u32, String>,
    next_moment: Option<Instant>,
    recorder: Option<SharedRecorder>,
}

impl Past {
    pub(super) fn record_to(&mut self, recorder: SharedRecorder) {
        self.recorder = Some(recorder);
    }

    pub(super) fn is_recording(&self) -> bool {
        self.recorder.is_some()
    }

    /// Whether the next frame is to be kept.
    pub(super) fn is_due(&self, time: f64) -> bool {
        let is_due = |last: f64| time < last || time - last >= FRAME_TIME - 1e-9;
        self.last_frame.is_none_or(is_due)
    }

    fn with_recorder(&self, work: impl FnOnce(&mut Recorder)) {
        if let Some(shared) = &self.recorder {
            shared.with(work);
        }
    }

    pub(super) fn finish(&mut self) -> io::Result<()> {
        let recorder = self.recorder.take();
        recorder.map_or(Ok(()), |recorder| recorder.finish())
    }
}

impl Viewer {
    /// Adds a message to all recordings.
    pub(super) fn record(&self, channel: &'static str, time: f64, text: impl Fn() -> String) {
        self.with_recorders(|recorder| recorder.write(channel, time, text().as_bytes()));
    }

    /// Does something with each recording.
    fn with_recorders(&self, work: impl Fn(&mut Recorder)) {
        self.past.with_recorder(&work);
        self.hub.animation.with(&work);
    }

    /// Writes what an animation begins with, if one waits for it.
    pub(super) fn begin_animation(&mut self, run: &mut Run) {
        if !self.hub.animation.is_waiting() {
            return;
        }
        self.begin(run);
        self.follow_scene(run);
        self.follow_moves(run);
        let time = run.world.time();
        let frames = self.hub.frames.compose(0).frames;
        let (hello, scene) = self.first_messages(run);
        self.clock.forget();
        let begun = self.hub.animation.begin(|recorder| {
            recorder.write("hello", time, hello.as_bytes());
            recorder.attach(&self.hub.blobs);
            recorder.write("scene", time, scene.as_bytes());
            for frame in &frames {
                recorder.write("frame", time, frame);
            }
        });
        if let Err(error) = begun {
            let text = format!("the animation could not be written: {error}");
            self.hub.print(None, "foxden", &text);
        }
    }

    /// The greeting and the scene for a recording.
    fn first_messages(&mut self, run: &Run) -> (String, Utf8Bytes) {
        let mut hello = self.hello(run);
        hello["canChange"] = false.into();
        (hello.to_string(), self.scene_message())
    }

    /// Writes what a recording begins with.
    pub(super) fn begin_recording(&mut self, run: &mut Run) {
        if self.past.recorder.is_none() {
            return;
        }
        let time = run.world.time();
        let (hello, scene) = self.first_messages(run);
        self.past.with_recorder(|recorder| {
            recorder.write("hello", time, hello.as_bytes());
            recorder.attach(&self.hub.blobs);
            recorder.write("scene", time, scene.as_bytes());
        });
    }

    /// Keeps the present for later.
    pub(super) fn remember(&mut self, run: &mut Run) {
        let time = run.world.time();
        if !self.past.is_due(time) {
            return;
        }
        self.past.last_frame = Some(time);
        let is_all = self.hub.history().wants_all(time);
        let from = if is_all { 0 } else { self.past.version };
        let composition = self.hub.frames.compose(from);
        self.past.version = composition.version;
        match composition.frames.is_empty() {
            true => self.hub.history().pass(time),
            false => self.hub.history().add(time, is_all, &composition.frames),
        }
        self.with_recorders(|recorder| {
            recorder.attach(&self.hub.blobs);
            for frame in &composition.frames {
                recorder.write("frame", time, frame);
            }
        });
        if self.is_recording() {
            self.record_values(run);
        }
        if self.hub.viewers() > 0 && self.hub.history().wants_moment(time) {
            self.keep_moment(run);
        }
    }

    /// Keeps the world, to continue from here later.
    fn keep_moment(&mut self, run: &Run) {
        let started = Instant::now();
        if self.past.next_moment.is_some_and(|next| started < next) {
            return;
        }
        let moment = PastMoment {
            position: run.world.run_position(),
            time: run.world.time(),
            snapshot: run.world.snapshot(),
        };
        let size = NODE_BYTES * self.description.nodes.len();
        let dropped = self.hub.history().keep(moment, size);
        drop(dropped);
        let wait = (started.elapsed() * MOMENT_SHARE).max(Duration::from_millis(200));
        self.past.next_moment = Some(Instant::now() + wait);
    }

    /// Records the values of all robots.
    fn record_values(&mut self, run: &mut Run) {
        let time = run.world.time();
        let is_due = |last: f64| time < last || time - last >= VALUES_TIME - 1e-9;
        if !self.past.last_values.is_none_or(is_due) {
            return;
        }
        self.past.last_values = Some(time);
        let robots: Vec<u32> = run
            .world
            .robots()
            .map(|(_, robot)| robot.node().number())
            .collect();
        for robot in robots {
            let context = values::Context {
                run,
                groups: &self.groups,
                controllers: &mut *self.controllers,
                refusals: &self.refusals,
                number: 0,
            };
            if let Some(Message::Text(text)) = values::compute(&Topic::Robot(robot), context) {
                self.record_changed_values(robot, time, &text);
            }
        }
    }

    /// Records the values of a robot unless only the time is another one.
    fn record_changed_values(&mut self, robot: u32, time: f64, text: &str) {
        let values = text
            .rsplit_once(",\"time\":")
            .map_or(text, |(values, _)| values);
        let recorded = self.past.recorded_values.entry(robot).or_default();
        if recorded != values {
            values.clone_into(recorded);
            self.record("values", time, || text.to_owned());
        }
    }
}
