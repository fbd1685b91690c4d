//! Rows of recorded numbers, and their comparison with what Foxden gives.

/// How near a number must be to the recorded one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Tolerance {
    /// A fraction of the number.
    Relative(f64),
    /// 32-bit colours.
    Color,
    /// An angle, the same a full turn on.
    Angle,
    /// An axis and an angle, compared as the rotation that they are.
    Rotation,
}

/// What kind of motion a world had: contacts amplify rounding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MotionClass {
    /// Whether there are bodies.
    pub(crate) has_bodies: bool,
    /// Whether anything touched.
    pub(crate) has_contacts: bool,
    /// Whether there are joints.
    pub(crate) has_joints: bool,
    /// How far all bodies together sink into soft ground.
    pub(crate) sinking: f64,
    /// Whether all bodies are balls.
    pub(crate) is_round: bool,
    /// Whether surfaces rub in ways that fast physics has not: rolling friction,
    /// or several coefficients.
    pub(crate) has_odd_friction: bool,
    /// Whether stops are softer or harder than the world's.
    pub(crate) has_own_stops: bool,
    /// Whether numbers must be equal to the last bit.
    pub(crate) is_bitwise: bool,
}

impl Default for MotionClass {
    fn default() -> Self {
        Self {
            has_bodies: false,
            has_contacts: false,
            has_joints: false,
            sinking: 0.0,
            is_round: true,
            has_odd_friction: false,
            has_own_stops: false,
            is_bitwise: false,
        }
    }
}

impl MotionClass {
    fn fraction(self, wanted: f64) -> f64 {
        if self.has_contacts {
            wanted.max(1e-6)
        } else {
            wanted
        }
    }
}

/// One cell of a row.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Cell {
    /// A word, compared as it is.
    Word(String),
    /// One or more numbers.
    Numbers(Vec<f64>, Tolerance),
    /// Words with numbers among them, each compared as what it is.
    Text(String),
    /// Points, joined as `x;y;z/x;y;z`. One that is there twice counts once: how
    /// often the genuine engine finds a corner on an edge is rounding. Points of
    /// equal height may be exchanged: the genuine program orders points by depth,
    /// and which of equally deep ones is deeper is rounding too.
    Points(String),
    /// Whatever was recorded: memory that the genuine library had not set.
    Unset,
}

impl Cell {
    /// A plain number.
    pub(crate) fn number(value: f64) -> Self {
        Self::Numbers(vec![value], EXACT)
    }
}

/// The difference of a run that goes on after the recording has ended.
pub(crate) const MORE_ROWS: &str = "more rows than recorded";

/// Equal but for rounding.
pub(crate) const EXACT: Tolerance = Tolerance::Relative(1e-9);

/// The first difference between a recorded table and found rows.
pub(crate) fn first_difference(
    recorded: &str,
    header: &[String],
    rows: &[Vec<Cell>],
    motion: MotionClass,
) -> Option<String> {
    let mut lines = recorded.lines();
    let names = lines.next().unwrap_or_default();
    // names of devices may hold commas
    if names != header.join(",") {
        return Some(format!(
            "columns: recorded {names:?}, found {:?}",
            header.join(",")
        ));
    }
    let mut found = rows.iter();
    for line in lines {
        let step = line.split(',').next().unwrap_or_default();
        let Some(row) = found.next() else {
            return Some(format!("row {step} is missing"));
        };
        let cells: Vec<&str> = line.split(',').collect();
        if cells.len() != row.len() {
            return Some(format!(
                "row {step}: {} cells recorded, {} found",
                cells.len(),
                row.len()
            ));
        }
        for (at, (recorded, found)) in cells.iter().zip(row).enumerate() {
            if !is_equal(recorded, found, motion) {
                return Some(format!(
                    "row {step}, {}: recorded {recorded}, found {}",
                    header[at],
                    shown(found)
                ));
            }
        }
    }
    found.next().map(|_| MORE_ROWS.to_owned())
}

fn is_equal(recorded: &str, found: &Cell, motion: MotionClass) -> bool {
    match found {
        Cell::Word(word) => word == recorded,
        Cell::Unset => true,
        Cell::Text(text) => is_same_text(recorded, text, motion),
        Cell::Points(text) => {
            let [recorded, found] = [recorded, text.as_str()].map(|text| once(text, motion));
            is_same_points(&recorded, &found, '/', motion)
        }
        Cell::Numbers(numbers, tolerance) => {
            if recorded.is_empty() {
                return numbers.is_empty();
            }
            let parts: Vec<&str> = recorded.split(';').collect();
            if *tolerance == Tolerance::Rotation {
                return is_same_rotation(&parts, numbers, motion);
            }
            parts.len() == numbers.len()
                && parts
                    .iter()
                    .zip(numbers)
                    .all(|(recorded, found)| is_near(recorded, *found, *tolerance, motion))
        }
    }
}

/// Whether a number is equal to a recorded one but for rounding.
pub(crate) fn is_near_number(recorded: &str, found: f64, motion: MotionClass) -> bool {
    is_near(recorded, found, EXACT, motion)
}

/// Whether two texts have the same words, and numbers that are near.
pub(crate) fn is_same_text(recorded: &str, found: &str, motion: MotionClass) -> bool {
    const MARKS: &str = ";|/ @=:,\"()[]{}\\";
    let mut recorded = recorded.split_inclusive(|mark| MARKS.contains(mark));
    let mut found = found.split_inclusive(|mark| MARKS.contains(mark));
    loop {
        let (a, b) = match (recorded.next(), found.next()) {
            (None, None) => return true,
            (Some(a), Some(b)) => (a, b),
            _ => return false,
        };
        let end = |word: &str| word.find(|mark| MARKS.contains(mark)).unwrap_or(word.len());
        let is_same = a == b
            || (a[end(a)..] == b[end(b)..]
                && parse(&b[..end(b)])
                    .is_some_and(|number| is_near(&a[..end(a)], number, EXACT, motion)));
        if !is_same {
            return false;
        }
    }
}

/// Points without those that stand where an earlier one does.
fn once(points: &str, motion: MotionClass) -> String {
    let mut kept: Vec<&str> = Vec::new();
    for point in points.split('/') {
        if !kept.iter().any(|other| is_same_text(other, point, motion)) {
            kept.push(point);
        }
    }
    kept.join("/")
}

/// Whether points are the same but for the order of equally high ones. A point is
/// written as `x;y;z`, perhaps with a node's name behind it as `x;y;z@name`.
pub(crate) fn is_same_points(
    recorded: &str,
    found: &str,
    separator: char,
    motion: MotionClass,
) -> bool {
    is_same_text(recorded, found, motion) || is_exchanged(recorded, found, separator, motion)
}

fn is_exchanged(recorded: &str, found: &str, separator: char, motion: MotionClass) -> bool {
    const SAME_HEIGHT: f64 = 1e-12;
    let recorded: Vec<&str> = recorded.split(separator).collect();
    let mut found: Vec<&str> = found.split(separator).collect();
    let height = |point: &str| parse(point.split('@').next()?.rsplit(';').next()?);
    let heights = |points: &[&str]| points.iter().map(|point| height(point)).collect();
    let (a, b): (Option<Vec<f64>>, Option<Vec<f64>>) = (heights(&recorded), heights(&found));
    let (Some(a), Some(b)) = (a, b) else {
        return false;
    };
    let is_level = a.iter().zip(&b).all(|(a, b)| (a - b).abs() <= SAME_HEIGHT);
    !motion.is_bitwise
        && a.len() == b.len()
        && is_level
        && recorded.iter().all(|point| {
            let at = found
                .iter()
                .position(|other| is_same_text(point, other, motion));
            at.map(|at| found.swap_remove(at)).is_some()
        })
}

pub(crate) fn parse(word: &str) -> Option<f64> {
    match word {
        "-nan" => Some(f64::NAN),
        word => word.parse().ok(),
    }
}

/// Whether two rotations differ by less than the tolerance, as an angle: the
/// axis of a rotation by nearly nothing is rounding.
fn is_same_rotation(recorded: &[&str], found: &[f64], motion: MotionClass) -> bool {
    let parsed: Option<Vec<f64>> = recorded.iter().map(|word| parse(word)).collect();
    let (Some(a), b) = (parsed, found) else {
        return false;
    };
    if a.len() != 4 || b.len() != 4 || motion.is_bitwise {
        return a == b;
    }
    let quaternion = |r: &[f64]| {
        let (sine, cosine) = (r[3] * 0.5).sin_cos();
        [cosine, r[0] * sine, r[1] * sine, r[2] * sine]
    };
    let (p, q) = (quaternion(&a), quaternion(b));
    let distance = |sign: f64| {
        let parts = (0..4).map(|at| (p[at] - sign * q[at]).powi(2));
        2.0 * parts.sum::<f64>().sqrt()
    };
    distance(1.0).min(distance(-1.0)) <= motion.fraction(1e-9)
}

/// Whether two rotations, written as `x;y;z;angle`, are the same but for rounding:
/// the axis of a rotation by nearly nothing is rounding. The same rotation by another
/// angle, such as one turn more, is not the same text.
pub(crate) fn is_same_rotation_text(recorded: &str, found: &str, motion: MotionClass) -> bool {
    let numbers = |text: &str| text.split(';').map(parse).collect::<Option<Vec<f64>>>();
    let (Some(a), Some(b)) = (numbers(recorded), numbers(found)) else {
        return false;
    };
    let ([x, y, z, angle], [u, v, w, other]) = (&a[..], &b[..]) else {
        return false;
    };
    if motion.is_bitwise {
        return a == b;
    }
    let allowed = motion.fraction(1e-9);
    let apart = [(x, u), (y, v), (z, w)].map(|(one, two)| (one * angle - two * other).abs());
    (angle - other).abs() <= allowed && apart.iter().all(|apart| *apart <= allowed)
}

fn is_near(recorded: &str, found: f64, tolerance: Tolerance, motion: MotionClass) -> bool {
    let Some(recorded) = parse(recorded) else {
        return false;
    };
    if recorded.is_nan() || found.is_nan() {
        return recorded.is_nan() && found.is_nan();
    }
    if recorded == found || motion.is_bitwise {
        return recorded == found;
    }
    let allowed = match tolerance {
        // a number that is zero but for rounding has no digits to compare
        Tolerance::Relative(fraction) => {
            let floor = if motion.has_bodies { 1e-2 } else { 1e-6 };
            motion.fraction(fraction) * recorded.abs().max(floor)
        }
        Tolerance::Color | Tolerance::Rotation => 1e-7,
        Tolerance::Angle => {
            let turns = ((recorded - found) / std::f64::consts::TAU).round();
            let difference = recorded - found - turns * std::f64::consts::TAU;
            return difference.abs() <= motion.fraction(1e-9);
        }
    };
    (recorded - found).abs() <= allowed
}

/// A table as recorders write it.
pub(crate) fn table(header: &[String], rows: &[Vec<Cell>]) -> String {
    let mut text = header.join(",");
    for row in rows {
        let cells: Vec<String> = row.iter().map(shown).collect();
        text.push('\n');
        text.push_str(&cells.join(","));
    }
    text.push('\n');
    text
}

fn shown(cell: &Cell) -> String {
    match cell {
        Cell::Word(word) | Cell::Text(word) | Cell::Points(word) => word.clone(),
        Cell::Unset => "anything".to_owned(),
        Cell::Numbers(numbers, _) => numbers
            .iter()
            .map(|number| format!("{number:?}"))
            .collect::<Vec<_>>()
            .join(";"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_axis_of_a_turn_that_is_rounding_may_point_anywhere() {
        let still = MotionClass::default();
        let is_same = |a: &str, b: &str| is_same_rotation_text(a, b, still);
        assert!(is_same("0.6;0.8;0;4e-10", "0.8;0.6;0;4e-10"));
        assert!(!is_same("0;0;1;0.5", "0;0;-1;-0.5"));
        assert!(!is_same("0;0;1;4", "0;0;1;-2.283185307179586"));
        assert!(!is_same("0.6;0.8;0;4e-3", "0.8;0.6;0;4e-3"));
        assert!(!is_same("0;0;1;0.5", "0;0;1;0.500001"));
        assert!(!is_same("0;0;1;0.5", "0;0;1") && !is_same("0;0;1;0.5", "none"));
    }

    #[test]
    fn differences_are_found_and_rounding_is_not_one() {
        let header = ["step".to_owned(), "a".to_owned()];
        let row = |value: f64| vec![vec![Cell::number(1.0), Cell::number(value)]];
        let still = MotionClass::default();
        let first_difference = |recorded: &str, header: &[String], rows: &[Vec<Cell>]| {
            super::first_difference(recorded, header, rows, still)
        };
        let recorded = "step,a\n1,2.5\n";
        assert_eq!(first_difference(recorded, &header, &row(2.5 + 1e-12)), None);
        assert!(first_difference(recorded, &header, &row(2.6)).is_some());
        assert!(first_difference(recorded, &header, &row(f64::NAN)).is_some());
        assert!(first_difference(recorded, &header, &[]).is_some());
        assert_eq!(
            first_difference("step,a\n1,-nan\n", &header, &row(f64::NAN)),
            None
        );
        let points = |text: &str| vec![vec![Cell::number(1.0), Cell::Points(text.to_owned())]];
        let recorded = "step,a\n1,1;2;3/4;5;6/4;5;6\n";
        assert_eq!(
            first_difference(recorded, &header, &points("1;2;3/4;5;6")),
            None
        );
        assert!(first_difference(recorded, &header, &points("1;2;3/4;5;7")).is_some());
        assert!(first_difference(recorded, &header, &points("1;2;3")).is_some());
        let recorded = "step,a\n1,1;2;3/4;5;3/7;8;2\n";
        let exchanged = points("4;5;3.00000000000000005/1;2;3/7;8;2");
        assert_eq!(first_difference(recorded, &header, &exchanged), None);
        let lower_first = points("7;8;2/1;2;3/4;5;3");
        assert!(first_difference(recorded, &header, &lower_first).is_some());
    }
}
