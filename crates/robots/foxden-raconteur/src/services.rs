//! The participant of the run loop that offers a world.

use crate::access::Access;
use crate::device_services::OfferedDevice;
use crate::devices::camera;
use crate::job::{Job, MOST_JOBS, Reply, Scope, ServiceState, WorldLink};
use crate::joystick::RunJoystick;
use crate::names::Names;
use crate::robot::OfferedRobot;
use crate::robot_locks::RobotHandles;
use crate::server::RaconteurServer;
use crate::service_set::{OfferedService, ServiceSet};
use crate::short_names::ShortNames;
use crate::signal_device::SignalRobot;
use crate::standard_robot::{self, MovingRobot};
use crate::stream::{Occasion, Streams};
use crate::tool::{self, ToolKey};
use crate::values::{DeviceDescription, identifier_text};
use crate::world::{self, EventStream, WorldPipes, console_line};
use foxden_runtime::participant::{Participant, Readiness};
use foxden_runtime::run::Run;
use foxden_runtime::run_handle::RunHandle;
use foxden_runtime::run_loop::RunLoop;
use foxden_view::controller_access::{ControllerAccess, UnreachableControllers};
use foxden_view::hub::Hub;
use raconteur::service::{Object, Service};
use raconteur::value::Value;
use raconteur::{Result, ServiceHandle};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant, SystemTime};

/// How many jobs are executed before the run loop goes on.
const BATCH: usize = 256;

/// How long they may take: clients that ask for much must not stop the world.
const BATCH_TIME: Duration = Duration::from_millis(20);

/// The name of the service of the world.
const WORLD: &str = "world";

/// How long motors go on after the client that drives them has left.
const DRIVER_TIMEOUT: Duration = Duration::from_secs(1);

/// How often states are sent while a world is paused.
const REPEAT_TIME: Duration = Duration::from_millis(200);

/// What a world is offered with.
pub struct WorldOptions {
    /// The name of the world: that of its file.
    pub name: String,
    /// The controllers of the run.
    pub controllers: Box<dyn ControllerAccess>,
    /// Robots that clients may drive although their controllers run.
    pub open_robots: Vec<String>,
    /// How long motors go on after the client that drives them has left.
    pub driver_timeout: Duration,
    /// Where controllers print, if clients shall see that.
    pub hub: Option<Arc<Hub>>,
    /// Whether robots and their devices have services of their own. Without them they are objects
    /// of the world.
    pub has_robot_services: bool,
    /// Whether clients may have the world opened again.
    pub is_reloadable: bool,
}

impl Default for WorldOptions {
    fn default() -> Self {
        Self {
            name: "world".to_owned(),
            controllers: Box::new(UnreachableControllers::NONE),
            open_robots: Vec::new(),
            driver_timeout: DRIVER_TIMEOUT,
            hub: None,
            has_robot_services: true,
            is_reloadable: true,
        }
    }
}

/// How many remarks wait to be read.
const MOST_REMARKS: usize = 1_000;

/// Offers a world: one service for the world, one for each robot, and one for each device
/// of a standard type. Services are closed
/// when this is dropped.
pub struct WorldServices {
    server: Arc<RaconteurServer>,
    link: WorldLink,
    jobs: Receiver<Job>,
    state: ServiceState,
    pipes: WorldPipes,
    events: EventStream,
    hub: Option<Arc<Hub>>,
    has_robot_services: bool,
    /// How many lines of the console were sent.
    lines: u64,
    world: Option<OfferedService>,
    robots: ServiceSet<OfferedRobot>,
    moving_robots: ServiceSet<MovingRobot>,
    devices: ServiceSet<OfferedDevice>,
    tools: ServiceSet<ToolKey>,
    signals: ServiceSet<SignalRobot>,
    joysticks: ServiceSet<RunJoystick>,
    /// Other names of services.
    names: ShortNames,
    /// What the service of the world has under names.
    listed: BTreeSet<(&'static str, Arc<str>)>,
    /// The edits of the world for which services are registered.
    edits: Option<u64>,
    /// The simulated time of the last step, to see that time went back.
    clock: f64,
    /// Whether a job may have changed something that was not sent yet.
    is_changed: bool,
    /// Answers for clients that are to see the change first.
    replies: Vec<Reply>,
    /// What did not work.
    remarks: Vec<String>,
}

impl Drop for WorldServices {
    fn drop(&mut self) {
        self.close();
    }
}

impl WorldServices {
    /// Registers the services of the world of a run loop.
    ///
    /// # Errors
    /// When the node does not take the service of the world.
    pub fn open(
        server: &Arc<RaconteurServer>,
        run_loop: &mut RunLoop,
        options: WorldOptions,
    ) -> Result<Self> {
        let handle = run_loop.handle();
        Self::open_in(server, handle, run_loop.run_state(), options)
    }

    /// The same in a run that has begun.
    ///
    /// # Errors
    /// When the node does not take the service of the world.
    pub fn open_in(
        server: &Arc<RaconteurServer>,
        handle: RunHandle,
        run: &mut Run,
        options: WorldOptions,
    ) -> Result<Self> {
        let mut services = Self::new(server, handle, options);
        services.register(run)?;
        let link = services.link.clone();
        server.repeat(REPEAT_TIME, move || {
            // nothing else sends anything then
            !link.run.pace().is_paused || link.post(repeat_states)
        });
        Ok(services)
    }

    fn new(server: &Arc<RaconteurServer>, run: RunHandle, options: WorldOptions) -> Self {
        let (sender, jobs) = sync_channel(MOST_JOBS);
        let lines = options.hub.as_ref().map_or(0, |hub| hub.lines_after(0).1);
        Self {
            server: server.clone(),
            link: WorldLink::new(sender, run),
            jobs,
            state: ServiceState {
                world_name: options.name,
                start: SystemTime::now(),
                epoch: 0,
                names: Names::default(),
                access: Access::new(
                    options.controllers,
                    options.open_robots,
                    options.driver_timeout,
                ),
                robot_handles: RobotHandles::default(),
                streams: Streams::default(),
                answers: HashMap::new(),
                snapshots: BTreeMap::new(),
                wants_reload: false,
                is_reloadable: options.is_reloadable,
                standard_names: HashMap::new(),
                drives: BTreeMap::new(),
                standard: HashMap::new(),
                consoles: HashMap::new(),
                joystick: None,
            },
            pipes: WorldPipes::new(),
            events: EventStream::default(),
            hub: options.hub,
            has_robot_services: options.has_robot_services,
            lines,
            world: None,
            robots: ServiceSet::default(),
            moving_robots: ServiceSet::default(),
            devices: ServiceSet::default(),
            tools: ServiceSet::default(),
            signals: ServiceSet::default(),
            joysticks: ServiceSet::default(),
            names: ShortNames::default(),
            listed: BTreeSet::new(),
            edits: None,
            clock: 0.0,
            is_changed: false,
            replies: Vec::new(),
            remarks: Vec::new(),
        }
    }

    /// The names of the services: that of the world, then those of robots and of devices.
    pub fn names(&self) -> Vec<String> {
        let world = self.world.iter().map(|world| &world.handle);
        let services = world.chain(self.robots.handles());
        let services = services.chain(self.moving_robots.handles());
        let services = services.chain(self.devices.handles());
        let services = services
            .chain(self.tools.handles())
            .chain(self.signals.handles())
            .chain(self.joysticks.handles())
            .chain(self.names.handles());
        services.map(|service| service.name().to_owned()).collect()
    }

    /// What did not work as it should, for people.
    pub fn take_remarks(&mut self) -> Vec<String> {
        std::mem::take(&mut self.remarks)
    }

    /// Whether a client wants the world to be opened again.
    pub fn wants_reload(&self) -> bool {
        self.state.wants_reload
    }

    /// Closes all services; clients are informed.
    fn close(&mut self) {
        self.names.close();
        self.joysticks.close();
        self.signals.close();
        self.tools.close();
        self.devices.close();
        self.moving_robots.close();
        self.robots.close();
        if let Some(world) = self.world.take() {
            world.handle.close();
        }
    }

    fn register(&mut self, run: &mut Run) -> Result<()> {
        let (link, pipes) = (self.link.clone(), self.pipes.clone());
        let mut scope = Scope {
            run,
            state: &mut self.state,
        };
        let root = world::object(&mut scope, &link, &pipes);
        let about = world::describe(&scope);
        let unknown = scope.unknown_open_robots();
        let world = OfferedService::register(&self.server, WORLD, root, about)?;
        scope.state.robot_handles.world = Some(world.handle.clone());
        self.world = Some(world);
        for name in unknown {
            self.remarks.push(format!(
                "--raconteur-drive: there is no robot '{name}' in this world"
            ));
        }
        self.follow_edits(run);
        Ok(())
    }

    /// Registers services of what is new in the world and closes those of what is gone.
    fn follow_edits(&mut self, run: &mut Run) {
        let edits = run.world.edits();
        let mut scope = Scope {
            run,
            state: &mut self.state,
        };
        let has_new_joystick = scope.observe_joystick();
        if self.edits.replace(edits) == Some(edits) && !has_new_joystick {
            return;
        }
        let (server, link) = (&*self.server, &self.link);
        let scope = &mut scope;
        scope.forget_removed();
        let world = self.world.as_ref().map(|world| &world.handle);
        release_removed(&mut self.listed, world, scope);
        if !self.has_robot_services {
            return;
        }
        let moving = MovingRobot::all(scope);
        let mut remarks = self.moving_robots.follow(moving, server, scope, link);
        // before robots get their services, so that none of them has this name
        let robot = self.moving_robots.only(standard_robot::TYPE);
        self.names.follow(server, scope, "robot", robot);
        let robots = OfferedRobot::all(scope);
        remarks.extend(self.robots.follow(robots, server, scope, link));
        let devices = OfferedDevice::all(scope);
        remarks.extend(self.devices.follow(devices, server, scope, link));
        let tools = ToolKey::all(scope);
        remarks.extend(self.tools.follow(tools, server, scope, link));
        let signals = SignalRobot::all(scope);
        remarks.extend(self.signals.follow(signals, server, scope, link));
        let joysticks = RunJoystick::all(scope);
        remarks.extend(self.joysticks.follow(joysticks, server, scope, link));
        let gripper = self.tools.only(tool::TYPE);
        self.names.follow(server, scope, "gripper", gripper);
        let camera = self.devices.only(camera::TYPE);
        self.names.follow(server, scope, "camera", camera);
        self.yield_device_names();
        self.remarks.extend(remarks);
        // each edit of a client may add some
        self.remarks.truncate(MOST_REMARKS);
    }

    /// Lets programs that look for a device by its name find the service of a standard type.
    fn yield_device_names(&mut self) {
        let standard = self.moving_robots.device_names();
        let standard = standard
            .chain(self.devices.device_names())
            .chain(self.tools.device_names())
            .chain(self.signals.device_names())
            .chain(self.joysticks.device_names())
            .collect();
        self.robots.yield_device_names(&standard);
        if let Some(world) = &mut self.world {
            world.yield_device_name(&standard);
        }
    }

    /// Sends what is new after a step or a change.
    fn send(&mut self, run: &mut Run, occasion: Occasion) {
        self.follow_edits(run);
        let mut scope = Scope {
            run,
            state: &mut self.state,
        };
        Streams::send(&mut scope, occasion);
        self.events.send(&mut scope, &self.pipes.events);
        self.send_lines();
    }

    fn send_lines(&mut self) {
        let Some(hub) = &self.hub else {
            return;
        };
        let (lines, count) = hub.lines_after(self.lines);
        self.lines = count;
        for line in lines {
            // the connection disconnects a reader that is too slow
            let _ = self.pipes.console.broadcast(console_line(&line));
            let robot = line.name.as_deref();
            if let Some(console) = robot.and_then(|name| self.state.consoles.get(name)) {
                let _ = console.broadcast(line.text.as_str().into());
            }
        }
    }
}

/// Releases objects of the world whose names nothing has any more: a client that uses one gets
/// an error, and it takes no memory. `listed` is what has names.
fn release_removed(
    listed: &mut BTreeSet<(&'static str, Arc<str>)>,
    service: Option<&ServiceHandle>,
    scope: &mut Scope<'_>,
) {
    let now = world::indexed_objects(scope.names());
    let before = std::mem::replace(listed, now);
    for (member, name) in before.difference(listed) {
        if let Some(service) = service {
            service.release(&service.indexed_path(member, name));
        }
        if *member == world::ROBOT {
            scope.state.consoles.remove(&**name);
        }
    }
}

/// Sends the states of robots again, if the world is paused: clients take a wire without new
/// values for broken.
fn repeat_states(scope: &mut Scope<'_>) {
    if !scope.run.pace().is_paused {
        return;
    }
    let drives: Vec<_> = scope.state.drives.values().cloned().collect();
    for drive in drives {
        drive.lock().repeat(scope);
    }
}

/// Registers an object as a service with the attributes of a device.
pub(crate) fn offer(
    server: &RaconteurServer,
    name: &str,
    root: Arc<dyn Object>,
    about: &DeviceDescription,
) -> Result<ServiceHandle> {
    let service = Service::shared(name, server.schema().clone(), root);
    let service = attributes(about)
        .into_iter()
        .fold(service, |service, (name, value)| {
            service.attribute(name, value)
        });
    server.offer(service)
}

/// The attribute by which programs find a device.
pub(crate) const DEVICE: &str = "device";

/// The attributes that finders of devices see.
pub(crate) fn attributes(about: &DeviceDescription) -> BTreeMap<String, Value> {
    let identifiers = [
        (DEVICE, &*about.name, &*about.path),
        ("manufacturer", "Foxden", "foxden"),
        ("model", &*about.model, &*about.model),
    ];
    let identifiers =
        identifiers.map(|(attribute, name, path)| (attribute, identifier_text(name, path)));
    let text = ("user_description", about.text.clone());
    let attributes = identifiers.into_iter().chain([text]);
    attributes
        .map(|(name, text)| (name.to_owned(), Value::from(text)))
        .collect()
}

impl Participant for WorldServices {
    fn take_commands(&mut self, run: &mut Run) -> bool {
        let mut is_any = false;
        let start = Instant::now();
        for _ in 0..BATCH {
            if start.elapsed() > BATCH_TIME {
                break;
            }
            let Ok(job) = self.jobs.try_recv() else {
                break;
            };
            let mut scope = Scope {
                run,
                state: &mut self.state,
            };
            match job {
                Job::Query(query) => query(&mut scope),
                Job::Change(change) => {
                    self.replies.push(change(&mut scope));
                    self.is_changed = true;
                }
            }
            is_any = true;
        }
        if is_any {
            // another batch may wait
            self.link.run.wake();
        }
        self.is_changed
    }

    fn poll_ready(&mut self, _run: &mut Run, _limit: Duration) -> Readiness {
        match self.state.wants_reload {
            true => Readiness::Finished,
            false => Readiness::Ready,
        }
    }

    fn before_step(&mut self, run: &mut Run) {
        let mut scope = Scope {
            run,
            state: &mut self.state,
        };
        scope.stop_abandoned_robots();
        let drives: Vec<_> = scope.state.drives.values().cloned().collect();
        for drive in drives {
            drive.lock().before_step(&mut scope);
        }
        scope.request_samples();
    }

    fn after_step(&mut self, run: &mut Run) -> ControlFlow<()> {
        let clock = run.world.clock();
        if clock < self.clock {
            self.state.epoch = self.state.epoch.wrapping_add(1);
        }
        self.clock = clock;
        let mut scope = Scope {
            run,
            state: &mut self.state,
        };
        scope.take_samples();
        self.is_changed = false;
        self.send(run, Occasion::Step);
        ControlFlow::Continue(())
    }

    fn publish(&mut self, run: &mut Run) {
        // viewers and other services change the world, too
        let is_edited = self.edits != Some(run.world.edits());
        if std::mem::take(&mut self.is_changed) || is_edited {
            self.send(run, Occasion::Change);
        } else {
            self.send_lines();
        }
        for reply in self.replies.drain(..) {
            reply();
        }
    }

    fn finish(&mut self) {
        self.close();
    }
}
