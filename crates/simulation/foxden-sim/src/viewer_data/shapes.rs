//! The visible scene as a viewer gets it: shapes by the groups that move.

use super::{BodyGroups, quaternion};
use crate::devices::table::DisplayIndex;
use crate::light::LightNodeKind;
use crate::math::{AxisAngle, Pose, Vector};
use crate::model::compile::read;
use crate::model::{PoseIndex, TrackIndex};
use crate::visible_scene::Sources;
use crate::world::World;
use foxden_scene::NodeId;
use foxden_vision::{InstanceId, VisibleScene};

/// Where something is within its group.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShownTransform {
    /// The position.
    pub position: [f64; 3],
    /// The rotation as a quaternion w, x, y, z.
    pub rotation: [f64; 4],
    /// The scale along the axes of the geometry.
    pub scale: [f64; 3],
}

/// A Shape that can be seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShownShape {
    /// The Shape.
    pub node: NodeId,
    /// What is drawn: geometry, material and shadows.
    pub instance: InstanceId,
    /// The number of its group.
    pub group: u32,
    /// Where it is in its group.
    pub transform: ShownTransform,
    /// Whether it is in a Billboard: it is placed in the frame of the viewer's eye.
    pub is_in_billboard: bool,
}

/// The kind of a light, placed in its group.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ShownLightKind {
    /// Parallel light.
    Directional {
        /// Where it shines, in the world.
        direction: [f64; 3],
    },
    /// Light from a point.
    Point {
        /// Where it is.
        location: [f64; 3],
    },
    /// Light from a point in a cone.
    Spot {
        /// Where it is.
        location: [f64; 3],
        /// Where it shines.
        direction: [f64; 3],
        /// From this angle on it is dark.
        cut_off_angle: f64,
        /// Up to this angle it is undiminished.
        beam_width: f64,
    },
}

/// A light.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShownLight {
    /// Its node.
    pub node: NodeId,
    /// Its kind.
    pub kind: ShownLightKind,
    /// The number of its group.
    pub group: u32,
    /// Whether it is on.
    pub is_on: bool,
    /// Its colour.
    pub color: [f64; 3],
    /// Its intensity.
    pub intensity: f64,
    /// Its share in the ambient light.
    pub ambient_intensity: f64,
    /// Parts of the divisor with distance to the power of 0, 1 and 2.
    pub attenuation: [f64; 3],
    /// Where it ends.
    pub radius: f64,
    /// Whether shapes cast shadows in it.
    pub casts_shadows: bool,
}

/// What can be seen.
#[derive(Debug)]
pub struct ShownScene<'w> {
    /// Geometries, textures, materials, background and fog. Transforms and lights
    /// in it may be out of date.
    pub visible: &'w VisibleScene,
    /// The shapes.
    pub shapes: Vec<ShownShape>,
    /// The lights.
    pub lights: Vec<ShownLight>,
}

impl World {
    /// What can be seen of the world now.
    pub fn shown_scene(&mut self, groups: &BodyGroups) -> ShownScene<'_> {
        self.read_all_textures();
        self.update_appearance();
        let lights = self.shown_lights(groups);
        let visible = &self.pictures.visible;
        let rows = self.model.shapes.iter().zip(visible.drawn()).enumerate();
        let mut shapes = Vec::new();
        for (at, (row, drawn)) in rows {
            let Some((instance, size)) = drawn else {
                continue;
            };
            let scale = row.scale.to_array();
            let mut add = |instance: InstanceId, place: Option<PoseIndex>, pose: &Pose| {
                shapes.push(ShownShape {
                    node: row.node,
                    instance,
                    group: groups.of_place(place),
                    transform: ShownTransform {
                        position: pose.translation.to_array(),
                        rotation: quaternion(&pose.rotation),
                        scale: std::array::from_fn(|axis| scale[axis] * size[axis]),
                    },
                    is_in_billboard: row.is_in_billboard,
                });
            };
            match visible.pieces_of(at) {
                Some((track, pieces)) => {
                    let place = self.model.solids[self.model.tracks[track].solid].place;
                    let poses = self.piece_poses(groups, track, row.place);
                    for (piece, pose) in pieces.into_iter().zip(poses) {
                        add(piece, Some(place), &pose);
                    }
                }
                None => add(instance, row.place, &self.pose_in_group(groups, row.place)),
            }
        }
        ShownScene {
            shapes,
            lights,
            visible: &self.pictures.visible.scene,
        }
    }

    /// How far the belts of tracks went; textures and pieces on them move with
    /// them, without [`World::appearance_changes`].
    pub fn belt_positions(&self) -> Vec<f64> {
        let tracks = self.model.tracks.iter().zip(&self.state.tracks);
        let shown = tracks.filter(|(row, _)| row.belt.is_some() || row.texture.is_some());
        shown.map(|(_, state)| state.position).collect()
    }

    /// Where the pieces of a Shape on a belt are in the group of the track.
    fn piece_poses(
        &self,
        groups: &BodyGroups,
        track: TrackIndex,
        shape: Option<PoseIndex>,
    ) -> Vec<Pose> {
        let row = &self.model.tracks[track];
        let Some(belt) = &row.belt else {
            return Vec::new();
        };
        let place = self.model.solids[row.solid].place;
        let outer = self.pose_in_group(groups, Some(place));
        let inner = shape.map_or(Pose::IDENTITY, |shape| self.pose_below(place, shape));
        let way = self.state.tracks[track].position;
        let pieces = (0..belt.count).filter_map(|at| belt.piece(at, way));
        let poses = pieces.map(|(translation, angle)| {
            let turn = AxisAngle {
                axis: Vector::Y,
                angle,
            };
            let piece = Pose::new(translation.into(), turn);
            outer.then(&piece).then(&inner)
        });
        poses.collect()
    }

    /// The colours that devices and chargers give off now; they change without
    /// [`World::appearance_changes`].
    pub fn emissive_colors(&self) -> &[[f64; 3]] {
        &self.state.emissives
    }

    /// The lights as they are now.
    pub fn shown_lights(&self, groups: &BodyGroups) -> Vec<ShownLight> {
        let rows = self.model.lights.iter().zip(&self.state.lights);
        rows.map(|(row, now)| {
            let pose = self.pose_in_group(groups, row.place);
            let turned = |direction: Vector| (pose.rotation * direction).to_array();
            let location = pose.apply(now.location).to_array();
            let kind = match row.kind {
                LightNodeKind::Directional { direction } => ShownLightKind::Directional {
                    direction: direction.to_array(),
                },
                LightNodeKind::Point => ShownLightKind::Point { location },
                LightNodeKind::Spot {
                    direction,
                    cut_off_angle,
                    beam_width,
                } => ShownLightKind::Spot {
                    location,
                    direction: turned(direction),
                    cut_off_angle,
                    beam_width,
                },
            };
            let is_directional = matches!(row.kind, LightNodeKind::Directional { .. });
            ShownLight {
                node: row.node,
                kind,
                group: match is_directional {
                    true => 0,
                    false => groups.of_place(row.place),
                },
                is_on: now.is_on,
                color: now.color,
                intensity: row.intensity,
                ambient_intensity: row.ambient,
                attenuation: row.attenuation.to_array(),
                radius: match is_directional {
                    true => 0.0,
                    false => read::number(&self.scene, row.node, "radius"),
                },
                casts_shadows: read::flag(&self.scene, row.node, "castShadows"),
            }
        })
        .collect()
    }

    /// Brings materials and geometries of the visible scene up to date.
    fn update_appearance(&mut self) {
        let sources = Sources {
            scene: &self.scene,
            assets: &self.assets,
            model: &self.model,
            state: &self.state,
        };
        let pictures = &mut self.pictures;
        pictures
            .visible
            .update_appearance(&sources, &mut pictures.changed);
        self.show_painted();
    }

    /// How often displays and pens painted something. What they show is read again
    /// then.
    pub fn painted_changes(&self) -> u64 {
        let mut displays = self.state.devices.displays.iter();
        // a display above a camera changes with its picture
        let follows_camera = displays.any(|display| display.camera.is_some());
        let steps = match follows_camera {
            true => (self.time() / self.model.settings.seconds()) as u64,
            false => 0,
        };
        self.painted_changes.wrapping_add(steps)
    }

    /// Puts what displays and pens painted on the shapes. Cameras do the same when
    /// they render; what they have to show yet is not forgotten by this.
    fn show_painted(&mut self) {
        let displays: Vec<DisplayIndex> = self.model.devices.displays.indices().collect();
        for display in displays {
            if self.state.devices.displays[display].has_content {
                self.show_display(display);
            }
        }
        for (node, ink) in &self.state.inks {
            if let Some(picture) = ink.picture() {
                self.pictures.visible.show_ink(*node, picture);
            }
        }
    }

    /// The pose of a place in its group.
    fn pose_in_group(&self, groups: &BodyGroups, place: Option<PoseIndex>) -> Pose {
        let Some(place) = place else {
            return Pose::IDENTITY;
        };
        let Some(start) = groups.start(&self.model, place) else {
            return self.viewed_pose(place);
        };
        self.pose_below(start, place)
    }

    /// The pose of a place in a place above it.
    fn pose_below(&self, start: PoseIndex, place: PoseIndex) -> Pose {
        let mut pose = Pose::IDENTITY;
        let mut at = place;
        while at != start {
            pose = self.state.moves.local(at).then(&pose);
            match self.model.pose_nodes[at].parent {
                Some(parent) => at = parent,
                None => break,
            }
        }
        pose
    }
}
