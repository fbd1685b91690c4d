//! Occluded light sensors, against one thread over parry's own tree with one ray
//! for each sensor and light.

use crate::mujoco;
use crate::worlds::{place, sensors, swarm, world};
use foxden_bench::{Goal, MeasuredRatio, Stopwatch};
use parry3d_f64::bounding_volume::Aabb;
use parry3d_f64::math::{Pose, Vector};
use parry3d_f64::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
use parry3d_f64::query::{Ray, RayCast};
use parry3d_f64::shape::{Cuboid, Shape};
use std::hint::black_box;
use std::time::Instant;

const ROBOTS: usize = 100;
const BOXES: usize = 100;
const STEPS: usize = 400;
const BLOCKS: usize = 5;
/// Where the point light is.
const LAMP: Vector = Vector::new(5.0, 5.0, 3.0);
/// From where directional light comes.
const SUN: Vector = Vector::new(-300.0, -200.0, 1000.0);

pub fn measure(rows: &mut Vec<MeasuredRatio>) {
    let mut ours = world(&swarm(ROBOTS, BOXES));
    ours.set_threads(2);
    let mut plain = Plain::new();
    let (mut own, mut theirs, mut work) = (f64::INFINITY, f64::INFINITY, 0.0);
    let mut step = 0;
    // Alternating, so that other load on the machine affects both.
    for _ in 0..BLOCKS {
        let (start, worked) = (Instant::now(), Stopwatch::start());
        for _ in 0..STEPS {
            ours.step();
        }
        own = own.min(start.elapsed().as_secs_f64() / STEPS as f64);
        work += worked.seconds() / (BLOCKS * STEPS) as f64;
        let start = Instant::now();
        for _ in 0..STEPS {
            black_box(plain.step(step as f64 * 0.032));
            step += 1;
        }
        theirs = theirs.min(start.elapsed().as_secs_f64() / STEPS as f64);
    }
    let count = (ROBOTS * sensors().len()) as f64;
    println!(
        "light, {ROBOTS} robots x 8 occluded sensors, {BOXES} boxes, 2 lights: {:.0} ns per sensor \
         ({:.0} ns of work), {:.2} million rays/s asked for (parry: {:.0} ns), state {:016x}",
        own * 1e9 / count,
        work * 1e9 / count,
        count * 2.0 / own / 1e6,
        theirs * 1e9 / count,
        ours.state_hash()
    );
    rows.push(MeasuredRatio {
        what: "light: a step of 100 robots, parry's tree on one thread / ours on two".into(),
        ours: format!("{:.1} µs", own * 1e6),
        theirs: format!("{:.1} µs", theirs * 1e6),
        ratio: theirs / own,
        goal: Goal::AtLeast(2.0),
    });
    mujoco::report("the same rays", "light", &description());
}

/// The scene for MuJoCo.
fn description() -> String {
    let robots: Vec<_> = (0..ROBOTS)
        .map(|at| place(at, ROBOTS))
        .map(|(x, y)| [x, y, 0.05])
        .collect();
    let boxes: Vec<_> = (0..BOXES)
        .map(|at| place(at, BOXES.max(ROBOTS)))
        .map(|(x, y)| [x + 0.4, y + 0.45, 0.2])
        .collect();
    let sensors = sensors().map(|(x, y, _)| [x, y, 0.06]);
    format!(
        r#"{{"robots": {robots:?}, "boxes": {boxes:?}, "sensors": {sensors:?},
        "lamp": {:?}, "sun": {:?}, "steps": 20}}"#,
        LAMP.to_array(),
        SUN.to_array()
    )
}

/// The same scene with nothing but rays.
struct Plain {
    tree: Bvh,
    work: BvhWorkspace,
    shapes: Vec<(Cuboid, Pose)>,
    /// Where sensors are on a robot.
    eyes: Vec<Vector>,
}

impl Plain {
    fn new() -> Self {
        let mut shapes = Vec::new();
        for at in 0..ROBOTS {
            let (x, y) = place(at, ROBOTS);
            let half = Cuboid::new(Vector::new(0.1, 0.1, 0.05));
            shapes.push((half, Pose::from_translation(Vector::new(x, y, 0.05))));
        }
        for at in 0..BOXES {
            let (x, y) = place(at, BOXES.max(ROBOTS));
            let half = Cuboid::new(Vector::new(0.05, 0.05, 0.2));
            shapes.push((
                half,
                Pose::from_translation(Vector::new(x + 0.4, y + 0.45, 0.2)),
            ));
        }
        let bounds: Vec<Aabb> = shapes
            .iter()
            .map(|(shape, pose)| shape.compute_aabb(pose))
            .collect();
        Self {
            tree: Bvh::from_leaves(BvhBuildStrategy::Binned, &bounds),
            work: BvhWorkspace::default(),
            shapes,
            eyes: sensors().map(|(x, y, _)| Vector::new(x, y, 0.06)).to_vec(),
        }
    }

    fn step(&mut self, time: f64) -> usize {
        for at in 0..ROBOTS {
            let (x, y) = place(at, ROBOTS);
            let (shape, pose) = &mut self.shapes[at];
            pose.translation = Vector::new(x + 0.01 * time, y, 0.05);
            let bounds = shape.compute_aabb(pose);
            self.tree.insert_or_update_partially(bounds, at as u32, 0.0);
        }
        self.tree.refit(&mut self.work);
        let mut blocked = 0;
        for at in 0..ROBOTS {
            let centre = self.shapes[at].1.translation;
            for eye in &self.eyes {
                let eye = centre + *eye;
                for way in [LAMP - eye, SUN] {
                    let ray = Ray::new(eye, way);
                    let hit = self.tree.cast_ray(&ray, 1.0, |leaf, most| {
                        if leaf as usize == at {
                            return None;
                        }
                        let (shape, pose) = &self.shapes[leaf as usize];
                        shape.cast_ray(pose, &ray, most, true)
                    });
                    blocked += usize::from(hit.is_some());
                }
            }
        }
        blocked
    }
}
