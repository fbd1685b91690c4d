//! Compares what a recorder saw with the recording, by rules for each kind of
//! picture.

use super::recording::{RecordedEvent, RecordedPicture, RecordedPictureKind, RecordedPixels};
use super::tolerance::{COLOR, ColorTolerance, DEPTH, Effects, NUMBER, POINT, SILHOUETTE};

/// The first difference between two recordings, or `None`. `effects` tells
/// what a device does to its pictures besides showing the world.
pub(crate) fn difference(
    recorded: &[RecordedEvent],
    found: &[RecordedEvent],
    effects: impl Fn(&str) -> Effects,
) -> Option<String> {
    let mut edited = Effects::default();
    for (at, expected) in recorded.iter().enumerate() {
        if let RecordedEvent::Line(line) = expected {
            edited.note(line);
        }
        let Some(event) = found.get(at) else {
            return Some(format!("ends before {}", shown(expected)));
        };
        let difference = match (expected, event) {
            (RecordedEvent::Line(a), RecordedEvent::Line(b)) => {
                (!is_same_line(a, b)).then(|| format!("{b:?} instead of {a:?}"))
            }
            (
                RecordedEvent::Picture {
                    kind,
                    step,
                    device,
                    picture: expected,
                },
                RecordedEvent::Picture {
                    kind: found_kind,
                    step: found_step,
                    device: found_device,
                    picture,
                },
            ) if (kind, step, device) == (found_kind, found_step, found_device) => {
                match (expected, picture) {
                    (None, None) => None,
                    (Some(a), Some(b)) => {
                        picture_difference(*kind, a, b, &effects(device).with(&edited))
                            .map(|text| format!("{kind:?} of {device} at step {step}: {text}"))
                    }
                    (a, b) => Some(format!(
                        "{kind:?} of {device} at step {step}: there is {} picture where {} was recorded",
                        if b.is_some() { "a" } else { "no" },
                        if a.is_some() { "one" } else { "none" },
                    )),
                }
            }
            (expected, event) => Some(format!("{} instead of {}", shown(event), shown(expected))),
        };
        if difference.is_some() {
            return difference;
        }
    }
    found
        .get(recorded.len())
        .map(|event| format!("goes on with {}", shown(event)))
}

fn shown(event: &RecordedEvent) -> String {
    match event {
        RecordedEvent::Line(line) => format!("{line:?}"),
        RecordedEvent::Picture {
            kind, step, device, ..
        } => format!("{kind:?} of {device} at step {step}"),
    }
}

/// Whether two lines are the same but for the last digits of numbers.
fn is_same_line(a: &str, b: &str) -> bool {
    let is_split = |letter: char| [' ', '=', ';', ','].contains(&letter);
    let mut parts = a.split(is_split).zip(b.split(is_split));
    a.split(is_split).count() == b.split(is_split).count()
        && parts.all(|(a, b)| a == b || is_near(a, b))
}

fn is_near(a: &str, b: &str) -> bool {
    let (Ok(a), Ok(b)) = (a.parse::<f64>(), b.parse::<f64>()) else {
        return false;
    };
    (a.is_nan() && b.is_nan()) || (a - b).abs() <= NUMBER * a.abs().max(1.0)
}

fn picture_difference(
    kind: RecordedPictureKind,
    a: &RecordedPicture,
    b: &RecordedPicture,
    effects: &Effects,
) -> Option<String> {
    if (a.width, a.height) != (b.width, b.height) {
        return Some(format!(
            "{} x {} pixels instead of {} x {}",
            b.width, b.height, a.width, a.height
        ));
    }
    match (&a.pixels, &b.pixels) {
        (RecordedPixels::Colors(c), RecordedPixels::Colors(d)) => match kind {
            RecordedPictureKind::Segmentation => {
                colors(a.width, c, d, &ColorTolerance::EXACT_OR_SILHOUETTE, 0)
            }
            _ => colors(a.width, c, d, &effects.color(), COLOR),
        },
        (RecordedPixels::Numbers(c), RecordedPixels::Numbers(d))
            if kind == RecordedPictureKind::Cloud =>
        {
            cloud(c, d, effects)
        }
        (RecordedPixels::Numbers(c), RecordedPixels::Numbers(d)) => depth(a.width, c, d, effects),
        _ => Some("pixels of another kind".to_owned()),
    }
}

fn spread(a: [u8; 4], b: [u8; 4]) -> u8 {
    let parts = (0..4).map(|at| a[at].abs_diff(b[at]));
    parts.max().unwrap_or(0)
}

/// The places around a pixel and its own, row by row.
fn around(at: usize, width: usize, count: usize) -> impl Iterator<Item = usize> {
    let (row, column) = (at / width, at % width);
    let rows = row.saturating_sub(1)..=(row + 1).min(count / width - 1);
    rows.flat_map(move |row| {
        let columns = column.saturating_sub(1)..=(column + 1).min(width - 1);
        columns.map(move |column| row * width + column)
    })
}

fn colors(
    width: usize,
    a: &[[u8; 4]],
    b: &[[u8; 4]],
    tolerance: &ColorTolerance,
    near: u8,
) -> Option<String> {
    let (mut beside, mut far, mut sum) = (0, 0, 0.0);
    let mut worst = (0, 0);
    for at in 0..a.len() {
        let difference = spread(a[at], b[at]);
        sum += f64::from(difference);
        if difference <= near {
            continue;
        }
        let has = |pixels: &[[u8; 4]], color| {
            around(at, width, a.len()).any(|other| spread(pixels[other], color) <= tolerance.most)
        };
        if difference <= tolerance.most || has(a, b[at]) || has(b, a[at]) {
            beside += 1;
        } else {
            far += 1;
        }
        if difference > worst.0 {
            worst = (difference, at);
        }
    }
    let count = a.len() as f64;
    // a picture of a few pixels may have one on an edge
    let allowed = |share: f64| (share * count).max(SILHOUETTE);
    let mean = sum / count;
    let is_far = f64::from(far) > tolerance.far * count;
    (is_far || f64::from(beside + far) > allowed(tolerance.beside) || mean > tolerance.mean).then(
        || {
            let (difference, at) = worst;
            format!(
                "{} of {count} pixels differ, {far} of them much, by {mean:.2} on average; \
                 most by {difference} at {},{}: {:?} instead of {:?}",
                beside + far,
                at % width,
                at / width,
                b[at],
                a[at]
            )
        },
    )
}

fn is_close(a: f64, b: f64, fraction: f64) -> bool {
    a == b || (a - b).abs() <= fraction * a.abs()
}

fn depth(width: usize, a: &[f64], b: &[f64], effects: &Effects) -> Option<String> {
    let mut edges = 0.0;
    for at in 0..a.len() {
        let is_same = match (a[at], b[at]) {
            // the software renderer makes NaN of what stands beside +inf
            (a, _) if a.is_nan() => around(at, width, b.len()).any(|at| !b[at].is_finite()),
            (a, b) if effects.noise > 0.0 && a.is_finite() && b.is_finite() => {
                (a - b).abs() <= effects.noise_span()
            }
            (a, b) => is_close(a, b, DEPTH),
        };
        if is_same {
            continue;
        }
        let found = b[at];
        let is_beside = around(at, width, a.len())
            .any(|other| is_close(a[other], found, SILHOUETTE_STEP) || a[other].is_nan());
        edges += 1.0;
        let is_too_much = edges > (effects.edges() * a.len() as f64).max(SILHOUETTE);
        if a[at].is_nan() || !is_beside || is_too_much {
            return Some(format!(
                "{} instead of {} at {},{}",
                b[at],
                a[at],
                at % width,
                at / width
            ));
        }
    }
    None
}

/// How much a surface may rise from one pixel to the next.
const SILHOUETTE_STEP: f64 = 0.05;

fn cloud(a: &[f64], b: &[f64], effects: &Effects) -> Option<String> {
    let mut others = 0.0;
    for (at, (p, q)) in a.chunks_exact(5).zip(b.chunks_exact(5)).enumerate() {
        let reach = (p[0] * p[0] + p[1] * p[1] + p[2] * p[2]).sqrt();
        let allowed = match effects.noise > 0.0 {
            true => effects.noise_span(),
            false => POINT * reach,
        };
        let is_same = |axis: usize| {
            let (a, b) = (p[axis], q[axis]);
            a == b || (a.is_nan() && !b.is_finite()) || (a - b).abs() <= allowed
        };
        let has_same_place = (0..3).all(is_same);
        if !is_close(p[3], q[3], 0.0) || !is_close(p[4], q[4], POINT) {
            return Some(format!("point {at}: {q:?} instead of {p:?}"));
        }
        others += f64::from(u8::from(!has_same_place));
        // points on silhouettes jump with their ranges
        if others > (effects.edges() * a.len() as f64 / 5.0).max(SILHOUETTE) {
            return Some(format!("point {at}: {q:?} instead of {p:?}"));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(values: &[f64]) -> RecordedPicture {
        RecordedPicture {
            width: values.len(),
            height: 1,
            pixels: RecordedPixels::Numbers(values.to_vec()),
        }
    }

    fn differ(a: &[f64], b: &[f64]) -> bool {
        let (kind, none) = (RecordedPictureKind::Range, Effects::default());
        picture_difference(kind, &numbers(a), &numbers(b), &none).is_some()
    }

    #[test]
    fn distances_differ_on_silhouettes_only() {
        let inf = f64::INFINITY;
        assert!(!differ(&[1.0, 2.0, 5.0], &[1.0 + 1e-7, 2.0, 5.0]));
        assert!(differ(&[1.0, 1.0, 1.0], &[1.0, 1.5, 1.0]));
        // the edge lies one pixel further
        assert!(!differ(&[1.0, 1.0, inf, inf], &[1.0, 1.0, 1.0, inf]));
        assert!(differ(
            &[1.0, inf, 1.0, inf, 1.0, inf],
            &[inf, 1.0, inf, 1.0, inf, 1.0]
        ));
        assert!(!differ(&[1.0, f64::NAN, inf], &[1.0, inf, inf]));
        assert!(differ(&[1.0, f64::NAN, 1.0], &[1.0, 1.0, 1.0]));
    }

    #[test]
    fn colors_differ_by_rounding_only() {
        let picture = |value: u8| RecordedPicture {
            width: 100,
            height: 1,
            pixels: RecordedPixels::Colors(vec![[value, 0, 0, 255]; 100]),
        };
        let none = Effects::default();
        let differ = |value: u8| {
            let kind = RecordedPictureKind::Image;
            picture_difference(kind, &picture(100), &picture(value), &none).is_some()
        };
        assert!(!differ(100));
        assert!(!differ(101));
        assert!(differ(102));
    }

    #[test]
    fn numbers_in_lines_may_differ_in_the_last_digit() {
        assert!(is_same_line(
            "info 0 cam fov=0.78539800000000004",
            "info 0 cam fov=0.785398"
        ));
        assert!(!is_same_line("objects 1 cam 3", "objects 1 cam 4"));
        assert!(!is_same_line("a b", "a b c"));
    }
}
