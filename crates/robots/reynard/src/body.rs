//! Reynard's measures, in metres and radians. They are those of the original;
//! his PROTO has the same numbers.

use std::f64::consts::PI;

/// Least and greatest x, least and greatest y.
pub type Extent = [[f64; 2]; 2];

/// Least and greatest angle of each joint.
pub const ARM: [[f64; 2]; 3] = [
    [-10.0 * PI / 180.0, PI],
    [-140.0 * PI / 180.0, 140.0 * PI / 180.0],
    [-175.0 * PI / 180.0, 175.0 * PI / 180.0],
];

/// The greatest speed along x and along y.
pub const SPEED: f64 = 0.1;

/// The greatest speed of a joint.
pub const ARM_SPEED: f64 = 100.0 * PI / 180.0;

/// The colour of his fur.
pub const COLOR: [f64; 3] = [0.929, 0.49, 0.192];

/// From his reference point to his shoulder.
pub const SHOULDER: [f64; 2] = [0.0, 0.165];

/// Upper arm, forearm and tool.
pub const LINKS: [f64; 3] = [0.17, 0.17, 0.06];

/// What he takes up on the ground, from his reference point.
const FOOTPRINT: Extent = [[-0.16, 0.16], [-0.036, 0.105]];

/// Body from tail to snout, turret, and arm with fork, from his reference point.
const OUTLINE: [Extent; 3] = [
    [[-0.225, 0.2], [-0.036, 0.125]],
    [[-0.05, 0.05], [0.105, 0.185]],
    [[-0.013, 0.415], [0.141, 0.189]],
];

/// Where the tip of his tool is.
///
/// ```
/// let [x, y] = reynard::body::tool_point([1.0, 0.0], [0.0, 0.0, 0.0]);
/// assert!((x - 1.4).abs() < 1e-12 && (y - 0.165).abs() < 1e-12);
/// ```
pub fn tool_point(position: [f64; 2], arm: [f64; 3]) -> [f64; 2] {
    let mut point = [position[0] + SHOULDER[0], position[1] + SHOULDER[1]];
    let mut angle = 0.0;
    for (length, turn) in LINKS.into_iter().zip(arm) {
        angle += turn;
        point[0] += length * f64::cos(angle);
        point[1] += length * f64::sin(angle);
    }
    point
}

/// What he takes up at a place, of which others keep clear on the ground.
pub fn footprint(place: [f64; 2]) -> Extent {
    moved(FOOTPRINT, place)
}

/// What is seen of him at a place when his arm is stretched out as at the start.
pub fn outline(place: [f64; 2]) -> [Extent; 3] {
    OUTLINE.map(|part| moved(part, place))
}

fn moved(extent: Extent, place: [f64; 2]) -> Extent {
    std::array::from_fn(|axis| extent[axis].map(|edge| edge + place[axis]))
}

/// The nearest posture that the joints allow.
pub fn in_reach(arm: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|at| arm[at].clamp(ARM[at][0], ARM[at][1]))
}
