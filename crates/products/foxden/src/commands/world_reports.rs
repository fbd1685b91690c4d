//! Lines about what happened in a world. Files that cannot be read and pictures that
//! are too large are named a few times only: a world can have hundreds of them.

use foxden_sim::report::{Report, ReportKind};
use std::collections::BTreeMap;

/// How many nodes are named whose files cannot be read, for each reason.
const MOST_UNREAD: usize = 3;

/// A line for each report, and whether physics went wrong.
pub(crate) fn report_lines(reports: Vec<Report>) -> Vec<(String, bool)> {
    let mut unread: BTreeMap<ReportKind, usize> = BTreeMap::new();
    let mut lines = Vec::new();
    for report in reports {
        let what = report.kind;
        if is_unread(what) {
            let count = unread.entry(what).or_default();
            *count += 1;
            if *count > MOST_UNREAD {
                continue;
            }
        }
        let is_fault = what.is_physics_fault();
        let mut line = format!("{}: {what}", report.node);
        if is_fault {
            line += &format!(" (step {})", report.step);
        }
        lines.push((line, is_fault));
    }
    for (what, count) in unread {
        if let Some(more) = count.checked_sub(MOST_UNREAD).filter(|more| *more > 0) {
            lines.push((format!("{more} more nodes: {what}"), false));
        }
    }
    lines
}

fn is_unread(what: ReportKind) -> bool {
    matches!(
        what,
        ReportKind::NoMesh
            | ReportKind::NoMeshPart
            | ReportKind::NoMaterials
            | ReportKind::NoPicture
            | ReportKind::PictureBroken
            | ReportKind::PictureTooLarge
            | ReportKind::TooManyPixels
    )
}
