//! One body in a frame: 12 bytes for a pose, relative to the extent of the frame.
//!
//! A position has 18 bits for each axis: origin + extent · n / (2^18 − 1), so its
//! error is at most extent / 2^19 for each axis (0.02 mm at 10 m). A rotation is
//! the index of the largest part of its quaternion and 13 bits for each of the
//! others, so its error is below 0.03 degrees.

use foxden_sim::viewer_data::BodyPose;

/// How many bytes a pose takes.
pub const POSE_BYTES: usize = 12;

/// Bits of a coordinate.
const POSITION_BITS: u32 = 18;

/// The greatest number of a coordinate.
const MOST: f64 = ((1_u32 << POSITION_BITS) - 1) as f64;

/// Bits of a part of a quaternion.
const PART_BITS: u32 = 13;

/// The greatest number of a part; parts go from −1/√2 to 1/√2.
const MOST_PART: f64 = ((1_u32 << (PART_BITS - 1)) - 1) as f64;

/// The part of space that a frame covers: a cube.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    /// Its lowest corner.
    pub origin: [f64; 3],
    /// The length of its sides.
    pub side: f64,
}

impl Extent {
    /// The smallest cube around some points; `None` if there are none.
    pub fn around(points: impl IntoIterator<Item = [f64; 3]>) -> Option<Self> {
        let mut bounds: Option<[[f64; 3]; 2]> = None;
        for point in points {
            let [low, high] = bounds.get_or_insert([point, point]);
            for axis in 0..3 {
                low[axis] = low[axis].min(point[axis]);
                high[axis] = high[axis].max(point[axis]);
            }
        }
        let [low, high] = bounds?;
        let side = (0..3)
            .map(|axis| high[axis] - low[axis])
            .fold(0.0, f64::max);
        Some(Self { origin: low, side })
    }

    /// Whether a point is in it.
    pub fn contains(&self, point: [f64; 3]) -> bool {
        let offsets = point.iter().zip(self.origin).map(|(part, low)| part - low);
        offsets
            .into_iter()
            .all(|offset| (0.0..=self.side).contains(&offset))
    }

    /// The cube with the same middle and sides that are longer by a factor.
    pub fn scaled(&self, factor: f64) -> Self {
        let side = self.side * factor;
        let shift = (side - self.side) / 2.0;
        Self {
            origin: self.origin.map(|low| low - shift),
            side,
        }
    }

    /// The greatest error of a coordinate.
    pub fn error(&self) -> f64 {
        self.side / MOST / 2.0
    }

    /// A pose as bytes. Positions outside of the cube are moved to its surface.
    pub fn pack(&self, pose: &BodyPose) -> [u8; POSE_BYTES] {
        let scale = if self.side > 0.0 {
            MOST / self.side
        } else {
            0.0
        };
        let mut bits: u128 = 0;
        for axis in 0..3 {
            let number = ((pose.position[axis] - self.origin[axis]) * scale).round();
            let number = number.clamp(0.0, MOST) as u128;
            bits |= number << (axis as u32 * POSITION_BITS);
        }
        bits |= u128::from(pack_rotation(pose.rotation)) << (3 * POSITION_BITS);
        let bytes = bits.to_le_bytes();
        std::array::from_fn(|at| bytes[at])
    }

    /// The pose that bytes stand for.
    pub fn unpack(&self, bytes: [u8; POSE_BYTES]) -> BodyPose {
        let mut all = [0; 16];
        all[..POSE_BYTES].copy_from_slice(&bytes);
        let bits = u128::from_le_bytes(all);
        let position = std::array::from_fn(|axis| {
            let number = (bits >> (axis as u32 * POSITION_BITS)) & ((1 << POSITION_BITS) - 1);
            self.origin[axis] + self.side * number as f64 / MOST
        });
        BodyPose {
            position,
            rotation: unpack_rotation((bits >> (3 * POSITION_BITS)) as u64),
        }
    }
}

/// 2 bits for the index of the largest part (w, x, y, z), then the others in order.
fn pack_rotation(rotation: [f64; 4]) -> u64 {
    let mut largest = 0;
    for at in 1..4 {
        if rotation[at].abs() > rotation[largest].abs() {
            largest = at;
        }
    }
    // a quaternion and its opposite are the same rotation
    let sign = if rotation[largest] < 0.0 { -1.0 } else { 1.0 };
    let mut bits = largest as u64;
    let mut shift = 2;
    for (_, part) in rotation.iter().enumerate().filter(|(at, _)| *at != largest) {
        let number = (sign * part * std::f64::consts::SQRT_2 * MOST_PART).round();
        let number = number.clamp(-MOST_PART, MOST_PART) as i64;
        bits |= (number as u64 & ((1 << PART_BITS) - 1)) << shift;
        shift += PART_BITS;
    }
    bits
}

fn unpack_rotation(bits: u64) -> [f64; 4] {
    let largest = (bits & 3) as usize;
    let mut rotation = [0.0; 4];
    let mut shift = 2;
    let mut rest = 1.0;
    for at in (0..4).filter(|at| *at != largest) {
        let raw = ((bits >> shift) & ((1 << PART_BITS) - 1)) as i64;
        let is_negative = raw >> (PART_BITS - 1) == 1;
        let number = if is_negative {
            raw - (1 << PART_BITS)
        } else {
            raw
        };
        rotation[at] = number as f64 / MOST_PART / std::f64::consts::SQRT_2;
        rest -= rotation[at] * rotation[at];
        shift += PART_BITS;
    }
    rotation[largest] = rest.max(0.0).sqrt();
    rotation
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn angle_between(a: [f64; 4], b: [f64; 4]) -> f64 {
        let dot: f64 = a.iter().zip(b).map(|(a, b)| a * b).sum();
        2.0 * dot.abs().min(1.0).acos()
    }

    proptest! {
        #[test]
        fn errors_are_within_their_bounds(
            origin in prop::array::uniform3(-100.0..100.0_f64),
            side in 0.001..1000.0_f64,
            place in prop::array::uniform3(0.0..1.0_f64),
            turn in prop::array::uniform4(-1.0..1.0_f64),
        ) {
            let length = turn.iter().map(|part| part * part).sum::<f64>().sqrt();
            prop_assume!(length > 1e-3);
            let extent = Extent { origin, side };
            let pose = BodyPose {
                position: std::array::from_fn(|axis| origin[axis] + side * place[axis]),
                rotation: turn.map(|part| part / length),
            };
            let back = extent.unpack(extent.pack(&pose));
            for axis in 0..3 {
                let error = (back.position[axis] - pose.position[axis]).abs();
                prop_assert!(error <= extent.error() * 1.000_1 + 1e-12, "{error}");
            }
            let angle = angle_between(back.rotation, pose.rotation).to_degrees();
            prop_assert!(angle < 0.03, "{angle} degrees");
        }
    }

    #[test]
    fn the_error_in_a_world_of_ten_metres_is_far_below_a_tenth_of_a_millimetre() {
        let extent = Extent {
            origin: [-5.0; 3],
            side: 10.0,
        };
        assert!(extent.error() < 2e-5, "{}", extent.error());
    }

    #[test]
    fn a_single_place_has_no_error() {
        let point = [1.25, -3.0, 0.5];
        let Some(extent) = Extent::around([point]) else {
            unreachable!("there is a point");
        };
        let pose = BodyPose {
            position: point,
            rotation: [1.0, 0.0, 0.0, 0.0],
        };
        assert_eq!(extent.unpack(extent.pack(&pose)), pose);
    }
}
