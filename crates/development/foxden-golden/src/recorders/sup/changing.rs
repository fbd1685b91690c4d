//! What a script changes in the world.

use super::Sup;
use super::commands::Words;
use super::library::item;
use super::values::parsed;
use crate::client::leading_number;
use foxden_catalogue::{FieldType, NodeType};
use foxden_scene::FieldRef;
use foxden_sim::controller::{Command, Write};
use foxden_sim::{ExternalForce, World};

impl Sup {
    pub(super) fn put(&mut self, world: &mut World, word: &str, words: &mut Words<'_>) -> String {
        let wanted = word
            .ends_with("as")
            .then(|| FieldType::by_name(words.word()));
        let Some(field) = self.field(world, words) else {
            return if wanted.is_none() { "NOFIELD" } else { "" }.to_owned();
        };
        let kind = world.scene().field_type(field);
        let at = match word.trim_end_matches("as") {
            "set" => 0,
            _ => words.integer(),
        };
        if wanted.is_some_and(|wanted| wanted != Some(kind)) {
            return String::new();
        }
        if kind.is_node() {
            return "?type".to_owned();
        }
        let Some(value) = parsed(kind, words.0) else {
            return String::new();
        };
        if !kind.is_multiple() {
            self.client.write(field, Write::Whole(value));
            return String::new();
        }
        let count = world.get(field).map_or(0, |value| value.count());
        if word.starts_with("ins") {
            let at = if at < 0 { at + count as i64 + 1 } else { at };
            if let Some(at) = usize::try_from(at).ok().filter(|at| *at <= count) {
                // the library forgets an insertion where a value waits to be sent
                if self.client.queued(field, Some(at)).is_some() {
                    return String::new();
                }
                self.client.flush_with_fields(world);
                // a refusal shows in what is read afterwards
                let _ = world.insert_item(field, at, value);
            }
        } else if let Some(at) = item(at, count) {
            self.client.write(field, Write::Item(at, value));
        }
        String::new()
    }

    /// Commands without a result.
    pub(super) fn change(&mut self, world: &mut World, word: &str, words: &mut Words<'_>) {
        match word {
            "rmmf" | "rmsf" | "imp" | "impsf" => {
                let Some(field) = self.field(world, words) else {
                    return;
                };
                self.change_nodes(world, word, field, words);
                return;
            }
            "simreset" => return self.client.send(Command::Reset),
            "simresetphysics" => return self.client.send_now(world, Command::RestAll),
            _ => {}
        }
        let expression = words.word();
        let Some(node) = self.node(world, expression) else {
            return;
        };
        let command = match word {
            "remove" => {
                self.client.flush(world);
                let kind = world.scene().get(node).map(|node| node.base_type());
                let stays = matches!(kind, Some(NodeType::WorldInfo | NodeType::Viewpoint));
                if !stays {
                    // a refusal shows in what is read afterwards
                    let _ = world.remove(node);
                }
                return;
            }
            "restart" => return self.restarts.push(node),
            "setvel" => Command::SetVelocity(node, words.numbers()),
            "addforce" | "addtorque" => {
                let [x, y, z, is_relative] = words.numbers();
                let push = match word {
                    "addforce" => ExternalForce::Force([x, y, z]),
                    _ => ExternalForce::Torque([x, y, z]),
                };
                Command::Push(node, push, is_relative != 0.0)
            }
            "addforceoff" => {
                let [x, y, z, a, b, c, is_relative] = words.numbers();
                let push = ExternalForce::ForceAt([x, y, z], [a, b, c]);
                Command::Push(node, push, is_relative != 0.0)
            }
            "resetphysics" => Command::Rest(node),
            "save" => Command::SaveState(node, words.word().to_owned()),
            "load" => Command::LoadState(node, words.word().to_owned()),
            "jointpos" => {
                let position = leading_number(words.word());
                let axis = words.integer().max(0) as usize;
                Command::JointPosition(node, axis, position)
            }
            _ => {
                self.beyond = Some(format!("the command {word:?} is not known"));
                return;
            }
        };
        self.client.send_now(world, command);
    }

    fn change_nodes(
        &mut self,
        world: &mut World,
        word: &str,
        field: FieldRef,
        words: &mut Words<'_>,
    ) {
        let kind = world.scene().field_type(field);
        let nodes = world.scene().nodes_in(field).to_vec();
        match word {
            "rmmf" if kind.is_multiple() => {
                let at = words.integer();
                self.client.flush_with_fields(world);
                if kind == FieldType::MFNode {
                    if let Some(at) = item(at, nodes.len()) {
                        let kind = world.scene().get(nodes[at]).map(|node| node.base_type());
                        if !matches!(kind, Some(NodeType::WorldInfo | NodeType::Viewpoint)) {
                            let _ = world.remove(nodes[at]);
                        }
                    }
                    return;
                }
                let count = world.get(field).map_or(0, |value| value.count());
                if let Some(at) = item(at, count) {
                    let _ = world.remove_item(field, at);
                }
            }
            "rmsf" if kind == FieldType::SFNode => {
                self.client.flush_with_fields(world);
                if let Some(node) = nodes.first() {
                    let _ = world.remove(*node);
                }
            }
            "imp" => {
                let at = words.integer();
                let at = if at < 0 {
                    at + nodes.len() as i64 + 1
                } else {
                    at
                };
                let at = usize::try_from(at).ok().filter(|at| *at <= nodes.len());
                if let (Some(at), FieldType::MFNode, false) = (at, kind, words.0.is_empty()) {
                    self.client.flush_with_fields(world);
                    let _ = world.insert(field, at, words.0);
                }
            }
            "impsf" if kind == FieldType::SFNode && nodes.is_empty() && !words.0.is_empty() => {
                self.client.flush_with_fields(world);
                let _ = world.insert(field, 0, words.0);
            }
            _ => {}
        }
    }
}
