//! A tree of boxes that is built once and refitted when things move.
//!
//! Every branch has four boxes beside each other, so that one ray is held
//! against all of them at once, in 32-bit numbers. Boxes, the start of a ray and
//! its length are rounded so that nothing is ever missed; shapes decide in 64
//! bits what is met.

use super::{Bounds, Ray};

/// How many boxes a branch has.
const WIDTH: usize = 4;
/// Deep enough for any balanced tree of 32-bit numbers: every branch on the way
/// down leaves all its boxes but one.
const STACK: usize = 64;
/// More than the eight roundings on both sides of a comparison can add to each
/// other, each of at most 2⁻²⁴.
const ROUNDING: f32 = 1.0 / (1 << 20) as f32;

/// A box of 32-bit numbers that holds the 64-bit one.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Box32 {
    low: [f32; 3],
    high: [f32; 3],
}

impl Box32 {
    fn around(bounds: &Bounds) -> Self {
        Self {
            low: std::array::from_fn(|at| (bounds.low[at] as f32).next_down()),
            high: std::array::from_fn(|at| (bounds.high[at] as f32).next_up()),
        }
    }

    fn centre(&self, axis: usize) -> f32 {
        0.5 * (self.low[axis] + self.high[axis])
    }
}

/// A ray as boxes see it: for each axis how their planes are met.
struct Ray32([Axis32; 3]);

/// The part of a ray along an axis.
#[derive(Clone, Copy)]
struct Axis32 {
    /// Which planes it meets first: 1, the upper ones, if it goes downwards.
    near: usize,
    /// Where it starts, seen from lower and from upper planes: rounded up and
    /// down. Once for each box, as the next.
    start: [[f32; WIDTH]; 2],
    inverse: [f32; WIDTH],
}

impl Ray32 {
    fn new(ray: &Ray) -> Self {
        let axis = |at: usize| {
            let start = ray.origin[at] as f32;
            let slack = start.abs() * ROUNDING + f32::MIN_POSITIVE;
            let inverse = 1.0 / ray.direction[at] as f32;
            Axis32 {
                near: usize::from(inverse < 0.0),
                start: [[start + slack; WIDTH], [start - slack; WIDTH]],
                inverse: [inverse; WIDTH],
            }
        };
        Self([axis(0), axis(1), axis(2)])
    }
}

/// A length that is not less.
fn rounded_up(length: f64) -> f32 {
    (length as f32).next_up()
}

#[derive(Clone, Copy, Debug)]
struct TreeBranch {
    /// The lower and the upper planes of the boxes along each axis.
    planes: [[[f32; WIDTH]; 2]; 3],
    /// What the boxes hold.
    held: [Held; WIDTH],
}

/// What a box holds: a branch, an item, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Held(u32);

impl Held {
    const NOTHING: Self = Self(u32::MAX);
    const IS_ITEM: u32 = 1 << 31;

    fn branch(at: usize) -> Self {
        Self(at as u32)
    }

    fn item(item: u32) -> Self {
        Self(item | Self::IS_ITEM)
    }

    fn as_branch(self) -> Option<u32> {
        (self.0 & Self::IS_ITEM == 0).then_some(self.0)
    }

    fn as_item(self) -> u32 {
        self.0 & !Self::IS_ITEM
    }
}

impl TreeBranch {
    const EMPTY: Self = Self {
        planes: [[[f32::INFINITY; WIDTH], [f32::NEG_INFINITY; WIDTH]]; 3],
        held: [Held::NOTHING; WIDTH],
    };

    fn set(&mut self, slot: usize, bounds: &Box32) {
        for axis in 0..3 {
            self.planes[axis][0][slot] = bounds.low[axis];
            self.planes[axis][1][slot] = bounds.high[axis];
        }
    }

    fn bounds(&self) -> Box32 {
        let least = |planes: &[f32; WIDTH]| planes.iter().copied().fold(f32::INFINITY, f32::min);
        let most = |planes: &[f32; WIDTH]| planes.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        Box32 {
            low: std::array::from_fn(|axis| least(&self.planes[axis][0])),
            high: std::array::from_fn(|axis| most(&self.planes[axis][1])),
        }
    }

    /// Which boxes the ray comes through before `length`, a bit for each. What is
    /// no number, as for a ray in the face of a box, counts as met.
    #[inline(always)]
    fn met(&self, ray: &Ray32, length: f32) -> u32 {
        let mut enter = [0.0_f32; WIDTH];
        let mut leave = [length; WIDTH];
        for (planes, axis) in self.planes.iter().zip(&ray.0) {
            // what is 0 or 1 anyway needs no check of bounds then
            let (near, far) = (axis.near & 1, (axis.near ^ 1) & 1);
            for slot in 0..WIDTH {
                let t = (planes[near][slot] - axis.start[near][slot]) * axis.inverse[slot];
                enter[slot] = if t > enter[slot] { t } else { enter[slot] };
            }
            for slot in 0..WIDTH {
                let t = (planes[far][slot] - axis.start[far][slot]) * axis.inverse[slot];
                leave[slot] = if t < leave[slot] { t } else { leave[slot] };
            }
        }
        (0..WIDTH).fold(0, |met, slot| {
            let is_met = enter[slot] <= leave[slot] * (1.0 + ROUNDING) + f32::MIN_POSITIVE;
            met | u32::from(is_met) << slot
        })
    }
}

/// The tree. Items are numbers below 2³¹; an item without bounds must be kept elsewhere.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// Branches before what they hold.
    branches: Vec<TreeBranch>,
    /// For each item its branch and the box there.
    slots: Vec<Option<(u32, u8)>>,
}

impl Tree {
    /// Builds a tree over items with these bounds.
    pub fn build(items: &[(u32, Bounds)]) -> Self {
        let mut entries: Vec<(u32, Box32)> = items
            .iter()
            .map(|(item, bounds)| (*item, Box32::around(bounds)))
            .collect();
        let count = items.iter().map(|(item, _)| *item as usize + 1).max();
        let mut tree = Self {
            branches: Vec::with_capacity(entries.len() / 2 + 1),
            slots: vec![None; count.unwrap_or(0)],
        };
        if !entries.is_empty() {
            tree.grow(&mut entries);
            tree.refit();
        }
        tree
    }

    /// Makes a branch over some items; where it is.
    fn grow(&mut self, entries: &mut [(u32, Box32)]) -> usize {
        let at = self.branches.len();
        self.branches.push(TreeBranch::EMPTY);
        let (left, right) = halves(entries);
        let quarters = [halves(left), halves(right)];
        for (slot, part) in quarters
            .into_iter()
            .flat_map(|(one, other)| [one, other])
            .enumerate()
        {
            self.branches[at].held[slot] = match part {
                [] => Held::NOTHING,
                [(item, bounds)] => {
                    self.slots[*item as usize] = Some((at as u32, slot as u8));
                    self.branches[at].set(slot, bounds);
                    Held::item(*item)
                }
                _ => Held::branch(self.grow(part)),
            };
        }
        at
    }

    /// Tells where an item is now; [`Tree::refit`] is to follow.
    pub fn put(&mut self, item: u32, bounds: &Bounds) {
        if let Some((branch, slot)) = self.slots.get(item as usize).copied().flatten() {
            self.branches[branch as usize].set(usize::from(slot), &Box32::around(bounds));
        }
    }

    /// Adapts the boxes around boxes to where the items are now.
    pub fn refit(&mut self) {
        for at in (0..self.branches.len()).rev() {
            for slot in 0..WIDTH {
                if let Some(below) = self.branches[at].held[slot].as_branch() {
                    let bounds = self.branches[below as usize].bounds();
                    self.branches[at].set(slot, &bounds);
                }
            }
        }
    }

    /// Visits the items whose boxes a ray meets until `visit` returns `true`.
    /// `visit` may shorten the ray.
    pub fn visit(&self, ray: &Ray, mut visit: impl FnMut(u32, &mut f64) -> bool) -> bool {
        if self.branches.is_empty() {
            return false;
        }
        let narrow = Ray32::new(ray);
        let mut length = ray.length;
        let mut reach = rounded_up(length);
        let mut stack = [0_u32; STACK];
        let mut depth = 1;
        while depth > 0 {
            depth -= 1;
            let branch = &self.branches[stack[depth] as usize];
            let mut met = branch.met(&narrow, reach);
            while met != 0 {
                let held = branch.held[met.trailing_zeros() as usize];
                met &= met - 1;
                if let Some(below) = held.as_branch() {
                    stack[depth] = below;
                    depth += 1;
                } else if held != Held::NOTHING {
                    if visit(held.as_item(), &mut length) {
                        return true;
                    }
                    reach = rounded_up(length);
                }
            }
        }
        false
    }
}

/// An item and its box.
type TreeEntry = (u32, Box32);

/// Two halves of a list of boxes, along the axis on which they lie farthest apart.
fn halves(entries: &mut [TreeEntry]) -> (&mut [TreeEntry], &mut [TreeEntry]) {
    let middle = entries.len() / 2;
    if entries.len() < 2 {
        return entries.split_at_mut(middle);
    }
    let spread = |axis: usize| {
        let centres = entries.iter().map(|(_, bounds)| bounds.centre(axis));
        let (low, high) = centres
            .fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), centre| {
                (low.min(centre), high.max(centre))
            });
        high - low
    };
    let spreads = [spread(0), spread(1), spread(2)];
    let axis = (0..3)
        .max_by(|a, b| spreads[*a].total_cmp(&spreads[*b]))
        .unwrap_or(0);
    entries.select_nth_unstable_by(middle, |(a, one), (b, other)| {
        one.centre(axis)
            .total_cmp(&other.centre(axis))
            .then(a.cmp(b))
    });
    entries.split_at_mut(middle)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Vector;
    use crate::state::random::Random;

    fn unit_box(centre: Vector) -> Bounds {
        let half = Vector::new(0.5, 0.5, 0.5);
        Bounds {
            low: centre - half,
            high: centre + half,
        }
    }

    /// Whether the ray comes through, in 64 bits.
    fn is_met(bounds: &Bounds, ray: &Ray) -> bool {
        let (mut enter, mut leave) = (0.0_f64, ray.length);
        for axis in 0..3 {
            let inverse = 1.0 / ray.direction[axis];
            let a = (bounds.low[axis] - ray.origin[axis]) * inverse;
            let b = (bounds.high[axis] - ray.origin[axis]) * inverse;
            enter = enter.max(a.min(b));
            leave = leave.min(a.max(b));
        }
        enter <= leave
    }

    fn point(random: &mut Random, reach: f64) -> Vector {
        let mut part = || reach * (random.uniform() - 0.5);
        Vector::new(part(), part(), part())
    }

    /// The items whose own boxes are met, and all that the tree visits.
    fn compare(tree: &Tree, boxes: &[Bounds], ray: &Ray) -> (Vec<u32>, Vec<u32>) {
        let mut visited = Vec::new();
        tree.visit(ray, |item, _| {
            visited.push(item);
            false
        });
        visited.sort();
        let count = boxes.len() as u32;
        let met = (0..count).filter(|at| is_met(&boxes[*at as usize], ray));
        (met.collect(), visited)
    }

    fn tree_of(boxes: &[Bounds]) -> Tree {
        let items: Vec<(u32, Bounds)> = (0..).zip(boxes.iter().copied()).collect();
        Tree::build(&items)
    }

    #[test]
    fn a_refitted_tree_finds_what_a_plain_search_finds() {
        let mut random = Random::new(7);
        let mut boxes: Vec<Bounds> = (0..200)
            .map(|_| unit_box(point(&mut random, 20.0)))
            .collect();
        let mut tree = tree_of(&boxes);
        for (at, bounds) in boxes.iter_mut().enumerate() {
            *bounds = unit_box(bounds.low + point(&mut random, 3.0));
            tree.put(at as u32, bounds);
        }
        tree.refit();
        for _ in 0..200 {
            let ray = Ray {
                origin: point(&mut random, 30.0),
                direction: point(&mut random, 1.0).normalized(),
                length: 15.0,
            };
            let (met, visited) = compare(&tree, &boxes, &ray);
            assert!(met.iter().all(|item| visited.contains(item)));
            assert!(visited.len() <= met.len() + 1, "{met:?} {visited:?}");
        }
    }

    #[test]
    fn small_numbers_of_items_are_found() {
        for count in 0..12 {
            let at = |number: usize| unit_box(Vector::new(3.0 * number as f64, 0.0, 0.0));
            let boxes: Vec<Bounds> = (0..count).map(at).collect();
            let ray = Ray {
                origin: Vector::new(-5.0, 0.1, 0.2),
                direction: Vector::X,
                length: 100.0,
            };
            let (met, visited) = compare(&tree_of(&boxes), &boxes, &ray);
            assert_eq!(met, visited);
            assert_eq!(met.len(), count);
        }
    }

    #[test]
    fn rounding_misses_nothing() {
        let mut random = Random::new(11);
        for _ in 0..20_000 {
            // far away, so that 32 bits are coarse, and rays that touch corners and faces
            let far = point(&mut random, 2000.0);
            let size = point(&mut random, 1e-3);
            let high = far + Vector::new(size.x.abs(), size.y.abs(), size.z.abs());
            let bounds = Bounds { low: far, high };
            let corner = |axis: usize, is_high: bool| if is_high { high[axis] } else { far[axis] };
            let aim = Vector::new(
                corner(0, random.uniform() < 0.5),
                corner(1, random.uniform() < 0.5),
                corner(2, random.uniform() < 0.5),
            );
            let mut origin = point(&mut random, 100.0);
            if random.uniform() < 0.3 {
                origin.z = aim.z;
            }
            let way = aim - origin;
            let ray = Ray {
                origin,
                direction: way.normalized(),
                length: way.length(),
            };
            let (met, visited) = compare(&tree_of(&[bounds]), &[bounds], &ray);
            assert!(met.is_empty() || visited == [0]);
        }
    }
}
