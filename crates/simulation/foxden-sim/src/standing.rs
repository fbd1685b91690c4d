//! Which nodes of the catalogue the simulator knows.

use foxden_catalogue::NodeType;

/// What becomes of a node in a running world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// It does what it does in the genuine program.
    Simulated,
    /// It is loaded, kept and saved, and does nothing yet.
    NotYet,
    /// It is for pictures only: nothing in a simulation depends on it.
    PicturesOnly,
}

/// What becomes of nodes of a type; `None` for a type that nobody has thought of.
///
/// ```
/// use foxden_catalogue::NodeType;
/// use foxden_sim::standing::{Standing, standing};
/// assert_eq!(standing(NodeType::LightSensor), Some(Standing::Simulated));
/// assert_eq!(standing(NodeType::Camera), Some(Standing::NotYet));
/// ```
pub fn standing(node_type: NodeType) -> Option<Standing> {
    use NodeType::*;
    Some(match node_type {
        Accelerometer | Altimeter | Brake | Compass | Connector | DistanceSensor | Emitter
        | GPS | Gyro | InertialUnit | LED | LightSensor | LinearMotor | PositionSensor | Radar
        | Receiver | RotationalMotor | TouchSensor | VacuumGripper => Standing::Simulated,
        Robot | Charger | Solid | Slot | Group | Pose | Transform | Shape | Physics | Damping
        | ContactProperties | WorldInfo => Standing::Simulated,
        HingeJoint
        | Hinge2Joint
        | SliderJoint
        | BallJoint
        | JointParameters
        | HingeJointParameters
        | Hinge2JointParameters
        | BallJointParameters => Standing::Simulated,
        DirectionalLight | PointLight | SpotLight => Standing::Simulated,
        Box | Sphere | Cylinder | Capsule | Plane | Mesh | IndexedFaceSet | ElevationGrid
        | Coordinate => Standing::Simulated,
        Appearance | PBRAppearance | Material => Standing::Simulated,
        Camera | Display | Lidar | Microphone | Pen | Radio | RangeFinder | Skin | Speaker => {
            Standing::NotYet
        }
        Propeller | Track | TrackWheel | Fluid | ImmersionProperties => Standing::Simulated,
        SolidReference | Muscle | Recognition => Standing::NotYet,
        Focus | Lens | LensFlare | Zoom => Standing::NotYet,
        Background | Billboard | CadShape | Color | Cone | Fog | ImageTexture | IndexedLineSet
        | Normal | PointSet | TextureCoordinate | TextureTransform | Viewpoint => {
            Standing::PicturesOnly
        }
        _ => return None,
    })
}
