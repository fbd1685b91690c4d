//! Pictures that a caller asks for: from the Viewpoint, from anywhere,
//! or through a camera of a robot; and what is seen at one of their pixels.

use crate::devices::DeviceRow;
use crate::devices::camera::viewpoint_exposure;
use crate::devices::table::CameraIndex;
use crate::math::Vector;
use crate::model::RobotIndex;
use crate::model::compile::read;
use crate::spatial::textures::is_any_texture_seen;
use crate::world::World;
use foxden_catalogue::NodeType;
use foxden_vision::{
    ColorCamera, ColorSettings, Optics, OpticsError, Projection, SingleRotation, View, ViewPose,
    VisibleScene,
};

/// The angle of view where the world has no Viewpoint.
#[expect(
    clippy::approx_constant,
    reason = "the genuine program has these digits"
)]
const USUAL_ANGLE: f64 = 0.785_398;

/// Where a picture is taken from.
#[derive(Clone, Debug, PartialEq)]
pub enum Standpoint {
    /// The Viewpoint of the world.
    Viewpoint,
    /// A place: position, axis and angle. It looks along x, z is up.
    Place([f64; 3], [f64; 4]),
    /// A camera of a robot, by their names.
    Camera(RobotIndex, String),
}

/// A picture: its size, and blue, green, red, alpha of its pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct RenderedPicture {
    /// Width and height.
    pub size: [u32; 2],
    /// The bytes of the pixels.
    pub pixels: Vec<u8>,
}

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PictureRequestError {
    /// The robot has no such camera.
    #[error("the robot has no camera of this name")]
    NoCamera,
    /// Such a picture cannot be made.
    #[error("{0}")]
    Optics(#[from] OpticsError),
    /// The pixel is outside of the picture.
    #[error("the picture has {0} x {1} pixels, counted from 0")]
    NoPixel(u32, u32),
}

/// What is seen at a pixel.
#[derive(Clone, Debug, PartialEq)]
pub struct SeenPixel {
    /// Red, green and blue in the picture.
    pub color: [u8; 3],
    /// The linear light there, red, green and blue, before it is mapped to the colour; none in a
    /// curved picture.
    pub light: Option<[f64; 3]>,
    /// The factor of light in that mapping.
    pub exposure: f64,
    /// What is there; none for the background.
    pub shape: Option<SeenShape>,
}

/// The Shape that is seen at a pixel.
#[derive(Clone, Debug, PartialEq)]
pub struct SeenShape {
    /// Its path in the scene.
    pub path: String,
    /// How far from the camera, in metres.
    pub distance: f64,
    /// Where, in the world.
    pub point: [f64; 3],
    /// Which way its surface looks there.
    pub normal: [f64; 3],
    /// What it is made of, in words.
    pub material: String,
    /// What each light that is on does there.
    pub lights: Vec<SeenLight>,
    /// The part of the light that comes from no light of the world: what glows, the sky and fog;
    /// none in a curved picture.
    pub other_share: Option<f64>,
    /// The part of the colour that is fog.
    pub fog: f64,
}

/// What a light does at a point.
#[derive(Clone, Debug, PartialEq)]
pub struct SeenLight {
    /// Its kind.
    pub kind: &'static str,
    /// Its intensity.
    pub intensity: f64,
    /// How far away; none for parallel light.
    pub distance: Option<f64>,
    /// What distance and cone leave of it.
    pub attenuation: f64,
    /// The cosine of the angle to the surface; at most 0 where it looks away.
    pub cosine: f64,
    /// The part of the pixel's light that would be missing without this one, from 0 to 1: in a shadow
    /// only its ambient light is left. None in a curved picture.
    pub share: Option<f64>,
}

/// How a picture is taken.
struct Shot {
    settings: ColorSettings,
    pose: ViewPose,
}

impl World {
    /// Takes a picture as a camera would take it now, without noise. The size
    /// of a camera's own picture is the default; that of others is 640 x 480.
    ///
    /// # Errors
    /// When there is no such camera, or no such picture can be made.
    pub fn render(
        &mut self,
        standpoint: &Standpoint,
        size: Option<[u32; 2]>,
    ) -> Result<RenderedPicture, PictureRequestError> {
        self.read_all_textures();
        self.update_visible_scene();
        let shot = self.shot(standpoint, size)?;
        let view = View {
            time: self.state.clock,
            ..View::at(shot.pose)
        };
        let mut camera = ColorCamera::new();
        let pixels = camera.render(&self.pictures.visible.scene, &shot.settings, &view)?;
        Ok(RenderedPicture {
            size: [shot.settings.optics.width, shot.settings.optics.height],
            pixels: pixels.as_flattened().to_vec(),
        })
    }

    /// Tells what is seen at a pixel of a planar picture.
    ///
    /// # Errors
    /// When there is no such picture, or no such pixel.
    pub fn explain_pixel(
        &mut self,
        standpoint: &Standpoint,
        size: Option<[u32; 2]>,
        [column, row]: [u32; 2],
    ) -> Result<SeenPixel, PictureRequestError> {
        let picture = self.render(standpoint, size)?;
        let shot = self.shot(standpoint, size)?;
        let [width, height] = picture.size;
        if column >= width || row >= height {
            return Err(PictureRequestError::NoPixel(width, height));
        }
        let at = 4 * (row as usize * width as usize + column as usize);
        let color = [
            picture.pixels[at + 2],
            picture.pixels[at + 1],
            picture.pixels[at],
        ];
        let direction = direction(&shot.settings.optics, [column, row]);
        let rows = shot.pose.rotation.matrix();
        let way: [f64; 3] = std::array::from_fn(|axis| {
            let parts = (0..3).map(|part| rows[axis][part] * direction[part]);
            parts.sum()
        });
        let mut shape = self.look(shot.pose.position, way);
        let is_plane = shot.settings.optics.projection == Projection::Planar;
        let light = match is_plane {
            true => Some(self.explain_light(&shot, at / 4, shape.as_mut())?),
            false => None,
        };
        let exposure = shot.settings.exposure;
        Ok(SeenPixel {
            color,
            light,
            exposure,
            shape,
        })
    }

    /// The light of a pixel, and what each light of the world has in it: the pixel is drawn again
    /// without that light.
    fn explain_light(
        &mut self,
        shot: &Shot,
        pixel: usize,
        shape: Option<&mut SeenShape>,
    ) -> Result<[f64; 3], PictureRequestError> {
        let view = View {
            time: self.state.clock,
            ..View::at(shot.pose)
        };
        let scene = &mut self.pictures.visible.scene;
        let mut camera = ColorCamera::new();
        let mut light_of = |scene: &VisibleScene| -> Result<[f64; 3], OpticsError> {
            let light = camera.light(scene, &shot.settings, &view)?;
            Ok(light[pixel].map(f64::from))
        };
        let light = light_of(scene)?;
        let Some(shape) = shape else {
            return Ok(light);
        };
        let whole: f64 = light.iter().sum();
        let mut left = 1.0;
        for (at, seen) in shape.lights.iter_mut().enumerate() {
            let one = scene.lights.remove(at);
            let without = light_of(scene);
            scene.lights.insert(at, one);
            let without: f64 = without?.iter().sum();
            let share = match whole > 0.0 {
                true => ((whole - without) / whole).clamp(0.0, 1.0),
                false => 0.0,
            };
            seen.share = Some(share);
            left -= share;
        }
        shape.other_share = Some(f64::max(left, 0.0));
        Ok(light)
    }

    /// The nearest shape in a direction.
    fn look(&self, origin: [f64; 3], way: [f64; 3]) -> Option<SeenShape> {
        let visible = &self.pictures.visible;
        let direction: Vector = way.into();
        let direction = direction.normalized().to_array();
        let hit = visible.surface_hit(origin, direction, f64::INFINITY)?;
        let point: [f64; 3] =
            std::array::from_fn(|axis| origin[axis] + hit.distance() * direction[axis]);
        let node = self.model.shapes[hit.shape].node;
        let normal = hit.normal();
        Some(SeenShape {
            path: self.scene.path(node),
            distance: hit.distance(),
            point,
            normal,
            material: visible.material_in_words(hit.shape),
            lights: visible.lights_at(point, normal),
            other_share: None,
            fog: visible.fog_at(hit.distance()),
        })
    }

    fn shot(
        &self,
        standpoint: &Standpoint,
        size: Option<[u32; 2]>,
    ) -> Result<Shot, PictureRequestError> {
        let exposure = viewpoint_exposure(&self.scene);
        let place = |position: [f64; 3], rotation: [f64; 4], angle: f64| {
            let [width, height] = size.unwrap_or([640, 480]);
            // the angle is that of the longer side
            let (long, short) = (f64::from(width.max(height)), f64::from(width));
            let tangent = crate::math::tan(angle / 2.0) * short / long.max(1.0);
            let angle = 2.0 * crate::math::atan(tangent);
            Shot {
                settings: ColorSettings {
                    exposure,
                    viewpoint_exposure: exposure,
                    ..ColorSettings::plain(Optics::planar(width, height, angle))
                },
                pose: ViewPose::new(position, SingleRotation::of_field(rotation)),
            }
        };
        match standpoint {
            Standpoint::Viewpoint => {
                let mut top = self.scene.nodes_in(self.scene.top_level()).iter().copied();
                let node = top.find(|node| read::kind(&self.scene, *node) == NodeType::Viewpoint);
                let Some(node) = node else {
                    return Ok(place([0.0; 3], [0.0, 0.0, 1.0, 0.0], USUAL_ANGLE));
                };
                Ok(place(
                    read::vector(&self.scene, node, "position").to_array(),
                    read::rotation(&self.scene, node, "orientation").to_array(),
                    read::number(&self.scene, node, "fieldOfView"),
                ))
            }
            Standpoint::Place(position, rotation) => Ok(place(*position, *rotation, USUAL_ANGLE)),
            Standpoint::Camera(robot, name) => {
                let camera = self.camera_of(*robot, name);
                let camera = camera.ok_or(PictureRequestError::NoCamera)?;
                let row = &self.model.devices.cameras[camera];
                let mut settings = row.settings(exposure);
                settings.optics.rules = self.vision_rules;
                settings.noise = 0.0;
                settings.optics.motion_blur = 0.0;
                if let Some([width, height]) = size {
                    (settings.optics.width, settings.optics.height) = (width, height);
                }
                Ok(Shot {
                    settings,
                    pose: self.pictures.visible.view_pose(row.mount.place),
                })
            }
        }
    }

    fn camera_of(&self, robot: RobotIndex, name: &str) -> Option<CameraIndex> {
        let tag = self.device(robot, name)?;
        match self.device_row(robot, tag)? {
            DeviceRow::Camera(camera) => Some(camera),
            _ => None,
        }
    }

    /// Reads the files of textures although no device of the world sees them.
    pub(crate) fn read_all_textures(&mut self) {
        let was_wanted = std::mem::replace(&mut self.assets.textures.is_wanted, true);
        // Where a device sees them they are there already, and what cameras remember of their
        // last pictures must stay.
        if !was_wanted && !is_any_texture_seen(&self.scene) {
            self.read_assets();
            self.pictures.forget();
        }
    }
}

/// Where a pixel of a picture looks, in the frame of the camera.
fn direction(optics: &Optics, [column, row]: [u32; 2]) -> [f64; 3] {
    let (width, height) = (f64::from(optics.width), f64::from(optics.height));
    let (u, v) = (
        (f64::from(column) + 0.5) / width,
        (f64::from(row) + 0.5) / height,
    );
    match optics.projection {
        Projection::Planar => {
            let across = crate::math::tan(optics.field_of_view / 2.0);
            let down = across * height / width;
            [1.0, (1.0 - 2.0 * u) * across, (1.0 - 2.0 * v) * down]
        }
        Projection::Cylindrical => {
            let polar =
                (v - 0.5) * optics.field_of_view * height / width + std::f64::consts::FRAC_PI_2;
            let azimuth = (0.5 - u) * optics.field_of_view;
            let (sin, cos) = crate::math::sin_cos(polar);
            let (aside, ahead) = crate::math::sin_cos(azimuth);
            [sin * ahead, sin * aside, cos]
        }
        Projection::Spherical => {
            let (x, y) = (u - 0.5, v - 0.5);
            let angle = crate::math::sqrt(x * x + y * y) * optics.field_of_view;
            let turn = -crate::math::atan2(y, x);
            let (sin, cos) = crate::math::sin_cos(angle);
            let (turn_sine, turn_cosine) = crate::math::sin_cos(turn);
            [cos, -sin * turn_cosine, sin * turn_sine]
        }
    }
}
