//! The arguments of a recorder: `key=value`.

use crate::client::leading_number;
use foxden_sim::{RobotIndex, World};

/// The arguments that the world gives a recorder's robot.
pub(crate) struct RecorderArguments(Vec<String>);

impl RecorderArguments {
    pub(crate) fn of(world: &World, robot: RobotIndex) -> Self {
        let robot = world.robot(robot);
        Self(
            robot
                .map(|robot| robot.arguments.clone())
                .unwrap_or_default(),
        )
    }

    /// The last value of a key.
    pub(crate) fn last(&self, key: &str) -> Option<&str> {
        let value = |argument: &'_ String| -> Option<usize> {
            argument.strip_prefix(key)?.strip_prefix('=').map(str::len)
        };
        let argument = self
            .0
            .iter()
            .rev()
            .find(|argument| value(argument).is_some())?;
        argument.get(key.len() + 1..)
    }

    /// The last value of a key as an integer.
    pub(crate) fn integer(&self, key: &str) -> Option<i64> {
        self.last(key).map(|value| leading_number(value) as i64)
    }

    /// All keys and values in order.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .filter_map(|argument| argument.split_once('='))
    }

    /// Commands, with the steps before which they are run.
    pub(crate) fn commands(&self) -> Vec<(usize, String)> {
        self.all()
            .filter(|(key, _)| *key == "at")
            .filter_map(|(_, text)| {
                let (at, command) = text.split_once(':')?;
                Some((at.parse().ok()?, command.to_owned()))
            })
            .collect()
    }
}
