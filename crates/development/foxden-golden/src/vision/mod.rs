//! Worlds with devices that see: what they saw is compared picture by picture.

mod comparison;
mod recording;
mod saved;
mod tolerance;

pub(crate) use recording::{RecordedEvent, RecordedPicture, RecordedPictureKind, RecordedPixels};

use crate::case::Case;
use crate::outcome::{Outcome, Rule};
use crate::project::Project;
use crate::recorders::vis::{DisplayedPicture, TextureFiles, Vis};
use foxden_scene::{Scene, load};
use foxden_sim::World;
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
pub(crate) fn run(project: &Project, case: &Case) -> Outcome {
    let location = project.world(&case.name);
    let mut library = project.library(&location);
    let scene = match load(&location, &mut library) {
        Ok(loaded) => loaded.scene,
        Err(error) => return Outcome::Failed(format!("cannot be read: {error}")),
    };
    let effects = scene.clone();
    let mut world = World::new(scene, library);
    let robot = world.robots().find(|(_, robot)| robot.controller == "vis");
    let Some((robot, _)) = robot else {
        return Outcome::Skipped("no robot has a recorder".to_owned());
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
    if let Some(reason) = vis.beyond {
        return Outcome::Skipped(reason);
    }
    compare(case, &effects, &vis.events, |name| {
        let saved = vis.saved.iter().rev();
        saved.clone().find(|saved| saved.file == name).cloned()
    })
}

/// Compares the text that a recorder wrote, and the pictures that it saved.
pub(crate) fn compare_text(
    project: &Project,
    case: &Case,
    text: &str,
    saved: impl Fn(&str) -> Option<DisplayedPicture>,
) -> Outcome {
    let location = project.world(&case.name);
    let mut library = project.library(&location);
    let scene = match load(&location, &mut library) {
        Ok(loaded) => loaded.scene,
        Err(error) => return Outcome::Failed(format!("cannot be read: {error}")),
    };
    match recording::read(text) {
        Ok(found) => compare(case, &scene, &found, saved),
        Err(reason) => Outcome::Failed(reason),
    }
}

/// Reads a picture that a recorder saved.
pub(crate) use saved::read as read_saved;

fn compare(
    case: &Case,
    scene: &Scene,
    found: &[RecordedEvent],
    saved: impl Fn(&str) -> Option<DisplayedPicture>,
) -> Outcome {
    let Some(text) = recorded(case) else {
        return Outcome::Skipped(format!("{}.txt was not recorded", case.name));
    };
    let recorded = match recording::read(&text) {
        Ok(recorded) => recorded,
        Err(reason) => return Outcome::Skipped(format!("the recording is broken: {reason}")),
    };
    let effects = |device: &str| Effects::of(scene, device);
    let difference = comparison::difference(&recorded, found, effects)
        .or_else(|| saved::difference(case, saved));
    match difference {
        Some(difference) => Outcome::Failed(difference),
        None => Outcome::Passed(Rule::Pictures),
    }
}
