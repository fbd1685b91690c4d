//! The colours of segmentation pictures.

use super::Sources;
use crate::model::SolidIndex;
use crate::model::compile::read;

/// The first recognition colour of the nearest solid that has one.
pub(super) fn segmentation_color(
    sources: &Sources<'_>,
    solid: Option<SolidIndex>,
) -> Option<[u8; 3]> {
    let mut solid = solid;
    while let Some(index) = solid {
        let row = &sources.model.solids[index];
        let colors = read::colors(sources.scene, row.node, "recognitionColors");
        if let Some(color) = colors.first() {
            return Some(color.map(|part| (255.0 * part).round() as u8));
        }
        solid = row.parent;
    }
    None
}
