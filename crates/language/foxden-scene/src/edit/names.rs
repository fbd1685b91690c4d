//! Names of solids that are added: no sibling may have the same.

use crate::node::{FieldPlace, NodeId};
use crate::scene::Scene;
use foxden_catalogue::NodeType;
use foxden_lang::value::Value;
use std::collections::BTreeSet;

impl Scene {
    /// Gives solids that were added, and those in them, names that no solid
    /// beside them has: `box` becomes `box(1)`.
    pub(crate) fn make_names_unique(&mut self, added: NodeId) {
        let mut pending = match self.is_solid(added) {
            true => vec![added],
            false => self.solids_below(added),
        };
        while let Some(solid) = pending.pop() {
            self.make_name_unique(solid);
            pending.extend(self.solids_below(solid));
        }
    }

    fn make_name_unique(&mut self, solid: NodeId) {
        let Some(name) = self.solid_name(solid) else {
            return;
        };
        let above = self.ancestors(solid).find(|above| self.is_solid(*above));
        let others: Vec<String> = self
            .solids_below(above.unwrap_or(self.root()))
            .into_iter()
            .filter(|other| *other != solid && !self.shares_name(*other, solid))
            .filter_map(|other| self.solid_name(other))
            .collect();
        if !others.contains(&name) {
            return;
        }
        let stem = split_index(&name).map_or(name.as_str(), |(stem, _)| stem);
        let taken: BTreeSet<u32> = others
            .iter()
            .filter_map(|other| split_index(other))
            .filter(|(other, _)| *other == stem)
            .map(|(_, index)| index)
            .collect();
        let free = (1..).find(|index| !taken.contains(index)).unwrap_or(1);
        let new = Value::String(format!("{stem}({free})").as_str().into());
        if let Some(field) = self.field(solid, "name") {
            // a name that cannot be written stays: two solids may share one
            let _ = self.set(field, new);
        }
    }

    /// Whether two solids are one: a node of a parameter and the node that
    /// represents it in the body.
    fn shares_name(&self, one: NodeId, other: NodeId) -> bool {
        let owner = |node| self.field(node, "name").map(|field| self.owner_of(field));
        owner(one) == owner(other)
    }

    fn is_solid(&self, node: NodeId) -> bool {
        self.node(node).base_type().is_a(NodeType::Solid)
    }

    fn solid_name(&self, solid: NodeId) -> Option<String> {
        match self.value_of(solid, "name")?.as_ref() {
            Value::String(name) => Some(name.value.to_string()),
            _ => None,
        }
    }

    /// The solids nearest to a node, below it.
    fn solids_below(&self, node: NodeId) -> Vec<NodeId> {
        let mut found = Vec::new();
        let mut pending: Vec<NodeId> = self.children(node).collect();
        while let Some(child) = pending.pop() {
            // Nodes of parameters are simulated only where a body contains
            // them.
            let is_parameter = self
                .node(child)
                .parent
                .is_some_and(|field| matches!(field.place, FieldPlace::Parameter(..)));
            if is_parameter {
                continue;
            }
            match self.is_solid(child) {
                true => found.push(child),
                false => pending.extend(self.children(child)),
            }
        }
        found
    }
}

/// A name that ends in a number in brackets: what is before it, and the number.
fn split_index(name: &str) -> Option<(&str, u32)> {
    let (stem, number) = name.strip_suffix(')')?.rsplit_once('(')?;
    let is_number = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit());
    (is_number && !stem.is_empty()).then_some((stem, number.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::split_index;

    #[test]
    fn only_a_number_in_brackets_is_an_index() {
        assert_eq!(split_index("box(12)"), Some(("box", 12)));
        for name in ["box", "box()", "(1)", "box(a)", "box(1) "] {
            assert_eq!(split_index(name), None, "{name}");
        }
    }
}
