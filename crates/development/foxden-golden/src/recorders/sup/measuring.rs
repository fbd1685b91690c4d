//! What a script measures in the world.

use super::Sup;
use super::commands::Words;
use super::values::joined;
use foxden_scene::{NodeId, export_node};
use foxden_sim::World;
use foxden_sim::controller::{Command, ContactQuestion};

impl Sup {
    pub(super) fn measure(
        &mut self,
        world: &mut World,
        word: &str,
        words: &mut Words<'_>,
    ) -> String {
        let node = self.node(world, words.word());
        match word {
            "pos" => numbers(node.and_then(|node| world.position(node))),
            "ori" => numbers(node.and_then(|node| world.orientation(node))),
            "vel" => numbers(node.and_then(|node| world.velocity(node))),
            "com" => numbers(node.and_then(|node| world.center_of_mass(node))),
            "pose" => {
                let from = words.word();
                let from = (!from.is_empty()).then(|| self.node(world, from)).flatten();
                let Some(node) = node else {
                    return joined(&[f64::NAN; 16]);
                };
                // without an answer the library shows the last one
                if let Some(pose) = pose(world, node, from) {
                    self.last_pose = pose;
                }
                joined(&self.last_pose)
            }
            "balance" => {
                self.ask_about_contacts(world, node, ContactQuestion::Balance);
                let balanced = node.and_then(|node| world.is_balanced(node));
                u8::from(balanced.unwrap_or(false)).to_string()
            }
            "export" => {
                self.client.flush(world);
                let text = node.map(|node| export_node(&world.document(), node));
                text.unwrap_or_default().trim_end().replace('\n', "\\n")
            }
            // the library says so of a node that is not there
            "ncontacts" if node.is_none() => "-1".to_owned(),
            "ncontacts" | "contacts" => {
                let with_descendants = words.integer() != 0;
                self.ask_about_contacts(world, node, ContactQuestion::Points);
                let points = node
                    .map(|node| world.contact_points(node, with_descendants))
                    .unwrap_or_default();
                let mut shown = points.len().to_string();
                if word == "contacts" {
                    for contact in points {
                        let found = world.scene().get(contact.own);
                        let def = found.and_then(|node| node.def()).unwrap_or("");
                        shown += &format!(" {}@{def}", joined(&contact.point));
                    }
                }
                shown
            }
            _ => {
                self.beyond = Some(format!("the command {word:?} is not known"));
                String::new()
            }
        }
    }
}

impl Sup {
    fn ask_about_contacts(
        &mut self,
        world: &mut World,
        node: Option<NodeId>,
        question: ContactQuestion,
    ) {
        if let Some(node) = node {
            let command = Command::AskAboutContacts(node, question);
            self.client.send_now(world, command);
        }
    }
}

/// What was found; of nothing, as many numbers that are none.
fn numbers<const N: usize>(found: Option<[f64; N]>) -> String {
    joined(&found.unwrap_or([f64::NAN; N]))
}

/// Where a node is, seen from another: the rows of a matrix.
fn pose(world: &World, node: NodeId, from: Option<NodeId>) -> Option<[f64; 16]> {
    let (position, turn) = (world.position(node)?, world.orientation(node)?);
    let from = from.and_then(|from| Some((world.position(from)?, world.orientation(from)?)));
    let (origin, base) = from.unwrap_or_else(|| {
        let unit = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
        ([0.0; 3], unit)
    });
    // the inverse of a turn is its transpose
    let seen = |row: usize, column: &dyn Fn(usize) -> f64| -> f64 {
        (0..3).map(|at| base[3 * at + row] * column(at)).sum()
    };
    let mut matrix = [0.0; 16];
    for row in 0..3 {
        for column in 0..3 {
            matrix[4 * row + column] = seen(row, &|at| turn[3 * at + column]);
        }
        matrix[4 * row + 3] = seen(row, &|at| position[at] - origin[at]);
    }
    matrix[15] = 1.0;
    Some(matrix)
}
