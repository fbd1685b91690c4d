//! Planted failures: whatever the solver finds, nothing is thrown.

use super::*;

/// Three boxes in a stack, one beside them on a hinge.
fn stack() -> (Scene, Vec<BodyId>) {
    let mut scene = Scene::new(0.016);
    scene.floor(Pose::IDENTITY);
    let size = Vector::new(0.1, 0.1, 0.1);
    let at = |x: f64, z: f64| Pose {
        translation: Vector::new(x, 0.0, z),
        ..Pose::IDENTITY
    };
    let mut bodies: Vec<BodyId> = (0..3)
        .map(|at_level| {
            let height = 0.05 + 0.0999 * f64::from(at_level);
            scene.body(Geometry::Box { size }, None, at(0.0, height))
        })
        .collect();
    let swing = scene.body(Geometry::Box { size }, None, at(1.0, 0.5));
    let kind = JointKind::Hinge {
        anchor: Vector::new(0.2, 0.0, 0.0),
        axis: AxisSpec::new(Vector::Y),
        suspension: Suspension::default(),
    };
    scene.joint(None, swing, at(1.0, 0.5), kind);
    bodies.push(swing);
    (scene, bodies)
}

fn fastest(scene: &Scene, bodies: &[BodyId]) -> f64 {
    let speed = |&id: &BodyId| scene.world.body(id).unwrap().linear.length();
    bodies.iter().map(speed).fold(0.0, f64::max)
}

#[test]
fn spoilt_forces_throw_nothing() {
    let force_faults: [crate::islands::solver::ForceFault; 5] = [
        |forces| forces.fill(f64::NAN),
        |forces| forces.iter_mut().for_each(|force| *force *= 1e6),
        |forces| forces.iter_mut().for_each(|force| *force = -*force),
        |forces| forces.reverse(),
        |forces| forces.fill(1e9),
    ];
    for (number, force_fault) in force_faults.into_iter().enumerate() {
        let (mut scene, bodies) = stack();
        let (mut sound, _) = stack();
        scene.run_to(10);
        scene.world.force_fault = Some(force_fault);
        scene.run_to(60);
        sound.run_to(60);
        assert!(fastest(&scene, &bodies) < 4.0, "force_fault {number}");
        for &id in &bodies {
            let found = scene.world.body(id).unwrap().position;
            let wanted = sound.world.body(id).unwrap().position;
            assert!(
                (found - wanted).length() < 0.05,
                "force_fault {number}: {found:?} {wanted:?}"
            );
        }
        let faults = scene.world.take_faults();
        assert!(faults.iter().all(|fault| fault.kind == FaultKind::Relaxed));
        for &id in &bodies {
            assert!(
                faults.iter().any(|fault| fault.body == id),
                "force_fault {number}"
            );
            assert_eq!(scene.world.exactness().of(id).relaxed, 50);
        }
        assert_eq!(scene.world.exactness().inexact_steps(), 50);
    }
}

#[test]
fn the_guard_accepts_what_is_sound() {
    let (mut scene, bodies) = stack();
    scene.run_to(300);
    assert!(scene.world.take_faults().is_empty());
    assert_eq!(scene.world.exactness().inexact_steps(), 0);
    assert!(
        bodies
            .iter()
            .all(|&id| scene.world.exactness().of(id) == Inexact::default())
    );
}

#[test]
fn a_body_beyond_all_numbers_does_not_spoil_its_neighbours() {
    let (mut scene, bodies) = stack();
    scene.run_to(5);
    scene.world.bodies.get_mut(bodies[2]).unwrap().angular.x = f64::INFINITY;
    scene.run_to(6);
    let faults = scene.world.take_faults();
    let lost: Vec<BodyId> = faults
        .iter()
        .filter(|fault| fault.kind == FaultKind::NotFinite)
        .map(|fault| fault.body)
        .collect();
    assert_eq!(lost, [bodies[2]]);
    assert!(scene.world.body(bodies[0]).unwrap().is_finite());
}
