//! Fluids: how they lift bodies and hold them back.

use crate::bodies::{geometry_of, is_below};
use crate::dynamics::immersion::{FluidSurface, Immersed, immersed, whole_area};
use crate::dynamics::{Body, BodyId, Geometry};
use crate::math::{Pose, Vector};
use crate::model::compile::read;
use crate::model::{Model, PoseIndex, RowIndex, SolidIndex};
use crate::spatial::meshes::MeshFiles;
use crate::world::World;
use foxden_catalogue::NodeType;
use foxden_scene::{NodeId, Scene};
use serde::{Deserialize, Serialize};

/// Bodies that turn faster are held back as if they turned at this, in radians per second.
const FASTEST_TURN: f64 = 1000.0;

/// A Fluid.
#[derive(Clone, Debug)]
pub struct Fluid {
    place: PoseIndex,
    name: String,
    density: f64,
    viscosity: f64,
    stream: Vector,
    /// What it fills, in its frame.
    shapes: Vec<(Pose, Geometry)>,
}

/// What a fluid does to a solid: an ImmersionProperties node and the fluid that it names.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Immersion {
    solid: SolidIndex,
    /// Among the fluids of the model.
    fluid: usize,
    reference: ReferenceArea,
    drag_force: Vector,
    drag_torque: Vector,
    viscous_force: f64,
    viscous_torque: f64,
}

/// What the quadratic drag is in proportion to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReferenceArea {
    /// The wet surface.
    Immersed,
    /// What it shows along each axis of the body.
    Projected,
}

/// A shape that was found in a fluid; the fluid acts in the next step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct WetShape {
    body: BodyId,
    /// Among the immersions of the model.
    immersion: usize,
    part: Immersed,
    /// The wet share of the whole surface.
    share: f64,
}

impl Fluid {
    pub(crate) fn read(scene: &Scene, meshes: &MeshFiles, node: NodeId, place: PoseIndex) -> Self {
        let shapes = crate::model::compile::colliders_of(scene, meshes, node);
        Self {
            place,
            name: read::text(scene, node, "name"),
            density: read::number(scene, node, "density"),
            viscosity: read::number(scene, node, "viscosity"),
            stream: read::vector(scene, node, "streamVelocity"),
            shapes: shapes
                .into_iter()
                .map(|part| (part.pose, geometry_of(&part.shape)))
                .collect(),
        }
    }
}

/// What the fluids of a model do to its solids. Of several properties for one
/// fluid the last counts.
pub(crate) fn immersions(scene: &Scene, model: &Model) -> Vec<Immersion> {
    let mut found = Vec::new();
    if model.fluids.is_empty() {
        return found;
    }
    for (at, solid) in model.solids.iter().enumerate() {
        let nodes = scene.nodes_of(solid.node, "immersionProperties");
        for (number, fluid) in model.fluids.iter().enumerate() {
            let is_meant = |node: &&NodeId| {
                read::kind(scene, **node) == NodeType::ImmersionProperties
                    && read::text(scene, **node, "fluidName") == fluid.name
            };
            if let Some(node) = nodes.iter().rfind(is_meant) {
                found.push(Immersion::read(scene, *node, SolidIndex::new(at), number));
            }
        }
    }
    found
}

impl Immersion {
    fn read(scene: &Scene, node: NodeId, solid: SolidIndex, fluid: usize) -> Self {
        Self {
            solid,
            fluid,
            // whatever else is written there means the projections
            reference: match read::text(scene, node, "referenceArea").as_str() {
                "immersed area" => ReferenceArea::Immersed,
                _ => ReferenceArea::Projected,
            },
            drag_force: read::vector(scene, node, "dragForceCoefficients"),
            drag_torque: read::vector(scene, node, "dragTorqueCoefficients"),
            viscous_force: read::number(scene, node, "viscousResistanceForceCoefficient"),
            viscous_torque: read::number(scene, node, "viscousResistanceTorqueCoefficient"),
        }
    }

    /// The force at the centre of the wet part, and the torque, that a fluid
    /// brings about.
    fn load(
        &self,
        wet: &WetShape,
        fluid: &Fluid,
        body: &Body,
        gravity: Vector,
    ) -> (Vector, Vector) {
        let part = &wet.part;
        let passing = body.linear_velocity() - fluid.stream;
        let turning = body.angular_velocity();
        let limited = match turning.length() {
            speed if speed > FASTEST_TURN => turning * (FASTEST_TURN / speed),
            _ => turning,
        };
        let (drag, resistance) = match self.reference {
            ReferenceArea::Immersed => {
                let strength = -fluid.density * part.area;
                (
                    passing * (strength * self.drag_force.x * passing.length()),
                    limited * (strength * self.drag_torque.x * limited.length()),
                )
            }
            ReferenceArea::Projected => {
                let turned = body.orientation().matrix();
                let inside = turned.transposed();
                let (along, about) = (inside * passing, inside * turning);
                let [x, y, z] = part.shown;
                let beside = [y + z, z + x, x + y];
                let against = |speed: f64| -speed * speed.abs() * fluid.density;
                let force: [f64; 3] = std::array::from_fn(|axis| {
                    against(along[axis]) * self.drag_force[axis] * part.shown[axis]
                });
                let torque: [f64; 3] = std::array::from_fn(|axis| {
                    against(about[axis]) * self.drag_torque[axis] * beside[axis]
                });
                (turned * Vector::from(force), turned * Vector::from(torque))
            }
        };
        let lift = gravity * (-part.volume * fluid.density);
        let viscous = -wet.share * fluid.viscosity;
        (
            lift + drag + passing * (viscous * self.viscous_force),
            resistance + limited * (viscous * self.viscous_torque),
        )
    }
}

impl World {
    /// Fluids act on the bodies that were found in them after the last step.
    pub(crate) fn push_wet_bodies(&mut self) {
        let gravity = self.model.settings.gravity;
        for wet in &self.state.wet_shapes {
            let immersion = &self.model.immersions[wet.immersion];
            let fluid = &self.model.fluids[immersion.fluid];
            let dynamics = &mut self.state.bodies.dynamics;
            if let Some(body) = dynamics.body(wet.body) {
                let (force, torque) = immersion.load(wet, fluid, body, gravity);
                dynamics.load(wet.body, force, wet.part.centre, torque);
            }
        }
    }

    /// Looks which bodies are in which fluids now.
    pub(crate) fn find_wet_bodies(&mut self) {
        let mut wet = std::mem::take(&mut self.state.wet_shapes);
        wet.clear();
        for at in 0..self.model.immersions.len() {
            self.find_wet_shapes(at, &mut wet);
        }
        self.state.wet_shapes = wet;
    }

    fn find_wet_shapes(&self, immersion: usize, wet: &mut Vec<WetShape>) {
        let (model, bodies) = (&self.model, &self.state.bodies);
        let Immersion { solid, fluid, .. } = model.immersions[immersion];
        let fluid = &model.fluids[fluid];
        let Some(id) = bodies.of_solid[solid] else {
            return;
        };
        let Some(body) = bodies.dynamics.body(id) else {
            return;
        };
        let turned = body.orientation().matrix();
        let place = self.state.pose_now(model, fluid.place);
        for (collider, shape) in model.colliders.iter().zip(&bodies.shapes) {
            if collider.solid != solid {
                continue;
            }
            let Some(pose) = bodies.dynamics.shape_pose(*shape) else {
                continue;
            };
            for (inside, filled) in &fluid.shapes {
                let filled_pose = place.then(inside);
                let is_in = matches!(filled, Geometry::Plane)
                    || bodies
                        .dynamics
                        .is_touching_shape(*shape, filled, &filled_pose);
                let part = FluidSurface::of(filled, &filled_pose)
                    .filter(|_| is_in)
                    .and_then(|surface| immersed(&collider.geometry, &pose, &turned, &surface));
                wet.extend(part.map(|part| WetShape {
                    body: id,
                    immersion,
                    part,
                    share: part.area / whole_area(&collider.geometry),
                }));
            }
        }
    }

    /// What was moved from outside, or the fluid that it was in, is in no fluid
    /// until the next step has passed.
    pub(crate) fn dry_moved(&mut self, moved: PoseIndex) {
        let model = &self.model;
        self.state.wet_shapes.retain(|wet| {
            let immersion = &model.immersions[wet.immersion];
            let solid = model.solids[immersion.solid].place;
            let fluid = model.fluids[immersion.fluid].place;
            !is_below(model, solid, moved) && !is_below(model, fluid, moved)
        });
    }
}
