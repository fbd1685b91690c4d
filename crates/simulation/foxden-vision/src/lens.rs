//! Lens distortion: where a pixel of the distorted picture comes from.

use crate::optics::Lens;

/// The place in the undistorted picture of a place in the distorted one, from 0
/// to 1 along its sides; `None` outside of it.
pub(crate) fn source(lens: &Lens, [u, v]: [f32; 2]) -> Option<[f32; 2]> {
    let [cx, cy] = lens.center.map(|part| part as f32);
    let [k1, k2] = lens.radial.map(|part| part as f32);
    let [p1, p2] = lens.tangential.map(|part| part as f32);
    let (x, y) = (u - cx, v - cy);
    let s = x * x + y * y;
    let a = k1 * s + k2 * s * s;
    let b = 1.0 / (4.0 * k1 * s + 6.0 * k2 * s * s + 8.0 * p1 * y + 8.0 * p2 * x + 1.0);
    let place = [
        u - b * (a * x + 2.0 * p1 * x * y + p2 * (s + 2.0 * x * x)),
        v - b * (a * y + 2.0 * p2 * x * y + p1 * (s + 2.0 * y * y)),
    ];
    let is_within = place.iter().all(|part| (0.0..=1.0).contains(part));
    is_within.then_some(place)
}

/// The four pixels around a place and the weights of the second ones: columns
/// and rows stop at the border.
pub(crate) fn around([u, v]: [f32; 2], width: u32, height: u32) -> ([[usize; 2]; 2], [f32; 2]) {
    let along = |part: f32, count: u32| {
        let place = part * count as f32 - 0.5;
        let first = place.floor();
        let last = count as i64 - 1;
        let index = |at: i64| at.clamp(0, last) as usize;
        (
            [index(first as i64), index(first as i64 + 1)],
            place - first,
        )
    };
    let (columns, across) = along(u, width);
    let (rows, down) = along(v, height);
    ([columns, rows], [across, down])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_coefficients_nothing_moves_and_with_them_corners_leave_the_picture() {
        let mut lens = Lens {
            center: [0.5; 2],
            radial: [0.0; 2],
            tangential: [0.0; 2],
        };
        assert_eq!(source(&lens, [0.1, 0.9]), Some([0.1, 0.9]));
        lens.radial = [-0.3, 0.0];
        assert_eq!(source(&lens, [0.01, 0.01]), None);
        let [columns, rows] = around([0.0, 0.5], 4, 4).0;
        assert_eq!((columns, rows), ([0, 0], [1, 2]));
    }
}
