//! Many worlds stepped by one call, on several threads. Each world belongs to one thread
//! in a call, so the results do not depend on the number of threads.

use crate::world::{Core, SIGNAL_PERIOD, take_notices};
use foxden::World;
use pyo3::prelude::*;
use std::sync::MutexGuard;
use std::time::Instant;

/// A world and the number of steps that are left.
struct StepTask<'w> {
    world: MutexGuard<'w, World>,
    left: u64,
}

/// Makes a number of steps in each world; returns what each has to report.
#[pyfunction]
pub(crate) fn step_all(
    py: Python<'_>,
    cores: Vec<Bound<'_, Core>>,
    count: u64,
    threads: usize,
) -> PyResult<Vec<Vec<String>>> {
    // a world that is in the list twice is busy the second time
    let tasks = cores.iter().map(|core| {
        let world = core.get().world(py)?;
        Ok(StepTask { world, left: count })
    });
    let mut tasks: Vec<StepTask<'_>> = tasks.collect::<PyResult<_>>()?;
    let mut worlds: Vec<(&mut World, &mut u64)> = tasks
        .iter_mut()
        .map(|task| (&mut *task.world, &mut task.left))
        .collect();
    while worlds.iter().any(|(_, left)| **left > 0) {
        py.detach(|| run_all(&mut worlds, threads));
        py.check_signals()?;
    }
    drop(worlds);
    let notices = tasks.iter_mut().map(|task| take_notices(&mut task.world));
    Ok(notices.collect())
}

/// Makes steps in all worlds until none is left or the period is over.
fn run_all(worlds: &mut [(&mut World, &mut u64)], threads: usize) {
    let start = Instant::now();
    let size = worlds.len().div_ceil(threads.max(1)).max(1);
    std::thread::scope(|scope| {
        let mut parts = worlds.chunks_mut(size);
        let first = parts.next();
        for part in parts {
            scope.spawn(move || run_part(part, start));
        }
        // the calling thread works too
        if let Some(part) = first {
            run_part(part, start);
        }
    });
}

fn run_part(worlds: &mut [(&mut World, &mut u64)], start: Instant) {
    for (world, left) in worlds {
        while **left > 0 {
            world.step();
            **left -= 1;
            if start.elapsed() > SIGNAL_PERIOD {
                return;
            }
        }
    }
}
