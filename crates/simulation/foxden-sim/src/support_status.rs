//! Which nodes of the catalogue the simulator knows.

use crate::devices::table::simulated_devices;
use foxden_catalogue::NodeType;

/// What becomes of a node in a running world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SupportStatus {
    /// It does what it does in the genuine program.
    Simulated,
    /// It is loaded, kept and saved, and does nothing yet.
    NotYet,
    /// It is for pictures only: nothing in a simulation depends on it.
    PicturesOnly,
}

/// What becomes of nodes of a type; `None` for a type that is in no list.
///
/// ```
/// use foxden_catalogue::NodeType;
/// use foxden_sim::support_status::{SupportStatus, support_status};
/// assert_eq!(support_status(NodeType::LightSensor), Some(SupportStatus::Simulated));
/// assert_eq!(support_status(NodeType::Speaker), Some(SupportStatus::NotYet));
/// ```
pub fn support_status(node_type: NodeType) -> Option<SupportStatus> {
    use NodeType::*;
    Some(match node_type {
        device if simulated_devices().any(|simulated| simulated == device) => {
            SupportStatus::Simulated
        }
        Robot | Charger | Solid | Slot | Group | Pose | Transform | Shape | Physics | Damping
        | ContactProperties | WorldInfo => SupportStatus::Simulated,
        HingeJoint
        | Hinge2Joint
        | SliderJoint
        | BallJoint
        | JointParameters
        | HingeJointParameters
        | Hinge2JointParameters
        | BallJointParameters => SupportStatus::Simulated,
        DirectionalLight | PointLight | SpotLight => SupportStatus::Simulated,
        Box | Sphere | Cylinder | Capsule | Plane | Mesh | IndexedFaceSet | ElevationGrid
        | Coordinate => SupportStatus::Simulated,
        Appearance | PBRAppearance | Material => SupportStatus::Simulated,
        Focus | Lens | Recognition | Zoom => SupportStatus::Simulated,
        Microphone | Radio | Skin | Speaker => SupportStatus::NotYet,
        Propeller | Track | TrackWheel | Fluid | ImmersionProperties => SupportStatus::Simulated,
        SolidReference | Muscle | LensFlare => SupportStatus::NotYet,
        Background | Billboard | CadShape | Color | Cone | Fog | ImageTexture | IndexedLineSet
        | Normal | PointSet | TextureCoordinate | TextureTransform | Viewpoint => {
            SupportStatus::PicturesOnly
        }
        _ => return None,
    })
}
