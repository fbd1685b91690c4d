//! A handle of the den: what every server holds.

use crate::command::{CommandAnswer, CommandRefusal, DenCommand, DenRequest, RobotCommand};
use crate::den::DenChannels;
use crate::frame::{DenFrame, RobotFrame};
use crate::messages::Messages;
use crate::playfield::Playfield;
use crate::trail::Trails;
use foxden_runtime::run_handle::{RunHandle, RunUnavailable};
use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use tokio::sync::{oneshot, watch};

/// Sends commands to the den and reads its frames; clones reach the same den.
#[derive(Clone, Debug)]
pub struct DenHandle {
    run: RunHandle,
    field: Playfield,
    frames: watch::Receiver<Arc<DenFrame>>,
    commands: SyncSender<DenRequest>,
    talk: Arc<Messages>,
    trails: Arc<Trails>,
}

impl DenHandle {
    /// A handle of a running den.
    pub fn new(
        run: RunHandle,
        field: Playfield,
        channels: DenChannels,
        talk: Arc<Messages>,
        trails: Arc<Trails>,
    ) -> Self {
        Self {
            run,
            field,
            frames: channels.frames,
            commands: channels.commands,
            talk,
            trails,
        }
    }

    /// Where robots and the lamp may stand.
    pub fn field(&self) -> Playfield {
        self.field
    }

    /// What there is to see now.
    pub fn frame(&self) -> Arc<DenFrame> {
        self.frames.borrow().clone()
    }

    /// Frames as they come.
    pub fn frames(&self) -> watch::Receiver<Arc<DenFrame>> {
        self.frames.clone()
    }

    /// One of the robots as it is now.
    pub fn robot(&self, robot: usize) -> Result<RobotFrame, CommandRefusal> {
        let frame = self.frames.borrow();
        frame
            .robots
            .get(robot)
            .cloned()
            .ok_or_else(|| CommandRefusal::NoSuchRobot(robot.to_string()))
    }

    /// What is said and heard.
    pub fn talk(&self) -> &Messages {
        &self.talk
    }

    /// Where robots have been.
    pub fn trails(&self) -> &Trails {
        &self.trails
    }

    /// Pause, speed and steps of the run.
    pub fn clock(&self) -> &RunHandle {
        &self.run
    }

    /// Asks a robot for something; done when frames show it. Values are
    /// brought within limits; those that are no numbers are refused.
    ///
    /// # Errors
    /// When it is refused.
    pub async fn command(&self, robot: usize, act: RobotCommand) -> CommandAnswer {
        let act = act.within_limits(self.field)?;
        self.send(|answer| DenRequest::Robot(robot, act, answer))
            .await
    }

    /// The same, and returns when the time of the act is over.
    ///
    /// # Errors
    /// When it is refused.
    pub async fn command_and_wait(
        &self,
        robot: usize,
        act: RobotCommand,
        is_waiting: bool,
    ) -> CommandAnswer {
        let until = self.command(robot, act).await?;
        if let (true, Some(until)) = (is_waiting, until) {
            self.run.wait_until(until).await?;
        }
        Ok(until)
    }

    /// Asks the den for something.
    ///
    /// # Errors
    /// When it is refused.
    pub async fn den_command(&self, act: DenCommand) -> CommandAnswer {
        if let DenCommand::MoveLamp(place) = act
            && place.iter().any(|value| value.is_nan())
        {
            return Err(CommandRefusal::NotANumber("a coordinate"));
        }
        self.send(|answer| DenRequest::Den(act, answer)).await
    }

    async fn send(
        &self,
        command: impl FnOnce(oneshot::Sender<CommandAnswer>) -> DenRequest,
    ) -> CommandAnswer {
        let (answer, answered) = oneshot::channel();
        self.commands
            .try_send(command(answer))
            .map_err(RunUnavailable::from)?;
        self.run.wake();
        answered
            .await
            .map_err(|_| CommandRefusal::Unavailable(RunUnavailable::Ended))?
    }
}
