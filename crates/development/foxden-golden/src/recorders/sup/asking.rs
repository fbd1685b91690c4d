//! What a script asks about nodes and fields.

use super::Sup;
use super::commands::Words;
use super::library::{item, leading_integer, type_number as node_number};
use super::values::{mismatched, shown};
use foxden_catalogue::FieldType;
use foxden_protocol::field_type_number;
use foxden_scene::{FieldRef, NodeId};
use foxden_sim::World;

impl Sup {
    pub(super) fn ask_node(&mut self, world: &World, word: &str, words: &mut Words<'_>) -> String {
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
                    (_, Some(node)) => self.about_node(world, node),
                    ("node", None) if expression.starts_with('$') => {
                        // the library knows that there was a node, and nothing of it
                        " def= base= type=0 proto=0 parent=NULL".to_owned()
                    }
                    (_, None) => "NULL".to_owned(),
                }
            }
        }
    }

    fn about_node(&mut self, world: &World, node: NodeId) -> String {
        let Some(found) = world.scene().get(node) else {
            return "NULL".to_owned();
        };
        let own = self.brief(world, Some(node));
        let parent = self.brief(world, world.scene().parent(node));
        format!(
            "{own} base={} type={} proto={} parent={parent}",
            found.base_type().name(),
            node_number(found.base_type()),
            u8::from(found.proto().is_some()),
        )
    }

    fn count(&self, world: &World, field: FieldRef) -> i64 {
        let field_type = world.scene().field_type(field);
        match (field_type.is_multiple(), field_type.is_node()) {
            (false, _) => -1,
            (true, true) => world.scene().nodes_in(field).len() as i64,
            (true, false) => world.get(field).map_or(0, |value| value.count()) as i64,
        }
    }

    fn list_fields(&mut self, world: &World, word: &str, words: &mut Words<'_>) -> String {
        let scene = world.scene();
        let Some(node) = self.node(world, words.word()) else {
            return if word == "fieldat" { "NULL" } else { "-1" }.to_owned();
        };
        let fields = match word {
            "pfields" => scene.base_fields(node),
            _ => scene.visible_fields(node),
        };
        if word == "fieldat" {
            let at = usize::try_from(words.integer()).ok();
            let found = at.and_then(|at| fields.get(at));
            return found
                .map_or("NULL", |field| scene.field_name(*field))
                .to_owned();
        }
        let mut shown = fields.len().to_string();
        for field in fields {
            let (name, kind) = (scene.field_name(field), scene.field_type(field).name());
            shown += &format!(" {name}:{kind}:{}", self.count(world, field));
        }
        shown
    }

    pub(super) fn ask_field(&mut self, world: &World, word: &str, words: &mut Words<'_>) -> String {
        let scene = world.scene();
        let null = || "NULL".to_owned();
        match word {
            "fields" | "pfields" | "fieldat" => self.list_fields(world, word, words),
            "field" => match self.field(world, words) {
                None => null(),
                Some(field) => {
                    let kind = scene.field_type(field);
                    let (name, number) = (scene.field_name(field), field_type_number(kind));
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
                let wanted = FieldType::by_name(words.word());
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
        let is_single = !scene.field_type(field).is_multiple();
        if let Some(value) = self.client.queued(field, item(at, count)) {
            if is_single {
                self.memory.read_waiting(field, value);
            }
            return shown(value, 0);
        }
        let time = is_single.then_some(self.client.time);
        let value = self.memory.value(field, time, value);
        value.map_or_else(|| "NULL".to_owned(), |value| shown(&value, at))
    }
}
