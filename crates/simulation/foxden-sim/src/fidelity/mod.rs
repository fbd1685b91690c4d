//! How faithful each field and each function of the controller API is: one
//! table for the command `foxden devices`, for `foxden check` and for the
//! document of compatibility.
//!
//! The table is text with one row for each item: `fields.txt` has a row for
//! each field of a node that is simulated (those that a Solid has are listed
//! with Solid only), `functions.txt` one for each function.

use crate::support_status::{SupportStatus, support_status};
use foxden_catalogue::{FieldKind, NodeType};
use foxden_scene::{NodeId, Scene};
use std::collections::BTreeSet;

const FIELDS: &str = include_str!("fields.txt");
const FUNCTIONS: &str = include_str!("functions.txt");

/// How faithful something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fidelity {
    /// It does what the genuine program does, and a test shows it.
    Exact {
        /// The test: a recorded world as group and name, or a file.
        shown_by: &'static str,
    },
    /// It does nearly that.
    Approximate {
        /// What is not exact, or not shown.
        reason: &'static str,
    },
    /// It is for pictures, sounds or the editor: no simulation depends on it.
    Picture,
    /// It is read and saved, and does nothing.
    Ignored {
        /// Why it has no effect.
        reason: &'static str,
    },
}

impl Fidelity {
    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact { .. } => "exact",
            Self::Approximate { .. } => "approximate",
            Self::Picture => "picture",
            Self::Ignored { .. } => "ignored",
        }
    }

    /// What follows the name in a row.
    pub fn detail(self) -> Option<&'static str> {
        match self {
            Self::Exact { shown_by } => Some(shown_by),
            Self::Approximate { reason } | Self::Ignored { reason } => Some(reason),
            Self::Picture => None,
        }
    }

    fn parse(level: &str, rest: &'static str) -> Option<Self> {
        Some(match level {
            "exact" => Self::Exact { shown_by: rest },
            "approximate" => Self::Approximate { reason: rest },
            "picture" => Self::Picture,
            "ignored" => Self::Ignored { reason: rest },
            _ => return None,
        })
    }
}

/// The rows of a text: item, fidelity.
fn rows(text: &'static str) -> impl Iterator<Item = (&'static str, Fidelity)> {
    text.lines().filter_map(|line| {
        let (item, rest) = line.split_once(' ')?;
        let (level, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        Some((item, Fidelity::parse(level, rest)?))
    })
}

/// The fields of simulated nodes: node, field, fidelity.
pub fn fields() -> impl Iterator<Item = (&'static str, &'static str, Fidelity)> {
    rows(FIELDS).filter_map(|(item, fidelity)| {
        let (node, field) = item.split_once('.')?;
        Some((node, field, fidelity))
    })
}

/// The functions of the controller API: name, fidelity.
pub fn functions() -> impl Iterator<Item = (&'static str, Fidelity)> {
    rows(FUNCTIONS)
}

/// How faithful a field of a node is; `None` for hidden and old fields, and for
/// nodes that are not simulated.
///
/// ```
/// use foxden_catalogue::NodeType;
/// use foxden_sim::fidelity::{Fidelity, of_field};
/// let table = of_field(NodeType::LightSensor, "lookupTable");
/// assert!(matches!(table, Some(Fidelity::Exact { .. })));
/// assert_eq!(of_field(NodeType::LED, "locked"), Some(Fidelity::Picture));
/// ```
pub fn of_field(node: NodeType, field: &str) -> Option<Fidelity> {
    let find = |name: &str| {
        let mut rows = fields().filter(|(node, ..)| *node == name);
        rows.find(|(_, other, _)| *other == field).map(|row| row.2)
    };
    find(node.name()).or_else(|| {
        let is_solid = node.is_a(NodeType::Solid);
        is_solid.then(|| find(NodeType::Solid.name())).flatten()
    })
}

/// Something in a world that does nothing in Foxden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ignored {
    /// The first node that has it.
    pub node: NodeId,
    /// The field, or nothing if it is the whole node.
    pub field: Option<&'static str>,
    /// Why it is ignored.
    pub reason: &'static str,
}

/// What a scene uses that is ignored, once for each kind of node and field. A
/// field is used if it differs from its default.
pub fn ignored_in(scene: &Scene) -> Vec<Ignored> {
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    let ignored: Vec<(NodeType, &str, &str)> = fields()
        .filter_map(|(node, field, fidelity)| match fidelity {
            Fidelity::Ignored { reason } => Some((NodeType::by_name(node)?, field, reason)),
            _ => None,
        })
        .collect();
    for node in scene.descendants(scene.root()) {
        let Some(kind) = scene.get(node).map(|node| node.base_type()) else {
            continue;
        };
        if support_status(kind) == Some(SupportStatus::NotYet) && seen.insert((kind.name(), "")) {
            let reason = "it is not simulated yet";
            found.push(Ignored {
                node,
                field: None,
                reason,
            });
        }
        for (owner, field, reason) in ignored.iter().copied() {
            if kind.is_a(owner) && is_used(scene, node, field) && seen.insert((kind.name(), field))
            {
                found.push(Ignored {
                    node,
                    field: Some(field),
                    reason,
                });
            }
        }
    }
    found
}

fn is_used(scene: &Scene, node: NodeId, name: &str) -> bool {
    let Some(field) = scene.base_field(node, name) else {
        return false;
    };
    match scene.field_type(field).is_node() {
        true => !scene.nodes_in(field).is_empty(),
        false => scene.value(field) != scene.default_value(field),
    }
}

/// Fields that the table must have a row for: not hidden, not old, and not those
/// that the node has as a Solid. A node that Webots does not have has none: there
/// is nothing to compare it with.
pub fn listed_fields(kind: NodeType) -> impl Iterator<Item = &'static str> {
    let solid = NodeType::Solid.model();
    let is_own = move |name: &str| {
        kind == NodeType::Solid || !kind.is_a(NodeType::Solid) || solid.field(name).is_none()
    };
    let model = kind.model();
    let fields = model.fields.iter().filter(|_| !model.is_extension);
    fields
        .filter(|field| !matches!(field.kind, FieldKind::Hidden | FieldKind::Deprecated))
        .map(|field| field.name)
        .filter(move |name| is_own(name))
}
