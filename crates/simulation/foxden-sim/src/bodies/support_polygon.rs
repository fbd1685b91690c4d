//! Whether a point is above others: the support polygon.

/// Whether a point lies in the polygon that others span. One point supports
/// itself only; of two, the genuine program has none between them.
pub(crate) fn is_supported(centre: [f64; 2], points: &[[f64; 2]]) -> bool {
    match points {
        [] => false,
        [one] => *one == centre,
        [one, two] => {
            let (side, to) = (minus(*two, *one), minus(centre, *one));
            cross(side, to) == 0.0 && side[0] * to[0] + side[1] * to[1] < 0.0
        }
        _ => {
            let hull = convex_hull(points);
            // two or fewer corners: all points in a line
            hull.len() > 2
                && (0..hull.len()).all(|at| {
                    let (a, b) = (hull[at], hull[(at + 1) % hull.len()]);
                    cross(minus(b, a), minus(centre, a)) >= 0.0
                })
        }
    }
}

fn minus(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

fn cross(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

/// The corners of the hull, counter-clockwise.
fn convex_hull(points: &[[f64; 2]]) -> Vec<[f64; 2]> {
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
    use super::is_supported;

    const SQUARE: [[f64; 2]; 5] = [[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0], [0.5, 0.5]];

    #[test]
    fn a_point_above_a_square_is_supported() {
        assert!(is_supported([0.3, 0.9], &SQUARE));
        assert!(is_supported([0.0, 0.5], &SQUARE), "on the edge");
        assert!(!is_supported([1.1, 0.5], &SQUARE));
    }

    #[test]
    fn few_points_support_little() {
        assert!(!is_supported([0.0, 0.0], &[]));
        assert!(is_supported([1.0, 2.0], &[[1.0, 2.0]]));
        assert!(!is_supported([0.5, 0.0], &[[0.0, 0.0], [1.0, 0.0]]));
        let line = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]];
        assert!(!is_supported([1.0, 0.0], &line));
    }
}
