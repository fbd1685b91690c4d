//! PNG and JPEG files are read or refused.

use foxden_vision::Picture;

/// The largest picture that is decoded: more costs time and shows nothing new.
const MOST_PIXELS: u64 = 1 << 14;

/// Runs one input.
pub fn run(data: &[u8]) {
    if size(data).is_some_and(|[width, height]| u64::from(width) * u64::from(height) > MOST_PIXELS)
    {
        return;
    }
    if let Ok(picture) = Picture::decode(data) {
        let pixels = u64::from(picture.width()) * u64::from(picture.height());
        assert_eq!(picture.pixels().len() as u64, 4 * pixels);
    }
}

/// The size that the head of a PNG or JPEG file announces.
fn size(data: &[u8]) -> Option<[u32; 2]> {
    if data.starts_with(b"\x89PNG") {
        let side = |at: usize| {
            let bytes = data.get(at..at + 4)?;
            Some(
                bytes
                    .iter()
                    .fold(0, |number, byte| number << 8 | u32::from(*byte)),
            )
        };
        return Some([side(16)?, side(20)?]);
    }
    // the frame header of a JPEG file: a mark, a length, a depth, height and width
    let at = data
        .windows(2)
        .position(|mark| mark[0] == 0xff && matches!(mark[1], 0xc0..=0xc2))?;
    let side = |at: usize| Some(u32::from(*data.get(at)?) << 8 | u32::from(*data.get(at + 1)?));
    Some([side(at + 7)?, side(at + 5)?])
}
