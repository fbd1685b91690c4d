//! What `probe` and `rec` have in common: one row per step, commands before steps.

use super::arguments::RecorderArguments;
use super::orders::{self, Order};
use crate::client::RecorderClient;
use crate::table::Cell;
use foxden_sim::controller::{Answer, Request};
use foxden_sim::{RobotIndex, World};

/// How many steps are taken unless the arguments say otherwise.
const USUAL_STEPS: i64 = 10;

/// A table that grows by a row with each step.
pub(crate) struct Recording {
    pub(crate) client: RecorderClient,
    steps: usize,
    duration: u32,
    /// Before which step, and what.
    commands: Vec<(usize, String)>,
    done: usize,
    pub(crate) header: Vec<String>,
    pub(crate) rows: Vec<Vec<Cell>>,
}

impl Recording {
    pub(crate) fn new(world: &World, robot: RobotIndex, arguments: &RecorderArguments) -> Self {
        let step = world.settings().basic_time_step as u32;
        let duration = arguments.integer("dt").unwrap_or(i64::from(step));
        // the library refuses to go back in time, and the loop of steps ends
        let steps = match duration < 0 {
            true => 0,
            false => arguments.integer("steps").unwrap_or(USUAL_STEPS),
        };
        Self {
            client: RecorderClient::new(world, robot),
            steps: steps.max(0) as usize,
            duration: duration.max(0) as u32,
            commands: arguments.commands(),
            done: 0,
            header: vec!["step".to_owned(), "time".to_owned()],
            rows: Vec::new(),
        }
    }

    /// The sampling period that the arguments give a device.
    pub(crate) fn period(&self, arguments: &RecorderArguments, name: &str) -> i32 {
        let usual = || {
            let all = arguments.integer("period").filter(|period| *period >= 0);
            all.unwrap_or(i64::from(self.duration))
        };
        let own = arguments.integer(&format!("period:{name}"));
        own.unwrap_or_else(usual) as i32
    }

    /// Takes in an answer (none at the start).
    pub(crate) fn receive(&mut self, world: &World, answer: Option<Answer>) {
        if let Some(answer) = answer {
            self.client.receive(world, answer);
            self.done += 1;
        }
    }

    /// The first cells of a row.
    pub(crate) fn begin_row(&self) -> Vec<Cell> {
        [self.done as f64, self.client.time]
            .map(Cell::number)
            .to_vec()
    }

    /// The commands before the next step; `None` after the last.
    pub(crate) fn due(&self) -> Option<Vec<String>> {
        let due = self.commands.iter().filter(|(at, _)| *at == self.done);
        (self.done < self.steps).then(|| due.map(|(_, command)| command.clone()).collect())
    }

    /// Runs a command; `false` if it is not known here.
    pub(crate) fn run(&mut self, world: &mut World, order: &Order<'_>) -> bool {
        orders::run(&mut self.client, world, order)
    }

    pub(crate) fn request(&mut self, world: &World) -> Request {
        self.client.request(world, self.duration)
    }
}
