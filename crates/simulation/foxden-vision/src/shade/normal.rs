//! Normal maps.

use super::Point;
use crate::texture::Spread;
use crate::vector::{Vector, add, cross, dot, normalized, scale};

/// The normal of a point with a normal map: the frame of the texture follows
/// from how position and place change from pixel to pixel.
pub(crate) fn bent(point: &Point, spread: &Spread, texel: [f32; 4], factor: f32) -> Vector {
    let bend = [
        (2.0 * texel[0] - 1.0) * factor,
        (2.0 * texel[1] - 1.0) * factor,
        2.0 * texel[2] - 1.0,
    ];
    let [right, down] = point.steps;
    let (du, dv) = (
        [spread.across[0], spread.down[0]],
        [spread.across[1], spread.down[1]],
    );
    let along_down = cross(down, point.normal);
    let along_right = cross(point.normal, right);
    let mix = |parts: [f32; 2]| add(scale(along_down, parts[0]), scale(along_right, parts[1]));
    let (tangent, bitangent) = (mix(du), mix(dv));
    let greatest = dot(tangent, tangent).max(dot(bitangent, bitangent));
    if greatest.is_nan() || greatest <= 0.0 {
        return point.normal;
    }
    let size = 1.0 / greatest.sqrt();
    normalized(add(
        add(
            scale(tangent, size * bend[0]),
            scale(bitangent, size * bend[1]),
        ),
        scale(point.normal, bend[2]),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bend_to_the_right_of_the_texture_leans_the_normal_there() {
        // looking down on a plane: u to the right, v down
        let point = Point {
            position: [0.0; 3],
            normal: [0.0, 0.0, 1.0],
            view: [0.0, 0.0, 1.0],
            distance: 1.0,
            steps: [[1.0, 0.0, 0.0], [0.0, -1.0, 0.0]],
        };
        let spread = Spread {
            place: [0.5; 2],
            across: [0.1, 0.0],
            down: [0.0, 0.1],
        };
        let flat = bent(&point, &spread, [0.5, 0.5, 1.0, 1.0], 1.0);
        assert_eq!(flat, [0.0, 0.0, 1.0]);
        let right = bent(&point, &spread, [1.0, 0.5, 0.5, 1.0], 1.0);
        assert!(right[0].abs() > 0.99 && right[2].abs() < 0.01, "{right:?}");
    }
}
