//! What the controller library remembers of the scene: nodes that were sent to it,
//! the newest first.

use foxden_catalogue::NodeType;
use foxden_scene::{FieldRef, NodeId, Scene, Value};
use foxden_sim::{RobotIndex, World};
use std::collections::BTreeMap;

/// A node that was sent to the library.
struct KnownNode {
    node: NodeId,
    /// The DEF name that the library has.
    def: String,
    /// The DEF name that the simulator reported last.
    reported: String,
}

/// What a field held when the library last asked.
#[derive(Clone)]
enum SeenField {
    Nothing,
    Node(Option<NodeId>),
    Value(Value),
}

/// A field that was sent to the library.
struct KnownField {
    field: FieldRef,
    seen: SeenField,
    /// When a single value came last, in seconds: it is not asked for twice at the same time.
    came: Option<f64>,
}

/// A field that comes without being asked for.
struct TrackedField {
    field: FieldRef,
    /// In milliseconds, like the time when it came last.
    period: f64,
    last: f64,
}

/// The library's memory.
#[derive(Default)]
pub(crate) struct LibraryMemory {
    nodes: Vec<KnownNode>,
    fields: Vec<KnownField>,
    tracked: Vec<TrackedField>,
    /// A node that gets another name is sent like an answer. The library takes
    /// its number for one that it has to ask for: until it looks for a node by
    /// name again it asks for this one whatever it is to ask for, and goes on
    /// with what it has.
    is_stuck: bool,
    pub(crate) kept_nodes: BTreeMap<String, Option<NodeId>>,
    pub(crate) kept_fields: BTreeMap<String, Option<FieldRef>>,
}

impl LibraryMemory {
    /// Takes note of a node.
    pub(crate) fn learn(&mut self, scene: &Scene, node: NodeId) {
        let def = def_of(scene, node);
        self.note(scene, node, def);
    }

    fn note(&mut self, scene: &Scene, node: NodeId, def: &str) {
        let (def, reported) = (def.to_owned(), def_of(scene, node).to_owned());
        let reported = KnownNode {
            node,
            def,
            reported,
        };
        match self.nodes.iter_mut().find(|known| known.node == node) {
            Some(known) => *known = reported,
            None => self.nodes.push(reported),
        }
    }

    pub(crate) fn knows(&self, node: NodeId) -> bool {
        self.nodes.iter().any(|known| known.node == node)
    }

    /// The DEF name that the library shows.
    pub(crate) fn def(&self, node: NodeId) -> &str {
        let known = self.nodes.iter().find(|known| known.node == node);
        known.map_or("", |known| &known.def)
    }

    /// The simulator tells which known nodes are gone or have another name.
    pub(crate) fn hear_edits(&mut self, scene: &Scene) {
        self.nodes.retain(|known| scene.get(known.node).is_some());
        for known in &mut self.nodes {
            let def = def_of(scene, known.node);
            if known.reported != def {
                known.reported = def.to_owned();
                known.def = def.to_owned();
                self.is_stuck = true;
            }
        }
    }

    /// A field by its name: a known one, or the simulator's answer.
    pub(crate) fn field(&mut self, scene: &Scene, node: NodeId, name: &str) -> Option<FieldRef> {
        let found = scene.field(node, name);
        let is_known = |field: &FieldRef| self.fields.iter().any(|known| known.field == *field);
        if found.as_ref().is_some_and(is_known) {
            return found;
        }
        if self.is_stuck {
            // no answer came, and the newest field is taken for it
            return self.fields.last().map(|known| known.field);
        }
        self.fields.push(KnownField {
            field: found?,
            seen: SeenField::Nothing,
            came: None,
        });
        found
    }

    /// The node in a field that holds nodes.
    pub(crate) fn node_in(&mut self, scene: &Scene, field: FieldRef, at: i64) -> Option<NodeId> {
        let nodes = scene.nodes_in(field);
        let at = item(at, nodes.len())?;
        match self.remember(field, None, || SeenField::Node(Some(nodes[at]))) {
            SeenField::Node(node) => node.filter(|node| self.knows(*node) || !self.is_stuck),
            SeenField::Nothing | SeenField::Value(_) => None,
        }
    }

    /// The value of a field, given what it is now and, for a single value, the time.
    pub(crate) fn value(
        &mut self,
        field: FieldRef,
        time: Option<f64>,
        now: Option<Value>,
    ) -> Option<Value> {
        let now = || now.map_or(SeenField::Nothing, SeenField::Value);
        match self.remember(field, time, now) {
            SeenField::Value(value) => Some(value),
            SeenField::Nothing | SeenField::Node(_) => None,
        }
    }

    /// A value that waits to be sent was read: it takes the place of the last one.
    pub(crate) fn read_waiting(&mut self, field: FieldRef, value: &Value) {
        if let Some(known) = self.fields.iter_mut().find(|known| known.field == field) {
            known.seen = SeenField::Value(value.clone());
        }
    }

    /// What the library has of a field after it asked.
    fn remember(
        &mut self,
        field: FieldRef,
        time: Option<f64>,
        now: impl FnOnce() -> SeenField,
    ) -> SeenField {
        let known = self.fields.iter_mut().find(|known| known.field == field);
        match known {
            Some(known) if self.is_stuck || (time.is_some() && known.came == time) => {
                known.seen.clone()
            }
            Some(known) => {
                known.seen = now();
                known.came = time;
                known.seen.clone()
            }
            None => now(),
        }
    }

    /// Begins to track a field with a period in milliseconds, or ends it.
    pub(crate) fn track(&mut self, world: &World, field: FieldRef, period: Option<i64>) {
        let is_single = !world.scene().field_type(field).is_multiple();
        self.tracked.retain(|tracked| tracked.field != field);
        if let Some(period) = period.filter(|period| *period >= 0 && is_single) {
            self.tracked.push(TrackedField {
                field,
                period: period as f64,
                last: f64::NEG_INFINITY,
            });
            self.hear_tracked(world);
        }
    }

    /// An answer came with the tracked fields that are due.
    pub(crate) fn hear_tracked(&mut self, world: &World) {
        let (clock, time) = (world.clock(), world.time());
        for tracked in &mut self.tracked {
            let is_due = clock < tracked.last || clock >= tracked.last + tracked.period;
            let mut known = self.fields.iter_mut();
            if is_due
                && let Some(known) = known.find(|known| known.field == tracked.field)
                && let Some(value) = world.get(tracked.field)
            {
                tracked.last = clock;
                known.seen = SeenField::Value(value);
                known.came = Some(time);
            }
        }
    }

    /// A node by its DEF: one that is known already, or the simulator's answer.
    fn find_def(&mut self, scene: &Scene, path: &str) -> Option<NodeId> {
        // the library keeps the last part of a path, also an empty one
        let name = path.rsplit('.').next().unwrap_or(path);
        let is_shown = |node: NodeId| scene.get(node).is_some_and(|node| !node.is_in_body());
        let known = self
            .nodes
            .iter()
            .rev()
            .find(|known| known.def == path && is_shown(known.node));
        if let Some(known) = known {
            return Some(known.node);
        }
        self.is_stuck = false;
        let found = find_def(scene, path)?;
        self.note(scene, found, name);
        Some(found)
    }

    /// A node by an expression: a DEF path or a name with `@` or `$`, then fields.
    pub(crate) fn node(
        &mut self,
        world: &World,
        robot: RobotIndex,
        expression: &str,
    ) -> Option<NodeId> {
        let scene = world.scene();
        let mut parts = expression.split('/').filter(|part| !part.is_empty());
        let first = parts.next()?;
        let mut node = if let Some(name) = first.strip_prefix('$') {
            let kept = self.kept_nodes.get(name).copied().flatten()?;
            scene.get(kept).map(|_| kept)?
        } else if let Some(number) = first.strip_prefix("@id:") {
            let found = scene.by_number(number.parse().ok()?)?;
            scene
                .get(found)
                .filter(|node| !node.is_in_body())
                .map(|_| found)?
        } else if let Some(name) = first.strip_prefix("@dev:") {
            let tag = world.device(robot, name)?;
            let device = world.devices(robot).find(|(other, _)| *other == tag)?;
            device.1.node()
        } else {
            match first {
                "@self" => world.robot(robot)?.node(),
                "@root" => scene.root(),
                "@selected" => return None,
                path => self.find_def(scene, path)?,
            }
        };
        if self.def(node).is_empty() && !first.ends_with('.') {
            self.learn(scene, node);
        }
        for part in parts {
            node = match part {
                "@parent" => scene.parent(node)?,
                _ => {
                    let (name, at) = match part.split_once('[') {
                        Some((name, at)) => (name, leading_integer(at)),
                        None => (part, 0),
                    };
                    let field = self.field(scene, node, name)?;
                    self.node_in(scene, field, at)?
                }
            };
            self.learn(scene, node);
        }
        Some(node)
    }
}

fn def_of(scene: &Scene, node: NodeId) -> &str {
    scene.get(node).and_then(|node| node.def()).unwrap_or("")
}

/// The place of an item; negative numbers count from the end.
pub(crate) fn item(at: i64, count: usize) -> Option<usize> {
    let at = if at < 0 { at + count as i64 } else { at };
    usize::try_from(at).ok().filter(|at| *at < count)
}

/// An integer as the C library reads it.
pub(crate) fn leading_integer(text: &str) -> i64 {
    let text = text.trim_start();
    let digits = text.trim_start_matches(['-', '+']);
    let end = digits
        .find(|letter: char| !letter.is_ascii_digit())
        .unwrap_or(digits.len());
    let value: i64 = digits[..end].parse().unwrap_or(0);
    if text.starts_with('-') { -value } else { value }
}

/// The node that the simulator finds: the first part anywhere, the next ones
/// among the nodes directly below.
fn find_def(scene: &Scene, path: &str) -> Option<NodeId> {
    let path = path.strip_suffix('.').unwrap_or(path);
    let mut names = path.split('.');
    let first = names.next()?;
    let has_def = |node: NodeId, name: &str| {
        let node = scene.get(node);
        node.is_some_and(|node| node.def() == Some(name) && !node.is_in_body())
    };
    let mut found = scene
        .descendants(scene.root())
        .into_iter()
        .find(|node| has_def(*node, first))?;
    for name in names {
        found = shown_children(scene, found)
            .into_iter()
            .find(|node| has_def(*node, name))?;
    }
    Some(found)
}

fn shown_children(scene: &Scene, node: NodeId) -> Vec<NodeId> {
    scene
        .visible_fields(node)
        .into_iter()
        .flat_map(|field| scene.nodes_in(field).to_vec())
        .collect()
}

/// The number that the library has for a type of nodes.
pub(crate) fn type_number(node_type: NodeType) -> i32 {
    foxden_protocol::NodeTypeNumber::of(node_type).map_or(0, |number| number.0)
}
