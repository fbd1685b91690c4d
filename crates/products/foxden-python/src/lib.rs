//! The part of the Python package `foxden` that is written in Rust: the module
//! `foxden._foxden`.
//!
//! It has one class for a world and one for a snapshot, with functions on numbers of
//! nodes and devices. What people use (robots, devices, fields as attributes) is the
//! Python code in `python/foxden`, and its tests are in `tests`.

mod arguments;
mod batch;
mod command;
mod devices;
mod diagnostics;
mod displays;
mod errors;
mod fields;
mod gym;
mod interventions;
mod motions;
mod pictures;
mod queries;
mod readings;
mod world;

use pyo3::prelude::*;

/// The compiled part of the package `foxden`.
#[pymodule]
mod _foxden {
    #[pymodule_export]
    use crate::batch::step_all;
    #[pymodule_export]
    use crate::command::run_command;
    #[pymodule_export]
    use crate::devices::{led, motor, order, send, set_control, set_ink};
    #[pymodule_export]
    use crate::diagnostics::{check, closest};
    #[pymodule_export]
    use crate::displays::{attach_camera, display_image, draw, draw_image};
    #[pymodule_export]
    use crate::fields::{
        contacts, def_names, describe, exists, field_types, find_def, find_inner_def, find_solid,
        get, insert, motion, node_text, remove, root, set,
    };
    #[pymodule_export]
    use crate::gym::Batch;
    #[pymodule_export]
    use crate::interventions::{intervene, keep_state, rest_all, set_visible};
    #[pymodule_export]
    use crate::motions::CoreMotion;
    #[pymodule_export]
    use crate::pictures::{Picture, picture, points, render, view};
    #[pymodule_export]
    use crate::queries::{mass_centre, parent, pose};
    #[pymodule_export]
    use crate::readings::{explain, packets, reading};
    #[pymodule_export]
    use crate::world::{Core, CoreSnapshot, load_text, open, open_bytes};

    /// The version of Foxden.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
