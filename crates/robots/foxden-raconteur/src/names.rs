//! Names of what a world offers. Names in a world may be empty or occur several times;
//! clients need each of them once.

use foxden_catalogue::NodeType;
use foxden_runtime::running_world::RunningWorld;
use foxden_scene::NodeId;
use foxden_sim::RobotIndex;
use foxden_sim::controller::Tag;
use std::collections::HashSet;
use std::sync::Arc;

/// A list of nodes with a name for each.
pub(crate) type NamedNodes = Vec<(Arc<str>, NodeId)>;

/// What a world offers, by name.
#[derive(Debug, Default)]
pub(crate) struct Names {
    /// The edits of the world for which this holds.
    edits: Option<u64>,
    pub(crate) robots: NamedNodes,
    pub(crate) chargers: NamedNodes,
    pub(crate) lights: NamedNodes,
    pub(crate) slots: NamedNodes,
}

/// Makes names different: the second of a name gets "(2)" and so on.
fn unique<T>(items: impl Iterator<Item = (String, T)>) -> Vec<(Arc<str>, T)> {
    let mut taken = HashSet::new();
    let mut named = Vec::new();
    for (name, item) in items {
        let mut chosen = name.clone();
        let mut number = 2;
        while !taken.insert(chosen.clone()) {
            chosen = format!("{name} ({number})");
            number += 1;
        }
        named.push((Arc::from(chosen), item));
    }
    named
}

impl Names {
    /// Reads the names again if the world was edited; whether that was so.
    pub(crate) fn refresh(&mut self, world: &RunningWorld) -> bool {
        let edits = world.edits();
        if self.edits == Some(edits) {
            return false;
        }
        self.edits = Some(edits);
        let scene = world.scene();
        let or_type = |name: &str, node: NodeId| match name {
            "" => scene
                .get(node)
                .map_or("", |node| node.type_name())
                .to_owned(),
            name => name.to_owned(),
        };
        self.robots = unique(
            world
                .robots()
                .map(|(_, robot)| (or_type(&robot.name, robot.node()), robot.node())),
        );
        let chargers = world
            .chargers()
            .filter_map(|charger| world.charger_node(charger));
        self.chargers = unique(chargers.map(|node| {
            let name = scene.value_of(node, "name");
            let name = name.as_deref().and_then(|name| name.as_str());
            (or_type(name.unwrap_or(""), node), node)
        }));
        let short = |node: NodeId| {
            let def = scene.get(node).and_then(|node| node.def());
            (def.map_or_else(|| scene.path(node), str::to_owned), node)
        };
        self.slots = unique(foxden_view::slots(world).into_iter().map(short));
        self.lights = unique(lights(world).into_iter().map(short));
        true
    }
}

/// The lights of a world, without those that are only in parameters of PROTOs.
fn lights(world: &RunningWorld) -> Vec<NodeId> {
    let scene = world.scene();
    let mut left = vec![scene.root()];
    let mut found = Vec::new();
    while let Some(node) = left.pop() {
        let kind = scene.get(node).map(|node| node.base_type());
        if matches!(
            kind,
            Some(NodeType::PointLight | NodeType::SpotLight | NodeType::DirectionalLight)
        ) {
            found.push(node);
        }
        for field in scene.base_fields(node) {
            left.extend(scene.nodes_in(field));
        }
    }
    found.sort_unstable();
    found
}

/// The node of a name.
pub(crate) fn node_of(nodes: &NamedNodes, name: &str) -> Option<NodeId> {
    let found = nodes.iter().find(|(one, _)| &**one == name);
    found.map(|(_, node)| *node)
}

/// The name of a node.
pub(crate) fn name_of(nodes: &NamedNodes, node: NodeId) -> Option<&Arc<str>> {
    let found = nodes.iter().find(|(_, one)| *one == node);
    found.map(|(name, _)| name)
}

/// The devices of a robot, by name.
pub(crate) fn devices(
    world: &RunningWorld,
    robot: RobotIndex,
) -> Vec<(Arc<str>, (Tag, NodeType, NodeId))> {
    unique(world.devices(robot).map(|(tag, device)| {
        let item = (tag, device.node_type, device.node());
        match device.name.as_str() {
            "" => (device.node_type.name().to_owned(), item),
            name => (name.to_owned(), item),
        }
    }))
}

/// The name of a service: letters, digits and `_`, beginning with a letter, not in `taken`.
pub(crate) fn service_name(name: &str, taken: &HashSet<String>) -> String {
    /// Names longer than this are cut.
    const LONGEST: usize = 100;
    let mut plain: String = name
        .chars()
        .take(LONGEST)
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect();
    if !plain.starts_with(|c: char| c.is_ascii_alphabetic()) {
        plain.insert_str(0, "robot_");
    }
    let mut chosen = plain.clone();
    let mut number = 2;
    while taken.contains(&chosen) {
        chosen = format!("{plain}_{number}");
        number += 1;
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_services_are_plain_and_different() {
        let mut taken = HashSet::from(["world".to_owned()]);
        for (name, expected) in [
            ("world", "world_2"),
            ("e-puck", "e_puck"),
            ("e/puck", "e_puck_2"),
            ("", "robot_"),
            ("7 \"dwarfs\"", "robot_7__dwarfs_"),
            ("Fähe", "F_he"),
        ] {
            let chosen = service_name(name, &taken);
            assert_eq!(chosen, expected);
            taken.insert(chosen);
        }
    }

    #[test]
    fn equal_names_get_numbers() {
        let named = unique(
            ["a", "a", "a (2)", "b"]
                .into_iter()
                .map(|n| (n.to_owned(), ())),
        );
        let names: Vec<&str> = named.iter().map(|(name, ())| &**name).collect();
        assert_eq!(names, ["a", "a (2)", "a (2) (2)", "b"]);
    }
}
