//! The world of an episode with what takes part in its run: a den, robots with scripted
//! controllers, a viewer, and the disk of the replay ticket.

use crate::controllers::{ScriptedController, Turn};
use crate::random::Random;
use crate::request_ledger::RequestLedger;
use foxden_controllers::listener::{ControllerListener, ListenOptions};
use foxden_controllers::options::ControllerOptions;
use foxden_controllers::scheduler::Controllers;
use foxden_runtime::pace::Pace;
use foxden_runtime::participant::{Participant, Readiness};
use foxden_runtime::run::Run;
use foxden_runtime::run_loop::{RunLoop, Until};
use foxden_runtime::running_world::RunningWorld;
use foxden_runtime::stop_flag::StopFlag;
use foxden_runtime::ticket::recorder::TicketRecorder;
use foxden_sim::World;
use foxden_view::hub::Hub;
use foxden_view::viewer::{Viewer, WorldAbout};
use reynard::den::Den;
use reynard::den_handle::DenHandle;
use reynard::messages::Messages;
use reynard::trail::Trails;
use reynard::worlds::WorldSource;
use std::net::Ipv4Addr;
use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Robots that controllers drive, beside Reynard.
const ROBOTS: [(&str, &str); 2] = [
    (
        "cub",
        "Robot { name \"cub\" controller \"<extern>\" translation 0.5 0.4 0.1 battery [ 50 50 1 ] children [ \
         HingeJoint { jointParameters HingeJointParameters { axis 0 0 1 } device [ RotationalMotor { name \"motor\" maxVelocity 5 } PositionSensor { name \"angle\" } ] \
         endPoint Solid { translation 0.06 0 0 boundingObject Box { size 0.02 0.02 0.02 } physics Physics { } } } \
         LightSensor { name \"light\" } ] boundingObject Box { size 0.05 0.05 0.05 } physics Physics { } }",
    ),
    (
        "kit",
        "Robot { name \"kit\" controller \"<extern>\" synchronization FALSE translation -0.5 -0.4 0.1 battery [ 20 50 1 ] children [ \
         DistanceSensor { name \"distance\" } ] }",
    ),
];

/// Ends a call of the run loop that cannot make a step, and keeps it from sleeping.
#[derive(Default)]
struct OneTurn {
    polls: usize,
}

impl Participant for OneTurn {
    fn poll_ready(&mut self, _: &mut Run, _: Duration) -> Readiness {
        self.polls += 1;
        match self.polls > 2 {
            true => Readiness::Finished,
            false => Readiness::Ready,
        }
    }

    fn idle(&mut self, _: &mut Run, _: Duration) -> bool {
        true
    }
}

/// Controllers that are never waited for: only what they have sent decides what happens.
struct PromptControllers<'c>(&'c mut Controllers);

impl Participant for PromptControllers<'_> {
    fn take_commands(&mut self, run: &mut Run) -> bool {
        self.0.take_commands(run)
    }

    fn poll_ready(&mut self, run: &mut Run, _: Duration) -> Readiness {
        self.0.poll_ready(run, Duration::ZERO)
    }

    fn before_step(&mut self, run: &mut Run) {
        self.0.before_step(run);
    }

    fn after_step(&mut self, run: &mut Run) -> ControlFlow<()> {
        self.0.after_step(run)
    }

    fn publish(&mut self, run: &mut Run) {
        self.0.publish(run);
    }
}

/// The world before anything happens to it.
pub(crate) fn fresh_world() -> World {
    let (mut world, _) = open();
    world.set_threads(1);
    world
}

fn open() -> (World, reynard::playfield::Playfield) {
    let (mut world, field) = WorldSource::Den.open(2).expect("the den is built in");
    for (_, text) in ROBOTS {
        let top = world.scene().top_level();
        let at = world.scene().nodes_in(top).len();
        world.insert(top, at, text).expect("the robot fits");
    }
    (world, field)
}

/// The disk of the ticket: it may be full.
#[derive(Debug, Default)]
pub(crate) struct Disk {
    blocks: Vec<Vec<u8>>,
    pub(crate) is_full: bool,
}

pub(crate) type SharedDisk = Arc<Mutex<Disk>>;

pub(crate) fn locked(disk: &SharedDisk) -> std::sync::MutexGuard<'_, Disk> {
    disk.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A world with everything that takes part in its run.
pub(crate) struct System {
    pub(crate) run_loop: RunLoop,
    controllers: Controllers,
    den: Den,
    viewer: Viewer,
    pub(crate) handle: DenHandle,
    pub(crate) disk: SharedDisk,
    robots: Vec<(foxden_scene::NodeId, &'static str)>,
    scripted: Vec<Option<ScriptedController>>,
}

impl System {
    pub(crate) fn open(folder: &Path, hub: &Arc<Hub>, check_steps: u64) -> std::io::Result<Self> {
        let (mut world, field) = open();
        world.set_threads(1);
        let robots = ROBOTS
            .iter()
            .filter_map(|(name, _)| {
                let found = world.robots().find(|(_, robot)| robot.name == *name);
                found.map(|(_, robot)| (robot.node(), *name))
            })
            .collect();
        let listener = ControllerListener::open(&ListenOptions {
            temporary: folder.to_owned(),
            user: "chaos".to_owned(),
            address: Ipv4Addr::LOCALHOST.into(),
            port: Some(0),
            secret: None,
        })?;
        let options = ControllerOptions {
            // silence in real time must not decide what happens
            order_time: Duration::from_secs(1_000_000),
            ..ControllerOptions::silent(folder.join("den.wbt"), folder)
        };
        let mut running = RunningWorld::new(world);
        let disk = SharedDisk::default();
        let sink = disk.clone();
        let check_steps = NonZeroU64::new(check_steps).unwrap_or(NonZeroU64::MIN);
        let recorder = TicketRecorder::new(
            &running,
            check_steps,
            Box::new(move |_, block| {
                let mut disk = locked(&sink);
                // a program that cannot write stops to record
                if !disk.is_full {
                    disk.blocks.push(block.to_owned());
                }
            }),
        );
        running.record(Box::new(recorder));
        let (talk, trails) = (Messages::new("reynard"), Arc::<Trails>::default());
        let (den, channels) = Den::new(&mut running, field, talk.clone(), trails.clone())
            .map_err(std::io::Error::other)?;
        let controllers = Controllers::start(&running, options, listener)?;
        let run_loop = RunLoop::new(running, Pace::FASTEST, &StopFlag::default());
        let handle = DenHandle::new(run_loop.handle(), field, channels, talk, trails);
        let about = WorldAbout {
            file: folder.join("den.wbt"),
            ..WorldAbout::default()
        };
        let viewer = Viewer::new(hub.clone(), about);
        hub.connect(run_loop.handle());
        Ok(Self {
            run_loop,
            controllers,
            den,
            viewer,
            handle,
            disk,
            robots,
            scripted: ROBOTS.iter().map(|_| None).collect(),
        })
    }

    /// Lets controllers do something; they come and go.
    pub(crate) fn turn_controllers(&mut self, random: &mut Random, ledger: &RequestLedger) {
        for (at, slot) in self.scripted.iter_mut().enumerate() {
            match slot {
                None => {
                    if random.happens(300)
                        && let Some((node, name)) = self.robots.get(at)
                        && let Ok(stream) = self.controllers.connect(*node)
                    {
                        *slot = Some(ScriptedController::new(name, stream));
                    }
                }
                Some(controller) => {
                    let is_closed = controller.turn(random, ledger) == Turn::Closed;
                    // a crash
                    if is_closed || random.happens(4) {
                        *slot = None;
                    }
                }
            }
        }
    }

    /// Whether calling the loop makes sense: it would not sleep in a real run. A loop that
    /// is paused or waits for a step of a controller sleeps until it is woken.
    fn is_awake(&mut self) -> bool {
        let is_paused = self.run_loop.run_state().pace().is_paused;
        !is_paused || self.run_loop.is_woken()
    }

    pub(crate) fn turn_world(&mut self) {
        if !self.is_awake() {
            return;
        }
        let mut one_turn = OneTurn::default();
        let mut controllers = PromptControllers(&mut self.controllers);
        self.run_loop.run(
            Until::Steps(1),
            &mut [
                &mut one_turn,
                &mut controllers,
                &mut self.den,
                &mut self.viewer,
            ],
        );
    }

    /// Whether a viewer wants the world to be opened again.
    pub(crate) fn wants_reload(&self) -> bool {
        self.viewer.take_program_request().is_some()
    }

    pub(crate) fn finish(mut self) -> Vec<Vec<u8>> {
        self.scripted.clear();
        self.run_loop.world().finish_recorders();
        self.viewer.finish();
        std::mem::take(&mut locked(&self.disk).blocks)
    }
}
