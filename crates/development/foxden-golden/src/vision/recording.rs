//! What the recorder `vis` writes, read back: one event per line or block.

use std::collections::BTreeMap;

/// What a picture holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum RecordedPictureKind {
    /// Colours of a camera.
    Image,
    /// Colours of recognised objects.
    Segmentation,
    /// Distances of a range-finder.
    Range,
    /// Distances of a lidar.
    Scan,
    /// Points of a lidar: five numbers each.
    Cloud,
}

impl RecordedPictureKind {
    fn of(word: &str) -> Option<Self> {
        Some(match word {
            "image" => Self::Image,
            "segmentation" => Self::Segmentation,
            "range" => Self::Range,
            "scan" => Self::Scan,
            "cloud" => Self::Cloud,
            _ => return None,
        })
    }

    /// Whether its pixels are colours.
    pub(crate) fn is_color(self) -> bool {
        matches!(self, Self::Image | Self::Segmentation)
    }
}

/// The pixels of a picture.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum RecordedPixels {
    /// Red, green, blue, alpha.
    Colors(Vec<[u8; 4]>),
    /// Distances, or the numbers of points.
    Numbers(Vec<f64>),
}

/// A picture.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RecordedPicture {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) pixels: RecordedPixels,
}

/// One event.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum RecordedEvent {
    /// A picture at a step of a device; `None` where there is none yet.
    Picture {
        kind: RecordedPictureKind,
        step: usize,
        device: String,
        picture: Option<RecordedPicture>,
    },
    /// Any other line.
    Line(String),
}

/// Reads a recording. What is the `same` as before is there in full.
pub(crate) fn read(text: &str) -> Result<Vec<RecordedEvent>, String> {
    let mut events = Vec::new();
    let mut last: BTreeMap<(RecordedPictureKind, String), RecordedPicture> = BTreeMap::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let mut words = line.split(' ');
        let Some(kind) = words.next().and_then(RecordedPictureKind::of) else {
            events.push(RecordedEvent::Line(line.to_owned()));
            continue;
        };
        let broken = || format!("the line {line:?} cannot be read");
        let step = words.next().and_then(|word| word.parse().ok());
        let step: usize = step.ok_or_else(broken)?;
        // names of devices may hold blanks
        let rest: Vec<&str> = words.collect();
        let (device, picture) = match rest.as_slice() {
            [device @ .., "none"] => (device.join(" "), None),
            [device @ .., "same"] => {
                let device = device.join(" ");
                let before = last.get(&(kind, device.clone())).cloned();
                (device, Some(before.ok_or_else(broken)?))
            }
            [device @ .., width, height] => {
                let size = |word: &str| word.parse::<usize>().map_err(|_| broken());
                let (width, height) = (size(width)?, size(height)?);
                let device = device.join(" ");
                let picture = read_picture(kind, width, height, &mut lines)?;
                last.insert((kind, device.clone()), picture.clone());
                (device, Some(picture))
            }
            _ => return Err(broken()),
        };
        events.push(RecordedEvent::Picture {
            kind,
            step,
            device,
            picture,
        });
    }
    Ok(events)
}

fn read_picture<'a>(
    kind: RecordedPictureKind,
    width: usize,
    height: usize,
    lines: &mut impl Iterator<Item = &'a str>,
) -> Result<RecordedPicture, String> {
    let rows = match kind {
        RecordedPictureKind::Cloud => width * height,
        _ => height,
    };
    let mut words = Vec::new();
    for _ in 0..rows {
        let line = lines.next().ok_or("a picture ends early")?;
        words.extend(line.split(' '));
    }
    let broken = |word: &str| format!("the pixel {word:?} cannot be read");
    let pixels = match kind.is_color() {
        true => RecordedPixels::Colors(
            words
                .iter()
                .map(|word| read_color(word).ok_or_else(|| broken(word)))
                .collect::<Result<_, _>>()?,
        ),
        false => RecordedPixels::Numbers(
            words
                .iter()
                .map(|word| word.parse().map_err(|_| broken(word)))
                .collect::<Result<_, _>>()?,
        ),
    };
    Ok(RecordedPicture {
        width,
        height,
        pixels,
    })
}

fn read_color(word: &str) -> Option<[u8; 4]> {
    let (color, alpha) = word.split_once('/').unwrap_or((word, "ff"));
    let part = |text: &str, at: usize| u8::from_str_radix(text.get(at..at + 2)?, 16).ok();
    Some([
        part(color, 0)?,
        part(color, 2)?,
        part(color, 4)?,
        part(alpha, 0)?,
    ])
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn pictures_and_lines_are_read() {
        let text = "time 0 0\nimage 0 my cam none\nimage 1 my cam 2 1\nff0000 000102/7f\n\
            image 2 my cam same\nrange 1 rf 1 2\n1.5\ninf\n";
        let events = read(text).unwrap();
        assert_eq!(events.len(), 5);
        assert_eq!(events[0], RecordedEvent::Line("time 0 0".to_owned()));
        let RecordedEvent::Picture {
            picture, device, ..
        } = &events[3]
        else {
            panic!("no picture");
        };
        assert_eq!(device, "my cam");
        let colors = vec![[255, 0, 0, 255], [0, 1, 2, 0x7f]];
        let pixels = RecordedPixels::Colors(colors);
        assert_eq!(picture.as_ref().unwrap().pixels, pixels);
        let RecordedEvent::Picture { picture, .. } = &events[4] else {
            panic!("no picture");
        };
        let pixels = RecordedPixels::Numbers(vec![1.5, f64::INFINITY]);
        assert_eq!(picture.as_ref().unwrap().pixels, pixels);
        assert!(read("image 1 cam same\n").is_err());
        assert!(read("image 1 cam 2 2\nff0000 000000\n").is_err());
    }
}
