//! What a world holds that decides how near its numbers must be.

use crate::outcome::Rule;
use crate::table::MotionClass;
use foxden_catalogue::NodeType;
use foxden_scene::{NodeId, Value};
use foxden_sim::World;

impl MotionClass {
    /// How near numbers must be after such motion.
    pub(crate) fn rule(self) -> Rule {
        match (self.is_bitwise, self.has_contacts) {
            (true, _) => Rule::Bits,
            (false, true) => Rule::Contacts,
            (false, false) => Rule::Rounding,
        }
    }

    /// The kind of motion of a world at its start.
    pub(crate) fn of(world: &World) -> Self {
        Self {
            has_bodies: world.has_bodies(),
            has_contacts: world.has_contacts(),
            has_joints: world.has_joints(),
            sinking: sinking(world),
            is_round: !world.scene().ids().any(|node| is_of(world, node, &EDGED)),
            has_odd_friction: has_odd_friction(world),
            has_own_stops: has_own_stops(world),
            is_bitwise: false,
        }
    }
}

/// How deep the weight of all bodies is in ground of the usual softness.
fn sinking(world: &World) -> f64 {
    let settings = world.settings();
    let weight = world.mass_of_bodies() * settings.gravity.length();
    let (erp, cfm) = (0.2, 0.001);
    weight * cfm * settings.seconds() / erp
}

/// Shapes that are not balls.
const EDGED: [NodeType; 5] = [
    NodeType::Box,
    NodeType::Cylinder,
    NodeType::Capsule,
    NodeType::IndexedFaceSet,
    NodeType::Mesh,
];

/// Whether a node is of one of the types.
pub(crate) fn is_of(world: &World, node: NodeId, types: &[NodeType]) -> bool {
    let found = world.scene().get(node).map(|node| node.base_type());
    found.is_some_and(|found| types.contains(&found))
}

fn has_odd_friction(world: &World) -> bool {
    let scene = world.scene();
    let numbers = |node, name: &str| numbers(world, node, name);
    scene
        .ids()
        .filter(|node| is_of(world, *node, &[NodeType::ContactProperties]))
        .any(|node| {
            numbers(node, "coulombFriction").len() > 1
                || numbers(node, "forceDependentSlip")
                    .iter()
                    .any(|slip| *slip != 0.0)
                || numbers(node, "rollingFriction")
                    .iter()
                    .any(|rolling| *rolling != 0.0)
        })
}

/// The numbers of a field; none if it holds none.
pub(crate) fn numbers(world: &World, node: NodeId, name: &str) -> Vec<f64> {
    let scene = world.scene();
    let value = scene
        .base_field(node, name)
        .and_then(|field| scene.value(field));
    match value.as_deref() {
        Some(Value::FloatList(list)) => list.clone(),
        Some(Value::Vec3(vector)) => vector.to_vec(),
        Some(Value::Float(number)) => vec![*number],
        _ => Vec::new(),
    }
}

/// Whether a world has what fast physics does in another way: joints of several
/// axes, and suspensions, whose axis turns with the end point where the solid
/// above has no body.
pub(crate) fn is_beyond_fast(world: &World) -> bool {
    let is_set =
        |node: NodeId, name: &str| numbers(world, node, name).iter().any(|value| *value != 0.0);
    world.scene().ids().any(|node| {
        is_of(world, node, &[NodeType::BallJoint, NodeType::Hinge2Joint])
            || is_set(node, "suspensionSpringConstant")
            || is_set(node, "suspensionDampingConstant")
    })
}

/// Whether stops correct another share of an overrun than the world's.
fn has_own_stops(world: &World) -> bool {
    let own = |node: NodeId, name: &str| {
        numbers(world, node, name)
            .iter()
            .any(|value| *value != -1.0)
    };
    let mut nodes = world.scene().ids();
    nodes.any(|node| own(node, "stopERP") || own(node, "stopCFM"))
}
