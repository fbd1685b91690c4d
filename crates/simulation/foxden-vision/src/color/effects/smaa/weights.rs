//! How much of the pixels beside it each pixel takes.

use super::area;
use super::edges::Edges;

/// Steps of two pixels that ends of straight lines are looked for.
const STEPS: usize = 16;
/// Steps of one pixel that ends of diagonal lines are looked for.
const DIAGONAL_STEPS: f32 = 8.0;
/// What is left of corners.
const CORNER: f32 = 0.25;

/// One of the two kinds of edge of a pixel: 0 on the left, 1 below.
type Kind = usize;

/// Weights of a pixel: for its lower edge of the pixel below and of this one,
/// then for its left edge.
pub(super) fn of(edges: &Edges, column: i64, row: i64) -> [f32; 4] {
    let mut weights = [0.0; 4];
    let [mut has_left, has_below] = edges.at(column, row);
    if has_below > 0.0 {
        let [one, other] = diagonal(edges, column, row, has_left);
        (weights[0], weights[1]) = (one, other);
        if one == -other {
            [weights[0], weights[1]] = horizontal(edges, column, row);
        } else {
            has_left = 0.0;
        }
    }
    if has_left > 0.0 {
        [weights[2], weights[3]] = vertical(edges, column, row);
    }
    weights.map(|weight| (weight * 255.0).round() / 255.0)
}

/// What lies around a step of a search: edges along it and across it, of the
/// near pixel and the next, in the line itself and in the one beside it.
struct Around {
    along: [bool; 2],
    across: [[bool; 2]; 2],
}

impl Around {
    fn new(get: impl Fn(i64, i64, Kind) -> f32, along: Kind) -> Self {
        let is = |far: i64, beside: i64, kind: Kind| get(far, beside, kind) > 0.0;
        Self {
            along: [is(0, 0, along), is(1, 0, along)],
            across: [0, 1].map(|beside| [is(0, beside, 1 - along), is(1, beside, 1 - along)]),
        }
    }

    fn goes_on(&self) -> bool {
        self.along == [true; 2] && self.across == [[false; 2]; 2]
    }

    /// Pixels of the last step when going towards where pixels have their edges.
    fn length_back(&self) -> i64 {
        let near_cross = self.across[0][0] || self.across[1][0];
        match self.along {
            [false, _] => 0,
            [true, true] if !near_cross => 2,
            _ => 1,
        }
    }

    /// Pixels of the last step when going the other way.
    fn length_on(&self) -> i64 {
        let near_cross = self.across[0][0] || self.across[1][0];
        let far_cross = self.across[0][1] || self.across[1][1];
        match self.along {
            [true, _] if !near_cross => {
                if self.along[1] && !far_cross {
                    2
                } else {
                    1
                }
            }
            _ => 0,
        }
    }
}

/// Goes along a line from a first pixel; gives the pixel of the last step and
/// what is around it.
fn search(first: i64, way: i64, at: impl Fn(i64) -> Around) -> (i64, Around) {
    let mut here = first;
    let mut around = at(here);
    for _ in 1..STEPS {
        if !around.goes_on() {
            break;
        }
        here += 2 * way;
        around = at(here);
    }
    (here, around)
}

fn horizontal(edges: &Edges, column: i64, row: i64) -> [f32; 2] {
    let left_of = |at: i64| {
        Around::new(
            |far, beside, kind| edges.at(at - far, row + beside)[kind],
            1,
        )
    };
    let right_of = |at: i64| {
        Around::new(
            |far, beside, kind| edges.at(at + far, row + beside)[kind],
            1,
        )
    };
    let (here, around) = search(column, -1, left_of);
    let left = here - column + 1 - around.length_back();
    let (here, around) = search(column + 1, 1, right_of);
    let right = here - column - 1 + around.length_on();
    let crossing = |at: i64| 0.75 * edges.at(at, row)[0] + 0.25 * edges.at(at, row + 1)[0];
    let ends = [crossing(column + left), crossing(column + right + 1)];
    let distances = [left as f32, right as f32];
    let weights = area::straight(distances, ends);
    // both samples of a corner are taken at the right end
    let share = rounding(distances);
    let at_end = edges.at(column + right, row)[0];
    let beyond = edges.at(column + right + 1, row + 1)[0];
    let factor = 1.0 - share[0] * at_end - share[1] * beyond;
    weights.map(|weight| weight * factor.clamp(0.0, 1.0))
}

fn vertical(edges: &Edges, column: i64, row: i64) -> [f32; 2] {
    let down_of = |at: i64| {
        Around::new(
            |far, beside, kind| edges.at(column - beside, at + far)[kind],
            0,
        )
    };
    let up_of = |at: i64| {
        Around::new(
            |far, beside, kind| edges.at(column - beside, at - far)[kind],
            0,
        )
    };
    let (here, around) = search(row, 1, down_of);
    let down = here - row - 1 + around.length_back();
    let (here, around) = search(row - 1, -1, up_of);
    let up = here - row + 1 - around.length_on();
    let crossing = |at: i64| 0.75 * edges.at(column, at)[1] + 0.25 * edges.at(column - 1, at)[1];
    let ends = [crossing(row + down), crossing(row + up - 1)];
    let distances = [down as f32, up as f32];
    let weights = area::straight(distances, ends);
    let share = rounding(distances);
    let end = row + up - 1;
    let one = edges.at(column + 1, end + 1)[1];
    let other = edges.at(column - 2, end - 2)[1];
    let whole = share[0] + share[1];
    let factors = [1.0 - whole * one, 1.0 - whole * other];
    std::array::from_fn(|at| weights[at] * factors[at].clamp(0.0, 1.0))
}

/// How much corners at both ends count.
fn rounding([first, second]: [f32; 2]) -> [f32; 2] {
    let ends = [
        f32::from(u8::from(second >= first)),
        f32::from(u8::from(first >= second)),
    ];
    ends.map(|end| (1.0 - CORNER) * end / (ends[0] + ends[1]))
}

fn diagonal(edges: &Edges, column: i64, row: i64, has_left: f32) -> [f32; 2] {
    let center = [column as f32 + 0.5, row as f32 + 0.5];
    let mut weights = [0.0; 2];
    let at = |x: f32, y: f32| edges.sample([center[0] + x, center[1] + y]);
    // one way
    let (mut back, mut back_end) = (0.0, 0.0);
    if has_left > 0.0 {
        let (steps, end, last) = walk(|step| at(-step, step));
        (back, back_end) = (steps + f32::from(u8::from(last[1] > 0.9)), end);
    }
    let (on, on_end, _) = walk(|step| at(step, -step));
    if back + on > 2.0 {
        let first = at(-back + 0.25 - 1.0, back - 1.0);
        let second = at(on + 1.0, -on - 0.25 + 1.0);
        let ([a, b], [c, d]) = (decoded(first), decoded(second));
        let ends = [2.0 * b + a, 2.0 * d + c];
        let part = area::diagonal([back, on], found(ends, [back_end, on_end]));
        weights = part;
    }
    // the other way
    let (back, back_end, _) = walk(|step| decoded(at(-step + 0.25, -step)));
    let (mut on, mut on_end) = (0.0, 0.0);
    if edges.at(column + 1, row + 1)[0] > 0.0 {
        let (steps, end, last) = walk(|step| decoded(at(step + 0.25, step)));
        (on, on_end) = (steps + f32::from(u8::from(last[1] > 0.9)), end);
    }
    if back + on > 2.0 {
        let first = at(-back - 1.0, -back - 1.0)[1];
        let second = at(-back, -back)[0];
        let third = at(on + 1.0, on + 1.0);
        let ends = [2.0 * first + second, 2.0 * third[1] + third[0]];
        let [one, other] = area::diagonal([back, on], found(ends, [back_end, on_end]));
        weights = [weights[0] + other, weights[1] + one];
    }
    weights
}

/// Ends that were not found do not count.
fn found(ends: [f32; 2], last: [f32; 2]) -> [f32; 2] {
    std::array::from_fn(|at| if last[at] >= 0.9 { 0.0 } else { ends[at] })
}

/// Goes along a diagonal: steps, the mean of the last edges, and these.
fn walk(sample: impl Fn(f32) -> [f32; 2]) -> (f32, f32, [f32; 2]) {
    let (mut steps, mut mean, mut edges) = (-1.0, 1.0, [0.0; 2]);
    while steps < DIAGONAL_STEPS - 1.0 && mean > 0.9 {
        steps += 1.0;
        edges = sample(steps + 1.0);
        mean = 0.5 * (edges[0] + edges[1]);
    }
    (steps, mean, edges)
}

/// Two edges from one mixed sample.
fn decoded([left, below]: [f32; 2]) -> [f32; 2] {
    [(left * (5.0 * left - 3.75).abs()).round(), below.round()]
}
