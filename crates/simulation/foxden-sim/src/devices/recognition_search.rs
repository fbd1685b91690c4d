//! Cameras of a running world look for objects.

use crate::bodies::is_below;
use crate::devices::camera::Camera;
use crate::devices::recognition::{
    Occlusion, RecognisedObject, Recognition, box_on_image, corners, height_of_view,
};
use crate::devices::table::CameraIndex;
use crate::math::{Pose, Vector};
use crate::model::compile::read;
use crate::model::{RowIndex, SolidIndex};
use crate::spatial::frustum::{Frustum, Seen};
use crate::spatial::rays::caster::PassesThrough;
use crate::spatial::rays::shapes::ColliderShape;
use crate::spatial::rays::{Hit, Ray};
use crate::world::World;
use foxden_scene::Value;
use foxden_vision::{Optics, Projection, VisionRules};

impl World {
    /// A camera before physics: one that sees no hidden objects looks during a
    /// step that makes it due.
    pub(crate) fn look_for_objects(&mut self, camera: CameraIndex) {
        let row = &self.model.devices.cameras[camera];
        let Some(recognition) = &row.recognition else {
            return;
        };
        let is_powered = self.state.robots[row.mount.robot].is_powered;
        let (clock, step) = (self.state.clock, self.model.settings.basic_time_step);
        let state = &mut self.state.devices.cameras[camera];
        state.is_looking = recognition.occlusion != Occlusion::None
            && is_powered
            && state.recognition.will_be_due(clock, step);
    }

    /// Cameras that see no hidden objects look for them.
    pub(crate) fn recognize_objects(&mut self) {
        for at in 0..self.model.devices.cameras.len() {
            let camera = CameraIndex::new(at);
            if self.state.devices.cameras[camera].is_looking {
                let objects = self.find_objects(camera);
                self.state.devices.cameras[camera].objects = objects;
            }
        }
    }

    /// New objects of a camera that is due, and the picture of their colours.
    pub(crate) fn refresh_recognition(&mut self, camera: CameraIndex) {
        let clock = self.state.clock;
        if !std::mem::take(&mut self.state.devices.cameras[camera].is_looking) {
            self.state.devices.cameras[camera].objects = self.find_objects(camera);
        }
        let state = &mut self.state.devices.cameras[camera];
        state.recognition.refresh(clock);
        if state.wants_segmentation {
            self.take_segmentation(camera);
        }
    }

    /// The objects in the view of a camera that stand behind nothing.
    fn find_objects(&mut self, camera: CameraIndex) -> Vec<RecognisedObject> {
        let recognition = self.model.devices.cameras[camera].recognition.as_ref();
        let Some(occlusion) = recognition.map(|recognition| recognition.occlusion) else {
            return Vec::new();
        };
        if occlusion != Occlusion::None {
            self.prepare_rays();
        }
        self.state.refresh_poses(&self.model);
        let model = &*self.model;
        let row = &model.devices.cameras[camera];
        let Some(recognition) = &row.recognition else {
            return Vec::new();
        };
        let pose = self.state.poses[row.mount.place];
        let rules = self.vision_rules;
        let optics = Optics {
            rules,
            ..row.optics
        };
        let angles = [optics.field_of_view, height_of_view(&optics)];
        let is_planar = optics.projection == Projection::Planar;
        let range = recognition.max_range;
        let frustum = Frustum::of_camera(pose, angles, range, is_planar, rules);
        let mut solids: Vec<SolidIndex> = (0..model.solids.len())
            .map(SolidIndex::new)
            .filter(|solid| self.is_candidate(row, *solid))
            .collect();
        solids.sort_by_key(|solid| model.solids[*solid].node.number());
        let found = solids
            .into_iter()
            .filter_map(|solid| self.recognise(row, recognition, &pose, &frustum, solid));
        let mut objects: Vec<RecognisedObject> = found.collect();
        // as long as all fit they keep their order
        if let Some(count) = recognition.max_objects
            && objects.len() > count
        {
            objects.sort_by_key(|object| std::cmp::Reverse(object.area()));
            objects.truncate(count);
        }
        objects
    }

    /// Whether a solid is an object: it has recognition colours and is neither the camera
    /// nor its robot nor a solid directly in this. Solids in other parts of the robot are
    /// objects, as in the genuine program.
    fn is_candidate(&self, camera: &Camera, solid: SolidIndex) -> bool {
        let robot = self.model.robots[camera.mount.robot].node;
        let row = &self.model.solids[solid];
        let has_colors = || {
            let colors = self.scene.value_of(row.node, "recognitionColors");
            matches!(colors.as_deref(), Some(Value::ColorList(colors)) if !colors.is_empty())
        };
        let is_own = || {
            let mut above = self.scene.ancestors(row.node);
            let holder = above.find(|node| self.is_solid(*node));
            row.node == robot || row.place == camera.mount.place || holder == Some(robot)
        };
        has_colors() && !is_own()
    }

    fn recognise(
        &self,
        camera: &Camera,
        recognition: &Recognition,
        pose: &Pose,
        frustum: &Frustum,
        solid: SolidIndex,
    ) -> Option<RecognisedObject> {
        let row = &self.model.solids[solid];
        let (centre, radius) = self.bounding_ball(row.place);
        if (pose.translation - centre).length() > recognition.max_range + radius {
            return None;
        }
        let seen = self.seen(frustum, solid)?;
        if seen.centre.x.abs() > recognition.max_range + seen.size.x / 2.0 {
            return None;
        }
        let is_ball = self.is_ball(frustum, solid);
        let optics = Optics {
            rules: self.vision_rules,
            ..camera.optics
        };
        let (middle, size) = box_on_image(&optics, &seen, is_ball)?;
        let rays: Vec<Vector> = match recognition.occlusion {
            Occlusion::None => Vec::new(),
            Occlusion::Origin => vec![self.state.poses[row.place].translation],
            Occlusion::Corners => corners(&seen, is_ball)
                .into_iter()
                .map(|corner| pose.apply(corner))
                .collect(),
        };
        if !rays.is_empty() && self.hides_all(camera, pose, solid, &seen, &rays) {
            return None;
        }
        let turned = pose.rotation.transposed() * self.state.poses[row.place].rotation;
        Some(RecognisedObject {
            node: row.node,
            position: seen.centre.to_array(),
            orientation: turned.axis_angle_by_trace().to_array(),
            size: match self.vision_rules {
                VisionRules::Genuine => [seen.size.x, seen.size.y],
                VisionRules::Corrected => [seen.size.y, seen.size.z],
            },
            position_on_image: middle,
            size_on_image: size,
            colors: read::colors(&self.scene, row.node, "recognitionColors"),
            model: read::text(&self.scene, row.node, "model"),
        })
    }

    /// Whether a solid is as a ball to a camera: it has no bounding objects, or only spheres
    /// and what has corners and is out of view. A cylinder or capsule counts even out of view,
    /// as in the genuine program.
    fn is_ball(&self, frustum: &Frustum, solid: SolidIndex) -> bool {
        let place = self.model.solids[solid].place;
        let mut colliders = self.model.colliders.iter();
        colliders.all(|row| {
            if !is_below(&self.model, row.place, place) {
                return true;
            }
            match row.shape {
                ColliderShape::Sphere { .. } | ColliderShape::Plane => true,
                ColliderShape::Cylinder { .. } | ColliderShape::Capsule { .. } => false,
                ColliderShape::Box { .. } | ColliderShape::Mesh(_) | ColliderShape::Grid(_) => {
                    let pose = self.state.poses[row.place].then(&row.pose);
                    frustum.collider(row, &pose).is_none()
                }
            }
        })
    }

    /// Whether something stands before each of some points of an object.
    fn hides_all(
        &self,
        camera: &Camera,
        pose: &Pose,
        target: SolidIndex,
        seen: &Seen,
        points: &[Vector],
    ) -> bool {
        let model = &self.model;
        let has_self_collision = model.robots[camera.mount.robot].has_self_collision;
        let passes = PassesThrough((!has_self_collision).then_some(camera.mount.robot));
        let counts = |at: u32, _: &Hit| {
            let solid = model.colliders[at as usize].solid;
            solid != target && model.solids[solid].parent != Some(target)
        };
        points.iter().enumerate().all(|(number, point)| {
            let way = *point - pose.translation;
            let ray = Ray {
                origin: pose.translation,
                direction: way.normalized(),
                length: way.length(),
            };
            let caster = &self.rays.caster;
            let nearest = caster.nearest(&model.colliders, &ray, counts, passes);
            let depth = 0.5 * seen.size[(number / 2).min(2)];
            nearest.is_some_and(|(_, hit)| ray.length - hit.distance > depth)
        })
    }
}
