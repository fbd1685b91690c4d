//! The participant of the run loop that offers a world.

use crate::access::Access;
use crate::device_services::DeviceServices;
use crate::job::{Job, MOST_JOBS, Reply, Scope, ServiceState, WorldLink};
use crate::names::{Names, service_name};
use crate::robot;
use crate::server::RaconteurServer;
use crate::stream::{Occasion, Streams};
use crate::values::{DeviceDescription, identifier_text};
use crate::world::{self, EventStream, WorldPipes, console_line, robot_console};
use foxden_runtime::participant::{Participant, Readiness};
use foxden_runtime::run::Run;
use foxden_runtime::run_handle::RunHandle;
use foxden_runtime::run_loop::RunLoop;
use foxden_scene::NodeId;
use foxden_view::controller_access::{ControllerAccess, NoControllers};
use foxden_view::hub::Hub;
use raconteur::service::{Object, Service};
use raconteur::{Result, ServiceHandle};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, SystemTime};

/// How many jobs are executed before the run loop goes on.
const BATCH: usize = 256;

/// The name of the service of the world.
const WORLD: &str = "world";

/// How long motors go on after the client that drives them has left.
const DRIVER_TIMEOUT: Duration = Duration::from_secs(1);

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
}

impl Default for WorldOptions {
    fn default() -> Self {
        Self {
            name: "world".to_owned(),
            controllers: Box::new(NoControllers),
            open_robots: Vec::new(),
            driver_timeout: DRIVER_TIMEOUT,
            hub: None,
        }
    }
}

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
    /// How many lines of the console were sent.
    lines: u64,
    world: Option<ServiceHandle>,
    robots: BTreeMap<NodeId, ServiceHandle>,
    devices: DeviceServices,
    /// The edits of the world for which robots have services.
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
        let mut services = Self::new(server, handle, options);
        services.register(run_loop.run_state())?;
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
                streams: Streams::default(),
                answers: HashMap::new(),
                snapshots: BTreeMap::new(),
                wants_reload: false,
                service_names: HashMap::new(),
                standard: HashMap::new(),
            },
            pipes: WorldPipes::new(),
            events: EventStream::default(),
            hub: options.hub,
            lines,
            world: None,
            robots: BTreeMap::new(),
            devices: DeviceServices::default(),
            edits: None,
            clock: 0.0,
            is_changed: false,
            replies: Vec::new(),
            remarks: Vec::new(),
        }
    }

    /// The names of the services: that of the world, then those of robots and of devices.
    pub fn names(&self) -> Vec<String> {
        let services = self.world.iter().chain(self.robots.values());
        let services = services.chain(self.devices.handles());
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
        self.devices.close();
        for (_, service) in std::mem::take(&mut self.robots) {
            service.close();
        }
        if let Some(world) = self.world.take() {
            world.close();
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
        self.world = Some(offer(&self.server, WORLD, root, &about)?);
        for name in unknown {
            self.remarks.push(format!(
                "--raconteur-drive: there is no robot '{name}' in this world"
            ));
        }
        self.follow_robots(run);
        Ok(())
    }

    /// Registers services of new robots and closes those of robots that are gone.
    fn follow_robots(&mut self, run: &mut Run) {
        let edits = run.world.edits();
        if self.edits.replace(edits) == Some(edits) {
            return;
        }
        self.state.names.refresh(&run.world);
        let present: HashSet<NodeId> = self.state.names.robots.iter().map(|(_, n)| *n).collect();
        let gone: Vec<NodeId> = self.robots.keys().copied().collect();
        for node in gone.into_iter().filter(|node| !present.contains(node)) {
            if let Some(service) = self.robots.remove(&node) {
                service.close();
                self.state.service_names.remove(&node);
            }
        }
        for (name, node) in self.state.names.robots.clone() {
            if self.robots.contains_key(&node) {
                continue;
            }
            let service = self.offer_robot(run, &name, node);
            match service {
                Ok(service) => {
                    let name = service.name().to_owned();
                    self.state.service_names.insert(node, name);
                    self.robots.insert(node, service);
                }
                Err(error) => self
                    .remarks
                    .push(format!("robot '{name}' is not offered: {error}")),
            }
        }
        let mut scope = Scope {
            run,
            state: &mut self.state,
        };
        let remarks = self.devices.follow(&self.server, &mut scope, &self.link);
        self.remarks.extend(remarks);
    }

    fn offer_robot(&mut self, run: &mut Run, name: &str, node: NodeId) -> Result<ServiceHandle> {
        let taken: HashSet<String> = self.server.node().services().into_iter().collect();
        let service = service_name(name, &taken);
        let console = robot_console(&self.pipes.robots, name);
        let link = self.link.clone();
        let mut scope = Scope {
            run,
            state: &mut self.state,
        };
        let object = robot::object(&mut scope, name, &link, &console)?;
        let about = scope.describe(node, name, robot::TYPE, None);
        offer(&self.server, &service, object, &about)
    }

    /// Sends what is new after a step or a change.
    fn send(&mut self, run: &mut Run, occasion: Occasion) {
        self.follow_robots(run);
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
            // a reader that is too slow has been dealt with by its connection
            let _ = self.pipes.console.broadcast(console_line(&line));
            if let Some(robot) = &line.name {
                let console = robot_console(&self.pipes.robots, robot);
                let _ = console.broadcast(line.text.as_str().into());
            }
        }
    }
}

/// Registers an object as a service with the attributes of a device.
pub(crate) fn offer(
    server: &RaconteurServer,
    name: &str,
    root: Arc<dyn Object>,
    about: &DeviceDescription,
) -> Result<ServiceHandle> {
    let service = Service::shared(name, server.schema().clone(), root)
        .attribute("device", identifier_text(&about.name, &about.path))
        .attribute("manufacturer", identifier_text("Foxden", "foxden"))
        .attribute("model", identifier_text(&about.model, &about.model))
        .attribute("user_description", about.text.as_str());
    server.offer(service)
}

impl Participant for WorldServices {
    fn take_commands(&mut self, run: &mut Run) -> bool {
        let mut is_any = false;
        for _ in 0..BATCH {
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
        if std::mem::take(&mut self.is_changed) {
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
