//! A device of a robot in the world, and its fields as messages have them.

use super::KnownDevice;
use foxden_protocol::devices::{DeviceKind, LookupRow, LookupTable};
use foxden_scene::{NodeId, Scene, Value};
use foxden_sim::{RobotIndex, World};

/// A device of a robot in the world.
pub(crate) struct WorldDevice<'a> {
    pub(crate) world: &'a World,
    pub(crate) robot: RobotIndex,
    /// The devices of the robot.
    pub(crate) known: &'a [KnownDevice],
    /// The index of the device among them.
    pub(crate) at: usize,
    pub(crate) device: KnownDevice,
}

impl<'a> WorldDevice<'a> {
    /// The device with this index, if there is one.
    pub(crate) fn new(
        world: &'a World,
        robot: RobotIndex,
        known: &'a [KnownDevice],
        at: usize,
    ) -> Option<Self> {
        let device = *known.get(at)?;
        Some(Self {
            world,
            robot,
            known,
            at,
            device,
        })
    }

    pub(crate) fn kind(&self) -> DeviceKind {
        self.device.kind
    }

    pub(crate) fn node(&self) -> NodeId {
        self.device.node
    }

    pub(crate) fn scene(&self) -> &'a Scene {
        self.world.scene()
    }

    /// A field of type SFFloat; 0 if there is none.
    pub(crate) fn number(&self, field: &str) -> f64 {
        number(self.scene(), self.node(), field)
    }

    /// A field of type SFString.
    pub(crate) fn text(&self, field: &str) -> String {
        text(self.scene(), self.node(), field)
    }

    /// A field of the WorldInfo of type SFString.
    pub(crate) fn world_text(&self, field: &str) -> String {
        let info = self.world.world_info();
        info.map(|info| text(self.scene(), info, field))
            .unwrap_or_default()
    }

    /// The field `lookupTable`.
    pub(crate) fn lookup_table(&self) -> LookupTable {
        self.scene()
            .vec3_list(self.node(), "lookupTable")
            .unwrap_or_default()
            .into_iter()
            .map(|[input, output, noise]| LookupRow {
                input,
                output,
                noise,
            })
            .collect()
    }

    /// The value of a field now, which may differ from the document's.
    pub(crate) fn now(&self, field: &str) -> Option<Value> {
        self.world.get(self.scene().base_field(self.node(), field)?)
    }

    /// The value of a field of type SFInt32 now.
    pub(crate) fn integer_now(&self, field: &str) -> i32 {
        match self.now(field) {
            Some(Value::Int(value)) => value,
            _ => 0,
        }
    }

    /// A field of type SFInt32, where -1 stands for no limit.
    pub(crate) fn limit(&self, field: &str) -> i32 {
        self.scene().integer(self.node(), field).unwrap_or(-1)
    }

    /// A field of type MFInt32.
    pub(crate) fn integers(&self, field: &str) -> Vec<i32> {
        let field = self.scene().base_field(self.node(), field);
        match field.and_then(|field| self.scene().value(field)).as_deref() {
            Some(Value::IntList(list)) => list.clone(),
            _ => Vec::new(),
        }
    }
}

/// A field of type SFFloat; 0 if there is none.
pub(super) fn number(scene: &Scene, node: NodeId, field: &str) -> f64 {
    scene.float(node, field).unwrap_or(0.0)
}

/// A field of type SFString.
pub(super) fn text(scene: &Scene, node: NodeId, field: &str) -> String {
    scene
        .text(node, field)
        .map(|text| text.value.to_string())
        .unwrap_or_default()
}
