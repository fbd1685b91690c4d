//! A tree of boxes that is built once and refitted when things move.

use super::{Bounds, Ray};
use crate::math::Vector;

/// As many items in a leaf as are tested faster than another box.
const LEAF: usize = 2;
/// Deep enough for any balanced tree of 32-bit numbers.
const STACK: usize = 64;

/// A box of 32-bit numbers that holds the 64-bit one.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Box32 {
    low: [f32; 3],
    high: [f32; 3],
}

impl Box32 {
    const EMPTY: Self = Self {
        low: [f32::INFINITY; 3],
        high: [f32::NEG_INFINITY; 3],
    };

    fn around(bounds: &Bounds) -> Self {
        Self {
            low: std::array::from_fn(|at| (bounds.low[at] as f32).next_down()),
            high: std::array::from_fn(|at| (bounds.high[at] as f32).next_up()),
        }
    }

    fn union(self, other: Self) -> Self {
        Self {
            low: std::array::from_fn(|at| self.low[at].min(other.low[at])),
            high: std::array::from_fn(|at| self.high[at].max(other.high[at])),
        }
    }

    fn centre(&self, axis: usize) -> f32 {
        0.5 * (self.low[axis] + self.high[axis])
    }

    /// Whether the ray comes through before `length`.
    #[inline]
    fn is_met(&self, origin: Vector, inverse: Vector, length: f64) -> bool {
        let (mut enter, mut leave) = (0.0_f64, length);
        for axis in 0..3 {
            let a = (f64::from(self.low[axis]) - origin[axis]) * inverse[axis];
            let b = (f64::from(self.high[axis]) - origin[axis]) * inverse[axis];
            // a ray in the face of a box gives no number; it counts as met
            enter = enter.max(a.min(b));
            leave = leave.min(a.max(b));
        }
        enter <= leave
    }
}

#[derive(Clone, Copy, Debug)]
struct Branch {
    bounds: Box32,
    /// For a leaf the first item, otherwise the right child; the left one follows at once.
    next: u32,
    /// How many items a leaf has; 0 for others.
    count: u32,
}

/// The tree. Items are numbers from 0; an item without bounds must be kept elsewhere.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    branches: Vec<Branch>,
    items: Vec<u32>,
}

impl Tree {
    /// Builds a tree over items with these bounds.
    pub fn build(items: &[(u32, Bounds)]) -> Self {
        let mut tree = Self::default();
        if items.is_empty() {
            return tree;
        }
        let mut entries: Vec<(u32, Box32)> = items
            .iter()
            .map(|(item, bounds)| (*item, Box32::around(bounds)))
            .collect();
        tree.branches.reserve(2 * entries.len());
        tree.grow(&mut entries);
        tree
    }

    fn grow(&mut self, entries: &mut [(u32, Box32)]) {
        let bounds = entries
            .iter()
            .fold(Box32::EMPTY, |sum, (_, bounds)| sum.union(*bounds));
        let at = self.branches.len();
        if entries.len() <= LEAF {
            self.branches.push(Branch {
                bounds,
                next: self.items.len() as u32,
                count: entries.len() as u32,
            });
            self.items.extend(entries.iter().map(|(item, _)| *item));
            return;
        }
        self.branches.push(Branch {
            bounds,
            next: 0,
            count: 0,
        });
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
        let middle = entries.len() / 2;
        entries.select_nth_unstable_by(middle, |(a, one), (b, other)| {
            one.centre(axis)
                .total_cmp(&other.centre(axis))
                .then(a.cmp(b))
        });
        let (left, right) = entries.split_at_mut(middle);
        self.grow(left);
        self.branches[at].next = self.branches.len() as u32;
        self.grow(right);
    }

    /// Adapts the boxes to where the items are now.
    pub fn refit(&mut self, bounds: impl Fn(u32) -> Bounds) {
        for at in (0..self.branches.len()).rev() {
            let branch = self.branches[at];
            let next = branch.next as usize;
            self.branches[at].bounds = if branch.count > 0 {
                self.items[next..next + branch.count as usize]
                    .iter()
                    .fold(Box32::EMPTY, |sum, item| {
                        sum.union(Box32::around(&bounds(*item)))
                    })
            } else {
                self.branches[at + 1]
                    .bounds
                    .union(self.branches[next].bounds)
            };
        }
    }

    /// Visits the items whose boxes a ray meets until `visit` returns `true`.
    /// `visit` may shorten the ray.
    pub fn visit(&self, ray: &Ray, mut visit: impl FnMut(u32, &mut f64) -> bool) -> bool {
        if self.branches.is_empty() {
            return false;
        }
        let inverse = Vector::new(
            1.0 / ray.direction.x,
            1.0 / ray.direction.y,
            1.0 / ray.direction.z,
        );
        let mut length = ray.length;
        let mut stack = [0_u32; STACK];
        let mut depth = 1;
        while depth > 0 {
            depth -= 1;
            let at = stack[depth] as usize;
            let branch = &self.branches[at];
            if !branch.bounds.is_met(ray.origin, inverse, length) {
                continue;
            }
            let next = branch.next as usize;
            if branch.count > 0 {
                for item in &self.items[next..next + branch.count as usize] {
                    if visit(*item, &mut length) {
                        return true;
                    }
                }
            } else {
                stack[depth] = branch.next;
                stack[depth + 1] = at as u32 + 1;
                depth += 2;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn unit_box(centre: Vector) -> Bounds {
        let half = Vector::new(0.5, 0.5, 0.5);
        Bounds {
            low: centre - half,
            high: centre + half,
        }
    }

    #[test]
    fn a_refitted_tree_finds_what_a_plain_search_finds() {
        let mut random = Random::new(7);
        let mut point = |reach: f64| {
            Vector::new(
                reach * (random.uniform() - 0.5),
                reach * (random.uniform() - 0.5),
                reach * (random.uniform() - 0.5),
            )
        };
        let mut centres: Vec<Vector> = (0..200).map(|_| point(20.0)).collect();
        let items: Vec<(u32, Bounds)> = centres
            .iter()
            .enumerate()
            .map(|(at, centre)| (at as u32, unit_box(*centre)))
            .collect();
        let mut tree = Tree::build(&items);
        for centre in &mut centres {
            *centre += point(3.0);
        }
        tree.refit(|item| unit_box(centres[item as usize]));
        for _ in 0..200 {
            let ray = Ray {
                origin: point(30.0),
                direction: point(1.0).normalized(),
                length: 15.0,
            };
            let inverse = Vector::new(
                1.0 / ray.direction.x,
                1.0 / ray.direction.y,
                1.0 / ray.direction.z,
            );
            let mut expected: Vec<u32> = (0..200)
                .filter(|at| {
                    Box32::around(&unit_box(centres[*at as usize]))
                        .is_met(ray.origin, inverse, ray.length)
                })
                .collect();
            let mut found = Vec::new();
            tree.visit(&ray, |item, _| {
                if expected.contains(&item) {
                    found.push(item);
                }
                false
            });
            found.sort();
            expected.sort();
            assert_eq!(found, expected);
        }
    }
}
