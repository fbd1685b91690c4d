//! The lamp and the charger.

use crate::command::{CommandAnswer, CommandRefusal};
use crate::frame::{ChargerFrame, LampFrame, Ledger};
use crate::playfield::Playfield;
use foxden_catalogue::NodeType;
use foxden_runtime::running_world::RunningWorld;
use foxden_scene::{FieldRef, NodeId, Scene, Value};
use foxden_sim::controller::Write;
use foxden_sim::{ChargerIndex, RobotIndex, World};
use std::sync::Arc;

/// A Solid called `lamp` with a light in it.
#[derive(Debug)]
pub(super) struct LampFixture {
    node: NodeId,
    translation: FieldRef,
    light: NodeId,
    on: FieldRef,
}

impl LampFixture {
    pub(super) fn find(world: &World) -> Option<Self> {
        let scene = world.scene();
        let top = scene.nodes_in(scene.top_level());
        top.iter().find_map(|node| {
            match scene.value_of(*node, "name")?.as_ref() {
                Value::String(name) if &*name.value == "lamp" => {}
                _ => return None,
            }
            let light = below(scene, *node, |kind| kind.is_a(NodeType::Light))?;
            Some(Self {
                node: *node,
                translation: scene.base_field(*node, "translation")?,
                light,
                on: scene.base_field(light, "on")?,
            })
        })
    }

    pub(super) fn put(
        &self,
        world: &mut RunningWorld,
        field: Playfield,
        place: [f64; 2],
    ) -> CommandAnswer {
        let [x, y] = field.nearest(place);
        let height = world.position(self.node).map_or(0.0, |place| place[2]);
        set(world, self.translation, Value::Vec3([x, y, height]))
    }

    pub(super) fn switch(&self, world: &mut RunningWorld, is_on: bool) -> CommandAnswer {
        set(world, self.on, Value::Bool(is_on))
    }

    pub(super) fn frame(&self, world: &World) -> Option<LampFrame> {
        let [x, y, _] = world.position(self.node)?;
        let scene = world.scene();
        Some(LampFrame {
            position: [x, y],
            on: world.get(self.on) == Some(Value::Bool(true)),
            color: color(world, self.light, "color")?,
            intensity: match scene.value_of(self.light, "intensity")?.as_ref() {
                Value::Float(value) => *value,
                _ => return None,
            },
        })
    }
}

/// The first charger of the world.
#[derive(Debug)]
pub(super) struct ChargerFixture {
    index: ChargerIndex,
    node: NodeId,
    battery: FieldRef,
    radius: f64,
}

impl ChargerFixture {
    pub(super) fn find(world: &World) -> Option<Self> {
        let scene = world.scene();
        let index = world.chargers().next()?;
        let node = world.charger_node(index)?;
        Some(Self {
            index,
            node,
            battery: scene.base_field(node, "battery")?,
            radius: match scene.value_of(node, "radius")?.as_ref() {
                Value::Float(radius) => *radius,
                _ => return None,
            },
        })
    }

    pub(super) fn frame(
        &self,
        world: &World,
        name: impl Fn(RobotIndex) -> Option<Arc<str>>,
    ) -> Option<ChargerFrame> {
        let [x, y, _] = world.position(self.node)?;
        let (energy, capacity) = match world.get(self.battery)? {
            Value::FloatList(values) => (*values.first()?, *values.get(1)?),
            _ => return None,
        };
        let ledger = world.charger_ledger(self.index);
        Some(ChargerFrame {
            position: [x, y],
            radius: self.radius,
            energy,
            capacity,
            color: world.charger_color(self.index).unwrap_or_default(),
            robot: world.charging(self.index).and_then(name),
            ledger: ledger.map_or_else(Ledger::default, |ledger| Ledger {
                balance: ledger.balance(),
                moved: ledger.given,
            }),
        })
    }
}

fn below(scene: &Scene, node: NodeId, wanted: impl Fn(NodeType) -> bool) -> Option<NodeId> {
    scene.descendants(node).into_iter().find(|node| {
        scene
            .get(*node)
            .is_some_and(|node| wanted(node.base_type()))
    })
}

fn color(world: &World, node: NodeId, field: &str) -> Option<[f64; 3]> {
    match world.get(world.scene().base_field(node, field)?)? {
        Value::Color(color) => Some(color),
        _ => None,
    }
}

fn set(world: &mut RunningWorld, field: FieldRef, value: Value) -> CommandAnswer {
    world
        .set(field, Write::Whole(value))
        .map_err(|error| CommandRefusal::World(error.to_string()))?;
    Ok(None)
}
