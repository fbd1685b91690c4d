//! The commands of the script.

use super::library::leading_integer;
use super::values::shown;
use super::{Next, Sup};
use crate::client::leading_number;
use foxden_scene::{FieldRef, NodeId, Value};
use foxden_sim::World;
use foxden_sim::controller::{Command, Write};

/// Words of a command, taken from the left.
pub(super) struct Words<'a>(pub(super) &'a str);

impl<'a> Words<'a> {
    pub(super) fn word(&mut self) -> &'a str {
        let text = self.0.trim_start_matches(' ');
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        self.0 = rest;
        word
    }

    pub(super) fn integer(&mut self) -> i64 {
        leading_integer(self.word())
    }

    pub(super) fn numbers<const N: usize>(&mut self) -> [f64; N] {
        std::array::from_fn(|_| leading_number(self.word()))
    }
}

impl Sup {
    /// Runs a command. What it shows is added to the result.
    pub(super) fn run(&mut self, world: &mut World, line: &str, result: &mut String) -> Next {
        let mut words = Words(line);
        let word = words.word();
        match word {
            "step" => {
                words.word();
                let duration = words.word();
                let duration = match duration.is_empty() {
                    true => self.basic_time_step as i64,
                    false => leading_integer(duration),
                };
                return match u32::try_from(duration) {
                    Ok(duration) => Next::Step(duration),
                    // the library refuses to go back in time, and the loop of steps ends
                    Err(_) => {
                        result.push_str("-1");
                        Next::Last
                    }
                };
            }
            "begin" => {
                self.begun = Some(words.integer().max(0) as u32);
                result.push('0');
            }
            "end" => {
                if let Some(duration) = self.begun.take() {
                    return Next::Step(duration);
                }
            }
            "exit" => return Next::End,
            "quit" => self.has_quit = true,
            // tracked poses come with each answer: they are what they are when asked for
            "echo" | "echoerr" | "label" | "ptrack" | "setmode" => {}
            "track" | "untrack" => {
                if let Some(field) = self.field(world, &mut words) {
                    let period = (word == "track").then(|| words.integer());
                    self.memory.track(world, field, period);
                }
            }
            "reload" => self.reloads = true,
            "time" => *result = format!("{:?}", self.client.time),
            "mode" => *result = "2".to_owned(),
            "robot" => *result = self.about_robot(world),
            "device" => {
                let found = world.device(self.client.robot, words.0).is_some();
                *result = u8::from(found).to_string();
            }
            "battery" => *result = format!("{:?}", self.client.library.robot.battery),
            "batteryon" => {
                let period = words.integer() as i32;
                self.client.library.robot.enable_battery(period);
            }
            "customdata" => self.write_custom_data(world, words.0),
            "getcustomdata" => *result = self.custom_data(world),
            "node" | "id" | "idsame" | "same" | "protodef" | "ref" | "fref" => {
                *result = self.ask_node(world, word, &mut words);
            }
            "fields" | "pfields" | "fieldat" | "field" | "pget" | "get" | "getas" => {
                *result = self.ask_field(world, word, &mut words);
            }
            "pos" | "ori" | "pose" | "vel" | "com" | "ncontacts" | "contacts" | "export"
            | "balance" => *result = self.measure(world, word, &mut words),
            "set" | "setmf" | "insmf" | "setas" | "setmfas" | "insmfas" => {
                *result = self.put(world, word, &mut words);
            }
            "worldsave" => {
                self.client.flush(world);
                *result = "1".to_owned();
            }
            _ => {
                self.change(world, word, &mut words);
                self.memory.hear_edits(world.scene());
            }
        }
        Next::Command
    }

    fn about_robot(&self, world: &World) -> String {
        let Some(robot) = world.robot(self.client.robot) else {
            return String::new();
        };
        let text = |name: &str| {
            let value = world.scene().value_of(robot.node(), name);
            value.map_or_else(String::new, |value| shown(&value, 0))
        };
        format!(
            "name={} model={} basic={:?} mode=0 sync={} sup={} ndev={}",
            text("name"),
            text("model"),
            self.basic_time_step,
            text("synchronization"),
            text("supervisor"),
            world.devices(self.client.robot).count()
        )
    }

    fn custom_field(&self, world: &World) -> Option<FieldRef> {
        let robot = world.robot(self.client.robot)?;
        world.scene().field(robot.node(), "customData")
    }

    fn custom_data(&self, world: &World) -> String {
        if let Some(text) = &self.client.custom_data {
            return text.clone();
        }
        let value = self.custom_field(world).and_then(|field| world.get(field));
        value.map_or_else(String::new, |value| shown(&value, 0))
    }

    fn write_custom_data(&mut self, world: &World, text: &str) {
        if let Some(field) = self.custom_field(world) {
            self.client.custom_data = Some(text.to_owned());
            let write = Write::Whole(Value::String(text.into()));
            self.client.send(Command::Write(field, write));
        }
    }

    pub(super) fn node(&mut self, world: &World, expression: &str) -> Option<NodeId> {
        if !self.is_supervisor {
            return None;
        }
        self.memory.node(world, self.client.robot, expression)
    }

    pub(super) fn field(&mut self, world: &World, words: &mut Words<'_>) -> Option<FieldRef> {
        let expression = words.word();
        let name = words.word();
        if let Some(kept) = expression.strip_prefix('&') {
            let field = self.memory.kept_fields.get(kept).copied().flatten()?;
            return world.scene().get(field.node).map(|_| field);
        }
        let node = self.node(world, expression)?;
        self.memory.field(world.scene(), node, name)
    }

    pub(super) fn brief(&mut self, world: &World, node: Option<NodeId>) -> String {
        let scene = world.scene();
        let Some(found) = node.and_then(|node| scene.get(node)) else {
            return "NULL".to_owned();
        };
        if let Some(node) = node
            && !self.memory.knows(node)
        {
            self.memory.learn(scene, node);
        }
        let def = node.map_or("", |node| self.memory.def(node));
        format!("{} def={def}", found.type_name())
    }
}
