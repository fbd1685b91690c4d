//! Pictures that displays gave back, which must be equal to the pixel.

use crate::case::Case;
use crate::recorders::vis::DisplayedPicture;
use std::path::Path;

/// Reads a picture file: red, green, blue, alpha.
pub(crate) fn read(file: &Path) -> Option<DisplayedPicture> {
    let picture = image::open(file).ok()?.to_rgba8();
    Some(DisplayedPicture {
        file: file.file_name()?.to_str()?.to_owned(),
        size: [picture.width() as usize, picture.height() as usize],
        pixels: picture.pixels().map(|pixel| pixel.0).collect(),
    })
}

/// The first difference between the recorded picture files of a world and
/// those that were saved now.
pub(super) fn difference(
    case: &Case,
    saved: impl Fn(&str) -> Option<DisplayedPicture>,
) -> Option<String> {
    let mut names: Vec<String> = std::fs::read_dir(case.folder.join("out"))
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| {
            let rest = name.strip_prefix(&case.name);
            let rest = rest.and_then(|rest| rest.strip_suffix(".png"));
            // another world's name may begin with this one's
            rest.is_some_and(|rest| rest.is_empty() || rest.parse::<u32>().is_ok())
        })
        .collect();
    names.sort();
    names.iter().find_map(|name| {
        let recorded = read(&case.folder.join("out").join(name))?;
        let Some(found) = saved(name) else {
            return Some(format!("{name} was not saved"));
        };
        if found.size != recorded.size {
            return Some(format!(
                "{name} has {:?} pixels instead of {:?}",
                found.size, recorded.size
            ));
        }
        let at = (0..recorded.pixels.len()).find(|at| found.pixels[*at] != recorded.pixels[*at])?;
        let [width, _] = recorded.size;
        Some(format!(
            "{name} at {},{}: {:?} instead of {:?}",
            at % width,
            at / width,
            found.pixels[at],
            recorded.pixels[at]
        ))
    })
}
