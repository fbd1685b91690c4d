//! The order of rows in the solver. It is that of the genuine engine, since it
//! decides ties: which of several contacts that could carry a load carries it.

use crate::JointId;
use crate::constraint_rows::Row;
use std::collections::VecDeque;
use std::ops::Range;

/// Which rows of a group are unbounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Freedom {
    /// All, as in a joint without motor.
    Unbounded,
    /// Some.
    Mixed,
    /// None is said to be.
    Bounded,
}

/// Rows that stay together: a contact, a joint with its motor, a spring.
#[derive(Clone, Debug)]
pub(crate) struct RowGroup {
    pub freedom: Freedom,
    /// Its rows that stand for themselves.
    pub rows: Range<usize>,
    /// Its rows that follow another.
    pub linked: Range<usize>,
    /// The joint that reports what these rows do, if they are all that it reports.
    pub reported_by: Option<JointId>,
}

/// The three groups of groups, kept between islands to save allocations.
#[derive(Clone, Debug, Default)]
pub(crate) struct RowOrder {
    unbounded: VecDeque<RowGroup>,
    mixed: VecDeque<RowGroup>,
    bounded: VecDeque<RowGroup>,
}

impl RowOrder {
    /// Arranges groups that are in the order in which they were visited: unbounded
    /// ones first, bounded ones last. Those between push the neighbours away.
    pub fn arrange(&mut self, groups: &mut [RowGroup]) {
        if groups
            .iter()
            .all(|group| group.freedom == Freedom::Unbounded)
        {
            groups.reverse();
            return;
        }
        let Self {
            unbounded,
            mixed,
            bounded,
        } = self;
        let mut was_unbounded = false;
        for group in groups.iter() {
            let group = group.clone();
            match group.freedom {
                Freedom::Unbounded => {
                    unbounded.push_front(group);
                    was_unbounded = true;
                }
                Freedom::Bounded => {
                    bounded.push_back(group);
                    was_unbounded = false;
                }
                Freedom::Mixed if was_unbounded => {
                    if bounded.is_empty() {
                        mixed.push_back(group);
                    } else {
                        unbounded.rotate_right(1);
                        mixed.push_front(group);
                    }
                }
                Freedom::Mixed => {
                    if unbounded.is_empty() {
                        mixed.push_front(group);
                    } else {
                        if !bounded.is_empty() {
                            bounded.rotate_left(1);
                        }
                        mixed.push_back(group);
                    }
                }
            }
        }
        let arranged = unbounded
            .drain(..)
            .chain(mixed.drain(..))
            .chain(bounded.drain(..));
        for (place, group) in groups.iter_mut().zip(arranged) {
            *place = group;
        }
    }
}

/// Puts unbounded rows in front and linked ones at the end by exchanging rows;
/// `order` holds places in `rows`. Returns how many are unbounded.
pub(crate) fn sort_rows(rows: &[Row], order: &mut Vec<usize>) -> usize {
    order.clear();
    order.extend(0..rows.len());
    // those in front stay where they are
    let in_front = rows.iter().take_while(|row| row.is_bilateral()).count();
    let mut unbounded = in_front;
    for at in in_front..order.len() {
        if rows[order[at]].is_bilateral() {
            order.swap(unbounded, at);
            unbounded += 1;
        }
    }
    let mut end = order.len();
    for at in (unbounded..order.len()).rev() {
        if rows[order[at]].friction.is_some() {
            end -= 1;
            order.swap(at, end);
        }
    }
    unbounded
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraint_rows::{Friction, Pair, Part};

    fn arranged(kinds: &str) -> String {
        let mut groups: Vec<RowGroup> = kinds
            .chars()
            .enumerate()
            .map(|(at, kind)| RowGroup {
                freedom: match kind {
                    'u' => Freedom::Unbounded,
                    'm' => Freedom::Mixed,
                    _ => Freedom::Bounded,
                },
                rows: at..at + 1,
                linked: 0..0,
                reported_by: None,
            })
            .collect();
        RowOrder::default().arrange(&mut groups);
        let numbers = groups.iter().map(|group| group.rows.start.to_string());
        numbers.collect()
    }

    #[test]
    fn units_come_in_three_groups() {
        assert_eq!(arranged("bbb"), "012");
        assert_eq!(arranged("uuu"), "210");
        // without unbounded groups mixed ones are put in front
        assert_eq!(arranged("bmm"), "210");
        // a mixed group takes the place of the first bounded one
        assert_eq!(arranged("ubbm"), "0321");
        // or of the last unbounded one
        assert_eq!(arranged("buum"), "1230");
    }

    #[test]
    fn rows_are_exchanged_not_shifted() {
        let pair = Pair {
            first: 0,
            second: None,
        };
        let free = Row::bilateral(pair, Part::NONE, Part::NONE, 0.0, 0.0);
        let bounded = free.bounded(0.0, 1.0);
        let linked = Row {
            friction: Some(Friction {
                normal: 0,
                coefficient: 1.0,
            }),
            ..free
        };
        let rows = [free, bounded, bounded, free, linked, bounded, linked];
        let mut order = Vec::new();
        assert_eq!(sort_rows(&rows, &mut order), 2);
        assert_eq!(order, [0, 3, 2, 1, 5, 4, 6]);
    }
}
