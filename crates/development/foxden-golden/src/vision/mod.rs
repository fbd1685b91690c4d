//! Worlds with devices that see: what they saw is compared picture by picture.

mod comparison;
mod recording;
mod saved;
mod tolerance;

pub(crate) use recording::{RecordedEvent, RecordedPicture, RecordedPictureKind, RecordedPixels};

use crate::case::Case;
use crate::outcome::{CaseOutcome, Rule};
use crate::project::Project;
use crate::recorders::vis::{DisplayedPicture, TextureFiles, Vis};
use foxden_scene::{Scene, load};
use foxden_sim::World;
use foxden_vision::Visibility;
use std::io::Read;
use std::rc::Rc;
use tolerance::Effects;

/// More steps than any recording has.
const MAXIMUM_STEPS: usize = 100_000;

/// What was recorded of a world, plain or compressed.
pub(crate) fn recorded(case: &Case) -> Option<String> {
    if let Some(text) = case.recorded(".txt") {
        return Some(text);
    }
    let bytes = std::fs::read(case.out(".txt.gz")).ok()?;
    let mut text = String::new();
    flate2::read::GzDecoder::new(bytes.as_slice())
        .read_to_string(&mut text)
        .ok()?;
    Some(text)
}

/// Runs a world with its recorder in process.
pub(crate) fn run(project: &Project, case: &Case) -> CaseOutcome {
    let (scene, vis) = match play(project, case, Visibility::Fastest) {
        Ok(played) => played,
        Err(outcome) => return outcome,
    };
    if let Some(reason) = vis.beyond {
        return CaseOutcome::Skipped(reason);
    }
    compare(case, &scene, &vis.events, |name| {
        let saved = vis.saved.iter().rev();
        saved.clone().find(|saved| saved.file == name).cloned()
    })
}

/// What the recorder of a world sees, by one of the ways to find what is seen.
fn play(
    project: &Project,
    case: &Case,
    visibility: Visibility,
) -> Result<(Scene, Vis), CaseOutcome> {
    let location = project.world(&case.name);
    let mut library = project.library(&location);
    let scene = match load(&location, &mut library) {
        Ok(loaded) => loaded.scene,
        Err(error) => return Err(CaseOutcome::Failed(format!("cannot be read: {error}"))),
    };
    let effects = scene.clone();
    let mut world = World::new(scene, library);
    world.set_visibility(visibility);
    let robot = world.robots().find(|(_, robot)| robot.controller == "vis");
    let Some((robot, _)) = robot else {
        return Err(CaseOutcome::Skipped("no robot has a recorder".to_owned()));
    };
    let folder = case.folder.join("worlds/textures");
    let textures: TextureFiles = Rc::new(move |name: &str| std::fs::read(folder.join(name)).ok());
    let mut vis = Vis::new(&world, robot, textures);
    let mut request = vis.advance(&mut world, None);
    for _ in 0..MAXIMUM_STEPS {
        let Some(asked) = request else { break };
        world.submit(robot, asked);
        let answer = loop {
            world.step();
            if let Some(answer) = world.answer(robot) {
                break answer;
            }
        };
        request = vis.advance(&mut world, Some(answer));
    }
    Ok((effects, vis))
}

/// Compares the text that a recorder wrote, and the pictures that it saved.
pub(crate) fn compare_text(
    project: &Project,
    case: &Case,
    text: &str,
    saved: impl Fn(&str) -> Option<DisplayedPicture>,
) -> CaseOutcome {
    let location = project.world(&case.name);
    let mut library = project.library(&location);
    let scene = match load(&location, &mut library) {
        Ok(loaded) => loaded.scene,
        Err(error) => return CaseOutcome::Failed(format!("cannot be read: {error}")),
    };
    match recording::read(text) {
        Ok(found) => compare(case, &scene, &found, saved),
        Err(reason) => CaseOutcome::Failed(reason),
    }
}

/// Reads a picture that a recorder saved.
pub(crate) use saved::read as read_saved;

fn compare(
    case: &Case,
    scene: &Scene,
    found: &[RecordedEvent],
    saved: impl Fn(&str) -> Option<DisplayedPicture>,
) -> CaseOutcome {
    let Some(text) = recorded(case) else {
        return CaseOutcome::Skipped(format!("{}.txt was not recorded", case.name));
    };
    let recorded = match recording::read(&text) {
        Ok(recorded) => recorded,
        Err(reason) => return CaseOutcome::Skipped(format!("the recording is broken: {reason}")),
    };
    let effects = |device: &str| Effects::of(scene, device);
    let difference = comparison::difference(&recorded, found, effects)
        .or_else(|| saved::difference(case, saved));
    match difference {
        Some(difference) => CaseOutcome::Failed(difference),
        None => CaseOutcome::Passed(Rule::Pictures),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::case::Group;
    use std::path::Path;

    /// One of this many worlds is compared: all of them take minutes.
    const SAMPLE: usize = 3;

    #[test]
    fn rays_see_what_the_rasteriser_sees() {
        let data = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/data"));
        let groups = Group::find(data, &["vision".to_owned()]).unwrap();
        let project = Project::read(&groups[0].folder).unwrap();
        let every = std::env::var("FOXDEN_ALL_WORLDS").map_or(SAMPLE, |_| 1);
        let mut compared = 0;
        for case in groups[0].cases().unwrap().iter().step_by(every) {
            // numbers as text: what is no number is equal to itself, too
            let [drawn, found] = [Visibility::Rasteriser, Visibility::RayTree].map(|visibility| {
                let (_, vis) = play(&project, case, visibility).ok()?;
                Some(format!("{:?}", vis.events))
            });
            assert!(drawn.is_some() && drawn == found, "{}", case.name);
            compared += 1;
        }
        assert!(
            compared * every > 150,
            "only {compared} worlds were compared"
        );
    }
}
