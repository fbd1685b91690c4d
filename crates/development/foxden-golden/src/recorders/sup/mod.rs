//! The recorder that runs a script of supervisor functions, one row per command.

mod asking;
mod changing;
mod commands;
pub(crate) mod library;
mod measuring;
mod values;

use crate::client::RecorderClient;
use foxden_sim::controller::{Answer, Request};
use foxden_sim::{RobotIndex, World};
use library::LibraryMemory;
use std::collections::VecDeque;

/// A row of the recording.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RecordedRow {
    pub(crate) number: usize,
    pub(crate) time: f64,
    pub(crate) command: String,
    pub(crate) result: String,
}

/// Which run of a world it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RecordedRun {
    First,
    /// The world was loaded again, and its recorders started again.
    AfterReload,
}

/// What comes after a command.
enum Next {
    /// The next command.
    Command,
    /// A step of this duration in milliseconds; its return value is part of the result.
    Step(u32),
    /// Nothing: the recorder ends after it has written what came of this command.
    Last,
    /// Nothing: the recorder has ended.
    End,
}

/// A recorder at work.
pub(crate) struct Sup {
    pub(crate) client: RecorderClient,
    memory: LibraryMemory,
    commands: VecDeque<(usize, String)>,
    /// The command that waits for a step, its result so far, and the steps that are left.
    waiting: Option<(usize, String, String, Vec<u32>)>,
    /// A step that was begun and not ended.
    begun: Option<u32>,
    /// The pose that was asked for last.
    last_pose: [f64; 16],
    is_supervisor: bool,
    /// As it was at the start.
    basic_time_step: f64,
    /// Whether it asked to quit: rows after that depend on timing and were not written.
    pub(crate) has_quit: bool,
    /// Whether it asked to load the world again. When that happens depends on
    /// timing, so rows after that are not comparable.
    pub(crate) reloads: bool,
    /// What it does that the harness cannot do.
    pub(crate) beyond: Option<String>,
    /// Robots whose controllers shall start again.
    pub(crate) restarts: Vec<foxden_scene::NodeId>,
    pub(crate) rows: Vec<RecordedRow>,
}

impl Sup {
    pub(crate) fn new(world: &World, robot: RobotIndex, run: RecordedRun) -> Self {
        let arguments = world
            .robot(robot)
            .map(|robot| robot.arguments.clone())
            .unwrap_or_default();
        // a recorder that runs again after a reload does not reload again
        let is_left_out = |command: &str| {
            command == "reloadable" || (run == RecordedRun::AfterReload && command == "reload")
        };
        let commands = arguments.into_iter().skip(1).enumerate();
        Self {
            client: RecorderClient::new(world, robot),
            memory: LibraryMemory::default(),
            commands: commands
                .filter(|(_, command)| !is_left_out(command))
                .collect(),
            waiting: None,
            begun: None,
            last_pose: [0.0; 16],
            is_supervisor: world.robot(robot).is_some_and(|robot| {
                let value = world.scene().value_of(robot.node(), "supervisor");
                matches!(value.as_deref(), Some(foxden_scene::Value::Bool(true)))
            }),
            basic_time_step: world.settings().basic_time_step,
            has_quit: false,
            reloads: false,
            beyond: None,
            restarts: Vec::new(),
            rows: Vec::new(),
        }
    }

    /// What the recorder does with an answer (none at the start); `None` when it has finished.
    pub(crate) fn advance(&mut self, world: &mut World, answer: Option<Answer>) -> Option<Request> {
        if let Some(answer) = answer {
            self.client.receive(world, answer);
            self.client.custom_data = None;
            self.memory.hear_edits(world.scene());
            self.memory.hear_tracked(world);
        }
        if let Some((number, command, mut result, mut left)) = self.waiting.take() {
            if !result.is_empty() {
                result.push(' ');
            }
            result.push_str(&self.client.returned.to_string());
            if let Some(duration) = left.pop() {
                self.waiting = Some((number, command, result, left));
                return self.step(world, duration);
            }
            self.write(number, command, result);
        }
        while let Some((number, command)) = self.commands.pop_front() {
            let mut result = String::new();
            match self.run(world, &command, &mut result) {
                Next::Command => {
                    self.write(number, command, result);
                    if self.has_quit || self.reloads {
                        return None;
                    }
                }
                Next::Last => {
                    self.write(number, command, result);
                    return None;
                }
                Next::End => return None,
                Next::Step(duration) => {
                    let times = match command.strip_prefix("step") {
                        Some(rest) => library::leading_integer(rest).max(1) as usize,
                        None => 1,
                    };
                    let left = vec![duration; times - 1];
                    self.waiting = Some((number, command, String::new(), left));
                    return self.step(world, duration);
                }
            }
        }
        None
    }

    /// Asks for a step. One of no duration is over at once.
    fn step(&mut self, world: &mut World, duration: u32) -> Option<Request> {
        if duration > 0 {
            return Some(self.client.request(world, duration));
        }
        let robot = self.client.robot;
        let request = self.client.request(world, 0);
        world.submit(robot, request);
        world.answer(robot);
        self.client.returned = 0;
        self.advance(world, None)
    }

    /// Its robot is gone: a step that waits ends with -1.
    pub(crate) fn end(&mut self) {
        if let Some((number, command, mut result, _)) = self.waiting.take() {
            if !result.is_empty() {
                result.push(' ');
            }
            self.write(number, command, result + "-1");
        }
    }

    fn write(&mut self, number: usize, command: String, result: String) {
        self.rows.push(RecordedRow {
            number,
            time: self.client.time,
            command,
            result,
        });
    }
}

/// Rows as the recorder writes them.
pub(crate) fn table(rows: &[RecordedRow]) -> String {
    let quoted = |text: &str| text.replace('"', "\"\"").replace('\n', "\\n");
    let mut text = "n,time,command,result\n".to_owned();
    for row in rows {
        let (command, result) = (quoted(&row.command), quoted(&row.result));
        text += &format!("{},{:?},\"{command}\",\"{result}\"\n", row.number, row.time);
    }
    text
}

/// The rows of a recorded table: number, time, command, result.
pub(crate) fn read_rows(text: &str) -> Vec<[String; 4]> {
    let mut rows = Vec::new();
    for line in text.lines().skip(1) {
        let mut parts = line.splitn(3, ',');
        let number = parts.next().unwrap_or_default().to_owned();
        let time = parts.next().unwrap_or_default().to_owned();
        let mut quoted = Vec::new();
        let mut letters = parts.next().unwrap_or_default().chars().peekable();
        while letters.next() == Some('"') {
            let mut word = String::new();
            while let Some(letter) = letters.next() {
                if letter == '"' && letters.next_if_eq(&'"').is_none() {
                    break;
                }
                word.push(letter);
            }
            quoted.push(word);
            letters.next_if_eq(&',');
        }
        let mut quoted = quoted.into_iter();
        let command = quoted.next().unwrap_or_default();
        rows.push([number, time, command, quoted.next().unwrap_or_default()]);
    }
    rows
}
