//! Which triangles are near another shape, in the order of the tree.

use super::Placed;
use super::overlap::{TurnedBox, TurnedTree, triangle_box, triangle_triangle};
use crate::geometry::single::{Frame, Point};
use crate::geometry::{Branch, Mesh, Node};
use crate::math::{Pose, Vector};

/// The triangles that overlap a box.
pub(super) fn near_box(placed: Placed, pose: &Pose, half: Vector) -> Vec<u32> {
    let (tree_frame, box_frame) = (Frame::of(placed.pose), Frame::of(pose));
    let to_box = tree_frame.then(&box_frame.inverse());
    let to_tree = box_frame.then(&tree_frame.inverse());
    let mut search = BoxSearch {
        mesh: placed.mesh,
        searched: TurnedBox::new(to_tree, Point::rounded(half)),
        to_box,
        found: Vec::new(),
    };
    match placed.mesh.tree().root() {
        Some(root) => search.visit(root),
        None if placed.mesh.corners().is_empty() => {}
        None => search.try_triangle(0),
    }
    search.found
}

struct BoxSearch<'a> {
    mesh: &'a Mesh,
    searched: TurnedBox,
    to_box: Frame,
    found: Vec<u32>,
}

impl BoxSearch<'_> {
    fn visit(&mut self, node: &Node) {
        if !self.searched.overlaps(node) {
            return;
        }
        let tree = self.mesh.tree();
        if self.searched.contains(node, &self.to_box) {
            tree.list(node, &mut self.found);
            return;
        }
        for branch in node.branches {
            match branch {
                Branch::Triangle(triangle) => self.try_triangle(triangle),
                Branch::Node(at) => self.visit(tree.node(at)),
            }
        }
    }

    fn try_triangle(&mut self, triangle: u32) {
        let corners = self.mesh.triangle_in_single(triangle as usize);
        let seen = corners.map(|corner| self.to_box.apply(corner));
        if triangle_box(seen, self.searched.half()) {
            self.found.push(triangle);
        }
    }
}

/// The triangles whose boxes overlap a ball.
pub(super) fn near_ball(placed: Placed, centre: Vector, radius: f64) -> Vec<u32> {
    let frame = Frame::of(placed.pose).inverse();
    let centre = frame.apply_to_origin(Point::rounded(centre));
    let square = radius as f32 * radius as f32;
    let mut found = Vec::new();
    let tree = placed.mesh.tree();
    let Some(root) = tree.root() else {
        // a single triangle is always tried
        found.extend((!placed.mesh.corners().is_empty()).then_some(0));
        return found;
    };
    let is_near = |node: &Node| {
        let away = centre - node.centre;
        let distance: f32 = (0..3)
            .map(|axis| (away[axis].abs() - node.half[axis]).max(0.0))
            .map(|beyond| beyond * beyond)
            .sum();
        distance <= square
    };
    visit_near(placed.mesh, root, &is_near, &mut found);
    found
}

/// The triangles of all boxes that are near something, in order.
pub(super) fn visit_near(
    mesh: &Mesh,
    node: &Node,
    is_near: &impl Fn(&Node) -> bool,
    found: &mut Vec<u32>,
) {
    if !is_near(node) {
        return;
    }
    for branch in node.branches {
        match branch {
            Branch::Triangle(triangle) => found.push(triangle),
            Branch::Node(at) => visit_near(mesh, mesh.tree().node(at), is_near, found),
        }
    }
}

/// The pairs of triangles of two meshes that meet.
pub(super) fn meeting_pairs(one: Placed, two: Placed) -> Vec<[u32; 2]> {
    let (frame_one, frame_two) = (Frame::of(one.pose), Frame::of(two.pose));
    let to_one = frame_two.then(&frame_one.inverse());
    let mut search = PairSearch {
        one: one.mesh,
        two: two.mesh,
        to_two: frame_one.then(&frame_two.inverse()),
        to_one,
        turned: TurnedTree::new(to_one),
        found: Vec::new(),
    };
    // a mesh of one triangle has no tree: it meets no other mesh
    if let (Some(first), Some(second)) = (one.mesh.tree().root(), two.mesh.tree().root()) {
        search.visit(first, second);
    }
    search.found
}

struct PairSearch<'a> {
    one: &'a Mesh,
    two: &'a Mesh,
    to_two: Frame,
    to_one: Frame,
    turned: TurnedTree,
    found: Vec<[u32; 2]>,
}

impl PairSearch<'_> {
    fn visit(&mut self, first: &Node, second: &Node) {
        if !self.turned.overlap(first, second) {
            return;
        }
        let (tree_one, tree_two) = (self.one.tree(), self.two.tree());
        for branch in first.branches {
            for other in second.branches {
                match (branch, other) {
                    (Branch::Triangle(own), _) => {
                        let corners = self.one.triangle_in_single(own as usize);
                        let seen = corners.map(|corner| self.to_two.apply(corner));
                        self.try_one(own, seen, other);
                    }
                    (Branch::Node(at), Branch::Triangle(foreign)) => {
                        let corners = self.two.triangle_in_single(foreign as usize);
                        let seen = corners.map(|corner| self.to_one.apply(corner));
                        self.try_two(foreign, seen, Branch::Node(at));
                    }
                    (Branch::Node(at), Branch::Node(there)) => {
                        self.visit(tree_one.node(at), tree_two.node(there));
                    }
                }
            }
        }
    }

    /// A triangle of the first mesh, seen from the second, against a branch of the second.
    fn try_one(&mut self, own: u32, seen: [Point; 3], branch: Branch) {
        match branch {
            Branch::Triangle(foreign) => {
                let other = self.two.triangle_in_single(foreign as usize);
                if triangle_triangle(seen, other) {
                    self.found.push([own, foreign]);
                }
            }
            Branch::Node(at) => {
                let node = self.two.tree().node(at);
                if triangle_box(seen.map(|corner| corner - node.centre), node.half) {
                    for branch in node.branches {
                        self.try_one(own, seen, branch);
                    }
                }
            }
        }
    }

    /// A triangle of the second mesh, seen from the first, against a branch of the first.
    fn try_two(&mut self, foreign: u32, seen: [Point; 3], branch: Branch) {
        match branch {
            Branch::Triangle(own) => {
                let other = self.one.triangle_in_single(own as usize);
                if triangle_triangle(seen, other) {
                    self.found.push([own, foreign]);
                }
            }
            Branch::Node(at) => {
                let node = self.one.tree().node(at);
                if triangle_box(seen.map(|corner| corner - node.centre), node.half) {
                    for branch in node.branches {
                        self.try_two(foreign, seen, branch);
                    }
                }
            }
        }
    }
}
