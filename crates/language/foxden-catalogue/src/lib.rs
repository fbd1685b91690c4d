//! The built-in Webots nodes as data: fields, defaults, placement, ranges.
//!
//! Everything here is generated from `nodes.json` at build time, so a new node
//! or field is a row of data. No other crate lists node names or defaults.
//!
//! ```
//! use foxden_catalogue::{FieldType, NodeType};
//!
//! let sensor = NodeType::by_name("LightSensor").expect("a built-in node").model();
//! assert!(sensor.is_a(NodeType::Solid) && sensor.is_device);
//! let field = sensor.field("colorFilter").expect("a field of the LightSensor");
//! assert_eq!(sensor.fields[field.0 as usize].field_type, FieldType::SFColor);
//! ```

mod field_type;
mod legacy;
mod range;

pub use field_type::FieldType;
pub use legacy::{current_type, legacy_field_advice, removed_node_advice};
pub use range::{Bound, Interval, Range, Reset};

pub use generated::NodeType;

mod generated {
    //! The tables that the build script makes from `nodes.json`.
    #![allow(clippy::approx_constant, reason = "the numbers are those of the data")]

    use crate::{
        Admissible, Bound, Default, FieldKind, FieldModel, FieldType, Interval, NodeModel, Range,
        Reset,
    };

    include!(concat!(env!("OUT_DIR"), "/catalogue.rs"));
}

/// The position of a field in its node's model, or of a parameter in its PROTO's interface.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
pub struct FieldIndex(pub u16);

/// How a field is treated by files and editors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// Read and written.
    Plain,
    /// Read and written, not shown in editors.
    Hidden,
    /// Read, never written.
    Deprecated,
}

/// The default value of a built-in field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Default {
    /// SFBool
    Bool(bool),
    /// SFInt32
    Int(i32),
    /// SFFloat
    Float(f64),
    /// SFString
    String(&'static str),
    /// SFVec2f
    Vec2([f64; 2]),
    /// SFVec3f
    Vec3([f64; 3]),
    /// SFRotation
    Rotation([f64; 4]),
    /// SFColor
    Color([f64; 3]),
    /// SFNode: always NULL
    Node,
    /// MFBool
    BoolList(&'static [bool]),
    /// MFInt32
    IntList(&'static [i32]),
    /// MFFloat
    FloatList(&'static [f64]),
    /// MFString
    StringList(&'static [&'static str]),
    /// MFVec2f
    Vec2List(&'static [[f64; 2]]),
    /// MFVec3f
    Vec3List(&'static [[f64; 3]]),
    /// MFRotation
    RotationList(&'static [[f64; 4]]),
    /// MFColor
    ColorList(&'static [[f64; 3]]),
    /// MFNode: always empty
    Nodes,
}

/// One rule for the nodes that a field accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admissible {
    /// Exactly this type.
    Exactly(NodeType),
    /// This type or one derived from it.
    Family(NodeType),
    /// Anything that a grouping node accepts.
    Child,
    /// Collidable geometry, Shape, Group or Pose.
    BoundingObject,
    /// Solid or derived, SolidReference, Slot.
    EndPoint,
    /// A Slot, or inside a pair of slots what the outer field accepts.
    SlotEndPoint,
}

/// A field of a built-in node.
#[derive(Debug)]
pub struct FieldModel {
    /// Its name in files.
    pub name: &'static str,
    /// Its type.
    pub field_type: FieldType,
    /// How files and editors treat it.
    pub kind: FieldKind,
    /// Its value when a file does not give it.
    pub default: Default,
    /// What nodes it takes; empty for plain values.
    pub nodes: &'static [Admissible],
    /// Which values are valid.
    pub range: Range,
    /// What an invalid value becomes.
    pub reset: Reset,
    /// The closed set of values, if there is one.
    pub values: &'static [&'static str],
    /// File extensions that a URL field takes.
    pub extensions: &'static [&'static str],
    /// Whether the value is a URL.
    pub is_url: bool,
}

/// A built-in node.
#[derive(Debug)]
pub struct NodeModel {
    /// The type.
    pub node_type: NodeType,
    /// Its name in files.
    pub name: &'static str,
    /// The types it derives from, nearest first.
    pub ancestors: &'static [NodeType],
    /// Its fields, inherited ones included, in the order files are written.
    pub fields: &'static [FieldModel],
    /// Whether it only groups others and cannot be written.
    pub is_abstract: bool,
    /// Solid or derived from it.
    pub is_solid: bool,
    /// Group or derived from it.
    pub is_group: bool,
    /// A controller can open it by name.
    pub is_device: bool,
    /// A geometry.
    pub is_geometry: bool,
    /// A geometry that is allowed in a boundingObject.
    pub is_collidable: bool,
    /// Whether it is allowed at the top level of a world.
    pub is_top_level: bool,
    /// At most one in a world.
    pub is_singleton: bool,
    /// For old worlds only.
    pub is_experimental: bool,
    /// Webots does not have it.
    pub is_extension: bool,
    /// Its number in the controller API; abstract nodes have none.
    pub controller_number: Option<i32>,
}

impl NodeType {
    /// The concrete type with this exact name.
    pub fn by_name(name: &str) -> Option<Self> {
        generated::type_by_name(name)
            .filter(|found| !found.model().is_abstract && *found != Self::Hinge2JointParameters)
    }

    /// The model of this type.
    pub fn model(self) -> &'static NodeModel {
        generated::MODELS[self as usize]
    }

    /// The name in files.
    pub fn name(self) -> &'static str {
        self.model().name
    }

    /// Whether this is `other` or derived from it.
    pub fn is_a(self, other: Self) -> bool {
        self == other || self.model().ancestors.contains(&other)
    }

    /// All types, in the order of the catalogue.
    pub fn all() -> impl Iterator<Item = Self> {
        generated::MODELS.iter().map(|model| model.node_type)
    }
}

impl NodeModel {
    /// Whether this is `other` or derived from it.
    pub fn is_a(&self, other: NodeType) -> bool {
        self.node_type.is_a(other)
    }

    /// The position of the field with this name.
    pub fn field(&self, name: &str) -> Option<FieldIndex> {
        self.fields
            .iter()
            .position(|field| field.name == name)
            .map(|at| FieldIndex(at as u16))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_model_stands_at_its_own_number() {
        for (at, node_type) in NodeType::all().enumerate() {
            assert_eq!(node_type as usize, at);
            assert_eq!(node_type.model().node_type, node_type);
        }
    }

    #[test]
    fn abstract_and_renamed_nodes_cannot_be_written() {
        assert_eq!(NodeType::by_name("Geometry"), None);
        assert_eq!(NodeType::by_name("Hinge2JointParameters"), None);
        assert_eq!(
            current_type("Hinge2JointParameters"),
            Some(NodeType::HingeJointParameters)
        );
    }

    #[test]
    fn ranges_are_read_from_the_data() {
        let field = |node: NodeType, name| {
            let model = node.model();
            &model.fields[model.field(name).map_or(usize::MAX, |at| at.0 as usize)]
        };
        let angle = field(NodeType::SpotLight, "cutOffAngle");
        assert!(angle.range.admits(1.0) && !angle.range.admits(2.0) && !angle.range.admits(-0.1));
        assert_eq!(angle.reset, Reset::Number(std::f64::consts::FRAC_PI_2));
        let resolution = field(NodeType::LightSensor, "resolution");
        assert!(resolution.range.admits(-1.0) && !resolution.range.admits(0.0));
    }
}
