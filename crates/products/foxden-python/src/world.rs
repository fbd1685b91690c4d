//! A world and a snapshot for Python.
//!
//! A world is used by one thread at a time. The lock is never waited for: a second
//! thread that uses the world at the same time gets an exception.

use crate::diagnostics::{Finding, findings};
use crate::errors::{ErrorClass, error};
use foxden::{Device, OpenOptions, Robot, Snapshot, World};
use foxden_lang::diagnostic::render_human;
use foxden_scene::{NodeId, save_file};
use foxden_sim::report::Report;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::{Duration, Instant};

/// How long steps are made before Python sees whether Ctrl-C was pressed.
pub(crate) const SIGNAL_PERIOD: Duration = Duration::from_millis(50);

/// A world.
#[pyclass(frozen, module = "foxden._foxden")]
pub(crate) struct Core {
    /// Shared with batches that step the world.
    world: Arc<Mutex<World>>,
}

/// A snapshot.
#[pyclass(frozen, module = "foxden._foxden")]
pub(crate) struct CoreSnapshot {
    snapshot: Snapshot,
}

/// What a robot's battery received and used, in joules.
type RobotEnergy = (f64, f64, f64, f64, f64, f64);

/// The node of a charger, then what it received and gave, in joules.
type ChargerRow = (u32, f64, f64, f64, f64, f64, f64);

fn options(offline: bool, seed: Option<i32>) -> OpenOptions {
    let options = OpenOptions::new().offline(offline);
    match seed {
        Some(seed) => options.random_seed(seed),
        None => options,
    }
}

/// Opens a world file.
#[pyfunction]
pub(crate) fn open(
    py: Python<'_>,
    path: PathBuf,
    seed: Option<i32>,
    offline: bool,
) -> PyResult<Core> {
    let opened = py.detach(|| options(offline, seed).open(path));
    opened
        .map(Core::new)
        .map_err(|reason| error(py, ErrorClass::World, reason.to_string()))
}

/// Opens a world whose text is known.
#[pyfunction]
pub(crate) fn load_text(
    py: Python<'_>,
    text: &str,
    path: PathBuf,
    seed: Option<i32>,
    offline: bool,
) -> PyResult<Core> {
    let opened = py.detach(|| options(offline, seed).open_text(text, path));
    opened
        .map(Core::new)
        .map_err(|reason| error(py, ErrorClass::World, reason.to_string()))
}

/// Opens a world from the bytes of a snapshot.
#[pyfunction]
pub(crate) fn open_bytes(py: Python<'_>, data: &[u8], offline: bool) -> PyResult<Core> {
    let opened = py.detach(|| options(offline, None).open_bytes(data));
    opened
        .map(Core::new)
        .map_err(|reason| error(py, ErrorClass::State, reason.to_string()))
}

impl Core {
    fn new(world: World) -> Self {
        Self {
            world: Arc::new(Mutex::new(world)),
        }
    }

    /// The world, unless another thread uses it.
    pub(crate) fn world(&self, py: Python<'_>) -> PyResult<MutexGuard<'_, World>> {
        Self::lock(py, &self.world)
    }

    /// The world, to be stepped by a batch.
    pub(crate) fn shared(&self) -> Arc<Mutex<World>> {
        self.world.clone()
    }

    /// Takes the lock of a world, unless another thread has it.
    pub(crate) fn lock<'w>(
        py: Python<'_>,
        world: &'w Mutex<World>,
    ) -> PyResult<MutexGuard<'w, World>> {
        world.try_lock().map_err(|reason| match reason {
            TryLockError::WouldBlock => error(
                py,
                ErrorClass::Busy,
                "another thread uses this world now; use one world in each thread (World.fork)",
            ),
            TryLockError::Poisoned(_) => error(
                py,
                ErrorClass::Broken,
                "an earlier call ended in the middle of a change by a defect of Foxden; open \
                 the world again or use an earlier snapshot (Snapshot.world)",
            ),
        })
    }
}

/// The node with a number.
pub(crate) fn node(py: Python<'_>, world: &World, number: u32) -> PyResult<NodeId> {
    let scene = world.simulation().scene();
    let found = scene.by_number(number);
    found.ok_or_else(|| {
        error(
            py,
            ErrorClass::Removed,
            "the node is no longer part of the world",
        )
    })
}

/// The device that a node is.
pub(crate) fn device(py: Python<'_>, world: &World, number: u32) -> PyResult<Device> {
    let found = world.device_of(node(py, world, number)?);
    found.ok_or_else(|| {
        let message = "the device is no longer part of a robot";
        error(py, ErrorClass::Removed, message)
    })
}

fn robot(py: Python<'_>, world: &World, number: u32) -> PyResult<Robot> {
    let node = node(py, world, number)?;
    let found = world.robots().find(|(robot, _)| robot.node() == node);
    found.map(|(robot, _)| robot).ok_or_else(|| {
        let message = "the robot is no longer part of the world";
        error(py, ErrorClass::Removed, message)
    })
}

/// Makes steps until none is left or the period is over; returns how many are left.
fn run(world: &mut World, count: u64) -> u64 {
    let start = Instant::now();
    let mut left = count;
    while left > 0 {
        world.step();
        left -= 1;
        if start.elapsed() > SIGNAL_PERIOD {
            break;
        }
    }
    left
}

/// What a world has reported since the last call: errors in nodes that were imported or
/// created again, and reports of the simulation.
pub(crate) fn take_notices(world: &mut World) -> Vec<String> {
    let simulation = world.simulation_mut();
    let findings = simulation.take_findings().into_iter();
    let findings = findings.map(|finding| render_human(&finding, false));
    let reports = simulation.take_reports().into_iter();
    findings.chain(reports.map(report_text)).collect()
}

/// A report in one line.
pub(crate) fn report_text(report: Report) -> String {
    let Report { node, kind, step } = report;
    format!("{node}: {kind} (step {step})")
}

#[pymethods]
impl Core {
    /// Makes steps; returns what the world has to report.
    fn step(&self, py: Python<'_>, count: u64) -> PyResult<Vec<String>> {
        let mut world = self.world(py)?;
        let mut left = count;
        while left > 0 {
            let world: &mut World = &mut world;
            left = py.detach(|| run(world, left));
            py.check_signals()?;
        }
        Ok(take_notices(&mut world))
    }

    /// What the world has to report since the last call or step.
    fn notices(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        Ok(take_notices(&mut *self.world(py)?))
    }

    /// Panics while the world is in use, as a defect would. Only builds of the tests have it.
    #[cfg(debug_assertions)]
    fn panic_for_tests(&self, py: Python<'_>) -> PyResult<()> {
        let _world = self.world(py)?;
        panic!("a test asked for it")
    }

    /// The file that the world was opened from, or the place of a text.
    fn path(&self, py: Python<'_>) -> PyResult<PathBuf> {
        Ok(self.world(py)?.path().to_owned())
    }

    /// The simulated time in seconds.
    fn time(&self, py: Python<'_>) -> PyResult<f64> {
        Ok(self.world(py)?.time())
    }

    /// The time step in milliseconds.
    fn basic_time_step(&self, py: Python<'_>) -> PyResult<f64> {
        Ok(self.world(py)?.simulation().settings().basic_time_step)
    }

    /// A number that is equal for equal states.
    fn state_hash(&self, py: Python<'_>) -> PyResult<u64> {
        Ok(self.world(py)?.state_hash())
    }

    /// Lets rays and islands be computed by several threads.
    fn set_threads(&self, py: Python<'_>, count: usize) -> PyResult<bool> {
        Ok(self.world(py)?.simulation_mut().set_threads(count))
    }

    /// What was wrong in the files of the world.
    fn diagnostics(&self, py: Python<'_>) -> PyResult<Vec<Finding>> {
        Ok(findings(self.world(py)?.diagnostics()))
    }

    /// Nodes and names of the robots.
    fn robots(&self, py: Python<'_>) -> PyResult<Vec<(u32, String)>> {
        let world = self.world(py)?;
        let robots = world.robots();
        let robots = robots.map(|(robot, name)| (robot.node().number(), name.to_owned()));
        Ok(robots.collect())
    }

    /// Nodes, names and types of a robot's devices.
    fn devices(&self, py: Python<'_>, robot_node: u32) -> PyResult<Vec<(u32, String, String)>> {
        let world = self.world(py)?;
        let robot = robot(py, &world, robot_node)?;
        let simulation = world.simulation();
        let index = simulation.robot_of(robot.node());
        let devices = index
            .into_iter()
            .flat_map(|index| simulation.devices(index));
        let rows = devices.map(|(_, device)| {
            let kind = device.node_type.name().to_owned();
            (device.node().number(), device.name.clone(), kind)
        });
        Ok(rows.collect())
    }

    /// The energy in a robot's battery; none if it has no battery.
    fn battery(&self, py: Python<'_>, robot_node: u32) -> PyResult<Option<f64>> {
        let world = self.world(py)?;
        let robot = robot(py, &world, robot_node)?;
        Ok(world.energy(robot))
    }

    /// The account of a robot's battery: start, received, computer, motors, written, and
    /// the energy now.
    fn energy(&self, py: Python<'_>, robot_node: u32) -> PyResult<Option<RobotEnergy>> {
        let world = self.world(py)?;
        let robot = robot(py, &world, robot_node)?;
        let simulation = world.simulation();
        let ledger = simulation
            .robot_of(robot.node())
            .and_then(|index| simulation.robot_ledger(index));
        Ok(ledger.zip(world.energy(robot)).map(|(ledger, now)| {
            let written = ledger.written;
            let (start, received) = (ledger.start, ledger.received);
            (
                start,
                received,
                ledger.computer,
                ledger.motors,
                written,
                now,
            )
        }))
    }

    /// The accounts of the chargers: node, start, drawn, given, lost, written, and the
    /// energy now.
    fn chargers(&self, py: Python<'_>) -> PyResult<Vec<ChargerRow>> {
        let world = self.world(py)?;
        let simulation = world.simulation();
        let row = |charger| {
            let ledger = simulation.charger_ledger(charger)?;
            Some((
                simulation.charger_node(charger)?.number(),
                ledger.start,
                ledger.drawn,
                ledger.given,
                ledger.lost,
                ledger.written,
                simulation.charger_energy(charger)?,
            ))
        };
        Ok(simulation.chargers().filter_map(row).collect())
    }

    /// A copy of the state.
    fn snapshot(&self, py: Python<'_>) -> PyResult<CoreSnapshot> {
        let snapshot = self.world(py)?.snapshot();
        Ok(CoreSnapshot { snapshot })
    }

    /// Goes back to a snapshot.
    fn restore(&self, py: Python<'_>, snapshot: &CoreSnapshot) -> PyResult<()> {
        let mut world = self.world(py)?;
        if !world.has_origin_of(&snapshot.snapshot) {
            let message = "the snapshot belongs to a world of another text or seed; \
                           Snapshot.world() gives a world that continues from it";
            return Err(error(py, ErrorClass::State, message));
        }
        world.restore(&snapshot.snapshot);
        Ok(())
    }

    /// A second world that continues from the same point.
    fn fork(&self, py: Python<'_>) -> PyResult<Self> {
        Ok(Self::new(self.world(py)?.fork()))
    }

    /// Starts the random numbers of the world again.
    fn reseed(&self, py: Python<'_>, seed: u32) -> PyResult<()> {
        self.world(py)?.reseed(seed);
        Ok(())
    }

    /// The world as bytes for another process.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let snapshot = self.world(py)?.snapshot();
        let bytes = py.detach(|| snapshot.to_bytes());
        Ok(PyBytes::new(py, &bytes))
    }

    /// The world as it is now, as text of a world file.
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.world(py)?.text())
    }

    /// Writes the world to a file.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let world = self.world(py)?;
        save_file(&path, &world.text())
            .map_err(|reason| pyo3::exceptions::PyOSError::new_err(reason.to_string()))
    }
}

#[pymethods]
impl CoreSnapshot {
    /// The simulated time in seconds.
    fn time(&self) -> f64 {
        self.snapshot.time()
    }

    /// A number that is equal for equal states.
    fn state_hash(&self) -> u64 {
        self.snapshot.state_hash()
    }

    /// The snapshot as bytes for another process.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let bytes = py.detach(|| self.snapshot.to_bytes());
        PyBytes::new(py, &bytes)
    }
}
