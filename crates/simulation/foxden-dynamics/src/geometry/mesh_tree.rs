//! The tree in which triangles of a mesh are looked up.
//!
//! It is split as in the genuine engine, in 32 bits, because the order in
//! which triangles are found is the order of the contact points.

use super::single::Point;

/// A third, as the genuine engine rounds it.
const THIRD: f32 = 1.0 / 3.0;

/// A tree of boxes. A mesh of one triangle has no box.
#[derive(Clone, Debug, Default)]
pub(crate) struct MeshTree {
    nodes: Vec<Node>,
}

/// A box around all triangles below it.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub centre: Point,
    pub half: Point,
    /// The part on the positive side is first.
    pub branches: [Branch; 2],
}

/// What is below a box.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Branch {
    Node(u32),
    Triangle(u32),
}

impl MeshTree {
    /// The tree of some triangles.
    pub fn build(triangles: &[[Point; 3]]) -> Self {
        let mut tree = Self::default();
        if triangles.len() > 1 {
            tree.nodes.reserve(triangles.len() - 1);
            let mut items: Vec<u32> = (0..triangles.len() as u32).collect();
            tree.add(triangles, &mut items);
        }
        tree
    }

    /// The box around everything.
    pub fn root(&self) -> Option<&Node> {
        self.nodes.first()
    }

    /// The box that a branch names.
    pub fn node(&self, at: u32) -> &Node {
        &self.nodes[at as usize]
    }

    /// All triangles below a box, in order.
    pub fn list(&self, node: &Node, found: &mut Vec<u32>) {
        for branch in &node.branches {
            match branch {
                Branch::Triangle(triangle) => found.push(*triangle),
                Branch::Node(at) => self.list(self.node(*at), found),
            }
        }
    }

    fn add(&mut self, triangles: &[[Point; 3]], items: &mut [u32]) -> Branch {
        if let [item] = items {
            return Branch::Triangle(*item);
        }
        let at = self.nodes.len();
        let corners = || items.iter().flat_map(|&item| triangles[item as usize]);
        let low = corners().fold(Point::all(f32::MAX), |a, b| a.with(b, f32::min));
        let high = corners().fold(Point::all(f32::MIN), |a, b| a.with(b, f32::max));
        self.nodes.push(Node {
            centre: (high + low) * 0.5,
            half: (high - low) * 0.5,
            branches: [Branch::Triangle(0); 2],
        });
        let count = split(triangles, items);
        let (positive, negative) = items.split_at_mut(count);
        let branches = [self.add(triangles, positive), self.add(triangles, negative)];
        self.nodes[at].branches = branches;
        Branch::Node(at as u32)
    }
}

/// Puts the triangles of the positive side first and returns how many they are.
fn split(triangles: &[[Point; 3]], items: &mut [u32]) -> usize {
    let centre = |item: u32| {
        let [a, b, c] = triangles[item as usize];
        (a + b + c) * THIRD
    };
    let sum = items
        .iter()
        .fold(Point::default(), |sum, &item| sum + centre(item));
    let mean = sum * (1.0 / items.len() as f32);
    let squares = items.iter().fold(Point::default(), |sum, &item| {
        let away = centre(item) - mean;
        sum + away.with(away, |a, b| a * b)
    });
    let axis = (squares * (1.0 / (items.len() - 1) as f32)).largest_axis();
    let mut border = 0.0;
    for &item in items.iter() {
        for corner in triangles[item as usize] {
            border += corner[axis];
        }
    }
    border /= (items.len() * 3) as f32;
    let mut count = 0;
    for at in 0..items.len() {
        if centre(items[at])[axis] > border {
            items.swap(at, count);
            count += 1;
        }
    }
    if count == 0 || count == items.len() {
        items.len() / 2
    } else {
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strip(count: usize) -> Vec<[Point; 3]> {
        (0..count)
            .map(|at| {
                let x = at as f32;
                [
                    Point([x, 0.0, 0.0]),
                    Point([x + 1.0, 0.0, 0.0]),
                    Point([x, 1.0, 0.0]),
                ]
            })
            .collect()
    }

    #[test]
    fn each_triangle_is_found_once_and_the_positive_side_first() {
        let tree = MeshTree::build(&strip(4));
        let mut found = Vec::new();
        tree.list(&tree.nodes[0], &mut found);
        assert_eq!(found, [3, 2, 1, 0]);
        assert!(MeshTree::build(&strip(1)).root().is_none());
    }

    #[test]
    fn equal_triangles_are_halved() {
        let tree = MeshTree::build(&[strip(1)[0]; 9]);
        let mut found = Vec::new();
        tree.list(&tree.nodes[0], &mut found);
        found.sort_unstable();
        assert_eq!(found, (0..9).collect::<Vec<_>>());
    }
}
