//! Which shapes may touch: those whose bounds overlap.

use crate::dynamics::shapes::Shape;
use crate::dynamics::slots::Slots;

/// A sweep along x over the bounds of all shapes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sweep {
    /// Candidates by place, the later made or moved shape first.
    pub pairs: Vec<(usize, usize)>,
    order: Vec<(f64, usize)>,
    planes: Vec<usize>,
    active: Vec<usize>,
}

impl Sweep {
    pub fn find(&mut self, shapes: &Slots<Shape>) {
        self.pairs.clear();
        self.order.clear();
        self.planes.clear();
        self.active.clear();
        for (id, shape) in shapes.iter() {
            match shape.bounds {
                Some(bounds) if bounds.low.x.is_finite() => {
                    self.order.push((bounds.low.x, id.index()));
                }
                Some(_) => {}
                // A plane cannot belong to a body: it touches nothing then.
                None if shape.body().is_some() => {}
                None => self.planes.push(id.index()),
            }
        }
        for &plane in &self.planes {
            for &(_, other) in &self.order {
                add(&mut self.pairs, shapes, plane, other);
            }
        }
        self.order
            .sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        for &(_, place) in &self.order {
            let Some(shape) = shapes.at(place) else {
                continue;
            };
            let Some(bounds) = shape.bounds else {
                continue;
            };
            self.active.retain(|&other| {
                shapes
                    .at(other)
                    .and_then(|other| other.bounds)
                    .is_some_and(|other| other.high.x >= bounds.low.x)
            });
            for &other in &self.active {
                let overlap = shapes
                    .at(other)
                    .and_then(|other| other.bounds)
                    .is_some_and(|other| other.overlaps(&bounds));
                if overlap {
                    add(&mut self.pairs, shapes, place, other);
                }
            }
            self.active.push(place);
        }
        self.pairs.sort_unstable_by_key(|&(first, second)| {
            let order = |place| shapes.at(place).map_or(0, |shape: &Shape| shape.order);
            let (first, second) = (order(first), order(second));
            (first.max(second), first.min(second))
        });
    }
}

fn add(pairs: &mut Vec<(usize, usize)>, shapes: &Slots<Shape>, a: usize, b: usize) {
    let (Some(one), Some(two)) = (shapes.at(a), shapes.at(b)) else {
        return;
    };
    let both_stand = one.body().is_none() && two.body().is_none();
    if both_stand && !one.spec.is_watched && !two.spec.is_watched {
        return;
    }
    pairs.push(if one.precedence > two.precedence {
        (a, b)
    } else {
        (b, a)
    });
}
