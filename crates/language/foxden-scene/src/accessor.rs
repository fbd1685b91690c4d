//! Values of built-in fields by their type.
//!
//! A field that is not there, or is of another type, gives `None`: the caller
//! asked for something the catalogue does not have.

use crate::node::NodeId;
use crate::scene::Scene;
use foxden_lang::value::{SourcedString, Value};

macro_rules! accessor {
    ($($(#[doc = $doc:literal])+ $name:ident: $variant:ident -> $type:ty,)+) => {
        impl Scene {
            $($(#[doc = $doc])+
            pub fn $name(&self, node: NodeId, field: &str) -> Option<$type> {
                match self.value_of(node, field).as_deref() {
                    Some(Value::$variant(value)) => Some(value.clone()),
                    _ => None,
                }
            })+
        }
    };
}

accessor! {
    /// An SFBool.
    boolean: Bool -> bool,
    /// An SFInt32.
    integer: Int -> i32,
    /// An SFFloat.
    float: Float -> f64,
    /// An SFString, with the file it was written in.
    text: String -> SourcedString,
    /// An SFVec2f.
    vec2: Vec2 -> [f64; 2],
    /// An SFVec3f.
    vec3: Vec3 -> [f64; 3],
    /// An SFRotation.
    rotation: Rotation -> [f64; 4],
    /// An SFColor.
    color: Color -> [f64; 3],
    /// An MFInt32.
    integers: IntList -> Vec<i32>,
    /// An MFFloat.
    floats: FloatList -> Vec<f64>,
    /// An MFString.
    texts: StringList -> Vec<SourcedString>,
    /// An MFVec2f.
    vec2_list: Vec2List -> Vec<[f64; 2]>,
    /// An MFVec3f.
    vec3_list: Vec3List -> Vec<[f64; 3]>,
    /// An MFColor.
    colors: ColorList -> Vec<[f64; 3]>,
}

impl Scene {
    /// The node in an SFNode.
    pub fn node_in(&self, node: NodeId, field: &str) -> Option<NodeId> {
        self.nodes_of(node, field).first().copied()
    }
}
