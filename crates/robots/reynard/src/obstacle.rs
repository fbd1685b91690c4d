//! Things in the way, seen from above.

use crate::body::{self, Extent};
use foxden_catalogue::NodeType;
use foxden_scene::{NodeId, Scene, Value};
use foxden_sim::World;
use serde::Serialize;
use std::sync::Arc;

/// Something that Reynard cannot drive through.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Obstacle {
    /// The name of its Solid.
    pub name: Arc<str>,
    /// Its centre.
    pub position: [f64; 2],
    /// Its outline.
    #[serde(flatten)]
    pub shape: ObstacleShape,
}

/// An outline.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(tag = "shape", rename_all = "lowercase")]
pub enum ObstacleShape {
    /// A rectangle, turned by an angle.
    Box {
        /// Width and height.
        size: [f64; 2],
        /// How far it is turned.
        angle: f64,
    },
    /// A circle.
    Circle {
        /// Its radius.
        radius: f64,
    },
}

impl Obstacle {
    /// A rectangle that is not turned.
    pub fn upright(name: Arc<str>, extent: Extent) -> Self {
        Self {
            name,
            position: extent.map(|[least, greatest]| 0.5 * (least + greatest)),
            shape: ObstacleShape::Box {
                size: extent.map(|[least, greatest]| greatest - least),
                angle: 0.0,
            },
        }
    }

    /// A Reynard at a place, as others see him.
    pub fn reynard(name: Arc<str>, place: [f64; 2]) -> Self {
        Self::upright(name, body::footprint(place))
    }

    /// Whether Reynard at a place would be nearer than a distance.
    pub fn is_within(&self, place: [f64; 2], distance: f64) -> bool {
        self.meets(body::footprint(place), distance)
    }

    /// Whether a rectangle is nearer than a distance along its sides.
    pub fn meets(&self, extent: Extent, distance: f64) -> bool {
        let center: [f64; 2] = std::array::from_fn(|axis| {
            let [least, greatest] = extent[axis];
            0.5 * (least + greatest) - self.position[axis]
        });
        let half = extent.map(|[least, greatest]| 0.5 * (greatest - least) + distance);
        match self.shape {
            ObstacleShape::Circle { radius } => {
                let gap: [f64; 2] =
                    std::array::from_fn(|at| (center[at].abs() - half[at]).max(0.0));
                gap[0].hypot(gap[1]) < radius
            }
            ObstacleShape::Box { size, angle } => {
                let (sine, cosine) = angle.sin_cos();
                let own = [[cosine, sine], [-sine, cosine]];
                let along = |axis: [f64; 2]| (center[0] * axis[0] + center[1] * axis[1]).abs();
                let reach = |axis: [f64; 2]| {
                    let body = half[0] * axis[0].abs() + half[1] * axis[1].abs();
                    let other: f64 = (0..2)
                        .map(|at| {
                            0.5 * size[at] * (own[at][0] * axis[0] + own[at][1] * axis[1]).abs()
                        })
                        .sum();
                    body + other
                };
                // two convex shapes are apart if one of these axes parts them
                [[1.0, 0.0], [0.0, 1.0], own[0], own[1]]
                    .into_iter()
                    .all(|axis| along(axis) < reach(axis))
            }
        }
    }
}

/// The obstacles of a world: Solids at top level that have a boundingObject
/// and are neither robot nor charger.
pub fn obstacles(world: &World) -> Vec<Obstacle> {
    let scene = world.scene();
    let top = scene.nodes_in(scene.top_level());
    top.iter()
        .filter_map(|node| obstacle(world, scene, *node))
        .collect()
}

/// Where chargers work: nobody is in the way of the others there at the start.
pub(crate) fn chargers(world: &World) -> Vec<Obstacle> {
    let disc = |index| {
        let node = world.charger_node(index)?;
        let [x, y, _] = world.position(node)?;
        let radius = match world.scene().value_of(node, "radius")?.as_ref() {
            Value::Float(radius) => *radius,
            _ => return None,
        };
        Some(Obstacle {
            name: "charger".into(),
            position: [x, y],
            shape: ObstacleShape::Circle { radius },
        })
    };
    world.chargers().filter_map(disc).collect()
}

fn obstacle(world: &World, scene: &Scene, node: NodeId) -> Option<Obstacle> {
    if scene.get(node)?.base_type() != NodeType::Solid {
        return None;
    }
    let bounds = *scene.nodes_of(node, "boundingObject").first()?;
    let shape = shape(world, scene, node, bounds)?;
    let [x, y, _] = world.position(node)?;
    let name = match scene.value_of(node, "name")?.as_ref() {
        Value::String(text) => text.value.clone(),
        _ => return None,
    };
    Some(Obstacle {
        name,
        position: [x, y],
        shape,
    })
}

fn shape(world: &World, scene: &Scene, solid: NodeId, bounds: NodeId) -> Option<ObstacleShape> {
    let number = |name: &str| match scene.value_of(bounds, name)?.as_ref() {
        Value::Float(value) => Some(*value),
        _ => None,
    };
    match scene.get(bounds)?.base_type() {
        NodeType::Box => {
            let size = match scene.value_of(bounds, "size")?.as_ref() {
                Value::Vec3([width, depth, _]) => [*width, *depth],
                _ => return None,
            };
            let rows = world.orientation(solid)?;
            Some(ObstacleShape::Box {
                size,
                angle: rows[3].atan2(rows[0]),
            })
        }
        NodeType::Cylinder | NodeType::Sphere => Some(ObstacleShape::Circle {
            radius: number("radius")?,
        }),
        NodeType::Shape => {
            let inner = *scene.nodes_of(bounds, "geometry").first()?;
            shape(world, scene, solid, inner)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reynards_side_by_side_do_not_overlap() {
        let other = Obstacle::reynard("other".into(), [0.2, 0.1]);
        assert!(other.is_within([0.2, 0.1], 0.0));
        assert!(other.is_within([0.2 + 0.319, 0.1 - 0.140], 0.0));
        assert!(!other.is_within([0.2 + 0.321, 0.1], 0.0));
        assert!(!other.is_within([0.2, 0.1 - 0.142], 0.0));
    }

    #[test]
    fn a_turned_box_reaches_further() {
        let crate_at = |angle| Obstacle {
            name: "crate".into(),
            position: [0.0, 0.0],
            shape: ObstacleShape::Box {
                size: [0.2, 0.2],
                angle,
            },
        };
        // footprint to the left, 1 cm from the straight box
        let place = [-0.27, -0.035];
        assert!(!crate_at(0.0).is_within(place, 0.0));
        assert!(crate_at(0.0).is_within(place, 0.011));
        assert!(crate_at(std::f64::consts::FRAC_PI_4).is_within(place, 0.0));
    }
}
