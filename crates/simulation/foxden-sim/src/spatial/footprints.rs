//! The boundingObjects as seen from above, for robots that move on the ground without
//! bodies of their own.

use crate::math::Matrix;
use crate::model::RobotIndex;
use crate::spatial::rays::shapes::ColliderShape;
use crate::world::World;
use foxden_scene::NodeId;

/// How far the axis of a round shape may lean and still count as upright: the length of its
/// horizontal part.
const LEAN: f64 = 1e-6;

/// A shape of a boundingObject as seen from above.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Footprint {
    /// The Solid with the boundingObject.
    pub solid: NodeId,
    /// The robot that the Solid belongs to.
    pub robot: Option<RobotIndex>,
    /// The centre.
    pub center: [f64; 2],
    /// What it covers around the centre.
    pub outline: FootprintOutline,
    /// Its least and greatest height.
    pub heights: [f64; 2],
}

/// The outline of a shape as seen from above.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FootprintOutline {
    /// A disc.
    Disc {
        /// Its radius.
        radius: f64,
    },
    /// A rectangle around the shape.
    Rectangle {
        /// Its length and its width.
        size: [f64; 2],
        /// The angle from the x axis to its length.
        angle: f64,
    },
}

impl World {
    /// What boxes, spheres, cylinders and capsules of all boundingObjects cover on the ground.
    /// Planes, meshes and elevation grids are left out: they are mostly the ground itself or
    /// hollow, and a rectangle around them would cover what is free.
    pub fn footprints(&self) -> impl Iterator<Item = Footprint> {
        self.model.colliders.iter().filter_map(|collider| {
            let pose = self.viewed_pose(collider.place).then(&collider.pose);
            let outline = outline(&collider.shape, &pose.rotation)?;
            let bounds = collider.shape.bounds(&pose)?;
            Some(Footprint {
                solid: self.model.solids[collider.solid].node,
                robot: collider.robot,
                center: [pose.translation.x, pose.translation.y],
                outline,
                heights: [bounds.low.z, bounds.high.z],
            })
        })
    }
}

fn outline(shape: &ColliderShape, rotation: &Matrix) -> Option<FootprintOutline> {
    let round = |radius: f64, half_height: f64, end: f64| {
        let axis = rotation.column(2);
        let lean = axis.x.hypot(axis.y);
        if lean < LEAN {
            return FootprintOutline::Disc { radius };
        }
        // the flat end of a cylinder reaches as far as it is upright, a round end its radius
        let reach = half_height * lean + radius * (end + (1.0 - end) * axis.z.abs());
        FootprintOutline::Rectangle {
            size: [2.0 * reach, 2.0 * radius],
            angle: axis.y.atan2(axis.x),
        }
    };
    Some(match *shape {
        ColliderShape::Sphere { radius } => FootprintOutline::Disc { radius },
        ColliderShape::Box { half } => {
            let long = rotation.column(0);
            let angle = long.y.atan2(long.x);
            let (sine, cosine) = angle.sin_cos();
            let reach = |x: f64, y: f64| {
                let along = |at: usize| {
                    let side = rotation.column(at);
                    (side.x * x + side.y * y).abs()
                };
                half.x * along(0) + half.y * along(1) + half.z * along(2)
            };
            FootprintOutline::Rectangle {
                size: [2.0 * reach(cosine, sine), 2.0 * reach(-sine, cosine)],
                angle,
            }
        }
        ColliderShape::Cylinder {
            radius,
            half_height,
        } => round(radius, half_height, 0.0),
        ColliderShape::Capsule {
            radius,
            half_height,
        } => round(radius, half_height, 1.0),
        ColliderShape::Plane | ColliderShape::Mesh(_) | ColliderShape::Grid(_) => return None,
    })
}
