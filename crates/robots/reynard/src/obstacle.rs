//! Things in the way, seen from above.

use crate::body::{self, Extent};
use foxden_scene::{NodeId, Scene, Value};
use foxden_sim::World;
use foxden_sim::spatial::footprints::{Footprint, FootprintOutline};
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

/// The obstacles of a running world.
#[derive(Debug)]
pub(crate) struct ObstacleList {
    all: Arc<[Obstacle]>,
    /// Whether some may move without an edit of the world.
    can_move: bool,
    /// The edit of the world after which they were found.
    edit: u64,
}

impl ObstacleList {
    /// The obstacles of a world.
    pub(crate) fn new(world: &World) -> Self {
        let scene = world.scene();
        let mut robots = world.robots();
        Self {
            all: obstacles(world).into(),
            can_move: world.has_bodies()
                || robots.any(|(_, robot)| !is_reynard(scene, robot.node())),
            edit: world.edits(),
        }
    }

    /// Finds them again if they may have changed.
    pub(crate) fn refresh(&mut self, world: &World) {
        if self.edit != world.edits() {
            *self = Self::new(world);
        } else if self.can_move {
            self.all = obstacles(world).into();
        }
    }

    /// All obstacles.
    pub(crate) fn all(&self) -> &Arc<[Obstacle]> {
        &self.all
    }
}

/// The least height of an obstacle: what is lower is the ground.
const GROUND: f64 = 0.001;

/// The greatest height at which something begins that is in the way of a Reynard.
const HEAD: f64 = 0.06;

/// The obstacles of a world: shapes of boundingObjects that do not belong to a Reynard or a
/// charger, and that are between the ground and the height of a Reynard.
pub fn obstacles(world: &World) -> Vec<Obstacle> {
    let scene = world.scene();
    let reynards: Vec<_> = world
        .robots()
        .filter(|(_, robot)| is_reynard(scene, robot.node()))
        .map(|(index, _)| index)
        .collect();
    let chargers: Vec<_> = world
        .chargers()
        .filter_map(|charger| world.charger_node(charger))
        .collect();
    let is_in_the_way = |footprint: &Footprint| {
        let [low, high] = footprint.heights;
        let is_of_reynard = footprint
            .robot
            .is_some_and(|robot| reynards.contains(&robot));
        low < HEAD && high > GROUND && !is_of_reynard && !chargers.contains(&footprint.solid)
    };
    world
        .footprints()
        .filter(is_in_the_way)
        .filter_map(|footprint| {
            let name = match scene.value_of(footprint.solid, "name")?.as_ref() {
                Value::String(text) => text.value.clone(),
                _ => return None,
            };
            Some(Obstacle {
                name,
                position: footprint.center,
                shape: match footprint.outline {
                    FootprintOutline::Disc { radius } => ObstacleShape::Circle { radius },
                    FootprintOutline::Rectangle { size, angle } => {
                        ObstacleShape::Box { size, angle }
                    }
                },
            })
        })
        .collect()
}

/// Whether a robot is a Reynard: its PROTO has the parameters of his.
pub(crate) fn is_reynard(scene: &Scene, node: NodeId) -> bool {
    ["shoulder", "elbow", "wrist", "tool"]
        .into_iter()
        .all(|name| scene.parameter(node, name).is_some())
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
