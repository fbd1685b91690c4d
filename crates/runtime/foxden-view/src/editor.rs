//! Edits of the scene by viewers, with undo and redo.

use foxden_lang::value::Value;
use foxden_runtime::running_world::RunningWorld;
use foxden_scene::{FieldRef, NodeId, export_node};
use foxden_sim::controller::Write;
use serde_json::{Value as Json, json};
use std::time::Duration;
use tokio::time::Instant;

/// How many edits can be taken back.
const MOST_EDITS: usize = 200;

/// Parts of a drag come sooner after each other than this.
const DRAG_PAUSE: Duration = Duration::from_millis(700);

/// One change that can be taken back.
#[derive(Clone, Debug)]
enum Edit {
    /// A value was set: what it was and what it became.
    Set(Vec<(FieldRef, Value, Value)>),
    /// Nodes were inserted into a field, from this text.
    Insert(FieldRef, usize, Vec<NodeId>, String),
    /// A node was removed from a field; this was its text.
    Remove(FieldRef, usize, NodeId, String),
}

/// The edits of all viewers.
#[derive(Debug, Default)]
pub(crate) struct Editor {
    done: Vec<Edit>,
    undone: Vec<Edit>,
    /// When the last part of a drag came, if that was the last edit.
    dragged: Option<Instant>,
}

/// Finds a node that a viewer named.
pub(crate) fn node(world: &RunningWorld, number: u32) -> Result<NodeId, String> {
    let found = world.scene().by_number(number);
    found.ok_or_else(|| format!("there is no node {number} any more; select it again"))
}

fn field(world: &RunningWorld, node: NodeId, name: &str) -> Result<FieldRef, String> {
    let scene = world.scene();
    scene.field(node, name).ok_or_else(|| {
        let kind = scene.get(node).map_or("node", |node| node.type_name());
        let shown: String = name.chars().take(80).collect();
        format!("a {kind} has no field '{shown}'")
    })
}

impl Editor {
    /// Forgets all edits: another world comes, or the state was replaced.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Sets values as a part of a drag: what follows soon is the same edit.
    pub(crate) fn write_drag(
        &mut self,
        world: &mut RunningWorld,
        values: Vec<(FieldRef, Value)>,
    ) -> Result<Json, String> {
        let now = Instant::now();
        let dragged = self.dragged.take();
        let is_soon = dragged.is_some_and(|last| now.duration_since(last) < DRAG_PAUSE);
        let result = self.write(world, values)?;
        if is_soon {
            self.join_last();
        }
        self.dragged = Some(now);
        Ok(result)
    }

    /// Joins the last two edits if they set the same fields.
    fn join_last(&mut self) {
        let Some(Edit::Set(new)) = self.done.pop() else {
            return;
        };
        let fields = |values: &[(FieldRef, Value, Value)]| -> Vec<FieldRef> {
            values.iter().map(|(field, ..)| *field).collect()
        };
        match self.done.last_mut() {
            Some(Edit::Set(last)) if fields(last) == fields(&new) => {
                for (last, new) in last.iter_mut().zip(new) {
                    last.2 = new.2;
                }
            }
            _ => self.done.push(Edit::Set(new)),
        }
    }

    fn add(&mut self, edit: Edit) {
        self.undone.clear();
        self.dragged = None;
        if self.done.len() == MOST_EDITS {
            self.done.remove(0);
        }
        self.done.push(edit);
    }

    /// Sets a field from its text.
    pub(crate) fn set(
        &mut self,
        world: &mut RunningWorld,
        number: u32,
        name: &str,
        text: &str,
    ) -> Result<Json, String> {
        let field = field(world, node(world, number)?, name)?;
        let value = Value::from_text(world.scene().field_type(field), text)
            .map_err(|error| format!("{name}: {error}"))?;
        self.write(world, vec![(field, value)])
    }

    /// Sets values, all or none of them.
    pub(crate) fn write(
        &mut self,
        world: &mut RunningWorld,
        values: Vec<(FieldRef, Value)>,
    ) -> Result<Json, String> {
        let mut done: Vec<(FieldRef, Value, Value)> = Vec::new();
        for (field, value) in values {
            let before = world.get(field);
            let name = world.scene().field_name(field).to_owned();
            if let Err(error) = world.set(field, Write::Whole(value.clone())) {
                for (field, before, _) in done {
                    let _ = world.set(field, Write::Whole(before));
                }
                return Err(format!("{name}: {error}"));
            }
            if let Some(before) = before {
                done.push((field, before, value));
            }
        }
        self.add(Edit::Set(done));
        Ok(Json::Null)
    }

    /// Inserts nodes.
    pub(crate) fn insert(
        &mut self,
        world: &mut RunningWorld,
        number: u32,
        name: &str,
        index: Option<usize>,
        text: &str,
    ) -> Result<Json, String> {
        let field = field(world, node(world, number)?, name)?;
        if !world.scene().field_type(field).is_node() {
            return Err(format!("the field '{name}' holds no nodes"));
        }
        let count = world.scene().nodes_in(field).len();
        let at = index.unwrap_or(count).min(count);
        let inserted = world
            .insert(field, at, text)
            .map_err(|error| error.to_string())?;
        let nodes: Vec<u32> = inserted.nodes.iter().map(|node| node.number()).collect();
        self.add(Edit::Insert(field, at, inserted.nodes, text.to_owned()));
        Ok(json!({ "nodes": nodes }))
    }

    /// Removes a node.
    pub(crate) fn remove(&mut self, world: &mut RunningWorld, number: u32) -> Result<Json, String> {
        let node = node(world, number)?;
        let scene = world.scene();
        let place = scene.get(node).and_then(|node| node.parent());
        let place = place.and_then(|field| {
            let at = scene
                .nodes_in(field)
                .iter()
                .position(|other| *other == node)?;
            Some((field, at))
        });
        let (field, at) = place.ok_or("the root of the scene cannot be removed")?;
        // with the values that it has now
        let text = export_node(&world.document(), node);
        world.remove(node).map_err(|error| error.to_string())?;
        self.add(Edit::Remove(field, at, node, text));
        Ok(Json::Null)
    }

    /// Takes the last edit back.
    pub(crate) fn undo(&mut self, world: &mut RunningWorld) -> Result<Json, String> {
        self.dragged = None;
        let edit = self.done.pop().ok_or("there is nothing to undo")?;
        let reverse = match &edit {
            Edit::Set(values) => {
                for (field, before, _) in values.iter().rev() {
                    let write = Write::Whole(before.clone());
                    world
                        .set(*field, write)
                        .map_err(|error| error.to_string())?;
                }
                edit
            }
            Edit::Insert(field, at, nodes, text) => {
                for node in nodes {
                    world.remove(*node).map_err(|error| error.to_string())?;
                }
                Edit::Insert(*field, *at, Vec::new(), text.clone())
            }
            Edit::Remove(field, at, before, text) => {
                let inserted = world
                    .put_back(*field, *at, text)
                    .map_err(|error| error.to_string())?;
                let node = *inserted
                    .nodes
                    .first()
                    .ok_or("the node could not be put back")?;
                self.rename(*before, node);
                Edit::Remove(*field, *at, node, text.clone())
            }
        };
        self.undone.push(reverse);
        Ok(self.left())
    }

    /// Makes the edit again that was taken back last.
    pub(crate) fn redo(&mut self, world: &mut RunningWorld) -> Result<Json, String> {
        let edit = self.undone.pop().ok_or("there is nothing to redo")?;
        let again = match &edit {
            Edit::Set(values) => {
                for (field, _, after) in values {
                    let write = Write::Whole(after.clone());
                    world
                        .set(*field, write)
                        .map_err(|error| error.to_string())?;
                }
                edit
            }
            Edit::Insert(field, at, _, text) => {
                let inserted = world
                    .insert(*field, *at, text)
                    .map_err(|error| error.to_string())?;
                Edit::Insert(*field, *at, inserted.nodes, text.clone())
            }
            Edit::Remove(_, _, node, _) => {
                world.remove(*node).map_err(|error| error.to_string())?;
                edit
            }
        };
        self.done.push(again);
        Ok(self.left())
    }

    /// Edits of a node that was removed belong to the node that was put back for it.
    fn rename(&mut self, before: NodeId, now: NodeId) {
        let rename = |field: &mut FieldRef| {
            if field.node == before {
                field.node = now;
            }
        };
        for edit in self.done.iter_mut().chain(&mut self.undone) {
            match edit {
                Edit::Set(values) => values.iter_mut().for_each(|(field, ..)| rename(field)),
                Edit::Insert(field, ..) | Edit::Remove(field, ..) => rename(field),
            }
        }
    }

    fn left(&self) -> Json {
        json!({ "undo": self.done.len(), "redo": self.undone.len() })
    }
}
