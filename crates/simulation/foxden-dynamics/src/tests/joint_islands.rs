//! Islands that only joints link: what is left out or done in a shorter way changes no bit.

use super::*;
use crate::islands::bilateral_system::SOLVED;

/// Numbers from -1 to 1 that are always the same.
struct ChainNumbers(u64);

impl ChainNumbers {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    fn vector(&mut self) -> Vector {
        Vector::new(self.next(), self.next(), self.next())
    }

    fn pose(&mut self) -> Pose {
        let axis = (self.vector() + Vector::new(0.0, 0.0, 2.0)).normalized();
        let angle = self.next();
        Pose::new(self.vector(), AxisAngle { axis, angle })
    }

    /// A body that touches nothing, since it has no shape.
    fn body(&mut self, world: &mut Dynamics) -> BodyId {
        let size = self.vector() * 0.1 + Vector::new(0.2, 0.3, 0.4);
        let mass = MassProperties::of(&Geometry::Box { size });
        let mut spec = BodySpec::new(mass.with_mass(1.5 + self.next()), self.pose());
        spec.linear_velocity = self.vector();
        spec.angular_velocity = self.vector();
        world.add_body(&spec)
    }

    fn kind(&mut self) -> JointKind {
        let axis = AxisSpec::new((self.vector() + Vector::new(0.0, 0.0, 2.0)).normalized());
        let anchor = self.vector() * 0.3;
        match ((self.next() + 1.0) * 2.5) as u32 {
            0 => JointKind::Slider { axis },
            1 => JointKind::Fixed,
            2 => JointKind::Ball {
                anchor,
                axes: [Vector::X, Vector::Y, Vector::Z].map(AxisSpec::new),
                given: [false; 3],
            },
            _ => hinge_at(anchor, axis),
        }
    }
}

/// Many chains of up to four bodies, the first of which hangs from the world or flies.
fn chains() -> Scene {
    let mut scene = Scene::new(0.004);
    let mut numbers = ChainNumbers(1);
    for chain in 0..60 {
        let mut parent = None;
        for link in 0..=chain % 5 {
            let body = numbers.body(&mut scene.world);
            let frame = numbers.pose();
            let kind = numbers.kind();
            if link > 0 || chain % 2 == 0 {
                scene.joint(parent, body, frame, kind);
            }
            parent = Some(body);
        }
    }
    scene
}

/// All numbers of bodies and joints, to the last bit.
fn state(scene: &Scene) -> String {
    format!("{:?} {:?}", scene.world.bodies, scene.world.joints)
}

#[test]
fn systems_without_bounds_have_the_bits_of_the_general_solver() {
    let (mut scene, mut general) = (chains(), chains());
    // forces that could be spoilt come from the general solver
    general.world.force_fault = Some(|_| ());
    SOLVED.take();
    for step in (0..300).step_by(20) {
        general.run_to(step);
        assert_eq!(SOLVED.take(), [0; 3]);
        scene.run_to(step);
        if step > 0 {
            let solved = SOLVED.take();
            assert!(solved.iter().all(|&count| count > 40), "{solved:?}");
        }
        assert!(state(&scene) == state(&general), "step {step}");
    }
}

#[test]
fn an_odd_number_of_rows_needs_no_other_solver() {
    let mut scene = Scene::new(0.004);
    let body = ChainNumbers(3).body(&mut scene.world);
    let kind = hinge_at(Vector::ZERO, AxisSpec::new(Vector::Y));
    scene.joint(None, body, Pose::IDENTITY, kind);
    SOLVED.take();
    scene.run_to(20);
    assert_eq!(SOLVED.take(), [20, 0, 0]);
}

#[test]
fn an_order_that_is_kept_is_the_one_that_would_be_found() {
    let (mut kept, mut found) = (chains(), chains());
    let mut run_to = |step: usize, edit: &mut dyn FnMut(&mut Scene)| {
        while kept.done < step {
            let next = kept.done + 1;
            kept.run_to(next);
            found.world.visit_order.forget();
            found.run_to(next);
            assert!(state(&kept) == state(&found), "step {next}");
            let order = |scene: &Scene| scene.world.visit_order.bodies.clone();
            assert_eq!(order(&kept), order(&found), "step {next}");
        }
        // otherwise nothing was kept
        assert_eq!(kept.world.has_same_islands(), step <= 50);
        edit(&mut kept);
        edit(&mut found);
    };
    let ids = |scene: &Scene| -> Vec<BodyId> { scene.world.bodies.iter().map(|it| it.0).collect() };
    run_to(10, &mut |scene| {
        let body = ChainNumbers(2).body(&mut scene.world);
        let parent = ids(scene)[0];
        scene.joint(Some(parent), body, Pose::IDENTITY, JointKind::Fixed);
    });
    run_to(20, &mut |scene| {
        let joint = scene.world.joints.iter().map(|it| it.0).nth(7).unwrap();
        scene.world.remove_joint(joint);
    });
    run_to(25, &mut |scene| {
        // those that others wake begin no island in the next step, but in the one after it
        for at in [5, 8, 14] {
            let body = ids(scene)[at];
            scene.world.bodies.get_mut(body).unwrap().asleep = true;
        }
    });
    run_to(30, &mut |scene| {
        let body = ids(scene)[11];
        scene.world.remove_body(body);
    });
    run_to(40, &mut |scene| {
        // two chains become one
        let ids = ids(scene);
        let kind = hinge_at(Vector::ZERO, AxisSpec::new(Vector::Y));
        scene.joint(Some(ids[3]), ids[ids.len() - 1], Pose::IDENTITY, kind);
    });
    run_to(50, &mut |scene| {
        let body = ids(scene)[5];
        scene.shape(cube(), body, Pose::IDENTITY);
        let at = scene.world.body(body).unwrap().pose();
        let ground = ShapeSpec::new(cube(), Attachment::World(at));
        scene.world.add_shape(ground);
        scene.world.collide();
    });
    run_to(51, &mut |_| ());
}
