//! The commands of the script.

use super::library::{item, leading_integer, type_number as node_number};
use super::values::{joined, mismatched, parsed, shown, type_number};
use super::{Next, Sup};
use crate::client::leading_number;
use foxden_catalogue::{FieldType, NodeType};
use foxden_scene::{FieldRef, NodeId, Value, export_node};
use foxden_sim::controller::{Command, Write};
use foxden_sim::{Push, World};

/// Words of a command, taken from the left.
struct Words<'a>(&'a str);

impl<'a> Words<'a> {
    fn word(&mut self) -> &'a str {
        let text = self.0.trim_start_matches(' ');
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        self.0 = rest;
        word
    }

    fn integer(&mut self) -> i64 {
        leading_integer(self.word())
    }

    fn numbers<const N: usize>(&mut self) -> [f64; N] {
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
                return Next::Step(if duration.is_empty() {
                    self.basic_time_step as u32
                } else {
                    leading_integer(duration).max(0) as u32
                });
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
            "echo" | "echoerr" | "label" | "track" | "untrack" | "ptrack" | "setmode" => {}
            "reload" => self.is_beyond = true,
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

    fn node(&mut self, world: &World, expression: &str) -> Option<NodeId> {
        if !self.is_supervisor {
            return None;
        }
        self.memory.node(world, self.client.robot, expression)
    }

    fn field(&mut self, world: &World, words: &mut Words<'_>) -> Option<FieldRef> {
        let expression = words.word();
        let name = words.word();
        if let Some(kept) = expression.strip_prefix('&') {
            let field = self.memory.kept_fields.get(kept).copied().flatten()?;
            return world.scene().get(field.node).map(|_| field);
        }
        let node = self.node(world, expression)?;
        self.memory.field(world.scene(), node, name)
    }

    fn brief(&mut self, world: &World, node: Option<NodeId>) -> String {
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

    fn ask_node(&mut self, world: &World, word: &str, words: &mut Words<'_>) -> String {
        let scene = world.scene();
        let flag = |value: bool| u8::from(value).to_string();
        match word {
            "ref" => {
                let name = words.word().to_owned();
                let found = self.node(world, words.word());
                self.memory.kept_nodes.insert(name, found);
                self.brief(world, found)
            }
            "fref" => {
                let name = words.word().to_owned();
                let found = self.field(world, words);
                self.memory.kept_fields.insert(name, found);
                flag(found.is_some())
            }
            "same" => {
                let first = self.node(world, words.word());
                let second = self.node(world, words.word());
                flag(first.is_some() && first == second)
            }
            _ => {
                let expression = words.word();
                let node = self.node(world, expression);
                match (word, node) {
                    ("id", Some(node)) => node.number().to_string(),
                    ("id", None) => "-999".to_owned(),
                    ("idsame", node) => flag(node.is_some()),
                    ("protodef", Some(node)) => {
                        let name = words.word();
                        let found = scene
                            .descendants(node)
                            .into_iter()
                            .skip(1)
                            .find(|id| scene.get(*id).is_some_and(|id| id.def() == Some(name)));
                        self.brief(world, found)
                    }
                    (_, Some(id)) => {
                        let Some(found) = scene.get(id) else {
                            return "NULL".to_owned();
                        };
                        let own = self.brief(world, node);
                        let parent = self.brief(world, scene.parent(id));
                        format!(
                            "{own} base={} type={} proto={} parent={parent}",
                            found.base_type().name(),
                            node_number(found.base_type()),
                            u8::from(found.proto().is_some()),
                        )
                    }
                    ("node", None) if expression.starts_with('$') => {
                        // the library knows that there was a node, and nothing of it
                        " def= base= type=0 proto=0 parent=NULL".to_owned()
                    }
                    (_, None) => "NULL".to_owned(),
                }
            }
        }
    }

    fn count(&self, world: &World, field: FieldRef) -> i64 {
        let field_type = world.scene().field_type(field);
        match (field_type.is_multiple(), field_type.is_node()) {
            (false, _) => -1,
            (true, true) => world.scene().nodes_in(field).len() as i64,
            (true, false) => world.get(field).map_or(0, |value| value.count()) as i64,
        }
    }

    fn ask_field(&mut self, world: &World, word: &str, words: &mut Words<'_>) -> String {
        let scene = world.scene();
        let null = || "NULL".to_owned();
        match word {
            "fields" | "pfields" | "fieldat" => {
                let Some(node) = self.node(world, words.word()) else {
                    return if word == "fieldat" {
                        null()
                    } else {
                        "-1".to_owned()
                    };
                };
                let fields = match word {
                    "pfields" => scene.base_fields(node),
                    _ => scene.visible_fields(node),
                };
                if word == "fieldat" {
                    let at = usize::try_from(words.integer()).ok();
                    let found = at.and_then(|at| fields.get(at));
                    return found.map_or_else(null, |field| scene.field_name(*field).to_owned());
                }
                let mut shown = fields.len().to_string();
                for field in fields {
                    let (name, kind) = (scene.field_name(field), scene.field_type(field).name());
                    shown += &format!(" {name}:{kind}:{}", self.count(world, field));
                }
                shown
            }
            "field" => match self.field(world, words) {
                None => null(),
                Some(field) => {
                    let kind = scene.field_type(field);
                    let (name, number) = (scene.field_name(field), type_number(kind));
                    let count = self.count(world, field);
                    format!("{name} {number} {} count={count}", kind.name())
                }
            },
            "pget" => {
                let Some(node) = self.node(world, words.word()) else {
                    return null();
                };
                match scene.base_field(node, words.word()) {
                    None => null(),
                    Some(field) => {
                        let at = words.integer();
                        self.get(world, field, at)
                    }
                }
            }
            "getas" => {
                let wanted = field_type(words.word());
                let field = self.field(world, words);
                let at = words.integer();
                match (field, wanted) {
                    (Some(field), Some(wanted)) if scene.field_type(field) == wanted => {
                        self.get(world, field, at)
                    }
                    (_, Some(wanted)) => mismatched(wanted),
                    _ => String::new(),
                }
            }
            _ => {
                let Some(field) = self.field(world, words) else {
                    return "NOFIELD".to_owned();
                };
                let at = words.word();
                if !scene.field_type(field).is_multiple() || !at.is_empty() {
                    return self.get(world, field, leading_integer(at));
                }
                let count = self.count(world, field);
                let mut shown = format!("[{count}]");
                for at in 0..count {
                    shown.push(' ');
                    shown += &self.get(world, field, at);
                }
                shown
            }
        }
    }

    /// A value as the library gives it: what waits to be sent counts.
    fn get(&mut self, world: &World, field: FieldRef, at: i64) -> String {
        let scene = world.scene();
        if scene.field_type(field).is_node() {
            let found = self.memory.node_in(scene, field, at);
            return self.brief(world, found);
        }
        let value = world.get(field);
        let count = value.as_ref().map_or(0, |value| value.count());
        if let Some(value) = self.client.queued(field, item(at, count)) {
            return shown(value, 0);
        }
        let value = self.memory.value(field, value);
        value.map_or_else(|| "NULL".to_owned(), |value| shown(&value, at))
    }

    fn measure(&mut self, world: &mut World, word: &str, words: &mut Words<'_>) -> String {
        let node = self.node(world, words.word());
        match word {
            "pos" => {
                let found = node.and_then(|node| world.position(node));
                joined(&found.unwrap_or([f64::NAN; 3]))
            }
            "ori" => {
                let found = node.and_then(|node| world.orientation(node));
                joined(&found.unwrap_or([f64::NAN; 9]))
            }
            "vel" => {
                let found = node.and_then(|node| world.velocity(node));
                joined(&found.unwrap_or([f64::NAN; 6]))
            }
            "com" => {
                let found = node.and_then(|node| world.center_of_mass(node));
                joined(&found.unwrap_or([f64::NAN; 3]))
            }
            "pose" => {
                let from = words.word();
                let from = (!from.is_empty()).then(|| self.node(world, from)).flatten();
                if let Some(pose) = node.and_then(|node| pose(world, node, from)) {
                    self.last_pose = pose;
                }
                joined(&self.last_pose)
            }
            "export" => {
                self.client.flush(world);
                let text = node.map(|node| export_node(&world.document(), node));
                text.unwrap_or_default().trim_end().replace('\n', "\\n")
            }
            "ncontacts" | "contacts" => {
                let with_descendants = words.integer() != 0;
                let points = node
                    .map(|node| world.contact_points(node, with_descendants))
                    .unwrap_or_default();
                let mut shown = points.len().to_string();
                if word == "contacts" {
                    for contact in points {
                        let found = world.scene().get(contact.other);
                        let def = found.and_then(|node| node.def()).unwrap_or("");
                        shown += &format!(" {}@{def}", joined(&contact.point));
                    }
                }
                shown
            }
            _ => {
                self.is_beyond = true;
                String::new()
            }
        }
    }

    fn put(&mut self, world: &mut World, word: &str, words: &mut Words<'_>) -> String {
        let wanted = word.ends_with("as").then(|| field_type(words.word()));
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
                self.client.flush(world);
                // a refusal shows in what is read afterwards
                let _ = world.insert_item(field, at, value);
            }
        } else if let Some(at) = item(at, count) {
            self.client.write(field, Write::Item(at, value));
        }
        String::new()
    }

    /// Commands without a result.
    fn change(&mut self, world: &mut World, word: &str, words: &mut Words<'_>) {
        match word {
            "rmmf" | "rmsf" | "imp" | "impsf" => {
                let Some(field) = self.field(world, words) else {
                    return;
                };
                self.change_nodes(world, word, field, words);
                return;
            }
            "simreset" => return self.client.send(Command::Reset),
            "simresetphysics" => return self.client.send(Command::RestAll),
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
                    "addforce" => Push::Force([x, y, z]),
                    _ => Push::Torque([x, y, z]),
                };
                Command::Push(node, push, is_relative != 0.0)
            }
            "addforceoff" => {
                let [x, y, z, a, b, c, is_relative] = words.numbers();
                let push = Push::ForceAt([x, y, z], [a, b, c]);
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
                self.is_beyond = true;
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
                self.client.flush(world);
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
                self.client.flush(world);
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
                    self.client.flush(world);
                    let _ = world.insert(field, at, words.0);
                }
            }
            "impsf" if kind == FieldType::SFNode && nodes.is_empty() && !words.0.is_empty() => {
                self.client.flush(world);
                let _ = world.insert(field, 0, words.0);
            }
            _ => {}
        }
    }
}

fn field_type(name: &str) -> Option<FieldType> {
    use FieldType::*;
    let all = [
        SFBool, SFInt32, SFFloat, SFVec2f, SFVec3f, SFRotation, SFColor, SFString, SFNode, MFBool,
        MFInt32, MFFloat, MFVec2f, MFVec3f, MFRotation, MFColor, MFString, MFNode,
    ];
    all.into_iter().find(|kind| kind.name() == name)
}

/// Where a node is, seen from another: the rows of a matrix.
fn pose(world: &World, node: NodeId, from: Option<NodeId>) -> Option<[f64; 16]> {
    let (position, turn) = (world.position(node)?, world.orientation(node)?);
    let from = from.and_then(|from| Some((world.position(from)?, world.orientation(from)?)));
    let (origin, base) = from.unwrap_or_else(|| {
        let unit = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
        ([0.0; 3], unit)
    });
    // the inverse of a turn is its transpose
    let seen = |row: usize, column: &dyn Fn(usize) -> f64| -> f64 {
        (0..3).map(|at| base[3 * at + row] * column(at)).sum()
    };
    let mut matrix = [0.0; 16];
    for row in 0..3 {
        for column in 0..3 {
            matrix[4 * row + column] = seen(row, &|at| turn[3 * at + column]);
        }
        matrix[4 * row + 3] = seen(row, &|at| position[at] - origin[at]);
    }
    matrix[15] = 1.0;
    Some(matrix)
}
