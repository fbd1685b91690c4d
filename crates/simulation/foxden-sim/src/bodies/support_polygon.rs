//! Whether a point is above others: the support polygon.

/// Whether a point lies in a polygon, as the genuine program finds out. One corner contains
/// itself only; of two, there is nothing between them; three may come in either direction. A
/// polygon without corners is taken for one with its last first corner alone, seen from the
/// origin: at first it contains everything.
pub(crate) fn contains(polygon: &[[f64; 2]], point: [f64; 2], last_corner: [f64; 2]) -> bool {
    let is_left = |from: [f64; 2], to: [f64; 2]| cross(minus(to, from), minus(point, from)) >= 0.0;
    match *polygon {
        [] => is_left([0.0; 2], last_corner),
        [one] => one == point,
        [one, two] => {
            let (side, to) = (minus(two, one), minus(point, one));
            cross(side, to) == 0.0 && side[0] * to[0] + side[1] * to[1] < 0.0
        }
        [one, two, three] => {
            let sides = [is_left(one, two), is_left(two, three), is_left(three, one)];
            sides == [sides[0]; 3]
        }
        _ => (0..polygon.len()).all(|at| is_left(polygon[at], polygon[(at + 1) % polygon.len()])),
    }
}

fn minus(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

fn cross(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

/// The corners of the hull, counter-clockwise.
pub(crate) fn convex_hull(points: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    sorted.dedup();
    let chain = |points: &mut dyn Iterator<Item = [f64; 2]>| {
        let mut chain: Vec<[f64; 2]> = Vec::new();
        for point in points {
            while let [.., a, b] = chain[..]
                && cross(minus(b, a), minus(point, a)) <= 0.0
            {
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut hull = chain(&mut sorted.iter().copied());
    hull.extend(chain(&mut sorted.iter().rev().copied()));
    hull
}

#[cfg(test)]
mod tests {
    use super::{contains, convex_hull};

    const ORIGIN: [f64; 2] = [0.0; 2];

    #[test]
    fn a_point_above_a_square_is_in_it() {
        let points = [[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0], [0.5, 0.5]];
        let square = convex_hull(&points);
        assert!(contains(&square, [0.3, 0.9], ORIGIN));
        assert!(contains(&square, [0.0, 0.5], ORIGIN), "on the edge");
        assert!(!contains(&square, [1.1, 0.5], ORIGIN));
    }

    #[test]
    fn few_corners_follow_rules_of_their_own() {
        assert!(contains(&[], [3.0, 4.0], ORIGIN));
        assert!(contains(&[], [3.0, 4.0], [1.0, 0.0]));
        assert!(!contains(&[], [3.0, -4.0], [1.0, 0.0]));
        assert!(contains(&[[1.0, 2.0]], [1.0, 2.0], ORIGIN));
        assert!(!contains(&[[0.0, 0.0], [1.0, 0.0]], [0.5, 0.0], ORIGIN));
        let [one, two, three] = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]];
        for triangle in [[one, two, three], [three, two, one]] {
            assert!(contains(&triangle, [0.2, 0.2], ORIGIN));
            assert!(!contains(&triangle, [0.6, 0.6], ORIGIN));
        }
    }
}
