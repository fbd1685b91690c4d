//! The parts of a description as they go to pages.

use crate::blobs::BlobName;
use serde::Serialize;

/// Leaves `false` out of messages.
fn is_false(flag: &bool) -> bool {
    !*flag
}

/// The PROTO that a node is an instance of.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ProtoEntry {
    /// Its name.
    pub name: String,
    /// Its file.
    pub url: String,
}

/// A node.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NodeEntry {
    /// The number of the node in the scene.
    pub id: u32,
    /// The node that it is in; none for the root.
    pub parent: Option<u32>,
    /// The built-in type.
    #[serde(rename = "type")]
    pub node_type: &'static str,
    /// The DEF name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub def: Option<String>,
    /// The name field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The model field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The PROTO.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proto: Option<ProtoEntry>,
    /// The field of the parent that it is in.
    pub field: String,
    /// Whether it is a Solid.
    #[serde(skip_serializing_if = "is_false")]
    pub solid: bool,
    /// Whether it is a Robot.
    #[serde(skip_serializing_if = "is_false")]
    pub robot: bool,
    /// The body that it moves with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<u32>,
    /// The path of its robot window at the server.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window: Option<String>,
}

/// A group that moves as one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct BodyEntry {
    /// Its number in frames.
    pub index: u32,
    /// The node at which it begins.
    pub node: u32,
    /// Where it is.
    pub position: [f64; 3],
    /// How it is turned: w, x, y, z.
    pub rotation: [f64; 4],
}

impl BodyEntry {
    /// The fixed world.
    pub fn world() -> Self {
        Self {
            index: 0,
            node: 0,
            position: [0.0; 3],
            rotation: [1.0, 0.0, 0.0, 0.0],
        }
    }
}

/// A geometry; its bytes are fetched by its name.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GeometryEntry {
    /// Triangles, lines or points.
    pub kind: &'static str,
    /// How many vertices.
    pub vertices: usize,
    /// How many triangles, lines or points.
    pub elements: usize,
    /// Whether vertices have colours.
    pub colors: bool,
    /// Whether vertices have places of ink of their own.
    #[serde(skip_serializing_if = "is_false")]
    pub ink: bool,
    /// The box around it.
    pub bounds: [[f32; 3]; 2],
    /// How many bytes are fetched.
    pub bytes: usize,
}

/// A texture; its picture is fetched by its name.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TextureEntry {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Whether something may be seen through it.
    pub alpha: bool,
}

/// A texture as a material uses it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MapEntry {
    /// The texture.
    pub texture: BlobName,
    /// Whether it is repeated to the side and upwards.
    pub repeat: [bool; 2],
    /// 0: nearest texel; 1: trilinear; 2 to 5: anisotropic.
    pub filtering: u8,
}

/// How textures are moved over a surface.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TextureTransformEntry {
    /// Centre of rotation and scale.
    pub center: [f64; 2],
    /// Angle.
    pub rotation: f64,
    /// Factors.
    pub scale: [f64; 2],
    /// Shift.
    pub translation: [f64; 2],
}

/// What a surface looks like: fields that do not belong to its kind are left out.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MaterialEntry {
    /// Its number.
    pub id: u32,
    /// `unlit`, `phong` or `pbr`.
    pub kind: &'static str,
    /// Numbers and colours by name.
    #[serde(flatten)]
    pub values: serde_json::Map<String, serde_json::Value>,
    /// Textures by name, such as `baseColorMap`.
    #[serde(flatten)]
    pub maps: std::collections::BTreeMap<&'static str, MapEntry>,
    /// How textures are moved over the surface, if they are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub texture_transform: Option<TextureTransformEntry>,
    /// What pens painted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ink: Option<BlobName>,
}

/// Where an instance is in its body.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TransformEntry {
    /// The position.
    pub position: [f64; 3],
    /// The rotation w, x, y, z.
    pub rotation: [f64; 4],
    /// The scale along the axes of the geometry.
    pub scale: [f64; 3],
}

/// Something that is drawn.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct InstanceEntry {
    /// Its number.
    pub id: u32,
    /// The Shape.
    pub node: u32,
    /// The body that it moves with.
    pub body: u32,
    /// What is drawn.
    pub geometry: BlobName,
    /// What it looks like.
    pub material: u32,
    /// Where it is in its body.
    pub transform: TransformEntry,
    /// Whether it casts shadows.
    pub cast_shadows: bool,
    /// Whether it is in a Billboard: its pose is in the frame of the viewer's eye.
    #[serde(skip_serializing_if = "is_false")]
    pub billboard: bool,
}

/// A light.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LightEntry {
    /// Its node.
    pub node: u32,
    /// `directional`, `point` or `spot`.
    pub kind: &'static str,
    /// Whether it is on.
    pub on: bool,
    /// Its colour.
    pub color: [f64; 3],
    /// Its intensity.
    pub intensity: f64,
    /// Its share in the ambient light.
    pub ambient_intensity: f64,
    /// Whether shapes cast shadows in it.
    pub cast_shadows: bool,
    /// Where it shines: in the world, of a spot light in its body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<[f64; 3]>,
    /// Where it is in its body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<[f64; 3]>,
    /// Parts of the divisor with distance to the power of 0, 1 and 2.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attenuation: Option<[f64; 3]>,
    /// Where it ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub radius: Option<f64>,
    /// From this angle on it is dark.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut_off_angle: Option<f64>,
    /// Up to this angle it is undiminished.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beam_width: Option<f64>,
    /// The body that it moves with.
    pub body: u32,
}

/// What is seen where nothing is.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BackgroundEntry {
    /// The colour of the sky.
    pub color: [f64; 3],
    /// How much light it gives.
    pub luminosity: f64,
    /// Front, right, back, left, top, bottom.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sky_box: Option<[BlobName; 6]>,
}

/// Fog.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FogEntry {
    /// `linear`, `exponential` or `exponential2`.
    pub kind: &'static str,
    /// Its colour.
    pub color: [f64; 3],
    /// Where it is complete.
    pub range: f64,
}

/// A text over the picture.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LabelEntry {
    /// The robot whose supervisor set it.
    pub robot: u32,
    /// Its number, chosen by the supervisor.
    pub id: u16,
    /// From the left and from the top, as parts of the picture.
    pub position: [f64; 2],
    /// The height of letters, as a part of the picture's.
    pub size: f64,
    /// Its colour.
    pub color: [f64; 3],
    /// 1: nothing is seen through it.
    pub opacity: f64,
    /// The text.
    pub text: String,
    /// The name of the font.
    pub font: String,
}

/// The Viewpoint.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ViewpointEntry {
    /// Its node.
    pub node: u32,
    /// Where it is.
    pub position: [f64; 3],
    /// How it is turned: w, x, y, z. It looks along +x with +z up.
    pub orientation: [f64; 4],
    /// The greater angle of view.
    pub field_of_view: f64,
    /// The nearest distance that is drawn.
    pub near: f64,
    /// The farthest distance that is drawn; 0 for any.
    pub far: f64,
    /// How bright pictures are.
    pub exposure: f64,
    /// The Solid that it follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub follow: Option<u32>,
    /// How it follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub follow_type: Option<String>,
}
