//! Triangles cut at the borders of what can be drawn.

use super::frame::{Corner, Frame};

/// A corner of what is left of a triangle, with its weights of the corners of
/// the whole triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Cut {
    pub(crate) corner: Corner,
    pub(crate) weights: [f32; 3],
    /// Whether it is on a border, not a corner of the whole triangle.
    pub(crate) is_new: bool,
}

/// Corners of the whole triangle.
pub(crate) const WHOLE: [[f32; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// Beyond this times the border, places are too far off for the numbers of the rasteriser.
const GUARD: f32 = 0.5;

fn distance(plane: usize, frame: &Frame, c: Corner) -> f32 {
    match plane {
        0 => c.w - c.x,
        1 => c.w + c.x,
        2 => c.w - c.y,
        3 => c.w + c.y,
        4 => frame.within(c.w)[0],
        _ => frame.within(c.w)[1],
    }
}

/// The borders that a corner lies beyond: sides with reserve, near, far.
pub(crate) fn beyond(frame: &Frame, c: Corner) -> u8 {
    let [near, far] = frame.within(c.w);
    u8::from(c.w - GUARD * c.x < 0.0)
        | u8::from(c.w + GUARD * c.x < 0.0) << 1
        | u8::from(c.w - GUARD * c.y < 0.0) << 2
        | u8::from(c.w + GUARD * c.y < 0.0) << 3
        | u8::from(near < 0.0) << 4
        | u8::from(far < 0.0) << 5
}

/// The borders that a corner is outside of, without reserve.
pub(crate) fn outside(frame: &Frame, c: Corner) -> u8 {
    u8::from(c.x > c.w)
        | u8::from(c.x < -c.w) << 1
        | u8::from(c.y > c.w) << 2
        | u8::from(c.y < -c.w) << 3
        | u8::from(c.w < frame.near) << 4
        | u8::from(c.w > frame.far) << 5
}

fn between(part: f32, of: Cut, to: Cut) -> Cut {
    let mix = |a: f32, b: f32| a + part * (b - a);
    Cut {
        corner: Corner {
            x: mix(of.corner.x, to.corner.x),
            y: mix(of.corner.y, to.corner.y),
            w: mix(of.corner.w, to.corner.w),
        },
        weights: std::array::from_fn(|at| mix(of.weights[at], to.weights[at])),
        is_new: true,
    }
}

/// Cuts a triangle at these borders; `None` if a number is not finite.
pub(crate) fn cut<'a>(
    frame: &Frame,
    corners: [Corner; 3],
    borders: u8,
    room: &'a mut [Vec<Cut>; 2],
) -> Option<&'a [Cut]> {
    let [now, next] = room;
    now.clear();
    now.extend((0..3).map(|at| Cut {
        corner: corners[at],
        weights: WHOLE[at],
        is_new: false,
    }));
    for plane in (0..6).filter(|plane| borders >> plane & 1 != 0) {
        if now.len() < 3 {
            break;
        }
        next.clear();
        for at in 0..now.len() {
            let (from, to) = (now[at], now[(at + 1) % now.len()]);
            let before = distance(plane, frame, from.corner);
            let after = distance(plane, frame, to.corner);
            if !before.is_finite() || !after.is_finite() {
                return None;
            }
            if before >= 0.0 {
                next.push(from);
            }
            if (before >= 0.0) != (after >= 0.0) {
                let length = after - before;
                // from the corner that is nearer to the border
                let (near, far) = if after < 0.0 {
                    (-after < before, before)
                } else {
                    (-before >= after, before)
                };
                next.push(if near {
                    between(after / length, to, from)
                } else {
                    between(-far / length, from, to)
                });
            }
        }
        std::mem::swap(now, next);
    }
    Some(now)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corner(x: f32, y: f32, w: f32) -> Corner {
        Corner { x, y, w }
    }

    #[test]
    fn a_triangle_through_the_near_plane_keeps_its_far_part() {
        let frame = Frame::new(8, 8, [1.0; 2], 1.0, 10.0);
        let corners = [
            corner(0.0, 0.0, 0.0),
            corner(0.0, 1.0, 2.0),
            corner(1.0, 0.0, 2.0),
        ];
        let borders = corners.iter().fold(0, |all, c| all | beyond(&frame, *c));
        assert_eq!(borders, 1 << 4);
        let mut room = Default::default();
        let left = cut(&frame, corners, borders, &mut room).map(<[Cut]>::to_vec);
        let left = left.unwrap_or_default();
        assert_eq!(left.len(), 4);
        assert!(left.iter().all(|cut| cut.corner.w >= 0.999_999));
        let added = left.iter().find(|cut| cut.is_new);
        assert!(added.is_some_and(|cut| (cut.weights[0] - 0.5).abs() < 1e-6));
    }

    #[test]
    fn numbers_that_are_not_finite_are_dropped() {
        let frame = Frame::new(8, 8, [1.0; 2], 1.0, 10.0);
        let corners = [
            corner(f32::NAN, 0.0, f32::NAN),
            corner(0.0, 1.0, 2.0),
            corner(1.0, 0.0, 2.0),
        ];
        assert!(cut(&frame, corners, 1 << 4, &mut Default::default()).is_none());
    }
}
