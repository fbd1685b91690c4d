//! Runs a recorded world with its recorders in process.

use crate::case::Case;
use crate::project::Project;
use crate::recorders::probe::Probe;
use crate::runner::Outcome;
use crate::table::{Motion, first_difference};
use foxden_scene::load;
use foxden_sim::World;

/// More steps than any recording has.
const MAXIMUM_STEPS: usize = 100_000;

/// Runs a world whose robots are driven by the probe.
pub(crate) fn run_probe(project: &Project, case: &Case) -> Outcome {
    let Some(recorded) = case.recorded(".csv") else {
        return Outcome::Skipped;
    };
    let location = project.world(&case.name);
    let mut library = project.library(&location);
    let scene = match load(&location, &mut library) {
        Ok(loaded) => loaded.scene,
        Err(error) => return Outcome::Failed(format!("cannot be read: {error}")),
    };
    let mut world = World::new(scene, library);
    let robot = world
        .robots()
        .find(|(_, robot)| robot.controller == "probe")
        .map(|(index, _)| index);
    let Some(robot) = robot else {
        return Outcome::Skipped;
    };
    let mut probe = Probe::new(&world, robot);
    let mut motion = Motion {
        has_contacts: world.has_contacts(),
    };
    let mut request = probe.advance(&mut world, None);
    for _ in 0..MAXIMUM_STEPS {
        if let Some(request) = request.take() {
            world.submit(probe.robot(), request);
        }
        world.step();
        motion.has_contacts |= world.has_contacts();
        if let Some(answer) = world.answer(probe.robot()) {
            request = probe.advance(&mut world, Some(answer));
            if request.is_none() {
                break;
            }
        }
    }
    match first_difference(&recorded, &probe.header, &probe.rows, motion) {
        Some(difference) => Outcome::Failed(difference),
        None => Outcome::Passed,
    }
}
