//! Where several Reynards begin.

use crate::body::FIELD;
use crate::obstacle::Obstacle;

/// What is left between them at least, so that they do not touch.
const GAP: f64 = 0.0015;

/// Places in rows and columns, evenly over a part of the field.
struct Grid {
    columns: usize,
    rows: usize,
    /// How much of the field's width and height it takes.
    share: f64,
}

/// From wide to narrow. On the first two they do not reach each other with
/// their arms, on the last they just stand side by side.
const GRIDS: [Grid; 4] = [
    Grid::new(3, 3, 0.7),
    Grid::new(5, 5, 0.92),
    Grid::new(7, 7, 1.0),
    Grid::new(7, 8, 1.0),
];

/// For those who find no room.
const CROWDED: Grid = Grid::new(10, 10, 1.0);

impl Grid {
    const fn new(columns: usize, rows: usize, share: f64) -> Self {
        Self {
            columns,
            rows,
            share,
        }
    }

    fn places(&self) -> impl Iterator<Item = [f64; 2]> {
        let counts = [self.columns, self.rows];
        (0..self.columns * self.rows).map(move |place| {
            let at = [place % self.columns, place / self.columns];
            std::array::from_fn(|axis| {
                let [least, greatest] = FIELD[axis];
                let part = at[axis] as f64 / (counts[axis] - 1) as f64;
                // from the middle, so that a middle place is exactly there
                let middle = 0.5 * (least + greatest);
                middle + self.share * (greatest - least) * (part - 0.5)
            })
        })
    }
}

/// Places for so many more beside the first, the nearest to him first: free
/// ones as long as there are any.
pub(crate) fn places(first: [f64; 2], wanted: usize, taken: &[Obstacle]) -> Vec<[f64; 2]> {
    let is_free = |place: &[f64; 2]| !taken.iter().any(|thing| thing.is_within(*place, GAP));
    let mut places = Vec::new();
    for grid in &GRIDS {
        places = grid.places().filter(is_free).collect();
        if places.len() >= wanted {
            break;
        }
    }
    let distance = |place: &[f64; 2]| (place[0] - first[0]).hypot(place[1] - first[1]);
    places.sort_by(|one, other| distance(one).total_cmp(&distance(other)));
    places.extend(CROWDED.places());
    places.truncate(wanted);
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::is_in_field;
    use crate::worlds::MOST_ROBOTS;

    /// A field with one Reynard in the middle and so many more.
    fn crowd(added: usize) -> Vec<[f64; 2]> {
        let first = [0.0, 0.0];
        let mut all = vec![first];
        all.extend(places(first, added, &[Obstacle::reynard("".into(), first)]));
        all
    }

    #[test]
    fn fifty_do_not_touch_each_other() {
        for count in 1..=50 {
            let all = crowd(count - 1);
            assert_eq!(all.len(), count);
            for (at, place) in all.iter().enumerate() {
                assert!(is_in_field(*place), "{place:?}");
                let other = Obstacle::reynard("".into(), *place);
                assert!(
                    !all[..at].iter().any(|one| other.is_within(*one, GAP)),
                    "{at} of {count}"
                );
            }
        }
    }

    #[test]
    fn there_is_a_place_in_the_field_for_everybody() {
        let all = crowd(MOST_ROBOTS - 1);
        assert_eq!(all.len(), MOST_ROBOTS);
        assert!(all.iter().all(|place| is_in_field(*place)));
    }
}
