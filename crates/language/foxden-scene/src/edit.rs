//! Changes to a scene while it is in use.
//!
//! Values change immediately. The consequences of a change (a template that
//! must run again, a USE that repeats its DEF, a value out of range) are
//! handled by [`crate::Scene::settle`], so that several changes cause one
//! update.

pub(crate) mod def_names;
mod insert;
mod names;
mod propagation;
mod regeneration;
mod uses;
mod values;

pub(crate) use propagation::PendingChanges;

use foxden_catalogue::FieldType;
use foxden_lang::diagnostic::Diagnostics;

/// Why a change was refused; the scene is as before.
#[derive(Debug, thiserror::Error)]
pub enum EditError {
    /// The node was removed.
    #[error("the node no longer exists")]
    NoSuchNode,
    /// The field holds values of another type.
    #[error("the field is of type {expected}, the value of type {given}")]
    WrongType {
        /// The field's type.
        expected: FieldType,
        /// The value's type.
        given: FieldType,
    },
    /// The inside of an instance follows its parameters.
    #[error("the inside of a PROTO instance cannot be changed; change its parameters")]
    ReadOnly,
    /// There is no such item.
    #[error("there is no item {index}; the list has {count}")]
    NoSuchItem {
        /// What was asked for.
        index: usize,
        /// How many there are.
        count: usize,
    },
    /// A number that no field can hold.
    #[error("a value must be a finite number; colours are from 0 to 1")]
    NotFinite,
    /// An SFNode that is not empty takes no other node.
    #[error("the field holds a node already; remove it first")]
    Occupied,
    /// The root holds all other nodes.
    #[error("the root of the world cannot be removed; remove nodes of its field children")]
    Root,
    /// A world cannot be without it.
    #[error("a world always has one {0}; it cannot be removed")]
    Indispensable(&'static str),
    /// The node is not allowed there.
    #[error("{0}")]
    NotAdmitted(String),
    /// The text has no node that is allowed there.
    #[error("nothing was inserted: {}", first_message(.0))]
    Refused(Diagnostics),
}

fn first_message(diagnostics: &Diagnostics) -> String {
    match diagnostics.iter().next() {
        Some(first) => first.message.clone(),
        None => "the text holds no node".to_owned(),
    }
}
