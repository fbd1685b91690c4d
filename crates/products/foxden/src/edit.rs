//! Changes of a world's document, and the list of those that were made.
//!
//! The list is part of a world's bytes: a state belongs to a document, and another
//! process gets that document by opening the same text and repeating the edits.

use crate::World;
use foxden_scene::{EditError, FieldRef, NodeId, Value};
use foxden_sim::controller::Write;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A change of a world's document. It acts at once.
///
/// ```
/// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
/// use foxden::{Edit, World};
/// let mut world = World::open("worlds/hello.wbt")?;
/// let field = world.simulation().scene().top_level();
/// let text = "DEF STONE Solid { name \"stone\" }".to_owned();
/// let new = world.edit(Edit::Insert { field, at: usize::MAX, text })?;
/// assert_eq!(world.simulation().scene().find_def("STONE"), new.first().copied());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Edit {
    /// Changes a field, or an item of a list of values.
    Set(FieldRef, Write),
    /// Inserts the nodes of a text into a field.
    Insert {
        /// The field.
        field: FieldRef,
        /// In front of which node; a greater number than there are nodes appends.
        at: usize,
        /// The nodes as in a world file.
        text: String,
    },
    /// Removes a node with all that is in it.
    Remove(NodeId),
    /// Inserts an item into a list of values.
    InsertItem(FieldRef, usize, Value),
    /// Removes an item from a list of values.
    RemoveItem(FieldRef, usize),
}

/// The edits of a world so far, as far as its state does not contain their effect.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct EditJournal(Arc<Vec<Edit>>);

impl EditJournal {
    pub(crate) fn iter(&self) -> std::slice::Iter<'_, Edit> {
        self.0.iter()
    }

    /// Adds an edit. A value that replaces the value of the edit before takes its place,
    /// so that a field that is written in each step does not fill the memory.
    fn push(&mut self, edit: Edit, is_plain: bool) {
        let edits = Arc::make_mut(&mut self.0);
        if let (Edit::Set(field, Write::Whole(_)), Some(Edit::Set(last, Write::Whole(_)))) =
            (&edit, edits.last())
            && is_plain
            && field == last
        {
            edits.pop();
        }
        edits.push(edit);
    }
}

impl World {
    /// Changes the document. Returns the nodes that were inserted.
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
    /// use foxden::{Edit, World};
    /// let mut world = World::open("worlds/hello.wbt")?;
    /// let field = world.simulation().scene().top_level();
    /// let text = "Solid { name \"stone\" }".to_owned();
    /// let new = world.edit(Edit::Insert { field, at: usize::MAX, text })?;
    /// assert_eq!(new.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the change is not possible; the world is unchanged then.
    pub fn edit(&mut self, edit: Edit) -> Result<Vec<NodeId>, EditError> {
        self.flush_commands();
        let recorded = edit.clone();
        let regenerations = self.simulation.regenerations();
        let mut is_in_state = false;
        let mut inserted = Vec::new();
        let simulation = &mut self.simulation;
        match edit {
            Edit::Set(field, write) => {
                is_in_state = simulation.is_live(field);
                simulation.set(field, write)?;
            }
            Edit::Insert { field, at, text } => {
                let count = simulation.scene().nodes_in(field).len();
                inserted = simulation.insert(field, at.min(count), &text)?.0;
            }
            Edit::Remove(node) => simulation.remove(node)?,
            Edit::InsertItem(field, at, item) => simulation.insert_item(field, at, item)?,
            Edit::RemoveItem(field, at) => simulation.remove_item(field, at)?,
        }
        // templates that ran again made new nodes
        let is_plain = simulation.regenerations() == regenerations;
        if !(is_in_state && is_plain) {
            self.journal.push(recorded, is_plain);
        }
        Ok(inserted)
    }

    fn flush_commands(&mut self) {
        let simulation = &mut self.simulation;
        for (robot, port) in &mut self.driven {
            if let Some(index) = simulation.robot_of(robot.node()) {
                port.flush(simulation, index);
            }
        }
    }
}
