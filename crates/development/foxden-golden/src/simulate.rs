//! Runs a recorded world with its recorders in process.

use crate::case::Case;
use crate::client::find_field;
use crate::ensemble::{Compared, Ensemble};
use crate::motion::is_beyond_fast;
use crate::outcome::{CaseOutcome, Rule};
use crate::project::Project;
use crate::recorders::sup::RecordedRun;
use crate::reproducible::NotReproducible;
use crate::table::{EXACT, MotionClass, Tolerance};
use foxden_catalogue::FieldType;
use foxden_scene::load;
use foxden_sim::World;
use foxden_sim::dynamics::Method;

/// More steps than any recording has.
const MAXIMUM_STEPS: usize = 100_000;

/// What a comparison must know of a world besides the numbers.
pub(crate) struct ComparisonContext {
    world: World,
    pub(crate) motion: MotionClass,
    /// What of the recording is not reproducible.
    pub(crate) limits: NotReproducible,
}

impl ComparisonContext {
    /// How near a number of a column must be.
    pub(crate) fn tolerance(&self, column: &str) -> Tolerance {
        if [".roll", ".pitch", ".yaw"]
            .iter()
            .any(|end| column.ends_with(end))
        {
            return Tolerance::Angle;
        }
        let field = find_field(&self.world, column);
        match field.map(|field| self.world.scene().field_type(field)) {
            Some(FieldType::SFColor | FieldType::MFColor) => Tolerance::Color,
            Some(FieldType::SFRotation) => Tolerance::Rotation,
            _ => EXACT,
        }
    }
}

/// Runs a world for its kind of motion alone, for as many milliseconds as were recorded.
pub(crate) fn comparison_context(
    project: &Project,
    case: &Case,
    duration: f64,
) -> Result<ComparisonContext, String> {
    let location = project.world(&case.name);
    let open = || {
        let mut library = project.library(&location);
        let loaded = load(&location, &mut library);
        loaded
            .map(|loaded| World::new(loaded.scene, library))
            .map_err(|error| format!("cannot be read: {error}"))
    };
    let mut world = open()?;
    let mut ensemble = Ensemble::new(&world, &case.name, RecordedRun::First);
    let mut motion = ensemble.run(&mut world);
    let is_driven = !ensemble.is_empty();
    let steps = (duration / world.settings().basic_time_step).min(MAXIMUM_STEPS as f64);
    for _ in 0..if is_driven { 0 } else { steps as usize } {
        world.step();
        motion.has_contacts |= world.has_contacts();
    }
    let world = open()?;
    Ok(ComparisonContext {
        limits: NotReproducible::of(&world),
        world,
        motion,
    })
}

/// Runs a world whose robots are driven by recorders.
pub(crate) fn run_recorders(project: &Project, case: &Case, physics: Method) -> CaseOutcome {
    let (outcome, reloads) = run_once(project, case, physics, RecordedRun::First);
    match (reloads, &outcome) {
        (true, CaseOutcome::Passed(_)) => {
            run_once(project, case, physics, RecordedRun::AfterReload).0
        }
        _ => outcome,
    }
}

/// Runs a world until its recorders end or one of them asks to load it again.
fn run_once(
    project: &Project,
    case: &Case,
    physics: Method,
    run: RecordedRun,
) -> (CaseOutcome, bool) {
    let skipped = |reason: String| (CaseOutcome::Skipped(reason), false);
    let location = project.world(&case.name);
    let mut library = project.library(&location);
    let scene = match load(&location, &mut library) {
        Ok(loaded) => loaded.scene,
        Err(error) => {
            return (
                CaseOutcome::Failed(format!("cannot be read: {error}")),
                false,
            );
        }
    };
    let mut world = World::new(scene, library);
    world.set_physics(physics);
    if physics == Method::Fast && is_beyond_fast(&world) {
        return skipped("fast physics has other joints of several axes and suspensions".to_owned());
    }
    let limits = NotReproducible::of(&world);
    let mut ensemble = Ensemble::new(&world, &case.name, run);
    if ensemble.is_empty() {
        return skipped("no robot has a recorder".to_owned());
    }
    let motion = ensemble.run(&mut world);
    if let Some(reason) = ensemble.beyond() {
        return skipped(reason);
    }
    let recorded = |suffix: &str| case.recorded(suffix);
    let outcome = match ensemble.difference(recorded, motion, &limits, physics) {
        Compared::Missing(file) => return skipped(format!("{}{file} was not recorded", case.name)),
        Compared::Different(difference) => limits.judge(difference),
        Compared::Equal if physics == Method::Fast => CaseOutcome::Passed(Rule::Bands),
        Compared::Equal => CaseOutcome::Passed(motion.rule()),
    };
    (outcome, ensemble.reloads())
}
