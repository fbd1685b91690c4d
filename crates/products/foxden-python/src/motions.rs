//! Motion files: poses of joints over time.

use foxden_client::Motion;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A motion that was read from a file.
#[pyclass(frozen, module = "foxden._foxden")]
pub(crate) struct CoreMotion {
    motion: Motion,
}

#[pymethods]
impl CoreMotion {
    /// Reads the text of a file.
    #[new]
    fn new(text: &str) -> PyResult<Self> {
        let motion = Motion::parse(text);
        let motion = motion.map_err(|reason| PyValueError::new_err(reason.to_string()))?;
        Ok(Self { motion })
    }

    /// The names of the motors.
    fn joints(&self) -> Vec<String> {
        self.motion.joints().to_vec()
    }

    /// Milliseconds.
    fn duration(&self) -> i32 {
        self.motion.duration()
    }

    /// Where the joints are after a number of milliseconds; none for those that are left alone.
    fn positions(&self, milliseconds: i32) -> Vec<Option<f64>> {
        let mut motion = self.motion.clone();
        motion.set_time(milliseconds);
        motion.positions()
    }
}
