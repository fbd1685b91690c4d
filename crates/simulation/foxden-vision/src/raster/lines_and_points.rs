//! Lines and points as triangles of the picture.

/// The quadrilateral of a line one pixel wide between two places, with 1/w of
/// its corners: along the axis in which it is longer, its ends are vertical or
/// horizontal. The pixel in whose diamond it begins belongs to it, that in whose
/// diamond it ends does not.
pub(crate) fn line(from: [f32; 3], to: [f32; 3]) -> [[f32; 3]; 4] {
    let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
    let major = usize::from(dx.abs() < dy.abs());
    let way = if major == 0 { dx } else { dy };
    let slope = if major == 0 { dy / dx } else { dx / dy };
    // up to the border of the pixel that it comes from
    let shifted = |place: [f32; 3]| {
        let off = |axis: usize| place[axis] - place[axis].floor() - 0.5;
        if off(0).abs() + off(1).abs() >= 0.5 || way == 0.0 {
            return place;
        }
        let by = -off(major) - 0.5 * way.signum();
        let mut moved = place;
        moved[major] += by;
        moved[1 - major] += by * slope;
        moved
    };
    let (from, to) = (shifted(from), shifted(to));
    let aside = if dx.abs() >= dy.abs() {
        [0.0, 0.5]
    } else {
        [0.5, 0.0]
    };
    let moved =
        |place: [f32; 3], by: f32| [place[0] + aside[0] * by, place[1] + aside[1] * by, place[2]];
    let quad = [
        moved(from, -1.0),
        moved(from, 1.0),
        moved(to, 1.0),
        moved(to, -1.0),
    ];
    // the order that is seen from the front
    let area = (quad[1][0] - quad[0][0]) * (quad[2][1] - quad[0][1])
        - (quad[2][0] - quad[0][0]) * (quad[1][1] - quad[0][1]);
    if area < 0.0 {
        quad
    } else {
        [quad[0], quad[3], quad[2], quad[1]]
    }
}

/// The square of a point.
pub(crate) fn point(place: [f32; 3], size: f32) -> [[f32; 3]; 4] {
    let half = size / 2.0;
    let corner = |x: f32, y: f32| [place[0] + x * half, place[1] + y * half, place[2]];
    [
        corner(-1.0, -1.0),
        corner(-1.0, 1.0),
        corner(1.0, 1.0),
        corner(1.0, -1.0),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_its_first_pixel_but_not_its_last() {
        let quad = line([2.6, 1.5, 1.0], [6.6, 1.5, 1.0]);
        let columns = quad.map(|corner| corner[0]);
        let low = columns.iter().copied().fold(f32::INFINITY, f32::min);
        let high = columns.iter().copied().fold(0.0, f32::max);
        assert!((low - 2.0).abs() < 1e-6 && (high - 6.0).abs() < 1e-6);
    }
}
