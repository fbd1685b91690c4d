//! Answers that controllers have not taken yet: output of the world, not a part of its
//! state.

use super::Answer;
use crate::model::{Model, RobotIndex, RowIndex};
use serde::{Deserialize, Serialize};

/// The answers by robot.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct PendingAnswers(Vec<Option<Answer>>);

impl PendingAnswers {
    /// Puts the answer for a robot's controller; an answer that was not taken is lost.
    pub(crate) fn put(&mut self, robot: RobotIndex, answer: Answer) {
        let at = robot.at();
        if self.0.len() <= at {
            self.0.resize(at + 1, None);
        }
        self.0[at] = Some(answer);
    }

    /// The answer for a robot's controller, once.
    pub(crate) fn take(&mut self, robot: RobotIndex) -> Option<Answer> {
        self.0.get_mut(robot.at())?.take()
    }

    /// Forgets the answer for a robot's controller.
    pub(crate) fn remove(&mut self, robot: RobotIndex) {
        self.take(robot);
    }

    /// The scene was compiled again: answers follow their robots.
    pub(crate) fn carry_over(&mut self, now: &Model, before: &Model) {
        if self.0.iter().all(Option::is_none) {
            return;
        }
        let mut old = std::mem::take(&mut self.0);
        let robots = now.robots.iter().map(|robot| {
            let at = before
                .robots
                .iter()
                .position(|old| old.node == robot.node)?;
            old.get_mut(at)?.take()
        });
        self.0 = robots.collect();
    }
}
