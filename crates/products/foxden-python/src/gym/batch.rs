//! Many worlds that are stepped together, by a pool of threads, into one block of memory.
//! Each world belongs to one thread in a call and writes to its own part of the block, so
//! the results do not depend on the number of threads.

use super::lane::Task;
use super::lane::{Lane, LaneError};
use super::task::{
    ActionRow, ChannelRow, ConditionRow, ObservationRow, RandomisationRow, TaskRows, build,
};
use crate::errors::{ErrorClass, error};
use crate::world::{Core, report_text};
use foxden::World;
use foxden_lang::diagnostic::render_human;
use foxden_sim::dynamics::thread_pool::ThreadPool;
use foxden_sim::report::ReportKind;
use pyo3::buffer::{PyBuffer, PyUntypedBuffer};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};

/// Parts of the work for each thread: enough that none waits long for the others.
const PIECES: usize = 8;

/// Worlds of one task.
#[pyclass(frozen, module = "foxden._foxden")]
pub(crate) struct Batch {
    task: Task,
    worlds: Vec<Arc<Mutex<World>>>,
    content: Mutex<Content>,
}

/// What changes in each step.
struct Content {
    lanes: Vec<Lane>,
    pool: Option<ThreadPool>,
    observations: Vec<f32>,
    rewards: Vec<f64>,
    notices: Notices,
}

/// What the worlds have reported: each kind of report and each error in a created node once,
/// because the same happens in many worlds and episodes.
#[derive(Default)]
struct Notices {
    kinds: BTreeSet<ReportKind>,
    findings: BTreeSet<String>,
    /// What Python code has not received yet.
    waiting: Vec<String>,
}

/// The most errors in created nodes that a batch reports.
const MOST_FINDINGS: usize = 100;

impl Notices {
    /// Takes the reports of the world with a number.
    fn take_from(&mut self, at: usize, world: &mut World) {
        let simulation = world.simulation_mut();
        for report in simulation.take_reports() {
            if self.kinds.insert(report.kind) {
                let text = report_text(report);
                self.waiting.push(format!("world {at}: {text}"));
            }
        }
        for finding in simulation.take_findings() {
            let is_new = self.findings.len() < MOST_FINDINGS
                && self.findings.insert(finding.message.clone());
            if is_new {
                let text = render_human(&finding, false);
                self.waiting.push(format!("world {at}: {text}"));
            }
        }
    }
}

/// What is done with one world in a call.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Work {
    Nothing,
    Step,
    Reset(Option<u64>),
}

/// One world with its part of the memory.
struct Job<'b> {
    work: Work,
    world: &'b mut World,
    lane: &'b mut Lane,
    actions: &'b [f64],
    observation: &'b mut [f32],
    rewards: &'b mut [f64],
    result: Result<(), LaneError>,
}

impl Job<'_> {
    fn run(&mut self, task: &Task) {
        self.result = match self.work {
            Work::Nothing => return,
            Work::Step => self.lane.step(self.world, task, self.actions, self.rewards),
            Work::Reset(seed) => {
                self.rewards.fill(0.0);
                self.lane.reset(self.world, task, seed)
            }
        };
        if self.result.is_ok() {
            self.lane.observe(self.world, task, self.observation);
        }
    }
}

#[pymethods]
impl Batch {
    /// A batch of worlds that continue from the same point. The first one is changed:
    /// its sensors are turned on, and the episodes begin with it as it is then.
    #[new]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        cores: Vec<Bound<'_, Core>>,
        observations: Vec<ObservationRow>,
        actions: Vec<ActionRow>,
        rewards: Vec<Vec<ChannelRow>>,
        conditions: Vec<ConditionRow>,
        randomisations: Vec<RandomisationRow>,
        repeat: u64,
        limit: u64,
        threads: usize,
    ) -> PyResult<Self> {
        let Some(first) = cores.first() else {
            return Err(PyValueError::new_err("a batch needs at least one world"));
        };
        let rows = TaskRows {
            observations,
            actions,
            rewards,
            conditions,
            randomisations,
            repeat,
            limit,
        };
        let task = {
            let mut world = first.get().world(py)?;
            build(py, &mut world, rows)?
        };
        let pool = match threads {
            0 | 1 => None,
            // the calling thread works too
            _ => Some(ThreadPool::new(threads - 1).ok_or_else(|| {
                PyRuntimeError::new_err(format!("{threads} threads cannot be started"))
            })?),
        };
        let count = cores.len();
        let lanes = (0..count).map(|at| Lane::new(&task, at as u64)).collect();
        let content = Content {
            lanes,
            pool,
            observations: vec![0.0; count * task.observation_size()],
            rewards: vec![0.0; count * task.rewards.len()],
            notices: Notices::default(),
        };
        Ok(Self {
            task,
            worlds: cores.iter().map(|core| core.get().shared()).collect(),
            content: Mutex::new(content),
        })
    }

    /// Numbers in an observation, actions, agents.
    fn sizes(&self) -> (usize, usize, usize) {
        let task = &self.task;
        let (actions, rewards) = (task.actions.len(), task.rewards.len());
        (task.observation_size(), actions, rewards)
    }

    /// Begins episodes: `work` has 1 for each world that is reset, `seeds` a seed or none
    /// for each world. Returns what the worlds have to report.
    fn reset(
        &self,
        py: Python<'_>,
        work: PyBuffer<u8>,
        seeds: Vec<Option<u64>>,
        observations: PyBuffer<f32>,
    ) -> PyResult<Vec<String>> {
        let mask = work.to_vec(py)?;
        if mask.len() != self.worlds.len() || seeds.len() != self.worlds.len() {
            return Err(PyValueError::new_err(
                "there must be one seed for each world",
            ));
        }
        let work = mask.iter().zip(seeds).map(|(flag, seed)| match flag {
            0 => Work::Nothing,
            _ => Work::Reset(seed),
        });
        let mut content = self.content(py)?;
        let work: Vec<Work> = work.collect();
        self.run(py, &mut content, &work, &[])?;
        observations.copy_from_slice(py, &content.observations)?;
        Ok(std::mem::take(&mut content.notices.waiting))
    }

    /// Makes a step in each world, or begins an episode where `resets` has 1; without
    /// `resets` where the episode is over. Fills observations, rewards, how many steps
    /// episodes have, and four rows of flags: whether they were terminated, were truncated,
    /// are over, and made a step. Returns what the worlds have to report.
    #[allow(clippy::too_many_arguments)]
    fn step(
        &self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        resets: Option<PyBuffer<u8>>,
        observations: PyBuffer<f32>,
        rewards: PyBuffer<f64>,
        flags: PyBuffer<u8>,
        steps: PyBuffer<u64>,
    ) -> PyResult<Vec<String>> {
        let actions = numbers(py, actions)?;
        let (count, width) = (self.worlds.len(), self.task.actions.len());
        if actions.len() != count * width {
            return Err(PyValueError::new_err(format!(
                "there must be {count} times {width} actions, not {}",
                actions.len()
            )));
        }
        let resets = resets.map(|resets| resets.to_vec(py)).transpose()?;
        if resets.as_ref().is_some_and(|flags| flags.len() != count) {
            return Err(PyValueError::new_err(
                "there must be one flag for each world",
            ));
        }
        let mut content = self.content(py)?;
        let work = content.lanes.iter().enumerate().map(|(at, lane)| {
            let is_reset = match &resets {
                Some(flags) => flags[at] != 0,
                None => lane.is_over(),
            };
            if is_reset {
                Work::Reset(None)
            } else {
                Work::Step
            }
        });
        let work: Vec<Work> = work.collect();
        let rows = actions.chunks(width.max(1)).zip(&work).enumerate();
        for (at, (row, work)) in rows {
            if *work == Work::Step
                && let Some(column) = row.iter().position(|value| !value.is_finite())
            {
                return Err(PyValueError::new_err(format!(
                    "action {column} of world {at} must be a finite number, not {}",
                    row[column]
                )));
            }
        }
        self.run(py, &mut content, &work, &actions)?;
        observations.copy_from_slice(py, &content.observations)?;
        rewards.copy_from_slice(py, &content.rewards)?;
        let mut rows = vec![0; 4 * count];
        let mut counts = vec![0; count];
        for (at, (lane, work)) in content.lanes.iter().zip(&work).enumerate() {
            rows[at] = u8::from(lane.is_terminated);
            rows[count + at] = u8::from(lane.is_truncated);
            rows[2 * count + at] = u8::from(lane.is_over());
            rows[3 * count + at] = u8::from(*work == Work::Step);
            counts[at] = lane.steps();
        }
        flags.copy_from_slice(py, &rows)?;
        steps.copy_from_slice(py, &counts)?;
        Ok(std::mem::take(&mut content.notices.waiting))
    }

    /// Makes a number of steps with the same actions, without Python code in between: what
    /// the steps themselves cost.
    fn repeat(&self, py: Python<'_>, actions: PyBuffer<f64>, count: u64) -> PyResult<()> {
        let actions = actions.to_vec(py)?;
        if actions.len() != self.worlds.len() * self.task.actions.len() {
            return Err(PyValueError::new_err(
                "there must be one action for each device",
            ));
        }
        let mut content = self.content(py)?;
        let work = vec![Work::Step; self.worlds.len()];
        for _ in 0..count {
            self.run(py, &mut content, &work, &actions)?;
        }
        Ok(())
    }
}

/// The numbers of an array, of single or double precision.
fn numbers(py: Python<'_>, array: &Bound<'_, PyAny>) -> PyResult<Vec<f64>> {
    let buffer = PyUntypedBuffer::get(array)?;
    if let Ok(single) = buffer.as_typed::<f32>() {
        let numbers = single.to_vec(py)?;
        return Ok(numbers.into_iter().map(f64::from).collect());
    }
    buffer.as_typed::<f64>()?.to_vec(py)
}

impl Batch {
    fn content(&self, py: Python<'_>) -> PyResult<MutexGuard<'_, Content>> {
        self.content.try_lock().map_err(|reason| match reason {
            TryLockError::WouldBlock => {
                let message = "another thread uses these environments now";
                error(py, ErrorClass::Busy, message)
            }
            TryLockError::Poisoned(_) => {
                let message = "an earlier call ended in the middle of a step by a defect of \
                               Foxden; make the environments again";
                error(py, ErrorClass::Broken, message)
            }
        })
    }

    /// Does the work of all worlds without Python's lock.
    fn run(
        &self,
        py: Python<'_>,
        content: &mut Content,
        work: &[Work],
        actions: &[f64],
    ) -> PyResult<()> {
        let guards = self.worlds.iter().map(|world| Core::lock(py, world));
        let mut guards: Vec<MutexGuard<'_, World>> = guards.collect::<PyResult<_>>()?;
        let task = &self.task;
        let size = task.observation_size();
        let agents = task.rewards.len();
        let width = task.actions.len();
        let Content {
            lanes,
            pool,
            observations,
            rewards,
            notices,
        } = content;
        let mut rest_of_observations: &mut [f32] = observations;
        let mut rest_of_rewards: &mut [f64] = rewards;
        let mut jobs = Vec::with_capacity(work.len());
        let parts = guards.iter_mut().zip(lanes.iter_mut()).zip(work);
        for (at, ((world, lane), &work)) in parts.enumerate() {
            let (observation, rest) = std::mem::take(&mut rest_of_observations).split_at_mut(size);
            rest_of_observations = rest;
            let (reward, rest) = std::mem::take(&mut rest_of_rewards).split_at_mut(agents);
            rest_of_rewards = rest;
            jobs.push(Job {
                work,
                world,
                lane,
                actions: actions.get(at * width..(at + 1) * width).unwrap_or(&[]),
                observation,
                rewards: reward,
                result: Ok(()),
            });
        }
        py.detach(|| match pool {
            Some(pool) => {
                let pieces = (pool.helpers() + 1) * PIECES;
                let length = jobs.len().div_ceil(pieces).max(1);
                pool.for_each_piece(jobs.chunks_mut(length), |piece| {
                    piece.iter_mut().for_each(|job| job.run(task));
                });
            }
            None => jobs.iter_mut().for_each(|job| job.run(task)),
        });
        for (at, job) in jobs.iter_mut().enumerate() {
            notices.take_from(at, job.world);
        }
        let failed = jobs.into_iter().enumerate();
        for (at, job) in failed {
            if let Err(reason) = job.result {
                let class = match reason {
                    LaneError::Device(_) => ErrorClass::Removed,
                    LaneError::Field(..) => ErrorClass::Edit,
                };
                return Err(error(py, class, format!("world {at}: {reason}")));
            }
        }
        py.check_signals()
    }
}
