//! Work of clients that the thread of the world executes between two steps.

use crate::access::Access;
use crate::names::{Names, devices, name_of, node_of};
use crate::robot_locks::RobotHandles;
use crate::standard_robot::SharedDrive;
use crate::stream::Streams;
use crate::turns::Turns;
use crate::values::{DeviceDescription, WorldClock};
use foxden_catalogue::NodeType;
use foxden_runtime::input::PastMoment;
use foxden_runtime::run::Run;
use foxden_runtime::run_handle::{RunHandle, RunUnavailable};
use foxden_scene::NodeId;
use foxden_sim::RobotIndex;
use foxden_sim::controller::{Reading, Tag};
use foxden_view::command::JoystickInput;
use raconteur::members::Pipe;
use raconteur::service::{Context, Object};
use raconteur::{Error, ErrorCode, Result};
use std::collections::{BTreeMap, HashMap};
use std::pin::pin;
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, TrySendError};
use std::time::{Duration, SystemTime};
use tokio::sync::oneshot;
use tokio::time::timeout;

/// How many jobs may wait.
pub(crate) const MOST_JOBS: usize = 16_384;

/// How often a request that waits looks whether its client has left.
const LEFT_TIME: Duration = Duration::from_millis(200);

/// Work for the thread of the world.
pub(crate) enum Job {
    /// Reads something, and sends its answer.
    Query(Box<dyn FnOnce(&mut Scope<'_>) + Send>),
    /// May change something. Its answer is sent when wires show the change.
    Change(Box<dyn FnOnce(&mut Scope<'_>) -> Reply + Send>),
}

/// Sends an answer.
pub(crate) type Reply = Box<dyn FnOnce() + Send>;

/// What services of a world remember in its thread.
pub(crate) struct ServiceState {
    /// Part of all identifiers: the name of the world's file.
    pub(crate) world_name: String,
    /// When the world was opened.
    pub(crate) start: SystemTime,
    /// How often time went back.
    pub(crate) epoch: u32,
    pub(crate) names: Names,
    pub(crate) access: Access,
    pub(crate) robot_handles: RobotHandles,
    pub(crate) streams: Streams,
    /// New values of this step, for robots that have no controller.
    pub(crate) answers: HashMap<NodeId, Vec<(Tag, Reading)>>,
    pub(crate) snapshots: BTreeMap<String, Arc<PastMoment>>,
    pub(crate) wants_reload: bool,
    /// Whether that is possible.
    pub(crate) is_reloadable: bool,
    /// Names of the services of robots of the standard type.
    pub(crate) standard_names: HashMap<NodeId, String>,
    /// Robots of the standard type.
    pub(crate) drives: BTreeMap<NodeId, SharedDrive>,
    /// Devices with services of their own.
    pub(crate) standard: HashMap<NodeId, StandardDevice>,
    /// What the controller of a robot prints, by the name of the robot.
    pub(crate) consoles: HashMap<String, Pipe>,
    /// The joystick of the person, once there was one.
    pub(crate) joystick: Option<JoystickInput>,
}

/// A device with a service of its own.
pub(crate) struct StandardDevice {
    /// The name of the service.
    pub(crate) service: String,
    /// Its root object.
    pub(crate) object: Arc<dyn Object>,
}

/// The world between two steps, and what services remember.
pub(crate) struct Scope<'a> {
    pub(crate) run: &'a mut Run,
    pub(crate) state: &'a mut ServiceState,
}

/// A robot with its name.
#[derive(Clone, Debug)]
pub(crate) struct NamedRobot {
    pub(crate) name: Arc<str>,
    pub(crate) node: NodeId,
    pub(crate) index: RobotIndex,
}

/// A device of a robot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FoundDevice {
    pub(crate) robot: RobotIndex,
    pub(crate) robot_node: NodeId,
    pub(crate) tag: Tag,
    pub(crate) kind: NodeType,
    pub(crate) node: NodeId,
}

/// An error about something that is not there.
pub(crate) fn not_found(text: impl Into<String>) -> Error {
    Error::new(ErrorCode::ObjectNotFound, text)
}

/// An error about a wrong argument.
pub(crate) fn invalid(text: impl Into<String>) -> Error {
    Error::new(ErrorCode::InvalidArgument, text)
}

/// An error about something that is not possible now.
pub(crate) fn impossible(text: impl Into<String>) -> Error {
    Error::new(ErrorCode::InvalidOperation, text)
}

/// Refuses numbers that are not finite.
pub(crate) fn finite(numbers: &[f64], what: &str) -> Result<()> {
    match numbers.iter().all(|number| number.is_finite()) {
        true => Ok(()),
        false => Err(invalid(format!("{what} must be finite"))),
    }
}

/// A name as it is shown in messages.
pub(crate) fn shown(name: &str) -> String {
    const LONGEST: usize = 80;
    let text: String = name.chars().take(LONGEST).collect();
    format!("'{}'", foxden_lang::diagnostic::printable(&text))
}

impl Scope<'_> {
    /// The clock of the world.
    pub(crate) fn clock(&self) -> WorldClock {
        WorldClock::of(self.run, self.state.start)
    }

    fn refresh_names(&mut self) {
        self.state.names.refresh(&self.run.world);
    }

    /// The names of everything in the world.
    pub(crate) fn names(&mut self) -> &Names {
        self.refresh_names();
        &self.state.names
    }

    /// The robots of the world, with their names.
    pub(crate) fn robots(&mut self) -> Vec<NamedRobot> {
        let robots = self.names().robots.clone();
        let world = &self.run.world;
        let named = |(name, node)| {
            let index = world.robot_of(node)?;
            Some(NamedRobot { name, node, index })
        };
        robots.into_iter().filter_map(named).collect()
    }

    /// What a function finds among the devices of each robot. It gets the name, kind and node
    /// of a device.
    pub(crate) fn find_devices<T>(
        &mut self,
        find: impl Fn(&NamedRobot, Arc<str>, NodeType, NodeId) -> Option<T>,
    ) -> Vec<T> {
        let mut found = Vec::new();
        for robot in self.robots() {
            let devices = devices(&self.run.world, robot.index).into_iter();
            found.extend(
                devices.filter_map(|(name, (_, kind, node))| find(&robot, name, kind, node)),
            );
        }
        found
    }

    /// A robot by its name.
    pub(crate) fn robot(&mut self, name: &str) -> Result<(RobotIndex, NodeId)> {
        self.refresh_names();
        let node = node_of(&self.state.names.robots, name);
        let found = node.and_then(|node| Some((self.run.world.robot_of(node)?, node)));
        found.ok_or_else(|| not_found(format!("there is no robot {} in this world", shown(name))))
    }

    /// The name of a robot.
    pub(crate) fn robot_name(&mut self, node: NodeId) -> Option<Arc<str>> {
        self.refresh_names();
        name_of(&self.state.names.robots, node).cloned()
    }

    /// A device of a robot by its name.
    pub(crate) fn device(&mut self, robot: &str, name: &str) -> Result<FoundDevice> {
        let (index, robot_node) = self.robot(robot)?;
        let found = devices(&self.run.world, index)
            .into_iter()
            .find(|(one, _)| &**one == name);
        let (tag, kind, node) = found.map(|(_, device)| device).ok_or_else(|| {
            not_found(format!(
                "the robot {} has no device {}",
                shown(robot),
                shown(name)
            ))
        })?;
        Ok(FoundDevice {
            robot: index,
            robot_node,
            tag,
            kind,
            node,
        })
    }

    /// A device of a robot by its tag.
    pub(crate) fn device_of_tag(&mut self, robot: &str, tag: Tag) -> Result<FoundDevice> {
        let (index, robot_node) = self.robot(robot)?;
        let mut devices = self.run.world.devices(index);
        let found = devices.find(|(one, _)| *one == tag);
        let found = found.map(|(_, device)| FoundDevice {
            robot: index,
            robot_node,
            tag,
            kind: device.node_type,
            node: device.node(),
        });
        found.ok_or_else(|| not_found("the device is not there any more"))
    }

    /// The console of a robot.
    pub(crate) fn console(&mut self, robot: &str) -> Pipe {
        let consoles = &mut self.state.consoles;
        consoles.entry(robot.to_owned()).or_default().clone()
    }

    /// A node by its number.
    pub(crate) fn node(&self, number: u32) -> Result<NodeId> {
        let found = self.run.world.scene().by_number(number);
        found.ok_or_else(|| not_found(format!("there is no node {number} (any more)")))
    }

    /// What describes a node to clients, as an object of a type.
    pub(crate) fn describe(
        &mut self,
        node: NodeId,
        name: &str,
        object_type: &'static str,
        parent: Option<NodeId>,
    ) -> DeviceDescription {
        let world_name = self.state.world_name.clone();
        let parent = parent.and_then(|node| self.robot_name(node));
        let path = match &parent {
            Some(parent) => format!("{world_name}/{parent}/{name}"),
            None => format!("{world_name}/{name}"),
        };
        let scene = self.run.world.scene();
        let model = scene.get(node).map_or("", |node| node.type_name());
        let pose = self
            .run
            .world
            .viewed_node_pose(node)
            .map(|pose| (pose.rotation, pose.position));
        DeviceDescription {
            name: name.to_owned(),
            path,
            parent: parent.map(|parent| (parent.to_string(), format!("{world_name}/{parent}"))),
            model: model.to_owned(),
            text: scene.path(node),
            object_type,
            pose,
        }
    }
}

/// Sends jobs to the thread of a world; clones reach the same world.
#[derive(Clone)]
pub(crate) struct WorldLink {
    jobs: SyncSender<Job>,
    turns: Turns,
    pub(crate) run: RunHandle,
}

/// The run does not take commands.
pub(crate) fn unavailable(reason: RunUnavailable) -> Error {
    impossible(reason.to_string())
}

impl WorldLink {
    /// A link to the participant that takes jobs from the other end.
    pub(crate) fn new(jobs: SyncSender<Job>, run: RunHandle) -> Self {
        Self {
            jobs,
            turns: Turns::default(),
            run,
        }
    }

    /// Does the work of a request when its client may wait for the thread of the world.
    ///
    /// # Errors
    /// When the client has left before, or the work fails.
    pub(crate) async fn in_turn<T>(
        &self,
        context: &Context,
        work: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        let _turn = self.turns.take(context.endpoint()).await;
        let mut work = pin!(work);
        while context.is_open() {
            if let Ok(result) = timeout(LEFT_TIME, &mut work).await {
                return result;
            }
        }
        Err(impossible("the client has left"))
    }

    /// Does something in the thread of the world, without an answer. `false` if the world has
    /// ended.
    pub(crate) fn post(&self, action: impl FnOnce(&mut Scope<'_>) + Send + 'static) -> bool {
        // a world that has too much to do needs it no longer
        let sent = self.jobs.try_send(Job::Query(Box::new(action)));
        self.run.wake();
        !matches!(sent, Err(TrySendError::Disconnected(_)))
    }

    /// Reads something in the thread of the world.
    pub(crate) async fn query<T: Send + 'static>(
        &self,
        query: impl FnOnce(&mut Scope<'_>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (sender, answer) = oneshot::channel();
        let job = Job::Query(Box::new(move |scope| {
            // a client that has disconnected needs no answer
            if !sender.is_closed() {
                let _ = sender.send(query(scope));
            }
        }));
        self.send(job, answer).await
    }

    /// Changes something in the thread of the world; returns when wires show it.
    pub(crate) async fn change<T: Send + 'static>(
        &self,
        change: impl FnOnce(&mut Scope<'_>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (sender, answer) = oneshot::channel();
        let job = Job::Change(Box::new(move |scope| {
            let result = change(scope);
            Box::new(move || {
                // a client that has disconnected needs no answer
                let _ = sender.send(result);
            })
        }));
        self.send(job, answer).await
    }

    async fn send<T>(&self, job: Job, answer: oneshot::Receiver<Result<T>>) -> Result<T> {
        self.jobs
            .try_send(job)
            .map_err(|error| unavailable(error.into()))?;
        self.run.wake();
        answer
            .await
            .map_err(|_| unavailable(RunUnavailable::Ended))?
    }
}
