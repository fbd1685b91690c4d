//! Instances: geometries at their places in the world.

use crate::placement::Placement;
use crate::scene::{GeometryId, MaterialId};
use crate::vector::{IDENTITY, Matrix};

/// Where an instance is. Positions of vertices are first scaled along the axes
/// of the geometry, then turned, then moved: there is no shear. Pictures are
/// drawn with these numbers in single precision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    /// Absolute position.
    pub position: [f64; 3],
    /// Absolute rotation, by rows.
    pub rotation: Matrix,
    /// Absolute scale, with the size of a unit geometry. Negative components
    /// turn the geometry inside out.
    pub scale: [f64; 3],
}

impl Transform {
    /// At the origin, neither turned nor scaled.
    pub const IDENTITY: Self = Self {
        position: [0.0; 3],
        rotation: IDENTITY,
        scale: [1.0; 3],
    };

    /// The place of a node of a scene.
    pub fn of_node(node: &Placement) -> Self {
        Self {
            position: node.position.map(f64::from),
            rotation: node.rotation.matrix(),
            scale: node.scale.map(f64::from),
        }
    }

    /// Whether every number is finite: others are not drawn.
    pub fn is_finite(&self) -> bool {
        self.position.iter().all(|part| part.is_finite())
            && self.rotation.iter().flatten().all(|part| part.is_finite())
            && self.scale.iter().all(|part| part.is_finite())
    }
}

/// A geometry that is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Instance {
    /// What is drawn.
    pub geometry: GeometryId,
    /// What it looks like.
    pub material: MaterialId,
    /// Where it is.
    pub transform: Transform,
    /// Whether it casts shadows (Shape.castShadows).
    pub casts_shadows: bool,
    /// Whether it is in a Billboard: viewers show it before their eyes, devices do
    /// not see it.
    pub is_in_billboard: bool,
    /// Its colour in segmentation pictures; `None` is black.
    pub segmentation_color: Option<[u8; 3]>,
}
