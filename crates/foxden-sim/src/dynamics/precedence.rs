//! Which of two shapes comes first where they touch: the one that moved last.
//!
//! The genuine engine puts what moves in front of its list, body by body in
//! the order in which it went through the joints and contacts of their islands.

use super::Dynamics;

/// Room for the walk through the islands.
#[derive(Clone, Debug, Default)]
pub(crate) struct Precedence {
    /// The neighbours of bodies, by body, in the order in which they are looked at.
    links: Vec<(usize, usize, usize)>,
    stack: Vec<usize>,
    /// When each body moved in this step, from 1 on.
    ranks: Vec<u64>,
}

impl Dynamics {
    /// Puts the shapes of bodies that moved before all others.
    pub(super) fn put_moved_first(&mut self) {
        let mut walk = std::mem::take(&mut self.precedence);
        self.find_links(&mut walk);
        let count = self.rank_bodies(&mut walk);
        let before = self.made_shapes;
        for shape in self.shapes.values_mut() {
            let rank = shape.body().map_or(0, |body| walk.ranks[body.index()]);
            if rank > 0 {
                shape.precedence = before + rank;
            }
        }
        self.made_shapes += count;
        self.precedence = walk;
    }

    /// What bodies are linked to: by the newest contacts first, then by the newest joints.
    fn find_links(&self, walk: &mut Precedence) {
        walk.links.clear();
        let contacts = self.joints_of_contact.len();
        for (at, contact) in self.joints_of_contact.iter().enumerate() {
            if let Some(second) = contact.pair.second {
                let first = contact.pair.first;
                let turn = contacts - at;
                walk.links
                    .extend([(first, turn, second), (second, turn, first)]);
            }
        }
        for (id, body) in self.bodies.iter() {
            for (at, joint) in body.joints.iter().rev().enumerate() {
                let joint = self.joints.get(*joint);
                let ends = joint.and_then(|joint| Some((joint.parent()?, joint.end())));
                if let Some((parent, end)) = ends {
                    let other = if parent == id { end } else { parent };
                    let turn = contacts + 1 + at;
                    walk.links.push((id.index(), turn, other.index()));
                }
            }
        }
        walk.links.sort_unstable();
    }

    /// Walks through the islands, the newest body of each first; how many moved.
    fn rank_bodies(&self, walk: &mut Precedence) -> u64 {
        let places = self.bodies.places();
        walk.ranks.clear();
        walk.ranks.resize(places, 0);
        let mut count = 0;
        for start in (0..places).rev() {
            if self.islands.at(start).is_none() || walk.ranks[start] > 0 {
                continue;
            }
            walk.stack.clear();
            walk.stack.push(start);
            // a body that waits is taken already
            walk.ranks[start] = u64::MAX;
            while let Some(body) = walk.stack.pop() {
                count += 1;
                walk.ranks[body] = count;
                let from = walk.links.partition_point(|link| link.0 < body);
                for link in walk.links[from..].iter().take_while(|link| link.0 == body) {
                    if walk.ranks[link.2] == 0 && self.islands.at(link.2).is_some() {
                        walk.ranks[link.2] = u64::MAX;
                        walk.stack.push(link.2);
                    }
                }
            }
        }
        count
    }
}
