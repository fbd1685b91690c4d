//! Tracks: belts that drive the body they belong to along what they touch.

use crate::bodies::belt_path::{BeltPath, BeltWheel};
use crate::devices::table::MotorIndex;
use crate::dynamics::{BodyId, Effort};
use crate::math::{AxisAngle, Vector};
use crate::model::compile::read;
use crate::model::{Model, PoseIndex, SolidIndex, TrackIndex};
use crate::state::State;
use crate::world::World;
use foxden_catalogue::NodeType;
use foxden_scene::{NodeId, Scene, Value};
use serde::{Deserialize, Serialize};

/// A Track.
#[derive(Clone, Debug)]
pub struct Track {
    pub(crate) node: NodeId,
    pub(crate) solid: SolidIndex,
    /// The first LinearMotor among its devices.
    pub(crate) motor: Option<MotorIndex>,
    wheels: Vec<TrackWheel>,
    pub(crate) texture: Option<MovingTexture>,
    pub(crate) belt: Option<Belt>,
}

/// The texture of a belt, which moves with it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MovingTexture {
    /// The Shape that shows it.
    pub(crate) shape: NodeId,
    /// Its TextureTransform.translation.
    translation: [f64; 2],
    /// By how much it moves for each metre of the belt.
    animation: [f64; 2],
}

impl MovingTexture {
    /// Reads the texture of a track. It moves only if its appearance has a
    /// TextureTransform.
    fn read(scene: &Scene, track: NodeId) -> Option<Self> {
        let animation = read::vector2(scene, track, "textureAnimation");
        let first = read::child(scene, track, "children")?;
        let shape = match read::kind(scene, first) {
            NodeType::Shape => first,
            kind if kind.is_a(NodeType::Group) => read::child(scene, first, "children")?,
            _ => return None,
        };
        if animation == [0.0; 2] || read::kind(scene, shape) != NodeType::Shape {
            return None;
        }
        let appearance = read::child(scene, shape, "appearance")?;
        let transform = read::child(scene, appearance, "textureTransform")?;
        Some(Self {
            shape,
            translation: read::vector2(scene, transform, "translation"),
            animation,
        })
    }

    /// Where the texture is when the belt has gone some way, in metres.
    pub(crate) fn translation(&self, way: f64) -> [f64; 2] {
        std::array::from_fn(|axis| self.translation[axis] - way * self.animation[axis])
    }
}

/// The pieces of a belt: copies of a geometry that run around the wheels.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Belt {
    /// What there are copies of.
    pub(crate) geometry: NodeId,
    pub(crate) count: usize,
    path: BeltPath,
}

/// More pieces of a belt are not drawn.
const MOST_PIECES: i32 = 10_000;

impl Belt {
    fn read(scene: &Scene, track: NodeId) -> Option<Self> {
        let count = read::integer(scene, track, "geometriesCount").min(MOST_PIECES);
        let wheels: Vec<BeltWheel> = wheel_nodes(scene, track)
            .map(|wheel| {
                let place = wheel_place(scene, wheel);
                BeltWheel {
                    center: [place.x, place.z],
                    radius: read::number(scene, wheel, "radius"),
                    is_inner: read::flag(scene, wheel, "inner"),
                }
            })
            .collect();
        let path = BeltPath::new(&wheels);
        let has_pieces = count > 0 && path.length() > 0.0;
        has_pieces.then_some(Self {
            geometry: read::child(scene, track, "animatedGeometry")?,
            count: count as usize,
            path,
        })
    }

    /// Where a piece is in the track when the belt has gone some way: its
    /// translation, and its rotation about y.
    pub(crate) fn piece(&self, at: usize, way: f64) -> Option<([f64; 3], f64)> {
        let apart = self.path.length() / self.count as f64;
        let ([x, z], heading) = self.path.at(way + at as f64 * apart)?;
        Some(([x, 0.0, z], heading))
    }
}

/// The wheels of a track.
fn wheel_nodes(scene: &Scene, track: NodeId) -> impl Iterator<Item = NodeId> {
    let children = scene.nodes_of(track, "children").iter().copied();
    children.filter(|child| read::kind(scene, *child) == NodeType::TrackWheel)
}

/// A TrackWheel.
#[derive(Clone, Debug)]
struct TrackWheel {
    node: NodeId,
    radius: f64,
    /// Whether the belt runs around it, and not over its back.
    is_inner: bool,
}

/// What may change about a track while the world runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct TrackState {
    /// The speed of the belt, in metres per second.
    pub(crate) velocity: f64,
    /// How far it went.
    pub(crate) position: f64,
    /// The damping that a brake adds.
    pub(crate) brake: f64,
}

impl Track {
    pub(crate) fn read(scene: &Scene, node: NodeId, solid: SolidIndex) -> Self {
        let wheels = wheel_nodes(scene, node)
            .map(|wheel| TrackWheel {
                node: wheel,
                radius: read::number(scene, wheel, "radius"),
                is_inner: read::flag(scene, wheel, "inner"),
            })
            .collect();
        Self {
            node,
            solid,
            motor: None,
            wheels,
            texture: MovingTexture::read(scene, node),
            belt: Belt::read(scene, node),
        }
    }
}

/// Where a wheel is in its track: its position is in the plane of x and z.
pub(crate) fn wheel_place(scene: &Scene, wheel: NodeId) -> Vector {
    match scene.value_of(wheel, "position").as_deref() {
        Some(Value::Vec2([along, up])) => Vector::new(*along, 0.0, *up),
        _ => Vector::ZERO,
    }
}

impl World {
    /// The belt of a track moves on, and its wheels turn. Without a body in the
    /// track or above it the belt does not move.
    pub(crate) fn run_track(&mut self, track: TrackIndex) {
        let model = &*self.model;
        let row = &model.tracks[track];
        let seconds = model.settings.seconds();
        let state = self.state.tracks[track];
        let velocity = match (row.motor, self.body_above(model, row.solid)) {
            (Some(motor), Some(body)) => {
                let motor = &mut self.state.devices.motors[motor].kinematic;
                match motor.effort(state.position, seconds, 0.0) {
                    Effort::Speed { speed, .. } => speed,
                    Effort::Force(force) => {
                        let mass = self.state.bodies.dynamics.body(body);
                        let left = force - state.brake * state.velocity;
                        mass.map_or(0.0, |body| left * seconds / body.mass().mass)
                    }
                }
            }
            _ => 0.0,
        };
        let way = velocity * seconds;
        let state = &mut self.state.tracks[track];
        state.velocity = velocity;
        state.position += way;
        for (collider, shape) in model.colliders.iter().zip(&self.state.bodies.shapes) {
            if collider.solid == row.solid {
                self.state.bodies.dynamics.set_belt_speed(*shape, velocity);
            }
        }
        for wheel in &row.wheels {
            if let Some(place) = model.place_of(wheel.node) {
                turn_wheel(&mut self.state, place, wheel, way);
            }
        }
    }

    /// The body of a solid, or of the next solid above that has one.
    pub(crate) fn body_above(&self, model: &Model, solid: SolidIndex) -> Option<BodyId> {
        let mut at = Some(solid);
        while let Some(solid) = at {
            if let Some(body) = self.state.bodies.of_solid[solid] {
                return Some(body);
            }
            at = model.solids[solid].parent;
        }
        None
    }
}

/// A wheel turns with the belt.
fn turn_wheel(state: &mut State, place: PoseIndex, wheel: &TrackWheel, way: f64) {
    if way == 0.0 {
        return;
    }
    let angle = if wheel.is_inner { -way } else { way } / wheel.radius;
    let turn = AxisAngle {
        axis: -Vector::Y,
        angle,
    };
    let before = state.local_poses[place];
    let turned = turn.quaternion() * before.rotation.quaternion();
    let rotation = turned.normalized().axis_angle();
    state.put(place, before.translation, rotation);
}
