//! What supervisors want of the picture: texts over it, and a node to look at. A
//! program that shows the world has a clone and reads them.

use foxden_protocol::supervisor::Label;
use foxden_scene::NodeId;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most labels of all supervisors; the original has 100 for each.
const MOST_LABELS: usize = 1_000;

/// The longest text of a label, in characters.
const LONGEST_TEXT: usize = 1_000;

/// The longest name of a font.
const LONGEST_FONT: usize = 100;

/// What supervisors of a run want to be seen; clones have the same.
#[derive(Clone, Debug, Default)]
pub struct ViewRequests(Arc<Mutex<Wanted>>);

#[derive(Debug, Default)]
struct Wanted {
    labels: BTreeMap<(NodeId, u16), Label>,
    /// How often labels changed.
    changes: u64,
    /// The node that was asked for last.
    look_at: Option<NodeId>,
}

impl ViewRequests {
    /// How often labels changed.
    pub fn changes(&self) -> u64 {
        self.wanted().changes
    }

    /// The labels, with the robots that set them.
    pub fn labels(&self) -> Vec<(NodeId, Label)> {
        let wanted = self.wanted();
        let labels = wanted.labels.iter();
        labels
            .map(|((robot, _), label)| (*robot, label.clone()))
            .collect()
    }

    /// The node that a supervisor wants to be looked at, once.
    pub fn take_look(&self) -> Option<NodeId> {
        self.wanted().look_at.take()
    }

    /// A supervisor sets or changes a label; one without text is removed.
    pub(crate) fn set_label(&self, robot: NodeId, label: &Label) {
        let mut wanted = self.wanted();
        let key = (robot, label.id);
        let before = match label.text.is_empty() {
            true => wanted.labels.remove(&key),
            false => {
                if wanted.labels.len() >= MOST_LABELS && !wanted.labels.contains_key(&key) {
                    return;
                }
                let mut label = label.clone();
                for (text, longest) in [
                    (&mut label.text, LONGEST_TEXT),
                    (&mut label.font, LONGEST_FONT),
                ] {
                    if let Some((end, _)) = text.char_indices().nth(longest) {
                        text.truncate(end);
                    }
                }
                wanted.labels.insert(key, label)
            }
        };
        if before.as_ref() != wanted.labels.get(&key) {
            wanted.changes += 1;
        }
    }

    /// A supervisor wants a node to be looked at.
    pub(crate) fn look_at(&self, node: NodeId) {
        self.wanted().look_at = Some(node);
    }

    /// Removes the labels of a supervisor that starts again or is gone.
    pub(crate) fn clear(&self, robot: NodeId) {
        let mut wanted = self.wanted();
        let before = wanted.labels.len();
        wanted.labels.retain(|(owner, _), _| *owner != robot);
        if wanted.labels.len() != before {
            wanted.changes += 1;
        }
    }

    fn wanted(&self) -> MutexGuard<'_, Wanted> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::test_robot::robot;

    fn label(id: u16, text: &str) -> Label {
        Label {
            id,
            x: 0.1,
            y: 0.2,
            size: 0.1,
            colour: 0x00ff_0000,
            text: text.to_owned(),
            font: "Arial".to_owned(),
        }
    }

    #[test]
    fn labels_are_replaced_by_number_and_removed_without_text() {
        let (requests, robot) = (ViewRequests::default(), robot());
        requests.set_label(robot, &label(0, "one"));
        requests.set_label(robot, &label(1, "two"));
        assert_eq!(requests.changes(), 2);
        requests.set_label(robot, &label(1, "two"));
        assert_eq!(requests.changes(), 2, "nothing changed");
        requests.set_label(robot, &label(1, "three"));
        requests.set_label(robot, &label(0, ""));
        let texts: Vec<String> = requests
            .labels()
            .into_iter()
            .map(|(_, one)| one.text)
            .collect();
        assert_eq!(texts, ["three"]);
        requests.clear(robot);
        assert!(requests.labels().is_empty());
        assert_eq!(requests.changes(), 5);
    }

    #[test]
    fn labels_are_bounded() {
        let (requests, robot) = (ViewRequests::default(), robot());
        for id in 0..u16::MAX {
            let mut label = label(id, &"ä".repeat(2 * LONGEST_TEXT));
            label.font = "ä".repeat(2 * LONGEST_TEXT);
            requests.set_label(robot, &label);
        }
        let labels = requests.labels();
        assert_eq!(labels.len(), MOST_LABELS);
        assert_eq!(labels[0].1.text.chars().count(), LONGEST_TEXT);
        assert_eq!(labels[0].1.font.chars().count(), LONGEST_FONT);
    }

    #[test]
    fn a_look_is_taken_once() {
        let (requests, robot) = (ViewRequests::default(), robot());
        requests.look_at(robot);
        assert_eq!(requests.take_look(), Some(robot));
        assert_eq!(requests.take_look(), None);
    }
}
