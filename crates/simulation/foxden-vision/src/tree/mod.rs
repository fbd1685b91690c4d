//! Trees of boxes: what a ray may meet.

mod shadow_casters;

pub(crate) use shadow_casters::{Casters, ShadowRay, world_bounds};

/// The corners of a box, in single precision.
pub(crate) type SingleBounds = [[f32; 3]; 2];

/// Items in a leaf.
const LEAF: usize = 4;
/// More levels than a tree has: each has half of the items of the one above.
const DEEPEST: usize = 64;

#[derive(Clone, Copy, Debug)]
struct Node {
    bounds: SingleBounds,
    /// The first item of a leaf, or the second child; the first child is the next node.
    at: u32,
    /// Items of a leaf; 0: not a leaf.
    count: u32,
}

/// A tree over numbered items.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    items: Vec<u32>,
}

/// A ray with what tests of boxes need.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ray {
    pub(crate) origin: [f64; 3],
    pub(crate) direction: [f64; 3],
    inverse: [f64; 3],
    /// In multiples of the direction.
    pub(crate) length: f64,
}

impl Ray {
    pub(crate) fn new(origin: [f64; 3], direction: [f64; 3], length: f64) -> Self {
        Self {
            origin,
            direction,
            inverse: direction.map(|part| 1.0 / part),
            length,
        }
    }

    fn meets(&self, bounds: &SingleBounds) -> bool {
        let (mut from, mut to) = (0.0_f64, self.length);
        for (axis, (low, high)) in bounds[0].iter().zip(&bounds[1]).enumerate() {
            let low = (f64::from(*low) - self.origin[axis]) * self.inverse[axis];
            let high = (f64::from(*high) - self.origin[axis]) * self.inverse[axis];
            // NaN, on the side of a flat box, restricts nothing
            from = from.max(low.min(high));
            to = to.min(low.max(high));
        }
        from <= to * (1.0 + 1e-9)
    }
}

fn joined(a: SingleBounds, b: SingleBounds) -> SingleBounds {
    [
        std::array::from_fn(|axis| a[0][axis].min(b[0][axis])),
        std::array::from_fn(|axis| a[1][axis].max(b[1][axis])),
    ]
}

impl Tree {
    pub(crate) fn new(bounds: &[SingleBounds]) -> Self {
        let mut tree = Self {
            nodes: Vec::with_capacity(bounds.len() / LEAF * 2 + 1),
            items: (0..bounds.len() as u32).collect(),
        };
        if !bounds.is_empty() {
            let middles: Vec<[f32; 3]> = bounds
                .iter()
                .map(|[low, high]| std::array::from_fn(|axis| low[axis] + high[axis]))
                .collect();
            tree.build(bounds, &middles, 0, bounds.len());
        }
        tree
    }

    fn build(&mut self, bounds: &[SingleBounds], middles: &[[f32; 3]], from: usize, to: usize) {
        let items = &mut self.items[from..to];
        let mut around = bounds[items[0] as usize];
        let first = middles[items[0] as usize];
        let mut spread = [first, first];
        for item in items.iter() {
            around = joined(around, bounds[*item as usize]);
            let middle = middles[*item as usize];
            spread = joined(spread, [middle, middle]);
        }
        let at = self.nodes.len();
        self.nodes.push(Node {
            bounds: around,
            at: from as u32,
            count: (to - from) as u32,
        });
        if to - from <= LEAF {
            return;
        }
        let width = |axis: usize| spread[1][axis] - spread[0][axis];
        let mut axis = 0;
        for other in 1..3 {
            if width(other) > width(axis) {
                axis = other;
            }
        }
        let half = items.len() / 2;
        items.select_nth_unstable_by(half, |a, b| {
            let key = |item: u32| middles[item as usize][axis];
            key(*a).total_cmp(&key(*b)).then(a.cmp(b))
        });
        self.build(bounds, middles, from, from + half);
        let second = self.nodes.len() as u32;
        self.nodes[at].at = second;
        self.nodes[at].count = 0;
        self.build(bounds, middles, from + half, to);
    }

    /// Gives all items of leaves that are wanted and whose nodes above are.
    pub(crate) fn visit(
        &self,
        mut is_wanted: impl FnMut(&SingleBounds) -> bool,
        mut give: impl FnMut(u32),
    ) {
        let mut stack = [0_u32; DEEPEST];
        let mut depth = 0;
        let mut at = 0;
        while let Some(node) = self.nodes.get(at) {
            if is_wanted(&node.bounds) {
                if node.count == 0 {
                    stack[depth] = node.at;
                    depth += 1;
                    at += 1;
                    continue;
                }
                let items = &self.items[node.at as usize..(node.at + node.count) as usize];
                items.iter().for_each(|item| give(*item));
            }
            if depth == 0 {
                break;
            }
            depth -= 1;
            at = stack[depth] as usize;
        }
    }

    /// About which part of all items is wanted, by the nodes of the upper levels.
    pub(crate) fn share(&self, levels: u32, is_wanted: impl Fn(&SingleBounds) -> bool) -> f64 {
        let mut share = 0.0;
        // a node and its level: both children have half of its items
        let mut waiting = vec![(0, 0)];
        while let Some((at, level)) = waiting.pop() {
            let Some(node) = self.nodes.get(at).filter(|node| is_wanted(&node.bounds)) else {
                continue;
            };
            if node.count == 0 && level < levels {
                waiting.extend([(at + 1, level + 1), (node.at as usize, level + 1)]);
            } else {
                share += 0.5_f64.powi(level as i32);
            }
        }
        share
    }

    /// Gives all items whose box, made larger by a reserve, a ray meets.
    pub(crate) fn all_near(&self, ray: &Ray, reserve: [f32; 3], mut give: impl FnMut(u32)) {
        let larger = |[low, high]: SingleBounds| -> SingleBounds {
            [
                std::array::from_fn(|axis| low[axis] - reserve[axis]),
                std::array::from_fn(|axis| high[axis] + reserve[axis]),
            ]
        };
        let mut at = 0;
        let mut stack = Vec::new();
        while let Some(node) = self.nodes.get(at) {
            if ray.meets(&larger(node.bounds)) {
                if node.count == 0 {
                    stack.push(node.at as usize);
                    at += 1;
                    continue;
                }
                let items = &self.items[node.at as usize..(node.at + node.count) as usize];
                items.iter().for_each(|item| give(*item));
            }
            match stack.pop() {
                Some(next) => at = next,
                None => break,
            }
        }
    }

    /// Whether a test says yes for any item whose box the ray meets.
    pub(crate) fn any(&self, ray: &Ray, mut test: impl FnMut(u32) -> bool) -> bool {
        let mut stack = [0_u32; DEEPEST];
        let mut depth = 0;
        let mut at = 0;
        if self.nodes.is_empty() {
            return false;
        }
        loop {
            let node = &self.nodes[at];
            if ray.meets(&node.bounds) {
                if node.count == 0 {
                    stack[depth] = node.at;
                    depth += 1;
                    at += 1;
                    continue;
                }
                let items = &self.items[node.at as usize..(node.at + node.count) as usize];
                if items.iter().any(|item| test(*item)) {
                    return true;
                }
            }
            if depth == 0 {
                return false;
            }
            depth -= 1;
            at = stack[depth] as usize;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wanted_items_are_given_and_their_part_is_told() {
        let bounds: Vec<SingleBounds> = (0..1000)
            .map(|at| [[at as f32, 0.0, 0.0], [at as f32 + 0.5, 1.0, 1.0]])
            .collect();
        let tree = Tree::new(&bounds);
        let is_wanted = |bounds: &SingleBounds| bounds[1][0] > 100.0 && bounds[0][0] < 350.0;
        let mut found = Vec::new();
        tree.visit(is_wanted, |item| found.push(item));
        found.sort_unstable();
        assert!(found.windows(2).all(|pair| pair[1] == pair[0] + 1));
        // at most the other items of a leaf besides
        assert!(found[0] <= 100 && found[0] > 96 && found.len() < 260);
        assert!((tree.share(8, is_wanted) - 0.25).abs() < 0.01);
        assert_eq!(Tree::new(&[]).share(8, is_wanted), 0.0);
    }

    #[test]
    fn all_boxes_that_a_ray_meets_are_asked() {
        let bounds: Vec<SingleBounds> = (0..100)
            .map(|at| {
                let low = [(at % 10) as f32, (at / 10) as f32, 0.0];
                [low, [low[0] + 0.5, low[1] + 0.5, 1.0]]
            })
            .collect();
        let tree = Tree::new(&bounds);
        let found = |ray: Ray| {
            let mut found = Vec::new();
            tree.any(&ray, |item| {
                if ray.meets(&bounds[item as usize]) {
                    found.push(item);
                }
                false
            });
            found.sort_unstable();
            found
        };
        let along = Ray::new([-1.0, 3.25, 0.5], [1.0, 0.0, 0.0], f64::INFINITY);
        assert_eq!(found(along), (30..40).collect::<Vec<u32>>());
        let short = Ray::new([-1.0, 3.25, 0.5], [1.0, 0.0, 0.0], 3.2);
        assert_eq!(found(short), [30, 31, 32]);
        assert!(found(Ray::new([-1.0, 3.75, 0.5], [1.0, 0.0, 0.0], 99.0)).is_empty());
    }
}
