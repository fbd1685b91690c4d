//! Where several Reynards begin.
//!
//! Each has room for his body, his tail and his arm as it is at the start. The
//! field of the original has room for some two dozen; with more of them it grows.

use crate::body::outline;
use crate::obstacle::Obstacle;
use crate::playfield::Playfield;

/// How far apart they stand along x, and half of it along y, as the field is half
/// as high as wide: the arm of one ends before the turret of the next, and below
/// the wheels of the one behind.
const APART: f64 = 0.5;

/// As many as stand in a row or column when there are few.
const FEW: usize = 3;

/// The part of the field that few of them take.
const SHARE_OF_FEW: f64 = 0.7;

/// The field grows by this part of the original at a time.
const GROWTH: f64 = 0.25;

/// How often the field grows at most.
const MOST_GROWTHS: u32 = 8;

/// Where they begin, and the field that has room for them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct StartPositions {
    pub(crate) field: Playfield,
    /// Of those that were added, the nearest to the first one at the front.
    pub(crate) places: Vec<[f64; 2]>,
}

/// The number of added Reynards that fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Capacity(pub(crate) usize);

/// Positions for a number of Reynards beside the first, in the smallest field that has them.
///
/// # Errors
/// If the largest field has not enough space: the number that fits.
pub(crate) fn start_positions(
    first: [f64; 2],
    added: usize,
    taken: &[Obstacle],
) -> Result<StartPositions, Capacity> {
    let is_free = |place: &[f64; 2]| {
        let own = outline(*place);
        let is_met = |thing: &Obstacle| own.iter().any(|part| thing.meets(*part, 0.0));
        !taken.iter().any(is_met)
    };
    let distance = |place: &[f64; 2]| (place[0] - first[0]).hypot(place[1] - first[1]);
    let mut most = 0;
    for (field, places) in grids() {
        let mut places: Vec<[f64; 2]> = places.into_iter().filter(is_free).collect();
        if places.len() >= added {
            places.sort_by(|one, other| distance(one).total_cmp(&distance(other)));
            places.truncate(added);
            return Ok(StartPositions { field, places });
        }
        most = most.max(places.len());
    }
    Err(Capacity(most))
}

/// Fields and places in them in rows and columns, from the widest to the largest.
fn grids() -> impl Iterator<Item = (Playfield, Vec<[f64; 2]>)> {
    let few = std::iter::once((
        Playfield::ORIGINAL,
        grid(Playfield::ORIGINAL, FEW, SHARE_OF_FEW),
    ));
    few.chain((0..=MOST_GROWTHS).map(|growths| {
        let field = Playfield::scaled(1.0 + GROWTH * f64::from(growths));
        let [least, greatest] = field.range(0);
        let count = ((greatest - least) / APART) as usize + 1;
        (field, grid(field, count, 1.0))
    }))
}

/// A square grid of `count` rows and columns, evenly over a share of a field.
fn grid(field: Playfield, count: usize, share: f64) -> Vec<[f64; 2]> {
    let place = |place: usize| {
        let at = [place % count, place / count];
        std::array::from_fn(|axis| {
            let [least, greatest] = field.range(axis);
            let part = at[axis] as f64 / (count - 1) as f64;
            // from the middle, so that a middle place is exactly there
            share * (greatest - least) * (part - 0.5)
        })
    };
    (0..count * count).map(place).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::body::Extent;
    use crate::obstacle::ObstacleShape;
    use crate::worlds::MOST_ROBOTS;

    fn outlines(place: [f64; 2]) -> Vec<Obstacle> {
        outline(place)
            .map(|part| Obstacle::upright("".into(), part))
            .to_vec()
    }

    /// A field with one Reynard at a position and `added` more.
    fn crowd(first: [f64; 2], added: usize) -> StartPositions {
        let mut all = start_positions(first, added, &outlines(first)).unwrap();
        all.places.insert(0, first);
        all
    }

    fn overlap(one: Extent, other: Extent) -> bool {
        (0..2).all(|axis| one[axis][0] < other[axis][1] && other[axis][0] < one[axis][1])
    }

    #[test]
    fn bodies_and_arms_have_room() {
        for first in [[0.0, 0.0], [-0.6, -0.1]] {
            for count in 1..=MOST_ROBOTS {
                let StartPositions { field, places } = crowd(first, count - 1);
                assert_eq!(places.len(), count);
                for (at, place) in places.iter().enumerate() {
                    assert!(field.contains(*place), "{place:?}");
                    let is_over = |other: &[f64; 2]| {
                        let parts = outline(*other);
                        outline(*place)
                            .iter()
                            .any(|part| parts.iter().any(|other| overlap(*part, *other)))
                    };
                    assert!(!places[..at].iter().any(is_over), "{at} of {count}");
                }
            }
        }
    }

    #[test]
    fn the_field_of_the_original_is_kept_as_long_as_it_has_room() {
        assert_eq!(crowd([0.0, 0.0], 24).field, Playfield::ORIGINAL);
        assert_eq!(crowd([0.0, 0.0], 25).field, Playfield::scaled(1.25));
        assert_eq!(crowd([0.0, 0.0], 49).field, Playfield::scaled(1.75));
    }

    #[test]
    fn a_full_field_says_how_many_it_has_room_for() {
        let lake = [Obstacle {
            name: "lake".into(),
            position: [0.0, 0.0],
            shape: ObstacleShape::Circle { radius: 2.9 },
        }];
        let Err(Capacity(room)) = start_positions([0.0, 0.0], 20, &lake) else {
            panic!("there is no room");
        };
        assert!((1..20).contains(&room), "{room}");
        assert!(start_positions([0.0, 0.0], room, &lake).is_ok());
    }
}
