//! Who may change what: roles of users, and who drives a robot.
//!
//! A robot whose controller runs can be watched by all clients and driven by none, unless
//! the program that serves it says otherwise. When the client that drove a robot leaves,
//! its motors stop after a time-out.

use crate::job::{FoundDevice, Scope, shown};
use crate::names::name_of;
use foxden_runtime::input::Input;
use foxden_scene::NodeId;
use foxden_sim::RobotIndex;
use foxden_sim::controller::{Command, Request};
use foxden_sim::time::seconds;
use foxden_view::controller_access::ControllerAccess;
use raconteur::service::Context;
use raconteur::{Error, ErrorCode, Result};
use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

/// What a user may do. Everybody who is connected may look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Command robots.
    Drive,
    /// Change the world and its time.
    Edit,
}

/// The privilege to command robots.
pub(crate) const DRIVE: &str = "drive";

impl Role {
    /// The privilege in password files.
    fn privilege(self) -> &'static str {
        match self {
            Self::Drive => DRIVE,
            Self::Edit => "edit",
        }
    }

    /// Whether a client has this role. Services without users have no restrictions.
    pub(crate) fn check(self, context: &Context) -> Result<()> {
        let privilege = self.privilege();
        match context.user() {
            Some(user) if !user.privileges.contains(privilege) => Err(denied(format!(
                "the user {} does not have the privilege \"{privilege}\"",
                shown(&user.name)
            ))),
            _ => Ok(()),
        }
    }
}

fn denied(text: String) -> Error {
    Error::new(ErrorCode::PermissionDenied, text)
}

/// What drives a robot, as in `foxden.robot.Driver`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Driver {
    Nobody = 0,
    Controller = 1,
    Client = 2,
}

/// A client that commanded a robot.
struct DrivingClient {
    context: Context,
    /// When it was seen that it has left.
    left: Option<Instant>,
}

/// Who may drive robots, who drives them, and what clients want to be sampled.
pub(crate) struct Access {
    /// The controllers of the run.
    pub(crate) controllers: Box<dyn ControllerAccess>,
    /// Robots that clients may drive although a controller runs.
    open_robots: Vec<String>,
    /// How long motors go on after a client has left.
    timeout: Duration,
    drivers: HashMap<NodeId, DrivingClient>,
    /// The periods that clients want, in milliseconds, by the node of the device.
    periods: HashMap<NodeId, Vec<(Context, i16)>>,
    /// Robots without a controller whose sensors are sampled for clients.
    sampled: HashSet<NodeId>,
    /// Those of them that wait for the answer to a request.
    waiting: HashSet<NodeId>,
}

impl Access {
    pub(crate) fn new(
        controllers: Box<dyn ControllerAccess>,
        open_robots: Vec<String>,
        timeout: Duration,
    ) -> Self {
        Self {
            controllers,
            open_robots,
            timeout,
            drivers: HashMap::new(),
            periods: HashMap::new(),
            sampled: HashSet::new(),
            waiting: HashSet::new(),
        }
    }

    fn has_controller(&self, robot: NodeId) -> bool {
        let state = self.controllers.state(robot);
        state.is_some_and(|state| state.is_driving())
    }
}

/// A sampling period in milliseconds from seconds.
pub(crate) fn milliseconds(period: f64) -> Result<i16> {
    let milliseconds = (period * 1000.0).round();
    match milliseconds {
        _ if period > 0.0 && milliseconds < 1.0 => Ok(1),
        _ if (0.0..=f64::from(i16::MAX)).contains(&milliseconds) => Ok(milliseconds as i16),
        _ => Err(crate::job::invalid(
            "a sampling period is from 0 (off) to 32.767 s",
        )),
    }
}

impl Scope<'_> {
    /// What drives a robot.
    pub(crate) fn driver(&self, robot: NodeId) -> Driver {
        if self.state.access.has_controller(robot) {
            return Driver::Controller;
        }
        match self.state.access.drivers.get(&robot) {
            Some(_) => Driver::Client,
            None => Driver::Nobody,
        }
    }

    /// Whether clients may command a robot: no controller runs, or they may all the same.
    pub(crate) fn is_open_to_clients(&self, robot: &str, node: NodeId) -> bool {
        let access = &self.state.access;
        access.open_robots.iter().any(|open| open == robot) || !access.has_controller(node)
    }

    /// Whether a client may command a robot.
    pub(crate) fn may_drive(
        &mut self,
        robot: &str,
        context: &Context,
    ) -> Result<(RobotIndex, NodeId)> {
        Role::Drive.check(context)?;
        let (index, node) = self.robot(robot)?;
        if !self.is_open_to_clients(robot, node) {
            return Err(denied(format!(
                "a controller drives the robot {}; start Foxden with --raconteur-drive and its \
                 name to let clients drive it too",
                shown(robot)
            )));
        }
        self.check_lock(robot, context)?;
        Ok((index, node))
    }

    /// Lets a client command a robot, if it may.
    pub(crate) fn drive(&mut self, robot: &str, context: &Context) -> Result<(RobotIndex, NodeId)> {
        let (index, node) = self.may_drive(robot, context)?;
        let driver = DrivingClient {
            context: context.clone(),
            left: None,
        };
        self.state.access.drivers.insert(node, driver);
        Ok((index, node))
    }

    /// Lets a client command a device, if it may.
    pub(crate) fn drive_device(
        &mut self,
        robot: &str,
        device: &str,
        context: &Context,
    ) -> Result<FoundDevice> {
        let found = self.device(robot, device)?;
        self.drive(robot, context)?;
        Ok(found)
    }

    /// Sends commands to devices of a robot.
    pub(crate) fn command(&mut self, robot: RobotIndex, commands: Vec<Command>) {
        // commands to devices do not fail
        let _ = self
            .run
            .world
            .apply(Input::DeviceCommands { robot, commands });
    }

    /// Stops the motors of a robot.
    pub(crate) fn stop_motors(&mut self, robot: RobotIndex) {
        let motors = self.run.world.devices(robot).filter(|(_, device)| {
            matches!(device.node_type.name(), "RotationalMotor" | "LinearMotor")
        });
        let commands = motors
            .map(|(tag, _)| Command::MotorVelocity(tag, 0.0))
            .collect();
        self.command(robot, commands);
    }

    /// A client gives a robot up.
    pub(crate) fn release(&mut self, robot: RobotIndex, node: NodeId) {
        self.state.access.drivers.remove(&node);
        let drive = self.state.drives.get(&node);
        // a robot that moves by itself brakes by itself
        if !drive.is_some_and(|drive| drive.lock().abandon()) {
            self.stop_motors(robot);
        }
    }

    /// Forgets what clients wanted of robots and devices that are not in the world any more.
    pub(crate) fn forget_removed(&mut self) {
        let scene = self.run.world.scene();
        let access = &mut self.state.access;
        access
            .drivers
            .retain(|robot, _| scene.get(*robot).is_some());
        access
            .periods
            .retain(|device, _| scene.get(*device).is_some());
    }

    /// Stops robots whose clients have left a while ago.
    pub(crate) fn stop_abandoned_robots(&mut self) {
        let now = Instant::now();
        let access = &mut self.state.access;
        let timeout = access.timeout;
        let mut abandoned = Vec::new();
        access.drivers.retain(|robot, driver| {
            if driver.context.is_open() {
                return true;
            }
            let left = *driver.left.get_or_insert(now);
            let is_over = now.duration_since(left) >= timeout;
            if is_over {
                abandoned.push(*robot);
            }
            !is_over
        });
        for robot in abandoned {
            let drive = self.state.drives.get(&robot);
            if drive.is_some_and(|drive| drive.lock().abandon()) {
                // it brakes by itself
                continue;
            }
            if self.state.access.has_controller(robot) {
                continue;
            }
            if let Some(index) = self.run.world.robot_of(robot) {
                self.stop_motors(index);
            }
        }
    }

    /// The sampling period that a client wants for a device, or that the device has.
    pub(crate) fn sampling_period(&mut self, device: FoundDevice, context: &Context) -> f64 {
        let periods = self.state.access.periods.get(&device.node);
        let own = periods
            .into_iter()
            .flatten()
            .find(|(one, _)| one.endpoint() == context.endpoint());
        let milliseconds = match own {
            Some((_, period)) => i32::from(*period),
            None => self.device_period(device),
        };
        seconds(f64::from(milliseconds))
    }

    /// The sampling period that a device has, in milliseconds.
    pub(crate) fn device_period(&mut self, device: FoundDevice) -> i32 {
        let period = self.run.world.sampling_period(device.robot, device.tag);
        period.unwrap_or(0)
    }

    /// Sets the sampling period that a client wants, in milliseconds.
    pub(crate) fn set_sampling_period(
        &mut self,
        device: FoundDevice,
        period: i16,
        context: &Context,
    ) {
        let periods = self.state.access.periods.entry(device.node).or_default();
        periods.retain(|(one, _)| one.is_open() && one.endpoint() != context.endpoint());
        periods.push((context.clone(), period));
        let shortest = periods.iter().map(|(_, one)| *one).filter(|one| *one > 0);
        let shortest = shortest.min().unwrap_or(0);
        self.sample(device, shortest);
    }

    /// Samples a device with a period in milliseconds.
    fn sample(&mut self, device: FoundDevice, period: i16) {
        if self.device_period(device) != i32::from(period) {
            self.command(device.robot, vec![Command::Enable(device.tag, period)]);
        }
        if period > 0 {
            self.state.access.sampled.insert(device.robot_node);
        }
    }

    /// The sampling period of sensors that clients turn on, in milliseconds.
    fn usual_period(&self) -> i16 {
        let step = self.run.world.settings().basic_time_step;
        step.clamp(1.0, f64::from(i16::MAX)) as i16
    }

    /// The sampling period that a device has or gets when it is turned on, in milliseconds.
    pub(crate) fn expected_period(&mut self, device: FoundDevice) -> i32 {
        match self.device_period(device) {
            0 => i32::from(self.usual_period()),
            period => period,
        }
    }

    /// Turns on a sensor for a client that wants its values now.
    ///
    /// # Errors
    /// When it is off because a controller decides that.
    pub(crate) fn require_on(&mut self, device: FoundDevice, name: &str) -> Result<()> {
        self.turn_on(device);
        match self.device_period(device) {
            0 => Err(crate::job::impossible(format!(
                "the controller of the robot has not enabled the device {}",
                shown(name)
            ))),
            _ => Ok(()),
        }
    }

    /// Turns on a sensor that is off, unless a controller decides that.
    pub(crate) fn turn_on(&mut self, device: FoundDevice) {
        let is_off = self.device_period(device) == 0;
        if is_off && !self.state.access.has_controller(device.robot_node) {
            self.sample(device, self.usual_period());
        } else if !is_off {
            self.state.access.sampled.insert(device.robot_node);
        }
    }

    /// Requests a step for robots without controllers, so that their sensors are sampled.
    pub(crate) fn request_samples(&mut self) {
        let step = self.run.world.settings().basic_time_step;
        let robots: Vec<NodeId> = self.state.access.sampled.iter().copied().collect();
        let mut requests = Vec::new();
        for node in robots {
            let access = &mut self.state.access;
            let Some(robot) = self.run.world.robot_of(node) else {
                access.sampled.remove(&node);
                access.waiting.remove(&node);
                continue;
            };
            if access.has_controller(node) {
                access.waiting.remove(&node);
            } else if access.waiting.insert(node) {
                requests.push(robot);
            }
        }
        // in the order of the robots, so that runs are equal
        requests.sort_unstable();
        for robot in requests {
            let request = Request {
                duration: step.max(1.0) as u32,
                commands: Vec::new(),
            };
            self.run.world.submit(robot, request);
        }
    }

    /// Takes the answers for those robots after a step.
    pub(crate) fn take_samples(&mut self) {
        self.state.answers.clear();
        let robots: Vec<NodeId> = self.state.access.waiting.iter().copied().collect();
        for node in robots {
            let Some(robot) = self.run.world.robot_of(node) else {
                continue;
            };
            if let Some(answer) = self.run.world.answer(robot) {
                self.state.access.waiting.remove(&node);
                self.state.answers.insert(node, answer.readings);
            }
        }
    }

    /// Forgets what was requested before the world was replaced by an earlier one.
    pub(crate) fn forget_requests(&mut self) {
        self.state.access.waiting.clear();
    }

    /// Names of robots that `--raconteur-drive` lists and the world does not have.
    pub(crate) fn unknown_open_robots(&mut self) -> Vec<String> {
        self.names();
        let robots = &self.state.names.robots;
        let open = self.state.access.open_robots.iter();
        open.filter(|name| !robots.iter().any(|(one, _)| **one == ***name))
            .cloned()
            .collect()
    }

    /// The charger that charges a robot; empty if none does.
    pub(crate) fn charger_of(&mut self, robot: NodeId) -> String {
        self.names();
        let world = &self.run.world;
        let charger = world
            .chargers()
            .find(|charger| world.charged_robot(*charger) == Some(robot))
            .and_then(|charger| world.charger_node(charger));
        let name = charger.and_then(|node| name_of(&self.state.names.chargers, node));
        name.map(ToString::to_string).unwrap_or_default()
    }
}
