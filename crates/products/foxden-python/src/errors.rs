//! Exceptions of the package. Their classes are in `foxden/errors.py`: some of them have
//! two bases, which only Python code can give them.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// The classes of `foxden.errors` that Rust code raises.
#[derive(Clone, Copy)]
pub(crate) enum ErrorClass {
    /// The world cannot be opened.
    World,
    /// Another thread uses the world.
    Busy,
    /// An earlier call ended in the middle of a change.
    Broken,
    /// A node or device is no longer part of the world.
    Removed,
    /// A change of the world is not possible.
    Edit,
    /// Bytes are no world.
    State,
    /// There is no picture.
    Picture,
}

impl ErrorClass {
    const fn name(self) -> &'static str {
        match self {
            Self::World => "WorldError",
            Self::Busy => "WorldBusyError",
            Self::Broken => "WorldBrokenError",
            Self::Removed => "RemovedError",
            Self::Edit => "EditError",
            Self::State => "StateError",
            Self::Picture => "PictureError",
        }
    }
}

/// An exception with a message.
pub(crate) fn error(py: Python<'_>, class: ErrorClass, message: impl Into<String>) -> PyErr {
    let made = py
        .import("foxden.errors")
        .and_then(|module| module.getattr(class.name()))
        .and_then(|class| class.call1(PyTuple::new(py, [message.into()])?));
    match made {
        Ok(exception) => PyErr::from_value(exception),
        Err(error) => error,
    }
}
