//! Faces with more than three corners, cut into triangles.
//!
//! Which diagonals are taken shows where a face is not flat, so the genuine
//! program's way is followed: corners in the order of a sweep along the first
//! axis, triangles as soon as a corner sees others. Faces that the sweep would
//! meet more than twice are cut ear by ear.

use crate::math::Vector;
use std::collections::BTreeSet;

/// How often a corner of a face may be compared with an ear, for all faces of a
/// world together: enough for thousands of corners in one face.
pub(crate) const MOST_TESTS: u64 = 100_000_000;

/// How many tests are left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CuttingLimit(u64);

impl Default for CuttingLimit {
    fn default() -> Self {
        Self(MOST_TESTS)
    }
}

impl CuttingLimit {
    /// `None` once there are too many; then there is nothing left for others either.
    fn take(&mut self, tests: usize) -> Option<()> {
        let left = self.0.checked_sub(tests as u64);
        self.0 = left.unwrap_or(0);
        left.map(|_| ())
    }
}

/// The triangles of a face, as places in its list of corners; `None` if it takes
/// more tests than are left.
///
/// Their order and the corner each starts with are the genuine program's too:
/// the triangle that is left at the end comes first.
pub(crate) fn triangles(corners: &[Vector], limit: &mut CuttingLimit) -> Option<Vec<[usize; 3]>> {
    if corners.len() < 3 {
        return Some(Vec::new());
    }
    let flat = flattened(corners);
    Some(if let [a, b, c] = flat[..] {
        let first = rightmost(&flat);
        let triangle = [first, (first + 1) % 3, (first + 2) % 3];
        (area(a, b, c) > 0.0)
            .then_some(triangle)
            .into_iter()
            .collect()
    } else if is_swept_once(&flat) {
        let mut found = sweep(&flat);
        found.reverse();
        found
    } else {
        Ears::new(&flat).cut_all(limit)?
    })
}

type PlanePoint = [f64; 2];

/// The face seen along the axis that it mostly faces, counterclockwise.
fn flattened(corners: &[Vector]) -> Vec<PlanePoint> {
    let long = long_axis(normal(corners));
    let mut flat: Vec<PlanePoint> = corners
        .iter()
        .map(|corner| [corner[(long + 1) % 3], corner[(long + 2) % 3]])
        .collect();
    let count = flat.len();
    let twice_area: f64 = (0..count)
        .map(|at| {
            let (from, to) = (flat[at], flat[(at + 1) % count]);
            (from[0] - to[0]) * (from[1] + to[1])
        })
        .sum();
    if twice_area < 0.0 {
        for point in &mut flat {
            point[1] = -point[1];
        }
    }
    flat
}

/// The axis of the longest part; the first of equal ones.
fn long_axis(vector: Vector) -> usize {
    (1..3).fold(0, |long, at| {
        if vector[at].abs() > vector[long].abs() {
            at
        } else {
            long
        }
    })
}

/// The normal of the largest triangle over the longest extent of a face.
fn normal(corners: &[Vector]) -> Vector {
    // of equal corners the one given last counts
    let last = corners[corners.len() - 1];
    let (mut low, mut high) = ([last; 3], [last; 3]);
    for corner in corners.iter().rev() {
        for axis in 0..3 {
            if corner[axis] < low[axis][axis] {
                low[axis] = *corner;
            }
            if corner[axis] > high[axis][axis] {
                high[axis] = *corner;
            }
        }
    }
    let extent = |axis: usize| high[axis][axis] - low[axis][axis];
    let long = long_axis(Vector::new(extent(0), extent(1), extent(2)));
    let (low, high) = (low[long], high[long]);
    let mut normal = Vector::ZERO;
    for corner in corners.iter().rev() {
        let candidate = (low - high).cross(*corner - high);
        if candidate.length_squared() > normal.length_squared() {
            normal = candidate;
        }
    }
    normal
}

/// The corner that the sweep reaches last.
fn rightmost(flat: &[PlanePoint]) -> usize {
    (1..flat.len()).fold(0, |best, at| {
        if is_left(flat[best], flat[at]) {
            at
        } else {
            best
        }
    })
}

fn is_left(one: PlanePoint, two: PlanePoint) -> bool {
    one[0] < two[0] || (one[0] == two[0] && one[1] <= two[1])
}

/// Whether a line across the sweep meets the outline at most twice.
fn is_swept_once(flat: &[PlanePoint]) -> bool {
    let count = flat.len();
    let goes_right = |at: usize| is_left(flat[at % count], flat[(at + 1) % count]);
    let turns = (0..count)
        .filter(|at| goes_right(*at) != goes_right(at + 1))
        .count();
    turns <= 2
}

/// Twice the area of a triangle; positive if it is counterclockwise.
fn area(a: PlanePoint, b: PlanePoint, c: PlanePoint) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])
}

/// How far a point in the order of the sweep is above the line of its neighbours, in sign.
fn above(u: PlanePoint, v: PlanePoint, w: PlanePoint) -> f64 {
    let (before, after) = (v[0] - u[0], w[0] - v[0]);
    if before + after > 0.0 {
        (v[1] - w[1]) * before + (v[1] - u[1]) * after
    } else {
        0.0
    }
}

/// What is left of an outline: for each corner the next one and the one before.
struct Ring {
    next: Vec<usize>,
    before: Vec<usize>,
    found: Vec<[usize; 3]>,
}

impl Ring {
    fn new(count: usize) -> Self {
        Self {
            next: (0..count).map(|at| (at + 1) % count).collect(),
            before: (0..count).map(|at| (at + count - 1) % count).collect(),
            found: Vec::with_capacity(count - 2),
        }
    }

    /// Cuts a corner off.
    fn cut(&mut self, corner: usize) {
        let (before, next) = (self.before[corner], self.next[corner]);
        self.found.push([next, before, corner]);
        self.next[before] = next;
        self.before[next] = before;
    }
}

/// Cuts an outline that the sweep meets twice. `up` is the corner at the right
/// end of the upper chain, `low` the one before the right end of the lower chain.
fn sweep(flat: &[PlanePoint]) -> Vec<[usize; 3]> {
    let mut ring = Ring::new(flat.len());
    let rightmost = rightmost(flat);
    let (mut up, mut low) = (rightmost, ring.before[rightmost]);
    while ring.next[up] != low {
        if is_left(flat[ring.next[up]], flat[low]) {
            while ring.next[low] != up {
                let middle = ring.next[low];
                let last = ring.next[middle];
                let goes_left = is_left(flat[last], flat[middle]);
                if !goes_left && above(flat[low], flat[middle], flat[last]) > 0.0 {
                    break;
                }
                ring.cut(middle);
            }
            low = ring.before[low];
        } else {
            while ring.next[low] != up {
                let (first, last) = (ring.before[up], ring.next[up]);
                let goes_right = is_left(flat[first], flat[up]);
                if !goes_right && above(flat[last], flat[up], flat[first]) < 0.0 {
                    break;
                }
                ring.cut(up);
                up = first;
            }
            up = ring.next[up];
        }
    }
    // the rest is a fan from the leftmost corner
    while ring.next[ring.next[low]] != up {
        ring.cut(ring.next[low]);
    }
    // the last one starts at the last cut
    let last = match ring.found.last() {
        Some([next, before, _]) => [*before, *next, ring.next[*next]],
        None => [low, ring.next[low], up],
    };
    ring.found.push(last);
    ring.found
}

/// Cuts any simple outline, always at its first ear. Where an outline does not
/// cross itself, a cut changes only whether the two neighbours are ears, so each
/// corner is looked at a few times.
struct Ears<'a> {
    flat: &'a [PlanePoint],
    ring: Ring,
    /// The corners that are left, and those of them that are ears.
    left: BTreeSet<usize>,
    ears: BTreeSet<usize>,
}

impl<'a> Ears<'a> {
    fn new(flat: &'a [PlanePoint]) -> Self {
        Self {
            flat,
            ring: Ring::new(flat.len()),
            left: (0..flat.len()).collect(),
            ears: BTreeSet::new(),
        }
    }

    fn cut_all(mut self, limit: &mut CuttingLimit) -> Option<Vec<[usize; 3]>> {
        let mut found = Vec::with_capacity(self.flat.len() - 2);
        self.look_at_all(limit)?;
        while self.left.len() > 3 {
            if self.ears.is_empty() {
                self.look_at_all(limit)?;
            }
            // an outline that crosses itself has no ear; any corner will do
            let first = self.ears.first().or(self.left.first()).copied()?;
            let (before, next) = (self.ring.before[first], self.ring.next[first]);
            found.push([before, first, next]);
            self.ring.cut(first);
            self.left.remove(&first);
            self.ears.remove(&first);
            for neighbour in [before, next] {
                self.look_at(neighbour, limit)?;
            }
        }
        let first = *self.left.first()?;
        found.push([first, self.ring.next[first], self.ring.before[first]]);
        Some(found)
    }

    fn look_at_all(&mut self, limit: &mut CuttingLimit) -> Option<()> {
        let mut at = *self.left.first()?;
        for _ in 0..self.left.len() {
            self.look_at(at, limit)?;
            at = self.ring.next[at];
        }
        Some(())
    }

    /// Finds out whether a corner is an ear now.
    fn look_at(&mut self, corner: usize, limit: &mut CuttingLimit) -> Option<()> {
        let (before, next) = (self.ring.before[corner], self.ring.next[corner]);
        let [pa, pb, pc] = [before, corner, next].map(|at| self.flat[at]);
        let mut is_ear = area(pa, pb, pc) > 0.0;
        let mut other = self.ring.next[next];
        let mut tests = 1;
        while is_ear && other != before {
            let point = self.flat[other];
            let is_inside = area(pa, pb, point) >= 0.0
                && area(pb, pc, point) >= 0.0
                && area(pc, pa, point) >= 0.0;
            is_ear = !is_inside;
            other = self.ring.next[other];
            tests += 1;
        }
        match is_ear {
            true => self.ears.insert(corner),
            false => self.ears.remove(&corner),
        };
        limit.take(tests)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn total(flat: &[PlanePoint], triangles: &[[usize; 3]]) -> f64 {
        triangles
            .iter()
            .map(|[a, b, c]| area(flat[*a], flat[*b], flat[*c]))
            .sum()
    }

    #[test]
    fn a_square_is_cut_from_its_second_to_its_last_corner() {
        let corners = [
            Vector::ZERO,
            Vector::X,
            Vector::new(1.0, 1.0, 0.2),
            Vector::new(0.0, 1.0, 0.5),
        ];
        let mut found: Vec<Vec<usize>> = triangles(&corners, &mut CuttingLimit::default())
            .unwrap()
            .into_iter()
            .map(|mut triangle| {
                triangle.sort();
                triangle.to_vec()
            })
            .collect();
        found.sort();
        assert_eq!(found, [[0, 1, 3], [1, 2, 3]]);
    }

    #[test]
    fn triangles_come_in_the_order_of_the_genuine_program() {
        let corner = |x: f64, y: f64| Vector::new(x, y, -0.05);
        let bottom = [
            corner(-1.0, 1.0),
            corner(1.0, 1.0),
            corner(1.0, -1.0),
            corner(-1.0, -1.0),
        ];
        let mut limit = CuttingLimit::default();
        let found = triangles(&bottom, &mut limit);
        assert_eq!(found, Some(vec![[1, 3, 0], [3, 1, 2]]));
        // a single triangle starts where the sweep ends, and one without area is none
        let single = [corner(0.0, 0.0), corner(1.0, 0.0), corner(0.0, 1.0)];
        let found = triangles(&single, &mut limit);
        assert_eq!(found, Some(vec![[1, 2, 0]]));
        let line = [corner(0.0, 0.0), corner(1.0, 0.0), corner(2.0, 0.0)];
        assert_eq!(triangles(&line, &mut limit), Some(Vec::new()));
    }

    #[test]
    fn the_area_stays() {
        let circle: Vec<Vector> = (0..17)
            .map(|at| {
                let angle = f64::from(at) * std::f64::consts::TAU / 17.0;
                Vector::new(crate::math::cos(angle), crate::math::sin(angle), 0.0)
            })
            .collect();
        let arrow =
            [(0.0, 0.0), (2.0, 1.0), (4.0, 0.0), (2.0, 3.0)].map(|(x, y)| Vector::new(x, y, 1.0));
        let comb = [
            (0.0, 0.0),
            (5.0, 0.0),
            (5.0, 2.0),
            (4.0, 1.0),
            (3.0, 2.0),
            (2.0, 1.0),
            (1.0, 2.0),
            (0.5, 1.0),
        ]
        .map(|(x, y)| Vector::new(x, 0.0, y));
        let sideways =
            [(0.0, 0.0), (2.0, 2.0), (0.0, 4.0), (1.0, 2.0)].map(|(x, y)| Vector::new(x, y, 0.0));
        for corners in [&circle[..], &arrow, &comb, &sideways] {
            let flat = flattened(corners);
            let found = triangles(corners, &mut CuttingLimit::default()).unwrap();
            assert_eq!(found.len(), corners.len() - 2);
            let outline: f64 = (1..flat.len() - 1)
                .map(|at| area(flat[0], flat[at], flat[at + 1]))
                .sum();
            assert!((total(&flat, &found) - outline).abs() < 1e-12);
            for [a, b, c] in found {
                assert!(area(flat[a], flat[b], flat[c]) > -1e-12);
            }
        }
    }

    /// The way of an earlier version: every corner is looked at before each cut.
    fn first_ears(flat: &[PlanePoint]) -> Vec<[usize; 3]> {
        let mut ring: Vec<usize> = (0..flat.len()).collect();
        let mut found = Vec::new();
        while ring.len() > 3 {
            let count = ring.len();
            let corners = |at: usize| [at + count - 1, at, at + 1].map(|at| ring[at % count]);
            let ear = (0..count).find(|at| {
                let [a, b, c] = corners(*at);
                let [pa, pb, pc] = [a, b, c].map(|at| flat[at]);
                area(pa, pb, pc) > 0.0
                    && !ring.iter().any(|other| {
                        let point = flat[*other];
                        ![a, b, c].contains(other)
                            && area(pa, pb, point) >= 0.0
                            && area(pb, pc, point) >= 0.0
                            && area(pc, pa, point) >= 0.0
                    })
            });
            let at = ear.unwrap_or(0);
            found.push(corners(at));
            ring.remove(at);
        }
        found.extend(<[usize; 3]>::try_from(ring));
        found
    }

    /// A star with arms of different lengths: never crosses itself.
    fn star(arms: usize, turns: usize) -> Vec<PlanePoint> {
        (0..arms)
            .map(|at| {
                let angle = at as f64 * std::f64::consts::TAU / arms as f64;
                let radius = 1.0 + ((at * turns) % 17) as f64;
                [
                    radius * crate::math::cos(angle),
                    radius * crate::math::sin(angle),
                ]
            })
            .collect()
    }

    #[test]
    fn the_first_ear_is_always_cut() {
        for (arms, turns) in [(7, 3), (50, 5), (50, 7), (101, 11), (200, 6)] {
            let flat = star(arms, turns);
            let cut = Ears::new(&flat)
                .cut_all(&mut CuttingLimit::default())
                .unwrap();
            assert_eq!(cut, first_ears(&flat), "{arms} {turns}");
        }
    }

    #[test]
    fn a_face_of_many_corners_takes_few_tests() {
        let corners: Vec<Vector> = star(2000, 5)
            .into_iter()
            .map(|[x, y]| Vector::new(x, y, 0.0))
            .collect();
        let mut limit = CuttingLimit(20_000_000);
        assert_eq!(
            triangles(&corners, &mut limit).map(|cut| cut.len()),
            Some(1998)
        );
        let mut limit = CuttingLimit(1000);
        assert_eq!(triangles(&corners, &mut limit), None);
        let triangle = triangles(&corners[..3], &mut limit);
        assert_eq!(triangle.map(|cut| cut.len()), Some(1));
    }
}
