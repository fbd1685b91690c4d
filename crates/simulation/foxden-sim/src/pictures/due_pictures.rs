//! The pictures of all devices that are due in a step. The threads of the world
//! share them: each picture has a camera of its own and reads the same visible
//! scene, so the number of threads changes nothing.

use crate::devices::DeviceRow;
use crate::world::World;
use foxden_scene::NodeId;
use foxden_vision::{
    ColorCamera, ColorSettings, DepthCamera, DepthSettings, FaceRotations, InstanceId, View,
    ViewPose,
};

/// A camera with what it is set to.
enum SetCamera {
    Depth(DepthSettings, DepthCamera),
    Color(ColorSettings, ColorCamera),
}

/// A picture that is due.
struct DuePicture {
    device: NodeId,
    pose: ViewPose,
    period: i32,
    hidden: Vec<InstanceId>,
    camera: SetCamera,
    /// Whether it was taken: impossible settings give none.
    is_taken: bool,
}

impl World {
    /// Takes the pictures of all devices that are due, if there are several and
    /// threads to share them. Devices find them when they are refreshed.
    pub(crate) fn render_due_pictures(&mut self) {
        self.pictures.ready.clear();
        let devices = &self.model.devices;
        let takers = devices.cameras.len() + devices.range_finders.len() + devices.lidars.len();
        // most worlds have none: then no device need be asked
        if self.threads.is_none() || takers < 2 {
            return;
        }
        let due = self.due_devices();
        if due.len() < 2 {
            return;
        }
        self.update_visible_scene();
        let mut pictures: Vec<DuePicture> = due
            .into_iter()
            .filter_map(|row| self.due_picture(row))
            .collect();
        let clock = self.state.clock;
        let scene = &mut self.pictures.visible.scene;
        scene.threads = 1;
        let scene = &*scene;
        let take = |picture: &mut DuePicture| {
            let view = View {
                pose: picture.pose,
                time: clock,
                period: f64::from(picture.period),
                hidden: &picture.hidden,
            };
            picture.is_taken = match &mut picture.camera {
                SetCamera::Depth(settings, camera) => camera.render(scene, settings, &view).is_ok(),
                SetCamera::Color(settings, camera) => camera.render(scene, settings, &view).is_ok(),
            };
        };
        match &self.threads {
            Some(threads) => threads.for_each_piece(pictures.iter_mut(), take),
            None => pictures.iter_mut().for_each(take),
        }
        for picture in pictures {
            if picture.is_taken {
                self.pictures.ready.insert(picture.device);
            }
            match picture.camera {
                SetCamera::Depth(_, camera) => {
                    self.pictures.depth.insert(picture.device, camera);
                }
                SetCamera::Color(_, camera) => {
                    self.pictures.color.insert(picture.device, camera);
                }
            }
        }
    }

    /// Devices with pictures that will be refreshed in this step.
    fn due_devices(&mut self) -> Vec<DeviceRow> {
        let clock = self.state.clock;
        let mut due = Vec::new();
        for robot in &self.model.robot_order {
            let state = &self.state.robots[*robot];
            if state.waiting.is_none() || !state.is_powered {
                continue;
            }
            for device in &self.model.robots[*robot].devices {
                let has_pictures = match device.row {
                    // masks draw random numbers in the order of the devices
                    DeviceRow::Camera(_) => self.assets.textures.noise_mask(device.node).is_none(),
                    DeviceRow::RangeFinder(_) | DeviceRow::Lidar(_) => true,
                    _ => false,
                };
                if !has_pictures {
                    continue;
                }
                let sampling = self.state.devices.sampling(device.row);
                if sampling.is_some_and(|sampling| sampling.is_due(clock)) {
                    due.push(device.row);
                }
            }
        }
        due
    }

    fn due_picture(&mut self, row: DeviceRow) -> Option<DuePicture> {
        let (mount, period, faces, camera) = match row {
            DeviceRow::Camera(at) => {
                let settings = self.color_settings(at);
                let row = &self.model.devices.cameras[at];
                let camera = self.pictures.color.remove(&row.mount.node);
                let camera = SetCamera::Color(settings, camera.unwrap_or_default());
                let period = self.state.devices.cameras[at].shutter.sampling.period;
                (row.mount, period, FaceRotations::forward(), camera)
            }
            DeviceRow::RangeFinder(at) => {
                let row = &self.model.devices.range_finders[at];
                let camera = self.pictures.depth.remove(&row.mount.node);
                let mut settings = row.settings();
                settings.optics.rules = self.vision_rules;
                let camera = SetCamera::Depth(settings, camera.unwrap_or_default());
                let period = self.state.devices.range_finders[at].shutter.sampling.period;
                (row.mount, period, FaceRotations::forward(), camera)
            }
            DeviceRow::Lidar(at) => {
                let row = &self.model.devices.lidars[at];
                let state = &mut self.state.devices.lidars[at];
                let settings = state.settings(row, self.vision_rules);
                let camera = self.pictures.depth.remove(&row.mount.node);
                let camera = SetCamera::Depth(settings, camera.unwrap_or_default());
                let faces = FaceRotations(state.faces);
                (row.mount, state.shutter.sampling.period, faces, camera)
            }
            _ => return None,
        };
        Some(DuePicture {
            device: mount.node,
            pose: ViewPose {
                faces,
                ..self.pictures.visible.view_pose(mount.place)
            },
            period,
            hidden: self.hidden_instances(mount.node),
            camera,
            is_taken: false,
        })
    }
}
