//! The life of a controller as its session sees it.

use crate::connection::ControllerConnection;

/// Where a controller is in its life.
///
/// ```text
/// Absent ──connects──▶ Connected(New) ──configured──▶ Thinking ⇄ Waiting
///    ▲                      │                             │
///    └──── extern leaves ───┴──────── ends or leaves ─────┴──▶ Over
/// ```
#[derive(Debug)]
pub(crate) enum SessionState {
    /// No controller is connected; one may come.
    Absent(Absence),
    /// A controller is connected.
    Connected(Box<ControllerConnection>, Phase),
    /// Nothing more will come.
    Over,
}

/// Whether the simulation waits for a controller that is absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Absence {
    /// None has connected yet.
    Expected,
    /// An extern controller was connected and has left.
    Left,
    /// It did not come or did not answer in time: the run no longer waits for it.
    GivenUp {
        /// Whether it was connected before.
        has_left: bool,
    },
}

/// What a connected controller does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Its configuration was not sent yet.
    New,
    /// It computes; the simulation waits for its next request.
    Thinking,
    /// It has asked for a step and waits for the answer.
    Waiting,
    /// It has to leave and learns so with its next request.
    Dismissed,
}

impl SessionState {
    pub(crate) fn connection(&self) -> Option<&ControllerConnection> {
        match self {
            Self::Connected(connection, _) => Some(connection),
            Self::Absent(_) | Self::Over => None,
        }
    }

    pub(crate) fn connection_mut(&mut self) -> Option<&mut ControllerConnection> {
        match self {
            Self::Connected(connection, _) => Some(connection),
            Self::Absent(_) | Self::Over => None,
        }
    }

    pub(crate) fn is_connected(&self) -> bool {
        matches!(self, Self::Connected(..))
    }

    pub(crate) fn is_over(&self) -> bool {
        matches!(self, Self::Over)
    }

    /// Whether it is connected and does this.
    pub(crate) fn is_in(&self, phase: Phase) -> bool {
        matches!(self, Self::Connected(_, own) if *own == phase)
    }

    /// Whether a controller was connected and has left.
    pub(crate) fn has_left(&self) -> bool {
        matches!(
            self,
            Self::Over | Self::Absent(Absence::Left | Absence::GivenUp { has_left: true })
        )
    }

    /// Changes the phase of a connected controller.
    pub(crate) fn enter(&mut self, phase: Phase) {
        if let Self::Connected(_, own) = self {
            *own = phase;
        }
    }

    /// Nobody waits for it any more until it connects.
    pub(crate) fn give_up(&mut self) {
        if let Self::Absent(absence) = self {
            *absence = Absence::GivenUp {
                has_left: *absence == Absence::Left,
            };
        }
    }
}
