//! Two convex shapes in each other, found by portal refinement.
//!
//! All differences between points of the two shapes form a convex body; the
//! shapes overlap where it contains the origin. A portal is a triangle of its
//! points through which a ray from its inside leads to the origin. It is moved
//! outwards until it lies on the surface; its distance is the depth. The steps
//! and tolerances are those of libccd, which the genuine engine uses.

use super::ContactPoint;
use crate::math::Vector;

/// The portal lies on the surface if no point is farther out than this.
const TOLERANCE: f64 = 1e-6;

/// How often a portal is moved outwards. Within the shapes libccd stops there too.
const MOST_ROUNDS: usize = 500;

/// Numbers smaller than this count as nothing.
const NOTHING: f64 = f64::EPSILON;

/// A shape, as far as it is known here.
pub(super) trait Convex {
    /// A point inside.
    fn centre(&self) -> Vector;
    /// The farthest point in a direction.
    fn farthest(&self, direction: Vector) -> Vector;
}

/// A point of the body of differences, and the points of the shapes that it comes from.
#[derive(Clone, Copy)]
struct Difference {
    point: Vector,
    one: Vector,
    two: Vector,
}

impl Difference {
    fn new(one: Vector, two: Vector) -> Self {
        Self {
            point: one - two,
            one,
            two,
        }
    }

    fn farthest(one: &impl Convex, two: &impl Convex, direction: Vector) -> Self {
        Self::new(one.farthest(direction), two.farthest(-direction))
    }
}

/// What is known after the first search.
struct Start {
    /// A point inside.
    inside: Difference,
    /// The farthest point in the direction of the origin.
    outer: Difference,
    /// The other corners of the portal; none if the origin lies on the line
    /// from the inside to that point.
    others: Option<[Difference; 2]>,
}

/// The point where two convex shapes touch; the normal points towards the first.
pub(super) fn convex_convex(one: &impl Convex, two: &impl Convex) -> Option<ContactPoint> {
    let Start {
        inside,
        outer,
        others,
    } = discover(one, two)?;
    let found = match others {
        None => ContactPoint {
            position: (outer.one + outer.two) * 0.5,
            normal: -unit(outer.point),
            depth: outer.point.length(),
        },
        Some([second, third]) => {
            let portal = refine(one, two, [inside, outer, second, third])?;
            penetration(one, two, portal)
        }
    };
    (found.normal.is_finite() && found.position.is_finite() && found.depth.is_finite())
        .then_some(found)
}

fn is_nothing(value: f64) -> bool {
    value.abs() < NOTHING
}

/// The vector divided by its length, whatever that is.
fn unit(vector: Vector) -> Vector {
    vector * (1.0 / vector.length())
}

/// Looks for a first portal; none if the shapes are apart.
fn discover(one: &impl Convex, two: &impl Convex) -> Option<Start> {
    let mut inside = Difference::new(one.centre(), two.centre());
    if [inside.point.x, inside.point.y, inside.point.z]
        .into_iter()
        .all(is_nothing)
    {
        inside.point.x += NOTHING * 10.0;
    }
    let is_outside = |found: &Difference, direction: Vector| {
        let reach = found.point.dot(direction);
        is_nothing(reach) || reach < 0.0
    };
    let mut direction = unit(-inside.point);
    let mut first = Difference::farthest(one, two, direction);
    if is_outside(&first, direction) {
        return None;
    }
    direction = inside.point.cross(first.point);
    if is_nothing(direction.length_squared()) {
        return Some(Start {
            inside,
            outer: first,
            others: None,
        });
    }
    direction = unit(direction);
    let mut second = Difference::farthest(one, two, direction);
    if is_outside(&second, direction) {
        return None;
    }
    let across = |first: &Difference, second: &Difference| {
        unit((first.point - inside.point).cross(second.point - inside.point))
    };
    direction = across(&first, &second);
    if direction.dot(inside.point) > 0.0 {
        std::mem::swap(&mut first, &mut second);
        direction = -direction;
    }
    for _ in 0..MOST_ROUNDS {
        let third = Difference::farthest(one, two, direction);
        if is_outside(&third, direction) {
            return None;
        }
        let passes = |a: &Difference, b: &Difference| {
            let side = a.point.cross(b.point).dot(inside.point);
            side < 0.0 && !is_nothing(side)
        };
        if passes(&first, &third) {
            second = third;
        } else if passes(&third, &second) {
            first = third;
        } else {
            return Some(Start {
                inside,
                outer: first,
                others: Some([second, third]),
            });
        }
        direction = across(&first, &second);
    }
    None
}

/// The direction out of a portal.
fn outwards(portal: &[Difference; 4]) -> Vector {
    let [_, a, b, c] = portal;
    unit((b.point - a.point).cross(c.point - a.point))
}

/// Whether a point is hardly farther out than the portal.
fn is_reached(portal: &[Difference; 4], found: &Difference, direction: Vector) -> bool {
    let reach = found.point.dot(direction);
    let [_, a, b, c] = portal.map(|corner| reach - corner.point.dot(direction));
    let gain = a.min(b).min(c);
    gain < TOLERANCE || (gain - TOLERANCE).abs() < NOTHING
}

/// Takes a point into the portal instead of the corner that is not needed for
/// the ray to pass.
fn expand(portal: &mut [Difference; 4], found: Difference) {
    let across = found.point.cross(portal[0].point);
    let is_before = |at: usize| portal[at].point.dot(across) > 0.0;
    let at = match (is_before(1), is_before(2), is_before(3)) {
        (true, true, _) | (false, _, false) => 1,
        (true, false, _) => 3,
        (false, _, true) => 2,
    };
    portal[at] = found;
}

/// Moves the portal outwards until it is beyond the origin.
fn refine(
    one: &impl Convex,
    two: &impl Convex,
    mut portal: [Difference; 4],
) -> Option<[Difference; 4]> {
    for _ in 0..MOST_ROUNDS {
        let direction = outwards(&portal);
        let reach = portal[1].point.dot(direction);
        if is_nothing(reach) || reach > 0.0 {
            return Some(portal);
        }
        let found = Difference::farthest(one, two, direction);
        let reach = found.point.dot(direction);
        let can_contain = is_nothing(reach) || reach > 0.0;
        if !can_contain || is_reached(&portal, &found, direction) {
            return None;
        }
        expand(&mut portal, found);
    }
    None
}

/// Moves the portal to the surface and measures there.
fn penetration(one: &impl Convex, two: &impl Convex, mut portal: [Difference; 4]) -> ContactPoint {
    let mut rounds = 0;
    loop {
        let direction = outwards(&portal);
        let found = Difference::farthest(one, two, direction);
        if is_reached(&portal, &found, direction) || rounds > MOST_ROUNDS {
            break;
        }
        expand(&mut portal, found);
        rounds += 1;
    }
    let [_, a, b, c] = portal.map(|corner| corner.point);
    let nearest = nearest_of_triangle(a, b, c);
    ContactPoint {
        position: position(&portal),
        normal: -unit(nearest),
        depth: nearest.length(),
    }
}

/// The origin in terms of the corners, carried over to both shapes.
fn position(portal: &[Difference; 4]) -> Vector {
    let [inside, a, b, c] = portal.map(|corner| corner.point);
    let mut shares = [
        a.cross(b).dot(c),
        c.cross(b).dot(inside),
        inside.cross(a).dot(c),
        b.cross(a).dot(inside),
    ];
    let mut sum: f64 = shares.iter().sum();
    if is_nothing(sum) || sum < 0.0 {
        let direction = outwards(portal);
        shares = [
            0.0,
            b.cross(c).dot(direction),
            c.cross(a).dot(direction),
            a.cross(b).dot(direction),
        ];
        sum = shares.iter().sum();
    }
    let (mut one, mut two) = (Vector::ZERO, Vector::ZERO);
    for (corner, share) in portal.iter().zip(shares) {
        one += corner.one * share;
        two += corner.two * share;
    }
    (one * (1.0 / sum) + two * (1.0 / sum)) * 0.5
}

/// The point of a triangle that is nearest to the origin.
fn nearest_of_triangle(a: Vector, b: Vector, c: Vector) -> Vector {
    let (ab, ac) = (b - a, c - a);
    let (v, w, r) = (ab.dot(ab), ac.dot(ac), ab.dot(ac));
    let (p, q) = (a.dot(ab), a.dot(ac));
    let s = (q * r - w * p) / (w * v - r * r);
    let t = (-s * r - q) / w;
    let is_share =
        |share: f64| (is_nothing(share) || share > 0.0) && (is_nothing(share - 1.0) || share < 1.0);
    if is_share(s) && is_share(t) && (is_nothing(t + s - 1.0) || t + s < 1.0) {
        return a + ab * s + ac * t;
    }
    let mut nearest = nearest_of_segment(a, b);
    for other in [nearest_of_segment(a, c), nearest_of_segment(b, c)] {
        if other.length_squared() < nearest.length_squared() {
            nearest = other;
        }
    }
    nearest
}

/// The point of a line segment that is nearest to the origin.
fn nearest_of_segment(from: Vector, to: Vector) -> Vector {
    let along = to - from;
    let share = -from.dot(along) / along.length_squared();
    if share < 0.0 || is_nothing(share) {
        from
    } else if share > 1.0 || is_nothing(share - 1.0) {
        to
    } else {
        along * share + from
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Ball(Vector, f64);

    impl Convex for Ball {
        fn centre(&self) -> Vector {
            self.0
        }

        fn farthest(&self, direction: Vector) -> Vector {
            self.0 + direction * self.1
        }
    }

    #[test]
    fn balls_overlap_along_the_line_of_their_centres() {
        let one = Ball(Vector::new(0.1, 0.2, 0.3), 0.5);
        let two = Ball(Vector::new(0.1, 0.2, 1.1), 0.4);
        let found = convex_convex(&one, &two).expect("an overlap");
        assert!((found.depth - 0.1).abs() < 1e-5);
        assert!((found.normal + Vector::Z).length() < 1e-5);
        assert!((found.position - Vector::new(0.1, 0.2, 0.75)).length() < 1e-5);
        assert!(convex_convex(&one, &Ball(Vector::new(0.1, 1.2, 0.3), 0.4)).is_none());
        // equal centres give some direction, and no invalid number
        let same = convex_convex(&one, &Ball(one.0, 0.2)).expect("an overlap");
        assert!(same.depth > 0.5 && (same.normal.length() - 1.0).abs() < 1e-9);
    }
}
