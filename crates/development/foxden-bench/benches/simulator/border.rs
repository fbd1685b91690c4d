//! What an island costs by its rows: with the rows driven one after the other, as
//! islands are solved, with the quicker method first, and by rapier.

use crate::worlds::boxes;
use foxden_bench::{Stopwatch, best_of};
use foxden_sim::dynamics::{
    Attachment, BodySpec, Dynamics, Geometry, MassProperties, Settings, ShapeSpec,
};
use foxden_sim::math::{AxisAngle, Pose, Vector};

/// The sizes of the piles, in boxes.
const PILES: [usize; 9] = [1, 2, 3, 4, 6, 8, 12, 15, 18];
const STEPS: u32 = 20;
const RUNS: usize = 3;

pub fn measure() {
    println!("| boxes | rows | driven, µs a step | quick first, µs a step | rapier, µs a step |");
    println!("|---|---|---|---|---|");
    for count in PILES {
        let mut rows = 0;
        let mut time = |rapier_rows: usize, driven_rows: usize| {
            best_of(RUNS, || {
                let (seconds, found) = step_pile(count, rapier_rows, driven_rows);
                rows = rows.max(found);
                seconds * 1e6
            })
        };
        let driven = time(usize::MAX, usize::MAX);
        let quick = time(usize::MAX, 0);
        let heap = time(0, 0);
        println!("| {count} | {rows} | {driven:.1} | {quick:.1} | {heap:.1} |");
    }
}

/// The seconds of a step of a compact pile, and the rows of its largest island
/// where that is solved directly.
fn step_pile(count: usize, rapier_rows: usize, driven_rows: usize) -> (f64, usize) {
    let mut dynamics = Dynamics::new(Settings {
        rapier_rows,
        driven_rows,
        ..Settings::default()
    });
    dynamics.settings.sleep.time = 0.0;
    dynamics.add_shape(ShapeSpec::new(
        Geometry::Plane,
        Attachment::World(Pose::IDENTITY),
    ));
    for [x, y, z] in boxes(count, 0.0999, 0.05) {
        let geometry = Geometry::Box {
            size: Vector::new(0.1, 0.1, 0.1),
        };
        let pose = Pose::new(Vector::new(x, y, z), AxisAngle::IDENTITY);
        let body = dynamics.add_body(&BodySpec::new(MassProperties::of(&geometry), pose));
        dynamics.add_shape(ShapeSpec::new(
            geometry,
            Attachment::Body(body, Pose::IDENTITY),
        ));
    }
    dynamics.collide();
    dynamics.step(0.016);
    let rows = dynamics
        .island_sizes()
        .iter()
        .map(|island| island.rows)
        .max();
    let start = Stopwatch::start();
    for _ in 0..STEPS {
        dynamics.step(0.016);
    }
    (start.seconds() / f64::from(STEPS), rows.unwrap_or(0))
}
