//! Pictures of a visible scene, drawn on the processor: colours, ranges and
//! segmentation, with the same bits on every machine and any number of threads.
//!
//! A [`VisibleScene`] has geometries ([`tessellate`] makes them), textures,
//! materials, instances, lights, background and fog. Cameras render it.
//!
//! ```
//! use foxden_vision::tessellate;
//!
//! let cube = tessellate::box_();
//! assert!(cube.check().is_ok());
//! assert_eq!(cube.bounds(), Some([[-0.5; 3], [0.5; 3]]));
//! ```

pub mod tessellate;

mod clusters;
mod color;
mod corrected;
mod curved;
mod depth;
mod encode;
mod geometry;
mod half;
mod instance;
mod lens;
mod light;
mod material;
mod mesh;
mod noise;
mod optics;
mod picture;
mod placement;
mod plane;
mod raster;
mod scene;
mod screen;
mod settings;
mod shade;
mod surroundings;
mod texture;
mod threads;
mod tree;
mod vector;

pub use color::{ColorCamera, SegmentationCamera};
pub use depth::DepthCamera;
pub use encode::{PictureFormat, encode_picture, encode_rgba};
pub use geometry::Geometry;
pub use instance::{Instance, Transform};
pub use light::{Light, LightKind};
pub use material::{Material, MaterialKind, Pbr, Phong, TextureMap, TextureTransform};
pub use mesh::{Elements, Mesh, MeshError};
pub use optics::{Lens, Optics, OpticsError, Projection, View, ViewPose, VisionRules};
pub use picture::{Picture, PictureError};
pub use placement::{FaceRotations, Placement, SingleRotation};
pub use raster::Visibility;
pub use scene::{GeometryId, InstanceId, MaterialId, TextureId, VisibleScene};
pub use settings::{ColorSettings, DepthSettings, Focus, NoiseMask};
pub use surroundings::{Background, Fog, FogKind};
pub use texture::Texture;
pub use vector::{IDENTITY, Matrix};
