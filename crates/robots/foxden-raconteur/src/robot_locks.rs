//! Object locks of robots. A robot has several services and is an object of the world; a lock in
//! one of these places counts in all of them.

use crate::job::Scope;
use raconteur::service::Context;
use raconteur::{Result, ServiceHandle};
use std::sync::Arc;

/// The services in which robots can be locked.
#[derive(Default)]
pub(crate) struct RobotHandles {
    /// The service of the world, whose objects `robot[NAME]` are robots.
    pub(crate) world: Option<ServiceHandle>,
    /// Services of robots, with their names.
    robots: Vec<(Arc<str>, ServiceHandle)>,
}

impl RobotHandles {
    /// A robot has a service.
    pub(crate) fn add(&mut self, robot: Arc<str>, service: &ServiceHandle) {
        self.robots.push((robot, service.clone()));
    }

    /// A service was closed.
    pub(crate) fn remove(&mut self, service: &ServiceHandle) {
        self.robots
            .retain(|(_, other)| other.name() != service.name());
    }
}

impl Scope<'_> {
    /// An error if another client has locked a robot or something of it, apart from a service
    /// whose locks have been checked.
    fn check_robot_locks(&self, robot: &str, endpoint: u32, checked: &str) -> Result<()> {
        let handles = &self.state.robot_handles;
        if let Some(world) = handles.world.as_ref().filter(|one| one.name() != checked) {
            world.check_lock(&world.indexed_path("robot", robot), endpoint)?;
        }
        let services = handles.robots.iter();
        services
            .filter(|(name, service)| **name == *robot && service.name() != checked)
            .try_for_each(|(_, service)| service.check_lock(service.name(), endpoint))
    }

    /// An error if another client than that of a request has locked a robot.
    pub(crate) fn check_lock(&self, robot: &str, context: &Context) -> Result<()> {
        let service = context.path().split('.').next().unwrap_or_default();
        self.check_robot_locks(robot, context.endpoint(), service)
    }

    /// Whether a client that has sent a value on a wire may command a robot: nobody else has locked
    /// it, perhaps after the wire was connected.
    pub(crate) fn is_unlocked_for(&self, robot: &str, endpoint: u32) -> bool {
        self.check_robot_locks(robot, endpoint, "").is_ok()
    }
}
