//! What a template reaches outside its engine: console, files, chance.

use super::error::ErrorKind;
#[cfg(feature = "lua")]
use super::inputs::FileError;
use super::inputs::{FileAccess, Limits, NoFiles};
use super::output::{ConsoleLevel, ConsoleLine};
use std::sync::{Arc, Mutex, MutexGuard};

/// Operations between two questions of the engine whether to go on.
pub(super) const OPERATIONS_PER_POLL: u64 = 10_000;

/// Asked from time to time whether an evaluation has to end now, whatever its
/// budget of operations says. A caller with a clock passes it in this way.
pub type Watch = Arc<dyn Fn() -> bool + Send + Sync>;

/// Start of the number sequence of `Math.random`.
const RANDOM_SEED: u64 = 0x9E37_79B9_7F4A_7C15;

/// State of one evaluation, shared with the closures inside the engine.
#[derive(Clone)]
pub(super) struct Host {
    state: Arc<Mutex<State>>,
    watch: Option<Watch>,
}

pub(super) struct State {
    pub console: Vec<ConsoleLine>,
    pub exceeded: Option<ErrorKind>,
    pub missing_module: Option<String>,
    /// Unfinished lines of both streams.
    #[cfg(feature = "lua")]
    pending: [String; 2],
    files: Arc<dyn FileAccess>,
    console_left: usize,
    operations_left: u64,
    random: u64,
}

impl Host {
    pub(super) fn new(watch: Option<Watch>) -> Self {
        let state = Arc::new(Mutex::new(State {
            console: Vec::new(),
            exceeded: None,
            missing_module: None,
            #[cfg(feature = "lua")]
            pending: Default::default(),
            files: Arc::new(NoFiles),
            console_left: 0,
            operations_left: u64::MAX,
            random: RANDOM_SEED,
        }));
        Self { state, watch }
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        // A poisoned lock only means that a panic passed by; the state is
        // plain data and stays valid.
        self.state
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Makes everything as for a first evaluation.
    pub(super) fn begin(&self, limits: &Limits, files: Arc<dyn FileAccess>) {
        *self.state() = State {
            console: Vec::new(),
            exceeded: None,
            missing_module: None,
            #[cfg(feature = "lua")]
            pending: Default::default(),
            files,
            console_left: limits.console,
            operations_left: limits.operations,
            random: RANDOM_SEED,
        };
    }

    /// Counts operations; true ends the evaluation.
    pub(super) fn interrupt(&self) -> bool {
        let late = self.watch.as_ref().is_some_and(|watch| watch());
        let mut state = self.state();
        if state.exceeded.is_some() {
            return true;
        }
        match state.operations_left.checked_sub(OPERATIONS_PER_POLL) {
            Some(left) if !late => {
                state.operations_left = left;
                false
            }
            _ => {
                state.exceeded = Some(ErrorKind::OperationLimit);
                true
            }
        }
    }

    pub(super) fn log(&self, level: ConsoleLevel, text: String) {
        let mut state = self.state();
        // A line costs more than its text, so that empty lines end too.
        match state
            .console_left
            .checked_sub(text.len() + size_of::<ConsoleLine>())
        {
            Some(left) => {
                state.console_left = left;
                state.console.push(ConsoleLine { level, text });
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
        files.read(path)
    }

    pub(super) fn file_exists(&self, path: &str) -> bool {
        let files = Arc::clone(&self.state().files);
        files.exists(path)
    }

    /// A file that cannot be read is empty, with a line on the console.
    pub(super) fn read_file(&self, path: &str) -> String {
        let files = Arc::clone(&self.state().files);
        files.read(path).unwrap_or_else(|error| {
            self.log(ConsoleLevel::Error, format!("wbfile.readTextFile: {error}"));
            String::new()
        })
    }

    pub(super) fn write_file(&self, name: &str, content: &str) -> bool {
        let files = Arc::clone(&self.state().files);
        match files.write(name, content) {
            Ok(()) => true,
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
