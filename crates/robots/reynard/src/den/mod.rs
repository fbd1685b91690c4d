//! The den as the simulation knows it: Reynards, a lamp, a charger and
//! obstacles, steered between the steps of one world.

mod fixtures;
mod fox;
mod light;

use crate::command::{Answer, DenCommand, DenRequest, Refusal, RobotCommand};
use crate::frame::{Frame, RobotFrame};
use crate::messages::Messages;
use crate::obstacle::{self, Obstacle};
use crate::playfield::Playfield;
use crate::trail::Trails;
use fixtures::{ChargerFixture, LampFixture};
use fox::Fox;
pub(crate) use fox::TOOLS;
use foxden_runtime::live::{Pace, Pilot};
use foxden_sim::{Snapshot, World};
use std::sync::{Arc, OnceLock};
use tokio::sync::{oneshot, watch};

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
    obstacles: Arc<[Obstacle]>,
    /// Whether obstacles may move.
    is_lively: bool,
    start: Snapshot,
    talk: Arc<Messages>,
    trails: Arc<Trails>,
    frames: watch::Sender<Arc<Frame>>,
    answers: Vec<(oneshot::Sender<Answer>, Answer)>,
}

impl std::fmt::Debug for Den {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Den").finish_non_exhaustive()
    }
}

impl Den {
    /// Looks around in a world with a field. The receiver sees the frames that will be published.
    ///
    /// # Errors
    /// When there is no Reynard.
    pub fn new(
        world: &mut World,
        field: Playfield,
        talk: Arc<Messages>,
        trails: Arc<Trails>,
    ) -> Result<(Self, watch::Receiver<Arc<Frame>>), NoReynard> {
        let mut foxes = Fox::find(world, field);
        if foxes.is_empty() {
            return Err(NoReynard);
        }
        for fox in &mut foxes {
            fox.wake(world);
        }
        let pace = Pace::new(std::time::Instant::now(), 0.0, 1.0, false);
        let mut den = Self {
            field,
            foxes,
            lamp: LampFixture::find(world),
            charger: ChargerFixture::find(world),
            obstacles: obstacle::obstacles(world).into(),
            is_lively: world.has_bodies(),
            start: world.snapshot(),
            talk,
            trails,
            frames: watch::Sender::new(Arc::new(empty(pace))),
            answers: Vec::new(),
        };
        den.publish(world, 0.0, pace);
        let frames = den.frames.subscribe();
        Ok((den, frames))
    }

    fn robot(&mut self, world: &mut World, now: f64, robot: usize, act: RobotCommand) -> Answer {
        let Some(fox) = self.foxes.get_mut(robot) else {
            return Err(Refusal::NoSuchRobot(robot.to_string()));
        };
        fox.command(world, now, act)
    }

    fn den(&mut self, world: &mut World, act: DenCommand) -> Answer {
        match act {
            DenCommand::Reset => {
                world.restore(&self.start);
                for fox in &mut self.foxes {
                    fox.wake(world);
                }
                self.trails.forget();
                self.talk.announce_reset();
                Ok(None)
            }
            DenCommand::MoveLamp(place) => self.lamp()?.put(world, self.field, place),
            DenCommand::SwitchLamp(is_on) => self.lamp()?.switch(world, is_on),
        }
    }

    /// What each Reynard takes up now.
    fn bodies(&self, world: &World) -> Vec<Option<Obstacle>> {
        self.foxes.iter().map(|fox| fox.body(world)).collect()
    }

    fn mark_trails(&self, world: &World) {
        let marks: Vec<_> = self.foxes.iter().map(|fox| fox.mark(world)).collect();
        self.trails.record(&marks);
    }

    fn lamp(&self) -> Result<&LampFixture, Refusal> {
        self.lamp.as_ref().ok_or(Refusal::Missing("lamp"))
    }
}

impl Pilot for Den {
    type Command = DenRequest;

    fn obey(&mut self, world: &mut World, now: f64, command: DenRequest) {
        let (answer, sender) = match command {
            DenRequest::Robot(robot, act, sender) => (self.robot(world, now, robot, act), sender),
            DenRequest::Den(act, sender) => (self.den(world, act), sender),
        };
        // told when the frame that shows it is out
        self.answers.push((sender, answer));
    }

    fn before_step(&mut self, world: &mut World) {
        if self.is_lively {
            self.obstacles = obstacle::obstacles(world).into();
        }
        // one after the other, each heeding where those before him will be
        let mut bodies = self.bodies(world);
        for (at, fox) in self.foxes.iter_mut().enumerate() {
            bodies[at] = fox.before_step(world, around(&self.obstacles, &bodies, at));
        }
    }

    fn after_step(&mut self, world: &mut World, time: f64) {
        for fox in &mut self.foxes {
            if fox.after_step(world, time) {
                self.talk
                    .say(fox.name(), "My battery is empty. I have to stop here.");
            }
        }
        // one frame may show many steps, a trail each of them
        self.mark_trails(world);
    }

    fn publish(&mut self, world: &mut World, time: f64, pace: Pace) {
        let bodies = self.bodies(world);
        let robots: Vec<RobotFrame> = self
            .foxes
            .iter_mut()
            .enumerate()
            .map(|(at, fox)| fox.frame(world, around(&self.obstacles, &bodies, at)))
            .collect();
        self.mark_trails(world);
        let name = |robot| {
            let fox = self.foxes.iter().find(|fox| fox.robot() == robot)?;
            Some(fox.shared_name())
        };
        let frame = Frame {
            time,
            pace,
            robots,
            lamp: self.lamp.as_ref().and_then(|lamp| lamp.frame(world)),
            charger: self
                .charger
                .as_ref()
                .and_then(|charger| charger.frame(world, name)),
            obstacles: self.obstacles.clone(),
            text: OnceLock::new(),
        };
        self.frames.send_replace(Arc::new(frame));
        for (sender, answer) in self.answers.drain(..) {
            // somebody who has gone needs no answer
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

fn empty(pace: Pace) -> Frame {
    Frame {
        time: 0.0,
        pace,
        robots: Vec::new(),
        lamp: None,
        charger: None,
        obstacles: Arc::default(),
        text: OnceLock::new(),
    }
}
