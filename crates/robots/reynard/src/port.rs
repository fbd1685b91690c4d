//! The port of the den: what every door holds.

use crate::command::{Act, Answer, Command, DenAct, Refusal};
use crate::field::Field;
use crate::frame::{Frame, RobotFrame};
use crate::talk::Talk;
use crate::trail::Trails;
use foxden_host::live::{Gone, Remote};
use std::sync::Arc;
use tokio::sync::{oneshot, watch};

/// A line to the den; clones reach the same one.
#[derive(Clone, Debug)]
pub struct Port {
    remote: Remote<Command>,
    field: Field,
    frames: watch::Receiver<Arc<Frame>>,
    talk: Arc<Talk>,
    trails: Arc<Trails>,
}

impl Port {
    /// A port of a running den.
    pub fn new(
        remote: Remote<Command>,
        field: Field,
        frames: watch::Receiver<Arc<Frame>>,
        talk: Arc<Talk>,
        trails: Arc<Trails>,
    ) -> Self {
        Self {
            remote,
            field,
            frames,
            talk,
            trails,
        }
    }

    /// Where robots and the lamp may stand.
    pub fn field(&self) -> Field {
        self.field
    }

    /// What there is to see now.
    pub fn frame(&self) -> Arc<Frame> {
        self.frames.borrow().clone()
    }

    /// Frames as they come.
    pub fn frames(&self) -> watch::Receiver<Arc<Frame>> {
        self.frames.clone()
    }

    /// One of the robots as it is now.
    pub fn robot(&self, robot: usize) -> Result<RobotFrame, Refusal> {
        let frame = self.frames.borrow();
        frame
            .robots
            .get(robot)
            .cloned()
            .ok_or_else(|| Refusal::NoSuchRobot(robot.to_string()))
    }

    /// What is said and heard.
    pub fn talk(&self) -> &Talk {
        &self.talk
    }

    /// Where robots have been.
    pub fn trails(&self) -> &Trails {
        &self.trails
    }

    /// The clock of the simulation.
    pub fn clock(&self) -> &Remote<Command> {
        &self.remote
    }

    /// Asks a robot for something; done when frames show it. Values are
    /// brought within limits; those that are no numbers are refused.
    ///
    /// # Errors
    /// When it is refused.
    pub async fn act(&self, robot: usize, act: Act) -> Answer {
        let act = act.within_limits(self.field)?;
        self.send(|answer| Command::Robot(robot, act, answer)).await
    }

    /// The same, and returns when the time of the act is over.
    ///
    /// # Errors
    /// When it is refused.
    pub async fn act_and_wait(&self, robot: usize, act: Act, is_waiting: bool) -> Answer {
        let until = self.act(robot, act).await?;
        if let (true, Some(until)) = (is_waiting, until) {
            self.remote.wait_until(until).await?;
        }
        Ok(until)
    }

    /// Asks the den for something.
    ///
    /// # Errors
    /// When it is refused.
    pub async fn den(&self, act: DenAct) -> Answer {
        if let DenAct::MoveLamp(place) = act
            && place.iter().any(|value| value.is_nan())
        {
            return Err(Refusal::NotANumber("a coordinate"));
        }
        self.send(|answer| Command::Den(act, answer)).await
    }

    async fn send(&self, command: impl FnOnce(oneshot::Sender<Answer>) -> Command) -> Answer {
        let (answer, answered) = oneshot::channel();
        self.remote.command(command(answer))?;
        answered.await.map_err(|_| Refusal::Gone(Gone::Ended))?
    }
}
