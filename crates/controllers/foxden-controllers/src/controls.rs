//! What people do with controllers while they run: restart and stop them. A
//! viewer sends orders; the thread of the world executes them between two steps
//! and says what state controllers are in.

use crate::scheduler::Controllers;
use crate::session_state::{Absence, SessionState};
use foxden_scene::NodeId;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What can be done with a controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ControllerOrder {
    /// End it and start it again.
    Restart,
    /// End it.
    Stop,
}

/// The state of a controller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ControllerStatus {
    /// The name of its program.
    pub name: String,
    /// `starting`, `running`, `extern` or `ended`.
    pub state: &'static str,
    /// Whether Foxden starts it.
    pub is_started_here: bool,
}

/// Controls the controllers of a run; clones control the same ones.
#[derive(Clone, Debug, Default)]
pub struct ControllerControls(Arc<Mutex<PendingControls>>);

#[derive(Debug, Default)]
struct PendingControls {
    orders: Vec<(NodeId, ControllerOrder)>,
    statuses: BTreeMap<NodeId, ControllerStatus>,
    /// Whether somebody asked for states since they were read last.
    is_watched: bool,
}

impl ControllerControls {
    /// Sends an order for the controller of a robot.
    ///
    /// # Errors
    /// When the robot has no controller, or it was not started here.
    pub fn send(&self, robot: NodeId, order: ControllerOrder) -> Result<(), String> {
        let mut pending = self.pending();
        let status = pending
            .statuses
            .get(&robot)
            .ok_or("this robot has no controller")?;
        if order == ControllerOrder::Restart && !status.is_started_here {
            return Err("an extern controller is started again where it runs".to_owned());
        }
        pending.orders.push((robot, order));
        Ok(())
    }

    /// Restarts all controllers that were started here.
    pub fn restart_all(&self) {
        let mut pending = self.pending();
        let statuses = pending.statuses.iter();
        let own = statuses.filter(|(_, status)| status.is_started_here);
        let orders: Vec<_> = own
            .map(|(robot, _)| (*robot, ControllerOrder::Restart))
            .collect();
        pending.orders.extend(orders);
    }

    /// The state of a robot's controller, as of the last step.
    pub fn status(&self, robot: NodeId) -> Option<ControllerStatus> {
        let mut pending = self.pending();
        pending.is_watched = true;
        pending.statuses.get(&robot).cloned()
    }

    fn pending(&self) -> MutexGuard<'_, PendingControls> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Controllers {
    /// Executes orders of people and brings the states up to date that they see.
    pub(crate) fn follow_controls(&mut self) {
        let orders = {
            let mut pending = self.options.controls.pending();
            let is_known = pending.statuses.len() == self.sessions.len();
            if pending.orders.is_empty() && !pending.is_watched && is_known {
                return;
            }
            pending.is_watched = false;
            std::mem::take(&mut pending.orders)
        };
        for (robot, order) in orders {
            let Some(at) = self
                .sessions
                .iter()
                .position(|session| session.robot == robot)
            else {
                continue;
            };
            match order {
                ControllerOrder::Restart => self.sessions[at].wants_restart = true,
                ControllerOrder::Stop => self.stop_controller(at),
            }
        }
        let statuses = self.sessions.iter().map(|session| {
            let state = match &session.state {
                SessionState::Connected(..) if session.is_extern => "extern",
                SessionState::Connected(..) => "running",
                SessionState::Absent(Absence::Expected) => "starting",
                SessionState::Absent(_) | SessionState::Over => "ended",
            };
            let status = ControllerStatus {
                name: session.controller.clone(),
                state,
                is_started_here: !session.is_extern,
            };
            (session.robot, status)
        });
        let statuses = statuses.collect();
        self.options.controls.pending().statuses = statuses;
    }

    /// Ends a controller; its robot stands still from now on.
    fn stop_controller(&mut self, at: usize) {
        let session = &mut self.sessions[at];
        session.quit();
        session.disconnect();
        session.state = SessionState::Over;
        if let Some(process) = session.process.take() {
            let id = process.id();
            drop(process);
            self.console.finish(id);
        }
    }
}
