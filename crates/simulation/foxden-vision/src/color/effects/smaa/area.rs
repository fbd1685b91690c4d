//! How much of a pixel lies beyond the smooth line that replaces a step of
//! edges: for straight lines by the distances to their ends and how they end.

use std::sync::OnceLock;

/// Entries along a side for straight lines: distances are their squares.
const STRAIGHT: usize = 16;
/// Entries along a side for diagonal lines.
const DIAGONAL: usize = 20;
/// Samples along a side of a pixel for diagonal lines.
const SAMPLES: usize = 30;

/// Areas on both sides of the edge.
type Area = [f32; 2];
type Point = [f32; 2];

/// The pattern of the ends of a straight line: for each end 0 to 4 by which of
/// the two crossing edges are there.
const ENDS: [(usize, usize); 16] = [
    (0, 0),
    (3, 0),
    (0, 3),
    (3, 3),
    (1, 0),
    (4, 0),
    (1, 3),
    (4, 3),
    (0, 1),
    (3, 1),
    (0, 4),
    (3, 4),
    (1, 1),
    (4, 1),
    (1, 4),
    (4, 4),
];

/// The same for diagonal lines, 0 to 3 for each end.
const DIAGONAL_ENDS: [(usize, usize); 16] = [
    (0, 0),
    (1, 0),
    (0, 2),
    (1, 2),
    (2, 0),
    (3, 0),
    (2, 2),
    (3, 2),
    (0, 1),
    (1, 1),
    (0, 3),
    (1, 3),
    (2, 1),
    (3, 1),
    (2, 3),
    (3, 3),
];

fn byte(area: Area) -> Area {
    area.map(|part| (part * 255.0).floor() / 255.0)
}

/// The areas of a pixel from x to x + 1 on both sides of 0 under a line.
fn under_line(p1: Point, p2: Point, x: f32) -> Area {
    let d = [p2[0] - p1[0], p2[1] - p1[1]];
    let (x1, x2) = (x, x + 1.0);
    let height = |x: f32| p1[1] + d[1] * (x - p1[0]) / d[0];
    let (y1, y2) = (height(x1), height(x2));
    let is_inside = (x1 >= p1[0] && x1 < p2[0]) || (x2 > p1[0] && x2 <= p2[0]);
    if !is_inside {
        return [0.0; 2];
    }
    let is_one_sided = y1.signum() == y2.signum() || y1.abs() < 1e-4 || y2.abs() < 1e-4;
    if is_one_sided {
        let area = (y1 + y2) / 2.0;
        return if area < 0.0 {
            [area.abs(), 0.0]
        } else {
            [0.0, area.abs()]
        };
    }
    let cross = -p1[1] * d[0] / d[1] + p1[0];
    let part = cross - cross.floor();
    let first = if cross > p1[0] { y1 * part / 2.0 } else { 0.0 };
    let second = if cross < p2[0] {
        y2 * (1.0 - part) / 2.0
    } else {
        0.0
    };
    let greater = if first.abs() > second.abs() {
        first
    } else {
        -second
    };
    if greater < 0.0 {
        [first.abs(), second.abs()]
    } else {
        [second.abs(), first.abs()]
    }
}

fn sum(areas: [Area; 2]) -> Area {
    std::array::from_fn(|side| areas[0][side] + areas[1][side])
}

fn straight_area(pattern: usize, left: f32, right: f32) -> Area {
    let length = left + right + 1.0;
    let (above, below) = (0.5, -0.5);
    let line = |from: Point, to: Point| under_line(from, to, left);
    let whole = |from: f32, to: f32| line([0.0, from], [length, to]);
    let first = |from: f32| line([0.0, from], [length / 2.0, 0.0]);
    let second = |to: f32| line([length / 2.0, 0.0], [length, to]);
    match pattern {
        1 if left <= right => first(below),
        2 if left >= right => second(below),
        3 => sum([first(below), second(below)]),
        4 if left <= right => first(above),
        6 | 7 | 14 => whole(above, below),
        8 if left >= right => second(above),
        9 | 11 | 13 => whole(below, above),
        12 => sum([first(above), second(above)]),
        _ => [0.0; 2],
    }
}

/// The part of the pixel at a place on the lower right side of a line.
fn beside(p1: Point, p2: Point, place: Point) -> f32 {
    if p1 == p2 {
        return 1.0;
    }
    let middle = [(p1[0] + p2[0]) / 2.0, (p1[1] + p2[1]) / 2.0];
    let (a, b) = (p2[1] - p1[1], p1[0] - p2[0]);
    let step = 1.0 / (SAMPLES - 1) as f32;
    let inside = (0..SAMPLES * SAMPLES)
        .filter(|at| {
            let x = place[0] + (at / SAMPLES) as f32 * step;
            let y = place[1] + (at % SAMPLES) as f32 * step;
            a * (x - middle[0]) + b * (y - middle[1]) > 0.0
        })
        .count();
    inside as f32 / (SAMPLES * SAMPLES) as f32
}

fn diagonal_area(pattern: usize, left: f32, right: f32) -> Area {
    let length = left + right + 1.0;
    let line = |p1: Point, p2: Point| -> Area {
        let p2 = [p2[0] + length, p2[1] + length];
        let first = beside(p1, p2, [1.0 + left, left]);
        let second = beside(p1, p2, [1.0 + left, 1.0 + left]);
        [1.0 - first, second]
    };
    const O: Point = [0.0, 0.0];
    const X: Point = [1.0, 0.0];
    const XY: Point = [1.0, 1.0];
    let [one, other] = match pattern {
        0 => [(XY, XY), (X, X)],
        1 => [(X, O), (X, X)],
        2 => [(O, X), (X, X)],
        3 => [(X, X), (X, X)],
        4 => [(XY, O), (XY, X)],
        5 => [(XY, O), (X, X)],
        6 => [(XY, X), (XY, X)],
        7 => [(XY, X), (X, X)],
        8 => [(O, XY), (X, XY)],
        9 => [(X, XY), (X, XY)],
        10 => [(O, XY), (X, X)],
        11 => [(X, XY), (X, X)],
        12 => [(XY, XY), (XY, XY)],
        13 => [(XY, XY), (X, XY)],
        14 => [(XY, XY), (XY, X)],
        _ => [(XY, XY), (X, X)],
    };
    let (one, other) = (line(one.0, one.1), line(other.0, other.1));
    [(one[0] + other[0]) / 2.0, (one[1] + other[1]) / 2.0]
}

struct Tables {
    straight: Vec<Area>,
    diagonal: Vec<Area>,
}

fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let side = 5 * STRAIGHT;
        let mut straight = vec![[0.0; 2]; side * side];
        for (pattern, (x, y)) in ENDS.into_iter().enumerate() {
            for at in 0..STRAIGHT * STRAIGHT {
                let (left, right) = (at % STRAIGHT, at / STRAIGHT);
                let area = straight_area(pattern, (left * left) as f32, (right * right) as f32);
                let place = (y * STRAIGHT + right) * side + x * STRAIGHT + left;
                straight[place] = byte(area);
            }
        }
        let side = 4 * DIAGONAL;
        let mut diagonal = vec![[0.0; 2]; side * side];
        for (pattern, (x, y)) in DIAGONAL_ENDS.into_iter().enumerate() {
            for at in 0..DIAGONAL * DIAGONAL {
                let (left, right) = (at % DIAGONAL, at / DIAGONAL);
                let area = diagonal_area(pattern, left as f32, right as f32);
                let place = (y * DIAGONAL + right) * side + x * DIAGONAL + left;
                diagonal[place] = byte(area);
            }
        }
        Tables { straight, diagonal }
    })
}

fn looked_up(table: &[Area], side: usize, [x, y]: [f32; 2]) -> Area {
    let along = |place: f32| {
        let place = place.clamp(0.0, (side - 1) as f32);
        let first = place as usize;
        (first, (first + 1).min(side - 1), place - first as f32)
    };
    let ((x0, x1, across), (y0, y1, down)) = (along(x), along(y));
    std::array::from_fn(|at| {
        let line = |y: usize| {
            let (near, far) = (table[y * side + x0][at], table[y * side + x1][at]);
            near + across * (far - near)
        };
        line(y0) + down * (line(y1) - line(y0))
    })
}

/// The areas of a straight line: distances to both ends, and the crossing edges
/// there (0, 0.25, 0.75 or 1).
pub(super) fn straight(distances: [f32; 2], ends: [f32; 2]) -> Area {
    let place = std::array::from_fn(|at| {
        STRAIGHT as f32 * (4.0 * ends[at]).round() + distances[at].abs().sqrt()
    });
    looked_up(&tables().straight, 5 * STRAIGHT, place)
}

/// The areas of a diagonal line.
pub(super) fn diagonal(distances: [f32; 2], ends: [f32; 2]) -> Area {
    let place = std::array::from_fn(|at| DIAGONAL as f32 * ends[at] + distances[at]);
    looked_up(&tables().diagonal, 4 * DIAGONAL, place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_between_two_lines_covers_half_of_the_pixel_at_most() {
        // a line that comes from above on the left and goes below on the right
        let near = straight([0.0, 4.0], [0.25, 0.75]);
        let far = straight([4.0, 0.0], [0.25, 0.75]);
        assert!(near[1] > 0.3 && near[0] == 0.0, "{near:?}");
        assert!((near[1] - far[0]).abs() < 0.01, "{far:?}");
        assert_eq!(straight([0.0, 4.0], [0.0, 0.0]), [0.0; 2]);
        let half = diagonal([3.0, 3.0], [0.0, 0.0]);
        assert!(half.iter().all(|part| *part < 0.6), "{half:?}");
    }
}
