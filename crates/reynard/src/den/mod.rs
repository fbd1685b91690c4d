//! The den as the simulation knows it: Reynards, a lamp, a charger and
//! obstacles, steered between the steps of one world.

mod fox;
mod light;
mod things;

use crate::command::{Act, Answer, Command, DenAct, Refusal};
use crate::frame::Frame;
use crate::obstacle::{self, Obstacle};
use crate::talk::Talk;
use fox::Fox;
pub(crate) use fox::TOOLS;
use foxden_host::live::{Pace, Pilot};
use foxden_sim::{Snapshot, World};
use std::sync::{Arc, OnceLock};
use things::{ChargerThing, LampThing};
use tokio::sync::{oneshot, watch};

/// Called with the newest frame at a fixed rate.
pub type OnTick = Box<dyn FnMut(&Frame)>;

/// A world without a Reynard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no robot of the world is a Reynard")]
pub struct NoReynard;

/// Steers what is in the den.
pub struct Den {
    foxes: Vec<Fox>,
    lamp: Option<LampThing>,
    charger: Option<ChargerThing>,
    obstacles: Arc<[Obstacle]>,
    /// Whether obstacles may move.
    is_lively: bool,
    start: Snapshot,
    talk: Arc<Talk>,
    frames: watch::Sender<Arc<Frame>>,
    answers: Vec<(oneshot::Sender<Answer>, Answer)>,
    on_tick: OnTick,
}

impl std::fmt::Debug for Den {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Den").finish_non_exhaustive()
    }
}

impl Den {
    /// Looks around in a world. The receiver sees the frames that will be published.
    ///
    /// # Errors
    /// When there is no Reynard.
    pub fn new(
        world: &mut World,
        talk: Arc<Talk>,
        on_tick: OnTick,
    ) -> Result<(Self, watch::Receiver<Arc<Frame>>), NoReynard> {
        let mut foxes = Fox::find(world);
        if foxes.is_empty() {
            return Err(NoReynard);
        }
        for fox in &mut foxes {
            fox.wake(world);
        }
        let pace = Pace::new(std::time::Instant::now(), 0.0, 1.0, false);
        let mut den = Self {
            foxes,
            lamp: LampThing::find(world),
            charger: ChargerThing::find(world),
            obstacles: obstacle::obstacles(world).into(),
            is_lively: world.has_bodies(),
            start: world.snapshot(),
            talk,
            frames: watch::Sender::new(Arc::new(empty(pace))),
            answers: Vec::new(),
            on_tick,
        };
        den.publish(world, 0.0, pace);
        let frames = den.frames.subscribe();
        Ok((den, frames))
    }

    fn robot(&mut self, world: &mut World, now: f64, robot: usize, act: Act) -> Answer {
        let Some(fox) = self.foxes.get_mut(robot) else {
            return Err(Refusal::NoSuchRobot(robot.to_string()));
        };
        fox.act(world, now, act)
    }

    fn den(&mut self, world: &mut World, act: DenAct) -> Answer {
        match act {
            DenAct::Reset => {
                world.restore(&self.start);
                for fox in &mut self.foxes {
                    fox.wake(world);
                }
                self.talk.announce_reset();
                Ok(None)
            }
            DenAct::MoveLamp(place) => self.lamp()?.put(world, place),
            DenAct::SwitchLamp(is_on) => self.lamp()?.switch(world, is_on),
        }
    }

    fn lamp(&self) -> Result<&LampThing, Refusal> {
        self.lamp.as_ref().ok_or(Refusal::Missing("lamp"))
    }
}

impl Pilot for Den {
    type Command = Command;

    fn obey(&mut self, world: &mut World, now: f64, command: Command) {
        let (answer, sender) = match command {
            Command::Robot(robot, act, sender) => (self.robot(world, now, robot, act), sender),
            Command::Den(act, sender) => (self.den(world, act), sender),
        };
        // told when the frame that shows it is out
        self.answers.push((sender, answer));
    }

    fn before_step(&mut self, world: &mut World) {
        if self.is_lively {
            self.obstacles = obstacle::obstacles(world).into();
        }
        for fox in &mut self.foxes {
            fox.before_step(world, &self.obstacles);
        }
    }

    fn after_step(&mut self, world: &mut World, time: f64) {
        for fox in &mut self.foxes {
            if fox.after_step(world, time) {
                self.talk
                    .say(fox.name(), "My battery is empty. I have to stop here.");
            }
        }
    }

    fn publish(&mut self, world: &mut World, time: f64, pace: Pace) {
        let robots = self
            .foxes
            .iter_mut()
            .map(|fox| fox.frame(world, &self.obstacles))
            .collect();
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

    fn tick(&mut self) {
        let frame = self.frames.borrow().clone();
        (self.on_tick)(&frame);
    }
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
