//! The den as a participant of the run loop: Reynards, a lamp, a charger and obstacles,
//! which are controlled between the steps of one world.

mod fixtures;
mod fox;
mod light;

use crate::command::{CommandAnswer, CommandRefusal, DenCommand, DenRequest, RobotCommand};
use crate::frame::{DenFrame, RobotFrame};
use crate::messages::Messages;
use crate::obstacle::{Obstacle, ObstacleList};
use crate::playfield::Playfield;
use crate::trail::Trails;
use fixtures::{ChargerFixture, LampFixture};
use fox::Fox;
pub(crate) use fox::TOOLS;
use foxden_runtime::input::Input;
use foxden_runtime::pace::Pace;
use foxden_runtime::participant::Participant;
use foxden_runtime::run::Run;
use foxden_runtime::running_world::RunningWorld;
use foxden_runtime::simulated_clock::SimulatedClock;
use foxden_sim::World;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, OnceLock};
use std::time::Instant;
use tokio::sync::{oneshot, watch};

/// How many commands may wait.
const MOST_COMMANDS: usize = 16_384;

/// How many commands are executed before the run loop goes on.
const BATCH: usize = 256;

/// What servers hold of a den: its frames, and where they send commands.
#[derive(Debug)]
pub struct DenChannels {
    /// The newest frame.
    pub frames: watch::Receiver<Arc<DenFrame>>,
    /// Takes commands; wake the run after each.
    pub commands: SyncSender<DenRequest>,
}

/// A world without a Reynard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no robot of the world is a Reynard")]
pub struct NoReynard;

/// Steers what is in the den.
pub struct Den {
    field: Playfield,
    foxes: Vec<Fox>,
    lamp: Option<LampFixture>,
    charger: Option<ChargerFixture>,
    obstacles: ObstacleList,
    talk: Arc<Messages>,
    trails: Arc<Trails>,
    frames: watch::Sender<Arc<DenFrame>>,
    commands: Receiver<DenRequest>,
    /// The simulated time and the edits of the world that the rest belongs to.
    moment: (f64, u64),
    answers: Vec<(oneshot::Sender<CommandAnswer>, CommandAnswer)>,
}

impl std::fmt::Debug for Den {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Den").finish_non_exhaustive()
    }
}

impl Den {
    /// Finds the Reynards, the lamp, the charger and the obstacles of a world.
    ///
    /// # Errors
    /// When there is no Reynard.
    pub fn new(
        world: &mut RunningWorld,
        field: Playfield,
        talk: Arc<Messages>,
        trails: Arc<Trails>,
    ) -> Result<(Self, DenChannels), NoReynard> {
        let mut foxes = Fox::find(world, field);
        if foxes.is_empty() {
            return Err(NoReynard);
        }
        for fox in &mut foxes {
            fox.wake(world);
        }
        world.mark_start();
        let clock = SimulatedClock::new(Instant::now(), 0.0, Pace::REAL_TIME);
        let (sender, commands) = sync_channel(MOST_COMMANDS);
        let mut den = Self {
            field,
            lamp: LampFixture::find(world),
            charger: ChargerFixture::find(world),
            obstacles: ObstacleList::new(world),
            foxes,
            talk,
            trails,
            frames: watch::Sender::new(Arc::new(empty(clock))),
            commands,
            moment: (world.clock(), world.edits()),
            answers: Vec::new(),
        };
        den.publish_frame(world, 0.0, clock);
        let channels = DenChannels {
            frames: den.frames.subscribe(),
            commands: sender,
        };
        Ok((den, channels))
    }

    fn robot(
        &mut self,
        world: &mut RunningWorld,
        now: f64,
        robot: usize,
        act: RobotCommand,
    ) -> CommandAnswer {
        let Some(fox) = self.foxes.get_mut(robot) else {
            return Err(CommandRefusal::NoSuchRobot(robot.to_string()));
        };
        fox.command(world, now, act)
    }

    fn den(&mut self, world: &mut RunningWorld, act: DenCommand) -> CommandAnswer {
        match act {
            DenCommand::Reset => {
                // going back to the start cannot be rejected
                let _ = world.apply(Input::RestoreStart);
                self.start_again(world);
                Ok(None)
            }
            DenCommand::MoveLamp(place) => self.lamp()?.put(world, self.field, place),
            DenCommand::SwitchLamp(is_on) => self.lamp()?.switch(world, is_on),
        }
    }

    /// Time went back: everything rests and is looked up again.
    fn start_again(&mut self, world: &mut RunningWorld) {
        for fox in &mut self.foxes {
            fox.wake(world);
        }
        self.look_around(world);
        self.trails.forget();
        self.talk.announce_reset();
    }

    fn look_around(&mut self, world: &RunningWorld) {
        self.lamp = LampFixture::find(world);
        self.charger = ChargerFixture::find(world);
        self.obstacles.refresh(world);
    }

    /// Follows what others did with the world: viewers and clients of its service edit it and go
    /// back in time.
    fn follow_others(&mut self, world: &mut RunningWorld) {
        let (clock, edits) = self.moment;
        if world.clock() < clock {
            self.start_again(world);
        } else if world.edits() != edits {
            for fox in &mut self.foxes {
                fox.attend(world);
            }
            self.look_around(world);
        }
        self.moment = (world.clock(), world.edits());
    }

    /// What each Reynard takes up now.
    fn bodies(&self, world: &World) -> Vec<Option<Obstacle>> {
        self.foxes.iter().map(|fox| fox.body(world)).collect()
    }

    fn mark_trails(&self, world: &World) {
        let marks: Vec<_> = self.foxes.iter().map(|fox| fox.mark(world)).collect();
        self.trails.record(&marks);
    }

    fn lamp(&self) -> Result<&LampFixture, CommandRefusal> {
        self.lamp.as_ref().ok_or(CommandRefusal::Missing("lamp"))
    }
}

impl Participant for Den {
    fn take_commands(&mut self, run: &mut Run) -> bool {
        self.follow_others(&mut run.world);
        let now = run.now();
        let mut is_changed = false;
        for _ in 0..BATCH {
            let Ok(request) = self.commands.try_recv() else {
                break;
            };
            self.execute(&mut run.world, now, request);
            is_changed = true;
        }
        self.moment = (run.world.clock(), run.world.edits());
        is_changed
    }

    fn before_step(&mut self, run: &mut Run) {
        let world = &mut run.world;
        self.follow_others(world);
        self.obstacles.refresh(world);
        // one after the other; each avoids where those before him will be
        let mut bodies = self.bodies(world);
        for (at, fox) in self.foxes.iter_mut().enumerate() {
            bodies[at] = fox.before_step(world, around(self.obstacles.all(), &bodies, at));
        }
    }

    fn after_step(&mut self, run: &mut Run) -> ControlFlow<()> {
        let time = run.time();
        for fox in &mut self.foxes {
            if fox.after_step(&mut run.world, time) {
                self.talk
                    .say(fox.name(), "My battery is empty. I have to stop here.");
            }
        }
        // one frame may show many steps, a trail each of them
        self.mark_trails(&run.world);
        ControlFlow::Continue(())
    }

    fn publish(&mut self, run: &mut Run) {
        self.follow_others(&mut run.world);
        let (time, clock) = (run.time(), run.clock());
        self.publish_frame(&mut run.world, time, clock);
    }
}

impl Den {
    fn execute(&mut self, world: &mut RunningWorld, now: f64, request: DenRequest) {
        let (answer, sender) = match request {
            DenRequest::Robot(robot, command, sender) => {
                (self.robot(world, now, robot, command), sender)
            }
            DenRequest::Den(command, sender) => (self.den(world, command), sender),
        };
        // sent when the frame that shows it is published
        self.answers.push((sender, answer));
    }

    fn publish_frame(&mut self, world: &mut RunningWorld, time: f64, clock: SimulatedClock) {
        let bodies = self.bodies(world);
        let robots: Vec<RobotFrame> = self
            .foxes
            .iter_mut()
            .enumerate()
            .map(|(at, fox)| fox.frame(world, around(self.obstacles.all(), &bodies, at)))
            .collect();
        self.mark_trails(world);
        let name = |robot| {
            let fox = self.foxes.iter().find(|fox| fox.robot() == robot)?;
            Some(fox.shared_name())
        };
        let frame = DenFrame {
            time,
            clock,
            robots,
            lamp: self.lamp.as_ref().and_then(|lamp| lamp.frame(world)),
            charger: self
                .charger
                .as_ref()
                .and_then(|charger| charger.frame(world, name)),
            obstacles: self.obstacles.all().clone(),
            text: OnceLock::new(),
        };
        self.frames.send_replace(Arc::new(frame));
        for (sender, answer) in self.answers.drain(..) {
            // a client that has disconnected needs no answer
            let _ = sender.send(answer);
        }
    }
}

/// What is in the way of one Reynard: things, and the others.
fn around<'o>(
    things: &'o [Obstacle],
    bodies: &'o [Option<Obstacle>],
    own: usize,
) -> impl Iterator<Item = &'o Obstacle> {
    let others = bodies.iter().enumerate().filter(move |(at, _)| *at != own);
    things
        .iter()
        .chain(others.filter_map(|(_, body)| body.as_ref()))
}

fn empty(clock: SimulatedClock) -> DenFrame {
    DenFrame {
        time: 0.0,
        clock,
        robots: Vec::new(),
        lamp: None,
        charger: None,
        obstacles: Arc::default(),
        text: OnceLock::new(),
    }
}
