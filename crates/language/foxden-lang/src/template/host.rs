//! What a template can use outside its engine: console, files, random numbers.

use super::error::{ErrorKind, TemplateError};
#[cfg(feature = "lua")]
use super::inputs::FileError;
use super::inputs::{FileAccess, NoFiles, TemplateLimits};
use super::output::{ConsoleLevel, TemplateMessage};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

/// Operations between two questions of the engine whether to go on.
pub(super) const OPERATIONS_PER_POLL: u64 = 10_000;

/// Bytes of a file, or characters of a text that a function works on, that cost
/// as much as an operation.
const BYTES_PER_OPERATION: usize = 8;

/// What a request for a file costs, in operations; its size does not matter.
const OPERATIONS_PER_FILE: u64 = 1_000;

/// Returns how much processor time the thread has used. The caller passes it
/// in, because this crate has no clock.
pub type Clock = Arc<dyn Fn() -> Duration + Send + Sync>;

/// Start of the number sequence of `Math.random`.
const RANDOM_SEED: u64 = 0x9E37_79B9_7F4A_7C15;

/// State of one evaluation, shared with the closures inside the engine.
#[derive(Clone)]
pub(super) struct Host {
    state: Arc<Mutex<State>>,
    clock: Option<Clock>,
}

pub(super) struct State {
    pub console: Vec<TemplateMessage>,
    pub exceeded: Option<ErrorKind>,
    /// Why no file was written, if a limit was reached.
    file_limit: Option<String>,
    pub missing_module: Option<String>,
    /// Unfinished lines of both streams.
    #[cfg(feature = "lua")]
    pending: [String; 2],
    files: Arc<dyn FileAccess>,
    console_left: usize,
    limits: TemplateLimits,
    operations: u64,
    /// What the clock said at the start.
    started: Duration,
    random: u64,
}

impl State {
    fn new(limits: TemplateLimits, files: Arc<dyn FileAccess>, started: Duration) -> Self {
        Self {
            console: Vec::new(),
            exceeded: None,
            file_limit: None,
            missing_module: None,
            #[cfg(feature = "lua")]
            pending: Default::default(),
            files,
            console_left: limits.console,
            limits,
            operations: 0,
            started,
            random: RANDOM_SEED,
        }
    }

    /// Counts operations. Those of the round end before those of the evaluation
    /// only if others have used them.
    fn count(&mut self, operations: u64) {
        self.operations = self.operations.saturating_add(operations);
        if self.operations > self.limits.operations {
            self.exceeded.get_or_insert(ErrorKind::OperationLimit);
        } else if self.operations > self.limits.round {
            self.exceeded.get_or_insert(ErrorKind::RoundLimit);
        }
    }
}

impl Host {
    pub(super) fn new(clock: Option<Clock>) -> Self {
        let state = State::new(TemplateLimits::default(), Arc::new(NoFiles), Duration::ZERO);
        Self {
            state: Arc::new(Mutex::new(state)),
            clock,
        }
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        // A poisoned lock only means that a panic passed by; the state is
        // plain data and stays valid.
        self.state
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn now(&self) -> Duration {
        self.clock.as_ref().map_or(Duration::ZERO, |clock| clock())
    }

    /// Makes everything as for a first evaluation.
    pub(super) fn begin(&self, limits: &TemplateLimits, files: Arc<dyn FileAccess>) {
        let started = self.now();
        *self.state() = State::new(*limits, files, started);
    }

    /// How many operations the evaluation took.
    pub(super) fn operations(&self) -> u64 {
        self.state().operations
    }

    /// The error for a limit that was reached.
    pub(super) fn limit(&self, kind: ErrorKind) -> TemplateError {
        let mut state = self.state();
        let mut error = TemplateError::limit(kind, &state.limits);
        if let Some(message) = state.file_limit.take() {
            error.message = message;
        }
        error
    }

    /// Counts operations; true ends the evaluation.
    pub(super) fn interrupt(&self) -> bool {
        let now = self.now();
        let mut state = self.state();
        state.count(OPERATIONS_PER_POLL);
        if now.saturating_sub(state.started) > state.limits.time {
            state.exceeded.get_or_insert(ErrorKind::TimeLimit);
        }
        state.exceeded.is_some()
    }

    /// Counts the work of a function of the language on a text or list; true ends
    /// the evaluation.
    pub(super) fn charge(&self, length: f64) -> bool {
        let mut state = self.state();
        // a number that is not finite saturates
        state.count((length / BYTES_PER_OPERATION as f64) as u64);
        state.exceeded.is_some()
    }

    /// Counts the use of a file.
    fn count_file(&self, bytes: usize) {
        let operations = OPERATIONS_PER_FILE + (bytes / BYTES_PER_OPERATION) as u64;
        self.state().count(operations);
    }

    pub(super) fn log(&self, level: ConsoleLevel, text: String) {
        let mut state = self.state();
        // A line costs more than its text, so that empty lines end too.
        match state
            .console_left
            .checked_sub(text.len() + size_of::<TemplateMessage>())
        {
            Some(left) => {
                state.console_left = left;
                state.console.push(TemplateMessage { level, text });
            }
            None => {
                state.console_left = 0;
                state.exceeded.get_or_insert(ErrorKind::OutputLimit);
            }
        }
    }

    /// Adds to the unfinished line of a stream.
    #[cfg(feature = "lua")]
    pub(super) fn write(&self, level: ConsoleLevel, text: &str) {
        let stream = usize::from(level == ConsoleLevel::Error);
        for part in text.split_inclusive('\n') {
            let finished = {
                let mut state = self.state();
                let room = state.console_left;
                let line = &mut state.pending[stream];
                line.push_str(part.trim_end_matches('\n'));
                (part.ends_with('\n') || line.len() > room).then(|| std::mem::take(line))
            };
            if let Some(line) = finished {
                self.log(level, line);
            }
            let exceeded = self.state().exceeded.is_some();
            if exceeded {
                return;
            }
        }
    }

    /// Ends unfinished lines.
    #[cfg(feature = "lua")]
    pub(super) fn end_lines(&self) {
        let pending = std::mem::take(&mut self.state().pending);
        let levels = [ConsoleLevel::Info, ConsoleLevel::Error];
        for (level, line) in levels.into_iter().zip(pending) {
            if !line.is_empty() {
                self.log(level, line);
            }
        }
    }

    #[cfg(feature = "lua")]
    pub(super) fn read(&self, path: &str) -> Result<String, FileError> {
        let files = Arc::clone(&self.state().files);
        let read = files.read(path);
        self.count_file(read.as_ref().map_or(0, String::len));
        read
    }

    pub(super) fn file_exists(&self, path: &str) -> bool {
        let files = Arc::clone(&self.state().files);
        self.count_file(0);
        files.exists(path)
    }

    /// A file that cannot be read is empty, with a line on the console.
    pub(super) fn read_file(&self, path: &str) -> String {
        let files = Arc::clone(&self.state().files);
        let text = files.read(path).unwrap_or_else(|error| {
            self.log(ConsoleLevel::Error, format!("wbfile.readTextFile: {error}"));
            String::new()
        });
        self.count_file(text.len());
        text
    }

    pub(super) fn write_file(&self, name: &str, content: &str) -> bool {
        let files = Arc::clone(&self.state().files);
        self.count_file(content.len());
        match files.write(name, content) {
            Ok(()) => true,
            Err(error) if error.is_limit => {
                let mut state = self.state();
                state.exceeded.get_or_insert(ErrorKind::FileLimit);
                state.file_limit.get_or_insert(error.message);
                false
            }
            Err(error) => {
                self.log(
                    ConsoleLevel::Error,
                    format!("wbfile.writeTextFile: {error}"),
                );
                false
            }
        }
    }

    /// The next number of the fixed sequence, from 0 to just below 1.
    pub(super) fn random(&self) -> f64 {
        let mut state = self.state();
        // SplitMix64.
        state.random = state.random.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state.random;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
        (z >> 11) as f64 / (1u64 << 53) as f64
    }
}
