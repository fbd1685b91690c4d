//! Where nodes are: poses from the root.

use crate::node::NodeId;
use crate::rotation::rotation_matrix;
use crate::scene::Scene;
use foxden_catalogue::NodeType;
use foxden_lang::value::Value;

/// A rotation, scale and translation: `matrix · point + translation`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AffineTransform {
    /// The rows of the linear part.
    pub matrix: [[f64; 3]; 3],
    /// The translation.
    pub translation: [f64; 3],
}

impl AffineTransform {
    /// The pose that moves nothing.
    pub const IDENTITY: Self = Self {
        matrix: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        translation: [0.0; 3],
    };

    /// A point seen from outside.
    pub fn apply(&self, point: [f64; 3]) -> [f64; 3] {
        std::array::from_fn(|row| dot(self.matrix[row], point) + self.translation[row])
    }

    /// This pose after another one inside it.
    pub fn then_inside(&self, inner: &Self) -> Self {
        let column = |at: usize| inner.matrix.map(|row| row[at]);
        Self {
            matrix: self
                .matrix
                .map(|row| std::array::from_fn(|at| dot(row, column(at)))),
            translation: self.apply(inner.translation),
        }
    }
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

impl Scene {
    /// The pose of a node in the world.
    pub fn world_pose(&self, node: NodeId) -> AffineTransform {
        let chain: Vec<_> = std::iter::once(node).chain(self.ancestors(node)).collect();
        chain
            .into_iter()
            .rev()
            .fold(AffineTransform::IDENTITY, |pose, node| {
                pose.then_inside(&self.local_pose(node))
            })
    }

    /// The pose of a node in its parent.
    pub fn local_pose(&self, node: NodeId) -> AffineTransform {
        if !self.node(node).base.is_a(NodeType::Pose) {
            return AffineTransform::IDENTITY;
        }
        let mut pose = AffineTransform::IDENTITY;
        if let Some(Value::Rotation(rotation)) = self.value_of(node, "rotation").as_deref() {
            pose.matrix = rotation_matrix(*rotation);
        }
        if let Some(Value::Vec3(scale)) = self.value_of(node, "scale").as_deref() {
            pose.matrix = pose
                .matrix
                .map(|row| std::array::from_fn(|at| row[at] * scale[at]));
        }
        if let Some(Value::Vec3(translation)) = self.value_of(node, "translation").as_deref() {
            pose.translation = *translation;
        }
        pose
    }
}
