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
        let light = world.light_status(self.light)?;
        Some(LampFrame {
            position: [x, y],
            on: light.is_on,
            color: light.color,
            intensity: light.intensity,
        })
    }
}

/// The first charger of the world.
#[derive(Debug)]
pub(super) struct ChargerFixture(ChargerIndex);

impl ChargerFixture {
    pub(super) fn find(world: &World) -> Option<Self> {
        world.chargers().next().map(Self)
    }

    pub(super) fn frame(
        &self,
        world: &World,
        name: impl Fn(RobotIndex) -> Option<Arc<str>>,
    ) -> Option<ChargerFrame> {
        let status = world.charger_status(self.0)?;
        let [energy, capacity, ..] = *status.battery else {
            return None;
        };
        let [x, y, _] = status.position;
        let ledger = world.charger_ledger(self.0);
        Some(ChargerFrame {
            position: [x, y],
            radius: status.radius,
            energy,
            capacity,
            color: world.charger_color(self.0).unwrap_or_default(),
            robot: world.charging(self.0).and_then(name),
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

fn set(world: &mut RunningWorld, field: FieldRef, value: Value) -> CommandAnswer {
    world
        .set(field, Write::Whole(value))
        .map_err(|error| CommandRefusal::World(error.to_string()))?;
    Ok(None)
}
